//! Deeds done to a real palace, and what is seen in it afterwards.

use super::model::{self, DOCUMENTS, Deed, KINDS, NodeModel, PLACES, State};
use engine::{Limits, Palace, Passphrase, Resources, Snapshot, Source, Spaces};
use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};
use types::{
    Cancel, Collection, DocumentState, EdgeAddRequest, EdgeKind, EdgesRequest, IngestOptions,
    IngestOutcome, MoveRequest, NodeAddRequest, NodeEditRequest, NodeKind, NodeMergeRequest,
    NodesRequest, OverrideRequest, RegenerateRequest, SearchMode, SearchRequest, SweepRequest,
    Timestamp,
};

const TAG: &str = "handmade";
const OTHER: &str = "other";

/// What is wrong, in words.
pub type Wrong = String;

pub fn passphrase() -> Passphrase {
    Passphrase::new("random histories".to_owned()).unwrap()
}

fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    Timestamp::from_unix_ms(since.as_millis() as i64)
}

/// With the model that is part of the program, where its runtime is there.
pub fn resources() -> Arc<Resources> {
    let runtime = env::var_os("LOCI_RUNTIME").map_or("/nonexistent".into(), PathBuf::from);
    let program = crate::common::worker();
    let resources = Resources::new(&runtime, program, Limits::default(), Arc::new(now));
    let first = resources.spaces().first.clone();
    Arc::new(resources.with_spaces(Spaces { first, preferred: None }))
}

/// Does it; an error of the palace is one of the test.
pub fn act(palace: &Palace, deed: &Deed, backups: &Path) -> Result<(), Wrong> {
    let wrong = |error: engine::Error| format!("{deed:?}: {:?}", error.problem());
    let cancel = Cancel::default();
    let name = |number: &u16| model::name(*number);
    match deed {
        Deed::Ingest(numbers) => ingest(palace, numbers.iter(), false)?,
        Deed::ReadAgain(number) => ingest(palace, std::iter::once(number), true)?,
        Deed::Delete(number, cascade) => {
            palace.delete(&model::id(*number), *cascade, &[]).map_err(wrong)?;
        }
        Deed::Join(number) => {
            palace.join(&model::id(*number), &OTHER.parse().unwrap()).map_err(wrong)?;
        }
        Deed::AddNode(number, place) => {
            let (wing, room) = PLACES[usize::from(*place) % PLACES.len()];
            let request = NodeAddRequest {
                name: name(number),
                kind: NodeKind::Concept,
                description: model::description(*number, 0),
                tags: vec![TAG.to_owned()],
                wing: Some(wing.to_owned()),
                room: Some(room.to_owned()),
                hall: None,
                valid_from: None,
                valid_to: None,
            };
            palace.add_node(&request).map_err(wrong)?;
        }
        Deed::EditNode(number, version) => {
            let request = NodeEditRequest {
                node: name(number),
                description: Some(model::description(*number, *version)),
                ..NodeEditRequest::default()
            };
            palace.edit_node(&request).map_err(wrong)?;
        }
        Deed::MoveNode(number, place) => {
            let (wing, room) = PLACES[usize::from(*place) % PLACES.len()];
            let (wing, room) = (wing.to_owned(), room.to_owned());
            let request = MoveRequest { nodes: vec![name(number)], wing, room, hall: None };
            palace.move_nodes(&request).map_err(wrong)?;
        }
        Deed::Override(number, to) => {
            let (reliability, reason) = (f32::from(*to) / 100.0, "seen by myself".to_owned());
            let request = OverrideRequest { node: name(number), reliability, reason };
            palace.override_trust(&request).map_err(wrong)?;
        }
        Deed::MergeNodes { into, from } => {
            let (into, from, reason) = (name(into), name(from), String::new());
            palace.merge_nodes(&NodeMergeRequest { into, from, reason }).map_err(wrong)?;
        }
        Deed::DeleteNode(number) => {
            palace.delete_node(&name(number)).map_err(wrong)?;
        }
        Deed::Tie(from, to) => {
            let (from, to, kind) = (name(from), name(to), EdgeKind::PartOf);
            let request = EdgeAddRequest { kind, from, to, reason: "by hand".to_owned() };
            palace.add_edge(&request).map_err(wrong)?;
        }
        Deed::Sweep => {
            palace.sweep(&SweepRequest::default(), &cancel).map_err(wrong)?;
        }
        Deed::Regenerate => {
            let collection = Collection::default();
            let request = RegenerateRequest { collection, ..RegenerateRequest::default() };
            palace.regenerate(&request, &cancel, &|_| {}).map_err(wrong)?;
        }
        Deed::Rotate => {
            palace.rotate(&passphrase(), &cancel, &|_, _| {}).map_err(wrong)?;
        }
        Deed::Backup => {
            let folder = backups.to_string_lossy();
            palace.backup(Some(&folder), Some(2), &cancel, &|_, _| {}).map_err(wrong)?;
        }
    }
    Ok(())
}

/// Takes documents in by their bytes; with `again`, reads anew what is in.
pub fn ingest<'a>(
    palace: &Palace,
    numbers: impl Iterator<Item = &'a u8>,
    again: bool,
) -> Result<(), Wrong> {
    let source = |number: &u8| Source::Bytes {
        name: format!("{}.md", model::word(*number)),
        bytes: model::text(*number).into_bytes(),
    };
    let options = IngestOptions { force: again, ..IngestOptions::default() };
    let answer = palace
        .ingest(numbers.map(source).collect(), &options, &Cancel::default(), &|_| {})
        .map_err(|error| format!("ingest: {:?}", error.problem()))?;
    for row in answer.documents {
        if !matches!(row.state, IngestOutcome::Indexed | IngestOutcome::Duplicate) {
            return Err(format!("ingest: {:?} {:?}", row.state, row.reason));
        }
    }
    Ok(())
}

/// What is seen, and the documents whose originals are in and which are not read yet.
pub fn seen(palace: &Palace) -> Result<(State, BTreeSet<u8>), Wrong> {
    let now = palace.snapshot();
    let wrong = |error: engine::Error| format!("looking: {:?}", error.problem());
    let mut state = State::default();
    let mut pending = BTreeSet::new();
    for view in now.documents().map_err(wrong)?.documents {
        let number = (0..DOCUMENTS).find(|number| model::id(*number) == view.document_id);
        let number =
            number.ok_or_else(|| format!("a document that nobody took in: {}", view.name))?;
        if now.original(&view.document_id).map_err(wrong)? != model::text(number).as_bytes() {
            return Err(format!("the original of {number} is another file"));
        }
        match view.state {
            DocumentState::Indexed => {
                let text = now.document_text(&view.document_id).map_err(wrong)?;
                if !text.contains(&model::word(number)) {
                    return Err(format!("the text of {number} is another's"));
                }
                state.documents.insert(number, view.collections.len() > 1);
            }
            DocumentState::Refused | DocumentState::Failed => {
                return Err(format!("{number} is {:?}: {:?}", view.state, view.reason));
            }
            _ => {
                pending.insert(number);
            }
        }
    }
    let documents: BTreeSet<u8> = state.documents.keys().copied().collect();
    for number in 0..DOCUMENTS {
        let expected = documents.iter().copied().filter(|known| *known == number).collect();
        found(&now, &model::word(number), &expected)?;
    }
    for kind in 0..KINDS {
        let expected = documents.iter().copied().filter(|number| number % KINDS == kind).collect();
        found(&now, &model::kind_word(kind), &expected)?;
    }
    state.nodes = nodes(&now)?;
    state.edges = edges(&now)?;
    state.certificates = now.certificates().map_err(wrong)?.certificates.len();
    Ok((state, pending))
}

/// A search for a rare word finds these documents and no others.
fn found(now: &Snapshot, word: &str, expected: &BTreeSet<u8>) -> Result<(), Wrong> {
    let request = SearchRequest::new(word, SearchMode::Keyword, 100);
    let answer = now.search(&request).map_err(|error| format!("{:?}", error.problem()))?;
    let found: BTreeSet<_> = answer.hits.iter().map(|hit| hit.document_id).collect();
    if found != expected.iter().map(|number| model::id(*number)).collect() {
        return Err(format!("“{word}” finds {} documents, not {expected:?}", found.len()));
    }
    Ok(())
}

fn nodes(now: &Snapshot) -> Result<BTreeMap<u16, NodeModel>, Wrong> {
    let wrong = |error: engine::Error| format!("nodes: {:?}", error.problem());
    let tag = Some(TAG.to_owned());
    let request = NodesRequest { tag, limit: 1000, ..NodesRequest::default() };
    let cards = now.nodes(&request).map_err(wrong)?.nodes;
    let mut nodes = BTreeMap::new();
    for card in &cards {
        let number = model::number_in(&card.name);
        let number = number.ok_or_else(|| format!("a node of another name: {}", card.name))?;
        let reliability = card.overridden.then(|| (card.reliability * 100.0).round() as u8);
        let node = NodeModel {
            description: card.about.clone(),
            place: (card.wing.clone(), card.room.clone()),
            reliability,
            joined: BTreeSet::new(),
        };
        nodes.insert(number, node);
    }
    // names of what was made part of another lead there
    for number in 0..model::NAMES {
        let Ok(view) = now.trust(&model::name(number)) else { continue };
        let owner = model::number_in(&view.name).filter(|owner| *owner != number);
        if let Some(node) = owner.and_then(|owner| nodes.get_mut(&owner)) {
            node.joined.insert(number);
        }
    }
    Ok(nodes)
}

fn edges(now: &Snapshot) -> Result<BTreeSet<(u16, u16)>, Wrong> {
    let kind = Some(EdgeKind::PartOf);
    let request = EdgesRequest { kind, limit: 1000, ..EdgesRequest::default() };
    let edges = now.edges(&request).map_err(|error| format!("edges: {:?}", error.problem()))?.edges;
    let ends = |edge: types::EdgeView| {
        Some((model::number_in(&edge.from_name)?, model::number_in(&edge.to_name)?))
    };
    Ok(edges.into_iter().filter_map(ends).collect())
}

/// Every record is as it was saved, and everything fits together.
pub fn sound(palace: &Palace) -> Result<(), Wrong> {
    let wrong = |error: engine::Error| format!("verifying: {:?}", error.problem());
    let report = palace.verify().map_err(wrong)?;
    if !report.ok {
        return Err(format!("not as it was saved: {:?}", report.findings));
    }
    let deep = palace.verify_deep(false, &Cancel::default()).map_err(wrong)?;
    match deep.findings.is_empty() {
        true => Ok(()),
        false => Err(format!("does not fit together: {:?}", deep.findings)),
    }
}
