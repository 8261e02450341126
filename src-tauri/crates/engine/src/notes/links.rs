//! What the `[[…]]` of a note's words lead to: a node by name or id, a document by title or id, a passage
//! of a document by its bytes. Each becomes a relation of the note.

use crate::{
    Snapshot,
    error::Result,
    sheet,
    tables::notes::{NoteRecord, Target},
    tx::Tx,
};
use chunk::wiki::{WikiLink, wikilinks};
use graph::Change;
use std::collections::HashMap;
use types::{
    DocumentId, DocumentState, EdgeKind, FoundEdge, NodeId, NodeState, NoteLink, NoteLinks,
    NoteLinksRequest, Tier, normalise_name,
};

/// Names offered.
const OFFERED: usize = 10;

/// Documents by what they are called.
pub(super) struct Linked {
    titles: HashMap<String, DocumentId>,
}

impl Linked {
    /// Those that are here, the newest of a title before the others.
    pub fn new(now: &Snapshot) -> Self {
        let known = |record: &types::DocumentRecord| {
            record.state == DocumentState::Indexed && record.superseded_by.is_none()
        };
        let mut records = now.catalogue.select(known);
        records.sort_by_key(|record| (record.added_at, record.id));
        let titles = records.iter().map(|record| (normalise_name(&record.title), record.id));
        Self { titles: titles.collect() }
    }

    /// What a link leads to.
    pub fn resolve(&self, now: &Snapshot, link: &WikiLink) -> NoteLink {
        let name = match link.part.is_empty() {
            true => link.name.clone(),
            false => format!("{}#{}", link.name, link.part),
        };
        let nothing = NoteLink { name, node_id: None, document_id: None, range: None };
        let id = link.name.strip_prefix("document://").unwrap_or(&link.name);
        let document = self.titles.get(&normalise_name(&link.name)).copied();
        if let Some(document) = document.or_else(|| now.resolve(id).ok()) {
            let range = link.part.split_once('-').and_then(|(start, end)| {
                let (start, end): (u32, u32) = (start.parse().ok()?, end.parse().ok()?);
                (start < end).then_some((start, end))
            });
            return NoteLink { document_id: Some(document), range, ..nothing };
        }
        let name = link.name.strip_prefix("node:").unwrap_or(&link.name);
        let node = now.graph.resolve(name).ok().filter(|id| {
            let view = now.graph.view();
            view.head(id).is_some_and(|head| head.state != NodeState::Dismissed)
        });
        NoteLink { node_id: node, ..nothing }
    }
}

impl Snapshot {
    /// The links of some words.
    pub(super) fn links_of(&self, linked: &Linked, words: &str) -> Vec<NoteLink> {
        wikilinks(words).iter().map(|link| linked.resolve(self, link)).collect()
    }

    /// What `[[` may be completed to: documents and nodes with what was typed in their names.
    pub fn note_links(&self, request: &NoteLinksRequest) -> Result<NoteLinks> {
        let typed = normalise_name(&request.typed);
        let offered = |name: String, node_id, document_id| NoteLink {
            name,
            node_id,
            document_id,
            range: None,
        };
        let mut found: Vec<(usize, NoteLink)> = Vec::new();
        let mut rank = |name: &str, link: NoteLink| {
            if let Some(at) = normalise_name(name).find(&typed) {
                found.push((usize::from(at > 0) * 1_000 + name.len().min(999), link));
            }
        };
        for record in self.catalogue.select(|record| {
            record.state == DocumentState::Indexed && record.superseded_by.is_none()
        }) {
            rank(&record.title, offered(record.title.clone(), None, Some(record.id)));
        }
        let view = self.graph.view();
        let things = view.heads().filter(|head| {
            head.state == NodeState::Accepted && head.kind.class() == types::NodeClass::Thing
        });
        for head in things.filter(|head| head.kind != types::NodeKind::Publication) {
            rank(&head.name, offered(head.name.to_string(), Some(head.id), None));
        }
        found.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.name.cmp(&b.1.name)));
        found.truncate(OFFERED);
        Ok(NoteLinks { links: found.into_iter().map(|(_, link)| link).collect() })
    }
}

impl Tx<'_, '_> {
    /// Ties notes to what they are on and to what they link to, where both are nodes.
    pub(super) fn tie_notes(&mut self, notes: &[NoteRecord]) -> Result<()> {
        let mut change = self.change();
        let linked = Linked::new(self);
        let mut tied = false;
        for note in notes {
            let Some(own) = self.publication_of(note.document) else { continue };
            let on = match &note.target {
                Target::Passage(quoted) => self.publication_of(Some(quoted.document)),
                Target::Document { document, .. } => self.publication_of(Some(*document)),
                Target::Node { node, .. } => Some(*node),
                Target::Collection(_) | Target::Nothing => None,
            };
            let words = self.note_words(note)?;
            let links = wikilinks(&words);
            let to = links.iter().filter_map(|link| {
                let link = linked.resolve(self, link);
                link.node_id.or_else(|| self.publication_of(link.document_id))
            });
            for to in on.into_iter().chain(to) {
                tied |= refer(&mut change, own, to, "linked in a note")?;
            }
        }
        if tied { self.put_graph(change) } else { Ok(()) }
    }
}

/// Ties one node to another that it refers to. `false` where that makes no sense.
pub(crate) fn refer(change: &mut Change, from: NodeId, to: NodeId, why: &str) -> Result<bool> {
    let edge = FoundEdge {
        kind: EdgeKind::Cites,
        from,
        to,
        confidence: 1.0,
        because: why.to_owned(),
        evidence: None,
        tier: Tier::User,
        state: NodeState::Accepted,
    };
    match change.merge_edge(edge) {
        Ok(_) => Ok(true),
        Err(graph::Error::SelfEdge | graph::Error::Cycle | graph::Error::MissingNode(_)) => {
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

impl Snapshot {
    /// The words of a note; none for a highlight without any.
    pub(super) fn note_words(&self, note: &NoteRecord) -> Result<String> {
        let Some(document) = note.document else { return Ok(String::new()) };
        let Some(record) = self.catalogue.get(&document) else { return Ok(String::new()) };
        if record.state != DocumentState::Indexed {
            return Ok(String::new());
        }
        let text = crate::text_store::whole(&self.records, &document, record.text_bytes)?;
        Ok(sheet::words(&text).to_owned())
    }
}
