//! What was found out of words before: a text's words are mostly those of the texts before it.

use foldhash::HashMap;

/// Words that are remembered, and the longest of them in bytes.
const REMEMBERED: usize = 65_536;
const REMEMBERED_BYTES: usize = 64;

/// What was found out of words, best one a thread; when it is full it begins anew.
#[derive(Clone, Debug)]
pub struct Memory<T>(HashMap<Box<str>, T>);

impl<T> Default for Memory<T> {
    fn default() -> Self {
        Self(HashMap::default())
    }
}

impl<T: Clone> Memory<T> {
    /// What is known of a word; `read` finds it out the first time.
    pub fn of(&mut self, word: &str, read: impl FnOnce(&str) -> T) -> T {
        if let Some(known) = self.0.get(word) {
            return known.clone();
        }
        let found = read(word);
        if self.0.len() >= REMEMBERED {
            self.0.clear();
        }
        if word.len() <= REMEMBERED_BYTES {
            self.0.insert(word.into(), found.clone());
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_are_read_once_and_no_more_are_kept_than_have_room() {
        let (mut memory, mut read) = (Memory::default(), 0);
        let long = "x".repeat(REMEMBERED_BYTES + 1);
        for word in ["a", "a", &long, &long] {
            let length = memory.of(word, |word| {
                read += 1;
                word.len()
            });
            assert_eq!(length, word.len());
        }
        assert_eq!(read, 3);
        for number in 0..=REMEMBERED {
            memory.of(&number.to_string(), str::len);
            assert!(memory.0.len() <= REMEMBERED);
        }
    }
}
