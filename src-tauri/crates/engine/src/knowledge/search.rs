//! Knowledge in search: filters that hold during the scan, the nodes a hit speaks for, what is near
//! them, and the wing that a question's own words name, which is ranked up and never filtered by.

use super::{gaps::ENOUGH, listing::by_importance, placing::AT_ONCE};
use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    finding::Known,
};
use graph::{Head, View};
use language::{StemKey, telling};
use search::{ChunkRef, Found};
use std::collections::{BTreeMap, HashSet};
use types::{
    DocumentId, DocumentState, EdgeKind, ErrorCode, Hit, NodeCard, NodeClass, NodeId, NodeKind,
    NodeState, Place, Related, SearchRequest,
};

/// Nodes shown with a hit.
const SHOWN: usize = 8;
/// Nodes shown as near the hits.
const NEAR: usize = 12;
/// What a hit in the named wing gains.
const GAIN: f32 = 1.1;
/// A statement bears on a question that it shares one in so many of its words with.
const BEARING: usize = 3;
/// Cosine from which a passage found by meaning alone answers.
const ANSWERS: f32 = 0.5;

impl Snapshot {
    /// The passages that speak for what lies in these wings.
    pub(crate) fn passages_of_wings(&self, in_wings: &dyn Fn(&str) -> bool) -> HashSet<ChunkRef> {
        let keep = |head: &Head| head.state == NodeState::Accepted && in_wings(&head.wing);
        let view = self.graph.view();
        let place = |(document, ordinal)| ChunkRef { document, ordinal };
        let mut passages: HashSet<ChunkRef> = view.passages(&keep).into_iter().map(place).collect();
        self.add_untold(&view, &keep, &mut passages);
        passages
    }

    /// The passages that node filters leave; `None` where nothing is filtered by nodes.
    pub(crate) fn passages_for(
        &self,
        request: &SearchRequest,
    ) -> Result<Option<HashSet<ChunkRef>>> {
        let usage = |message: &str, hint: &str| Err(Error::new(ErrorCode::Usage, message, hint));
        if request.expand_hops > 2 {
            return usage("Related nodes are 0, 1 or 2 edges away.", "Ask for 1, say.");
        }
        if request.room.is_some() && request.wing.is_none() {
            return usage("A room is in a wing.", "Name its wing as well.");
        }
        if request.min_reliability.is_some_and(|least| !(0.0..=1.0).contains(&least)) {
            return usage("A reliability is from 0 to 1.", "Give 0.6, say.");
        }
        let same = |wanted: &Option<String>, is: &str| wanted.as_deref().is_none_or(|it| it == is);
        let keep = |head: &Head| {
            head.state == NodeState::Accepted
                && same(&request.wing, &head.wing)
                && same(&request.room, &head.room)
                && request.hall.is_none_or(|hall| hall == head.hall)
                && request.kind.is_none_or(|kind| kind == head.kind)
                && request.min_reliability.is_none_or(|least| head.reliability >= least)
                && request.tag.as_ref().is_none_or(|tag| head.tags.iter().any(|it| **it == **tag))
        };
        if !by_nodes(request) {
            return Ok(None);
        }
        let view = self.graph.view();
        let place = |(document, ordinal)| ChunkRef { document, ordinal };
        let mut passages: HashSet<ChunkRef> = view.passages(&keep).into_iter().map(place).collect();
        if request.hall.is_none() && request.kind.is_none() && request.tag.is_none() {
            self.add_untold(&view, &keep, &mut passages);
        }
        Ok(Some(passages))
    }

    /// A passage of which nothing is accepted counts by its document.
    fn add_untold(
        &self,
        view: &View<'_>,
        keep: &dyn Fn(&Head) -> bool,
        passages: &mut HashSet<ChunkRef>,
    ) {
        let counts =
            |head: &Head| head.state == NodeState::Accepted && head.kind != NodeKind::Publication;
        let documents = view.heads().filter(|head| head.kind == NodeKind::Publication);
        let kept: HashSet<NodeId> =
            documents.filter(|head| keep(head)).map(|head| head.id).collect();
        if kept.is_empty() {
            return;
        }
        let told: HashSet<(DocumentId, u32)> = view.passages(&counts).into_iter().collect();
        for record in self.catalogue.select(|record| record.state == DocumentState::Indexed) {
            if !self.publication_of(Some(record.id)).is_some_and(|own| kept.contains(&own)) {
                continue;
            }
            let ordinals = (0..record.chunks).filter(|nth| !told.contains(&(record.id, *nth)));
            passages.extend(ordinals.map(|ordinal| ChunkRef { document: record.id, ordinal }));
        }
    }

    /// The wing that a question's own words name.
    pub(crate) fn named_wing(&self, request: &SearchRequest) -> Option<String> {
        if request.wing.is_some() {
            return None;
        }
        let guess = self.words.vocabulary.place(&request.query, "");
        let known = || self.graph.view().counts().accepted > 0;
        (guess.confidence > AT_ONCE && known()).then_some(guess.wing)
    }

    /// Gives each passage its nodes, ranks those of the named wing up, and keeps as many, and as good, as
    /// are asked for.
    pub(crate) fn with_knowledge<T>(
        &self,
        found: Vec<(Found, T)>,
        wing: Option<&str>,
        request: &SearchRequest,
    ) -> Vec<((Found, T), Known)> {
        let view = self.graph.view();
        let asked: HashSet<StemKey> = telling(&request.query).into_iter().collect();
        let known = |one: (Found, T)| {
            let known = self.known(&view, &one.0.chunk, &asked);
            (one, known)
        };
        let mut found: Vec<((Found, T), Known)> = found.into_iter().map(known).collect();
        if let Some(wing) = wing {
            // a passage that says something of that wing, not one whose document lies there
            for ((found, _), known) in &mut found {
                if known.nodes.iter().any(|card| card.wing == wing) {
                    found.score *= GAIN;
                }
            }
            // what was asked for exactly stays in front
            found.sort_by(|((a, _), _), ((b, _), _)| {
                b.exact.cmp(&a.exact).then(b.score.total_cmp(&a.score))
            });
        }
        let least = request.min_score.unwrap_or(f32::NEG_INFINITY);
        found.retain(|((found, _), _)| found.score >= least);
        found.truncate(request.top_k as usize);
        found
    }

    /// A passage's nodes. It is as reliable as the statement in it that bears most on the question, and
    /// lies where that does; else as its document.
    fn known(&self, view: &View<'_>, chunk: &ChunkRef, asked: &HashSet<StemKey>) -> Known {
        let ids = view.of_passage(&chunk.document, chunk.ordinal);
        let counts = |id: &NodeId| view.head(id).is_some_and(|it| it.state == NodeState::Accepted);
        let ids: Vec<NodeId> = ids.into_iter().filter(counts).collect();
        let mut nodes = self.cards(view, &ids);
        by_importance(&mut nodes);
        let statements = nodes.iter().filter(|card| card.kind.class() == NodeClass::Statement);
        let bearing = statements
            .map(|card| (shared(&card.name, asked), card))
            .filter(|(shared, _)| *shared > 0 && BEARING * shared >= asked.len())
            // of equals the first, which is the most important
            .fold(None, |best: Option<(usize, &NodeCard)>, one| match best {
                Some(best) if best.0 >= one.0 => Some(best),
                _ => Some(one),
            });
        let bearing = bearing.map(|(_, card)| card);
        let lies = |card: &&NodeCard| card.wing != Place::UNSORTED;
        let document = match bearing.filter(lies) {
            Some(_) => None,
            None => self.publication_of(Some(chunk.document)).and_then(|id| view.head(&id)),
        };
        let document = document.map(|head| self.card(view, head));
        let judged = bearing.or(document.as_ref());
        let placed = judged.into_iter().chain(&document).find(lies).or(judged);
        let mut known = Known {
            wing: placed.map(|card| card.wing.clone()),
            room: placed.map(|card| card.room.clone()),
            hall: judged.map(|card| card.hall),
            reliability: judged.map(|card| card.reliability),
            overridden: judged.is_some_and(|card| card.overridden),
            nodes: Vec::new(),
        };
        nodes.truncate(SHOWN);
        known.nodes = nodes;
        known
    }

    /// What the graph has near the hits, nearest first.
    pub(crate) fn related(&self, hits: &[Hit], hops: u8) -> Vec<Related> {
        if hops == 0 {
            return Vec::new();
        }
        let view = self.graph.view();
        let own: Vec<NodeId> =
            hits.iter().flat_map(|hit| hit.nodes.iter().map(|card| card.node_id)).collect();
        let mut seen: HashSet<NodeId> = own.iter().copied().collect();
        let mut near: BTreeMap<NodeId, (u8, String)> = BTreeMap::new();
        let mut edge = own;
        for hop in 1..=hops {
            let mut next = Vec::new();
            for id in &edge {
                for link in view.links(id).filter(|link| link.state == NodeState::Accepted) {
                    let other = link.other(id);
                    let counts =
                        view.head(&other).is_some_and(|it| it.state == NodeState::Accepted);
                    if counts && seen.insert(other) {
                        near.insert(other, (hop, sentence(&view, link)));
                        next.push(other);
                    }
                }
            }
            edge = next;
        }
        let mut related: Vec<Related> = near
            .into_iter()
            .filter_map(|(id, (hops, because))| {
                let card: NodeCard = self.card(&view, view.head(&id)?);
                Some(Related { card, hops, because })
            })
            .collect();
        related.sort_by(|a, b| {
            a.hops.cmp(&b.hops).then(b.card.importance.total_cmp(&a.card.importance))
        });
        related.truncate(NEAR);
        related
    }
}

impl Palace {
    /// Notes whether a question found enough. One that was narrowed by filters tells nothing.
    pub(crate) fn note_question(&self, request: &SearchRequest, hits: &[Hit]) {
        let narrowed = by_nodes(request)
            || request.collection.is_some()
            || request.document.is_some()
            || request.as_of.is_some()
            || request.top_k < ENOUGH as u32;
        if narrowed {
            return;
        }
        let words = request.query.split_whitespace().filter(|word| word.chars().count() > 2);
        let words = words.count();
        let answers = |hit: &&Hit| {
            let found = hit.keyword.as_ref().map_or(0, |place| place.terms.len());
            hit.exact
                || (found > 0 && 2 * found >= words)
                || hit.semantic.as_ref().is_some_and(|place| place.score >= ANSWERS)
        };
        let poor = hits.iter().filter(answers).count() < ENOUGH;
        self.used.asked(&request.query, poor, self.resources.now());
    }
}

/// How many of the words that are asked for a text has.
fn shared(text: &str, asked: &HashSet<StemKey>) -> usize {
    let said: HashSet<StemKey> = telling(text).into_iter().collect();
    said.intersection(asked).count()
}

fn by_nodes(request: &SearchRequest) -> bool {
    request.wing.is_some()
        || request.room.is_some()
        || request.hall.is_some()
        || request.kind.is_some()
        || request.tag.is_some()
        || request.min_reliability.is_some()
}

/// An edge as a sentence: "OAuth2 requires TLS".
fn sentence(view: &View<'_>, link: &graph::Link) -> String {
    let name = |id: &NodeId| view.head(id).map_or_else(String::new, |head| head.name.to_string());
    let verb = match link.kind {
        EdgeKind::PartOf => "is part of",
        kind => kind.as_str(),
    };
    format!("{} {verb} {}", name(&link.from), name(&link.to))
}
