//! What becomes of two pieces of knowledge that are one (seed 003): mentions add up, evidence is
//! kept one a source, the more authoritative and the better founded wins, and what a person fixed
//! stays. Pure: where nodes lie and which is which is not known here.

use crate::naming::{Name, plain};
use types::{
    Alias, AliasRule, Edge, EdgeId, Evidence, Field, Found, FoundEdge, Method, Node, NodeId,
    NodeKind, NodeState, PASSAGES, Place, PlacedBy, QUOTE_BYTES, SOURCES, Tier, Timestamp, Trust,
    Validity,
};

/// Longest description, in characters.
const DESCRIPTION_CHARS: usize = 2_000;
/// Longest reason of an edge, in characters.
const BECAUSE_CHARS: usize = 400;
/// Labels of one node, and the longest one in characters.
const TAGS: usize = 32;
const TAG_CHARS: usize = 60;
/// Other names of one node, at most.
pub(crate) const ALIASES: usize = 64;

/// How well something is founded: by which way of finding, then how surely.
type Founding = (u8, f32);

/// A node as it is first found.
pub(crate) fn node_of(found: &Found, name: Name, id: NodeId, sense: u32, now: Timestamp) -> Node {
    Node {
        id,
        normalised: name.normalised,
        sense,
        name: name.shown,
        description: String::new(),
        summary: String::new(),
        kind: found.kind,
        state: NodeState::Proposed,
        tags: Vec::new(),
        aliases: Vec::new(),
        place: found.place.clone(),
        trust: found.trust.clone(),
        evidence: Vec::new(),
        validity: Validity::default(),
        mention_count: 0,
        importance: 0.0,
        importance_at: now,
        last_accessed: None,
        tier: found.tier,
        confidence: 0.0,
        fixed: Vec::new(),
        created_at: now,
        updated_at: now,
    }
}

/// Adds what was found to what is known.
pub(crate) fn absorb(node: &mut Node, found: Found, now: Timestamp) {
    let unsupported = node.evidence.is_empty() && node.tier != Tier::User;
    let known = founded(node);
    let founding = found.evidence.as_ref().map_or((0, 0.0), founding);
    let better = unsupported || founding > known;
    take_words(node, &found, better);
    take_place(node, found.place, unsupported);
    take_trust(&mut node.trust, found.trust, unsupported);
    if !node.is_fixed(Field::Tags) {
        add_tags(&mut node.tags, &found.tags);
    }
    let importance = tidy(found.importance, 1.0, 5.0);
    if !node.is_fixed(Field::Importance) && importance > node.importance {
        node.importance = importance;
        node.importance_at = now;
    }
    let confidence = tidy(found.confidence, 0.0, 1.0);
    node.confidence = if unsupported { confidence } else { node.confidence.max(confidence) };
    node.tier = node.tier.max(found.tier);
    if !node.is_fixed(Field::State) {
        node.state = joined_state(node.state, found.state);
    }
    if let Some(evidence) = found.evidence {
        node.mention_count = node.mention_count.saturating_add(evidence.mentions);
        add_evidence(&mut node.evidence, evidence);
    }
    node.updated_at = now;
}

fn take_words(node: &mut Node, found: &Found, better: bool) {
    let description = described(&found.description);
    let wanted = !description.is_empty() && (better || node.description.is_empty());
    if wanted && !node.is_fixed(Field::Description) {
        node.description = description;
    }
    // an identifier does not become a mere term, nor a publication its identifier
    let rank = |kind| match kind {
        NodeKind::Publication => 2,
        NodeKind::Identifier => 1,
        _ => 0,
    };
    let kind_fits = found.kind.class() == node.class() && rank(found.kind) >= rank(node.kind);
    if better && kind_fits && !node.is_fixed(Field::Kind) {
        node.kind = found.kind;
    }
    let states = found.validity != Validity::default();
    let silent = node.validity == Validity::default();
    if states && (better || silent) && !node.is_fixed(Field::Validity) {
        node.validity = found.validity.clone();
    }
}

fn take_place(node: &mut Node, place: Place, unsupported: bool) {
    if node.is_fixed(Field::Place) || node.place.by == PlacedBy::User {
        return;
    }
    let (known, new) = (authority(&node.place), authority(&place));
    if new > known || (unsupported && new.0 >= known.0) {
        node.place = place;
    }
}

fn authority(place: &Place) -> (u8, f32) {
    let by = match place.by {
        PlacedBy::Unsorted => 0,
        PlacedBy::Nearest => 1,
        PlacedBy::Keyword | PlacedBy::Model => 2,
        PlacedBy::User => 3,
    };
    (by, tidy(place.confidence, 0.0, 1.0))
}

/// The best source speaks; one that tries to instruct an assistant speaks only where no other does, so
/// that it neither lends its words weight nor taints what others say. What other nodes say, the layers
/// that ran and a correction stay.
fn take_trust(known: &mut Trust, new: Trust, unsupported: bool) {
    let better = match (known.injected, new.injected) {
        (true, false) => true,
        (false, true) => false,
        _ => new.parts.source_tier > known.parts.source_tier,
    };
    if unsupported || better {
        let old = std::mem::replace(known, new);
        known.parts.corroboration = old.parts.corroboration;
        known.parts.contradiction = old.parts.contradiction;
        known.corroborating = old.corroborating;
        known.contradictions = old.contradictions;
        known.contentious = old.contentious;
        if old.claim_number != 0 {
            known.claim_number = old.claim_number;
        }
        if old.layer > known.layer {
            known.layer = old.layer;
            known.assessed_at = old.assessed_at;
        }
        known.overridden = old.overridden.or_else(|| known.overridden.take());
    }
}

/// Adds one node's knowledge to another's, for good: a person or a rule says that they are one.
pub(crate) fn unite(into: &mut Node, from: Node, now: Timestamp) {
    into.mention_count = into.mention_count.saturating_add(from.mention_count);
    let (known, new) = (founded(into), founded(&from));
    if !into.is_fixed(Field::Description)
        && !from.description.is_empty()
        && (into.description.is_empty() || from.is_fixed(Field::Description) || new > known)
    {
        into.description = from.description;
    }
    if into.summary.is_empty() {
        into.summary = from.summary;
    }
    if into.validity == Validity::default() && !into.is_fixed(Field::Validity) {
        into.validity = from.validity;
    }
    take_place(into, from.place, false);
    take_trust(&mut into.trust, from.trust, false);
    if !into.is_fixed(Field::Tags) {
        add_tags(&mut into.tags, &from.tags);
    }
    if !into.is_fixed(Field::Importance) && from.importance > into.importance {
        into.importance = from.importance;
        into.importance_at = from.importance_at;
    }
    if !into.is_fixed(Field::State) && from.state == NodeState::Accepted {
        into.state = joined_state(into.state, from.state);
    }
    from.evidence.into_iter().for_each(|evidence| add_evidence(&mut into.evidence, evidence));
    into.confidence = into.confidence.max(from.confidence);
    into.tier = into.tier.max(from.tier);
    into.last_accessed = into.last_accessed.max(from.last_accessed);
    into.created_at = into.created_at.min(from.created_at);
    into.updated_at = now;
}

/// An edge as it is first found.
pub(crate) fn edge_of(found: &FoundEdge, id: EdgeId, now: Timestamp) -> Edge {
    let swapped = found.kind == types::EdgeKind::Contradicts && found.to < found.from;
    let (from, to) = if swapped { (found.to, found.from) } else { (found.from, found.to) };
    Edge {
        id,
        from,
        to,
        kind: found.kind,
        state: NodeState::Proposed,
        confidence: 0.0,
        because: String::new(),
        evidence: Vec::new(),
        ruling: None,
        tier: found.tier,
        created_at: now,
        updated_at: now,
    }
}

/// Adds what was found to what is known.
pub(crate) fn absorb_edge(edge: &mut Edge, found: FoundEdge, now: Timestamp) {
    let confidence = tidy(found.confidence, 0.0, 1.0);
    if edge.because.is_empty() || confidence > edge.confidence {
        edge.because = plain(&found.because).chars().take(BECAUSE_CHARS).collect();
    }
    edge.confidence = edge.confidence.max(confidence);
    edge.state = joined_state(edge.state, found.state);
    edge.tier = edge.tier.max(found.tier);
    if let Some(evidence) = found.evidence {
        add_evidence(&mut edge.evidence, evidence);
    }
    edge.updated_at = now;
}

/// Adds one edge's evidence to another's.
pub(crate) fn unite_edges(into: &mut Edge, from: Edge, now: Timestamp) {
    if from.confidence > into.confidence {
        into.confidence = from.confidence;
        into.because = from.because;
    }
    into.state = joined_state(into.state, from.state);
    into.ruling = into.ruling.or(from.ruling);
    into.tier = into.tier.max(from.tier);
    into.created_at = into.created_at.min(from.created_at);
    from.evidence.into_iter().for_each(|evidence| add_evidence(&mut into.evidence, evidence));
    into.updated_at = now;
}

/// What was decided stands; what waits is decided by what is sure.
fn joined_state(known: NodeState, new: NodeState) -> NodeState {
    match (known, new) {
        (NodeState::Proposed, new) => new,
        (known, _) => known,
    }
}

/// One piece a source: of two from one, passages are united, mentions added, and the better quote
/// stays. Beyond [`SOURCES`] nothing is added.
pub(crate) fn add_evidence(all: &mut Vec<Evidence>, mut new: Evidence) {
    cut_bytes(&mut new.quote, QUOTE_BYTES);
    new.confidence = tidy(new.confidence, 0.0, 1.0);
    sort_passages(&mut new.passages);
    let Some(known) = all.iter_mut().find(|known| known.document == new.document) else {
        if all.len() < SOURCES {
            all.push(new);
        }
        return;
    };
    let mentions = known.mentions.saturating_add(new.mentions);
    let observed_at = known.observed_at.max(new.observed_at);
    let mut passages = std::mem::take(&mut known.passages);
    passages.append(&mut new.passages);
    if founding(&new) > founding(known) {
        *known = new;
    }
    sort_passages(&mut passages);
    known.passages = passages;
    known.mentions = mentions;
    known.observed_at = observed_at;
}

fn sort_passages(passages: &mut Vec<u32>) {
    passages.sort_unstable();
    passages.dedup();
    passages.truncate(PASSAGES);
}

fn founding(evidence: &Evidence) -> Founding {
    let method = match evidence.method {
        Method::Hand => 4,
        Method::Definition => 3,
        Method::Identifier | Method::Structure => 2,
        _ => 1,
    };
    (method, tidy(evidence.confidence, 0.0, 1.0))
}

/// The best that speaks for a node: the person, where nothing else does.
fn founded(node: &Node) -> Founding {
    if node.evidence.is_empty() && node.tier == Tier::User {
        return (4, 1.0);
    }
    let better = |a, b| if b > a { b } else { a };
    node.evidence.iter().map(founding).fold((0, 0.0), better)
}

/// A description for the record: white space collapsed, bounded.
pub(crate) fn described(text: &str) -> String {
    let bounded: String = text.chars().take(DESCRIPTION_CHARS * 2).collect();
    plain(&bounded).chars().take(DESCRIPTION_CHARS).collect()
}

fn add_tags(tags: &mut Vec<String>, new: &[String]) {
    for tag in new {
        let tag: String = plain(tag).to_lowercase().chars().take(TAG_CHARS).collect();
        if !tag.is_empty() && tags.len() < TAGS && !tags.contains(&tag) {
            tags.push(tag);
        }
    }
}

/// A number within bounds; the lower one where it is none.
pub(crate) fn tidy(number: f32, least: f32, most: f32) -> f32 {
    if number.is_nan() { least } else { number.clamp(least, most) }
}

fn cut_bytes(text: &mut String, most: usize) {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
}

pub(crate) fn add_alias(node: &mut Node, name: String, normalised: String, rule: AliasRule) {
    let known = node.aliases.iter().any(|alias| alias.normalised == normalised);
    if !known && !normalised.is_empty() && node.aliases.len() < ALIASES {
        node.aliases.push(Alias { name, normalised, rule });
    }
}
