//! The Merkle tree of RFC 6962 over the log's records: its head at any size, and proofs that a record is
//! in it.

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
    let (mut at, mut last, mut head) = (index, size - 1, leaf);
    for step in proof {
        if last == 0 {
            return false;
        }
        if at % 2 == 1 || at == last {
            head = node_hash(step, &head);
            while at % 2 == 0 && at != 0 {
                at /= 2;
                last /= 2;
            }
        } else {
            head = node_hash(&head, step);
        }
        at /= 2;
        last /= 2;
    }
    last == 0 && head == *root
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
}
