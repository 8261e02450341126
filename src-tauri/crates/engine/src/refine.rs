//! The better model catches up: passages that the quick model indexed are embedded again, a segment a
//! commit, until the better one has seen them all and answers in its place.

use crate::{
    Palace,
    error::{Error, Result},
    ingest::{Progress, in_context},
    text_store,
};
use models::{Embedder, Vector};
use search::{ChunkRef, SegmentId};
use std::sync::Arc;
use types::{Cancel, IngestEvent};

/// Passages embedded between two looks at the cancel flag.
const STEP: usize = 32;

impl Palace {
    /// The model that embeds during ingest, where it can be had.
    pub(crate) fn first_embedder(&self) -> Option<Arc<Embedder>> {
        let name = self.resources.spaces.first.as_deref()?;
        self.resources.models.load(name).inspect_err(log_unavailable).ok()
    }

    /// The name of the model that answers now.
    pub(crate) fn model_in_use(&self) -> Option<String> {
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

    /// Embeds what the models in use have not seen yet. Stops between two segments when asked;
    /// what was committed stays. Returns how many passages were embedded.
    pub fn refine(&self, cancel: &Cancel, progress: Progress<'_>) -> Result<u64> {
        let spaces = &self.resources.spaces;
        let mut embedded = 0;
        for space in [&spaces.first, &spaces.preferred].into_iter().flatten() {
            let waiting = self.index.pending(space);
            if waiting.is_empty() {
                continue;
            }
            let Ok(embedder) = self.resources.models.load(space).inspect_err(log_unavailable)
            else {
                continue;
            };
            let total = self.pending_chunks(space) as u32;
            let mut done = 0;
            for segment in waiting {
                let before = done;
                done += self.refine_segment(&embedder, segment, cancel, &|more| {
                    progress(IngestEvent::Refining { done: before + more, total });
                })?;
            }
            self.merge_segments(&self.write())?;
            embedded += u64::from(done);
        }
        Ok(embedded)
    }

    fn refine_segment(
        &self,
        embedder: &Embedder,
        segment: SegmentId,
        cancel: &Cancel,
        step: &dyn Fn(u32),
    ) -> Result<u32> {
        let chunks = self.index.segment_chunks(segment);
        let mut vectors: Vec<Vector> = Vec::with_capacity(chunks.len());
        for group in chunks.chunks(STEP) {
            Self::go_on(cancel)?;
            let texts: Result<Vec<String>> =
                group.iter().map(|chunk| self.contextual_text(chunk)).collect();
            let texts = texts?;
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            vectors.extend(embedder.passages(&texts)?);
            step(vectors.len() as u32);
        }
        let writer = self.write();
        let mut batch = self.vault.batch();
        let staged = self.index.put_vectors(&mut batch, segment, embedder.name(), &vectors)?;
        self.commit(&writer, batch, vec![staged], "index.refine", Vec::new())?;
        Ok(chunks.len() as u32)
    }

    /// What a chunk was, or would be, embedded as. A deleted one is embedded as nothing.
    fn contextual_text(&self, chunk: &ChunkRef) -> Result<String> {
        let record = text_store::chunk(&self.vault, &chunk.document, chunk.ordinal)?;
        let document = self.catalogue.get(&chunk.document);
        let Some((record, document)) = record.zip(document) else {
            return Ok(String::new());
        };
        let body = text_store::slice(&self.vault, &chunk.document, record.span.bytes())?;
        let context = self.kept_context(&chunk.document, &record.span)?;
        Ok(in_context(&document.title, &record.parent_chain, &context, &body))
    }
}

fn log_unavailable(error: &models::Error) {
    let code = Error::problem(&Error::Problem(error.problem())).code;
    tracing::warn!(?code, "model not available");
}
