//! What readers see: the live segments, with their deletions and vectors, at one moment. Never
//! changed once published; a change makes a new one.

use crate::{
    ChunkRef, Query, SegmentId,
    bits::Bits,
    kernel::Row,
    segment::Segment,
    vectors::{Part, Scale},
};
use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};
use types::DocumentId;

/// A segment, what is left of it, and its vectors by space.
#[derive(Clone)]
pub(crate) struct Live {
    /// The segment.
    pub(crate) segment: Arc<Segment>,
    /// Its chunks that are not deleted; `None` while none is.
    pub(crate) left: Option<Arc<Bits>>,
    /// Rows by space, as many as the segment has chunks.
    pub(crate) spaces: BTreeMap<String, Arc<Vec<Row>>>,
}

impl Live {
    /// Chunks that are not deleted.
    pub(crate) fn count(&self) -> usize {
        self.left.as_ref().map_or(self.segment.len(), |left| left.count())
    }

    /// Whether a chunk is not deleted.
    pub(crate) fn has(&self, chunk: u32) -> bool {
        (chunk as usize) < self.segment.len()
            && self.left.as_ref().is_none_or(|left| left.has(chunk))
    }

    /// The same with these chunks deleted.
    pub(crate) fn without(&self, chunks: impl IntoIterator<Item = u32>) -> Self {
        let full = || Bits::full(self.segment.len());
        let mut left = self.left.as_ref().map_or_else(full, |left| left.as_ref().clone());
        chunks.into_iter().for_each(|chunk| left.clear(chunk));
        Self { left: Some(Arc::new(left)), ..self.clone() }
    }

    /// The chunks that may be found; `None` where all may.
    fn allowed(&self, query: &Query<'_>) -> Option<Arc<Bits>> {
        let mut allowed = self.left.clone();
        if let Some(documents) = query.documents {
            let mut bits = Bits::empty(self.segment.len());
            let wanted = self.segment.chunks_of(documents).filter(|chunk| self.has(*chunk));
            wanted.for_each(|chunk| bits.set(chunk));
            allowed = Some(Arc::new(bits));
        }
        if let Some(passages) = query.passages {
            let mut bits = Bits::empty(self.segment.len());
            let documents: HashSet<DocumentId> = passages.iter().map(|it| it.document).collect();
            let wanted = self.segment.chunks_of(&documents).filter(|number| {
                let may = allowed.as_ref().is_none_or(|allowed| allowed.has(*number));
                may && self.segment.chunk(*number).is_some_and(|chunk| passages.contains(&chunk))
            });
            wanted.for_each(|chunk| bits.set(chunk));
            allowed = Some(Arc::new(bits));
        }
        let except = query.except.into_iter();
        let mut unwanted = except.flat_map(|it| self.segment.chunks_of(it)).peekable();
        if unwanted.peek().is_some() {
            let full = || Bits::full(self.segment.len());
            let mut bits = allowed.map_or_else(full, Arc::unwrap_or_clone);
            unwanted.for_each(|chunk| bits.clear(chunk));
            allowed = Some(Arc::new(bits));
        }
        allowed
    }
}

/// Live segments by rising id, and the calibrations.
#[derive(Clone, Default)]
pub(crate) struct Snapshot {
    /// The segments.
    pub(crate) segments: Vec<Arc<Live>>,
    /// The calibrations by space.
    pub(crate) scales: BTreeMap<String, Scale>,
}

/// A chunk's place in a snapshot: segment in the high half, number in the low one.
pub(crate) fn place(segment: usize, chunk: u32) -> u64 {
    (segment as u64) << 32 | u64::from(chunk)
}

/// The halves of a place.
pub(crate) fn halves(place: u64) -> (usize, u32) {
    ((place >> 32) as usize, place as u32)
}

/// The chunks of each segment that may be found, in the order of the snapshot.
pub(crate) type Allowed = Vec<Option<Arc<Bits>>>;

impl Snapshot {
    /// What may be found: what the query's filters leave.
    pub(crate) fn allowed(&self, query: &Query<'_>) -> Allowed {
        self.segments.iter().map(|live| live.allowed(query)).collect()
    }

    /// The chunk at a place.
    pub(crate) fn chunk(&self, place: u64) -> Option<ChunkRef> {
        let (segment, number) = halves(place);
        self.segments.get(segment)?.segment.chunk(number)
    }

    /// The segment with this id.
    pub(crate) fn find(&self, id: SegmentId) -> Option<&Arc<Live>> {
        self.segments.iter().find(|live| live.segment.id() == id)
    }

    /// The rows of one space.
    pub(crate) fn parts<'a>(&'a self, space: &str, allowed: &'a Allowed) -> Vec<Part<'a>> {
        let each = self.segments.iter().zip(allowed).enumerate();
        each.filter_map(|(number, (live, allowed))| {
            let rows = live.spaces.get(space)?;
            let allowed = allowed.as_deref();
            Some(Part { place: place(number, 0), rows, allowed, first: 0 })
        })
        .collect()
    }
}
