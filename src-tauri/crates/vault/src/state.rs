//! The digest of everything that a commit leaves behind, part by part: what the history record keeps,
//! and whose hash the audit entry carries, so that the anchor knows it too.

use crate::audit::History;
use crate::bytes::Reader;
use crate::digest::{Digest, Element};
use crate::error::{Error, Result};
use crate::keys::Epoch;
use crate::records::Records;
use crate::table::TableId;
use crate::value::Blob;
use serde::{Deserialize, Serialize};
use sha2::Digest as _;
use std::collections::BTreeMap;
use std::sync::Arc;
use types::Sha256;

const DAMAGED: Error = Error::Damaged("the history is not as it was written");

/// A set of records that one digest stands for: those of a table, or the leaves of a table's units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Part(u16);

impl Part {
    /// The records of a table.
    pub(crate) const fn of_table(table: TableId) -> Self {
        Self(table.tag() as u16)
    }

    /// The leaves that speak for the units of a table.
    pub(crate) const fn of_leaves(table: TableId) -> Self {
        Self((TableId::Leaves.tag() as u16) << 8 | table.tag() as u16)
    }

    /// The part that a raw key is in.
    pub(crate) fn of(raw: &[u8]) -> Self {
        match raw {
            [tag, of, ..] if *tag == TableId::Leaves.tag() => {
                Self(u16::from(*tag) << 8 | u16::from(*of))
            }
            [tag, ..] => Self(u16::from(*tag)),
            [] => Self(0),
        }
    }

    /// What every raw key of the part begins with.
    pub(crate) fn prefix(self) -> Vec<u8> {
        let [leaves, tag] = self.0.to_be_bytes();
        if leaves == 0 { vec![tag] } else { vec![leaves, tag] }
    }
}

/// The digests of all parts; a part without records has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct State(BTreeMap<Part, Digest>);

impl State {
    pub(crate) fn part(&self, part: Part) -> Digest {
        self.0.get(&part).copied().unwrap_or_default()
    }

    /// A record of a part comes, goes, or is replaced.
    pub(crate) fn change(&mut self, raw: &[u8], before: Option<&Element>, now: Option<&Element>) {
        let part = Part::of(raw);
        let digest = self.0.entry(part).or_default();
        before.inspect(|element| digest.remove(element));
        now.inspect(|element| digest.add(element));
        if digest.is_empty() {
            self.0.remove(&part);
        }
    }

    /// A whole set of a part's records goes.
    pub(crate) fn remove_all(&mut self, part: Part, set: &Digest) {
        let digest = self.0.entry(part).or_default();
        digest.remove_all(set);
        if digest.is_empty() {
            self.0.remove(&part);
        }
    }

    /// SHA-256 over all of it.
    pub(crate) fn hash(&self) -> Sha256 {
        let mut hash = sha2::Sha256::new();
        hash.update(b"loci state v1");
        hash.update(self.bytes());
        Sha256::from_bytes(hash.finalize().into())
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.0.len() * (2 + Digest::LEN));
        for (part, digest) in &self.0 {
            out.extend_from_slice(&part.0.to_be_bytes());
            digest.write(&mut out);
        }
        out
    }

    pub(crate) fn read(bytes: &[u8]) -> Result<Self> {
        let mut rest = Reader(bytes);
        let mut parts = BTreeMap::new();
        while !rest.0.is_empty() {
            let read = |rest: &mut Reader<'_>| Ok((Part(rest.u16()?), Digest::read(rest)?));
            let (part, digest) = read(&mut rest).map_err(|_: Error| DAMAGED)?;
            parts.insert(part, digest);
        }
        Ok(Self(parts))
    }
}

/// What the last commit left behind. It changes in one step with the database: who holds it while
/// beginning to read sees records and digests of one commit.
#[derive(Clone)]
pub(crate) struct Standing {
    pub(crate) history: History,
    pub(crate) state: State,
    /// The keys that its records are read with.
    pub(crate) records: Arc<Records>,
}

/// The record in Meta. `state` is absent in vaults whose records were never bound.
#[derive(Serialize, Deserialize)]
pub(crate) struct HistoryRecord {
    commit_seq: u64,
    audit_head: Sha256,
    #[serde(default)]
    state: Option<Blob>,
    /// Of the key that the digests are made with; absent before keys could be rotated.
    #[serde(default)]
    state_epoch: Option<Epoch>,
}

impl HistoryRecord {
    pub(crate) fn new(history: History, state: &State, state_epoch: Epoch) -> Self {
        let History { commit_seq, audit_head } = history;
        let (state, state_epoch) = (Some(Blob(state.bytes())), Some(state_epoch));
        Self { commit_seq, audit_head, state, state_epoch }
    }

    #[cfg(test)]
    pub(crate) fn unbound(history: History) -> Self {
        let History { commit_seq, audit_head } = history;
        Self { commit_seq, audit_head, state: None, state_epoch: None }
    }

    pub(crate) fn history(&self) -> History {
        History { commit_seq: self.commit_seq, audit_head: self.audit_head }
    }

    pub(crate) fn state_epoch(&self) -> Option<Epoch> {
        self.state_epoch
    }

    pub(crate) fn state(&self) -> Result<Option<State>> {
        self.state.as_ref().map(|bytes| State::read(&bytes.0)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_survives_and_every_part_is_in_its_hash() {
        let mut state = State::default();
        let hash = state.hash();
        let texts = [TableId::Texts.tag(), 1, 2];
        let leaf = [TableId::Leaves.tag(), TableId::Texts.tag(), 1, 2];
        state.change(&texts, None, Some(&[1; 32]));
        state.change(&leaf, None, Some(&[1; 32]));
        assert_ne!(state.hash(), hash);
        assert_eq!(state.part(Part::of_table(TableId::Texts)).count, 1);
        assert_eq!(state.part(Part::of_leaves(TableId::Texts)).count, 1);
        assert_eq!(Part::of(&leaf).prefix(), leaf[..2]);
        assert_eq!(Part::of(&texts).prefix(), texts[..1]);
        assert_eq!(State::read(&state.bytes()).unwrap(), state);
        assert!(State::read(&state.bytes()[1..]).is_err());
        // the same digest in another part is another state
        let mut other = State::default();
        other.change(&texts, None, Some(&[1; 32]));
        other.change(&[TableId::Chunks.tag()], None, Some(&[1; 32]));
        assert_ne!(other.hash(), state.hash());
        state.change(&texts, Some(&[1; 32]), None);
        state.change(&leaf, Some(&[1; 32]), None);
        assert_eq!(state.hash(), hash);
    }
}
