//! What of a statement tells whether it can meet another at all: a tenth of its size, so that those of a
//! whole graph can be kept. Nothing that [`compare`](crate::compare) relates is parted by it.

use crate::{
    compare::LIGHT,
    lexicon::Key,
    statement::{Statement, Word},
};

/// A statement's words by what they could be taken for.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// Hundredths of each word's weight, and how many of `tags` are its own.
    words: Box<[(u8, u8)]>,
    tags: Box<[u16]>,
    whole: Key,
    hedged: bool,
    fit: bool,
}

/// By what two words can meet. Each kind is hashed apart from the others.
#[derive(Clone, Copy)]
enum Kind {
    Meaning = 1,
    Root,
    Axis,
}

fn tag(kind: Kind, key: Key) -> u16 {
    let mixed = (key ^ (kind as Key)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 48) as u16
}

/// All that a word could meet another by: the same meaning or root, that of the other without a prefix that
/// denies, an axis of opposites.
fn tags(word: &Word) -> impl Iterator<Item = u16> + '_ {
    let own = [tag(Kind::Meaning, word.meaning), tag(Kind::Root, word.root)];
    let (meaning, root) = word.bare;
    let bare = [tag(Kind::Meaning, meaning), tag(Kind::Root, root)];
    let bare = bare.into_iter().filter(|_| word.bare != (0, 0));
    own.into_iter()
        .chain(bare)
        .chain(word.poles.iter().map(|pole| tag(Kind::Axis, pole.axis.into())))
}

impl Statement {
    /// See [`Sketch`].
    pub fn sketch(&self) -> Sketch {
        let mut all = Vec::with_capacity(3 * self.words.len());
        let mut read = |word: &Word| {
            let before = all.len();
            all.extend(tags(word));
            // rounded down: what stands alone weighs no less than it is counted
            ((word.weight * 100.0) as u8, (all.len() - before) as u8)
        };
        let words = self.words.iter().map(&mut read).collect();
        let (whole, hedged, fit) = (self.whole, self.hedged, self.fit);
        Sketch { words, tags: all.into(), whole, hedged, fit }
    }
}

impl Sketch {
    /// False where comparing the two statements would find them unrelated for certain.
    pub fn may_meet(&self, other: &Self) -> bool {
        if !(self.fit && other.fit) {
            return false;
        }
        let light = (LIGHT * 100.0).ceil() as u32;
        let strangers = || self.alone(other) > light && other.alone(self) > light;
        self.whole == other.whole || (self.hedged == other.hedged && !strangers())
    }

    /// Hundredths of the weight of words that nothing in the other could be paired with; at least that much
    /// stands alone.
    fn alone(&self, other: &Self) -> u32 {
        let mut there = [0u64; 1 << 4];
        let place = |tag: u16| (usize::from(tag >> 6) & 15, 1u64 << (tag & 63));
        for (at, bit) in other.tags.iter().map(|tag| place(*tag)) {
            there.get_mut(at).into_iter().for_each(|bits| *bits |= bit);
        }
        let meets = |tag: &u16| {
            let (at, bit) = place(*tag);
            there.get(at).is_some_and(|bits| bits & bit != 0)
        };
        let (mut rest, mut alone) = (&*self.tags, 0);
        for (weight, count) in &self.words {
            let (own, after) = rest.split_at_checked((*count).into()).unwrap_or((rest, &[]));
            rest = after;
            if !own.iter().any(meets) {
                alone += u32::from(*weight);
            }
        }
        alone
    }
}

#[cfg(test)]
mod tests {
    use crate::{Comparison, Statement, compare};
    use serde_json::Value;

    /// Of pairs that share words, most that are unrelated are told by their sketches.
    #[test]
    fn most_strangers_are_parted() {
        let rows = include_str!("../../../../assets/eval/contradictions.jsonl").lines();
        let (mut unrelated, mut parted) = (0, 0);
        for row in rows.map(|row| serde_json::from_str::<Value>(row).unwrap()) {
            let said = |side: &str| Statement::new(row[side].as_str().unwrap());
            let (one, two) = (said("a"), said("b"));
            let apart = !one.sketch().may_meet(&two.sketch());
            if compare(&one, &two) == Comparison::Unrelated {
                unrelated += 1;
                parted += usize::from(apart);
            } else {
                assert!(!apart, "{row}");
            }
        }
        assert!(unrelated > 100 && 2 * parted > unrelated, "{parted} of {unrelated}");
    }
}
