//! Knowledge as records: nodes, edges, and what speaks for them (seed 003).

use crate::{
    ChunkId, DocumentId, EdgeId, EdgeKind, NodeClass, NodeId, NodeKind, Span, Timestamp, Trust,
    Validity,
};
use serde::{Deserialize, Serialize};

/// Longest name of a node, in characters. A longer statement is cut for show; its id is made of the
/// whole.
pub const NAME_CHARS: usize = 300;

/// The fixed vocabulary of halls (seed 003): what sort of knowledge it is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(rename_all = "lowercase")]
pub enum Hall {
    /// Something that is so: definitions, measures, rules in force.
    Fact,
    /// Something that happened, or is to happen, at a time.
    Event,
    /// Something that an investigation found.
    Discovery,
    /// Somebody's choice or liking.
    Preference,
    /// What somebody should do.
    Advice,
    /// Something asserted without its proof.
    Claim,
    /// How somebody feels about it.
    Sentiment,
}

impl Hall {
    /// Every hall, in the order shown.
    pub const ALL: [Self; 7] = [
        Self::Fact,
        Self::Event,
        Self::Discovery,
        Self::Preference,
        Self::Advice,
        Self::Claim,
        Self::Sentiment,
    ];

    /// As the command line and the indexes write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fact => "fact",
            Self::Event => "event",
            Self::Discovery => "discovery",
            Self::Preference => "preference",
            Self::Advice => "advice",
            Self::Claim => "claim",
            Self::Sentiment => "sentiment",
        }
    }
}

/// Whether a node or edge counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum NodeState {
    /// Waits for review; found, but not relied on.
    #[default]
    Proposed,
    /// Part of the palace.
    Accepted,
    /// Not wanted; kept so that it is not proposed again.
    Dismissed,
}

/// How a piece of knowledge came to be held, the least authoritative first (seed 003).
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    ts_rs::TS,
)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Proposed by an assistant, whatever it says of it.
    Assistant,
    /// From an organisation's store.
    Inherited,
    /// Read off a document by Loci.
    #[default]
    Extracted,
    /// Approved by the person, or found in independent sources.
    Researched,
    /// Written or changed by the person.
    User,
}

/// A field that the person fixed: no merge, sweep or model changes it again.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(rename_all = "lowercase")]
pub enum Field {
    /// Its name.
    Name,
    /// Its description.
    Description,
    /// Its summary.
    Summary,
    /// Its kind.
    Kind,
    /// Its tags.
    Tags,
    /// Wing, room and hall.
    Place,
    /// Accepted or dismissed.
    State,
    /// Its importance.
    Importance,
    /// When it holds.
    Validity,
}

/// Who or what put a node in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum PlacedBy {
    /// The vocabulary, with confidence over 0.7.
    Keyword,
    /// A language model.
    Model,
    /// The nearest room by meaning.
    Nearest,
    /// Nothing fitted.
    Unsorted,
    /// The person.
    User,
}

/// Where in the palace a node is. The wing and room of what fits nowhere are `unsorted`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct Place {
    /// Domain: lower case, words joined by `-`.
    pub wing: String,
    /// Subtopic in the domain, written likewise.
    pub room: String,
    /// What sort of knowledge.
    pub hall: Hall,
    /// 0 to 1.
    pub confidence: f32,
    /// Who says so.
    pub by: PlacedBy,
    /// The words that decided.
    pub because: Vec<String>,
}

impl Place {
    /// Wing and room of what fits nowhere.
    pub const UNSORTED: &str = "unsorted";

    /// Nowhere in particular.
    pub fn unsorted(hall: Hall) -> Self {
        Self {
            wing: Self::UNSORTED.to_owned(),
            room: Self::UNSORTED.to_owned(),
            hall,
            confidence: 0.0,
            by: PlacedBy::Unsorted,
            because: Vec::new(),
        }
    }
}

/// Why another name is taken for the same thing. Each use can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum AliasRule {
    /// "Open Authorization (OAuth)".
    Acronym,
    /// The same letters and digits but for spaces and hyphens: "OAuth 2", "OAuth2".
    Spacing,
    /// The same but for a trailing ".0" of a version: "OAuth 2.0", "OAuth 2".
    Version,
    /// Singular and plural.
    Plural,
    /// The identifier that names a publication: its DOI, arXiv id, ISBN, PMID.
    Identifier,
    /// The person says so.
    User,
}

/// Another name of a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Alias {
    /// As written.
    pub name: String,
    /// As [`crate::normalise_name`] has it.
    pub normalised: String,
    /// Why.
    pub rule: AliasRule,
}

/// How a piece of evidence was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// It is defined there.
    Definition,
    /// A key phrase of the document.
    Keyphrase,
    /// It is named there.
    Name,
    /// An identifier that stands there.
    Identifier,
    /// A sentence that claims something.
    Claim,
    /// A sentence that tells what happened when.
    Event,
    /// The document's own structure: its title, sections, reference list.
    Structure,
    /// A pattern over a sentence.
    Pattern,
    /// Two statements compared.
    Comparison,
    /// The person.
    Hand,
    /// A language model.
    Model,
}

/// A passage that speaks for a node or an edge: one a source. Its words are the document's at `span`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct Evidence {
    /// The source: the document it stands in. `None` for what the person wrote by hand.
    pub document: Option<DocumentId>,
    /// The chunk it stands in.
    pub chunk: Option<ChunkId>,
    /// Where in the document's text.
    pub span: Option<Span>,
    /// The words, at most `QUOTE_BYTES`.
    pub quote: String,
    /// Places, from 0, of the document's chunks that mention it, at most `PASSAGES` of them.
    pub passages: Vec<u32>,
    /// Mentions in this document.
    pub mentions: u32,
    /// How it was found.
    pub method: Method,
    /// 0 to 1.
    pub confidence: f32,
    /// When it was read.
    pub observed_at: Timestamp,
}

/// Longest quote kept with a piece of evidence.
pub const QUOTE_BYTES: usize = 400;
/// Passages remembered of one source.
pub const PASSAGES: usize = 32;
/// Sources remembered of one node; beyond them only mentions are counted.
pub const SOURCES: usize = 64;

/// A piece of knowledge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// See [`NodeId::derive`].
    pub id: NodeId,
    /// As [`normalise_name`] has it; what the id is made of.
    pub normalised: String,
    /// Which of the things with this name: 0 unless the person split it.
    pub sense: u32,
    /// As written, at most [`NAME_CHARS`] characters.
    pub name: String,
    /// What it is, in a source's words.
    pub description: String,
    /// In short, where a model or the person wrote it.
    pub summary: String,
    /// What sort of thing.
    pub kind: NodeKind,
    /// Whether it counts.
    pub state: NodeState,
    /// Labels, lower case.
    pub tags: Vec<String>,
    /// Other names.
    pub aliases: Vec<Alias>,
    /// Where in the palace.
    pub place: Place,
    /// How reliable, and why.
    pub trust: Trust,
    /// What speaks for it, one a source.
    pub evidence: Vec<Evidence>,
    /// When it holds, as its sources state.
    pub validity: Validity,
    /// Mentions in all sources.
    pub mention_count: u32,
    /// 1 to 5, as of `importance_at`; it fades from there.
    pub importance: f32,
    /// When `importance` was last written.
    pub importance_at: Timestamp,
    /// When it was last opened or found.
    pub last_accessed: Option<Timestamp>,
    /// How it came to be held.
    pub tier: Tier,
    /// How sure the extraction is that this is knowledge at all, 0 to 1.
    pub confidence: f32,
    /// What the person fixed.
    pub fixed: Vec<Field>,
    /// When it was first found; never changes.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

impl Node {
    /// Whether the person fixed `field`.
    pub fn is_fixed(&self, field: Field) -> bool {
        self.fixed.contains(&field)
    }

    /// Notes that the person fixed `field`.
    pub fn fix(&mut self, field: Field) {
        if !self.is_fixed(field) {
            self.fixed.push(field);
            self.fixed.sort_unstable();
        }
    }

    /// Which ids it and its like have.
    pub fn class(&self) -> NodeClass {
        self.kind.class()
    }
}

/// What the person decided about a contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// `from` holds.
    First,
    /// `to` holds.
    Second,
    /// Both, under different conditions.
    Both,
    /// Not to be told yet.
    Undecided,
}

/// A typed relation between two nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    /// See [`EdgeId::derive`].
    pub id: EdgeId,
    /// Where it begins.
    pub from: NodeId,
    /// Where it ends.
    pub to: NodeId,
    /// What it says.
    pub kind: EdgeKind,
    /// Whether it counts.
    pub state: NodeState,
    /// 0 to 1.
    pub confidence: f32,
    /// Why, in words: "opposite direction: increased / decreased".
    pub because: String,
    /// What speaks for it, one a source.
    pub evidence: Vec<Evidence>,
    /// For a contradiction: what the person decided.
    pub ruling: Option<Ruling>,
    /// How it came to be held.
    pub tier: Tier,
    /// When it was first found.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// A piece of knowledge as it is found, before it is merged with what is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// What sort of thing.
    pub kind: NodeKind,
    /// Its name as written; for a statement, the whole sentence.
    pub name: String,
    /// What it is, in the source's words.
    pub description: String,
    /// Other names, with why.
    pub aliases: Vec<(String, AliasRule)>,
    /// Labels, lower case.
    pub tags: Vec<String>,
    /// Where it belongs.
    pub place: Place,
    /// What can be told of its source and words alone.
    pub trust: Trust,
    /// The passage. `None` for what only another node names.
    pub evidence: Option<Evidence>,
    /// When it holds.
    pub validity: Validity,
    /// How it came to be held.
    pub tier: Tier,
    /// Whether it counts at once.
    pub state: NodeState,
    /// 0 to 1.
    pub confidence: f32,
    /// 1 to 5.
    pub importance: f32,
}

/// A relation as it is found, between nodes that are known.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundEdge {
    /// What it says.
    pub kind: EdgeKind,
    /// Where it begins.
    pub from: NodeId,
    /// Where it ends.
    pub to: NodeId,
    /// 0 to 1.
    pub confidence: f32,
    /// Why.
    pub because: String,
    /// The passage.
    pub evidence: Option<Evidence>,
    /// How it came to be held.
    pub tier: Tier,
    /// Whether it counts at once.
    pub state: NodeState,
}
