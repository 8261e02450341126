//! The graph as agents ask it: around a thing, along time, where statements contradict, what is known
//! already, and which rooms there are.

use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    finding::QUERY_BYTES,
    knowledge::{day, holds, on_day},
};
use graph::{Head, Link};
use types::{
    AgentContradiction, AgentContradictions, AgentContradictionsRequest, AgentId, AgentNodes,
    AgentRelation, AgentRoom, AgentRoomRequest, AgentRooms, AgentScope, AgentStatus,
    DuplicateAnswer, DuplicateRequest, EdgeId, EdgeKind, ErrorCode, KgAnswer, KgRequest, NodeId,
    NodeState, Ruling, TimelineRequest,
};

/// Nodes around one, in a room and along time; at most.
const AROUND: usize = 40;
const IN_ROOM: usize = 100;
const ALONG: u32 = 30;
const MOST_ALONG: u32 = 100;
/// Contradictions where nothing is said, and at most.
const AGAINST: u32 = 10;
const MOST_AGAINST: u32 = 50;
/// What is alike.
const ALIKE: usize = 5;
/// Matches that a question among nodes looks at.
const MATCHES: usize = 2000;

fn usage(message: &str, hint: &str) -> Error {
    Error::new(ErrorCode::Usage, message, hint)
}

fn counted(asked: Option<u32>, usual: u32, most: u32) -> Result<usize> {
    match asked.unwrap_or(usual) {
        0 => Err(usage("None were asked for.", "Ask for 10, say.")),
        asked => Ok(asked.min(most) as usize),
    }
}

fn bounded(text: Option<&str>) -> Result<Option<&str>> {
    match text.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) if text.len() > QUERY_BYTES => {
            Err(usage("That is too long.", "Ask in up to 10,000 bytes."))
        }
        text => Ok(text),
    }
}

impl Snapshot {
    /// What is around a thing, as of a day.
    pub fn agent_kg(&self, scope: &AgentScope, request: &KgRequest) -> Result<KgAnswer> {
        let seen = self.seen(scope)?;
        let hops = request.hops.unwrap_or(1);
        if !(1..=2).contains(&hops) {
            return Err(usage("Hops are 1 or 2.", "Ask for 1."));
        }
        let day = on_day(request.as_of.as_deref())?;
        let node = seen.node(&request.entity)?;
        let (near, edges) = {
            let view = self.graph.view();
            let keep = |head: &Head| seen.sees(head) && (head.id == node.id || holds(head, day));
            let walk = view.neighbourhood(&node.id, hops, AROUND, &keep);
            let counts = |link: &&Link| link.state == NodeState::Accepted;
            let edges: Vec<EdgeId> = walk
                .edges
                .iter()
                .filter_map(|id| view.link(id))
                .filter(counts)
                .map(|link| link.id)
                .collect();
            let near: Vec<NodeId> = walk.nodes.iter().map(|(id, _)| *id).collect();
            (near, edges)
        };
        let relations = self.edge_views(&edges)?.into_iter().map(|edge| AgentRelation {
            kind: edge.kind,
            from: edge.from,
            from_name: edge.from_name,
            to: edge.to,
            to_name: edge.to_name,
            because: edge.because,
            confidence: edge.confidence,
        });
        let near: Vec<NodeId> = near.into_iter().filter(|id| *id != node.id).collect();
        Ok(KgAnswer {
            node: seen.agent_node(&node),
            relations: relations.collect(),
            near: seen.agent_nodes(&near)?,
        })
    }

    /// What has a date, in order.
    pub fn agent_timeline(
        &self,
        scope: &AgentScope,
        request: &TimelineRequest,
    ) -> Result<AgentNodes> {
        let seen = self.seen(scope)?;
        let limit = counted(request.limit, ALONG, MOST_ALONG)?;
        let about = bounded(request.about.as_deref())?;
        let from = request.from.as_deref().map(|text| day(text, false)).transpose()?;
        let to = request.to.as_deref().map(|text| day(text, true)).transpose()?;
        let keep = |head: &Head| {
            let (first, last) = (head.validity.from, head.validity.to);
            seen.sees(head)
                && request.wing.as_deref().is_none_or(|wing| wing == &*head.wing)
                && (first.is_some() || last.is_some())
                && from.is_none_or(|from| last.is_none_or(|last| last >= from))
                && to.is_none_or(|to| first.is_none_or(|first| first <= to))
        };
        let (mut dated, total) = {
            let view = self.graph.view();
            let of = |head: &Head| (head.validity.from.or(head.validity.to), head.id);
            let mut dated: Vec<(Option<i32>, NodeId)> = match about {
                Some(about) => {
                    let found = view.similar(about, MATCHES, &keep);
                    // the best answers, then in order of time
                    let found = found.iter().take(limit);
                    found.filter_map(|(id, _)| view.head(id)).map(of).collect()
                }
                None => view.heads().filter(|head| keep(head)).map(of).collect(),
            };
            dated.sort_unstable();
            let total = dated.len() as u32;
            (dated, total)
        };
        dated.truncate(limit);
        let ids: Vec<NodeId> = dated.into_iter().map(|(_, id)| id).collect();
        Ok(AgentNodes { nodes: seen.agent_nodes(&ids)?, total })
    }

    /// Statements that cannot both hold. It sees both sides or neither.
    pub fn agent_contradictions(
        &self,
        scope: &AgentScope,
        request: &AgentContradictionsRequest,
    ) -> Result<AgentContradictions> {
        let seen = self.seen(scope)?;
        let limit = counted(request.limit, AGAINST, MOST_AGAINST)?;
        let about = bounded(request.about.as_deref())?;
        let found: Vec<EdgeId> = {
            let view = self.graph.view();
            let sees = |id: &NodeId| view.head(id).is_some_and(|head| seen.sees(head));
            let about: Option<std::collections::HashSet<NodeId>> = about.map(|about| {
                let found = view.similar(about, MATCHES, &|head| seen.sees(head));
                found.into_iter().map(|(id, _)| id).collect()
            });
            let mut links: Vec<&Link> = view
                .all_links()
                .filter(|link| link.kind == EdgeKind::Contradicts)
                .filter(|link| link.state != NodeState::Dismissed)
                .filter(|link| sees(&link.from) && sees(&link.to))
                .filter(|link| {
                    let one = |about: &std::collections::HashSet<NodeId>| {
                        about.contains(&link.from) || about.contains(&link.to)
                    };
                    about.as_ref().is_none_or(one)
                })
                .collect();
            links.sort_by(|a, b| {
                let ruled = a.ruling.is_some().cmp(&b.ruling.is_some());
                ruled.then(b.confidence.total_cmp(&a.confidence)).then(a.id.cmp(&b.id))
            });
            links.into_iter().take(limit).map(|link| link.id).collect()
        };
        let mut contradictions = Vec::new();
        for edge in self.edge_views(&found)? {
            let mut sides = seen.agent_nodes(&[edge.from, edge.to])?.into_iter();
            let Some((first, second)) = sides.next().zip(sides.next()) else { continue };
            let ruling = edge.ruling.map(|ruling| in_words(ruling).to_owned());
            contradictions.push(AgentContradiction {
                first,
                second,
                because: edge.because,
                ruling,
            });
        }
        Ok(AgentContradictions { contradictions })
    }

    /// Whether something is known already, and what is like it.
    pub fn agent_duplicate(
        &self,
        scope: &AgentScope,
        request: &DuplicateRequest,
    ) -> Result<DuplicateAnswer> {
        let seen = self.seen(scope)?;
        let Some(text) = bounded(Some(&request.text))? else {
            return Err(usage("There is nothing to look for.", "Give the statement."));
        };
        let view = self.graph.view();
        let known = self.graph.resolve(text).ok();
        let known = known.and_then(|id| view.head(&id)).filter(|head| scope.sees(&head.wing));
        let state = known.map(|head| match head.state {
            NodeState::Accepted => "accepted",
            NodeState::Proposed => "proposed",
            NodeState::Dismissed => "dismissed",
        });
        let similar = view.similar(text, ALIKE, &|head| seen.sees(head));
        let similar: Vec<NodeId> = similar.into_iter().map(|(id, _)| id).collect();
        let (known, state) = (known.is_some(), state.unwrap_or_default().to_owned());
        Ok(DuplicateAnswer { known, state, similar: seen.agent_nodes(&similar)? })
    }

    /// The rooms it may see, largest wing first.
    pub fn agent_rooms(&self, scope: &AgentScope) -> Result<AgentRooms> {
        let summaries = self.seen(scope)?.summaries()?;
        let wings = self.graph.view().tree().into_iter().filter(|wing| scope.sees(&wing.wing));
        let rooms = wings.flat_map(|wing| {
            let name = wing.wing;
            let room = move |room: types::RoomView| AgentRoom {
                wing: name.clone(),
                room: room.room,
                nodes: room.nodes,
            };
            wing.rooms.into_iter().map(room)
        });
        Ok(AgentRooms { rooms: rooms.collect(), summaries })
    }

    /// What is in a room, most important first.
    pub fn agent_room(&self, scope: &AgentScope, request: &AgentRoomRequest) -> Result<AgentNodes> {
        let seen = self.seen(scope)?;
        let (ids, total) = {
            let view = self.graph.view();
            let there = |head: &&Head| {
                seen.sees(head) && *head.wing == *request.wing && *head.room == *request.room
            };
            let mut heads: Vec<&Head> = view.heads().filter(there).collect();
            heads.sort_by(|a, b| b.importance.total_cmp(&a.importance).then(a.name.cmp(&b.name)));
            let total = heads.len() as u32;
            (heads.iter().take(IN_ROOM).map(|head| head.id).collect::<Vec<NodeId>>(), total)
        };
        if total == 0 {
            let hint = "The list of resources names the rooms.";
            return Err(Error::new(ErrorCode::NotFound, "There is no such room.", hint));
        }
        Ok(AgentNodes { nodes: seen.agent_nodes(&ids)?, total })
    }
}

impl Palace {
    /// What an agent may do, and how much there is of what it sees.
    pub fn agent_status(
        &self,
        agent: Option<&AgentId>,
        name: &str,
        scope: &AgentScope,
    ) -> Result<AgentStatus> {
        let now = self.snapshot();
        let tree = now.graph.view().tree().into_iter().filter(|wing| scope.sees(&wing.wing));
        let tree: Vec<types::WingView> = if scope.read { tree.collect() } else { Vec::new() };
        let proposals = now.proposals()?;
        let own = proposals.iter().filter(|proposal| Some(&proposal.agent) == agent);
        Ok(AgentStatus {
            agent: name.to_owned(),
            may_read: scope.read,
            may_propose: scope.propose,
            documents: match scope.is_narrow() {
                true => 0,
                false => now.catalogue.select(|_| true).len() as u64,
            },
            nodes: tree.iter().map(|wing| wing.nodes).sum(),
            wings: tree.into_iter().map(|wing| wing.wing).collect(),
            all_wings: !scope.is_narrow(),
            waiting: own.count() as u32,
        })
    }
}

fn in_words(ruling: Ruling) -> &'static str {
    match ruling {
        Ruling::First => "the person decided that the first holds",
        Ruling::Second => "the person decided that the second holds",
        Ruling::Both => "the person decided that both hold, under different conditions",
        Ruling::Undecided => "the person left it undecided",
    }
}
