//! A statement made ready to be compared: its words with their roles, what is denied, how many it speaks
//! of, its quantities and dates. It is read once; comparing reads no text. No grammar is parsed: the
//! sentence's own verb, its subject, and the conditions around it are told by word lists and order.

use crate::{
    lexicon::{Key, Pole},
    quantity::Quantity,
    reader::Dated,
};

/// Where in a sentence a word stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// Before the sentence's own verb.
    Subject,
    /// From its verb on.
    Predicate,
    /// In a condition: a time, place, population.
    Scope,
}

/// A word that carries meaning.
#[derive(Clone, Debug)]
pub struct Word {
    /// As written, in lower case.
    pub text: Box<str>,
    /// Its stem.
    pub key: Key,
    /// What it is taken for.
    pub meaning: Key,
    /// Its stem without endings that make other kinds of words of it.
    pub root: Key,
    /// Stem and root without a prefix that denies: `un-`, `in-`. 0 where it has none.
    pub bare: (Key, Key),
    pub poles: &'static [Pole],
    pub region: Region,
    /// 0 for the frame of a statement, 1 for a plain word, more for a name.
    pub weight: f32,
    /// Before the verb, or after it in a passive: what acts.
    pub acts: bool,
    /// Whether it is the verb, or stands right after a word that makes a condition the point.
    pub pointed: bool,
    /// In a sentence whose verb is not known: whether no word follows that it could belong to.
    pub ends: bool,
    /// Only names what a quantity measures.
    pub attribute: bool,
    /// Opens a condition that turns a statement into another.
    pub opens: bool,
}

/// A quantity with what is known of its place.
#[derive(Clone, Debug)]
pub struct Told {
    pub quantity: Quantity,
    /// For a count: what is counted.
    pub counted: Key,
    /// As it stands, to be told of.
    pub written: Box<str>,
    /// In a condition.
    pub scoped: bool,
    /// Part of a condition: `at 25 °C the solubility is …`, `a 5 mg dose`.
    pub condition: bool,
}

/// Shares of a whole, lowest and highest, that a statement speaks of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub low: f32,
    pub high: f32,
    /// Whether a word says so: "all", "never".
    pub told: bool,
}

impl Share {
    /// That a word tells.
    pub const fn told(low: f32, high: f32) -> Self {
        Self { low, high, told: true }
    }

    /// What is left to the others.
    pub fn denied(self) -> Self {
        Self { low: 1.0 - self.high, high: 1.0 - self.low, told: self.told }
    }

    /// `not all` leaves all but the whole; `not many` few.
    pub fn denied_if(self, told: Self) -> Self {
        if told.low >= 1.0 { self } else { told.denied() }
    }

    /// Whether no share is in both.
    pub fn apart(self, other: Self) -> bool {
        self.high < other.low || other.high < self.low
    }
}

/// Where nothing is said, most is meant.
pub const BARE: Share = Share { low: 0.55, high: 1.0, told: false };
/// The least share, and the most that is not the whole.
pub const NEARLY: f32 = 0.001;

/// A statement, prepared once.
#[derive(Clone, Debug)]
pub struct Statement {
    pub(crate) words: Vec<Word>,
    pub(crate) quantities: Vec<Told>,
    pub(crate) dates: Vec<Dated>,
    pub(crate) share: Share,
    /// Words that are denied, by their place in `words`; a denial without a word counts for the whole.
    pub(crate) denied: Vec<Option<usize>>,
    pub(crate) hedged: bool,
    /// Whether it tells what happens once.
    pub(crate) once: bool,
    /// Whether it says what has to be.
    pub(crate) normative: bool,
    /// Whether its ends may change places.
    pub(crate) symmetric: bool,
    pub(crate) greater: bool,
    /// Whether it can be compared at all.
    pub(crate) fit: bool,
    /// Hash of its words, to know the same sentence at once.
    pub(crate) whole: Key,
    /// One bit a word, to part strangers quickly.
    pub(crate) bits: u64,
    pub(crate) holds: (Option<i32>, Option<i32>),
}
