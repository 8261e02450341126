//! A document that is deleted takes what the levels hold of it along, in the same commit: what was chosen
//! of it, and every sentence that quotes it. What rested on it stays, stale, until the next update.

use crate::{
    error::Result,
    tables::levels::{
        HEADS, HeadRecord, Kept, LevelId, MASTERS, SECTIONS, STRETCHES, SectionRecord,
    },
    tx::Tx,
};
use std::collections::HashSet;
use types::DocumentId;
use vault::Blob;

impl Tx<'_, '_> {
    /// Takes what the levels over all collections hold of a document away.
    pub(crate) fn forget_levels(&mut self, document: &DocumentId) -> Result<()> {
        let heads: Vec<HeadRecord> =
            self.records.scan(HEADS, &[b"head"])?.collect::<vault::Result<_>>()?;
        for head in heads {
            self.forget_in(head, document)?;
        }
        Ok(())
    }

    fn forget_in(&mut self, mut head: HeadRecord, document: &DocumentId) -> Result<()> {
        let collection = head.collection.clone();
        let Some(outline) = self.outlines.of(&self.records, &collection)? else { return Ok(()) };
        let Some(known) =
            outline.by_document.get(document).and_then(|at| outline.documents.get(*at))
        else {
            return Ok(());
        };
        let name = collection.as_str().as_bytes();
        self.batch.delete(STRETCHES, &[b"document", name, document.as_bytes()]);
        let own = known.first..known.first + known.count;
        let chunks: HashSet<LevelId> =
            own.clone().filter_map(|at| outline.chunks.get(at).map(|chunk| chunk.id)).collect();
        // a section quotes what it holds alone
        let mut touched = HashSet::new();
        for section in &outline.sections {
            let holds = section.children.iter().any(|at| own.contains(at));
            if !holds {
                continue;
            }
            touched.insert(section.id);
            let Some(record) = self.section(&collection, &section.id)? else { continue };
            let path = [b"section".as_slice(), name, &section.id];
            match without(record, document, &chunks) {
                Some(record) => self.batch.put(SECTIONS, &path, &record)?,
                None => self.batch.delete(SECTIONS, &path),
            }
        }
        let path: [&[u8]; 2] = [b"master", name];
        if let Some(mut master) = self.records.get(MASTERS, &path)? {
            let named = |kept: &Kept| kept.cites.iter().any(|cite| touched.contains(cite));
            master.sentences.retain(|kept| !(kept.connective && named(kept)));
            master.sentences = unquoted(master.sentences, document);
            master.stale = true;
            self.batch.put(MASTERS, &path, &master)?;
        }
        head.stamp = self.records.commit_seq() + 1;
        head.statistics.documents = head.statistics.documents.saturating_sub(1);
        Ok(self.batch.put(HEADS, &[b"head", name], &head)?)
    }
}

/// A section without a document; `None` where nothing is left of it.
fn without(
    mut record: SectionRecord,
    document: &DocumentId,
    chunks: &HashSet<LevelId>,
) -> Option<SectionRecord> {
    let (ids, _) = record.children.0.as_chunks::<16>();
    let left: Vec<u8> = ids.iter().filter(|id| !chunks.contains(*id)).flatten().copied().collect();
    if left.is_empty() {
        return None;
    }
    record.children = Blob(left);
    // its title and what it names may be words of the document; an update finds them anew
    record.title = String::new();
    record.entities = Vec::new();
    record.sentences.retain(|kept| !kept.connective);
    for kept in &mut record.sentences {
        kept.cites.retain(|cite| !chunks.contains(cite));
    }
    record.sentences = unquoted(record.sentences, document);
    record.stale = true;
    Some(record)
}

/// Sentences without those that are a document's words, and without it among the sources of others.
fn unquoted(sentences: Vec<Kept>, document: &DocumentId) -> Vec<Kept> {
    let own = |kept: &Kept| kept.sources.first().is_some_and(|place| place.document == *document);
    let mut left: Vec<Kept> = sentences.into_iter().filter(|kept| !own(kept)).collect();
    for kept in &mut left {
        kept.sources.retain(|place| place.document != *document);
    }
    left
}
