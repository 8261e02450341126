//! L3: what a search finds for a task, with what contradicts it and what the graph has near it.

use super::{
    gather::Moment,
    told::{Told, place},
    topic::head_of,
};
use crate::{Snapshot, error::Result, finding::Attached, sheet::is_note};
use ::memory::{Cited, Role, Statement};
use std::collections::HashSet;
use types::{EdgeKind, Hit, MemoryItem, NodeId, NodeState, SearchMode, SearchRequest};

/// Passages asked for where a budget is small, and at most.
const LEAST_PASSAGES: u32 = 6;
const MOST_PASSAGES: u32 = 100;
/// Tokens of a usual passage.
const PASSAGE_TOKENS: u32 = 120;
/// Passages after which what is related is told, and how much of it.
const BEFORE_RELATED: usize = 3;
const RELATED: usize = 5;

/// What a search found.
#[derive(Default)]
pub(super) struct Deep {
    pub told: Vec<Told>,
    /// Why it was not the best that can be had.
    pub degraded: Option<String>,
}

impl Snapshot {
    /// Passages for a task, best first.
    pub(super) fn found_for(
        &self,
        task: &str,
        budget: u32,
        contradictions: bool,
        moment: &Moment<'_>,
    ) -> Result<Deep> {
        let query = head_of(task);
        if query.is_empty() || budget == 0 {
            return Ok(Deep::default());
        }
        let passages = (budget / PASSAGE_TOKENS).clamp(LEAST_PASSAGES, MOST_PASSAGES);
        let as_of = moment.is_past().then(|| moment.at().to_string());
        let request = SearchRequest {
            expand_hops: 1,
            as_of,
            ..SearchRequest::new(query, SearchMode::Hybrid, passages)
        };
        let seen = moment.scope().map(|scope| self.passages_of_wings(&|wing| scope.sees(wing)));
        crate::finding::check(&request)?;
        let mut answer = self.answer_within(&request, seen.as_ref(), Attached::Nothing)?;
        if moment.scope().is_some() {
            answer.hits.iter_mut().for_each(|hit| cut(hit, moment));
            answer.related.retain(|near| moment.sees(&near.card.wing));
        }
        let mut told = Vec::new();
        let mut named = HashSet::new();
        for (number, hit) in answer.hits.iter().enumerate() {
            told.push(self.passage_told(hit));
            if contradictions {
                for id in self.against(hit, moment) {
                    if named.insert(id) {
                        told.extend(self.told(&id, Role::Against, moment)?);
                    }
                }
            }
            if number + 1 == BEFORE_RELATED.min(answer.hits.len()) {
                for near in answer.related.iter().filter(|near| !near.card.injected).take(RELATED) {
                    if named.insert(near.card.node_id) {
                        told.extend(self.told(&near.card.node_id, Role::Related, moment)?);
                    }
                }
            }
        }
        Ok(Deep { told, degraded: answer.degraded_reason.map(|reason| reason.message) })
    }

    fn passage_told(&self, hit: &Hit) -> Told {
        let record = self.catalogue.get(&hit.document_id);
        passage(hit, record.is_some_and(|record| is_note(&record)))
    }

    /// Statements that contradict one of a passage's own, unruled.
    fn against(&self, hit: &Hit, moment: &Moment<'_>) -> Vec<NodeId> {
        let view = self.graph.view();
        let mut against = Vec::new();
        for card in &hit.nodes {
            let open = view.links(&card.node_id).filter(|link| {
                link.kind == EdgeKind::Contradicts
                    && link.state != NodeState::Dismissed
                    && link.ruling.is_none()
            });
            let others = open.map(|link| link.other(&card.node_id));
            against.extend(others.filter(|id| {
                let head = view.head(id);
                head.is_some_and(|head| head.counts() && moment.sees(&head.wing))
            }));
        }
        against
    }
}

/// Leaves of a hit what whoever is told may see of it: its nodes, and the score of one of these.
fn cut(hit: &mut Hit, moment: &Moment<'_>) {
    hit.nodes.retain(|card| moment.sees(&card.wing));
    if !hit.wing.as_deref().is_some_and(|wing| moment.sees(wing)) {
        hit.reliability = hit.nodes.first().map(|card| card.reliability);
        hit.overridden = false;
    }
}

fn passage(hit: &Hit, note: bool) -> Told {
    let addresses = !trust::weigh(&hit.text, &[]).passages.is_empty();
    let statement = Statement {
        words: hit.plain.clone(),
        role: match (addresses, note) {
            (true, _) => Role::Addressing,
            (false, true) => Role::Note,
            (false, false) => Role::Known,
        },
        cited: Some(Cited { title: hit.title.clone(), place: place(&hit.span) }),
        reliability: hit.reliability,
        overridden: hit.overridden,
        holds: String::new(),
    };
    let item = MemoryItem {
        node_id: None,
        chunk_id: Some(hit.chunk_id),
        document_id: Some(hit.document_id),
        title: hit.title.clone(),
        span: Some(hit.span),
        reliability: hit.reliability,
        overridden: hit.overridden,
        text: hit.plain.clone(),
        tokens: 0,
    };
    Told { statement, item, divisible: true }
}
