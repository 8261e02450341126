//! Making and changing notes. The words come first, as a document; then the record that names it.

use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    ingest::Found,
    sheet::{COLLECTION, KIND, sheet, title_of},
    tables::{
        NOTES,
        notes::{NoteRecord, Origin, Quoted, Target},
    },
};
use std::ops::Range;
use types::{
    Cancel, Collection, DocumentId, DuplicateLevel, ErrorCode, IngestOptions, IngestOutcome,
    IngestedDocument, NoteAddRequest, NoteEditRequest, NoteId, NoteView, Timestamp,
};

/// Longest text and title, in bytes.
const TEXT_BYTES: usize = 200_000;
const TITLE_BYTES: usize = 400;
/// Labels of one note, and characters of one.
const TAGS: usize = 32;
const TAG_CHARS: usize = 60;

/// Words to be written as documents.
pub(crate) struct Written<'a> {
    pub note: NoteId,
    pub title: &'a str,
    pub text: &'a str,
    pub at: Timestamp,
    /// The version before.
    pub supersedes: Option<DocumentId>,
}

pub(super) fn usage(message: &str, hint: &str) -> Error {
    Error::new(ErrorCode::Usage, format!("{message} Nothing was changed."), hint)
}

impl Snapshot {
    /// What a request says that its note is on.
    fn target(&self, request: &NoteAddRequest) -> Result<Target> {
        let given = [&request.document, &request.node, &request.collection];
        if given.iter().filter(|one| one.is_some()).count() > 1 {
            let hint = "Give a document, a node, or a collection.";
            return Err(usage("A note is on one thing.", hint));
        }
        if let Some(document) = &request.document {
            let id = self.resolve(document)?;
            return match (request.start, request.end) {
                (Some(start), Some(end)) if start < end => self.quoted(&id, start..end),
                (None, None) => {
                    let title = self.record(&id)?.title.clone();
                    Ok(Target::Document { document: id, title })
                }
                _ => {
                    let message = "A passage has a first byte and one past its last.";
                    Err(usage(message, "Give --start and --end as a search prints them."))
                }
            };
        }
        if request.start.is_some() || request.end.is_some() {
            return Err(usage("A passage is a document's.", "Give the document too."));
        }
        if let Some(node) = &request.node {
            let node = self.found_node(node)?;
            return Ok(Target::Node { node: node.id, name: node.name });
        }
        match &request.collection {
            None => Ok(Target::Nothing),
            Some(name) => Collection::new(name)
                .map(Target::Collection)
                .map_err(|error| usage(&format!("{error}."), "Give another name.")),
        }
    }

    /// A passage, with what it is found again by.
    pub(crate) fn quoted(&self, document: &DocumentId, range: Range<usize>) -> Result<Target> {
        let passage = self.passage(document, range)?;
        Ok(Target::Passage(Box::new(Quoted {
            document: *document,
            title: self.record(document)?.title.clone(),
            span: passage.span,
            quote: passage.quote,
            prefix: passage.prefix,
            suffix: passage.suffix,
        })))
    }
}

impl Palace {
    /// Makes a note or a highlight. The same passage highlighted again takes on the new meaning.
    pub fn add_note(&self, request: &NoteAddRequest) -> Result<NoteView> {
        let now = self.snapshot();
        let target = now.target(request)?;
        let text = checked(&request.text)?;
        let tags = labels(&request.tags)?;
        if request.meaning.is_some() && !matches!(target, Target::Passage(_)) {
            return Err(usage("A passage alone is highlighted.", "Give --start and --end."));
        }
        if text.is_empty() && request.meaning.is_none() {
            return Err(usage("There is nothing to note.", "Give a text, or what it means."));
        }
        let at = self.resources.now();
        let id = match &target {
            Target::Passage(quoted) if text.is_empty() => highlight_id(quoted),
            _ => {
                let (seq, at) =
                    (now.records.commit_seq().to_be_bytes(), at.unix_ms().to_be_bytes());
                NoteId::derive(&[b"note", &seq, &at, text.as_bytes()])
            }
        };
        drop(now);
        let title = match text.is_empty() {
            true => String::new(),
            false => title(&request.title, &text)?,
        };
        let document = match text.is_empty() {
            true => None,
            false => {
                let words = Written { note: id, title: &title, text: &text, at, supersedes: None };
                Some(self.write_words(&words)?)
            }
        };
        let (created_at, edited_at, meaning) = (at, at, request.meaning);
        let record = NoteRecord {
            id,
            title,
            document,
            target,
            meaning,
            tags,
            created_at,
            edited_at,
            origin: None,
        };
        self.keep_note(record, "note.add")
    }

    /// Changes what is given. New words are a new version; what they were stays.
    pub fn edit_note(&self, request: &NoteEditRequest) -> Result<NoteView> {
        let now = self.snapshot();
        let before = now.named_note(&request.note)?;
        let mut record = before.clone();
        let words = now.note_words(&before)?;
        drop(now);
        let text = match &request.text {
            Some(text) => checked(text)?,
            None => words.clone(),
        };
        if let Some(tags) = &request.tags {
            record.tags = labels(tags)?;
        }
        if let Some(meaning) = request.meaning {
            if !matches!(record.target, Target::Passage(_)) {
                return Err(usage("A passage alone is highlighted.", "Make a highlight of it."));
            }
            record.meaning = Some(meaning);
        }
        if text.is_empty() && !words.is_empty() {
            let hint = "Delete the note, or leave some words.";
            return Err(usage("A note cannot lose its words.", hint));
        }
        if !text.is_empty() {
            // a title that was made of the first line follows it
            let own = before.title != title_of(&words);
            let kept = if own { before.title.as_str() } else { "" };
            record.title = title(request.title.as_deref().unwrap_or(kept), &text)?;
        }
        if record == before && text == words {
            return Err(usage("Nothing to change was given.", "Give what is to be otherwise."));
        }
        record.edited_at = self.resources.now();
        if text != words || record.title != before.title {
            record.document = Some(self.write_words(&Written {
                note: record.id,
                title: &record.title,
                text: &text,
                at: record.edited_at,
                supersedes: before.document,
            })?);
        }
        self.keep_note(record, "note.edit")
    }

    /// Keeps a note's record, and ties it to what its words link to.
    pub(super) fn keep_note(
        &self,
        mut record: NoteRecord,
        action: &'static str,
    ) -> Result<NoteView> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        if let Some(known) = tx.records.get(NOTES, &[record.id.as_bytes()])? {
            record.created_at = known.created_at;
            record.origin = record.origin.or(known.origin);
        }
        tx.batch.put(NOTES, &[record.id.as_bytes()], &record)?;
        tx.tie_notes(std::slice::from_ref(&record))?;
        let now = tx.commit(action, vec![record.id.to_string()])?;
        now.note_view(record, None)
    }

    /// Keeps many records at once.
    pub(crate) fn keep_notes(&self, records: &[NoteRecord], action: &'static str) -> Result<()> {
        if records.is_empty() {
            return Ok(());
        }
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        for record in records {
            tx.batch.put(NOTES, &[record.id.as_bytes()], record)?;
        }
        tx.tie_notes(records)?;
        tx.commit(action, records.iter().map(|record| record.id.to_string()).collect())?;
        Ok(())
    }

    /// Takes the words of one note in as a document.
    pub(super) fn write_words(&self, words: &Written<'_>) -> Result<DocumentId> {
        let row = self.take_words(std::slice::from_ref(words), &Cancel::default())?;
        match row.into_iter().next() {
            Some(Ok(document)) => Ok(document),
            Some(Err(error)) => Err(error),
            None => Err(Error::internal("A note was lost on its way.")),
        }
    }

    /// Takes the words of notes in: new ones together, later versions one by one.
    pub(crate) fn take_words(
        &self,
        words: &[Written<'_>],
        cancel: &Cancel,
    ) -> Result<Vec<Result<DocumentId>>> {
        let mut taken = Vec::with_capacity(words.len());
        let same =
            |a: &Written<'_>, b: &Written<'_>| a.supersedes.is_none() && b.supersedes.is_none();
        for group in words.chunk_by(same) {
            let options = IngestOptions {
                collection: Collection::new(COLLECTION).unwrap_or_default(),
                source_type: Some(KIND.to_owned()),
                supersedes: group.first().and_then(|one| one.supersedes),
                no_ocr: true,
                ..IngestOptions::default()
            };
            let found = group.iter().map(|one| Found::Bytes {
                name: format!("{}.md", file_name(one.title)),
                bytes: sheet(&one.note, one.title, one.text, one.at).into_bytes(),
                refusal: None,
            });
            let run = self.run(&options, cancel, &|_| {}, false)?;
            let answer = self.ingest_found(found.collect(), &run)?;
            taken.extend(answer.documents.into_iter().map(taken_in));
        }
        Ok(taken)
    }
}

/// The id of a highlight without words: one a passage.
pub(super) fn highlight_id(quoted: &Quoted) -> NoteId {
    let (start, end) = (quoted.span.start as u64, quoted.span.end as u64);
    let parts: [&[u8]; 4] =
        [b"highlight", quoted.document.as_bytes(), &start.to_be_bytes(), &end.to_be_bytes()];
    NoteId::derive(&parts)
}

fn taken_in(row: IngestedDocument) -> Result<DocumentId> {
    let known = row.duplicate == Some(DuplicateLevel::Exact);
    match row.document_id {
        Some(id) if row.state == IngestOutcome::Indexed || known => Ok(id),
        _ => Err(row
            .reason
            .map_or_else(|| Error::internal("The note was not taken in."), Error::Problem)),
    }
}

fn file_name(title: &str) -> String {
    title.chars().map(|c| if c == '/' || c.is_control() { ' ' } else { c }).take(80).collect()
}

/// A text as it is kept: without controls, and without white space at its ends.
pub(super) fn checked(text: &str) -> Result<String> {
    if text.len() > TEXT_BYTES {
        let hint = "Say it in up to 200,000 bytes, or take it in as a document.";
        return Err(usage("The note is too long.", hint));
    }
    let text = text.replace("\r\n", "\n");
    let text: String =
        text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
    Ok(text.trim().to_owned())
}

fn title(given: &str, text: &str) -> Result<String> {
    let given = given.split_whitespace().collect::<Vec<_>>().join(" ");
    let given: String = given.chars().filter(|c| !c.is_control()).collect();
    match given.len() {
        0 => Ok(title_of(text)),
        size if size > TITLE_BYTES => {
            Err(usage("The title is too long.", "Say it in up to 400 bytes."))
        }
        _ => Ok(given),
    }
}

/// Labels as they are kept.
pub(super) fn labels(tags: &[String]) -> Result<Vec<String>> {
    let mut kept: Vec<String> = Vec::new();
    for tag in tags {
        let tag = tag.trim().trim_start_matches('#').to_lowercase();
        let odd = tag.is_empty() || tag.chars().count() > TAG_CHARS;
        if odd || tag.chars().any(char::is_control) {
            return Err(usage("A label has 1 to 60 characters.", "Shorten it."));
        }
        if !kept.contains(&tag) {
            kept.push(tag);
        }
    }
    match kept.len() {
        0..=TAGS => Ok(kept),
        _ => Err(usage("A note has at most 32 labels.", "Leave some out.")),
    }
}

/// A record of a note that came from elsewhere.
pub(crate) fn origin(name: String, content: types::Sha256) -> Option<Origin> {
    Some(Origin { name, content: Some(content) })
}
