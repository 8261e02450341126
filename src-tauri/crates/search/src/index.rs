//! The index of one vault as one commit left it: opens it, stages changes into batches, and takes them
//! in once they are committed. Who holds an index sees it unchanged. Expects one writer at a time.

use crate::{
    ChunkRef, Entry, Error, Result, SegmentId,
    bits::Bits,
    build::Builder,
    kernel::Row,
    merge,
    pages::{Cached, PageCache, Sealed, delete_streams, put_stream},
    segment::{Files, Meta, Segment},
    snapshot::{Live, Snapshot},
    tokens::Tokenizer,
    vectors::{self, Scale, Vector},
};
use roaring::RoaringBitmap;
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, HashSet},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use types::DocumentId;
use vault::{Batch, Snapshot as Records, Table, TableId};

const SEGMENTS: Table<Meta> = Table::new(TableId::Segments);
const SPACES: Table<Space> = Table::new(TableId::Segments);
const SCALES: Table<Scale> = Table::new(TableId::Segments);
const DELETED: Table<Deletion> = Table::new(TableId::Deleted);

/// Says that a segment has vectors of a space.
#[derive(Serialize, Deserialize)]
struct Space {
    segment: SegmentId,
    space: String,
}

/// The chunks of one document that are deleted from a segment.
#[derive(Serialize, Deserialize)]
struct Deletion {
    segment: SegmentId,
    #[serde(with = "serde_bytes")]
    chunks: Vec<u8>,
}

/// Changes that are in a batch and not yet in the index.
#[must_use = "changes are seen only once they are taken in"]
#[derive(Default)]
pub struct Staged(Vec<Change>);

enum Change {
    Add(Live),
    Delete(SegmentId, Vec<u32>),
    Rows(SegmentId, String, Arc<Vec<Row>>),
    Calibrate(Scale),
    Drop(SegmentId),
}

/// The index of one vault, as one commit left it. Cheap to clone.
#[derive(Clone)]
pub struct Index {
    pub(crate) live: Arc<Snapshot>,
    pub(crate) shared: Arc<Shared>,
}

/// What the index has at all times.
pub(crate) struct Shared {
    next: AtomicU64,
    /// Calibrations chosen, taken in or not: two changes of one batch must agree.
    scales: Mutex<BTreeMap<String, Scale>>,
    pub(crate) cache: PageCache,
    pub(crate) tokenizer: Tokenizer,
}

impl Index {
    /// Reads the tables of all segments.
    pub fn open(records: &Records) -> Result<Self> {
        let pages = Sealed(records);
        let mut segments: BTreeMap<SegmentId, Live> = BTreeMap::new();
        for meta in records.scan(SEGMENTS, &[b"segment"])? {
            let segment = Arc::new(Segment::open(&pages, meta?)?);
            let live = Live { segment, left: None, spaces: BTreeMap::new() };
            segments.insert(live.segment.id(), live);
        }
        let stray = || Error::Damaged("a record of no segment");
        for space in records.scan(SPACES, &[b"space"])? {
            let Space { segment, space } = space?;
            let live = segments.get_mut(&segment).ok_or_else(stray)?;
            match vectors::read_rows(records, segment, &space, live.segment.len()) {
                Ok(rows) => _ = live.spaces.insert(space, Arc::new(rows)),
                // made anew by whoever fills in what has none; until then words find its chunks
                Err(Error::Damaged(what)) => tracing::warn!(what, "a segment lost its vectors"),
                Err(error) => return Err(error),
            }
        }
        for deletion in records.scan(DELETED, &[])? {
            let Deletion { segment, chunks } = deletion?;
            let live = segments.get_mut(&segment).ok_or_else(stray)?;
            let chunks = RoaringBitmap::deserialize_from(chunks.as_slice())
                .map_err(|_| Error::Damaged("a set of deleted chunks"))?;
            let mut left = match live.left.take() {
                Some(left) => Arc::unwrap_or_clone(left),
                None => Bits::full(live.segment.len()),
            };
            chunks.into_iter().for_each(|chunk| left.clear(chunk));
            live.left = Some(Arc::new(left));
        }
        let mut scales = BTreeMap::new();
        for scale in records.scan(SCALES, &[b"scale"])? {
            let scale = scale?;
            scales.insert(scale.space.clone(), scale);
        }
        let next = segments.keys().next_back().map_or(1, |last| last.0.saturating_add(1));
        tracing::debug!(segments = segments.len(), spaces = scales.len(), "index opened");
        let segments = segments.into_values().map(Arc::new).collect();
        Ok(Self {
            live: Arc::new(Snapshot { segments, scales: scales.clone() }),
            shared: Arc::new(Shared {
                next: AtomicU64::new(next),
                scales: Mutex::new(scales),
                cache: PageCache::default(),
                tokenizer: Tokenizer::english(),
            }),
        })
    }

    /// Puts the chunks into the batch as one new segment, with their vectors of one space where
    /// there are any: one for each entry. Nothing where there are no entries.
    pub fn add(
        &self,
        batch: &mut Batch<'_>,
        entries: &[Entry<'_>],
        vectors: Option<(&str, &[[f32; 256]])>,
    ) -> Result<Staged> {
        let mut staged = Staged::default();
        if entries.is_empty() {
            return Ok(staged);
        }
        let mut builder = Builder::new();
        entries.iter().try_for_each(|entry| builder.add(entry))?;
        let files = builder.finish()?;
        let mut spaces = BTreeMap::new();
        if let Some((space, vectors)) = vectors {
            let rows = self.quantise(batch, &mut staged, space, vectors, entries.len())?;
            spaces.insert(space.to_owned(), rows);
        }
        let live = self.put_segment(batch, files, spaces)?;
        tracing::debug!(chunks = live.segment.len(), terms = live.segment.terms().len(), "staged");
        staged.0.push(Change::Add(live));
        Ok(staged)
    }

    /// Marks every chunk of these documents as deleted.
    pub fn remove(&self, batch: &mut Batch<'_>, documents: &[DocumentId]) -> Result<Staged> {
        let documents: HashSet<DocumentId> = documents.iter().copied().collect();
        let mut staged = Staged::default();
        for live in &self.live.segments {
            let mut by_document: BTreeMap<DocumentId, RoaringBitmap> = BTreeMap::new();
            for number in live.segment.chunks_of(&documents).filter(|number| live.has(*number)) {
                if let Some(chunk) = live.segment.chunk(number) {
                    by_document.entry(chunk.document).or_default().insert(number);
                }
            }
            let segment = live.segment.id();
            for (document, numbers) in by_document {
                let mut chunks = Vec::new();
                numbers.serialize_into(&mut chunks).map_err(|_| Error::TooLarge)?;
                let path = [&segment.bytes()[..], document.as_bytes()];
                batch.put(DELETED, &path, &Deletion { segment, chunks })?;
                staged.0.push(Change::Delete(segment, numbers.into_iter().collect()));
            }
        }
        Ok(staged)
    }

    /// Gives a live segment the vectors of a space: one for each of its chunks, deleted ones
    /// included, in the order of [`Index::segment_chunks`].
    pub fn put_vectors(
        &self,
        batch: &mut Batch<'_>,
        segment: SegmentId,
        space: &str,
        vectors: &[[f32; 256]],
    ) -> Result<Staged> {
        let live = self.live.find(segment).ok_or(Error::UnknownSegment)?;
        let mut staged = Staged::default();
        let rows = self.quantise(batch, &mut staged, space, vectors, live.segment.len())?;
        put_space(batch, segment, space, &rows)?;
        staged.0.push(Change::Rows(segment, space.to_owned(), Arc::new(rows)));
        Ok(staged)
    }

    /// Takes in changes that were committed, in the order in which they were staged.
    pub fn take(&mut self, staged: Staged) {
        let live = Arc::make_mut(&mut self.live);
        for change in staged.0 {
            if let Change::Drop(segment) = &change {
                self.shared.cache.forget(*segment);
            }
            live.apply(change);
        }
    }

    /// Live segments without vectors of that space.
    pub fn pending(&self, space: &str) -> Vec<SegmentId> {
        let without = |live: &&Arc<Live>| live.count() > 0 && !live.spaces.contains_key(space);
        self.live.segments.iter().filter(without).map(|live| live.segment.id()).collect()
    }

    /// The chunks of a segment in the order of its vectors, deleted ones included; none where the
    /// segment is gone.
    pub fn segment_chunks(&self, segment: SegmentId) -> Vec<ChunkRef> {
        self.live.find(segment).map(|live| live.segment.chunks().collect()).unwrap_or_default()
    }

    /// The live chunks that have a vector of that space, each with its vector as signed bytes.
    pub fn vectors<'a>(
        &'a self,
        space: &'a str,
    ) -> impl Iterator<Item = (ChunkRef, &'a [i8; 256])> + 'a {
        self.live.segments.iter().flat_map(move |live| {
            let rows = live.spaces.get(space).map_or(&[][..], |rows| rows.as_slice());
            let each = live.segment.chunks().zip(rows).zip(0u32..);
            each.filter(|(_, number)| live.has(*number)).map(|((chunk, row), _)| (chunk, &row.0))
        })
    }

    /// Whether every live segment has vectors of that space.
    pub fn covers(&self, space: &str) -> bool {
        self.pending(space).is_empty()
    }

    /// Live chunks.
    pub fn chunks(&self) -> u64 {
        self.live.segments.iter().map(|live| live.count() as u64).sum()
    }

    /// Live segments.
    pub fn segments(&self) -> usize {
        self.live.segments.len()
    }

    /// One merge, if one is due. Its batch must hold no other change of the index.
    pub fn merge_step(&self, records: &Records, batch: &mut Batch<'_>) -> Result<Option<Staged>> {
        let Some(inputs) = merge::due(&self.live) else { return Ok(None) };
        self.replace(records, batch, &inputs).map(Some)
    }

    /// How many passages of a document its segments still have, taken out ones too.
    pub fn passages_of(&self, document: &DocumentId) -> u64 {
        let documents = HashSet::from([*document]);
        let segments = &self.live.segments;
        segments.iter().map(|live| live.segment.chunks_of(&documents).count() as u64).sum()
    }

    /// Rewrites every segment that still holds anything of these documents, deleted or not, so that
    /// neither a posting, a position, a word that only they had, nor a vector of theirs is left in
    /// any page. Gives one change a segment. After [`Index::remove`] where both are in one batch; no
    /// other change of the index may be in it.
    pub fn compact(
        &self,
        records: &Records,
        batch: &mut Batch<'_>,
        documents: &[DocumentId],
    ) -> Result<Vec<Staged>> {
        let documents: HashSet<DocumentId> = documents.iter().copied().collect();
        let mut staged = Vec::new();
        for live in &self.live.segments {
            let mut theirs = live.segment.chunks_of(&documents).peekable();
            if theirs.peek().is_some() {
                let left = Arc::new(live.without(theirs));
                staged.push(self.replace(records, batch, &[left])?);
            }
        }
        tracing::debug!(segments = staged.len(), "compacted");
        Ok(staged)
    }

    /// Writes what is left of some segments as one, and takes them away.
    fn replace(
        &self,
        records: &Records,
        batch: &mut Batch<'_>,
        inputs: &[Arc<Live>],
    ) -> Result<Staged> {
        // lists are read in the order of their terms, so each page many times in a row
        let pages = Cached { source: Sealed(records), cache: &PageCache::default() };
        let merged = merge::merge(&pages, inputs)?;
        let mut staged = Staged::default();
        for live in inputs {
            let id = live.segment.id();
            batch.delete(SEGMENTS, &[b"segment", &id.bytes()]);
            batch.delete_prefix(SPACES, &[b"space", &id.bytes()])?;
            batch.delete_prefix(DELETED, &[&id.bytes()])?;
            delete_streams(batch, id)?;
            vectors::delete_rows(batch, id)?;
            staged.0.push(Change::Drop(id));
        }
        tracing::debug!(inputs = inputs.len(), chunks = merged.files.count, "merged");
        if merged.files.count > 0 {
            let live = self.put_segment(batch, merged.files, merged.spaces)?;
            staged.0.push(Change::Add(live));
        }
        Ok(staged)
    }

    fn put_segment(
        &self,
        batch: &mut Batch<'_>,
        files: Files,
        spaces: BTreeMap<String, Vec<Row>>,
    ) -> Result<Live> {
        let id = SegmentId(self.shared.next.fetch_add(1, Ordering::Relaxed));
        let meta = files.meta(id);
        batch.put(SEGMENTS, &[b"segment", &id.bytes()], &meta)?;
        for (stream, bytes) in files.streams() {
            put_stream(batch, id, stream, bytes)?;
        }
        for (space, rows) in &spaces {
            put_space(batch, id, space, rows)?;
        }
        let segment = Arc::new(Segment::decode(meta, &files.chunks, files.terms)?);
        let spaces = spaces.into_iter().map(|(space, rows)| (space, Arc::new(rows))).collect();
        Ok(Live { segment, left: None, spaces })
    }

    /// Rows by the space's calibration, which is made and recorded where there is none yet.
    fn quantise(
        &self,
        batch: &mut Batch<'_>,
        staged: &mut Staged,
        space: &str,
        vectors: &[Vector],
        chunks: usize,
    ) -> Result<Vec<Row>> {
        if vectors.len() != chunks {
            return Err(Error::VectorCount { vectors: vectors.len(), chunks });
        }
        let mut scales = self.shared.scales.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = || Scale::of(space, vectors);
        let scale = scales.entry(space.to_owned()).or_insert_with(fresh).clone();
        drop(scales);
        // until it is taken in its batch may still be thrown away, so each batch records it
        if !self.live.scales.contains_key(space) {
            batch.put(SCALES, &[b"scale", space.as_bytes()], &scale)?;
            staged.0.push(Change::Calibrate(scale.clone()));
        }
        Ok(vectors.iter().map(|vector| scale.quantise(vector)).collect())
    }
}

fn put_space(batch: &mut Batch<'_>, segment: SegmentId, space: &str, rows: &[Row]) -> Result<()> {
    vectors::put_rows(batch, segment, space, rows)?;
    let path = [&b"space"[..], &segment.bytes(), space.as_bytes()];
    Ok(batch.put(SPACES, &path, &Space { segment, space: space.to_owned() })?)
}

impl Snapshot {
    fn apply(&mut self, change: Change) {
        let mut edit = |id: SegmentId, edit: &dyn Fn(&Live) -> Live| {
            for live in self.segments.iter_mut().filter(|live| live.segment.id() == id) {
                *live = Arc::new(edit(live));
            }
        };
        match change {
            Change::Delete(id, chunks) => edit(id, &|live| live.without(chunks.iter().copied())),
            Change::Rows(id, space, rows) => edit(id, &|live| {
                let mut live = live.clone();
                live.spaces.insert(space.clone(), Arc::clone(&rows));
                live
            }),
            Change::Drop(id) => self.segments.retain(|live| live.segment.id() != id),
            Change::Calibrate(scale) => {
                self.scales.insert(scale.space.clone(), scale);
            }
            Change::Add(live) => {
                self.segments.push(Arc::new(live));
                self.segments.sort_by_key(|live| live.segment.id());
            }
        }
    }
}
