//! Words and vectors against the passages that they are of. Words are all made again and compared. So are
//! the vectors of the model that is part of the program; of a slower one, a sample.

use super::Found;
use crate::{Snapshot, error::Result, ingest::in_context, tables::CONTEXTS, text_store};
use models::{DEFAULT_MODEL, Embedder};
use search::{ChunkRef, Index, Said};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};
use types::{ChunkRecord, DocumentId, DocumentRecord, DocumentState};

/// Passages embedded at once.
const TOGETHER: usize = 64;
/// Passages of a slower model that are embedded again, spread over all.
const SAMPLE: usize = 256;
/// Cosine of a stored vector with the one that its model makes: less is another text's. Rounding to bytes
/// leaves .999; a model with numbers of 8 bits says a little other things in other company.
const SAME: f32 = 0.98;

/// Reads passages as they are now, a document at a time.
struct Passages<'a> {
    now: &'a Snapshot,
    /// Whether a language model's sentences situate any.
    situated: bool,
    held: Option<Held>,
}

struct Held {
    id: DocumentId,
    title: String,
    text: String,
    chunks: Vec<ChunkRecord>,
}

impl<'a> Passages<'a> {
    fn new(now: &'a Snapshot, situated: bool) -> Self {
        Self { now, situated, held: None }
    }

    /// Nothing where the document, its text or its passage is gone: that is found elsewhere.
    fn said(&mut self, chunk: ChunkRef) -> Option<Said> {
        if self.held.as_ref().is_none_or(|held| held.id != chunk.document) {
            self.held = self.read(&chunk.document);
        }
        let held = self.held.as_ref()?;
        let record = held.chunks.get(chunk.ordinal as usize)?;
        let context = match self.situated {
            true => self.now.kept_context(&chunk.document, &record.span).ok()?,
            false => String::new(),
        };
        let (title, body) = (held.title.clone(), held.text.get(record.span.bytes())?.to_owned());
        Some(Said { chunk: record.clone(), title, context, body })
    }

    fn read(&self, id: &DocumentId) -> Option<Held> {
        let record = self.now.catalogue.get(id)?;
        let text = text_store::whole(&self.now.records, id, record.text_bytes).ok()?;
        let chunks = text_store::chunks(&self.now.records, &record).ok()?;
        Some(Held { id: *id, title: record.title.clone(), text, chunks })
    }
}

impl Snapshot {
    pub(super) fn look_at_index(
        &self,
        documents: &[Arc<DocumentRecord>],
        found: &mut Found,
    ) -> Result<()> {
        self.look_at_passages(documents, found);
        for (pages, of) in
            self.index.page_counts(&self.records)?.into_iter().zip(["words", "vectors"])
        {
            if pages.held > pages.expected {
                let more = pages.held - pages.expected;
                found.of_vault(format!("{more} pages of {of} belong to no segment"), false);
            }
        }
        let others = self.other_words()?;
        self.tell(&others, "passages are indexed by other words than they have", found);
        let spaces = [self.resources.spaces.first.clone(), self.resources.spaces.preferred.clone()];
        for (number, space) in spaces.into_iter().enumerate() {
            let Some(space) = space else { continue };
            let Ok(embedder) = self.resources.models.load(&space) else { continue };
            let without = self.index.without_vectors(&space);
            // the better model fills in in the background
            if without > 0 && number == 0 {
                found.unembedded = true;
                found.of_vault(format!("{without} passages have no vector of {space}"), true);
            }
            let others = self.other_vectors(&embedder, found)?;
            self.tell(&others, &format!("passages have other vectors than {space} makes"), found);
        }
        Ok(())
    }

    /// Each passage of each document is in the index once, and no others are.
    fn look_at_passages(&self, documents: &[Arc<DocumentRecord>], found: &mut Found) {
        let mut live: HashMap<DocumentId, Vec<u32>> = HashMap::new();
        for chunk in self.index.live_chunks() {
            live.entry(chunk.document).or_default().push(chunk.ordinal);
        }
        for record in documents.iter().filter(|record| record.state == DocumentState::Indexed) {
            let mut ordinals = live.remove(&record.id).unwrap_or_default();
            ordinals.sort_unstable();
            found.report.passages += u64::from(record.chunks);
            if !ordinals.iter().copied().eq(0..record.chunks) {
                let (held, chunks) = (ordinals.len(), record.chunks);
                let what =
                    format!("the index holds {held} passages of it, not each of {chunks} once");
                found.of_document(record, what, self.can_be_read_again(record));
            }
        }
        if !live.is_empty() {
            let passages: usize = live.values().map(Vec::len).sum();
            found.of_vault(format!("the index holds {passages} passages of no document"), true);
            found.strays = live.into_keys().collect();
        }
    }

    fn can_be_read_again(&self, record: &DocumentRecord) -> bool {
        self.records.original(&record.id).is_ok_and(|original| original.is_some())
    }

    /// Says it of each document that has any of these.
    fn tell(&self, others: &BTreeSet<ChunkRef>, what: &str, found: &mut Found) {
        let mut counts: BTreeMap<DocumentId, u32> = BTreeMap::new();
        for chunk in others {
            *counts.entry(chunk.document).or_default() += 1;
        }
        for (id, count) in counts {
            // of no document: told already
            let Some(record) = self.catalogue.get(&id) else { continue };
            let repairable = self.can_be_read_again(&record);
            found.of_document(&record, format!("{count} {what}"), repairable);
        }
    }

    fn other_words(&self) -> Result<BTreeSet<ChunkRef>> {
        let situated = self.records.has_below(CONTEXTS, &[])?;
        let mut passages = Passages::new(self, situated);
        let mut read = |chunk| passages.said(chunk);
        let mut others: BTreeSet<ChunkRef> =
            self.index.other_words(&self.records, &mut read)?.into_iter().collect();
        if situated && !others.is_empty() {
            // read again without the language model, a document keeps its sentences for later
            let mut passages = Passages::new(self, false);
            let mut read = |chunk| passages.said(chunk);
            let bare = self.index.other_words(&self.records, &mut read)?;
            others.retain(|chunk| bare.contains(chunk));
        }
        Ok(others)
    }

    fn other_vectors(&self, embedder: &Embedder, found: &mut Found) -> Result<BTreeSet<ChunkRef>> {
        let space = embedder.name();
        let held = self.index.vectors(space).count();
        let step = match space {
            DEFAULT_MODEL => 1,
            _ => held.div_ceil(SAMPLE).max(1),
        };
        let situated = self.records.has_below(CONTEXTS, &[])?;
        let mut passages = Passages::new(self, situated);
        let mut others = BTreeSet::new();
        let compared: Vec<(ChunkRef, &[i8; 256])> =
            self.index.vectors(space).step_by(step).collect();
        for group in compared.chunks(TOGETHER) {
            let said: Vec<Option<Said>> =
                group.iter().map(|(chunk, _)| passages.said(*chunk)).collect();
            let mut near = vec![false; group.len()];
            // with its sentence, and without: see `other_words`
            for with in [true, false] {
                let waiting: Vec<usize> = (0..group.len())
                    .filter(|at| !near.get(*at).copied().unwrap_or_default())
                    .collect();
                let texts: Vec<String> = waiting.iter().map(|at| text(&said, *at, with)).collect();
                if texts.is_empty() || (!with && !situated) {
                    continue;
                }
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                for (at, vector) in waiting.iter().zip(embedder.passages(&texts)?) {
                    let row = group.get(*at).map(|(_, row)| *row);
                    let known = said.get(*at).is_some_and(Option::is_some);
                    let same = row.is_some_and(|row| Index::nearness(row, &vector) >= SAME);
                    if let Some(near) = near.get_mut(*at) {
                        *near = same && known;
                    }
                }
            }
            let each = group.iter().zip(near);
            others.extend(each.filter(|(_, near)| !near).map(|((chunk, _), _)| *chunk));
        }
        found.report.vectors += compared.len() as u64;
        found.report.vectors_held += held as u64;
        Ok(others)
    }
}

/// What a passage is embedded as; nothing where it is gone.
fn text(said: &[Option<Said>], at: usize, with: bool) -> String {
    let Some(Some(said)) = said.get(at) else { return String::new() };
    let context = if with { said.context.as_str() } else { "" };
    in_context(&said.title, &said.chunk.parent_chain, context, &said.body)
}
