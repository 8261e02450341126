//! Whether the index is what would be made of the chunks that it is of: their words segment by segment,
//! how many pages there are. Reads and compares, changes nothing, and knows no model.

use crate::{
    ChunkRef, Entry, Index, Result,
    build::Builder,
    kernel::DIMENSIONS,
    merge,
    pages::{Cached, PAGE_BYTES, PageCache, Pages, Sealed, Stream},
    segment::{Files, Meta, Segment},
    snapshot::Live,
    vectors::{self, Vector},
};
use fst::Streamer;
use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
    sync::Arc,
};
use types::ChunkRecord;
use vault::{Snapshot as Records, Table, TableId};

const POSTINGS: Table<()> = Table::new(TableId::Postings);
const VECTORS: Table<()> = Table::new(TableId::Vectors);

/// A chunk with what is indexed of it.
#[derive(Clone, Debug)]
pub struct Said {
    /// Where it stands.
    pub chunk: ChunkRecord,
    /// Title of its document.
    pub title: String,
    /// The sentence that situates it.
    pub context: String,
    /// Its words.
    pub body: String,
}

impl Said {
    fn entry(&self) -> Entry<'_> {
        let ChunkRecord { document, ordinal, parent_chain, section_id, defined_terms, .. } =
            &self.chunk;
        Entry {
            chunk: ChunkRef { document: *document, ordinal: *ordinal },
            title: &self.title,
            headings: parent_chain,
            context: &self.context,
            body: &self.body,
            section_id,
            defined_terms,
        }
    }
}

/// What a chunk without words would leave.
fn nothing(chunk: ChunkRef) -> Entry<'static> {
    let (headings, defined_terms) = (&[], &[]);
    Entry { chunk, title: "", headings, context: "", body: "", section_id: "", defined_terms }
}

/// Records of the index that are there, and those that should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageCount {
    /// That are there.
    pub held: u64,
    /// That its segments have.
    pub expected: u64,
}

impl Index {
    /// Every chunk that can be found, once for each time that it is in a segment.
    pub fn live_chunks(&self) -> impl Iterator<Item = ChunkRef> + '_ {
        self.live.segments.iter().flat_map(|live| chunks(live).map(|(_, chunk)| chunk))
    }

    /// The live chunks of segments that have no vectors of a space.
    pub fn without_vectors(&self, space: &str) -> u64 {
        let without = self.live.segments.iter().filter(|live| !live.spaces.contains_key(space));
        without.map(|live| live.count() as u64).sum()
    }

    /// How near a chunk's row is to the vector that a model makes, as a cosine.
    pub fn nearness(row: &[i8; DIMENSIONS], vector: &Vector) -> f32 {
        let (mut dot, mut squares, mut length) = (0f32, 0f32, 0f32);
        for (step, x) in row.iter().zip(vector) {
            let step = f32::from(*step);
            dot += step * x;
            squares += step * step;
            length += x * x;
        }
        match squares * length {
            // a text without words has no direction
            0.0 if squares == length => 1.0,
            0.0 => 0.0,
            product => dot / product.sqrt(),
        }
    }

    /// The live chunks whose words are not those that their segment says. `read` gives a chunk as it is now,
    /// nothing where there is none. One segment is in memory twice meanwhile.
    pub fn other_words(
        &self,
        records: &Records,
        read: &mut dyn FnMut(ChunkRef) -> Option<Said>,
    ) -> Result<Vec<ChunkRef>> {
        let mut others = Vec::new();
        for live in &self.live.segments {
            let mut builder = Builder::new();
            for (_, chunk) in chunks(live) {
                match read(chunk) {
                    Some(said) => builder.add(&said.entry())?,
                    None => {
                        others.push(chunk);
                        builder.add(&nothing(chunk))?;
                    }
                }
            }
            let expected = builder.finish()?;
            let pages = Cached { source: Sealed(records), cache: &PageCache::default() };
            let Ok(held) = merge::merge(&pages, &[Arc::clone(live)]) else {
                others.extend(chunks(live).map(|(_, chunk)| chunk));
                continue;
            };
            if held.files.streams() == expected.streams() {
                continue;
            }
            let (held, expected) = (prints(live, &held.files)?, prints(live, &expected)?);
            let each = chunks(live).zip(held.iter().zip(&expected));
            others.extend(each.filter(|(_, (a, b))| a != b).map(|((_, chunk), _)| chunk));
        }
        others.sort_unstable();
        others.dedup();
        Ok(others)
    }

    /// Whether pages lie there that no segment has.
    pub fn page_counts(&self, records: &Records) -> Result<[PageCount; 2]> {
        let pages = |size: u64| size.div_ceil(PAGE_BYTES as u64);
        let (mut postings, mut rows) = (0, 0);
        for live in &self.live.segments {
            let Meta { chunks_bytes, terms_bytes, postings_bytes, positions_bytes, .. } =
                live.segment.meta();
            let sizes = [chunks_bytes, terms_bytes, postings_bytes, positions_bytes];
            postings += sizes.into_iter().map(|size| pages(*size)).sum::<u64>();
            rows += live.spaces.len() as u64 * vectors::pages_of(live.segment.len());
        }
        Ok([
            PageCount { held: records.count(POSTINGS, &[])?, expected: postings },
            PageCount { held: records.count(VECTORS, &[])?, expected: rows },
        ])
    }
}

fn chunks(live: &Live) -> impl Iterator<Item = (u32, ChunkRef)> + '_ {
    (0u32..).zip(live.segment.chunks()).filter(|(number, _)| live.has(*number))
}

/// Streams that are in memory.
struct Held<'a>(&'a Files);

impl Pages for Held<'_> {
    fn page(&self, _: crate::SegmentId, stream: Stream, number: u32) -> Result<Arc<Vec<u8>>> {
        let streams = self.0.streams();
        let bytes = streams.iter().find(|(known, _)| *known == stream).map(|(_, bytes)| *bytes);
        let page = bytes.unwrap_or_default().chunks(PAGE_BYTES).nth(number as usize);
        let page = page.ok_or(crate::Error::Damaged("a page is missing"))?;
        Ok(Arc::new(page.to_vec()))
    }
}

/// A number for each chunk of all that its segment says of it.
fn prints(live: &Live, files: &Files) -> Result<Vec<u64>> {
    let meta = files.meta(live.segment.id());
    let segment = Segment::decode(meta, &files.chunks, files.terms.clone())?;
    let mut prints: Vec<u64> =
        (0u32..).take(segment.len()).map(|chunk| u64::from(segment.length(chunk))).collect();
    let pages = Held(files);
    let mut terms = segment.terms().stream();
    while let Some((term, at)) = terms.next() {
        let mut list = segment.cursor_at(&pages, at)?;
        let mut from = 0;
        while let Some(posting) = list.seek(from)? {
            let mut hash = DefaultHasher::new();
            (term, posting.frequency, list.positions()?).hash(&mut hash);
            if let Some(print) = prints.get_mut(posting.chunk as usize) {
                *print = print.wrapping_add(hash.finish());
            }
            from = posting.chunk.saturating_add(1);
        }
    }
    Ok(prints)
}
