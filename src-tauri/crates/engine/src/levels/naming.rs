//! What stretches mention, as the palace knows it now, and what sections go by for it.

use crate::{
    held::levels::Outline,
    tables::levels::{LevelId, SectionKey},
};
use graph::{Head, View};
use std::collections::BTreeMap;
use types::{DocumentId, LevelEntity, NodeClass, NodeKind};

/// Entities named in a section's title.
const IN_TITLE: usize = 3;

/// The nodes that a stretch's passages mention.
pub(super) fn mentioned<'a>(
    view: &'a View<'_>,
    outline: &Outline,
    at: usize,
) -> impl Iterator<Item = &'a Head> + use<'a> {
    let passages = outline.chunks.get(at).zip(outline.document(at)).map(|(chunk, document)| {
        let count = chunk.pieces.len() as u32;
        (document.id, chunk.first..chunk.first + count)
    });
    let nodes = passages.into_iter().flat_map(move |(document, passages): (DocumentId, _)| {
        passages.flat_map(move |passage| view.of_passage(&document, passage))
    });
    nodes.filter_map(move |id| view.head(&id)).filter(|head| head.counts())
}

/// The things among them, each once.
pub(super) fn entities<'a>(
    view: &'a View<'_>,
    outline: &Outline,
    at: usize,
) -> impl Iterator<Item = &'a Head> + use<'a> {
    let thing =
        |head: &&Head| head.kind.class() == NodeClass::Thing && head.kind != NodeKind::Publication;
    let mut found: Vec<&Head> = mentioned(view, outline, at).filter(thing).collect();
    found.sort_unstable_by_key(|head| head.id);
    found.dedup_by_key(|head| head.id);
    found.into_iter()
}

/// Wing and room where most of what a stretch mentions lies; empty where the palace says nothing.
pub(super) fn place(view: &View<'_>, outline: &Outline, at: usize) -> (String, String) {
    let mut counts: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for head in mentioned(view, outline, at) {
        if &*head.wing != types::Place::UNSORTED {
            *counts.entry((&head.wing, &head.room)).or_default() += 1;
        }
    }
    let most =
        counts.into_iter().fold(None, |best: Option<((&str, &str), u32)>, other| match best {
            Some(best) if best.1 >= other.1 => Some(best),
            _ => Some(other),
        });
    most.map(|((wing, room), _)| (wing.to_owned(), room.to_owned())).unwrap_or_default()
}

/// What a section goes by: its place, and what it names most where that says more.
pub(super) fn title(key: &SectionKey, entities: &[LevelEntity]) -> String {
    let place = match (key.wing.as_str(), key.room.as_str()) {
        ("", _) => String::new(),
        (wing, "") => wing.to_owned(),
        (wing, room) => format!("{wing} / {room}"),
    };
    if !place.is_empty() && key.topic == LevelId::default() {
        return place;
    }
    let names: Vec<&str> =
        entities.iter().take(IN_TITLE).map(|entity| entity.name.as_str()).collect();
    match (place.is_empty(), names.is_empty()) {
        (true, true) => "other passages".to_owned(),
        (true, false) => names.join(", "),
        (false, true) => place,
        (false, false) => format!("{place}: {}", names.join(", ")),
    }
}
