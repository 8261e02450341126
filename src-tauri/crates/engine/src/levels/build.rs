//! Building and updating: documents are read one by one, without holding anything up; then what came of
//! them is put together and committed as one. What was there stays as it is where nothing touched it, and
//! what an update leaves behind is what a build from nothing would.

use super::{master, nodes::Loader, passages::read_at};
use crate::{
    Palace, Snapshot,
    error::{Error, Result, go_on},
    held::levels::{Outline, OutlineChunk},
    safety::Done,
    tables::levels::{
        DocumentLevels, HEADS, HeadRecord, MASTERS, MasterRecord, SECTIONS, STRETCHES,
        SectionRecord,
    },
    tx::Tx,
};
use rayon::prelude::*;
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Instant,
};
use types::{
    Cancel, Collection, DocumentId, DocumentRecord, ErrorCode, LevelMethod, LevelStatistics,
    LevelsBuildRequest, LevelsBuilt, LevelsUpdateRequest, Timestamp,
};

/// Documents read between two looks at whether to stop.
const STEP: usize = 32;
/// The share of a section that may be words of ours, where nothing is said.
const RATIO: f32 = 0.2;

/// What a build is to do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Every document.
    All,
    /// Those that came since.
    New,
}

/// What was read of documents.
type Read = HashMap<DocumentId, Arc<DocumentLevels>>;

impl Palace {
    /// Builds a collection's levels from nothing.
    pub fn build_levels(
        &self,
        request: &LevelsBuildRequest,
        cancel: &Cancel,
        told: Done<'_>,
    ) -> Result<LevelsBuilt> {
        let before = self.snapshot().level_head(&request.collection)?;
        let kept =
            before.as_ref().map_or((LevelMethod::default(), RATIO), |it| (it.method, it.ratio));
        let method = request.method.unwrap_or(kept.0);
        let ratio = request.max_synthesis_ratio.unwrap_or(kept.1);
        if !(0.0..=1.0).contains(&ratio) {
            return Err(Error::new(
                ErrorCode::Usage,
                "The share of connective text is from 0 to 1. Nothing was built.",
                "Give 0.2, say.",
            ));
        }
        let empty = self.snapshot().level_documents(&request.collection).is_empty();
        if empty && before.is_none() {
            return Err(no_documents(&request.collection));
        }
        self.make_levels(&request.collection, (method, ratio), Reading::All, cancel, told)
    }

    /// Takes what came and went since into a collection's levels.
    pub fn update_levels(
        &self,
        request: &LevelsUpdateRequest,
        cancel: &Cancel,
        told: Done<'_>,
    ) -> Result<LevelsBuilt> {
        let collection = &request.collection;
        let now = self.snapshot();
        let Some(head) = now.level_head(collection)? else { return Err(not_built(collection)) };
        let resolve = |ids: &[String]| -> Result<Vec<DocumentId>> {
            ids.iter().map(|id| now.resolve(id)).collect()
        };
        let (add, remove) = (resolve(&request.add)?, resolve(&request.remove)?);
        drop(now);
        add.iter().try_for_each(|id| self.join(id, collection).map(drop))?;
        remove.iter().try_for_each(|id| self.leave(id, collection).map(drop))?;
        self.make_levels(collection, (head.method, head.ratio), Reading::New, cancel, told)
    }

    fn make_levels(
        &self,
        collection: &Collection,
        (method, ratio): (LevelMethod, f32),
        reading: Reading,
        cancel: &Cancel,
        told: Done<'_>,
    ) -> Result<LevelsBuilt> {
        let start = Instant::now();
        let read = self.read_for_levels(collection, method, reading, cancel, told)?;
        go_on(cancel)?;
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let made = tx.put_levels(collection, (method, ratio), reading, &read)?;
        let (mut built, outline) = made;
        let changed = !tx.is_empty();
        if changed {
            let action = match reading {
                Reading::All => "levels.build",
                Reading::New => "levels.update",
            };
            let detail = format!(
                "{} read, {} removed, {} sections written",
                built.documents_read, built.documents_removed, built.sections_written
            );
            let now = tx.commit_with(action, Vec::new(), detail)?;
            now.outlines.put(Arc::new(outline));
        }
        built.took_ms = start.elapsed().as_secs_f64() * 1e3;
        tracing::info!(
            documents = built.documents_read,
            sections = built.sections_written,
            ms = built.took_ms,
            "levels built"
        );
        Ok(built)
    }

    /// Reads documents a few at a time; no snapshot is held for longer, since deletions wait for it.
    fn read_for_levels(
        &self,
        collection: &Collection,
        method: LevelMethod,
        reading: Reading,
        cancel: &Cancel,
        told: Done<'_>,
    ) -> Result<Read> {
        let now = self.snapshot();
        let wanted: Vec<DocumentId> = match (reading, now.outlines.of(&now.records, collection)?) {
            (Reading::New, Some(outline)) => now.fresh(&outline).came.clone(),
            _ => now.level_documents(collection).iter().map(|record| record.id).collect(),
        };
        drop(now);
        let mut read = Read::with_capacity(wanted.len());
        told(0, wanted.len() as u64);
        for group in wanted.chunks(STEP) {
            go_on(cancel)?;
            let now = self.snapshot();
            let levels = group.par_iter().map(|id| {
                // what went meanwhile is not there to be read
                let record = now.catalogue.get(id).filter(|record| record.is_in(collection));
                record.map(|record| now.read_levels(&record, method)).transpose()
            });
            let levels: Vec<Option<DocumentLevels>> = levels.collect::<Result<_>>()?;
            drop(now);
            read.extend(levels.into_iter().flatten().map(|it| (it.document, Arc::new(it))));
            told(read.len() as u64, wanted.len() as u64);
        }
        Ok(read)
    }
}

impl Snapshot {
    /// What is built of a collection.
    pub(super) fn level_head(&self, collection: &Collection) -> Result<Option<HeadRecord>> {
        Ok(self.records.get(HEADS, &[b"head", collection.as_str().as_bytes()])?)
    }
}

impl Tx<'_, '_> {
    /// Puts together what was read and what was there, and puts what differs.
    fn put_levels(
        &mut self,
        collection: &Collection,
        (method, ratio): (LevelMethod, f32),
        reading: Reading,
        read: &Read,
    ) -> Result<(LevelsBuilt, Outline)> {
        let before = self.outlines.of(&self.records, collection)?;
        let now = self.resources.now();
        let wanted = self.level_documents(collection);
        let head = HeadRecord {
            collection: collection.clone(),
            stamp: self.records.commit_seq() + 1,
            method,
            ratio,
            built_at: now,
            statistics: LevelStatistics::default(),
        };
        let mut documents = Vec::with_capacity(wanted.len());
        let mut fresh: Read = HashMap::new();
        for record in &wanted {
            let made = read.get(&record.id).filter(|made| made.read_at == read_at(record));
            if let Some(made) = made {
                let made = self.with_versions(collection, Arc::clone(made))?;
                documents.push((record.id, made.read_at, chunks_of(collection, &made)));
                fresh.insert(record.id, made);
            } else if let Some(kept) = kept_chunks(before.as_deref(), record) {
                // came in while this was reading, or changed nothing: an update takes it up
                documents.push((record.id, read_at(record), kept));
            }
        }
        let mut outline = Outline::new(head, documents);
        let removed = self.put_documents(collection, before.as_deref(), &outline, &fresh)?;
        let known = self.group(&mut outline);
        let (written, records) =
            self.put_sections(before.as_deref(), &mut outline, &known, reading, &fresh, now)?;
        let gone = self.drop_sections(before.as_deref(), &outline);
        self.put_master(&mut outline, &records, now)?;
        let statistics = outline.head.statistics;
        let touched = !fresh.is_empty() || removed > 0 || written > 0 || gone > 0;
        let same = before
            .as_ref()
            .is_some_and(|before| before.head.method == method && before.head.ratio == ratio);
        if touched || !same || reading == Reading::All {
            let path: [&[u8]; 2] = [b"head", collection.as_str().as_bytes()];
            self.batch.put(HEADS, &path, &outline.head)?;
        }
        let built = LevelsBuilt {
            collection: collection.as_str().to_owned(),
            method,
            documents_read: fresh.len() as u32,
            documents_removed: removed,
            sections_written: written,
            sections_removed: gone,
            statistics,
            took_ms: 0.0,
        };
        Ok((built, outline))
    }

    /// What was read of a document, with the versions of what was there: what says the same is the same.
    fn with_versions(
        &self,
        collection: &Collection,
        mut made: Arc<DocumentLevels>,
    ) -> Result<Arc<DocumentLevels>> {
        let path =
            [b"document".as_slice(), collection.as_str().as_bytes(), made.document.as_bytes()];
        let Some(before) = self.records.get(STRETCHES, &path)? else { return Ok(made) };
        for stretch in &mut Arc::make_mut(&mut made).stretches {
            let Some(known) = before.stretches.iter().find(|it| it.pieces == stretch.pieces) else {
                continue;
            };
            let same = known.picked == stretch.picked;
            stretch.version = known.version + u32::from(!same);
            if same {
                stretch.created_at = known.created_at;
            }
        }
        Ok(made)
    }

    /// Puts what was read, and takes away what is not in the collection any more: so many.
    fn put_documents(
        &mut self,
        collection: &Collection,
        before: Option<&Outline>,
        outline: &Outline,
        fresh: &Read,
    ) -> Result<u32> {
        let name = collection.as_str().as_bytes();
        for levels in fresh.values() {
            let path = [b"document".as_slice(), name, levels.document.as_bytes()];
            self.batch.put(STRETCHES, &path, levels)?;
        }
        let mut removed = 0;
        for document in before.into_iter().flat_map(|before| &before.documents) {
            if !outline.by_document.contains_key(&document.id) {
                let path = [b"document".as_slice(), name, document.id.as_bytes()];
                self.batch.delete(STRETCHES, &path);
                removed += 1;
            }
        }
        Ok(removed)
    }

    /// Writes the sections that are not what they were. Gives how many, and the largest of all.
    fn put_sections(
        &mut self,
        before: Option<&Outline>,
        outline: &mut Outline,
        known: &super::sections::Known,
        reading: Reading,
        fresh: &Read,
        now: Timestamp,
    ) -> Result<(u32, Vec<SectionRecord>)> {
        let base: Snapshot = (**self).clone();
        let collection = outline.head.collection.clone();
        let mut loader = Loader::new(&base, &collection);
        fresh.values().for_each(|levels| loader.put(Arc::clone(levels)));
        let sections = before.into_iter().flat_map(|before| &before.sections);
        let same: HashMap<_, _> = sections
            .filter(|section| !section.stale && reading == Reading::New)
            .map(|section| (section.id, section.made_of))
            .collect();
        let (mut written, mut largest) = (0, Vec::new());
        for (at, section) in outline.sections.iter().enumerate() {
            let kept = same.get(&section.id) == Some(&section.made_of);
            let wanted = at < master::SECTIONS;
            if kept && !wanted {
                continue;
            }
            let known_record = match kept || before.is_some() {
                true => base.section(&collection, &section.id)?,
                false => None,
            };
            let record = match known_record {
                Some(record) if kept => record,
                known_record => {
                    let mut record =
                        base.write_section(outline, section, known, &mut loader, now)?;
                    if let Some(before) = known_record {
                        let says = before.sentences == record.sentences;
                        record.version = before.version + u32::from(!says);
                        if says {
                            record.created_at = before.created_at;
                        }
                    }
                    let path = [b"section".as_slice(), collection.as_str().as_bytes(), &section.id];
                    self.batch.put(SECTIONS, &path, &record)?;
                    written += 1;
                    record
                }
            };
            if wanted {
                largest.push(record);
            }
        }
        Ok((written, largest))
    }

    fn drop_sections(&mut self, before: Option<&Outline>, outline: &Outline) -> u32 {
        let name = outline.head.collection.as_str().as_bytes();
        let now: HashSet<_> = outline.sections.iter().map(|section| section.id).collect();
        let sections = before.into_iter().flat_map(|before| &before.sections);
        let gone: Vec<_> = sections.filter(|section| !now.contains(&section.id)).collect();
        for section in &gone {
            self.batch.delete(SECTIONS, &[b"section", name, &section.id]);
        }
        gone.len() as u32
    }

    /// Writes the master where it says something else, and counts what there is.
    fn put_master(
        &mut self,
        outline: &mut Outline,
        largest: &[SectionRecord],
        now: Timestamp,
    ) -> Result<()> {
        let collection = outline.head.collection.clone();
        let mut record = master::master(&collection, largest, outline.head.ratio, now);
        let path: [&[u8]; 2] = [b"master", collection.as_str().as_bytes()];
        let before: Option<MasterRecord> = self.records.get(MASTERS, &path)?;
        let mut differs = true;
        if let Some(before) = before {
            let same = before.sentences == record.sentences;
            record.version = before.version + u32::from(!same);
            if same {
                record.created_at = before.created_at;
            }
            differs = before != record;
        }
        if differs {
            self.batch.put(MASTERS, &path, &record)?;
        }
        let claims = record.sentences.iter().filter(|sentence| !sentence.connective);
        let pieces = outline.chunks.iter().map(|chunk| chunk.pieces.len() as u32);
        outline.head.statistics = LevelStatistics {
            documents: outline.documents.len() as u32,
            raw: pieces.sum(),
            chunks: outline.chunks.len() as u32,
            sentences: outline.chunks.iter().map(|chunk| chunk.picked).sum(),
            sections: outline.sections.len() as u32,
            claims: claims.count() as u32,
            dropped: record.dropped,
        };
        Ok(())
    }
}

fn chunks_of(collection: &Collection, levels: &DocumentLevels) -> Vec<OutlineChunk> {
    let each = levels.stretches.iter().enumerate();
    each.map(|(at, stretch)| OutlineChunk::of(collection, &levels.document, at, stretch)).collect()
}

/// The chunk nodes of a document as they were, where it is as it was.
fn kept_chunks(before: Option<&Outline>, record: &DocumentRecord) -> Option<Vec<OutlineChunk>> {
    let before = before?;
    let document = before.documents.get(*before.by_document.get(&record.id)?)?;
    let same = document.read_at == read_at(record);
    let own = before.chunks.get(document.first..document.first + document.count)?;
    same.then(|| own.to_vec())
}

pub(super) fn not_built(collection: &Collection) -> Error {
    Error::new(
        ErrorCode::NotFound,
        format!("Nothing is built of the collection '{collection}' yet."),
        "`knowledge build` builds it.",
    )
}

fn no_documents(collection: &Collection) -> Error {
    Error::new(
        ErrorCode::NotFound,
        format!("The collection '{collection}' has no documents that could be read."),
        "`documents list` shows which collections there are.",
    )
}
