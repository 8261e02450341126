//! Near-duplicate documents, so that one source repeated is not taken for corroboration: MinHash over
//! word shingles (Broder 1997), candidates by bands of it, groups by likeness. It compares words alone;
//! it knows nothing of where a text came from.

use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, LazyLock},
};
use types::DocumentId;

/// Words a shingle.
const SHINGLE: usize = 5;
/// Permutations.
const HASHES: usize = 64;
/// Hashes a band: two texts with a likeness of 0.7 share a whole band with a chance of 0.99.
const ROWS: usize = 4;
/// From this likeness on one is a copy of the other.
const COPY: f32 = 0.7;
/// Members of a group compared in one band: copies of one text are alike.
const LOOKED_AT: usize = 8;

/// A text's MinHash: which word shingles it has, in 64 numbers. Empty for a text without words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint(Vec<u64>);

impl Fingerprint {
    /// Reads a text once. Case, punctuation and white space do not count.
    pub fn of(text: &str) -> Self {
        let lower = text.to_lowercase();
        let words: Vec<u64> = language::words(&lower).map(|(_, word)| hash(word.bytes())).collect();
        if words.is_empty() {
            return Self::default();
        }
        let mut least = vec![u64::MAX; HASHES];
        for shingle in words.windows(SHINGLE.min(words.len())) {
            let whole = hash(shingle.iter().flat_map(|word| word.to_le_bytes()));
            for (least, (factor, addend)) in least.iter_mut().zip(PERMUTATIONS.iter()) {
                *least = (*least).min(mix(whole.wrapping_mul(*factor).wrapping_add(*addend)));
            }
        }
        Self(least)
    }

    /// The numbers, for a record.
    pub fn numbers(self) -> Vec<u64> {
        self.0
    }

    /// From a record's numbers. Numbers of another length are like nothing.
    pub fn from_numbers(numbers: Vec<u64>) -> Self {
        Self(numbers)
    }

    /// Estimated share of shingles that both have of those that either has (Jaccard), 0 to 1, within
    /// about 0.06. 0 where either has none.
    pub fn likeness(&self, other: &Self) -> f32 {
        if self.0.is_empty() || self.0.len() != other.0.len() {
            return 0.0;
        }
        let same = self.0.iter().zip(&other.0).filter(|(one, two)| one == two).count();
        same as f32 / self.0.len() as f32
    }

    /// One key a band.
    fn bands(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.chunks(ROWS).enumerate().map(|(band, rows)| {
            let rows = rows.iter().flat_map(|row| row.to_le_bytes());
            hash((band as u64).to_le_bytes().into_iter().chain(rows))
        })
    }
}

/// Odd factors and addends, the same on every machine.
static PERMUTATIONS: LazyLock<Vec<(u64, u64)>> =
    LazyLock::new(|| (0..HASHES as u64).map(|at| (mix(2 * at + 1) | 1, mix(2 * at + 2))).collect());

/// FNV-1a.
fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    let seed = 0xcbf2_9ce4_8422_2325;
    mix(bytes.fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)))
}

/// The finaliser of SplitMix64.
fn mix(mut value: u64) -> u64 {
    value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[derive(Clone, Debug)]
struct Held {
    id: DocumentId,
    fingerprint: Arc<Fingerprint>,
    /// Its group.
    group: u64,
}

/// Documents grouped by likeness. A copy of a copy belongs to the group too. Flat sets, since it is
/// copied whole for each commit that adds to it.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    /// The last running number given, to a document or a group.
    next: u64,
    /// When each document was added, as a running number, by which all else names it.
    orders: HashMap<DocumentId, u64>,
    held: HashMap<u64, Held>,
    /// Group, member.
    groups: BTreeSet<(u64, u64)>,
    /// Band, document that has it.
    bands: BTreeSet<(u64, u64)>,
}

/// The second numbers of the pairs that begin with `first`, in their order.
fn under(pairs: &BTreeSet<(u64, u64)>, first: u64) -> impl Iterator<Item = u64> + '_ {
    pairs.range((first, 0)..=(first, u64::MAX)).map(|(_, second)| *second)
}

impl Copies {
    /// Adds a document, or reads it anew where it is held already: it keeps its place in the order.
    pub fn add(&mut self, id: DocumentId, fingerprint: Fingerprint) {
        let order = match self.orders.get(&id).copied() {
            Some(order) => {
                self.remove(&id);
                order
            }
            None => self.number(),
        };
        self.insert(id, order, Arc::new(fingerprint));
    }

    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn insert(&mut self, id: DocumentId, order: u64, fingerprint: Arc<Fingerprint>) {
        let alike = self.alike(&fingerprint);
        let members = |group: &u64| under(&self.groups, *group).count();
        let group = alike.iter().copied().max_by_key(members).unwrap_or_else(|| self.number());
        alike.into_iter().filter(|other| *other != group).for_each(|other| self.join(group, other));
        self.groups.insert((group, order));
        self.bands.extend(fingerprint.bands().map(|band| (band, order)));
        self.orders.insert(id, order);
        self.held.insert(order, Held { id, fingerprint, group });
    }

    /// The groups with a member that is like a text.
    fn alike(&self, fingerprint: &Fingerprint) -> Vec<u64> {
        let mut alike: Vec<u64> = Vec::new();
        for band in fingerprint.bands() {
            let mut looked: HashMap<u64, usize> = HashMap::new();
            for held in under(&self.bands, band).filter_map(|order| self.held.get(&order)) {
                let seen = looked.entry(held.group).or_default();
                *seen += 1;
                let new = *seen <= LOOKED_AT && !alike.contains(&held.group);
                if new && held.fingerprint.likeness(fingerprint) >= COPY {
                    alike.push(held.group);
                }
            }
        }
        alike
    }

    /// All of `other` go over to `group`.
    fn join(&mut self, group: u64, other: u64) {
        let members: Vec<u64> = under(&self.groups, other).collect();
        for order in members {
            self.groups.remove(&(other, order));
            self.groups.insert((group, order));
            if let Some(held) = self.held.get_mut(&order) {
                held.group = group;
            }
        }
    }

    /// Takes a document out of everything but its group.
    fn take(&mut self, order: u64) -> Option<Held> {
        let held = self.held.remove(&order)?;
        self.orders.remove(&held.id);
        for band in held.fingerprint.bands() {
            self.bands.remove(&(band, order));
        }
        self.groups.remove(&(held.group, order));
        Some(held)
    }

    /// Takes a document out. What was alike only through it falls apart.
    pub fn remove(&mut self, id: &DocumentId) {
        let Some(order) = self.orders.get(id).copied() else { return };
        let Some(gone) = self.take(order) else { return };
        let rest: Vec<u64> = under(&self.groups, gone.group).collect();
        let Some(first) = rest.first().and_then(|order| self.held.get(order)) else { return };
        // Where all are like the first, they hold together without the one that went.
        let like = |order: &u64| {
            let held = self.held.get(order);
            held.is_some_and(|held| held.fingerprint.likeness(&first.fingerprint) >= COPY)
        };
        if rest.iter().all(like) {
            return;
        }
        let taken: Vec<(u64, Held)> =
            rest.into_iter().filter_map(|order| Some((order, self.take(order)?))).collect();
        taken.into_iter().for_each(|(order, held)| self.insert(held.id, order, held.fingerprint));
    }

    /// The first added of the near-duplicates of a document; itself where it has none or is not held.
    pub fn origin(&self, id: &DocumentId) -> DocumentId {
        let held = self.orders.get(id).and_then(|order| self.held.get(order));
        let first = held.and_then(|held| under(&self.groups, held.group).next());
        first.and_then(|order| self.held.get(&order)).map_or(*id, |held| held.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn id(number: u8) -> DocumentId {
        DocumentId::from_bytes([number; 16])
    }

    /// A text of `words` words, of which the first `own` are its own.
    fn text(seed: u32, own: u32, words: u32) -> String {
        let word = |at: u32| if at < own { format!("w{seed}x{at}") } else { format!("common{at}") };
        (0..words).map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn likeness_is_near_the_share_of_shingles() {
        let of = |text: &str| Fingerprint::of(text);
        let one = text(1, 0, 400);
        for (other, low, high) in [
            (one.to_uppercase().replace(' ', ", \n"), 1.0, 1.0),
            (text(1, 20, 400), 0.8, 1.0),
            (text(1, 200, 400), 0.2, 0.5),
            (text(1, 400, 400), 0.0, 0.05),
            (String::new(), 0.0, 0.0),
            ("— … !".to_owned(), 0.0, 0.0),
        ] {
            let likeness = of(&one).likeness(&of(&other));
            assert!((low..=high).contains(&likeness), "{likeness} {other:.30}");
        }
        assert_eq!(of("Yes.").likeness(&of("yes")), 1.0);
        assert_eq!(Fingerprint(vec![1]).likeness(&of("yes")), 0.0);
    }

    #[test]
    fn copies_of_copies_count_once_until_the_link_goes() {
        let mut copies = Copies::default();
        // 2 is like 1 and like 3; 1 and 3 are less so.
        let parts = |from: u32, to: u32| (from..to).map(|w| format!("p{w} ")).collect::<String>();
        for (number, from, to) in [(1, 0, 500), (3, 110, 610), (2, 55, 555), (9, 5_000, 5_400)] {
            copies.add(id(number), Fingerprint::of(&parts(from, to)));
        }
        let origins = |copies: &Copies| [1, 2, 3, 9].map(|number| copies.origin(&id(number)));
        assert_eq!(origins(&copies), [id(1), id(1), id(1), id(9)]);
        copies.remove(&id(2));
        assert_eq!(origins(&copies), [id(1), id(2), id(3), id(9)]);
        copies.add(id(2), Fingerprint::of(&parts(55, 555)));
        assert_eq!(origins(&copies), [id(1), id(1), id(1), id(9)]);
        copies.remove(&id(1));
        assert_eq!(origins(&copies), [id(1), id(3), id(3), id(9)]);
        copies.remove(&id(7));
        [2, 3, 9].iter().for_each(|number| copies.remove(&id(*number)));
        assert!(copies.bands.is_empty() && copies.groups.is_empty() && copies.held.is_empty());
    }

    #[test]
    fn empty_texts_are_no_copies_of_each_other() {
        let mut copies = Copies::default();
        [1, 2].iter().for_each(|number| copies.add(id(*number), Fingerprint::of("…")));
        assert_eq!(copies.origin(&id(2)), id(2));
    }

    proptest! {
        #[test]
        fn groups_are_those_of_brute_force(
            steps in prop::collection::vec((0u8..12, 0u8..4, 0u32..3, any::<bool>()), 1..40),
        ) {
            let mut copies = Copies::default();
            let mut model: Vec<(u8, Fingerprint)> = Vec::new();
            for (number, topic, changed, removes) in steps {
                let known = model.iter().position(|(other, _)| *other == number);
                if removes {
                    copies.remove(&id(number));
                    known.map(|at| model.remove(at));
                } else {
                    let base = (0..300).map(|w| format!("t{topic}w{w}"));
                    let own = (0..changed * 5).map(|w| format!("n{number}w{w}"));
                    let text = own.chain(base).collect::<Vec<_>>().join(" ");
                    let fingerprint = Fingerprint::of(&text);
                    copies.add(id(number), fingerprint.clone());
                    match known {
                        Some(at) => model[at].1 = fingerprint,
                        None => model.push((number, fingerprint)),
                    }
                }
                for (number, fingerprint) in &model {
                    let first = model.iter().find(|(_, other)| other.likeness(fingerprint) >= COPY);
                    prop_assert_eq!(copies.origin(&id(*number)), id(first.unwrap().0));
                }
            }
        }
    }
}
