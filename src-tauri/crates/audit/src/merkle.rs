//! The Merkle tree of RFC 6962 over the log's records: its head at any size, proofs that a record is in it,
//! and that a later tree goes on from an earlier one.

use sha2::{Digest, Sha256 as Hash};
use types::Sha256;

/// The hash of a leaf.
pub fn leaf_hash(data: &[u8]) -> Sha256 {
    Sha256::from_bytes(Hash::new().chain_update([0]).chain_update(data).finalize().into())
}

fn node_hash(left: &Sha256, right: &Sha256) -> Sha256 {
    let hash = Hash::new().chain_update([1]).chain_update(left.as_bytes());
    Sha256::from_bytes(hash.chain_update(right.as_bytes()).finalize().into())
}

/// A tree that only grows: its size, and the heads of its whole subtrees, the largest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frontier {
    size: u64,
    peaks: Vec<Sha256>,
}

impl Frontier {
    /// What was kept of one; nothing where that is none.
    pub fn of(size: u64, peaks: Vec<Sha256>) -> Option<Self> {
        (peaks.len() == size.count_ones() as usize).then_some(Self { size, peaks })
    }

    /// Leaves in it.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Heads of its whole subtrees.
    pub fn peaks(&self) -> &[Sha256] {
        &self.peaks
    }

    /// One more leaf.
    pub fn push(&mut self, leaf: Sha256) {
        let mut head = leaf;
        for _ in 0..self.size.trailing_ones() {
            if let Some(left) = self.peaks.pop() {
                head = node_hash(&left, &head);
            }
        }
        self.peaks.push(head);
        self.size += 1;
    }

    /// The head of the tree.
    pub fn root(&self) -> Sha256 {
        let mut peaks = self.peaks.iter().rev();
        let Some(last) = peaks.next() else {
            return Sha256::from_bytes(Hash::digest([]).into());
        };
        peaks.fold(*last, |head, left| node_hash(left, &head))
    }
}

/// A whole tree, for proofs: 64 bytes a leaf.
pub struct Tree {
    /// From the leaves up; the odd one out is a node of the next level as it is.
    levels: Vec<Vec<Sha256>>,
}

impl Tree {
    /// Over these leaves.
    pub fn new(leaves: Vec<Sha256>) -> Self {
        let mut levels = vec![leaves];
        while let Some(level) = levels.last().filter(|level| level.len() > 1) {
            let next = level.chunks(2).filter_map(|pair| match pair {
                [left, right] => Some(node_hash(left, right)),
                [odd] => Some(*odd),
                _ => None,
            });
            let next = next.collect();
            levels.push(next);
        }
        Self { levels }
    }

    /// What leads from a leaf to the head.
    pub fn proof(&self, index: u64) -> Vec<Sha256> {
        let mut at = index as usize;
        let mut proof = Vec::new();
        for level in &self.levels {
            proof.extend(level.get(at ^ 1).filter(|_| level.len() > 1));
            at /= 2;
        }
        proof
    }

    /// What leads from the tree of the first `old` leaves to this one (RFC 6962, 2.1.2): nothing where
    /// that is the empty tree, this one, or larger.
    pub fn consistency(&self, old: u64) -> Vec<Sha256> {
        let size = self.levels.first().map_or(0, Vec::len) as u64;
        let mut proof = Vec::new();
        if old == 0 || old >= size {
            return proof;
        }
        let (mut from, mut until) = (0, size);
        while old != until {
            let split = from + (until - from).next_power_of_two() / 2;
            if old <= split {
                proof.extend(self.head(split, until));
                until = split;
            } else {
                proof.extend(self.head(from, split));
                from = split;
            }
        }
        // the earlier head itself is known where its tree is a whole subtree
        proof.extend(self.head(from, until).filter(|_| from > 0));
        proof.reverse();
        proof
    }

    /// The head over leaves that the standard's splitting puts together.
    fn head(&self, from: u64, until: u64) -> Option<Sha256> {
        let height = (until - from).next_power_of_two().trailing_zeros();
        self.levels.get(height as usize)?.get((from >> height) as usize).copied()
    }
}

/// Whether the tree of `size` and `root` goes on from that of `old` and `old_root` (RFC 9162, 2.1.4.2).
pub fn verify_consistency(
    old: u64,
    old_root: &Sha256,
    size: u64,
    root: &Sha256,
    proof: &[Sha256],
) -> bool {
    if old == 0 || old == size {
        let same = if old == 0 { Frontier::default().root() } else { *root };
        return old <= size && proof.is_empty() && *old_root == same;
    }
    let whole = old.is_power_of_two().then_some(*old_root);
    let mut steps = whole.iter().chain(proof);
    let Some(first) = steps.next().filter(|_| old < size && !proof.is_empty()) else {
        return false;
    };
    let mut climb = Climb { at: old - 1, last: size - 1 };
    while !climb.at.is_multiple_of(2) {
        climb.up();
    }
    let (mut old_head, mut head) = (*first, *first);
    for step in steps {
        match climb.next() {
            None => return false,
            Some(Side::Left) => {
                old_head = node_hash(step, &old_head);
                head = node_hash(step, &head);
            }
            Some(Side::Right) => head = node_hash(&head, step),
        }
    }
    climb.last == 0 && old_head == *old_root && head == *root
}

/// Whether a leaf is at `index` in the tree of this size and head (RFC 9162, 2.1.3.2).
pub fn verify_inclusion(
    leaf: Sha256,
    index: u64,
    size: u64,
    proof: &[Sha256],
    root: &Sha256,
) -> bool {
    if index >= size {
        return false;
    }
    let (mut climb, mut head) = (Climb { at: index, last: size - 1 }, leaf);
    for step in proof {
        head = match climb.next() {
            None => return false,
            Some(Side::Left) => node_hash(step, &head),
            Some(Side::Right) => node_hash(&head, step),
        };
    }
    climb.last == 0 && head == *root
}

/// The way from a leaf to the head, as both proofs of RFC 9162 go it.
struct Climb {
    at: u64,
    last: u64,
}

/// Where the head stands that a step joins.
enum Side {
    Left,
    Right,
}

impl Climb {
    fn up(&mut self) {
        self.at /= 2;
        self.last /= 2;
    }

    /// The side of the next step; none where the head is reached.
    fn next(&mut self) -> Option<Side> {
        if self.last == 0 {
            return None;
        }
        let side = if !self.at.is_multiple_of(2) || self.at == self.last {
            while self.at.is_multiple_of(2) && self.at != 0 {
                self.up();
            }
            Side::Left
        } else {
            Side::Right
        };
        self.up();
        Some(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(count: u8) -> Vec<Sha256> {
        (0..count).map(|at| leaf_hash(&[at])).collect()
    }

    /// Section 2.1 of the standard, word by word.
    fn by_definition(leaves: &[Sha256]) -> Sha256 {
        match leaves {
            [] => Frontier::default().root(),
            [one] => *one,
            _ => {
                let split = leaves.len().next_power_of_two() / 2;
                node_hash(&by_definition(&leaves[..split]), &by_definition(&leaves[split..]))
            }
        }
    }

    #[test]
    fn heads_are_those_of_the_standard() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Frontier::default().root().to_string(), empty);
        let mut tree = Frontier::default();
        for (size, leaf) in leaves(70).into_iter().enumerate() {
            assert_eq!(tree.root(), by_definition(&leaves(size as u8)), "{size}");
            tree.push(leaf);
        }
        let kept = Frontier::of(tree.size(), tree.peaks().to_vec());
        assert_eq!(kept, Some(tree.clone()));
        assert_eq!(Frontier::of(tree.size() + 1, tree.peaks().to_vec()), None);
    }

    #[test]
    fn a_proof_holds_for_its_own_leaf_place_and_head_alone() {
        for size in 1..40u8 {
            let leaves = leaves(size);
            let (root, tree) = (by_definition(&leaves), Tree::new(leaves.clone()));
            for (index, leaf) in leaves.iter().enumerate() {
                let proof = tree.proof(index as u64);
                let holds = |leaf: Sha256, at: u64, size: u64, proof: &[Sha256], root: &Sha256| {
                    verify_inclusion(leaf, at, size, proof, root)
                };
                let (at, size) = (index as u64, u64::from(size));
                assert!(holds(*leaf, at, size, &proof, &root), "{at} of {size}");
                assert!(!holds(leaf_hash(b"other"), at, size, &proof, &root));
                assert!(!holds(*leaf, at, size, &proof, &leaf_hash(b"head")));
                assert!(!holds(*leaf, size, size, &proof, &root));
                assert!(size < 2 || !holds(*leaf, (at + 1) % size, size, &proof, &root));
                assert!(proof.is_empty() || !holds(*leaf, at, size, &proof[1..], &root));
                let longer = [proof.clone(), vec![root]].concat();
                assert!(!holds(*leaf, at, size, &longer, &root));
            }
        }
    }

    /// Section 2.1.2 of RFC 6962, word by word.
    fn subproof(old: usize, leaves: &[Sha256], whole: bool) -> Vec<Sha256> {
        if old == leaves.len() {
            return if whole { vec![] } else { vec![by_definition(leaves)] };
        }
        let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
        let (mut proof, head) = match old <= left.len() {
            true => (subproof(old, left, whole), by_definition(right)),
            false => (subproof(old - left.len(), right, false), by_definition(left)),
        };
        proof.push(head);
        proof
    }

    #[test]
    fn a_later_tree_is_shown_to_go_on_from_each_earlier_one_and_from_no_other() {
        for size in 0..=40u8 {
            let leaves = leaves(size);
            let (root, tree) = (by_definition(&leaves), Tree::new(leaves.clone()));
            for old in 0..=size {
                let earlier = &leaves[..usize::from(old)];
                let (old_root, proof) = (by_definition(earlier), tree.consistency(old.into()));
                let defined =
                    if old == 0 { vec![] } else { subproof(earlier.len(), &leaves, true) };
                assert_eq!(proof, defined, "{old} of {size}");
                let (old, size) = (u64::from(old), u64::from(size));
                let holds = |old: u64, old_root: &Sha256, size: u64, root: &Sha256, proof: &[_]| {
                    verify_consistency(old, old_root, size, root, proof)
                };
                assert!(holds(old, &old_root, size, &root, &proof), "{old} of {size}");
                let other = leaf_hash(b"other");
                assert!(!holds(old, &other, size, &root, &proof), "{old} of {size}");
                // the empty tree says nothing of what comes later
                assert!(
                    old == 0 || !holds(old, &old_root, size, &other, &proof),
                    "{old} of {size}"
                );
                for at in 0..proof.len() {
                    let mut changed = proof.clone();
                    changed[at] = other;
                    assert!(!holds(old, &old_root, size, &root, &changed), "{old} of {size}: {at}");
                    changed.remove(at);
                    assert!(!holds(old, &old_root, size, &root, &changed), "{old} of {size}: {at}");
                }
                let longer = [proof.clone(), vec![root]].concat();
                assert!(!holds(old, &old_root, size, &root, &longer), "{old} of {size}");
                assert!(!holds(size + 1, &old_root, size, &root, &proof), "{old} of {size}");
            }
        }
    }

    #[test]
    fn a_proof_holds_for_the_two_sizes_that_it_was_made_for() {
        let leaves = leaves(40);
        let roots: Vec<Sha256> = (0..=40).map(|size| by_definition(&leaves[..size])).collect();
        for size in 1..=40u64 {
            let tree = Tree::new(leaves[..size as usize].to_vec());
            for old in 1..size {
                let proof = tree.consistency(old);
                let (old_root, root) = (&roots[old as usize], &roots[size as usize]);
                for other in (1..=40).filter(|other| *other != old) {
                    let other_root = &roots[other as usize];
                    assert!(!verify_consistency(other, other_root, size, root, &proof));
                }
                for other in (old + 1..=40).filter(|other| *other != size) {
                    let other_root = &roots[other as usize];
                    assert!(!verify_consistency(old, old_root, other, other_root, &proof));
                }
            }
        }
    }
}
