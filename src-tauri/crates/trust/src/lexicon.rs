//! What words do to a statement: deny it, turn it round, bound it. The lists are data,
//! `assets/opposites.txt`; nothing here reads a sentence.

use foldhash::{HashMap, HashSet};
use language::{List, Memory, sectioned, stem};
use std::{cell::RefCell, sync::LazyLock};

/// A word as it is compared: a hash of its stem.
pub type Key = u64;

/// The axis of more and less.
pub const CHANGE: u16 = 0;

/// Where a word stands on an axis of opposites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pole {
    pub axis: u16,
    /// 1 or -1; 0 where it says that nothing changes.
    pub sign: i8,
}

/// What a word may be, beside what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    Verb,
    Report,
    Once,
    Soft,
    Label,
    Hedge,
    Attribute,
    Focus,
    Scope,
    Negator,
    Symmetric,
    Greater,
}

const ROLES: [(&str, Role); 12] = [
    ("verbs", Role::Verb),
    ("reports", Role::Report),
    ("once", Role::Once),
    ("soft", Role::Soft),
    ("labels", Role::Label),
    ("hedges", Role::Hedge),
    ("attributes", Role::Attribute),
    ("focus", Role::Focus),
    ("scope", Role::Scope),
    ("negators", Role::Negator),
    ("symmetric", Role::Symmetric),
    ("greater", Role::Greater),
];

/// The lists, ready to look words up in.
#[derive(Default)]
pub struct Lexicon {
    forms: HashMap<String, String>,
    /// Irregular forms of verbs.
    past: HashSet<String>,
    same: HashMap<Key, Key>,
    poles: HashMap<Key, Vec<Pole>>,
    roles: HashMap<Key, Vec<Role>>,
    /// Phrases by their first word: their words, and the word each stands for.
    phrases: HashMap<Key, Vec<(Vec<Key>, String)>>,
    axes: u16,
}

/// What a word's form tells.
#[derive(Clone, Copy, Debug)]
pub struct Lexeme {
    /// Of its stem.
    pub key: Key,
    /// Of its stem without endings that make other kinds of words of it.
    pub root: Key,
    /// What it is taken for and its root without a prefix that denies: `un-`, `in-`; 0 where it has none.
    pub bare: (Key, Key),
}

thread_local! {
    static LEXEMES: RefCell<Memory<Lexeme>> = RefCell::default();
}

static LEXICON: LazyLock<Lexicon> =
    LazyLock::new(|| Lexicon::parse(include_str!("../../../../assets/opposites.txt")).0);

/// Loci's own lists.
pub fn lexicon() -> &'static Lexicon {
    &LEXICON
}

impl Lexicon {
    fn parse(text: &str) -> (Self, Vec<String>) {
        let mut lists = Self { axes: CHANGE + 1, ..Self::default() };
        let mut refused = Vec::new();
        let sections: Vec<(usize, &str, &str)> = sectioned(text);
        // Irregular forms first: every other list is looked up by stem.
        let (forms, others): (Vec<_>, Vec<_>) =
            sections.into_iter().partition(|(_, section, _)| matches!(*section, "forms" | "past"));
        for (number, section, line) in forms.into_iter().chain(others) {
            if let Err(reason) = lists.line(section, line) {
                refused.push(format!("line {number}: {reason}"));
            }
        }
        (lists, refused)
    }

    fn line(&mut self, section: &str, line: &str) -> Result<(), String> {
        let role = ROLES.iter().find(|(name, _)| *name == section);
        match section {
            "forms" | "past" => {
                let (base, forms) = line.split_once(':').ok_or("no base")?;
                for form in forms.split_whitespace() {
                    self.forms.insert(form.to_owned(), base.trim().to_owned());
                    if section == "past" {
                        self.past.insert(form.to_owned());
                    }
                }
            }
            "change" => self.opposites(line, CHANGE, &[1, -1, 0])?,
            "contrary" => {
                self.opposites(line, self.axes, &[1, -1])?;
                self.axes += 1;
            }
            "same" => {
                let keys: Vec<Key> = line.split_whitespace().map(|word| self.entry(word)).collect();
                let first = keys.first().copied().unwrap_or_default();
                let first = self.same.get(&first).copied().unwrap_or(first);
                for key in keys {
                    self.same.entry(key).or_insert(first);
                }
            }
            _ => {
                let (_, role) = role.ok_or_else(|| format!("{section} is no section"))?;
                for word in line.split_whitespace() {
                    let key = self.entry(word);
                    self.roles.entry(key).or_default().push(*role);
                }
            }
        }
        Ok(())
    }

    fn opposites(&mut self, line: &str, axis: u16, signs: &[i8]) -> Result<(), String> {
        let sides: Vec<&str> = line.split('|').collect();
        if sides.len() != signs.len() {
            return Err(format!("{} sides", sides.len()));
        }
        for (side, sign) in sides.into_iter().zip(signs) {
            for word in side.split_whitespace() {
                let key = self.entry(word);
                self.poles.entry(key).or_default().push(Pole { axis, sign: *sign });
            }
        }
        Ok(())
    }

    /// The key of an entry; a phrase is noted as one.
    fn entry(&mut self, word: &str) -> Key {
        let parts: Vec<Key> = word.split('_').map(|part| self.key(part)).collect();
        if let (Some(first), true) = (parts.first(), parts.len() > 1) {
            let known = self.phrases.entry(*first).or_default();
            // Forms of one phrase, `fail_to` and `failed_to`, are one.
            if let Some((_, word)) = known.iter().find(|(words, _)| *words == parts) {
                return hash(word);
            }
            known.push((parts, word.to_owned()));
            known.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
            return hash(word);
        }
        self.key(word)
    }

    /// A word in lower case as it is compared.
    pub fn key(&self, word: &str) -> Key {
        hash(&self.stem(word))
    }

    /// What is known of a word in lower case by its form alone. A thread remembers it: the words of a
    /// statement are mostly those of the statements before it.
    pub fn lexeme(&self, word: &str) -> Lexeme {
        LEXEMES.with_borrow_mut(|known| known.of(word, |word| self.read(word)))
    }

    fn read(&self, word: &str) -> Lexeme {
        let stem = self.stem(word);
        let bare = without_prefix(word).map(|rest| {
            let stem = self.stem(rest);
            (self.meaning(hash(&stem)), hash(root(&stem)))
        });
        Lexeme { key: hash(&stem), root: hash(root(&stem)), bare: bare.unwrap_or_default() }
    }

    /// What the word is taken for where others mean the same.
    pub fn meaning(&self, key: Key) -> Key {
        self.same.get(&key).copied().unwrap_or(key)
    }

    /// Its places on axes of opposites.
    pub fn poles(&self, key: Key) -> &[Pole] {
        self.poles.get(&key).map_or(&[], Vec::as_slice)
    }

    /// Whether the word may be that.
    pub fn is(&self, key: Key, role: Role) -> bool {
        self.roles.get(&key).is_some_and(|roles| roles.contains(&role))
    }

    /// Whether a word is an irregular form of a verb.
    pub fn is_past(&self, word: &str) -> bool {
        self.past.contains(word)
    }

    /// The longest phrase that `words` begin with: how many words, and the word for it.
    pub fn phrase(&self, mut words: impl Iterator<Item = Key> + Clone) -> Option<(usize, &str)> {
        let known = self.phrases.get(&words.next()?)?;
        let fits = |phrase: &[Key]| {
            let mut words = words.clone();
            phrase.iter().skip(1).all(|word| words.next() == Some(*word))
        };
        let (phrase, word) = known.iter().find(|(phrase, _)| fits(phrase))?;
        Some((phrase.len(), word))
    }

    /// The stem of a word, to look for common roots.
    pub fn stem(&self, word: &str) -> String {
        let base = self.forms.get(word).map_or(word, String::as_str);
        // The stemmer is made for English; anything else is compared as it stands.
        if base.len() > 40 || !base.bytes().all(|b| b.is_ascii_lowercase()) {
            return base.to_owned();
        }
        stem(base)
    }
}

/// The rest of a word that begins with a denying prefix.
fn without_prefix(word: &str) -> Option<&str> {
    if List::of("no denying prefix").entries().iter().any(|whole| word.starts_with(whole)) {
        return None;
    }
    let rest = List::of("denying prefixes")
        .entries()
        .iter()
        .find_map(|prefix| word.strip_prefix(prefix))?;
    (rest.len() >= 4 && rest.is_ascii()).then_some(rest)
}

/// A stem without endings that make other kinds of words of it: `eruption`, `erupt`.
fn root(stem: &str) -> &str {
    for ending in List::of("endings of kindred words").entries() {
        if let Some(rest) = stem.strip_suffix(*ending)
            && rest.len() >= 5
        {
            return rest;
        }
    }
    stem
}

/// FNV-1a.
pub fn hash(word: &str) -> Key {
    continued(0xcbf2_9ce4_8422_2325, word)
}

/// The same of words with spaces between them.
pub fn joined<'a>(first: &str, others: impl Iterator<Item = &'a str>) -> Key {
    others.fold(hash(first), |hash, word| continued(continued(hash, " "), word))
}

fn continued(hash: Key, word: &str) -> Key {
    word.bytes().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_have_no_broken_line() {
        let (_, refused) = Lexicon::parse(include_str!("../../../../assets/opposites.txt"));
        assert_eq!(refused, Vec::<String>::new());
        let (_, refused) =
            Lexicon::parse("x\n[what]\ny\n[change]\na | b\n[contrary]\na\n[forms]\nb");
        assert_eq!(refused.len(), 5, "{refused:?}");
    }

    #[test]
    fn no_list_stands_twice() {
        let text = include_str!("../../../../assets/opposites.txt");
        let mut heads: Vec<&str> = text.lines().filter(|line| line.starts_with('[')).collect();
        let all = heads.len();
        heads.sort_unstable();
        heads.dedup();
        assert_eq!(heads.len(), all);
    }

    #[test]
    fn words_meet_by_stem_form_and_meaning() {
        let lists = lexicon();
        let meaning = |word: &str| lists.meaning(lists.key(word));
        for (one, other) in
            [("rose", "rising"), ("tumours", "tumor"), ("children", "kids"), ("firm", "companies")]
        {
            assert_eq!(meaning(one), meaning(other), "{one} {other}");
        }
        assert_ne!(meaning("methane"), meaning("methanol"));
        assert_eq!(
            lists.phrase("led to harm".split(' ').map(|word| lists.key(word))).map(|(n, _)| n),
            Some(2)
        );
        let sign = |word: &str| lists.poles(lists.key(word)).first().map(|pole| pole.sign);
        assert_eq!((sign("grew"), sign("fallen"), sign("table")), (Some(1), Some(-1), None));
    }
}
