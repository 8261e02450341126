//! Which record lives in which sealed table, and under which path.

pub(crate) mod agents;
pub(crate) mod deletion;
pub(crate) mod knowledge;
pub(crate) mod levels;
pub(crate) mod memory;
pub(crate) mod notes;

use serde::{Deserialize, Serialize};
use types::{
    Block, BlockKind, Certificate, ChunkRecord, Collection, DefinitionRecord, DocumentId,
    DocumentRecord, LastBackup, PageLayout, PageSize, Reference, Reverified, Span, Timestamp,
    WatchMode,
};
use vault::{Blob, Table, TableId};

/// Path: document id.
pub(crate) const DOCUMENTS: Table<DocumentRecord> = Table::new(TableId::Documents);
/// Path: document id, block number. Blocks of `TEXT_BLOCK_BYTES`, cut at bytes.
pub(crate) const TEXTS: Table<Blob> = Table::new(TableId::Texts);
/// Path: document id.
pub(crate) const SHAPES: Table<TextShape> = Table::new(TableId::Shapes);
/// Path: document id, page number.
pub(crate) const LAYOUTS: Table<PageLayout> = Table::new(TableId::Layouts);
/// Path: document id, chunk ordinal divided by `CHUNK_GROUP`. Neighbours are stored together: their
/// headings are the same, and so pack well.
pub(crate) const CHUNKS: Table<Vec<ChunkRecord>> = Table::new(TableId::Chunks);

/// Path: document id.
pub(crate) const BLOCKS: Table<Vec<StoredBlock>> = Table::new(TableId::Blocks);
/// Path: document id.
pub(crate) const DEFINITIONS: Table<Vec<DefinitionRecord>> = Table::new(TableId::Definitions);
/// Path: citation id.
pub(crate) const CITATIONS: Table<CitationRecord> = Table::new(TableId::Citations);
/// Path: moment of the deletion (8 bytes, big-endian milliseconds), document id.
pub(crate) const CERTIFICATES: Table<Certificate> = Table::new(TableId::Certificates);
/// Path: document id, first and last byte of the chunk (8 bytes each, big-endian).
pub(crate) const CONTEXTS: Table<ContextRecord> = Table::new(TableId::Contexts);
/// Path: id of the document that is the list.
pub(crate) const REFERENCES: Table<Vec<Reference>> = Table::new(TableId::References);
/// Path: `watch`, folder.
pub(crate) const WATCHED: Table<WatchRecord> = Table::new(TableId::Settings);
/// Path: `llm`.
pub(crate) const LLM: Table<LlmRecord> = Table::new(TableId::Settings);
/// Path: `scans`.
pub(crate) const SCANS: Table<ScansRecord> = Table::new(TableId::Settings);
/// Path: `safety`.
pub(crate) const SAFETY: Table<SafetyRecord> = Table::new(TableId::Settings);
/// Path: `knowledge`: what is set and learnt of knowledge.
pub(crate) const KNOWLEDGE: Table<knowledge::KnowledgeRecord> = Table::new(TableId::Settings);
/// Path: `memory`: what is set of the memory stack.
pub(crate) const MEMORY: Table<memory::MemoryRecord> = Table::new(TableId::Settings);
/// Path: number (8 bytes, big-endian). Filed under `change`, node id.
pub(crate) const CHANGES: Table<knowledge::ChangeRecord> = Table::new(TableId::Changes);
/// Path: normalised question.
pub(crate) const GAPS: Table<knowledge::GapRecord> = Table::new(TableId::Gaps);
/// Path: wing, pattern.
pub(crate) const VOCABULARY: Table<types::VocabularyEntry> = Table::new(TableId::Vocabulary);
/// Path: `agent`, agent id.
pub(crate) const AGENTS: Table<agents::AgentRecord> = Table::new(TableId::Settings);
/// Path: `agents`.
pub(crate) const AGENT_SETTINGS: Table<agents::AgentSettings> = Table::new(TableId::Settings);
/// Path: `proposal`, proposal id.
pub(crate) const PROPOSALS: Table<agents::ProposalRecord> = Table::new(TableId::Settings);
/// Path: note id.
pub(crate) const NOTES: Table<notes::NoteRecord> = Table::new(TableId::Notes);
/// Path: `forgetting`, document id: deletions whose traces are still to be wiped.
pub(crate) const FORGETTING: Table<deletion::Pending> = Table::new(TableId::Settings);
/// Path: `regeneration`, collection: a regeneration that is under way.
pub(crate) const REGENERATIONS: Table<RegenerationRecord> = Table::new(TableId::Settings);

/// Whether pages that are pictures are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ScansRecord {
    pub recognise: bool,
}

/// When the vault locks, when and where it is backed up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct SafetyRecord {
    pub idle_lock_s: u32,
    pub clipboard_clear_s: u32,
    pub backup_folder: Option<String>,
    pub backup_every_hours: u32,
    pub backup_keep: u32,
    pub warn_after_days: u32,
    pub last_backup: Option<LastBackup>,
    pub anchor_folder: Option<String>,
}

impl Default for SafetyRecord {
    fn default() -> Self {
        Self {
            idle_lock_s: 300,
            clipboard_clear_s: 60,
            backup_folder: None,
            backup_every_hours: 0,
            backup_keep: 0,
            warn_after_days: 7,
            last_backup: None,
            anchor_folder: None,
        }
    }
}

/// Chunks in one record.
pub(crate) const CHUNK_GROUP: u32 = 32;

/// Small enough that opening one passage is cheap, large enough that sealing is.
pub(crate) const TEXT_BLOCK_BYTES: usize = 16 * 1024;

/// The outline of a converted text: what is needed to place a passage without opening every page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct TextShape {
    /// For each page: one past the last byte of the text that stands on it.
    pub page_ends: Vec<usize>,
    /// For each page: its size.
    pub page_sizes: Vec<PageSize>,
    /// Parts that the original hides: first byte and one past the last.
    #[serde(default)]
    pub hidden: Vec<(u64, u64)>,
}

/// A block with its kind as one number, so that thousands pack well: 1 to 6 headings, then as
/// `number` says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredBlock(u8, u32, u32, String);

const KINDS: [(u8, BlockKind); 9] = [
    (0, BlockKind::Paragraph),
    (10, BlockKind::ListItem),
    (11, BlockKind::Table),
    (12, BlockKind::Code),
    (13, BlockKind::Quote),
    (14, BlockKind::Footnote),
    (15, BlockKind::Caption),
    (16, BlockKind::Turn),
    (1, BlockKind::Heading(1)),
];

impl From<&Block> for StoredBlock {
    fn from(block: &Block) -> Self {
        let number = match block.kind {
            BlockKind::Heading(level) => level,
            kind => KINDS.iter().find(|(_, known)| *known == kind).map_or(0, |(number, _)| *number),
        };
        Self(number, block.range.start as u32, block.range.end as u32, block.title.clone())
    }
}

impl From<StoredBlock> for Block {
    fn from(StoredBlock(number, start, end, title): StoredBlock) -> Self {
        let kind = match number {
            1..=6 => BlockKind::Heading(number),
            _ => KINDS
                .iter()
                .find(|(known, _)| *known == number)
                .map_or(BlockKind::Paragraph, |(_, kind)| *kind),
        };
        Self { kind, range: start as usize..end as usize, title }
    }
}

/// A passage that the person keeps: a position and a quote with its surroundings, after the W3C Web
/// Annotation selectors, so that it can be found again in another version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CitationRecord {
    pub document: DocumentId,
    pub title: String,
    pub span: Span,
    pub quote: String,
    pub prefix: String,
    pub suffix: String,
    pub note: String,
    pub created_at: Timestamp,
    #[serde(default)]
    pub verified: Option<Reverified>,
    /// The publication, so that it can be exported when the document is gone.
    #[serde(default)]
    pub reference: Reference,
}

/// A sentence of a language model that situates a chunk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ContextRecord {
    pub model: String,
    pub sentence: String,
}

/// A watched folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct WatchRecord {
    pub path: String,
    pub collection: Collection,
    pub mode: WatchMode,
}

/// The language model that is set.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct LlmRecord {
    pub base_url: String,
    pub model: String,
    pub api_key: Option<String>,
    pub context_tokens: u32,
    pub concurrency: u8,
    /// When the person agreed that text leaves this machine.
    pub consent_at: Option<Timestamp>,
}

/// A regeneration that is under way: documents read since `started_at` are done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RegenerationRecord {
    pub strategy: types::Strategy,
    pub started_at: Timestamp,
}
