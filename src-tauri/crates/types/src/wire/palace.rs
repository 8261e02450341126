//! Requests and answers about the palace: wings, rooms, halls, and the words that lead there.

use crate::{EdgeView, Hall, Timestamp};
use serde::{Deserialize, Serialize};

/// `palace show`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct PalaceRequest {
    /// Only this wing.
    pub wing: Option<String>,
    /// Only this room of it.
    pub room: Option<String>,
}

/// Accepted nodes of one hall.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct HallCount {
    /// Which.
    pub hall: Hall,
    /// So many.
    pub nodes: u32,
}

/// A room of the palace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct RoomView {
    /// Its name.
    pub room: String,
    /// Nodes in it.
    pub nodes: u32,
    /// Nodes in it that contradict something, unruled.
    pub contentious: u32,
    /// Its halls that have nodes.
    pub halls: Vec<HallCount>,
}

/// A wing of the palace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct WingView {
    /// Its name.
    pub wing: String,
    /// Nodes in it.
    pub nodes: u32,
    /// Its rooms, largest first.
    pub rooms: Vec<RoomView>,
}

/// `palace show`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct PalaceView {
    /// Wings, largest first; `unsorted` last.
    pub wings: Vec<WingView>,
    /// Accepted nodes in all.
    pub nodes: u32,
    /// Edges that count.
    pub edges: u32,
    /// Nodes that wait for review.
    pub proposed: u32,
}

/// `palace move`: one or many nodes. The names teach the vocabulary.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct MoveRequest {
    /// Which.
    pub nodes: Vec<String>,
    /// To this wing.
    pub wing: String,
    /// To this room; `general` where empty.
    #[serde(default)]
    pub room: String,
    /// To this hall; each keeps its own where absent.
    #[serde(default)]
    pub hall: Option<Hall>,
}

/// A way from one wing to another.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct Tunnel {
    /// The other wing.
    pub wing: String,
    /// Edges that cross.
    pub edges: u32,
    /// Some of them, surest first, at most 20.
    pub through: Vec<EdgeView>,
}

/// `palace tunnels`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct TunnelList {
    /// From this wing.
    pub wing: String,
    /// To these, most edges first.
    pub tunnels: Vec<Tunnel>,
}

/// A request about a wing.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct WingRequest {
    /// Its name.
    pub wing: String,
}

/// Where a pattern of the vocabulary comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum PatternOrigin {
    /// Loci's own.
    Builtin,
    /// Learnt from the person's moves.
    User,
    /// Suggested by a language model.
    Model,
    /// From a file that the person gave.
    File,
}

/// A pattern of the vocabulary: words that speak for a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct VocabularyEntry {
    /// Words; a final `*` stands for any ending: `encrypt*`, `clinical trial`.
    pub pattern: String,
    /// Wing they speak for.
    pub wing: String,
    /// Room they speak for; `general` for the wing alone.
    pub room: String,
    /// How strongly, over 0 to 1.
    pub weight: f32,
    /// Where it comes from.
    pub origin: PatternOrigin,
    /// Whether it is used.
    pub active: bool,
    /// When it was learnt; `None` for Loci's own.
    pub learnt_at: Option<Timestamp>,
}

/// `palace vocabulary`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct VocabularyList {
    /// Learnt ones first, then by wing and room.
    pub entries: Vec<VocabularyEntry>,
    /// Lines of an imported file that were refused, with why.
    pub refused: Vec<String>,
}

/// `palace vocabulary --add|--off|--on|--import`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "change", rename_all = "lowercase")]
pub enum VocabularyRequest {
    /// Adds a pattern.
    Add {
        /// Words.
        pattern: String,
        /// Wing.
        wing: String,
        /// Room.
        room: String,
    },
    /// Uses a pattern, or no longer.
    Switch {
        /// Words.
        pattern: String,
        /// Wing.
        wing: String,
        /// Whether to use it.
        active: bool,
    },
    /// Takes the patterns of a file in the form of `assets/vocabulary.txt`; broken lines are refused
    /// one by one.
    Import {
        /// The file's text.
        text: String,
    },
}
