//! Vectors as signed bytes: calibration, storage, and the exact scan. Never approximates: every
//! allowed row is scored.
//!
//! A space (a model's name) is calibrated once in each vault, at its first vectors: the largest
//! absolute component seen, with a quarter of headroom and at least [`LOWEST_LIMIT`], becomes 127.
//! What lies beyond later is clipped. The headroom is cheap (256 rounding errors of half a step
//! average out far below the gaps between neighbours) and a first batch may be one short note.

use crate::{
    Error, Result, SegmentId,
    bits::{Bits, set_bits},
    kernel::{DIMENSIONS, Needle, Row, dots},
    top::Top,
};
use serde::{Deserialize, Serialize};
use std::num::NonZero;
use vault::{Batch, Blob, Snapshot, Table, TableId};

/// Rows of one stored page: 64 KiB.
const PAGE_ROWS: usize = 256;
/// Smallest calibration: a component of a random unit vector of 256 dimensions is about 0.06.
const LOWEST_LIMIT: f32 = 0.25;
const HEADROOM: f32 = 1.25;
/// From here on the scan uses every processor: below, starting threads costs more than it saves.
pub(crate) const THREADED_ROWS: usize = 200_000;

const PAGES: Table<Blob> = Table::new(TableId::Vectors);

/// A vector as models make it.
pub(crate) type Vector = [f32; DIMENSIONS];

/// A space's calibration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Scale {
    /// The space.
    pub(crate) space: String,
    /// The component that becomes 127.
    pub(crate) limit: f32,
}

impl Scale {
    /// The calibration that these first vectors ask for.
    pub(crate) fn of(space: &str, vectors: &[Vector]) -> Self {
        let largest = vectors.iter().flatten().fold(0f32, |largest, x| largest.max(x.abs()));
        let limit = (largest * HEADROOM).clamp(LOWEST_LIMIT, 1.0);
        Self { space: space.to_owned(), limit }
    }

    /// Bytes of a vector.
    pub(crate) fn quantise(&self, vector: &Vector) -> Row {
        Row(vector.map(|x| (x * 127.0 / self.limit).round().clamp(-127.0, 127.0) as i8))
    }
}

/// A query's vector with its own scale, which uses all of the 127 steps.
pub(crate) struct QueryVector {
    needle: Needle,
    /// What a dot product is multiplied with to become a cosine.
    pub(crate) unit: f32,
}

impl QueryVector {
    /// Quantises the query for rows of this calibration.
    pub(crate) fn new(vector: &Vector, scale: &Scale) -> Self {
        let limit = vector.iter().fold(f32::MIN_POSITIVE, |largest, x| largest.max(x.abs()));
        let row = Scale { space: String::new(), limit }.quantise(vector);
        let unit = scale.limit * limit / (127.0 * 127.0);
        Self { needle: Needle::new(&row), unit }
    }
}

/// Writes the rows of a segment.
pub(crate) fn put_rows(
    batch: &mut Batch<'_>,
    segment: SegmentId,
    space: &str,
    rows: &[Row],
) -> Result<()> {
    for (number, page) in (0u32..).zip(rows.chunks(PAGE_ROWS)) {
        let bytes = page.iter().flat_map(|row| row.0).map(|value| value as u8).collect();
        let path = [&segment.bytes()[..], space.as_bytes(), &number.to_be_bytes()];
        batch.put(PAGES, &path, &Blob(bytes))?;
    }
    Ok(())
}

/// Takes all rows of a segment away.
pub(crate) fn delete_rows(batch: &mut Batch<'_>, segment: SegmentId) -> Result<()> {
    Ok(batch.delete_prefix(PAGES, &[&segment.bytes()])?)
}

/// Pages of so many rows.
pub(crate) fn pages_of(count: usize) -> u64 {
    count.div_ceil(PAGE_ROWS) as u64
}

/// Reads the `count` rows of a segment.
pub(crate) fn read_rows(
    records: &Snapshot,
    segment: SegmentId,
    space: &str,
    count: usize,
) -> Result<Vec<Row>> {
    let mut rows = Vec::with_capacity(count);
    for number in (0u32..).take(count.div_ceil(PAGE_ROWS)) {
        let path = [&segment.bytes()[..], space.as_bytes(), &number.to_be_bytes()];
        let page = records.get(PAGES, &path)?.ok_or(Error::Damaged("a page is missing"))?;
        let (whole, rest) = page.0.as_chunks::<DIMENSIONS>();
        if !rest.is_empty() {
            return Err(Error::Damaged("a page of vectors"));
        }
        rows.extend(whole.iter().map(|bytes| Row(bytes.map(|byte| byte as i8))));
    }
    if rows.len() == count { Ok(rows) } else { Err(Error::Damaged("vectors are missing")) }
}

/// Rows to scan, and which of them may be found.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    /// Place of the first row.
    pub(crate) place: u64,
    /// The rows.
    pub(crate) rows: &'a [Row],
    /// Bit `first + n` allows row `n`; all are where there is no set.
    pub(crate) allowed: Option<&'a Bits>,
    /// See `allowed`; a multiple of 64.
    pub(crate) first: usize,
}

/// The `limit` rows nearest to the query: dot product and place, best first.
pub(crate) fn scan(parts: &[Part<'_>], query: &QueryVector, limit: usize) -> Vec<(i32, u64)> {
    let rows: usize = parts.iter().map(|part| part.rows.len()).sum();
    let threads = if rows < THREADED_ROWS { 1 } else { scan_threads() };
    scan_on(threads, parts, query, limit)
}

/// Threads that a large scan uses.
pub(crate) fn scan_threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

fn scan_on(
    threads: usize,
    parts: &[Part<'_>],
    query: &QueryVector,
    limit: usize,
) -> Vec<(i32, u64)> {
    let mut best = Top::new(limit);
    let shares = share_out(parts, threads);
    let (own, others) = shares.split_first().map_or((&[][..], &[][..]), |(a, b)| (a, b));
    std::thread::scope(|scope| {
        let others: Vec<_> = others
            .iter()
            .map(|share| {
                scope.spawn(move || {
                    let mut best = Top::new(limit);
                    share.iter().for_each(|part| scan_part(part, query, &mut best));
                    best.into_sorted()
                })
            })
            .collect();
        own.iter().for_each(|part| scan_part(part, query, &mut best));
        for other in others {
            let found = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            found.into_iter().for_each(|(score, place)| best.push(score, place));
        }
    });
    best.into_sorted()
}

/// Cuts the parts into as many shares of about as many rows.
fn share_out<'a>(parts: &[Part<'a>], shares: usize) -> Vec<Vec<Part<'a>>> {
    let rows: usize = parts.iter().map(|part| part.rows.len()).sum();
    let share_rows = rows.div_ceil(shares.max(1)).next_multiple_of(64).max(64);
    let mut shares = vec![Vec::new()];
    let mut room = share_rows;
    for part in parts {
        let mut rest = *part;
        while !rest.rows.is_empty() {
            if room == 0 {
                shares.push(Vec::new());
                room = share_rows;
            }
            let (now, later) = rest.rows.split_at(room.min(rest.rows.len()));
            if let Some(share) = shares.last_mut() {
                share.push(Part { rows: now, ..rest });
            }
            // a part that ends within a word of bits would shift its successor's words
            room = (room - now.len()) / 64 * 64;
            rest = Part {
                rows: later,
                place: rest.place + now.len() as u64,
                first: rest.first + now.len(),
                ..rest
            };
        }
    }
    shares
}

fn scan_part(part: &Part<'_>, query: &QueryVector, best: &mut Top<i32>) {
    let mut scores = [0i32; 64];
    for (number, rows) in part.rows.chunks(64).enumerate() {
        let from = part.place + number as u64 * 64;
        let allowed = part.allowed.map_or(u64::MAX, |bits| bits.word(part.first / 64 + number));
        if allowed.count_ones() < 16 {
            for bit in set_bits(allowed) {
                if let Some(row) = rows.get(bit as usize..=bit as usize) {
                    let mut score = [0];
                    dots(row, &query.needle, &mut score);
                    best.push(score[0], from + u64::from(bit));
                }
            }
            continue;
        }
        dots(rows, &query.needle, &mut scores);
        let threshold = best.threshold().unwrap_or(i32::MIN);
        for (bit, &score) in scores.iter().enumerate().take(rows.len()) {
            if score >= threshold && allowed >> bit & 1 == 1 {
                best.push(score, from + bit as u64);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cmp::Reverse;

    fn unit(seed: u64) -> Vector {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut vector = [0f32; DIMENSIONS];
        for x in &mut vector {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            *x = (state >> 40) as f32 / (1u64 << 24) as f32 - 0.5;
        }
        let norm = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        vector.map(|x| x / norm)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn the_scan_equals_the_naive_one(
            sizes in prop::collection::vec(0usize..300, 1..4),
            seed in 0u64..1000,
            allowed in prop::collection::vec(prop::option::of(1u32..9), 4),
            limit in 1usize..40,
            threads in 1usize..4,
        ) {
            let scale = Scale { space: "s".into(), limit: 0.3 };
            let all: Vec<Vec<Row>> = sizes
                .iter()
                .zip(0u64..)
                .map(|(n, part)| {
                    // few distinct vectors, so that ties are common
                    (0..*n as u64).map(|at| scale.quantise(&unit(seed + part + at % 50))).collect()
                })
                .collect();
            let bits: Vec<Option<Bits>> = all
                .iter()
                .zip(&allowed)
                .map(|(rows, every)| every.map(|every| {
                    let mut bits = Bits::empty(rows.len());
                    (0..rows.len() as u32).filter(|at| at % every == 0).for_each(|at| bits.set(at));
                    bits
                }))
                .collect();
            let query = QueryVector::new(&unit(seed + 7), &scale);
            let parts: Vec<Part<'_>> = all
                .iter()
                .zip(&bits)
                .zip(0u64..)
                .map(|((rows, allowed), at)| Part {
                    place: at << 32, rows, allowed: allowed.as_ref(), first: 0,
                })
                .collect();
            let mut naive = Vec::new();
            for part in &parts {
                for (at, row) in (0u32..).zip(part.rows) {
                    if part.allowed.is_none_or(|bits| bits.has(at)) {
                        let mut score = [0];
                        dots(std::slice::from_ref(row), &query.needle, &mut score);
                        naive.push((score[0], part.place + u64::from(at)));
                    }
                }
            }
            naive.sort_by_key(|(score, place)| (Reverse(*score), *place));
            naive.truncate(limit);
            prop_assert_eq!(scan_on(threads, &parts, &query, limit), naive);
        }

        #[test]
        fn bytes_keep_the_cosine(a in 0u64..500, b in 0u64..500) {
            let (a, b) = (unit(a), unit(b));
            let scale = Scale::of("s", &[a]);
            let query = QueryVector::new(&b, &scale);
            let mut dot = [0];
            dots(&[scale.quantise(&a)], &query.needle, &mut dot);
            let cosine: f32 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
            prop_assert!((dot[0] as f32 * query.unit - cosine).abs() < 0.01);
        }
    }
}
