//! The new keeper (seed 004): everything made of a collection's documents is made anew from their
//! sealed originals. A document's old state serves until its new one is whole; what a person made
//! (citations, versions, reference lists, deletions) is kept.

use crate::{
    Palace, Snapshot,
    error::{Error, Result, go_on},
    ingest::{Found, Progress, Run},
    tables::{REGENERATIONS, RegenerationRecord},
};
use std::{collections::HashSet, sync::Arc, time::Instant};
use types::{
    Cancel, DocumentId, DocumentRecord, DocumentState, ErrorCode, FailedDocument, IngestOptions,
    IngestOutcome, RegenerateRequest, Regeneration, Strategy,
};

/// Documents that share a commit.
const TOGETHER: usize = 64;

/// Tokens of prompt around a document's own text, and bytes of English a token, for the plan.
const PROMPT_TOKENS: u64 = 150;
const BYTES_A_TOKEN: u64 = 4;

impl Snapshot {
    fn regenerated(&self, request: &RegenerateRequest) -> Result<Vec<Arc<DocumentRecord>>> {
        let inside = self.catalogue.select(|record| {
            record.is_in(&request.collection) && record.state == DocumentState::Indexed
        });
        if inside.is_empty() {
            return Err(Error::new(
                ErrorCode::NotFound,
                "That collection has no documents that were read.",
                "`vault info` lists the collections.",
            ));
        }
        Ok(inside)
    }

    fn plan(
        &self,
        request: &RegenerateRequest,
        waiting: &[Arc<DocumentRecord>],
    ) -> Result<Regeneration> {
        let chunks = waiting.iter().map(|record| u64::from(record.chunks)).sum();
        let llm = self.llm()?;
        let (mut llm_calls, mut llm_tokens) = (0, 0);
        if llm.base_url.is_some() {
            let window = u64::from(llm.context_tokens);
            for record in waiting {
                let document = (record.text_bytes / BYTES_A_TOKEN).min(window);
                llm_calls += u64::from(record.chunks);
                llm_tokens += u64::from(record.chunks) * (document + PROMPT_TOKENS);
            }
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
        let work_ms: u64 = waiting.iter().map(|record| record.prepared_ms).sum();
        let longest = waiting.iter().map(|record| record.prepared_ms).max().unwrap_or(0);
        Ok(Regeneration {
            collection: request.collection.clone(),
            strategy: request.strategy,
            dry_run: request.dry_run,
            documents: waiting.len() as u32,
            chunks,
            llm_calls,
            llm_tokens,
            estimated_ms: (work_ms / cores).max(longest),
            resumed: 0,
            done: 0,
            failed: Vec::new(),
            chunks_after: 0,
            took_ms: 0,
        })
    }
}

impl Palace {
    /// Plans, or does, the regeneration of a collection. Interrupted, it goes on where it stopped.
    pub fn regenerate(
        &self,
        request: &RegenerateRequest,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Result<Regeneration> {
        let start = Instant::now();
        let now = self.snapshot();
        let all = now.regenerated(request)?;
        let key: [&[u8]; 2] = [b"regeneration", request.collection.as_str().as_bytes()];
        let underway = now.records.get(REGENERATIONS, &key)?;
        let underway = underway.filter(|record| record.strategy == request.strategy);
        let since = underway.as_ref().map(|record| record.started_at);
        let done_before =
            |record: &DocumentRecord| since.is_some_and(|since| record.read_at >= Some(since));
        let (resumed, mut waiting): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|record| done_before(record));
        let mut report = now.plan(request, &waiting)?;
        drop(now);
        report.resumed = resumed.len() as u32;
        if request.dry_run {
            return Ok(report);
        }
        if underway.is_none() {
            let record =
                RegenerationRecord { strategy: request.strategy, started_at: self.resources.now() };
            let mut writer = self.write()?;
            let mut tx = writer.begin();
            tx.batch.put(REGENERATIONS, &key, &record)?;
            tx.commit("regeneration.begin", Vec::new())?;
        }
        // the same order on every machine and after every stop
        waiting.sort_by_key(|record| record.id);
        for group in waiting.chunks(TOGETHER) {
            go_on(cancel)?;
            self.read_anew(group, request.strategy, cancel, progress, &mut report)?;
        }
        go_on(cancel)?;
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        tx.batch.delete(REGENERATIONS, &key);
        let subjects = vec![format!("{:?}", request.strategy).to_lowercase()];
        tx.commit("regeneration.end", subjects)?;
        drop(writer);
        self.find_citations_again(resumed.iter().chain(&waiting))?;
        let after = self.snapshot().regenerated(request)?;
        report.chunks_after = after.iter().map(|record| u64::from(record.chunks)).sum();
        report.took_ms = start.elapsed().as_millis() as u64;
        tracing::info!(documents = report.done, ms = report.took_ms, "regenerated");
        Ok(report)
    }

    /// Reads documents anew whose records do not fit, one after the other.
    pub(crate) fn read_again(
        &self,
        documents: &[Arc<DocumentRecord>],
        strategy: Strategy,
        cancel: &Cancel,
    ) -> Result<()> {
        let options = IngestOptions { force: true, ..IngestOptions::default() };
        for record in documents {
            go_on(cancel)?;
            let run = self.run(&options, cancel, &|_| {}, false)?;
            let run = Run { matching: Some(strategy), ..run };
            let record = Arc::clone(record);
            self.ingest_found(vec![Found::Sealed { record, supersedes: None }], &run)?;
        }
        Ok(())
    }

    fn read_anew(
        &self,
        group: &[Arc<DocumentRecord>],
        strategy: Strategy,
        cancel: &Cancel,
        progress: Progress<'_>,
        report: &mut Regeneration,
    ) -> Result<()> {
        let options = IngestOptions { force: true, ..IngestOptions::default() };
        let run = self.run(&options, cancel, progress, false)?;
        let run = Run { matching: Some(strategy), ..run };
        let sealed = |record: &Arc<DocumentRecord>| Found::Sealed {
            record: Arc::clone(record),
            supersedes: None,
        };
        let answer = self.ingest_found(group.iter().map(sealed).collect(), &run)?;
        for row in answer.documents {
            match (row.state, row.document_id, row.reason) {
                (IngestOutcome::Indexed, ..) => report.done += 1,
                (IngestOutcome::Cancelled, ..) => {}
                (_, Some(document_id), Some(reason)) => {
                    report.failed.push(FailedDocument { document_id, reason });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The text may read differently now: citations are looked up in it.
    fn find_citations_again<'a>(
        &self,
        documents: impl Iterator<Item = &'a Arc<DocumentRecord>>,
    ) -> Result<()> {
        let now = self.snapshot();
        let cited: HashSet<DocumentId> =
            now.kept_citations()?.iter().map(|citation| citation.document).collect();
        for record in documents.filter(|record| cited.contains(&record.id)) {
            if now.record(&record.id)?.superseded_by.is_none() {
                self.reverify(&record.id)?;
            }
        }
        Ok(())
    }
}
