//! The audit log: one entry a commit, each bound to the one before by SHA-256 (FIPS 180-4), so that
//! no entry can be changed, dropped or reordered without every later one showing it.

use serde::{Deserialize, Serialize};
use sha2::Digest;
use types::{Sha256, Timestamp};

/// What a commit is for, in the caller's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEvent {
    /// When, by the caller's clock.
    pub at: Timestamp,
    /// What was done, as a fixed word.
    pub action: &'static str,
    /// Ids of what it was done to.
    pub subjects: Vec<String>,
    /// Anything else worth keeping.
    pub detail: String,
}

/// What an entry says beyond its action: who, to what, why. Field names are on disk, and their order is
/// that of the hash.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AuditNote {
    /// Who did it: the owner, an agent, or nobody where the program did it by itself.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub who: String,
    /// By what way in.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub via: String,
    /// Collections that it concerns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub collections: Vec<String>,
    /// Levels of a hierarchy that it concerns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<String>,
    /// What was there before, where that is said.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// What is there now.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub after: String,
    /// Why, in the words of who did it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// What was asked.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub query: String,
}

impl AuditNote {
    /// With who acts on this thread; nothing where there is nothing to say.
    fn signed(mut self) -> Option<Self> {
        if let Some(actor) = crate::acting::actor() {
            (self.who, self.via) = (actor.who, actor.via);
            if self.reason.is_empty() {
                self.reason = actor.reason;
            }
        }
        (self != Self::default()).then_some(self)
    }

    /// Every text of it, lists with their lengths before them.
    fn hash_into(&self, hash: &mut sha2::Sha256) {
        let lists = [&self.collections, &self.levels];
        for list in lists {
            hash.update((list.len() as u64).to_be_bytes());
        }
        let texts = [&self.who, &self.via, &self.before, &self.after, &self.reason, &self.query];
        for text in texts.into_iter().chain(lists.into_iter().flatten()) {
            hash.update((text.len() as u64).to_be_bytes());
            hash.update(text.as_bytes());
        }
    }
}

/// An event as it stands in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEntry {
    /// The commit that it came with, counted from 1.
    pub seq: u64,
    /// When, by the caller's clock.
    pub at: Timestamp,
    /// What was done.
    pub action: String,
    /// Ids of what it was done to.
    pub subjects: Vec<String>,
    /// Anything else worth keeping.
    pub detail: String,
    /// Hash of the entry before; zeros for the first.
    pub previous: Sha256,
    /// Hash of the digests of all records, as this commit left them. Entries from before records
    /// were bound have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Sha256>,
    /// Who, to what, why. Entries from before this was kept have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<AuditNote>,
}

impl AuditEntry {
    /// The entry that follows where `history` stands, of a commit that leaves records with this hash.
    pub(crate) fn after(
        history: History,
        event: AuditEvent,
        note: AuditNote,
        state: Sha256,
    ) -> Self {
        Self {
            seq: history.commit_seq + 1,
            at: event.at,
            action: event.action.to_owned(),
            subjects: event.subjects,
            detail: event.detail,
            previous: history.audit_head,
            state: Some(state),
            note: note.signed(),
        }
    }

    /// SHA-256 over a fixed, length-prefixed form of every field, `previous` included.
    pub fn hash(&self) -> Sha256 {
        let mut hash = sha2::Sha256::new();
        match (&self.state, &self.note) {
            (None, _) => hash.update(b"loci audit v1"),
            (Some(_), None) => hash.update(b"loci audit v2"),
            (Some(_), Some(_)) => hash.update(b"loci audit v3"),
        }
        if let Some(state) = &self.state {
            hash.update(state.as_bytes());
        }
        hash.update(self.previous.as_bytes());
        hash.update(self.seq.to_be_bytes());
        hash.update(self.at.unix_ms().to_be_bytes());
        hash.update((self.subjects.len() as u64).to_be_bytes());
        let texts = [&self.action, &self.detail].into_iter().chain(&self.subjects);
        for text in texts {
            hash.update((text.len() as u64).to_be_bytes());
            hash.update(text.as_bytes());
        }
        if let Some(note) = &self.note {
            note.hash_into(&mut hash);
        }
        Sha256::from_bytes(hash.finalize().into())
    }

    /// Where the vault's history stands once this entry is written.
    pub(crate) fn history(&self) -> History {
        History { commit_seq: self.seq, audit_head: self.hash() }
    }
}

/// Where the vault's history stands: in the record in Meta, and what the anchor remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct History {
    pub(crate) commit_seq: u64,
    pub(crate) audit_head: Sha256,
}

impl History {
    /// Before the first commit.
    pub(crate) const START: Self = Self { commit_seq: 0, audit_head: Sha256::from_bytes([0; 32]) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_field_is_in_the_hash_and_texts_do_not_run_together() {
        let entry = |action: &str, subjects: &[&str], detail: &str| AuditEntry {
            seq: 1,
            at: Timestamp::from_unix_ms(1),
            action: action.to_owned(),
            subjects: subjects.iter().map(|text| (*text).to_owned()).collect(),
            detail: detail.to_owned(),
            previous: Sha256::from_bytes([0; 32]),
            state: None,
            note: None,
        };
        let state = Some(Sha256::from_bytes([1; 32]));
        let noted =
            |note: AuditNote| AuditEntry { state, note: Some(note), ..entry("a", &["b"], "c") };
        let (one, none) = (|| vec!["x".to_owned()], AuditNote::default);
        let plain = entry("a", &["b"], "c");
        let variants = [
            AuditEntry { seq: 2, ..plain.clone() },
            AuditEntry { at: Timestamp::from_unix_ms(2), ..plain.clone() },
            AuditEntry { previous: Sha256::from_bytes([1; 32]), ..plain.clone() },
            AuditEntry { state: Some(Sha256::from_bytes([0; 32])), ..plain.clone() },
            AuditEntry { state: Some(Sha256::from_bytes([1; 32])), ..plain.clone() },
            entry("ab", &[], "c"),
            entry("a", &["b", "c"], ""),
            entry("a", &["bc"], ""),
            entry("a", &[""], "bc"),
            noted(AuditNote { who: "x".to_owned(), ..none() }),
            noted(AuditNote { via: "x".to_owned(), ..none() }),
            noted(AuditNote { collections: one(), ..none() }),
            noted(AuditNote { levels: one(), ..none() }),
            noted(AuditNote { before: "x".to_owned(), ..none() }),
            noted(AuditNote { after: "x".to_owned(), ..none() }),
            noted(AuditNote { reason: "x".to_owned(), ..none() }),
            noted(AuditNote { query: "x".to_owned(), ..none() }),
            plain,
        ];
        let hashes: HashSet<Sha256> = variants.iter().map(AuditEntry::hash).collect();
        assert_eq!(hashes.len(), variants.len());
    }
}
