//! What was made of a group of documents, committed whole: records, texts, chunks, index.

use super::{
    parts::{Outcome, Prepared, Taken},
    run::{Run, row},
};
use crate::{
    Palace, Snapshot,
    error::Result,
    tables::{DEFINITIONS, REFERENCES},
    text_store,
    tx::Tx,
};
use graph::Change;
use models::Vector;
use search::{ChunkRef, Entry};
use std::{collections::HashSet, sync::Arc};
use types::{
    AliasRule, DocumentId, DocumentRecord, DocumentState, ErrorCode, FieldSource, Format,
    IngestEvent, IngestOutcome, IngestedDocument, NodeId, Problem, Reference, ReferenceField,
    normalise_name,
};

/// What one commit carries beside its batch.
#[derive(Default)]
struct Settled {
    indexed: Vec<Prepared>,
    /// Nodes that the documents speak of.
    nodes: Vec<NodeId>,
    records: Vec<DocumentRecord>,
    /// Earlier versions, as they are now, and documents that a list describes.
    touched: Vec<DocumentRecord>,
    rows: Vec<(usize, IngestedDocument)>,
}

impl Snapshot {
    /// Takes over what changed around a document while it was prepared: a neighbour among its versions
    /// may have been forgotten, its file may have changed.
    fn catch_up(&self, record: &mut DocumentRecord, known: &DocumentRecord) {
        record.superseded_by = known.superseded_by;
        record.superseded_at = known.superseded_at;
        record.freshness = known.freshness;
        if record.supersedes.is_some_and(|earlier| self.catalogue.get(&earlier).is_none()) {
            record.supersedes = known.supersedes;
        }
    }
}

impl Tx<'_, '_> {
    /// Puts what one document's outcome made, its record apart: that may be completed yet.
    fn settle(
        &mut self,
        change: &mut Change,
        taken: Taken,
        outcome: Outcome,
        settled: &mut Settled,
    ) -> Result<()> {
        let Taken { number, original, mut record, replaces, offered } = taken;
        let mut nodes = Vec::new();
        // somebody may have deleted it while it was prepared; then it stays deleted
        let known = self.catalogue.get(&original.id);
        match (outcome, known) {
            // its original is sealed; the next ingest goes on with it
            (None, _) | (_, None) => {
                settled.rows.push((number, ended(&record, IngestOutcome::Cancelled)));
                return Ok(());
            }
            (Some(Err(problem)), _) if problem.code == ErrorCode::Cancelled => {
                settled.rows.push((number, ended(&record, IngestOutcome::Cancelled)));
                return Ok(());
            }
            (Some(Err(problem)), Some(earlier)) if replaces => {
                settled.rows.push((number, kept(&earlier, problem)));
                return Ok(());
            }
            (Some(Err(problem)), known) => {
                if known.is_some_and(|known| known.state == DocumentState::Parsing) {
                    text_store::forget(&mut self.batch, &original.id)?;
                }
                refuse(&mut record, problem);
            }
            (Some(Ok(mut prepared)), Some(known)) => {
                if replaces || known.state == DocumentState::Parsing {
                    text_store::forget(&mut self.batch, &original.id)?;
                }
                self.catch_up(&mut record, &known);
                accept(&mut record, &prepared);
                let mut lost = lost(&known.reference, &record.reference);
                // older records do not say that an identifier came from a list
                if let Some(listed) = self.lists.find(&record.reference) {
                    let given = cite::identifier_names(&listed);
                    lost.retain(|name| !given.contains(name));
                }
                record.read_at = Some(self.resources.now());
                self.link_accepted(&mut record, settled)?;
                if replaces && !lost.is_empty() {
                    record.warnings.push(format!(
                        "It was taken for {}, which it only names; it stands by itself now.",
                        lost.join(", ")
                    ));
                }
                let lost = if replaces { lost } else { Vec::new() };
                nodes = self.weave_document(change, &mut record, &mut prepared, replaces, &lost)?;
                let batch = &mut self.batch;
                text_store::put(batch, &original.id, &prepared.converted)?;
                text_store::put_chunks(batch, &original.id, &prepared.chunks)?;
                if !prepared.definitions.is_empty() {
                    batch.put(DEFINITIONS, &[original.id.as_bytes()], &prepared.definitions)?;
                }
                if !prepared.converted.listed.is_empty() {
                    batch.put(REFERENCES, &[original.id.as_bytes()], &prepared.converted.listed)?;
                }
                settled.indexed.push(prepared);
            }
        }
        let row = ended(&record, row_state(&record));
        let count = nodes.len() as u32;
        let row = IngestedDocument { offered_version_of: offered, nodes: count, ..row };
        settled.rows.push((number, row));
        settled.nodes.extend(nodes);
        settled.records.push(record);
        Ok(())
    }

    /// Merges what a document says into the graph, in place of what it said before.
    fn weave_document(
        &mut self,
        change: &mut Change,
        record: &mut DocumentRecord,
        prepared: &mut Prepared,
        replaces: bool,
        lost: &[String],
    ) -> Result<Vec<NodeId>> {
        let Some(gathered) = prepared.gathered.take() else { return Ok(Vec::new()) };
        record.fingerprint = gathered.fingerprint.clone().numbers();
        record.addresses_assistant = gathered.addressing.document;
        if replaces {
            change.reread(&record.id)?;
        }
        if !lost.is_empty() {
            part(change, record)?;
        }
        self.weave(change, record, gathered)
    }

    /// Links a document that is in now after the one that it supersedes.
    fn link_accepted(&mut self, record: &mut DocumentRecord, settled: &mut Settled) -> Result<()> {
        let Some(earlier) = record.supersedes else { return Ok(()) };
        // it may have been deleted, or replaced by another, while this one was prepared
        let known = self.catalogue.get(&earlier);
        let free = known.filter(|known| known.superseded_by.is_none_or(|by| by == record.id));
        match free {
            Some(known) if known.superseded_by.is_none() => {
                let earlier = self.link(record, &known)?;
                settled.touched.push(earlier);
            }
            Some(_) => {}
            None => {
                record.supersedes = None;
                record.warnings.push(
                    "The document it was to replace is gone or was replaced by another; it \
                     stands by itself."
                        .to_owned(),
                );
            }
        }
        Ok(())
    }

    /// Completes references: new documents from the lists that are here, and documents that are
    /// here from new lists.
    fn describe(&self, settled: &mut Settled) -> Result<()> {
        let new: Vec<Reference> = settled
            .indexed
            .iter()
            .flat_map(|prepared| prepared.converted.listed.iter().cloned())
            .collect();
        let listed_now = cite::Index::new(new);
        let readable = |record: &&mut DocumentRecord| record.format != Format::References;
        for record in settled.records.iter_mut().filter(readable) {
            let listed = listed_now.get(&record.reference).cloned();
            if let Some(listed) = listed.or_else(|| self.lists.find(&record.reference)) {
                record.reference = cite::merge(&listed, &record.reference);
            }
        }
        if listed_now.references().is_empty() {
            return Ok(());
        }
        let now: HashSet<DocumentId> = settled.records.iter().map(|record| record.id).collect();
        let known = |record: &DocumentRecord| {
            let indexed = record.state == DocumentState::Indexed;
            indexed && record.format != Format::References && !now.contains(&record.id)
        };
        for record in self.catalogue.select(known) {
            let touched = settled.touched.iter().position(|other| other.id == record.id);
            let Some(listed) = listed_now.get(&record.reference) else { continue };
            let mut described = match touched {
                Some(place) => settled.touched.swap_remove(place),
                None => (*record).clone(),
            };
            described.reference = cite::merge(listed, &described.reference);
            settled.touched.push(described);
        }
        Ok(())
    }

    /// Takes documents that were read anew out of the index, and puts new ones in.
    fn put_into_index(&mut self, replaced: &[DocumentId], prepared: &[Prepared]) -> Result<()> {
        let index = self.index.clone();
        if !replaced.is_empty() {
            let staged = index.remove(&mut self.batch, replaced)?;
            self.show_index(staged);
        }
        if prepared.is_empty() {
            return Ok(());
        }
        let mut entries = Vec::new();
        let mut vectors: Vec<Vector> = Vec::new();
        for document in prepared {
            vectors.extend(document.vectors.iter().flatten());
            entries.extend(document.chunks.iter().zip(&document.contexts).map(
                |(chunk, context)| Entry {
                    chunk: ChunkRef { document: chunk.document, ordinal: chunk.ordinal },
                    title: &document.title,
                    headings: &chunk.parent_chain,
                    body: document.converted.text.get(chunk.span.bytes()).unwrap_or_default(),
                    context,
                    section_id: &chunk.section_id,
                    defined_terms: &chunk.defined_terms,
                },
            ));
        }
        let resources = Arc::clone(&self.resources);
        let space = resources.spaces.first.as_deref();
        let whole = vectors.len() == entries.len();
        let vectors = space.filter(|_| whole).map(|space| (space, vectors.as_slice()));
        let staged = index.add(&mut self.batch, &entries, vectors)?;
        self.show_index(staged);
        Ok(())
    }
}

impl Palace {
    /// Commits everything that was made of the group, whole, then tells how each file ended.
    pub(super) fn store(
        &self,
        prepared: Vec<(Taken, Outcome)>,
        run: &Run<'_>,
        done: &mut dyn FnMut(usize, IngestedDocument),
    ) -> Result<()> {
        if prepared.is_empty() {
            return Ok(());
        }
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut change = tx.change();
        change.match_by(run.matching);
        let mut settled = Settled::default();
        let mut replaced: Vec<DocumentId> = Vec::new();
        for (taken, outcome) in prepared {
            let (file, stage) = (taken.number as u32, DocumentState::Indexing);
            (run.progress)(IngestEvent::Stage { file, stage });
            if taken.replaces && matches!(outcome, Some(Ok(_))) {
                replaced.push(taken.original.id);
            }
            tx.settle(&mut change, taken, outcome, &mut settled)?;
        }
        tx.describe(&mut settled)?;
        let Settled { indexed, nodes, records, touched, rows } = settled;
        records.iter().chain(&touched).try_for_each(|record| tx.put_document(record))?;
        tx.put_graph(change)?;
        tx.put_into_index(&replaced, &indexed)?;
        for prepared in indexed {
            let Some(first) = prepared.chunks.first() else { continue };
            tx.define(&first.document, prepared.definitions);
            tx.list(&first.document, prepared.converted.listed);
        }
        if !tx.is_empty() {
            let subjects = records.iter().map(|record| record.id.to_string()).collect();
            tx.commit("document.index", subjects)?;
        }
        rows.into_iter().for_each(|(number, row)| done(number, row));
        // what is not compared now is compared by the next sweep; the documents are in
        match self.assess_new(&mut writer, &nodes, run.cancel) {
            Err(error) if error.problem().code == ErrorCode::Cancelled => {}
            assessed => _ = assessed?,
        }
        self.merge_segments(&mut writer)
    }
}

fn accept(record: &mut DocumentRecord, prepared: &Prepared) {
    record.state = DocumentState::Indexed;
    record.reason = None;
    record.format = prepared.converted.format;
    record.title = prepared.title.clone();
    record.warnings = prepared.warnings.clone();
    record.text_bytes = prepared.converted.text.len() as u64;
    record.chunks = prepared.chunks.len() as u32;
    record.pages = prepared.converted.pages.len() as u32;
    record.reference = prepared.reference.clone();
    record.prepared_ms = prepared.took.as_millis() as u64;
    record.definitions = prepared.definitions.len() as u32;
    record.summary.clone_from(&prepared.summary);
    record.language.clone_from(&prepared.language);
    record.overlap_tokens = Some(prepared.overlap_tokens);
}

/// Identifiers that were taken for a document's own and are others'.
fn lost(before: &Reference, now: &Reference) -> Vec<String> {
    let listed = |reference: &Reference| {
        let from = |field| reference.sources.get(&field) == Some(&FieldSource::List);
        from(ReferenceField::Doi) || from(ReferenceField::Arxiv)
    };
    if listed(before) {
        return Vec::new();
    }
    let own = cite::identifier_names(now);
    cite::identifier_names(before).into_iter().filter(|name| !own.contains(name)).collect()
}

/// Parts a document's node from the publication that it was taken for.
fn part(change: &mut Change, record: &DocumentRecord) -> Result<()> {
    let Some(id) = change.thing(&record.title) else { return Ok(()) };
    let title = normalise_name(&record.title);
    let Some(own) = change.node(&id)?.map(|node| node.normalised == title) else { return Ok(()) };
    // its own node loses the other's names; another's node loses its
    Ok(change.release(&id, |alias| {
        alias.rule == AliasRule::Identifier && (own || alias.normalised == title)
    })?)
}

fn refuse(record: &mut DocumentRecord, mut problem: Problem) {
    let ours =
        [ErrorCode::Internal, ErrorCode::DiskFull, ErrorCode::UnsoundText].contains(&problem.code);
    problem.message.push_str(" The original is kept.");
    record.state = if ours { DocumentState::Failed } else { DocumentState::Refused };
    record.reason = Some(problem);
}

/// A document that could not be read anew: what was made of it before goes on serving.
fn kept(earlier: &DocumentRecord, mut problem: Problem) -> IngestedDocument {
    problem.message.push_str(" What was read of it before is kept.");
    IngestedDocument { reason: Some(problem), ..ended(earlier, IngestOutcome::Failed) }
}

fn row_state(record: &DocumentRecord) -> IngestOutcome {
    match record.state {
        DocumentState::Indexed => IngestOutcome::Indexed,
        DocumentState::Refused => IngestOutcome::Refused,
        _ => IngestOutcome::Failed,
    }
}

fn ended(record: &DocumentRecord, state: IngestOutcome) -> IngestedDocument {
    let origin = &record.origin;
    let path = if origin.path.is_empty() { &origin.name } else { &origin.path };
    let reason = match state {
        IngestOutcome::Cancelled => Some(Problem::new(
            ErrorCode::Cancelled,
            "Stopped. The original is kept.",
            "The next ingest goes on with it.",
        )),
        _ => record.reason.clone(),
    };
    IngestedDocument {
        document_id: Some(record.id),
        reason,
        chunks: record.chunks,
        title: record.title.clone(),
        warnings: record.warnings.clone(),
        ..row(path.clone(), state, None)
    }
}
