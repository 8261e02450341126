//! Layer 2 of trust: the graph is searched for the same claim from another source, and for claims that
//! cannot hold beside it. On insert, and in sweeps that go on where they stopped. Linear: each node is
//! compared with a bounded number of others.

use crate::{
    Palace, Snapshot,
    error::{Result, go_on},
    held::used::Settled,
    tx::Writer,
};
use graph::{Change, Head, View};
use rayon::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    rc::Rc,
    time::Instant,
};
use trust::{Comparison, Statement};
use types::{
    Cancel, DocumentId, EdgeId, EdgeKind, FoundEdge, Node, NodeClass, NodeId, NodeState, Ruling,
    SweepReport, SweepRequest, Tier, Timestamp,
};

/// Nodes that share a commit.
const TOGETHER: usize = 256;
/// Nodes that one is compared with.
const COMPARED: usize = 24;
/// Nodes that one which comes in is compared with at once; the next sweep sees the rest.
const AT_ONCE: usize = 8;

/// What comparing one statement with its like gave.
#[derive(Default)]
struct Compared {
    agreeing: Vec<NodeId>,
    against: Vec<(NodeId, f32, String)>,
}

/// Statements that were prepared: each is compared with many others.
type Statements = HashMap<NodeId, Rc<Statement>>;

fn statement(read: &mut Statements, head: &Head) -> Rc<Statement> {
    let prepare = || Rc::new(Statement::with_dates(&head.name, &head.validity));
    Rc::clone(read.entry(head.id).or_insert_with(prepare))
}

/// What assessing some nodes did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Assessed {
    pub assessed: u32,
    pub changed: u32,
    pub contradictions: u32,
}

impl Snapshot {
    /// The nodes whose scores a document has a part in: its own, those that agree with them, and those
    /// that they contradict.
    pub(crate) fn concerned_by(&self, document: &DocumentId) -> Result<Vec<NodeId>> {
        let view = self.graph.view();
        let mut change = self.graph.change(&self.records, self.resources.now());
        let own = view.of_document(document);
        let mut concerned = own.clone();
        let mut read = Statements::new();
        for id in own {
            let compared = self.compared(&view, &mut change, &mut read, &id, COMPARED)?;
            concerned.extend(compared.agreeing);
            let against = view.links(&id).filter(|link| link.kind == EdgeKind::Contradicts);
            concerned.extend(against.map(|link| link.other(&id)));
        }
        Ok(concerned)
    }

    /// The statements that say the same as this one from another source, or the contrary.
    fn compared(
        &self,
        view: &View<'_>,
        change: &mut Change,
        read: &mut Statements,
        id: &NodeId,
        most: usize,
    ) -> Result<Compared> {
        let mut compared = Compared::default();
        let Some(head) = view.head(id) else { return Ok(compared) };
        if head.kind.class() != NodeClass::Statement || head.state == NodeState::Dismissed {
            return Ok(compared);
        }
        let own = self.sketches.of(head, || statement(read, head));
        let mut own_sources = None;
        let alike = |other: &Head| other.id != *id && other.kind.class() == NodeClass::Statement;
        for (other_id, _) in view.similar(&head.name, most, &alike) {
            let Some(other) = view.head(&other_id) else { continue };
            if !own.may_meet(&self.sketches.of(other, || statement(read, other))) {
                continue;
            }
            let verdict = trust::compare(&statement(read, head), &statement(read, other));
            if matches!(verdict, Comparison::Unrelated) {
                continue;
            }
            if own_sources.is_none() {
                own_sources = self.sources(change, id)?;
            }
            let Some(own_sources) = &own_sources else { break };
            // one source repeating or qualifying itself is neither support nor conflict
            let sources = self.sources(change, &other_id)?.unwrap_or_default();
            if !sources.is_empty() && sources.is_subset(own_sources) {
                continue;
            }
            match verdict {
                Comparison::Agrees { .. } => compared.agreeing.push(other_id),
                Comparison::Contradicts { confidence, because, .. } => {
                    compared.against.push((other_id, confidence, because));
                }
                Comparison::Unrelated => {}
            }
        }
        Ok(compared)
    }

    /// The same for some statements, on all cores.
    fn compared_all(&self, ids: Vec<NodeId>, most: usize) -> Result<Vec<(NodeId, Compared)>> {
        let view = self.graph.view();
        let at_hand = || {
            let change = self.graph.change(&self.records, self.resources.now());
            (change, Statements::new())
        };
        ids.into_par_iter()
            .map_init(at_hand, |(change, read), id| {
                Ok((id, self.compared(&view, change, read, &id, most)?))
            })
            .collect()
    }

    fn sources(&self, change: &mut Change, id: &NodeId) -> Result<Option<HashSet<DocumentId>>> {
        let node = change.node(id)?;
        Ok(node.map(|node| self.sources.independent(&node.evidence)))
    }

    /// Whether anyone stands behind a node but documents that try to instruct an assistant: these
    /// contradict in plain sight, and take nothing from others.
    fn is_founded(&self, change: &mut Change, id: &NodeId) -> Result<bool> {
        let Some(node) = change.node(id)? else { return Ok(false) };
        let by_hand = node.evidence.iter().any(|one| one.document.is_none());
        Ok(by_hand || !self.sources.independent(&node.evidence).is_empty())
    }

    /// Writes what was found into a node's score. True where that changed it.
    fn score(
        &self,
        view: &View<'_>,
        change: &mut Change,
        id: &NodeId,
        agreeing: &[NodeId],
        fresh: u32,
    ) -> Result<bool> {
        let Some(mut sources) = self.sources(change, id)? else { return Ok(false) };
        for other in agreeing {
            sources.extend(self.sources(change, other)?.unwrap_or_default());
        }
        let others = (sources.len() as u32).saturating_sub(1);
        let statement = view.head(id).is_none_or(|it| it.kind.class() == NodeClass::Statement);
        // naming a thing supports nothing
        let corroborating = if statement { others } else { 0 };
        let (mut against, mut open) = (fresh, fresh);
        for link in view.links(id).filter(|link| link.kind == EdgeKind::Contradicts) {
            let other = link.other(id);
            let counts = view.head(&other).is_some_and(|it| it.state != NodeState::Dismissed);
            if link.state == NodeState::Dismissed || !counts || !self.is_founded(change, &other)? {
                continue;
            }
            // as it will be: a ruling may be in this very change
            let ruling = change.edge(&link.id)?.and_then(|edge| edge.ruling);
            let lost = match ruling {
                None | Some(Ruling::Undecided) => true,
                Some(Ruling::Both) => false,
                Some(Ruling::First) => link.to == *id,
                Some(Ruling::Second) => link.from == *id,
            };
            against += u32::from(lost);
            open += u32::from(matches!(ruling, None | Some(Ruling::Undecided)));
        }
        let now = self.resources.now();
        let Some(node) = change.node(id)? else { return Ok(false) };
        let mut trust = node.trust.clone();
        if trust.overridden.is_none() {
            trust::corroborate(&mut trust, corroborating, against);
        }
        trust.contradictions = against;
        trust.contentious = open > 0;
        let tier = if others > 0 { Tier::Researched } else { Tier::Assistant };
        if trust == node.trust && tier <= node.tier {
            return Ok(false);
        }
        change.update(id, |node| {
            node.trust = trust;
            node.trust.assessed_at = Some(now);
            node.tier = node.tier.max(tier);
        })?;
        Ok(true)
    }

    /// Other nodes that say the same from other sources.
    pub(crate) fn agreeing(&self, node: &Node) -> Result<Vec<NodeId>> {
        let view = self.graph.view();
        let mut change = self.graph.change(&self.records, self.resources.now());
        Ok(self.compared(&view, &mut change, &mut Statements::new(), &node.id, COMPARED)?.agreeing)
    }
}

impl Palace {
    /// Looks for what speaks for and against nodes that came in, among the nearest.
    pub(crate) fn assess_new(
        &self,
        writer: &mut Writer<'_>,
        ids: &[NodeId],
        cancel: &Cancel,
    ) -> Result<Assessed> {
        self.assess_in_groups(writer, ids, AT_ONCE, cancel)
    }

    /// Looks for what speaks for and against these nodes, and scores all that it concerns.
    pub(crate) fn assess(
        &self,
        writer: &mut Writer<'_>,
        ids: &[NodeId],
        cancel: &Cancel,
    ) -> Result<Assessed> {
        self.assess_in_groups(writer, ids, COMPARED, cancel)
    }

    fn assess_in_groups(
        &self,
        writer: &mut Writer<'_>,
        ids: &[NodeId],
        most: usize,
        cancel: &Cancel,
    ) -> Result<Assessed> {
        let mut total = Assessed::default();
        for group in ids.chunks(TOGETHER) {
            go_on(cancel)?;
            let done = self.assess_group(writer, group, most)?;
            total.assessed += done.assessed;
            total.changed += done.changed;
            total.contradictions += done.contradictions;
        }
        Ok(total)
    }

    /// The same for one node.
    pub fn assess_node(&self, id: &NodeId) -> Result<()> {
        self.assess_group(&mut self.write()?, &[*id], COMPARED).map(drop)
    }

    fn assess_group(
        &self,
        writer: &mut Writer<'_>,
        ids: &[NodeId],
        most: usize,
    ) -> Result<Assessed> {
        let mut tx = writer.begin();
        let mut change = tx.change();
        let mut done = Assessed { assessed: ids.len() as u32, ..Assessed::default() };
        let mut found: BTreeMap<NodeId, Compared> = BTreeMap::new();
        let mut fresh: HashMap<NodeId, HashSet<EdgeId>> = HashMap::new();
        let mut made: HashSet<EdgeId> = HashSet::new();
        {
            let now: &Snapshot = &tx;
            let view = now.graph.view();
            found.extend(now.compared_all(ids.to_vec(), most)?);
            // what was found to agree or not is scored anew as well, but leads no further
            let others: Vec<NodeId> = found
                .values()
                .flat_map(|one| one.agreeing.iter().chain(one.against.iter().map(|(id, ..)| id)))
                .filter(|id| !found.contains_key(*id))
                .copied()
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect();
            found.extend(now.compared_all(others, most)?);
            for (id, compared) in &found {
                for (other, confidence, because) in &compared.against {
                    let edge = contradiction(*id, *other, *confidence, because);
                    let known = EdgeId::derive(EdgeKind::Contradicts, id, other);
                    if view.link(&known).is_none() {
                        change.merge_edge(edge)?;
                        made.insert(known);
                        for (end, against) in [(id, other), (other, id)] {
                            if now.is_founded(&mut change, against)? {
                                fresh.entry(*end).or_default().insert(known);
                            }
                        }
                    }
                }
            }
            done.contradictions = made.len() as u32;
            for (id, compared) in &found {
                let fresh = fresh.get(id).map_or(0, HashSet::len) as u32;
                done.changed +=
                    u32::from(now.score(&view, &mut change, id, &compared.agreeing, fresh)?);
            }
        }
        if done.changed > 0 || done.contradictions > 0 {
            tx.put_graph(change)?;
            tx.commit("knowledge.assess", Vec::new())?;
        }
        Ok(done)
    }

    /// Scores anew what stands against these nodes, after something was done to them.
    pub(crate) fn assess_around(&self, writer: &mut Writer<'_>, nodes: &[NodeId]) -> Result<()> {
        let mut around: Vec<NodeId> = nodes.to_vec();
        {
            let now = writer.now();
            let view = now.graph.view();
            for id in nodes {
                let against = view.links(id).filter(|link| link.kind == EdgeKind::Contradicts);
                around.extend(against.map(|link| link.other(id)));
            }
            around.retain(|id| view.head(id).is_some());
        }
        around.sort_unstable();
        around.dedup();
        self.assess(writer, &around, &Cancel::default()).map(drop)
    }

    /// Whether anything changed since the last sweep, or was used.
    pub fn sweep_due(&self) -> bool {
        let now = self.snapshot();
        let since = now.settings.swept_at;
        now.graph.view().heads().any(|head| since.is_none_or(|since| head.updated_at > since))
            || self.used.waits()
    }

    /// Assesses what changed since the last sweep, or all, then lets a language model judge what is not
    /// settled, where one is set. Stopped, it goes on there.
    pub fn sweep(&self, request: &SweepRequest, cancel: &Cancel) -> Result<SweepReport> {
        let start = Instant::now();
        let mut report = SweepReport::default();
        self.settle_use(Settled::Now)?;
        let now = self.snapshot();
        let since = now.settings.swept_at.filter(|_| !request.all);
        let began = self.resources.now();
        let mut waiting: Vec<(Timestamp, NodeId)> = {
            let view = now.graph.view();
            let changed = |head: &&Head| since.is_none_or(|since| head.updated_at > since);
            let heads = view.heads().filter(|head| head.state != NodeState::Dismissed);
            heads.filter(changed).map(|head| (head.updated_at, head.id)).collect()
        };
        drop(now);
        // the longest unseen first: all that changed before a group is done when its turn comes
        waiting.sort_unstable();
        report.waiting = waiting.len() as u32;
        for group in waiting.chunks(TOGETHER) {
            let first = group.first().map_or(began, |(changed, _)| *changed);
            if cancel.is_cancelled() {
                if report.assessed > 0 {
                    self.swept(Timestamp::from_unix_ms(first.unix_ms() - 1))?;
                }
                report.took_ms = start.elapsed().as_millis() as u64;
                return Ok(report);
            }
            let ids: Vec<NodeId> = group.iter().map(|(_, id)| *id).collect();
            let done = self.assess_group(&mut self.write()?, &ids, COMPARED)?;
            report.assessed += done.assessed;
            report.changed += done.changed;
            report.contradictions += done.contradictions;
            report.waiting -= group.len() as u32;
        }
        self.ask_model(&mut report, cancel)?;
        if report.assessed > 0 {
            // what was written while sweeping is looked at once more
            self.swept(began)?;
        }
        report.took_ms = start.elapsed().as_millis() as u64;
        tracing::info!(assessed = report.assessed, ms = report.took_ms, "swept");
        Ok(report)
    }

    /// Notes that all that changed up to a moment is assessed.
    fn swept(&self, until: Timestamp) -> Result<()> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut settings = (*tx.settings).clone();
        settings.swept_at = Some(until);
        tx.put_settings(settings)?;
        tx.commit("knowledge.sweep", Vec::new())?;
        Ok(())
    }
}

fn contradiction(from: NodeId, to: NodeId, confidence: f32, because: &str) -> FoundEdge {
    FoundEdge {
        kind: EdgeKind::Contradicts,
        from,
        to,
        confidence,
        because: because.to_owned(),
        evidence: None,
        tier: Tier::Extracted,
        state: NodeState::Accepted,
    }
}
