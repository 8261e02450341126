//! Lists of phrases as data, and where a text uses them. It compares words; it knows nothing of what
//! they mean.

use std::collections::HashMap;

/// Letters that the stem of a word with any ending has at least.
const STEM_BYTES: usize = 4;

/// A piece of a text: a word in lower case, or a mark that phrases may name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece<'a> {
    /// The word; `:`, `!!` or `.` (which ends a sentence) otherwise.
    pub word: &'a str,
}

/// Cuts a text that is in lower case already into words and marks.
pub fn pieces(lower: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::with_capacity(lower.len() / 5);
    let mut start = None;
    let mut chars = lower.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let joins = (c == '\'' || c == '’')
            && start.is_some()
            && chars.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        if c.is_alphanumeric() || joins {
            start.get_or_insert(at);
            continue;
        }
        found
            .extend(start.take().and_then(|start| lower.get(start..at)).map(|word| Piece { word }));
        let mark = match c {
            ':' => ":",
            '!' if chars.peek().is_some_and(|(_, next)| *next == '!') => "!!",
            '.' | '!' | '?' | ';' | '\n' => ".",
            _ => continue,
        };
        found.push(Piece { word: mark });
        while mark == "!!" && chars.peek().is_some_and(|(_, next)| *next == '!') {
            chars.next();
        }
    }
    found.extend(start.and_then(|start| lower.get(start..)).map(|word| Piece { word }));
    found
}

#[derive(Clone, Debug)]
struct Word {
    text: String,
    open: bool,
}

impl Word {
    fn fits(&self, word: &str) -> bool {
        if self.open { word.starts_with(&self.text) } else { word == self.text }
    }
}

/// Phrases, each with what it stands for.
#[derive(Clone, Debug)]
pub struct Phrases<T> {
    phrases: Vec<(Vec<Word>, T)>,
    /// By first word; an open one by its first letters.
    starts: HashMap<String, Vec<usize>>,
}

impl<T: Copy> Phrases<T> {
    /// Of none.
    pub fn new() -> Self {
        Self { phrases: Vec::new(), starts: HashMap::new() }
    }

    /// Adds the phrases of a line, parted by `|`.
    pub fn add(&mut self, line: &str, tag: T) -> Result<(), String> {
        for phrase in line.split('|') {
            let words: Result<Vec<Word>, String> = phrase.split_whitespace().map(word).collect();
            let words = words?;
            let Some(first) = words.first() else {
                return Err(format!("an empty phrase in {line}"));
            };
            let key: String = match first.open {
                true => first.text.chars().take(STEM_BYTES).collect(),
                false => first.text.clone(),
            };
            self.starts.entry(key).or_default().push(self.phrases.len());
            self.phrases.push((words, tag));
        }
        Ok(())
    }

    /// The longest phrases that begin at the head of `pieces`: how many pieces, and what for.
    /// At most one of each length is told.
    pub fn at_head(&self, pieces: &[Piece<'_>], mut found: impl FnMut(usize, T)) {
        let Some(first) = pieces.first() else { return };
        let stem = first.word.get(..STEM_BYTES);
        let whole = self.starts.get(first.word);
        let open = stem.filter(|stem| stem.len() < first.word.len());
        let open = open.and_then(|stem| self.starts.get(stem));
        for at in [whole, open].into_iter().flatten().flatten() {
            let Some((words, tag)) = self.phrases.get(*at) else { continue };
            let fits = words.len() <= pieces.len()
                && words.iter().zip(pieces).all(|(word, piece)| word.fits(piece.word));
            if fits {
                found(words.len(), *tag);
            }
        }
    }
}

fn word(word: &str) -> Result<Word, String> {
    let (text, open) = match word.strip_suffix('*') {
        Some(stem) => (stem, true),
        None => (word, false),
    };
    let plain =
        text.chars().all(|c| c.is_alphanumeric() || c == '\'') || text == ":" || text == "!!";
    if !plain || text.is_empty() || (open && text.len() < STEM_BYTES) {
        return Err(format!("{word} is no word of a phrase"));
    }
    Ok(Word { text: text.to_lowercase(), open })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_into_words_and_marks() {
        for (text, words) in [
            ("so-called experts, don't!", "so called experts don't ."),
            ("breaking: wow!!! no?", "breaking : wow !! no ."),
            ("it’s 5.3 %", "it’s 5 . 3"),
            ("' '' 'a'", "a"),
            ("", ""),
        ] {
            let found: Vec<&str> = pieces(text).iter().map(|piece| piece.word).collect();
            assert_eq!(found.join(" "), words, "{text}");
        }
    }

    #[test]
    fn phrases_with_any_ending_are_found() {
        let mut phrases = Phrases::new();
        phrases.add("meta analys* | speculat* | buy now", 1).unwrap();
        for (text, length) in [
            ("meta-analyses", 2),
            ("speculation", 1),
            ("spec", 0),
            ("buy now!", 2),
            ("buy nowhere", 0),
            ("buy", 0),
        ] {
            let mut longest = 0;
            phrases.at_head(&pieces(text), |length, _| longest = length.max(longest));
            assert_eq!(longest, length, "{text}");
        }
        for line in ["a || b", "abc*", "(x)", ""] {
            assert!(phrases.add(line, 1).is_err(), "{line}");
        }
    }
}
