//! What becomes of notes when documents go: a highlight quotes its document and goes with it, a note keeps
//! its own words and loses the quote. And how a note itself goes, every version of its words certified.

use crate::{
    Palace,
    error::Result,
    tables::{NOTES, notes::Target},
    tx::Tx,
};
use types::{Cascade, DocumentId, NoteGone};

/// What a deletion does to notes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NotesGone {
    pub gone: u64,
    pub kept: u64,
    /// Notes that quote it in their own words, as kept answers do.
    pub quoting: u64,
}

impl Tx<'_, '_> {
    /// Takes what quotes a document out of the notes, and the words that are the document itself.
    pub(crate) fn forget_notes(
        &mut self,
        document: &DocumentId,
        cascade: Cascade,
    ) -> Result<NotesGone> {
        let quoting = self.notes_quoting(document)?;
        let mut counted = NotesGone { quoting, ..NotesGone::default() };
        for mut note in self.note_records()? {
            let before = note.clone();
            let on = note.on_document() == Some(*document);
            let mut goes = false;
            if on && cascade == Cascade::None {
                counted.kept += 1;
            } else if on {
                counted.gone += 1;
                goes = note.document.is_none();
                note.target = Target::Nothing;
                note.meaning = None;
            }
            if note.document == Some(*document) {
                let earlier = self.catalogue.get(document).and_then(|record| record.supersedes);
                note.document = earlier.filter(|id| self.catalogue.get(id).is_some());
                goes |= note.document.is_none() && note.meaning.is_none();
                if note.document.is_none() {
                    note.title.clear();
                }
            }
            if goes {
                self.batch.delete(NOTES, &[note.id.as_bytes()]);
            } else if note != before {
                self.batch.put(NOTES, &[note.id.as_bytes()], &note)?;
            }
        }
        Ok(counted)
    }
}

impl Palace {
    /// Takes a note away, with all versions of its words.
    pub fn delete_note(&self, name: &str) -> Result<NoteGone> {
        let now = self.snapshot();
        let note = now.named_note(name)?;
        let record = note.document.and_then(|id| now.catalogue.get(&id));
        let versions: Vec<DocumentId> = record
            .map_or_else(Vec::new, |record| now.chain(&record).iter().map(|v| v.id).collect());
        // deletions wait until nobody reads what is deleted
        drop(now);
        for version in versions.iter().rev() {
            self.delete(version, Cascade::Orphans, &[])?;
        }
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        if tx.records.get(NOTES, &[note.id.as_bytes()])?.is_some() {
            tx.batch.delete(NOTES, &[note.id.as_bytes()]);
            tx.commit("note.delete", vec![note.id.to_string()])?;
        }
        Ok(NoteGone { note_id: note.id, versions: versions.len() as u32 })
    }
}
