//! Search: the query's vector, the fused lists, and every hit with its words and its reasons.

use crate::{
    Palace, Snapshot,
    boosts::Boosts,
    documents::plain,
    error::{Error, Result},
    text_store::{self, Opened},
    versions::stood_at,
};
use chunk::Within;
use models::Embedder;
use rayon::prelude::*;
use search::{ChunkRef, Found, Query};
use std::{collections::HashSet, sync::Arc, time::Instant};
use types::{
    CrossReference, DocumentId, DocumentRecord, DocumentState, ErrorCode, Fusion, FusionRule, Hall,
    Hit, ListPlace, NodeCard, NodeId, Problem, SearchAnswer, SearchMode, SearchRequest, Timestamp,
};

/// Longest query taken, in bytes.
pub(crate) const QUERY_BYTES: usize = 10_000;

/// Hits looked at beyond those asked for, where a wing is ranked up.
const MORE: usize = 10;

/// What comes with each hit beside its own words.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Attached {
    /// The definitions of the terms that it uses.
    Definitions,
    /// Nothing.
    Nothing,
}

/// What is known of a passage.
pub(crate) struct Known {
    pub wing: Option<String>,
    pub room: Option<String>,
    pub hall: Option<Hall>,
    pub reliability: Option<f32>,
    pub overridden: bool,
    /// The accepted nodes that it speaks for, most important first.
    pub nodes: Vec<NodeCard>,
}

/// What answers by meaning, and what is missing.
struct Meaning {
    embedder: Option<Arc<Embedder>>,
    lacking: Option<Problem>,
}

impl Snapshot {
    /// The same of this snapshot; nothing is noted of it.
    pub fn search(&self, request: &SearchRequest) -> Result<SearchAnswer> {
        check(request)?;
        self.answer(request)
    }

    /// The same without bounds on what may be asked for.
    pub fn answer(&self, request: &SearchRequest) -> Result<SearchAnswer> {
        self.answer_within(request, None, Attached::Definitions)
    }

    /// The same among some passages alone.
    pub(crate) fn answer_within(
        &self,
        request: &SearchRequest,
        within: Option<&HashSet<ChunkRef>>,
        attached: Attached,
    ) -> Result<SearchAnswer> {
        let start = Instant::now();
        let documents = self.allowed(request)?;
        let passages = match (self.passages_for(request)?, within) {
            (Some(wanted), Some(within)) => Some(wanted.intersection(within).copied().collect()),
            (wanted, within) => wanted.or_else(|| within.cloned()),
        };
        let wing = self.named_wing(request);
        let superseded = self.left_out(request);
        let mut meaning = match request.mode {
            SearchMode::Hybrid | SearchMode::Semantic => self.meaning(),
            SearchMode::Keyword | SearchMode::Exact => Meaning { embedder: None, lacking: None },
        };
        let vector = meaning.embedder.as_ref().and_then(|embedder| {
            let vector = embedder.query(&request.query);
            vector.map_err(|error| meaning.lacking = Some(error.problem())).ok()
        });
        let named = meaning.embedder.as_ref().zip(vector.as_ref());
        let mut fusion = meaning.embedder.as_ref().map_or(WORDS_ALONE, |model| model.fusion());
        let mut warnings = Vec::new();
        if let Some((semantic, keyword, exact)) = request.weights {
            fusion = Fusion { semantic, keyword, exact, ..fusion };
            let sum = chunk::check_weights(&[semantic, keyword, exact]);
            warnings.extend(sum.map(|chunk::WeightsSumWarning(sum)| {
                format!("The weights sum to {sum:.2}, not to 1: scores are scaled with them.")
            }));
        }
        let boosts = self.boosts(&request.query);
        let wanted = request.top_k as usize + if wing.is_some() { MORE } else { 0 };
        let found = self.index.search(
            &self.records,
            &Query {
                text: &request.query,
                vector: named.map(|(model, vector)| (model.name(), vector)),
                mode: request.mode,
                // a wing or a turn that is ranked up may bring hits from just below
                top_k: boosts.as_ref().map_or(wanted, |_| Boosts::depth(wanted)),
                documents: documents.as_ref(),
                except: superseded.as_deref(),
                passages: passages.as_ref(),
                fusion,
            },
        )?;
        // who speaks and when stands in a turn's words; all else is ranked before any is opened
        let found: Vec<(Found, Option<Opened>)> = match &boosts {
            Some(boosts) => {
                let near = self.with_neighbours(found, wanted).into_par_iter();
                let opened = near.map(|found| Ok((self.opened(&found)?, found)));
                boosts.raise(opened.collect::<Result<_>>()?)
            }
            None => found.into_iter().map(|found| (found, None)).collect(),
        };
        let ranked: Vec<_> =
            (1..).zip(self.with_knowledge(found, wing.as_deref(), request)).collect();
        let hit = |(rank, ((found, opened), known)): (u32, ((Found, Option<Opened>), Known))| {
            let opened = opened.map_or_else(|| self.opened(&found), Ok)?;
            self.hit(rank, found, opened, known, attached)
        };
        let hits = ranked.into_par_iter().map(hit).collect::<Result<Vec<Hit>>>()?;
        let related = self.related(&hits, request.expand_hops);
        let took_ms = start.elapsed().as_secs_f64() * 1e3;
        let degraded = meaning.lacking.is_some();
        tracing::info!(hits = hits.len(), degraded, took_ms, "search");
        Ok(SearchAnswer {
            mode: request.mode,
            degraded,
            degraded_reason: meaning.lacking,
            warnings,
            took_ms,
            hits,
            related,
            boosted_wing: wing,
        })
    }

    /// What the index alone ranks, by words.
    pub fn ranked(&self, query: &Query<'_>) -> Result<Vec<Found>> {
        Ok(self.index.search(&self.records, query)?)
    }

    /// The best model whose vectors cover the vault, and what keeps a better one from answering.
    fn meaning(&self) -> Meaning {
        let spaces = &self.resources.spaces;
        let mut lacking = None;
        for name in [&spaces.preferred, &spaces.first].into_iter().flatten() {
            let covered = self.index.covers(name);
            // the quick model answers for what it has; the better one waits until it has seen all
            if !covered && spaces.first.as_ref().is_some_and(|first| first != name) {
                continue;
            }
            match self.resources.models.load(name) {
                Ok(embedder) => {
                    let waiting = if covered { 0 } else { self.pending_chunks(name) };
                    let lacking = lacking.or_else(|| (waiting > 0).then(|| unseen(waiting)));
                    return Meaning { embedder: Some(embedder), lacking };
                }
                Err(error) => lacking = Some(words_only(error.problem())),
            }
        }
        Meaning { embedder: None, lacking }
    }

    /// The model that answers by meaning.
    pub(crate) fn answering_embedder(&self) -> Option<Arc<Embedder>> {
        self.meaning().embedder
    }

    /// The documents that the filters leave; `None` where nothing is filtered.
    fn allowed(&self, request: &SearchRequest) -> Result<Option<HashSet<DocumentId>>> {
        let moment = request.as_of.as_deref().map(moment).transpose()?;
        let inside = |record: &DocumentRecord| {
            record.state == DocumentState::Indexed
                && request.collection.as_ref().is_none_or(|name| record.is_in(name))
                && moment.is_none_or(|moment| stood_at(record, moment))
        };
        if let Some(document) = request.document {
            let kept = inside(&*self.record(&document)?);
            return Ok(Some(kept.then_some(document).into_iter().collect()));
        }
        if request.collection.is_none() && moment.is_none() {
            return Ok(None);
        }
        Ok(Some(self.catalogue.select(inside).iter().map(|record| record.id).collect()))
    }

    /// Versions that were replaced, unless they are asked for.
    fn left_out(&self, request: &SearchRequest) -> Option<Arc<HashSet<DocumentId>>> {
        let all = request.all_versions || request.as_of.is_some() || request.document.is_some();
        let superseded = self.catalogue.superseded();
        (!all && !superseded.is_empty()).then_some(superseded)
    }

    fn opened(&self, found: &Found) -> Result<Opened> {
        let place = found.chunk;
        text_store::opened(&self.records, &place.document, place.ordinal)?.ok_or_else(lost)
    }

    fn hit(
        &self,
        rank: u32,
        found: Found,
        Opened { chunk, text }: Opened,
        known: Known,
        attached: Attached,
    ) -> Result<Hit> {
        let document = self.catalogue.get(&found.chunk.document).ok_or_else(lost)?;
        let within = if chunk.in_code { Within::Code } else { Within::Prose };
        let plain = plain(document.format, &text, 0..text.len(), within);
        let definitions = match attached {
            Attached::Definitions => self.definitions_for(&chunk, &text)?,
            Attached::Nothing => Vec::new(),
        };
        Ok(Hit {
            rank,
            chunk_id: chunk.id,
            document_id: chunk.document,
            title: document.title.clone(),
            definitions,
            text,
            plain,
            chunk_index: chunk.ordinal,
            cross_references: targets(&chunk.cross_references),
            chunk_method: CHUNK_METHOD.to_owned(),
            overlap: document.overlap_tokens,
            doc_summary: document.summary.clone(),
            language: document.language.clone(),
            mtime: document.origin.modified,
            section_id: chunk.section_id,
            parent_chain: chunk.parent_chain,
            span: chunk.span,
            score: found.score,
            kind: chunk.kind,
            semantic: found.semantic.map(|(rank, score)| ListPlace {
                rank,
                score,
                terms: Vec::new(),
            }),
            keyword: found.keyword.map(|place| ListPlace {
                rank: place.rank,
                score: place.score,
                terms: place.terms,
            }),
            exact: found.exact,
            wing: known.wing,
            room: known.room,
            hall: known.hall,
            reliability: known.reliability,
            overridden: known.overridden,
            nodes: known.nodes,
        })
    }
}

impl Palace {
    /// Answers a search. Without a model it goes on with words and says so.
    pub fn search(&self, request: &SearchRequest) -> Result<SearchAnswer> {
        let answer = self.snapshot().search(request)?;
        let first = answer.hits.iter().filter_map(|hit| hit.nodes.first());
        let found: Vec<NodeId> = first.map(|card| card.node_id).collect();
        self.used.accessed(&found, self.resources.now());
        self.note_question(request, &answer.hits);
        Ok(answer)
    }
}

fn lost() -> Error {
    Error::internal("The index names a passage that is not there.")
}

/// The places that a passage refers to, each once.
fn targets(references: &[CrossReference]) -> Vec<String> {
    let mut targets: Vec<String> = Vec::new();
    for reference in references {
        if !targets.contains(&reference.target) {
            targets.push(reference.target.clone());
        }
    }
    targets
}

/// How documents are cut: at headings, paragraphs and sentences.
const CHUNK_METHOD: &str = "structure";

/// Weights for when there is no model: words, and exact matches above them.
pub(crate) const WORDS_ALONE: Fusion =
    Fusion { rule: FusionRule::Convex, semantic: 0.0, keyword: 1.0, exact: 0.2 };

pub(crate) fn check(request: &SearchRequest) -> Result<()> {
    let usage = |message: &str, hint| Err(Error::new(ErrorCode::Usage, message, hint));
    if request.query.trim().is_empty() {
        return usage("The query is empty.", "Type a word, a phrase or a question.");
    }
    if request.query.len() > QUERY_BYTES {
        return usage("The query is too long.", "Ask in up to 10,000 bytes.");
    }
    if let Err(invalid) = chunk::check_top_k(request.top_k as usize) {
        return usage(&format!("{invalid}."), "Ask for 10, say; 100 at most.");
    }
    if request.min_score.is_some_and(f32::is_nan) {
        return usage("The least score is no number.", "Give a score as `search` prints them.");
    }
    let within = |weight: f32| (0.0..=1.0).contains(&weight);
    if request.weights.is_some_and(|(s, k, e)| ![s, k, e].into_iter().all(within)) {
        return usage("Each weight is from 0 to 1.", "Give .5, .3 and .2, say.");
    }
    Ok(())
}

fn moment(text: &str) -> Result<Timestamp> {
    Timestamp::parse(text).ok_or_else(|| {
        let message = "That is not a date.";
        Error::new(ErrorCode::Usage, message, "Write it as 2025-03-31, or as RFC 3339 has it.")
    })
}

fn words_only(problem: Problem) -> Problem {
    let message = format!("{} Searching by words alone.", problem.message);
    Problem { message, ..problem }
}

fn unseen(passages: u64) -> Problem {
    Problem::new(
        ErrorCode::ModelMissing,
        format!("{passages} passages are found by words alone: no model has read them yet."),
        "They are read with the next ingest, or as soon as a model is there.",
    )
}
