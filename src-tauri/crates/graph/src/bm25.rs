//! BM25 over nodes, changed in place. A question reads the lists
//! of its rarest terms; what its common ones add is looked up for the best so far alone.

use crate::hash::{ById, Spread};
use language::bm25::Norm;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

/// Terms of one question, the rarest.
const QUERY_TERMS: usize = 48;
/// Postings that one question reads before it only looks up.
const SCANNED: usize = 8_192;
/// Candidates whose common terms are looked up.
const LOOKED_UP: usize = 256;

/// A node's terms and its place in memory.
#[derive(Clone, Default)]
pub(crate) struct Bm25 {
    terms: HashMap<Box<str>, Vec<(u32, u16)>>,
    lengths: Vec<u32>,
    total: u64,
    count: u64,
}

/// A score to be sorted by: best first, then the lower slot.
#[derive(PartialEq)]
struct Scored(f32, u32);

impl Eq for Scored {}

impl Ord for Scored {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0).then(other.1.cmp(&self.1))
    }
}

impl PartialOrd for Scored {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Bm25 {
    pub(crate) fn add(&mut self, slot: u32, terms: &BTreeMap<String, u32>) {
        let mut length = 0;
        for (term, count) in terms {
            length += count;
            let list = match self.terms.get_mut(term.as_str()) {
                Some(list) => list,
                None => self.terms.entry(term.as_str().into()).or_default(),
            };
            let frequency = u16::try_from(*count).unwrap_or(u16::MAX);
            if let Err(at) = list.binary_search_by_key(&slot, |(slot, _)| *slot) {
                list.insert(at, (slot, frequency));
            }
        }
        let at = slot as usize;
        if self.lengths.len() <= at {
            self.lengths.resize(at + 1, 0);
        }
        if let Some(known) = self.lengths.get_mut(at) {
            *known = length;
        }
        self.total += u64::from(length);
        self.count += 1;
    }

    pub(crate) fn remove(&mut self, slot: u32, terms: &BTreeMap<String, u32>) {
        for term in terms.keys() {
            let Some(list) = self.terms.get_mut(term.as_str()) else { continue };
            if let Ok(at) = list.binary_search_by_key(&slot, |(slot, _)| *slot) {
                list.remove(at);
            }
            if list.is_empty() {
                self.terms.remove(term.as_str());
            }
        }
        if let Some(known) = self.lengths.get_mut(slot as usize) {
            self.total = self.total.saturating_sub(u64::from(*known));
            *known = 0;
        }
        self.count = self.count.saturating_sub(1);
    }

    /// The best slots that `keep` keeps, best first.
    pub(crate) fn best(
        &self,
        query: &BTreeMap<String, u32>,
        limit: usize,
        mut keep: impl FnMut(u32) -> bool,
    ) -> Vec<(u32, f32)> {
        let mut lists: Vec<&Vec<(u32, u16)>> =
            query.keys().filter_map(|term| self.terms.get(term.as_str())).collect();
        lists.sort_by_key(|list| list.len());
        lists.truncate(QUERY_TERMS);
        let mut scanned = 0;
        let scan = lists.iter().take_while(|list| {
            let first = scanned == 0;
            scanned += list.len();
            first || scanned <= SCANNED
        });
        let scan = scan.count();
        let (rare, common) = lists.split_at_checked(scan).unwrap_or((&lists, &[]));
        let room = rare.iter().map(|list| list.len()).sum();
        let mut scores: ById<u32, f32> = HashMap::with_capacity_and_hasher(room, Spread::default());
        for list in rare {
            let idf = self.idf(list);
            for (slot, frequency) in list.iter() {
                *scores.entry(*slot).or_insert(0.0) += idf * self.weight(*slot, *frequency);
            }
        }
        let mut heap: BinaryHeap<Scored> =
            scores.into_iter().map(|(slot, score)| Scored(score, slot)).collect();
        if !common.is_empty() {
            let best: Vec<Scored> = std::iter::from_fn(|| heap.pop()).take(LOOKED_UP).collect();
            let common: Vec<(&Vec<(u32, u16)>, f32)> =
                common.iter().map(|list| (*list, self.idf(list))).collect();
            heap.extend(best.into_iter().map(|Scored(score, slot)| {
                let more: f32 =
                    common.iter().map(|(list, idf)| idf * self.in_list(list, slot)).sum();
                Scored(score + more, slot)
            }));
        }
        let ranked = std::iter::from_fn(|| heap.pop()).map(|Scored(score, slot)| (slot, score));
        ranked.filter(|(slot, _)| keep(*slot)).take(limit).collect()
    }

    fn idf(&self, list: &[(u32, u16)]) -> f32 {
        language::bm25::idf(self.count, list.len() as u64) as f32
    }

    fn in_list(&self, list: &[(u32, u16)], slot: u32) -> f32 {
        let at = list.binary_search_by_key(&slot, |(slot, _)| *slot).ok();
        at.and_then(|at| list.get(at)).map_or(0.0, |(slot, count)| self.weight(*slot, *count))
    }

    fn weight(&self, slot: u32, frequency: u16) -> f32 {
        let mean = self.total as f64 / self.count.max(1) as f64;
        let length = self.lengths.get(slot as usize).copied().unwrap_or(0);
        Norm::new(mean.max(1.0)).score(1.0, frequency.into(), length) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::terms;

    fn of(texts: &[&str]) -> Bm25 {
        let mut index = Bm25::default();
        for (slot, text) in texts.iter().enumerate() {
            index.add(slot as u32, &terms(text));
        }
        index
    }

    #[test]
    fn the_rarer_and_the_shorter_win() {
        let index = of(&["aspirin lowers fever", "aspirin", "fever fever", "the study of fever"]);
        for (query, expected) in [
            ("aspirin", vec![1, 0]),
            ("aspirin fever", vec![0, 1, 2, 3]),
            ("studies", vec![3]),
            ("nothing", vec![]),
            ("the of", vec![]),
        ] {
            let found: Vec<u32> =
                index.best(&terms(query), 10, |_| true).into_iter().map(|(slot, _)| slot).collect();
            assert_eq!(found, expected, "{query}");
        }
        assert_eq!(index.best(&terms("fever"), 1, |slot| slot != 2).len(), 1);
    }

    #[test]
    fn what_was_taken_away_leaves_no_trace() {
        let mut index = of(&["aspirin lowers fever", "fever"]);
        index.remove(0, &terms("aspirin lowers fever"));
        assert_eq!(index.best(&terms("aspirin fever"), 10, |_| true).len(), 1);
        assert!(!index.terms.contains_key("aspirin"));
        index.remove(1, &terms("fever"));
        assert_eq!((index.total, index.count, index.terms.len()), (0, 0, 0));
    }

    #[test]
    fn common_terms_count_for_the_best() {
        let texts: Vec<String> = (0..40_000)
            .map(|n| format!("study {} word{}", if n % 2 == 0 { "alpha" } else { "beta" }, n / 4))
            .collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let index = of(&texts);
        let found = index.best(&terms("study beta word7"), 2, |_| true);
        assert_eq!(found.iter().map(|(slot, _)| *slot).collect::<Vec<_>>(), [29, 31]);
    }
}
