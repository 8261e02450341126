//! Words that stand for one another, and words that exclude each other: `assets/opposites.txt`, by stem.
//! Its phrases and its grammar of statements are read in `trust`; here only its single words are.

use language::{List, sectioned, stem};
use std::{
    collections::{HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
    sync::LazyLock,
};

/// A stem, as a number.
pub(super) type Key = u64;

/// How far a word of a source stands for one of a claim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kinship {
    /// The same stem.
    Same,
    /// Taken for one another, or alike in their first letters.
    Kin,
    /// One excludes the other.
    Opposed,
}

/// Where a word stands on an axis of opposites.
type Pole = (u16, u8);

#[derive(Default)]
struct Kin {
    forms: HashMap<Key, Key>,
    groups: HashMap<Key, Key>,
    poles: HashMap<Key, Vec<Pole>>,
    denying: HashSet<String>,
    hedging: HashSet<String>,
}

static KIN: LazyLock<Kin> =
    LazyLock::new(|| Kin::read(include_str!("../../../../../assets/opposites.txt")));

impl Kin {
    fn read(text: &str) -> Self {
        let mut kin = Self::default();
        let single = |line: &str| -> Vec<String> {
            line.split_whitespace().filter(|word| !word.contains('_')).map(str::to_owned).collect()
        };
        for (axis, (_, section, line)) in (0u16..).zip(sectioned(text)) {
            match section {
                "forms" | "past" => {
                    let Some((base, forms)) = line.split_once(':') else { continue };
                    let base = stem_key(base.trim());
                    kin.forms.extend(single(forms).iter().map(|form| (stem_key(form), base)));
                }
                "change" | "contrary" => {
                    for (side, words) in (0u8..).zip(line.split('|').take(2)) {
                        for word in single(words) {
                            kin.poles.entry(stem_key(&word)).or_default().push((axis, side));
                        }
                    }
                }
                "same" => {
                    let keys: Vec<Key> = single(line).iter().map(|word| stem_key(word)).collect();
                    let Some(first) = keys.first().copied() else { continue };
                    for key in keys {
                        kin.groups.entry(key).or_insert(first);
                    }
                }
                "negators" => kin.denying.extend(line.split_whitespace().map(str::to_owned)),
                "hedges" => kin.hedging.extend(single(line)),
                _ => {}
            }
        }
        kin
    }
}

fn hash(text: &str) -> Key {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

fn stem_key(lower: &str) -> Key {
    hash(&stem(lower))
}

/// The stem of a word in lower case; irregular forms are brought to their base.
pub(super) fn key(lower: &str) -> Key {
    let key = stem_key(lower);
    KIN.forms.get(&key).copied().unwrap_or(key)
}

/// Words that are taken for one another have the same.
pub(super) fn group(key: Key) -> Key {
    KIN.groups.get(&key).copied().unwrap_or(key)
}

/// Whether one of two words excludes the other, or both point the same way.
pub(super) fn axis(one: Key, other: Key) -> Option<Kinship> {
    let (ones, others) = (KIN.poles.get(&one)?, KIN.poles.get(&other)?);
    let on = |same: bool| {
        ones.iter().any(|(axis, side)| others.iter().any(|(a, s)| a == axis && (s == side) == same))
    };
    match (on(false), on(true)) {
        (true, false) => Some(Kinship::Opposed),
        (_, true) => Some(Kinship::Kin),
        _ => None,
    }
}

/// Whether a word stands on any axis.
pub(super) fn has_axis(key: Key) -> bool {
    KIN.poles.contains_key(&key)
}

/// What is left of a word, in lower case, that begins with a prefix that denies: "unsafe".
pub(super) fn bare(lower: &str) -> Option<Key> {
    let kept = List::of("no denying prefix").entries();
    if kept.iter().any(|word| lower.starts_with(word)) {
        return None;
    }
    let prefixes = List::of("denying prefixes").entries().iter();
    let rest = prefixes.filter_map(|prefix| lower.strip_prefix(prefix)).find(|it| it.len() > 4)?;
    Some(key(rest))
}

/// How many words, from the first of these on, deny what follows; 0 where none does.
pub(super) fn denies(words: &[&str]) -> usize {
    let Some(first) = words.first() else { return 0 };
    // "not more than 5" bounds a number; "not only" adds
    let than_number = || {
        let number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
        words.get(2).is_some_and(|it| *it == "than") && words.get(3).is_some_and(number)
    };
    let bounds = words.get(1).is_some_and(|it| *it == "only") || than_number();
    let phrase = |count: usize| words.get(..count).map(|words| words.join("_"));
    if let Some(count) =
        (2..=3).rev().find(|it| phrase(*it).is_some_and(|it| KIN.denying.contains(&it)))
    {
        return count;
    }
    let denying = KIN.denying.contains(*first) || first.ends_with("n't") || first.ends_with("n’t");
    usize::from(denying && !bounds)
}

/// Whether a word leaves open whether what it stands with is so.
pub(super) fn hedges(lower: &str) -> bool {
    KIN.hedging.contains(lower) || matches!(lower, "may" | "could")
}
