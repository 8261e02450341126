//! A few documents at a time: their originals in one commit, then all that was made of them in one.

use super::{
    found::Found,
    intake::Original,
    parts::{Outcome, Taken, Tools},
    run::{Row, Run, row},
};
use crate::{Palace, Snapshot, error::Result, tx::Tx};
use rayon::prelude::*;
use std::collections::HashSet;
use types::{
    Collection, DocumentId, DocumentRecord, DocumentState, DuplicateLevel, ErrorCode, Format,
    Freshness, IngestEvent, IngestOutcome, IngestedDocument, Problem, Reference,
};

/// Few enough that little is lost to an interruption, many enough that syncing is cheap.
const GROUP_FILES: usize = 64;
const GROUP_BYTES: u64 = 32 * 1024 * 1024;

/// New content from the same path or address is a duplicate for so long (seed 004).
const RECENT_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Files that are taken together.
#[derive(Default)]
pub(crate) struct Group {
    files: Vec<(usize, Found)>,
    bytes: u64,
}

impl Group {
    pub fn has_room(&self) -> bool {
        self.files.is_empty() || (self.files.len() < GROUP_FILES && self.bytes < GROUP_BYTES)
    }

    pub fn add(&mut self, number: usize, file: Found) {
        self.bytes += match &file {
            Found::Bytes { bytes, .. } | Found::Member { bytes, .. } => bytes.len() as u64,
            Found::Sealed { record, .. } => record.size_bytes,
            Found::File { path, .. } => std::fs::metadata(path).map_or(0, |meta| meta.len()),
            Found::Unreadable { .. } => 0,
        };
        self.files.push((number, file));
    }
}

/// What sealing a group gathers before its commit.
#[derive(Default)]
struct Sealing {
    taken: Vec<Taken>,
    pending: Vec<DocumentId>,
    /// What is on its way: of this group and of the one that is being stored.
    seen: HashSet<DocumentId>,
    /// Documents that are in, to be linked as versions, with their places.
    links: Vec<(usize, String, DocumentId, DocumentId)>,
}

/// What becomes of one file once its bytes are known.
enum Verdict {
    Take,
    /// It is in already; only its place among the versions changes.
    Link(DocumentId),
    Duplicate(DuplicateLevel),
    /// It is in already, but not in this collection.
    Join,
    /// Other bytes came from the same place a short while ago: archived, and a version is offered.
    Recent(DocumentId),
    Refuse(Problem),
}

impl Snapshot {
    /// The levels of seed 004: exact, in progress, recent, novel. `offered` is what a novel file may
    /// be a new version of.
    fn judge(
        &self,
        original: &Original,
        indexed: bool,
        run: &Run<'_>,
        offered: &mut Option<DocumentId>,
    ) -> Verdict {
        let earlier = earlier_of(original, run);
        let again = original.sealed.is_some();
        if let Some(earlier) = earlier.filter(|_| !(again && indexed)) {
            return match self.may_supersede(&original.id, &earlier) {
                Err(error) => Verdict::Refuse(error.problem()),
                Ok(()) if indexed && !run.options.force => Verdict::Link(earlier),
                Ok(()) => Verdict::Take,
            };
        }
        if again {
            return Verdict::Take;
        }
        if indexed && !run.options.force {
            let known = self.catalogue.get(&original.id);
            let inside = known.is_some_and(|known| known.is_in(&run.options.collection));
            return if inside { Verdict::Duplicate(DuplicateLevel::Exact) } else { Verdict::Join };
        }
        let url = run.options.source_url.as_deref().filter(|_| run.alone);
        let place = &original.origin.path;
        let there = self.earlier_from_there(&original.id, place, url, run.started);
        let there = there.filter(|_| !indexed && !run.options.force);
        let now = run.started.unix_ms();
        match there {
            Some(there) if now - there.added_at.unix_ms() < RECENT_MS => Verdict::Recent(there.id),
            there => {
                *offered = there.map(|there| there.id);
                Verdict::Take
            }
        }
    }

    fn pending_record(
        &self,
        original: &Original,
        known: Option<&DocumentRecord>,
        run: &Run<'_>,
    ) -> DocumentRecord {
        let earlier = earlier_of(original, run);
        if let Some(record) = &original.sealed {
            let mut record = (**record).clone();
            record.supersedes = earlier;
            if record.state == DocumentState::Refused {
                record.state = DocumentState::Pending;
            }
            return record;
        }
        let mut origin = original.origin.clone();
        origin.source_url = run.options.source_url.clone();
        origin.source_type = run.options.source_type.clone();
        // read anew, it stays where it is; a new version is where the one before was
        let earlier_record = earlier.and_then(|earlier| self.catalogue.get(&earlier));
        let placed = known.or(earlier_record.as_deref());
        let (collection, also_in) = placed.map_or_else(
            || (run.options.collection.clone(), Vec::new()),
            |placed| (placed.collection.clone(), placed.also_in.clone()),
        );
        let mut record = DocumentRecord {
            id: original.id,
            sha256: original.sha256,
            size_bytes: original.bytes.len() as u64,
            title: origin.name.clone(),
            origin,
            collection,
            also_in,
            format: Format::Unknown,
            state: DocumentState::Pending,
            reason: None,
            warnings: Vec::new(),
            added_at: known.map_or_else(|| self.resources.now(), |known| known.added_at),
            text_bytes: 0,
            chunks: 0,
            pages: 0,
            supersedes: earlier.or(known.and_then(|known| known.supersedes)),
            superseded_by: known.and_then(|known| known.superseded_by),
            superseded_at: known.and_then(|known| known.superseded_at),
            version: known.map_or(1, |known| known.version.max(1)),
            freshness: Freshness::Current,
            reference: Reference::default(),
            read_at: None,
            prepared_ms: 0,
            definitions: 0,
            summary: String::new(),
            language: None,
            overlap_tokens: None,
            fingerprint: Vec::new(),
            addresses_assistant: false,
        };
        if known.is_some() {
            record.join(&run.options.collection);
        }
        record
    }
}

impl Tx<'_, '_> {
    /// Puts one original in. A row where its way ends here.
    fn seal(
        &mut self,
        sealing: &mut Sealing,
        number: usize,
        original: Original,
        run: &Run<'_>,
    ) -> Result<Option<IngestedDocument>> {
        let known = self.catalogue.get(&original.id);
        let indexed = known.as_ref().is_some_and(|known| known.state == DocumentState::Indexed);
        let mut offered = None;
        let verdict = match sealing.seen.insert(original.id) {
            true => self.judge(&original, indexed, run, &mut offered),
            false => Verdict::Duplicate(DuplicateLevel::InProgress),
        };
        let title = || known.as_ref().map_or(&original.origin.name, |known| &known.title).clone();
        let mut record = self.pending_record(&original, known.as_deref(), run);
        match verdict {
            Verdict::Duplicate(level) => {
                return Ok(Some(duplicate(level, original.id, title(), None)));
            }
            Verdict::Refuse(problem) => {
                return Ok(Some(row(String::new(), IngestOutcome::Refused, Some(problem))));
            }
            Verdict::Join => {
                record = known.map_or(record, |known| (*known).clone());
                record.join(&run.options.collection);
                self.put_document(&record)?;
                let answer = joined(&record, &run.options.collection);
                sealing.pending.push(record.id);
                return Ok(Some(answer));
            }
            Verdict::Link(earlier) => {
                let path = original.origin.path.clone();
                sealing.links.push((number, path, original.id, earlier));
                return Ok(None);
            }
            Verdict::Recent(earlier) => {
                let row = duplicate(DuplicateLevel::Recent, original.id, title(), Some(earlier));
                record.state = DocumentState::Refused;
                record.reason.clone_from(&row.reason);
                if known.is_none() {
                    self.batch.put_original(&original.id, &original.bytes)?;
                }
                self.put_document(&record)?;
                sealing.pending.push(record.id);
                return Ok(Some(row));
            }
            Verdict::Take => {}
        }
        if known.is_none() {
            self.batch.put_original(&original.id, &original.bytes)?;
        }
        if !indexed && original.sealed.as_deref() != Some(&record) {
            self.put_document(&record)?;
            sealing.pending.push(record.id);
        }
        sealing.taken.push(Taken { number, original, record, replaces: indexed, offered });
        Ok(None)
    }
}

impl Palace {
    /// Seals a group and prepares it while the group before it is stored: a core that waits for the disk
    /// or for the one writer has the next documents to read.
    pub(super) fn ingest_group(
        &self,
        group: Group,
        before: Vec<(Taken, Outcome)>,
        run: &Run<'_>,
        rows: &mut [Row],
    ) -> Result<Vec<(Taken, Outcome)>> {
        let mut done = |number, result| run.tell(rows, number, result);
        let taken = self.seal_originals(group, &before, run, &mut done)?;
        let mut prepared = Ok(Vec::new());
        run.threads.in_place_scope(|scope| {
            scope.spawn(|_| prepared = self.prepare_all(&taken, run));
            self.store(before, run, &mut done)
        })?;
        Ok(taken.into_iter().zip(prepared?).collect())
    }

    /// Reads the files and commits their originals as pending documents.
    fn seal_originals(
        &self,
        group: Group,
        before: &[(Taken, Outcome)],
        run: &Run<'_>,
        done: &mut dyn FnMut(usize, IngestedDocument),
    ) -> Result<Vec<Taken>> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let seen = before.iter().map(|(taken, _)| taken.original.id).collect();
        let mut sealing = Sealing { seen, ..Sealing::default() };
        let mut rows = Vec::new();
        for (number, file) in group.files {
            let stage = DocumentState::Pending;
            (run.progress)(IngestEvent::Stage { file: number as u32, stage });
            let path = file.display();
            match tx.read_original(file) {
                Ok(original) => {
                    let row = tx.seal(&mut sealing, number, original, run)?;
                    rows.extend(row.map(|row| (number, IngestedDocument { path, ..row })));
                }
                Err(problem) => {
                    rows.push((number, row(path, IngestOutcome::Refused, Some(problem))));
                }
            }
        }
        let Sealing { taken, pending, links, .. } = sealing;
        if !tx.is_empty() {
            let subjects = pending.iter().map(DocumentId::to_string).collect();
            tx.commit("document.seal", subjects)?;
        }
        drop(writer);
        rows.into_iter().for_each(|(number, row)| done(number, row));
        for (number, path, later, earlier) in links {
            let problem = self.link_versions(&later, &earlier).err().map(|error| error.problem());
            let state = problem.as_ref().map_or(IngestOutcome::Indexed, |_| IngestOutcome::Refused);
            let known = self.snapshot().record(&later)?;
            let (chunks, title) = (known.chunks, known.title.clone());
            let document_id = Some(later);
            done(
                number,
                IngestedDocument { document_id, chunks, title, ..row(path, state, problem) },
            );
        }
        Ok(taken)
    }

    /// Converts, cuts and embeds on the threads of the run. `None` where the work was stopped before its turn.
    fn prepare_all(&self, taken: &[Taken], run: &Run<'_>) -> Result<Vec<Outcome>> {
        let now = self.snapshot();
        let embedder = now.first_embedder();
        let tools = Tools {
            tokens: self.resources.tokens()?,
            embedder: embedder.as_deref(),
            llm: now.language_model()?,
            placing: now.placing(embedder.as_deref()),
            run,
        };
        // held for no longer than it is read: what a document says is gathered by the latest
        drop(now);
        let outcome =
            |item: &Taken| (!run.cancel.is_cancelled()).then(|| self.prepare(item, &tools));
        Ok(taken.par_iter().with_max_len(1).map(outcome).collect())
    }
}

/// The document that an original replaces. What this run was asked for is about its own file, not about
/// one that an earlier run left behind.
fn earlier_of(original: &Original, run: &Run<'_>) -> Option<DocumentId> {
    let asked = run.options.supersedes.filter(|_| original.sealed.is_none());
    original.supersedes.or(asked)
}

/// The row of a document that was in and is in one more collection now.
fn joined(record: &DocumentRecord, collection: &Collection) -> IngestedDocument {
    IngestedDocument {
        document_id: Some(record.id),
        title: record.title.clone(),
        chunks: record.chunks,
        warnings: vec![format!(
            "It was in the vault already, and is in the collection \"{collection}\" too now."
        )],
        ..row(String::new(), IngestOutcome::Indexed, None)
    }
}

fn duplicate(
    level: DuplicateLevel,
    id: DocumentId,
    title: String,
    offered: Option<DocumentId>,
) -> IngestedDocument {
    let (message, hint) = match level {
        DuplicateLevel::Exact => (
            "The same bytes are here already.",
            "Open the document that is there, or ingest with --force to read it anew.",
        ),
        DuplicateLevel::InProgress => (
            "The same bytes are being taken in already.",
            "Wait until they are in; nothing is lost.",
        ),
        DuplicateLevel::Recent => (
            "Other content came from the same place less than 30 days ago. The original is kept.",
            "Make it the new version with --supersedes, or a document of its own with --force.",
        ),
    };
    let reason = Problem::new(ErrorCode::Duplicate, message, hint);
    IngestedDocument {
        document_id: Some(id),
        title,
        duplicate: Some(level),
        offered_version_of: offered,
        ..row(String::new(), IngestOutcome::Duplicate, Some(reason))
    }
}
