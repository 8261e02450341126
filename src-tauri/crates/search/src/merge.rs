//! Tiered merges: which segments to join, and joining them. Drops deleted chunks; never changes
//! what can be found.

use crate::{
    Result,
    build::SegmentWriter,
    kernel::Row,
    pages::Pages,
    postings::ListWriter,
    segment::{ChunkTable, Files},
    snapshot::{Live, Snapshot},
};
use fst::Streamer;
use std::{collections::BTreeMap, sync::Arc};

/// Segments of one tier that are joined at once; a tier's segments are this much larger than those
/// of the tier below.
const FAN_IN: usize = 8;
/// Most inputs of one merge, so that a step stays short.
const MOST_INPUTS: usize = 2 * FAN_IN;
/// Segments up to this size are the lowest tier.
const LOWEST_TIER_CHUNKS: usize = 64;
/// No merge makes a segment larger than this: a quarter of a million chunks.
const LARGEST_CHUNKS: usize = 1 << 18;

/// The segments that should be joined next, if any: emptied ones, then the lowest full tier, then
/// one that has lost half of its chunks. All have vectors of the same spaces.
pub(crate) fn due(snapshot: &Snapshot) -> Option<Vec<Arc<Live>>> {
    let segments = &snapshot.segments;
    let emptied: Vec<_> = segments.iter().filter(|live| live.count() == 0).cloned().collect();
    if !emptied.is_empty() {
        return Some(emptied);
    }
    let mut tiers: BTreeMap<(usize, Vec<&String>), Vec<&Arc<Live>>> = BTreeMap::new();
    for live in segments.iter().filter(|live| live.count() <= LARGEST_CHUNKS / 2) {
        let spaces = live.spaces.keys().collect();
        tiers.entry((tier(live.count()), spaces)).or_default().push(live);
    }
    for members in tiers.into_values().filter(|members| members.len() >= FAN_IN) {
        let mut room = LARGEST_CHUNKS;
        let inputs: Vec<_> = members
            .into_iter()
            .take(MOST_INPUTS)
            .take_while(|live| {
                let fits = live.count() <= room;
                room = room.saturating_sub(live.count());
                fits
            })
            .cloned()
            .collect();
        if inputs.len() > 1 {
            return Some(inputs);
        }
    }
    segments
        .iter()
        .find(|live| live.count() * 2 < live.segment.len())
        .map(|live| vec![live.clone()])
}

fn tier(chunks: usize) -> usize {
    let mut top = LOWEST_TIER_CHUNKS;
    let mut tier = 0;
    while chunks > top {
        top *= FAN_IN;
        tier += 1;
    }
    tier
}

/// A merged segment and its rows by space.
pub(crate) struct Merged {
    /// The segment.
    pub(crate) files: Files,
    /// Rows of every space that the inputs have.
    pub(crate) spaces: BTreeMap<String, Vec<Row>>,
}

/// Joins segments, in their order.
pub(crate) fn merge(pages: &dyn Pages, inputs: &[Arc<Live>]) -> Result<Merged> {
    let mut table = ChunkTable::default();
    let mut numbers: Vec<Vec<Option<u32>>> = Vec::new();
    for live in inputs {
        let chunks = (0u32..).zip(live.segment.chunks());
        let moved = chunks.map(|(number, chunk)| {
            let length = live.segment.length(number);
            live.has(number).then(|| table.push(chunk, length)).transpose()
        });
        numbers.push(moved.collect::<Result<_>>()?);
    }
    let mut union = fst::map::OpBuilder::new();
    inputs.iter().for_each(|live| union.push(live.segment.terms()));
    let mut union = union.union();
    let mut writer = SegmentWriter::default();
    while let Some((term, lists)) = union.next() {
        let mut lists = lists.to_vec();
        lists.sort_by_key(|list| list.index);
        let mut merged = ListWriter::default();
        for list in lists {
            if let (Some(live), Some(numbers)) = (inputs.get(list.index), numbers.get(list.index)) {
                copy_list(pages, live, list.value, numbers, &mut merged)?;
            }
        }
        if !merged.is_empty() {
            writer.add(term, merged)?;
        }
    }
    let mut spaces: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for live in inputs {
        for (space, rows) in &live.spaces {
            let left = (0u32..).zip(rows.iter()).filter(|(number, _)| live.has(*number));
            spaces.entry(space.clone()).or_default().extend(left.map(|(_, row)| *row));
        }
    }
    Ok(Merged { files: writer.finish(table)?, spaces })
}

fn copy_list(
    pages: &dyn Pages,
    live: &Live,
    at: u64,
    numbers: &[Option<u32>],
    merged: &mut ListWriter,
) -> Result<()> {
    let mut list = live.segment.cursor_at(pages, at)?;
    let mut from = 0;
    while let Some(posting) = list.seek(from)? {
        if let Some(number) = numbers.get(posting.chunk as usize).copied().flatten() {
            let length = live.segment.length(posting.chunk);
            merged.push(number, posting.frequency, length, list.positions()?);
        }
        from = posting.chunk.saturating_add(1);
    }
    Ok(())
}
