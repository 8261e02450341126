//! The better model catches up: passages that the quick model indexed are embedded again, a segment a
//! commit, until the better one has seen them all and answers in its place.

use crate::{
    Palace, Snapshot,
    error::{Error, Result, go_on},
    ingest::{Progress, in_context},
    text_store,
    tx::Writer,
};
use models::{Embedder, Vector};
use search::{ChunkRef, SegmentId};
use std::sync::Arc;
use types::{Cancel, IngestEvent};

/// Passages embedded between two looks at the cancel flag.
const STEP: usize = 32;

impl Snapshot {
    /// The model that embeds during ingest, where it can be had.
    pub(crate) fn first_embedder(&self) -> Option<Arc<Embedder>> {
        let name = self.resources.spaces.first.as_deref()?;
        self.resources.models.load(name).inspect_err(log_unavailable).ok()
    }

    /// The name of the model that answers now.
    pub fn model_in_use(&self) -> Option<String> {
        let spaces = &self.resources.spaces;
        let usable =
            |name: &&String| self.index.covers(name) && self.resources.models.load(name).is_ok();
        let preferred = spaces.preferred.as_ref().filter(usable);
        let first =
            || spaces.first.as_ref().filter(|name| self.resources.models.load(name).is_ok());
        preferred.or_else(first).cloned()
    }

    pub(crate) fn pending_chunks(&self, space: &str) -> u64 {
        let waiting = self.index.pending(space).into_iter();
        waiting.map(|segment| self.index.segment_chunks(segment).len() as u64).sum()
    }

    /// What a chunk was, or would be, embedded as. A deleted one is embedded as nothing.
    fn contextual_text(&self, chunk: &ChunkRef) -> Result<String> {
        let record = text_store::chunk(&self.records, &chunk.document, chunk.ordinal)?;
        let document = self.catalogue.get(&chunk.document);
        let Some((record, document)) = record.zip(document) else {
            return Ok(String::new());
        };
        let body = text_store::slice(&self.records, &chunk.document, record.span.bytes())?;
        let context = self.kept_context(&chunk.document, &record.span)?;
        Ok(in_context(&document.title, &record.parent_chain, &context, &body))
    }
}

impl Palace {
    /// Embeds what the models in use have not seen yet. Stops between two segments when asked;
    /// what was committed stays. Returns how many passages were embedded.
    pub fn refine(&self, cancel: &Cancel, progress: Progress<'_>) -> Result<u64> {
        let spaces = &self.resources.spaces;
        let mut embedded = 0;
        for space in [&spaces.first, &spaces.preferred].into_iter().flatten() {
            let waiting = self.snapshot().index.pending(space);
            if waiting.is_empty() {
                continue;
            }
            let Ok(embedder) = self.resources.models.load(space).inspect_err(log_unavailable)
            else {
                continue;
            };
            let total = self.snapshot().pending_chunks(space) as u32;
            let mut done = 0;
            for segment in waiting {
                let before = done;
                done += self.refine_segment(&embedder, segment, cancel, &|more| {
                    progress(IngestEvent::Refining { done: before + more, total });
                })?;
            }
            self.merge_segments(&mut self.write()?)?;
            embedded += u64::from(done);
        }
        Ok(embedded)
    }

    /// Merges small index segments while any merge is due.
    pub(crate) fn merge_segments(&self, writer: &mut Writer<'_>) -> Result<()> {
        loop {
            let mut tx = writer.begin();
            let index = tx.index.clone();
            let staged = index.merge_step(&tx.base(), &mut tx.batch)?;
            drop(index);
            let Some(staged) = staged else { return Ok(()) };
            tx.show_index(staged);
            tx.commit("index.merge", Vec::new())?;
        }
    }

    fn refine_segment(
        &self,
        embedder: &Embedder,
        segment: SegmentId,
        cancel: &Cancel,
        step: &dyn Fn(u32),
    ) -> Result<u32> {
        let chunks = self.snapshot().index.segment_chunks(segment);
        let mut vectors: Vec<Vector> = Vec::with_capacity(chunks.len());
        for group in chunks.chunks(STEP) {
            go_on(cancel)?;
            // held for no longer than it is read: embedding takes minutes, and deletions wait for readers
            let now = self.snapshot();
            let texts: Result<Vec<String>> =
                group.iter().map(|chunk| now.contextual_text(chunk)).collect();
            drop(now);
            let texts = texts?;
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            vectors.extend(embedder.passages(&texts)?);
            step(vectors.len() as u32);
        }
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let index = tx.index.clone();
        let staged = index.put_vectors(&mut tx.batch, segment, embedder.name(), &vectors)?;
        drop(index);
        tx.show_index(staged);
        tx.commit("index.refine", Vec::new())?;
        Ok(chunks.len() as u32)
    }
}

fn log_unavailable(error: &models::Error) {
    let code = Error::problem(&Error::Problem(error.problem())).code;
    tracing::warn!(?code, "model not available");
}
