//! What a person's move of nodes teaches the vocabulary. It proposes a pattern at most, and none that
//! would draw everything along.

use super::pattern::check;
use super::words::Words;
use language::listed;
use std::collections::HashMap;

listed! {
    is_joining: "no end of a lesson";
    is_general: "any subject";
}

/// Names looked at of one move.
const NAMES: usize = 200;
/// Words looked at of a name.
const NAME_WORDS: usize = 40;
/// A name of more words is a sentence: by itself it teaches nothing.
const SHORT_NAME: usize = 5;
/// Longest lesson, in words.
const LESSON_WORDS: usize = 4;
/// Of several names, so many of ten must share the words.
const SHARED_OF_TEN: usize = 7;

/// The pattern that a move of nodes with these names teaches: the longest run of words that they
/// share, singular and plural taken together, the one nearest the end of the names (their head)
/// where several are as long. `None` where they share nothing, where what they share could be about
/// anything, or where the wing or room cannot be taught.
pub fn lesson(names: &[&str], wing: &str, room: &str) -> Option<String> {
    let names: Vec<Words> =
        names.iter().take(NAMES).map(|name| Words::of(name, NAME_WORDS)).collect();
    let names: Vec<&Words> = names.iter().filter(|name| name.len() > 0).collect();
    let pattern = match names.as_slice() {
        [] => return None,
        [one] => alone(one)?,
        several => shared(several)?,
    };
    check(&pattern, wing, room).ok().map(|()| pattern)
}

/// A short name as it is, without what joins at its ends.
fn alone(name: &Words) -> Option<String> {
    let all: Vec<&str> = name.iter().collect();
    let (start, end) = trimmed(&all)?;
    let words = all.get(start..end)?;
    let fits = words.len() <= LESSON_WORDS && name.len() <= SHORT_NAME && teaches(words);
    fits.then(|| words.join(" "))
}

/// Where a run of words ends up, as different names write it.
#[derive(Default)]
struct Run {
    /// Names that have it, and the last that was counted.
    names: usize,
    last: Option<usize>,
    /// How far from the ends of the names, in sum.
    from_end: usize,
    /// How its last word is written.
    endings: Vec<String>,
}

/// What most of the names share.
fn shared(names: &[&Words]) -> Option<String> {
    let mut runs: HashMap<Vec<String>, Run> = HashMap::new();
    for (at, name) in names.iter().enumerate() {
        let words: Vec<&str> = name.iter().collect();
        for size in 1..=LESSON_WORDS {
            for (start, run) in words.windows(size).enumerate() {
                if trimmed(run) != Some((0, size)) || !teaches(run) {
                    continue;
                }
                let (Some((last, before)), from_end) =
                    (run.split_last(), words.len() - start - size)
                else {
                    continue;
                };
                let mut key: Vec<String> = before.iter().map(|&word| word.to_owned()).collect();
                key.push(singular(last).to_owned());
                note(runs.entry(key).or_default(), at, last, from_end);
            }
        }
    }
    let enough = (names.len() * SHARED_OF_TEN).div_ceil(10).max(2);
    let found = runs.into_iter().filter(|(_, run)| run.names >= enough);
    let rank = |(key, run): &(Vec<String>, Run)| {
        (key.len(), run.names, std::cmp::Reverse(run.from_end), std::cmp::Reverse(key.join(" ")))
    };
    let (mut key, run) = found.max_by_key(rank)?;
    if let ([one], Some(last)) = (run.endings.as_slice(), key.last_mut()) {
        last.clone_from(one);
    } else if let Some(last) = key.last_mut() {
        last.push('*');
    }
    Some(key.join(" "))
}

/// Counts a run once a name.
fn note(run: &mut Run, name: usize, last: &str, from_end: usize) {
    if run.last != Some(name) {
        run.names += 1;
        run.from_end += from_end;
        run.last = Some(name);
    }
    if !run.endings.iter().any(|ending| ending == last) {
        run.endings.push(last.to_owned());
    }
}

/// Without the words that join at both ends.
fn trimmed(words: &[&str]) -> Option<(usize, usize)> {
    let joins = |word: &&str| is_joining(word);
    let start = words.iter().position(|word| !joins(word))?;
    let end = words.iter().rposition(|word| !joins(word))? + 1;
    Some((start, end))
}

/// Whether some word of a run says what it is about.
fn teaches(words: &[&str]) -> bool {
    let says = |word: &&str| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        let enough = if word.is_ascii() { 2 } else { 1 };
        // a phrase may have a short word in it, one short word alone is an abbreviation of anything
        let enough = enough + usize::from(words.len() == 1 && word.is_ascii());
        letters >= enough && !is_general(word) && !is_joining(word)
    };
    words.iter().any(says)
}

/// Without the plural's ending, where English writes one.
fn singular(word: &str) -> &str {
    let kept = ["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    match word.strip_suffix('s') {
        Some(stem) if stem.len() >= 3 && word.is_ascii() && !kept => stem,
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_teach_what_the_names_share() {
        let sentence = "The zero trust pilot cut the time to revoke a stolen badge to one hour";
        for (names, taught) in [
            (&["Zero trust architecture"][..], Some("zero trust architecture")),
            (&["The OAuth client"], Some("oauth client")),
            (&["OAuth client", "OAuth token", "The OAuth 2.0 server"], Some("oauth")),
            (&["encryption key", "Encryption keys"], Some("encryption key*")),
            (&["Key rotation policy", "Rotation policy for keys"], Some("rotation policy")),
            (
                &["salt marsh", "young salt marsh", "marsh birds", "salt marsh birds"],
                Some("salt marsh"),
            ),
            (&["加密 算法"], Some("加 密 算 法")),
            (&[sentence], None),
            (&[sentence, "Zero trust is not a product"], Some("zero trust")),
            (&["Results"], None),
            (&["The study"], None),
            (&["study results", "results of the study"], None),
            (&["OAuth", "salt marsh"], None),
            (&["AI"], None),
            (&["2019", "2019"], None),
            (&["of the", "of the"], None),
            (&["…", ""], None),
            (&[], None),
        ] {
            assert_eq!(lesson(names, "security", "general").as_deref(), taught, "{names:?}");
        }
        assert_eq!(lesson(&["OAuth client"], "unsorted", "unsorted"), None);
        assert_eq!(lesson(&["OAuth client"], "Not a wing!", "general"), None);
    }
}
