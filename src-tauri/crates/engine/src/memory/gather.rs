//! Which nodes a layer may tell, best first. Heads alone are looked at: no record is opened for what is
//! not told.

use crate::{Snapshot, error::Result};
use ::memory::{Weighed, is_essential, may_be_told, priority, topic::Room};
use graph::Head;
use std::collections::{HashMap, HashSet};
use types::{AgentScope, MemoryItem, Node, NodeId, NodeKind, NodeState, Tier, Timestamp};

/// Nodes of a layer that are looked up at most.
const MOST: usize = 400;
/// The label that makes a node a decision.
const DECISION: &str = "decision";
/// Nodes of a room that are compared with the task's words.
const MATCHES: usize = 200;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The moment that a context is of, and for whom: what it may tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<'a> {
    at: Timestamp,
    past: bool,
    /// The wings that whoever is told may see; `None` for all.
    scope: Option<&'a AgentScope>,
}

impl<'a> Moment<'a> {
    /// Now.
    pub fn now(at: Timestamp) -> Self {
        Self { at, past: false, scope: None }
    }

    /// The same for who may see some wings alone.
    pub fn within(self, scope: &'a AgentScope) -> Self {
        Self { scope: scope.is_narrow().then_some(scope), ..self }
    }

    /// Who is told, where that is not everything.
    pub fn scope(&self) -> Option<&'a AgentScope> {
        self.scope
    }

    /// Whether what lies in a wing may be told.
    pub fn sees(&self, wing: &str) -> bool {
        self.scope.is_none_or(|scope| scope.sees(wing))
    }

    /// One that was: what came later is not told, a correction that came later does not count.
    pub fn then(at: Timestamp) -> Self {
        Self { at, past: true, scope: None }
    }

    pub fn at(&self) -> Timestamp {
        self.at
    }

    pub fn is_past(&self) -> bool {
        self.past
    }

    fn day(&self) -> i32 {
        i32::try_from(self.at.unix_ms().div_euclid(DAY_MS)).unwrap_or(i32::MAX)
    }

    /// The score at the moment, and whether a person had set it.
    pub fn reliability(&self, node: &Node) -> (f32, bool) {
        match &node.trust.overridden {
            Some(set) if self.past && set.at > self.at => (set.before, false),
            set => (node.trust.reliability(), set.is_some()),
        }
    }

    fn is_known(&self, head: &Head) -> bool {
        let holds = match head.kind {
            // when it happened, after which it is known for ever
            NodeKind::Event => head.validity.from.is_none_or(|from| from <= self.day()),
            _ => head.validity.holds_on(self.day()),
        };
        head.state == NodeState::Accepted
            && self.sees(&head.wing)
            && (!self.past || head.created_at <= self.at)
            && holds
    }
}

/// Nodes in the order in which they are told.
pub(super) type Ranked = Vec<NodeId>;

impl Snapshot {
    fn weighed(&self, head: &Head, moment: &Moment<'_>) -> Result<Weighed> {
        let mut reliability = head.reliability;
        if moment.past && head.overridden {
            let node = self.graph.node(&self.records, &head.id)?;
            reliability = node.map_or(reliability, |node| moment.reliability(&node).0);
        }
        let touched = head.updated_at.max(head.importance_at).unix_ms();
        Ok(Weighed {
            hall: head.hall,
            reliability,
            contentious: head.contentious,
            addressed: head.injected,
            inherited: head.tier == Tier::Inherited,
            decision: head.tags.iter().any(|tag| &**tag == DECISION),
            importance: self.faded(head.importance, head.importance_at, moment.at),
            age_days: (moment.at.unix_ms() - touched).max(0) as f32 / DAY_MS as f32,
        })
    }

    /// What is essential, by importance × recency. With how much there is.
    pub(super) fn essentials(&self, moment: &Moment<'_>) -> Result<(Ranked, u32)> {
        let view = self.graph.view();
        let half_life = self.settings.half_life_days();
        let mut found: Vec<(f32, &Head)> = Vec::new();
        for head in view.heads().filter(|head| says_something(head) && moment.is_known(head)) {
            let weighed = self.weighed(head, moment)?;
            if is_essential(&weighed) {
                found.push((priority(&weighed, half_life), head));
            }
        }
        Ok(best(found))
    }

    /// What is known in a room: what bears on the task before the rest, by importance × reliability.
    pub(super) fn in_room(
        &self,
        room: &Room,
        task: &str,
        besides: &[MemoryItem],
        moment: &Moment<'_>,
    ) -> Result<(Ranked, u32)> {
        let told: HashSet<NodeId> = besides.iter().filter_map(|item| item.node_id).collect();
        let view = self.graph.view();
        let inside = |head: &Head| {
            *head.wing == *room.0
                && *head.room == *room.1
                && says_something(head)
                && moment.is_known(head)
                && !told.contains(&head.id)
        };
        let alike = view.similar(task, MATCHES, &inside);
        let most = alike.first().map_or(1.0, |(_, score)| score.max(f32::MIN_POSITIVE));
        let alike: HashMap<NodeId, f32> =
            alike.into_iter().map(|(id, score)| (id, score / most)).collect();
        let mut found: Vec<(f32, &Head)> = Vec::new();
        for head in view.heads().filter(|head| inside(head)) {
            let weighed = self.weighed(head, moment)?;
            if may_be_told(&weighed) {
                let bears = 1.0 + 2.0 * alike.get(&head.id).copied().unwrap_or(0.0);
                found.push((bears * weighed.importance * weighed.reliability, head));
            }
        }
        Ok(best(found))
    }

    /// Documents that speak of what is in a room, most important first.
    pub(super) fn sources_in(&self, room: &Room, moment: &Moment<'_>) -> Vec<NodeId> {
        let view = self.graph.view();
        let documents = view.heads().filter(|head| {
            head.kind == NodeKind::Publication
                && *head.wing == *room.0
                && *head.room == *room.1
                && !head.injected
                && moment.is_known(head)
        });
        best(documents.map(|head| (head.importance * head.reliability, head)).collect()).0
    }
}

/// Whether a node is more than a name.
fn says_something(head: &Head) -> bool {
    match head.kind {
        NodeKind::Claim | NodeKind::Event => true,
        NodeKind::Publication => false,
        _ => !head.about.is_empty(),
    }
}

fn best(mut found: Vec<(f32, &Head)>) -> (Ranked, u32) {
    let all = found.len() as u32;
    let order =
        |a: &(f32, &Head), b: &(f32, &Head)| b.0.total_cmp(&a.0).then_with(|| a.1.id.cmp(&b.1.id));
    if found.len() > MOST {
        found.select_nth_unstable_by(MOST, order);
        found.truncate(MOST);
    }
    found.sort_unstable_by(order);
    (found.into_iter().map(|(_, head)| head.id).collect(), all)
}
