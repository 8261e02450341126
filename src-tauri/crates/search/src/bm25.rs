//! BM25 over the live segments: the best chunks for a set of terms, found by block-max MaxScore
//! (Turtle and Flood 1995; Ding and Suel 2011) over windows of chunks. Never approximates: the
//! answer is that of scoring every chunk.
//!
//! The formula is `language::bm25`, each term by how often the query has it. N, df and the average are
//! those of all live segments; a deleted chunk counts in them until its segment is merged.
//! Scores are summed as integers of 2⁻³² so that the order of addition cannot change them.

use crate::{
    Result,
    bits::set_bits,
    pages::Pages,
    postings::{Block, Cursor},
    segment::Segment,
    snapshot::{Allowed, Snapshot, halves, place},
    top::Top,
};
use language::bm25;

/// Scores are integers of this fraction.
const ONE: f64 = 4_294_967_296.0;
/// Chunks scored at a time.
const WINDOW: u32 = 2048;

/// A term of the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct QueryTerm {
    /// As the dictionary has it.
    pub(crate) name: String,
    /// As the person typed it.
    pub(crate) surface: String,
    /// How often.
    pub(crate) count: u32,
}

/// A score as people see it.
pub(crate) fn as_float(score: u64) -> f32 {
    (score as f64 / ONE) as f32
}

/// The part of the formula that is the same for all terms.
#[derive(Clone, Copy)]
struct Norm(bm25::Norm);

impl Norm {
    fn of(snapshot: &Snapshot) -> Self {
        let segments = || snapshot.segments.iter().map(|live| &live.segment);
        let chunks: usize = segments().map(|segment| segment.len()).sum();
        let length: u64 = segments().map(|segment| segment.total_length()).sum();
        Self(bm25::Norm::new(length as f64 / chunks.max(1) as f64))
    }

    fn score(self, weight: f64, frequency: u32, length: u32) -> u64 {
        (self.0.score(weight, frequency, length) * ONE) as u64
    }

    /// At least the score of every posting of the block.
    fn bound(self, weight: f64, block: &Block) -> u64 {
        self.score(weight, block.highest, block.shortest) + 1
    }
}

/// A term that some segment has.
struct Weighted {
    weight: f64,
    /// Place in the query.
    term: usize,
}

/// The terms of a query against one snapshot.
pub(crate) struct Keywords<'a> {
    snapshot: &'a Snapshot,
    pages: &'a dyn Pages,
    norm: Norm,
    terms: Vec<Weighted>,
    /// For each segment, its lists: place in `terms`, place of the list.
    lists: Vec<Vec<(usize, u64)>>,
}

impl<'a> Keywords<'a> {
    /// Looks the terms up.
    pub(crate) fn new(
        snapshot: &'a Snapshot,
        pages: &'a dyn Pages,
        query: &[QueryTerm],
    ) -> Result<Self> {
        let chunks: usize = snapshot.segments.iter().map(|live| live.segment.len()).sum();
        let mut lists = vec![Vec::new(); snapshot.segments.len()];
        let mut terms = Vec::new();
        for (number, term) in query.iter().enumerate() {
            let mut found = 0u64;
            for (live, lists) in snapshot.segments.iter().zip(&mut lists) {
                if let Some(at) = live.segment.terms().get(&term.name) {
                    found += live.segment.cursor_at(pages, at)?.count;
                    lists.push((terms.len(), at));
                }
            }
            let idf = bm25::idf(chunks as u64, found);
            terms.push(Weighted { weight: idf * f64::from(term.count), term: number });
        }
        Ok(Self { snapshot, pages, norm: Norm::of(snapshot), terms, lists })
    }

    /// The `limit` best of the allowed chunks: score and place, best first.
    pub(crate) fn best(&self, allowed: &Allowed, limit: usize) -> Result<Vec<(u64, u64)>> {
        let mut top = Top::new(limit);
        let each = self.snapshot.segments.iter().zip(allowed).enumerate();
        for (number, (live, allowed)) in each {
            let mut search = Search {
                norm: self.norm,
                segment: &live.segment,
                lists: self.cursors(number)?,
                scores: vec![0; WINDOW as usize],
                touched: vec![0; WINDOW as usize / 64],
                order: Vec::new(),
            };
            let chunks = live.segment.len() as u32;
            for from in (0..chunks).step_by(WINDOW as usize) {
                let to = from.saturating_add(WINDOW).min(chunks);
                search.window(
                    from,
                    to,
                    |at| allowed.as_ref().is_none_or(|it| it.has(at)),
                    |at| place(number, at),
                    &mut top,
                )?;
            }
        }
        Ok(top.into_sorted())
    }

    /// Score, and places in the query of the terms found, for each of the places, which rise.
    pub(crate) fn details(&self, places: &[u64]) -> Result<Vec<(u64, Vec<usize>)>> {
        let mut details = Vec::with_capacity(places.len());
        for places in places.chunk_by(|a, b| halves(*a).0 == halves(*b).0) {
            let number = places.first().map_or(0, |place| halves(*place).0);
            let mut lists = self.cursors(number)?;
            for (_, chunk) in places.iter().map(|place| halves(*place)) {
                let (mut score, mut terms) = (0, Vec::new());
                for list in &mut lists {
                    let found = list.cursor.seek(chunk)?.filter(|found| found.chunk == chunk);
                    let Some(found) = found else { continue };
                    let live = self.snapshot.segments.get(number);
                    let length = live.map_or(0, |live| live.segment.length(chunk));
                    score += self.norm.score(list.weight, found.frequency, length);
                    terms.push(list.term);
                }
                terms.sort_unstable();
                details.push((score, terms));
            }
        }
        Ok(details)
    }

    fn cursors(&self, number: usize) -> Result<Vec<List<'a>>> {
        let Some(live) = self.snapshot.segments.get(number) else { return Ok(Vec::new()) };
        let lists = self.lists.get(number).map_or(&[][..], Vec::as_slice);
        let each = lists.iter().filter_map(|(term, at)| Some((self.terms.get(*term)?, *at)));
        each.map(|(Weighted { weight, term }, at)| {
            let cursor = live.segment.cursor_at(self.pages, at)?;
            Ok(List { weight: *weight, term: *term, cursor })
        })
        .collect()
    }
}

struct List<'a> {
    weight: f64,
    term: usize,
    cursor: Cursor<'a>,
}

/// The search of one segment.
struct Search<'a> {
    norm: Norm,
    segment: &'a Segment,
    lists: Vec<List<'a>>,
    /// By chunk of the window.
    scores: Vec<u64>,
    /// A bit for each chunk of the window that an essential list has.
    touched: Vec<u64>,
    /// Lists by rising bound in the window; with each, the sum of the bounds up to it.
    order: Vec<(u64, usize)>,
}

impl Search<'_> {
    fn window(
        &mut self,
        from: u32,
        to: u32,
        allowed: impl Fn(u32) -> bool,
        place: impl Fn(u32) -> u64,
        top: &mut Top<u64>,
    ) -> Result<()> {
        self.bound(from, to);
        // chunks that only have the first lists, whose bounds together do not beat the threshold,
        // cannot enter: equal scores lose, since places rise
        let threshold = top.threshold();
        let optional = self.order.partition_point(|(sum, _)| threshold.is_some_and(|t| *sum <= t));
        for (_, list) in self.order.get(optional..).unwrap_or_default() {
            if let Some(list) = self.lists.get_mut(*list) {
                let (norm, segment, weight) = (self.norm, self.segment, list.weight);
                let (scores, touched) = (&mut self.scores, &mut self.touched);
                list.cursor.each_in(from, to, |posting| {
                    let at = (posting.chunk - from) as usize;
                    let length = segment.length(posting.chunk);
                    if let (Some(score), Some(word)) =
                        (scores.get_mut(at), touched.get_mut(at / 64))
                    {
                        *score += norm.score(weight, posting.frequency, length);
                        *word |= 1 << (at % 64);
                    }
                })?;
            }
        }
        for number in 0..self.touched.len() {
            let word = self.touched.get_mut(number).map(std::mem::take).unwrap_or(0);
            for bit in set_bits(word) {
                let at = number as u32 * 64 + bit;
                let score = self.scores.get_mut(at as usize).map(std::mem::take).unwrap_or(0);
                if allowed(from + at)
                    && let Some(score) = self.complete(from + at, score, optional, top)?
                {
                    top.push(score, place(from + at));
                }
            }
        }
        Ok(())
    }

    /// Orders the lists by what they can add in the window.
    fn bound(&mut self, from: u32, to: u32) {
        let norm = self.norm;
        self.order.clear();
        for (number, list) in self.lists.iter().enumerate() {
            let bounds = list.cursor.blocks_in(from, to).map(|b| norm.bound(list.weight, b));
            if let Some(bound) = bounds.max() {
                self.order.push((bound, number));
            }
        }
        self.order.sort_unstable();
        let mut sum = 0;
        for (bound, _) in &mut self.order {
            sum += *bound;
            *bound = sum;
        }
    }

    /// Adds what the optional lists have on a chunk; `None` once it cannot enter any more.
    fn complete(
        &mut self,
        chunk: u32,
        mut score: u64,
        optional: usize,
        top: &Top<u64>,
    ) -> Result<Option<u64>> {
        let threshold = top.threshold();
        let (segment, norm) = (self.segment, self.norm);
        for (sum, list) in self.order.get(..optional).unwrap_or_default().iter().rev() {
            if threshold.is_some_and(|threshold| score + sum <= threshold) {
                return Ok(None);
            }
            let Some(list) = self.lists.get_mut(*list) else { continue };
            let found = list.cursor.seek(chunk)?.filter(|found| found.chunk == chunk);
            if let Some(found) = found {
                score += norm.score(list.weight, found.frequency, segment.length(chunk));
            }
        }
        Ok(threshold.is_none_or(|threshold| score > threshold).then_some(score))
    }
}
