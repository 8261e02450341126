//! Records of the levels over collections. Of a document's words they hold places alone; what sections
//! and the master quote of it is taken out in the commit that deletes it.

use serde::{Deserialize, Serialize};
use types::{Collection, DocumentId, LevelEntity, LevelMethod, LevelStatistics, Timestamp};
use vault::{Blob, Table, TableId};

/// Path: `head`, collection.
pub(crate) const HEADS: Table<HeadRecord> = Table::new(TableId::Levels);
/// Path: `document`, collection, document id.
pub(crate) const STRETCHES: Table<DocumentLevels> = Table::new(TableId::Levels);
/// Path: `section`, collection, section id.
pub(crate) const SECTIONS: Table<SectionRecord> = Table::new(TableId::Levels);
/// Path: `master`, collection.
pub(crate) const MASTERS: Table<MasterRecord> = Table::new(TableId::Levels);

/// A node's id: the first half of a SHA-256.
pub(crate) type LevelId = [u8; 16];

/// What is built of a collection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct HeadRecord {
    pub collection: Collection,
    /// The commit that wrote it: another one, another state.
    pub stamp: u64,
    pub method: LevelMethod,
    pub ratio: f32,
    pub built_at: Timestamp,
    pub statistics: LevelStatistics,
}

/// What was chosen of one document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct DocumentLevels {
    pub document: DocumentId,
    /// When its text was made: its places hold for that text alone.
    pub read_at: Timestamp,
    pub method: LevelMethod,
    pub stretches: Vec<Stretch>,
}

/// A run of neighbouring passages under one heading: a node of the level chunk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Stretch {
    pub title: String,
    /// Place of its first passage among the document's.
    pub first: u32,
    /// First byte of each passage, and one past the last.
    pub pieces: Vec<(u32, u32)>,
    pub picked: Vec<Picked>,
    /// Dates and quantities of what was picked.
    pub found: Vec<LevelEntity>,
    pub version: u32,
    pub created_at: Timestamp,
}

/// A sentence that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Picked {
    pub start: u32,
    pub end: u32,
    pub page: Option<u32>,
    pub score: f32,
    /// Of its words, so that others at its place are not taken for them.
    pub print: u32,
}

/// A node of the level section.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SectionRecord {
    pub key: SectionKey,
    pub title: String,
    /// Of all it was made of: the same, and it need not be made anew.
    pub made_of: LevelId,
    /// The ids of its chunk nodes, one after the other.
    pub children: Blob,
    pub sentences: Vec<Kept>,
    pub entities: Vec<LevelEntity>,
    pub version: u32,
    pub created_at: Timestamp,
    pub stale: bool,
}

/// What makes a section: where the palace files its passages, and which of the topics there.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct SectionKey {
    /// Empty where the palace files them nowhere.
    pub wing: String,
    pub room: String,
    pub topic: LevelId,
}

/// The node of the level master.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MasterRecord {
    pub sentences: Vec<Kept>,
    pub dropped: u32,
    pub version: u32,
    pub created_at: Timestamp,
    pub stale: bool,
}

/// A sentence of a section or the master.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub text: String,
    pub connective: bool,
    pub support: f32,
    /// Of words of ours: what they name.
    pub cites: Vec<LevelId>,
    pub sources: Vec<Place>,
}

/// Where a sentence stands. The words are not kept twice: empty means the sentence itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Place {
    pub document: DocumentId,
    pub start: u32,
    pub end: u32,
    pub page: Option<u32>,
    pub quote: String,
}

impl Place {
    /// The words, of the sentence that it belongs to.
    pub fn words<'a>(&'a self, sentence: &'a str) -> &'a str {
        if self.quote.is_empty() { sentence } else { &self.quote }
    }
}
