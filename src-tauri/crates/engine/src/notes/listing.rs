//! Notes as they are shown: filtered, with their words, their links, and where their passages stand now.

use super::{links::Linked, places::Places, writing::usage};
use crate::{
    Snapshot,
    error::{Error, Result},
    tables::{
        NOTES,
        notes::{NoteRecord, Target},
    },
};
use std::collections::HashSet;
use types::{
    DocumentId, ErrorCode, NodeId, NoteList, NoteTarget, NoteView, NotesRequest, normalise_name,
};

/// Fewest digits of an id that are taken for it.
const PREFIX_DIGITS: usize = 8;

/// What notes are asked for, looked up.
struct Wanted {
    /// The versions of the document.
    documents: Option<HashSet<DocumentId>>,
    node: Option<NodeId>,
    words: Vec<String>,
    tag: Option<String>,
}

impl Snapshot {
    /// Every note and highlight.
    pub(crate) fn note_records(&self) -> Result<Vec<NoteRecord>> {
        self.records.scan(NOTES, &[])?.map(|note| Ok(note?)).collect()
    }

    /// The notes that fit.
    pub fn notes(&self, request: &NotesRequest) -> Result<NoteList> {
        let document = request.document.as_deref().map(|id| self.resolve(id)).transpose()?;
        let mut places = document.map(|document| Places::of(self, &document)).transpose()?;
        let versions = document.map(|id| self.record(&id).map(|record| self.chain(&record)));
        let wanted = Wanted {
            documents: versions
                .transpose()?
                .map(|chain| chain.iter().map(|record| record.id).collect()),
            node: request.node.as_deref().map(|node| self.graph.resolve(node)).transpose()?,
            words: request
                .words
                .iter()
                .flat_map(|words| words.split_whitespace())
                .map(normalise_name)
                .collect(),
            tag: request.tag.as_ref().map(|tag| tag.trim().to_lowercase()),
        };
        let linked = Linked::new(self);
        let mut notes = Vec::new();
        for record in self.note_records()? {
            if !self.is_wanted(&record, request, &wanted) {
                continue;
            }
            let mut note = self.view_with(record, &linked)?;
            if !wanted.words.iter().all(|word| says(&note, word)) {
                continue;
            }
            if let Some(places) = &mut places {
                note.place = places.place(self, &note.target)?;
            }
            notes.push(note);
        }
        match document {
            Some(_) => notes.sort_by_key(|note| {
                let start = note.place.as_ref().map(|place| place.span.start);
                (start.is_none(), start, note.created_at)
            }),
            None => notes.sort_by(|a, b| {
                b.created_at.cmp(&a.created_at).then_with(|| a.note_id.cmp(&b.note_id))
            }),
        }
        Ok(NoteList { notes })
    }

    fn is_wanted(&self, note: &NoteRecord, request: &NotesRequest, wanted: &Wanted) -> bool {
        let on = note.on_document();
        let in_collection = |name: &String| match &note.target {
            Target::Collection(collection) => collection.as_str() == name,
            _ => on.and_then(|id| self.catalogue.get(&id)).is_some_and(|record| {
                record.collections().any(|collection| collection.as_str() == name)
            }),
        };
        wanted.documents.as_ref().is_none_or(|ids| on.is_some_and(|id| ids.contains(&id)))
            && wanted
                .node
                .is_none_or(|id| matches!(&note.target, Target::Node { node, .. } if *node == id))
            && request.collection.as_ref().is_none_or(in_collection)
            && request.meaning.is_none_or(|meaning| note.meaning == Some(meaning))
            && wanted.tag.as_ref().is_none_or(|tag| note.tags.contains(tag))
    }

    /// One note.
    pub fn note(&self, name: &str) -> Result<NoteView> {
        let record = self.named_note(name)?;
        let on = record.on_document().filter(|id| self.catalogue.get(id).is_some());
        self.note_view(record, on.as_ref())
    }

    /// The note with an id, or with one that begins so.
    pub(super) fn named_note(&self, name: &str) -> Result<NoteRecord> {
        let wanted = name.trim().to_lowercase();
        let digits = wanted.len() >= PREFIX_DIGITS && wanted.chars().all(|c| c.is_ascii_hexdigit());
        if !digits {
            let hint = "Give the id that `note list` prints, or its first 8 digits or more.";
            return Err(usage("That is not a note's id.", hint));
        }
        let mut fits = self.note_records()?;
        fits.retain(|note| note.id.to_string().starts_with(&wanted));
        match (fits.pop(), fits.is_empty()) {
            (Some(note), true) => Ok(note),
            (Some(_), false) => Err(Error::new(
                ErrorCode::Ambiguous,
                format!("{} notes have ids that begin so.", fits.len() + 1),
                "Give more digits.",
            )),
            (None, _) => Err(Error::new(
                ErrorCode::NotFound,
                "No note has that id.",
                "`note list` shows those that are here.",
            )),
        }
    }

    /// A note as it is shown, its passage looked up in a version of its document.
    pub(super) fn note_view(
        &self,
        record: NoteRecord,
        version: Option<&DocumentId>,
    ) -> Result<NoteView> {
        let mut note = self.view_with(record, &Linked::new(self))?;
        if let Some(version) = version {
            note.place = Places::of(self, version)?.place(self, &note.target)?;
        }
        Ok(note)
    }

    fn view_with(&self, record: NoteRecord, linked: &Linked) -> Result<NoteView> {
        let text = self.note_words(&record)?;
        let document = record.document.and_then(|id| self.catalogue.get(&id));
        Ok(NoteView {
            note_id: record.id,
            title: record.title,
            links: self.links_of(linked, &text),
            text,
            target: shown(record.target),
            place: None,
            meaning: record.meaning,
            tags: record.tags,
            document_id: document.as_ref().map(|document| document.id),
            version: document.map_or(0, |document| document.version.max(1)),
            created_at: record.created_at,
            edited_at: record.edited_at,
            origin: record.origin.map(|origin| origin.name),
        })
    }
}

fn says(note: &NoteView, word: &str) -> bool {
    let quote = match &note.target {
        NoteTarget::Passage { quote, .. } => quote.as_str(),
        _ => "",
    };
    [note.title.as_str(), note.text.as_str(), quote]
        .into_iter()
        .any(|text| normalise_name(text).contains(word))
}

fn shown(target: Target) -> NoteTarget {
    match target {
        Target::Passage(quoted) => NoteTarget::Passage {
            document_id: quoted.document,
            title: quoted.title,
            span: quoted.span,
            quote: quoted.quote,
            prefix: quoted.prefix,
            suffix: quoted.suffix,
        },
        Target::Document { document, title } => {
            NoteTarget::Document { document_id: document, title }
        }
        Target::Node { node, name } => NoteTarget::Node { node_id: node, name },
        Target::Collection(collection) => NoteTarget::Collection { collection },
        Target::Nothing => NoteTarget::Nothing,
    }
}
