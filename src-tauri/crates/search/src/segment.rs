//! A segment: an immutable piece of the index, and its format. Knows nothing of deletions, of
//! vectors and of other segments.
//!
//! # Format, version 1
//! | where | what |
//! | --- | --- |
//! | table Segments, path `segment`, id | [`Meta`]: magic, version, counts, stream sizes |
//! | table Segments, path `space`, id, name | `Space`: that the segment has vectors of that space |
//! | table Segments, path `scale`, name | `Scale`: the space's calibration, frozen |
//! | table Postings, path id, stream, page | pages of 32 KiB of the four streams |
//! | table Vectors, path id, name, page | 256 rows of 256 signed bytes |
//! | table Deleted, path id, document | `Deletion`: a roaring set of chunk numbers |
//!
//! Streams: 0 *chunks*: varint documents, 16 bytes each; then for each chunk three varints: place of
//! its document, ordinal in it, length in weighted words. 1 *terms*: an `fst` map from term to its
//! place in stream 2. 2 *postings* and 3 *positions*: see `postings`.
//!
//! Chunks are numbered from 0 in the order they were added; vectors stand in the same order.

use crate::{
    ChunkRef, Error, Result, SegmentId,
    codec::{Bytes, put_varint},
    pages::{Pages, Stream, StreamReader},
};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use types::DocumentId;

/// Says that a record is a segment of ours.
pub(crate) const MAGIC: &str = "loci-segment";
/// The format written here.
pub(crate) const VERSION: u32 = 1;

/// What is known of a segment before its streams are read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Meta {
    /// [`MAGIC`].
    pub(crate) magic: String,
    /// [`VERSION`].
    pub(crate) version: u32,
    /// Which segment.
    pub(crate) id: SegmentId,
    /// Chunks in it.
    pub(crate) chunks: u32,
    /// Size of the stream of chunks.
    pub(crate) chunks_bytes: u64,
    /// Size of the dictionary.
    pub(crate) terms_bytes: u64,
    /// Size of the postings.
    pub(crate) postings_bytes: u64,
    /// Size of the positions.
    pub(crate) positions_bytes: u64,
}

/// A segment as it is written.
pub(crate) struct Files {
    pub(crate) chunks: Vec<u8>,
    pub(crate) terms: Vec<u8>,
    pub(crate) postings: Vec<u8>,
    pub(crate) positions: Vec<u8>,
    pub(crate) count: u32,
}

impl Files {
    /// The record that goes with the streams.
    pub(crate) fn meta(&self, id: SegmentId) -> Meta {
        Meta {
            magic: MAGIC.to_owned(),
            version: VERSION,
            id,
            chunks: self.count,
            chunks_bytes: self.chunks.len() as u64,
            terms_bytes: self.terms.len() as u64,
            postings_bytes: self.postings.len() as u64,
            positions_bytes: self.positions.len() as u64,
        }
    }

    /// The streams.
    pub(crate) fn streams(&self) -> [(Stream, &[u8]); 4] {
        [
            (Stream::Chunks, &self.chunks),
            (Stream::Terms, &self.terms),
            (Stream::Postings, &self.postings),
            (Stream::Positions, &self.positions),
        ]
    }
}

/// One chunk of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    document: u32,
    ordinal: u32,
    length: u32,
}

/// The table of chunks while it is put together.
#[derive(Default)]
pub(crate) struct ChunkTable {
    documents: Vec<DocumentId>,
    places: HashMap<DocumentId, u32>,
    rows: Vec<Row>,
}

impl ChunkTable {
    /// Adds a chunk; gives its number.
    pub(crate) fn push(&mut self, chunk: ChunkRef, length: u32) -> Result<u32> {
        let number = u32::try_from(self.rows.len()).map_err(|_| Error::TooLarge)?;
        let fresh = u32::try_from(self.documents.len()).map_err(|_| Error::TooLarge)?;
        let document = *self.places.entry(chunk.document).or_insert_with(|| {
            self.documents.push(chunk.document);
            fresh
        });
        self.rows.push(Row { document, ordinal: chunk.ordinal, length });
        Ok(number)
    }

    /// Its bytes, and how many chunks it has.
    pub(crate) fn finish(self) -> (Vec<u8>, u32) {
        let mut out = Vec::new();
        put_varint(&mut out, self.documents.len() as u64);
        self.documents.iter().for_each(|id| out.extend_from_slice(id.as_bytes()));
        for row in &self.rows {
            for value in [row.document, row.ordinal, row.length] {
                put_varint(&mut out, u64::from(value));
            }
        }
        (out, self.rows.len() as u32)
    }
}

/// A segment with its tables in memory.
pub(crate) struct Segment {
    meta: Meta,
    documents: Vec<DocumentId>,
    rows: Vec<Row>,
    total_length: u64,
    terms: fst::Map<Vec<u8>>,
}

impl Segment {
    /// Reads the tables of the segment that `meta` describes.
    pub(crate) fn open(pages: &dyn Pages, meta: Meta) -> Result<Self> {
        if meta.magic != MAGIC {
            return Err(Error::Damaged("not a segment"));
        }
        if meta.version > VERSION {
            return Err(Error::TooNew(meta.version));
        }
        let read = |stream, size| StreamReader::new(pages, meta.id, stream, size).read_all();
        let chunks = read(Stream::Chunks, meta.chunks_bytes)?;
        let terms = read(Stream::Terms, meta.terms_bytes)?;
        Self::decode(meta, &chunks, terms)
    }

    /// Puts a segment together from its two tables.
    pub(crate) fn decode(meta: Meta, chunks: &[u8], terms: Vec<u8>) -> Result<Self> {
        let (documents, rows) = read_chunks(chunks, meta.chunks)?;
        let total_length = rows.iter().map(|row| u64::from(row.length)).sum();
        let terms = fst::Map::new(terms).map_err(|_| Error::Damaged("dictionary"))?;
        // the dictionary's own reader trusts its bytes; its checksum makes that safe
        terms.as_fst().verify().map_err(|_| Error::Damaged("dictionary"))?;
        Ok(Self { meta, documents, rows, total_length, terms })
    }

    /// What was recorded of it.
    pub(crate) fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Its id.
    pub(crate) fn id(&self) -> SegmentId {
        self.meta.id
    }

    /// Chunks in it, deleted ones included.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Sum of the lengths of its chunks.
    pub(crate) fn total_length(&self) -> u64 {
        self.total_length
    }

    /// Length of a chunk in weighted words.
    pub(crate) fn length(&self, chunk: u32) -> u32 {
        self.rows.get(chunk as usize).map_or(0, |row| row.length)
    }

    /// The chunk with this number.
    pub(crate) fn chunk(&self, number: u32) -> Option<ChunkRef> {
        let row = self.rows.get(number as usize)?;
        let document = *self.documents.get(row.document as usize)?;
        Some(ChunkRef { document, ordinal: row.ordinal })
    }

    /// All chunks, in order.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = ChunkRef> + '_ {
        (0u32..).zip(&self.rows).filter_map(|(number, _)| self.chunk(number))
    }

    /// The numbers of the chunks of these documents, rising.
    pub(crate) fn chunks_of<'a>(
        &'a self,
        documents: &HashSet<DocumentId>,
    ) -> impl Iterator<Item = u32> + use<'a> {
        let wanted: Vec<bool> = self.documents.iter().map(|id| documents.contains(id)).collect();
        let any = wanted.contains(&true);
        let rows = if any { self.rows.as_slice() } else { &[] };
        (0u32..).zip(rows).filter_map(move |(number, row)| {
            wanted.get(row.document as usize).copied().unwrap_or(false).then_some(number)
        })
    }

    /// The dictionary: term to place in the postings.
    pub(crate) fn terms(&self) -> &fst::Map<Vec<u8>> {
        &self.terms
    }
}

fn read_chunks(bytes: &[u8], count: u32) -> Result<(Vec<DocumentId>, Vec<Row>)> {
    let mut bytes = Bytes(bytes);
    let mut documents = Vec::new();
    for _ in 0..bytes.varint32()? {
        let id = bytes.take(DocumentId::LEN)?.try_into();
        documents.push(DocumentId::from_bytes(id.map_err(|_| Error::Damaged("document id"))?));
    }
    let mut rows = Vec::new();
    for _ in 0..count {
        let [document, ordinal, length] = [bytes.varint32()?, bytes.varint32()?, bytes.varint32()?];
        if document as usize >= documents.len() {
            return Err(Error::Damaged("a chunk of no document"));
        }
        rows.push(Row { document, ordinal, length });
    }
    if bytes.0.is_empty() { Ok((documents, rows)) } else { Err(Error::Damaged("chunk table")) }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::pages::PAGE_BYTES;
    use proptest::prelude::*;
    use std::sync::Arc;

    /// Pages in memory.
    #[derive(Default)]
    pub(crate) struct Memory(HashMap<(SegmentId, Stream, u32), Arc<Vec<u8>>>);

    impl Memory {
        pub(crate) fn put(&mut self, id: SegmentId, stream: Stream, bytes: &[u8]) {
            for (number, page) in (0..).zip(bytes.chunks(PAGE_BYTES)) {
                self.0.insert((id, stream, number), Arc::new(page.to_vec()));
            }
        }

        pub(crate) fn add(&mut self, id: SegmentId, files: &Files) -> Arc<Segment> {
            files.streams().into_iter().for_each(|(stream, bytes)| self.put(id, stream, bytes));
            Arc::new(Segment::open(self, files.meta(id)).unwrap())
        }

        pub(crate) fn damage(&mut self, id: SegmentId, stream: Stream, at: usize, to: u8) {
            let page = self.0.get_mut(&(id, stream, (at / PAGE_BYTES) as u32)).unwrap();
            Arc::make_mut(page)[at % PAGE_BYTES] ^= to;
        }
    }

    impl Pages for Memory {
        fn page(&self, segment: SegmentId, stream: Stream, number: u32) -> Result<Arc<Vec<u8>>> {
            let page = self.0.get(&(segment, stream, number)).cloned();
            page.ok_or(Error::Damaged("a page is missing"))
        }
    }

    proptest! {
        #[test]
        fn chunk_tables_come_back(
            rows in prop::collection::vec((0u8..5, any::<u32>(), any::<u32>()), 0..60),
            cut: prop::sample::Index,
        ) {
            let mut table = ChunkTable::default();
            let mut expected = Vec::new();
            for (document, ordinal, length) in rows {
                let chunk = ChunkRef { document: DocumentId::from_bytes([document; 16]), ordinal };
                table.push(chunk, length).unwrap();
                expected.push((chunk, length));
            }
            let (bytes, count) = table.finish();
            let (documents, rows) = read_chunks(&bytes, count).unwrap();
            let back: Vec<_> = rows
                .iter()
                .map(|row| {
                    let document = documents[row.document as usize];
                    (ChunkRef { document, ordinal: row.ordinal }, row.length)
                })
                .collect();
            prop_assert_eq!(back, expected);
            if !bytes.is_empty() {
                prop_assert!(read_chunks(&bytes[..cut.index(bytes.len())], count).is_err());
            }
        }

        #[test]
        fn noise_is_no_segment(chunks: Vec<u8>, terms: Vec<u8>, count: u32) {
            let files = Files { chunks, terms, postings: vec![], positions: vec![], count };
            let meta = files.meta(SegmentId(1));
            prop_assert!(Segment::decode(meta, &files.chunks, files.terms).is_err());
        }
    }
}
