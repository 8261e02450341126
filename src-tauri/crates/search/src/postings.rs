//! Posting lists: which chunks a term is in, how often, and where. Written once, read block by
//! block. Knows nothing of scores.
//!
//! A list in the postings stream: varints *postings, directory bytes, body bytes, start in the
//! positions stream, bytes there*; then the directory; then the body. The directory has five
//! varints a block of 128: *last chunk (as the step from the block before), bytes of the block,
//! highest frequency, shortest chunk, bytes of positions*. A block is two packed runs: the gaps
//! between chunks, and the frequencies. Positions of a block are, for each posting, their number
//! and the gaps between them, all varints. Frequencies are weighted (see `build`).

use crate::{
    Error, Result,
    codec::{BLOCK, Bytes, pack, put_varint},
    pages::{Stream, StreamReader},
    segment::Segment,
};

/// Collects one posting list.
#[derive(Default)]
pub(crate) struct ListWriter {
    postings: u64,
    /// One past the last chunk written.
    next: u32,
    /// The same where the open block begins.
    block_from: u32,
    gaps: Vec<u32>,
    frequencies: Vec<u32>,
    shortest: u32,
    block_positions: Vec<u8>,
    directory: Vec<u8>,
    body: Vec<u8>,
    positions: Vec<u8>,
}

impl ListWriter {
    /// Adds a chunk; chunks come in rising order. `length` is the chunk's.
    pub(crate) fn push(&mut self, chunk: u32, frequency: u32, length: u32, positions: &[u32]) {
        self.shortest = if self.gaps.is_empty() { length } else { self.shortest.min(length) };
        self.gaps.push(chunk.saturating_sub(self.next));
        self.frequencies.push(frequency);
        self.next = chunk.saturating_add(1);
        self.postings += 1;
        put_varint(&mut self.block_positions, positions.len() as u64);
        let mut from = 0;
        for &position in positions {
            put_varint(&mut self.block_positions, u64::from(position - from));
            from = position;
        }
        if self.gaps.len() == BLOCK {
            self.close_block();
        }
    }

    fn close_block(&mut self) {
        if self.gaps.is_empty() {
            return;
        }
        let start = self.body.len();
        pack(&self.gaps, &mut self.body);
        pack(&self.frequencies, &mut self.body);
        let highest = self.frequencies.iter().copied().max().unwrap_or(0);
        for value in [
            u64::from(self.next - self.block_from),
            (self.body.len() - start) as u64,
            u64::from(highest),
            u64::from(self.shortest),
            self.block_positions.len() as u64,
        ] {
            put_varint(&mut self.directory, value);
        }
        self.positions.append(&mut self.block_positions);
        self.block_from = self.next;
        self.gaps.clear();
        self.frequencies.clear();
    }

    /// Whether nothing was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.postings == 0
    }

    /// Writes the list; gives the place where it starts.
    pub(crate) fn finish(mut self, postings: &mut Vec<u8>, positions: &mut Vec<u8>) -> u64 {
        self.close_block();
        let at = postings.len() as u64;
        for value in [
            self.postings,
            self.directory.len() as u64,
            self.body.len() as u64,
            positions.len() as u64,
            self.positions.len() as u64,
        ] {
            put_varint(postings, value);
        }
        postings.append(&mut self.directory);
        postings.append(&mut self.body);
        positions.append(&mut self.positions);
        at
    }
}

/// What the directory says of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// First chunk it can hold.
    pub(crate) from: u32,
    /// Last chunk in it.
    pub(crate) last: u32,
    /// Highest frequency in it.
    pub(crate) highest: u32,
    /// Shortest chunk in it.
    pub(crate) shortest: u32,
    at: u64,
    size: u64,
    positions_at: u64,
    positions_size: u64,
    count: usize,
}

/// One posting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Posting {
    /// The chunk.
    pub(crate) chunk: u32,
    /// Weighted frequency.
    pub(crate) frequency: u32,
}

/// Walks one posting list forward.
pub(crate) struct Cursor<'a> {
    postings: StreamReader<'a>,
    positions: StreamReader<'a>,
    /// Postings in the list.
    pub(crate) count: u64,
    blocks: Vec<Block>,
    block: usize,
    /// The block that `chunks` and `frequencies` hold.
    decoded: Option<usize>,
    chunks: Vec<u32>,
    frequencies: Vec<u32>,
    at: usize,
    buffer: Vec<u8>,
    /// The block whose positions are held, one entry a posting.
    placed: (Option<usize>, Vec<Vec<u32>>),
}

/// Longest possible five varints.
const HEAD_BYTES: u64 = 50;

impl<'a> Cursor<'a> {
    /// Opens the list at `at` of a segment's postings.
    pub(crate) fn open(
        mut postings: StreamReader<'a>,
        positions: StreamReader<'a>,
        at: u64,
    ) -> Result<Self> {
        let mut buffer = Vec::new();
        let left = postings.size().saturating_sub(at);
        postings.read(at, left.min(HEAD_BYTES), &mut buffer)?;
        let mut head = Bytes(&buffer);
        let [mut count, mut directory_size, mut body_size, mut positions_at, mut positions_size] =
            [0u64; 5];
        for value in [
            &mut count,
            &mut directory_size,
            &mut body_size,
            &mut positions_at,
            &mut positions_size,
        ] {
            *value = head.varint()?;
        }
        let directory_at = at + (buffer.len() - head.0.len()) as u64;
        let overflow = Error::Damaged("a posting list is too long");
        let body_at = directory_at.checked_add(directory_size).ok_or(overflow)?;
        postings.read(directory_at, directory_size, &mut buffer)?;
        let blocks = read_directory(&buffer, count, body_at, positions_at)?;
        Ok(Self {
            postings,
            positions,
            count,
            blocks,
            block: 0,
            decoded: None,
            chunks: Vec::new(),
            frequencies: Vec::new(),
            at: 0,
            buffer,
            placed: (None, Vec::new()),
        })
    }

    /// The blocks that can hold chunks of `from..to`, none before the present place.
    pub(crate) fn blocks_in(&self, from: u32, to: u32) -> impl Iterator<Item = &Block> {
        let ahead = self.blocks.get(self.block..).unwrap_or_default();
        let skipped = ahead.partition_point(|block| block.last < from);
        ahead.iter().skip(skipped).take_while(move |block| block.from < to)
    }

    /// The first posting at `chunk` or after it; never goes back.
    pub(crate) fn seek(&mut self, chunk: u32) -> Result<Option<Posting>> {
        let ahead = self.blocks.get(self.block..).unwrap_or_default();
        self.block += match ahead.first() {
            Some(first) if first.last >= chunk => 0,
            _ => ahead.partition_point(|block| block.last < chunk),
        };
        if !self.decode()? {
            return Ok(None);
        }
        let ahead = self.chunks.get(self.at..).unwrap_or_default();
        self.at += ahead.partition_point(|held| *held < chunk);
        Ok(self.here())
    }

    /// Calls `each` with the postings of `from..to`, and stands after them.
    pub(crate) fn each_in(
        &mut self,
        from: u32,
        to: u32,
        mut each: impl FnMut(Posting),
    ) -> Result<()> {
        let mut found = self.seek(from)?;
        while found.is_some_and(|posting| posting.chunk < to) {
            let chunks = self.chunks.get(self.at..).unwrap_or_default();
            let frequencies = self.frequencies.get(self.at..).unwrap_or_default();
            let inside = if chunks.last().is_some_and(|last| *last < to) {
                chunks.len()
            } else {
                chunks.partition_point(|held| *held < to)
            };
            for (&chunk, &frequency) in chunks.iter().zip(frequencies).take(inside) {
                each(Posting { chunk, frequency });
            }
            self.at += inside;
            if self.at < self.chunks.len() {
                return Ok(());
            }
            self.block += 1;
            self.decode()?;
            found = self.here();
        }
        Ok(())
    }

    /// Where the word stands in the chunk that the cursor is at; empty for additional terms.
    pub(crate) fn positions(&mut self) -> Result<&[u32]> {
        if self.placed.0 != Some(self.block) {
            let block = *self.blocks.get(self.block).ok_or(Error::Damaged("no such block"))?;
            self.positions.read(block.positions_at, block.positions_size, &mut self.buffer)?;
            self.placed.1.clear();
            let mut bytes = Bytes(&self.buffer);
            for _ in 0..block.count {
                self.placed.1.push(read_positions(&mut bytes)?);
            }
            self.placed.0 = Some(self.block);
        }
        Ok(self.placed.1.get(self.at).map_or(&[], Vec::as_slice))
    }

    fn here(&self) -> Option<Posting> {
        let (&chunk, &frequency) = self.chunks.get(self.at).zip(self.frequencies.get(self.at))?;
        Some(Posting { chunk, frequency })
    }

    /// Makes the block in hand the decoded one; false after the last.
    fn decode(&mut self) -> Result<bool> {
        let Some(block) = self.blocks.get(self.block) else {
            self.chunks.clear();
            self.frequencies.clear();
            return Ok(false);
        };
        if self.decoded == Some(self.block) {
            return Ok(true);
        }
        self.postings.read(block.at, block.size, &mut self.buffer)?;
        let mut bytes = Bytes(&self.buffer);
        bytes.unpack(block.count, &mut self.chunks)?;
        bytes.unpack(block.count, &mut self.frequencies)?;
        let mut next = block.from;
        for chunk in &mut self.chunks {
            *chunk = next.checked_add(*chunk).ok_or(Error::Damaged("chunk number"))?;
            next = chunk.saturating_add(1);
        }
        if self.chunks.last() != Some(&block.last) {
            return Err(Error::Damaged("a block disagrees with its directory"));
        }
        self.at = 0;
        self.decoded = Some(self.block);
        Ok(true)
    }
}

fn read_directory(bytes: &[u8], count: u64, body_at: u64, positions_at: u64) -> Result<Vec<Block>> {
    let wrong = || Error::Damaged("a posting list's directory");
    let mut bytes = Bytes(bytes);
    let (mut left, mut from, mut at, mut positions_at) = (count, 0u32, body_at, positions_at);
    let mut blocks = Vec::new();
    while left > 0 {
        let step = bytes.varint32()?;
        let next = from.checked_add(step).filter(|_| step > 0).ok_or_else(wrong)?;
        let size = bytes.varint()?;
        let (highest, shortest) = (bytes.varint32()?, bytes.varint32()?);
        let positions_size = bytes.varint()?;
        let count = left.min(BLOCK as u64);
        left -= count;
        let last = next - 1;
        let count = count as usize;
        blocks.push(Block {
            from,
            last,
            highest,
            shortest,
            at,
            size,
            positions_at,
            positions_size,
            count,
        });
        from = next;
        at = at.checked_add(size).ok_or_else(wrong)?;
        positions_at = positions_at.checked_add(positions_size).ok_or_else(wrong)?;
    }
    if bytes.0.is_empty() { Ok(blocks) } else { Err(wrong()) }
}

fn read_positions(bytes: &mut Bytes<'_>) -> Result<Vec<u32>> {
    let count = bytes.varint()?;
    let mut positions = Vec::new();
    let mut from = 0u32;
    for _ in 0..count {
        from = from.checked_add(bytes.varint32()?).ok_or(Error::Damaged("position"))?;
        positions.push(from);
    }
    Ok(positions)
}

impl Segment {
    /// The posting list of a term, where the segment has it.
    pub(crate) fn cursor<'a>(
        &self,
        pages: &'a dyn crate::pages::Pages,
        term: &str,
    ) -> Result<Option<Cursor<'a>>> {
        let Some(at) = self.terms().get(term) else { return Ok(None) };
        self.cursor_at(pages, at).map(Some)
    }

    /// The posting list that starts at `at`.
    pub(crate) fn cursor_at<'a>(
        &self,
        pages: &'a dyn crate::pages::Pages,
        at: u64,
    ) -> Result<Cursor<'a>> {
        let meta = self.meta();
        let reader = |stream, size| StreamReader::new(pages, meta.id, stream, size);
        Cursor::open(
            reader(Stream::Postings, meta.postings_bytes),
            reader(Stream::Positions, meta.positions_bytes),
            at,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SegmentId, pages::Pages, segment::tests::Memory};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    type Model = BTreeMap<u32, (u32, Vec<u32>)>;

    fn written(model: &Model) -> (Memory, u64, u64) {
        let mut list = ListWriter::default();
        for (chunk, (frequency, positions)) in model {
            list.push(*chunk, *frequency, frequency + 3, positions);
        }
        let (mut postings, mut positions) = (Vec::new(), Vec::new());
        list.finish(&mut postings, &mut positions);
        let sizes = (postings.len() as u64, positions.len() as u64);
        let mut pages = Memory::default();
        pages.put(SegmentId(1), Stream::Postings, &postings);
        pages.put(SegmentId(1), Stream::Positions, &positions);
        (pages, sizes.0, sizes.1)
    }

    fn cursor(pages: &dyn Pages, sizes: (u64, u64)) -> Result<Cursor<'_>> {
        Cursor::open(
            StreamReader::new(pages, SegmentId(1), Stream::Postings, sizes.0),
            StreamReader::new(pages, SegmentId(1), Stream::Positions, sizes.1),
            0,
        )
    }

    fn model() -> impl Strategy<Value = Model> {
        let positions = prop::collection::btree_set(0u32..5000, 0..6)
            .prop_map(|set| set.into_iter().collect::<Vec<_>>());
        prop::collection::btree_map(0u32..20_000, (1u32..300, positions), 1..700)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn lists_come_back(model in model(), mut seeks in prop::collection::vec(0u32..20_100, 20)) {
            let (pages, postings, positions) = written(&model);
            let mut all = Vec::new();
            let mut list = cursor(&pages, (postings, positions)).unwrap();
            list.each_in(0, u32::MAX, |it| all.push((it.chunk, it.frequency))).unwrap();
            let expected: Vec<_> = model.iter().map(|(c, (f, _))| (*c, *f)).collect();
            prop_assert_eq!(all, expected);
            seeks.sort_unstable();
            let mut list = cursor(&pages, (postings, positions)).unwrap();
            for target in seeks {
                let found = list.seek(target).unwrap();
                let expected = model.range(target..).next();
                prop_assert_eq!(found.map(|it| it.chunk), expected.map(|(chunk, _)| *chunk));
                if let Some((_, (_, positions))) = expected {
                    prop_assert_eq!(list.positions().unwrap(), positions.as_slice());
                }
            }
        }

        #[test]
        fn damage_is_an_error_or_other_numbers(model in model(), at: prop::sample::Index, to: u8) {
            let (mut pages, postings, positions) = written(&model);
            pages.damage(SegmentId(1), Stream::Postings, at.index(postings as usize), to);
            if let Ok(mut list) = cursor(&pages, (postings, positions)) {
                let _ = list.each_in(0, u32::MAX, |_| ());
            }
            if let Ok(mut list) = cursor(&pages, (postings, positions)) {
                let _ = list.seek(3).and_then(|_| list.positions().map(<[u32]>::len));
            }
        }
    }
}
