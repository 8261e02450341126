//! Answers a query: runs the lists that its mode asks for, joins them, and says why each hit is one.
//! Never looks at the text of a document: words are reported as the query has them.

use crate::{
    ChunkRef, Error, Found, Index, KeywordPlace, Query, Result,
    bm25::{Keywords, QueryTerm, as_float},
    exact,
    fusion::{Lists, fuse, lead},
    identifiers::Kind,
    pages::{Cached, Pages, Sealed},
    snapshot::{Allowed, Snapshot},
    tokens::{Role, Tokenizer},
    vectors::{QueryVector, scan},
};
use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap},
};
use types::SearchMode;

/// Fewest candidates of each list.
const LEAST_DEPTH: usize = 100;
/// Most.
const MOST_DEPTH: usize = 10_000;

impl Index {
    /// The best chunks for a query, best first; at most `top_k`.
    pub fn search(&self, records: &vault::Snapshot, query: &Query<'_>) -> Result<Vec<Found>> {
        let pages = Cached { source: Sealed(records), cache: &self.shared.cache };
        let found = search(&self.live, &pages, &self.shared.tokenizer, query)?;
        tracing::debug!(hits = found.len(), segments = self.live.segments.len(), "searched");
        Ok(found)
    }
}

/// [`Index::search`] on any snapshot and pages.
pub(crate) fn search(
    snapshot: &Snapshot,
    pages: &dyn Pages,
    tokenizer: &Tokenizer,
    query: &Query<'_>,
) -> Result<Vec<Found>> {
    let allowed = snapshot.allowed(query);
    let terms = query_terms(tokenizer, query.text);
    let keywords = Keywords::new(snapshot, pages, &terms)?;
    let depth = query.top_k.clamp(LEAST_DEPTH, MOST_DEPTH);
    let mut lists = Lists::default();
    if matches!(query.mode, SearchMode::Semantic | SearchMode::Hybrid) {
        match query.vector {
            Some((space, vector)) => {
                lists.semantic = nearest(snapshot, &allowed, space, vector, depth);
            }
            None if query.mode == SearchMode::Semantic => return Err(Error::NoVector),
            None => {}
        }
    }
    if matches!(query.mode, SearchMode::Keyword | SearchMode::Hybrid) {
        let best = keywords.best(&allowed, depth)?;
        lists.keyword = best.into_iter().map(|(score, place)| (place, as_float(score))).collect();
    }
    if matches!(query.mode, SearchMode::Exact | SearchMode::Hybrid) {
        let criteria = exact::criteria(tokenizer, query.text, query.mode);
        let matches = exact::matches(snapshot, pages, &allowed, &criteria)?;
        lists.exact = by_specificity(matches, &keywords, depth)?;
    }
    let ranked = match query.mode {
        SearchMode::Semantic => lists.semantic.clone(),
        SearchMode::Keyword => lists.keyword.clone(),
        SearchMode::Exact => lists.exact.clone(),
        SearchMode::Hybrid => {
            lists.keyword_beyond = scores_beyond(&lists, &keywords)?;
            lead(fuse(&query.fusion, &lists), &lists.exact)
        }
    };
    explain(snapshot, &keywords, &terms, &lists, ranked.into_iter().take(query.top_k).collect())
}

/// The distinct terms of a query in their order. Compounds are left to exact mode, and what hyphens
/// join is asked for by its words: scored beside their own words they count the same evidence twice,
/// and measure worse.
pub(crate) fn query_terms(tokenizer: &Tokenizer, text: &str) -> Vec<QueryTerm> {
    let analysis = tokenizer.analyse(text);
    let mut terms: Vec<QueryTerm> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for term in analysis.terms {
        if matches!(term.role, Role::Whole(Kind::Compound) | Role::Joined) {
            continue;
        }
        let surface = analysis.text.get(term.surface).unwrap_or_default();
        let place = *places.entry(term.name.clone()).or_insert(terms.len());
        match terms.get_mut(place) {
            Some(known) => known.count += 1,
            None => {
                terms.push(QueryTerm { name: term.name, surface: surface.to_owned(), count: 1 });
            }
        }
    }
    terms
}

type List = Vec<(u64, f32)>;

fn nearest(
    snapshot: &Snapshot,
    allowed: &Allowed,
    space: &str,
    vector: &[f32; 256],
    depth: usize,
) -> List {
    let Some(scale) = snapshot.scales.get(space) else { return List::new() };
    let query = QueryVector::new(vector, scale);
    let best = scan(&snapshot.parts(space, allowed), &query, depth);
    best.into_iter().map(|(dot, place)| (place, dot as f32 * query.unit)).collect()
}

/// Exact matches by specificity, then BM25, then place.
fn by_specificity(
    matches: std::collections::BTreeMap<u64, u32>,
    keywords: &Keywords<'_>,
    depth: usize,
) -> Result<List> {
    let places: Vec<u64> = matches.keys().copied().collect();
    let details = keywords.details(&places)?;
    let scores = details.into_iter().map(|(score, _)| score);
    let mut list: Vec<_> = matches.into_iter().zip(scores).collect();
    list.sort_by_key(|((place, specificity), score)| {
        (Reverse(*specificity), Reverse(*score), *place)
    });
    list.truncate(depth);
    Ok(list.into_iter().map(|((place, weight), _)| (place, weight as f32)).collect())
}

/// BM25 scores of the chunks that only the other lists have.
fn scores_beyond(lists: &Lists, keywords: &Keywords<'_>) -> Result<List> {
    let known: BTreeSet<u64> = lists.keyword.iter().map(|(place, _)| *place).collect();
    let others = lists.semantic.iter().chain(&lists.exact).map(|(place, _)| *place);
    let places: BTreeSet<u64> = others.filter(|place| !known.contains(place)).collect();
    let places: Vec<u64> = places.into_iter().collect();
    let details = keywords.details(&places)?;
    Ok(places
        .into_iter()
        .zip(details)
        .map(|(place, (score, _))| (place, as_float(score)))
        .collect())
}

fn explain(
    snapshot: &Snapshot,
    keywords: &Keywords<'_>,
    terms: &[QueryTerm],
    lists: &Lists,
    ranked: List,
) -> Result<Vec<Found>> {
    let semantic = ranks(&lists.semantic);
    let keyword = ranks(&lists.keyword);
    let exact = ranks(&lists.exact);
    let mut rising: Vec<u64> = ranked.iter().map(|(place, _)| *place).collect();
    rising.retain(|place| keyword.contains_key(place));
    rising.sort_unstable();
    let details = keywords.details(&rising)?;
    let mut matched: HashMap<u64, Vec<String>> = HashMap::new();
    for (place, (_, found)) in rising.into_iter().zip(details) {
        let mut words: Vec<String> = Vec::new();
        for term in found.into_iter().filter_map(|number| terms.get(number)) {
            if !words.contains(&term.surface) {
                words.push(term.surface.clone());
            }
        }
        matched.insert(place, words);
    }
    let missing = Error::Damaged("a posting of no chunk");
    let found = ranked.into_iter().map(|(place, score)| {
        let chunk: ChunkRef = snapshot.chunk(place)?;
        let terms = matched.remove(&place).unwrap_or_default();
        Some(Found {
            chunk,
            score,
            semantic: semantic.get(&place).copied(),
            keyword: keyword.get(&place).map(|(rank, score)| KeywordPlace {
                rank: *rank,
                score: *score,
                terms,
            }),
            exact: exact.contains_key(&place),
        })
    });
    found.collect::<Option<_>>().ok_or(missing)
}

/// Rank from 1 and score by place.
fn ranks(list: &[(u64, f32)]) -> HashMap<u64, (u32, f32)> {
    (1u32..).zip(list).map(|(rank, (place, score))| (*place, (rank, *score))).collect()
}
