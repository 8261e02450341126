//! What becomes of proposals: the person approves or dismisses each, and may purge what an agent wrote.

use super::proposing::path;
use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    knowledge::day_of,
    tables::{PROPOSALS, agents::ProposalRecord},
};
use std::collections::HashMap;
use types::{
    AgentList, AgentPurgeRequest, AgentPurged, EdgeAddRequest, EdgeKind, ErrorCode, Evidence,
    Field, Method, NodeEditRequest, NodeId, NodeState, ProposalId, ProposalView, ProposalsRequest,
    Proposed, QUOTE_BYTES, ReviewAction, ReviewRequest, day_text,
};

/// Who proposes a node.
pub(crate) struct ProposedBy {
    /// The name it is paired under.
    pub name: String,
    /// The proposal to remember it, while it waits.
    pub proposal: Option<ProposalId>,
    /// Passages that it names as its sources.
    pub sources: Vec<String>,
}

/// Fewest digits of an id that are taken for it.
const PREFIX_DIGITS: usize = 8;

impl Snapshot {
    fn proposal_records(&self) -> Result<Vec<ProposalRecord>> {
        self.records.scan(PROPOSALS, &[b"proposal"])?.map(|record| Ok(record?)).collect()
    }

    /// What waits for the person, oldest first.
    pub(crate) fn proposals(&self) -> Result<Vec<ProposalView>> {
        let mut waiting = self.proposal_records()?;
        waiting.retain(|record| record.decided.is_none());
        let view = self.graph.view();
        let state = |id: &NodeId| view.head(id).map(|head| head.state);
        waiting.retain(|record| match &Proposed::from(record.what.clone()) {
            // it may have been decided in Review
            Proposed::Remember { node } => state(node) == Some(NodeState::Proposed),
            // what it is about may be gone
            what => what
                .nodes()
                .iter()
                .all(|id| state(id).is_some_and(|state| state != NodeState::Dismissed)),
        });
        waiting.sort_by_key(|record| (record.at, record.id));
        let shown = waiting.into_iter().map(|record| {
            let what = Proposed::from(record.what);
            ProposalView {
                proposal: record.id,
                agent: record.agent,
                agent_name: record.agent_name,
                at: record.at,
                nodes: self.cards(&view, &what.nodes()),
                what,
                because: record.because,
                sources: record.sources,
            }
        });
        Ok(shown.collect())
    }

    /// For each node that came with a proposal: that proposal, the one that waits before others.
    pub(crate) fn proposers(&self) -> Result<HashMap<NodeId, ProposedBy>> {
        let mut found: HashMap<NodeId, ProposedBy> = HashMap::new();
        for record in self.proposal_records()? {
            let what = Proposed::from(record.what);
            let Some(node) = wrote(&what) else { continue };
            let open = record.decided.is_none() && matches!(what, Proposed::Remember { .. });
            let proposal = open.then_some(record.id);
            if proposal.is_some() || !found.contains_key(&node) {
                let proposer =
                    ProposedBy { name: record.agent_name, proposal, sources: record.sources };
                found.insert(node, proposer);
            }
        }
        Ok(found)
    }

    /// The passages that a finding names and that say it are its evidence: one that does not, is not.
    pub(crate) fn grounds(&self, claim: &str, sources: &[String]) -> Vec<Evidence> {
        let mut evidence = Vec::new();
        for source in sources {
            let Some((document, range)) = super::reading::passage_of(source) else { continue };
            // it may have been forgotten since
            let Ok(passage) = self.passage(&document, range) else { continue };
            if summarise::support::support(claim, &[passage.plain.as_str()]).holds() {
                evidence.push(Evidence {
                    document: Some(document),
                    chunk: None,
                    span: Some(passage.span),
                    quote: passage.quote.chars().take(QUOTE_BYTES / 4).collect(),
                    passages: Vec::new(),
                    mentions: 1,
                    method: Method::Hand,
                    confidence: 0.8,
                    observed_at: self.resources.now(),
                });
            }
        }
        evidence
    }

    pub(crate) fn named_proposals(&self, names: &[String]) -> Result<Vec<ProposalView>> {
        let waiting = self.proposals()?;
        let mut named = Vec::new();
        for name in names {
            let name = name.trim().to_lowercase();
            let of_it = |it: &&ProposalView| {
                name.len() >= PREFIX_DIGITS && it.proposal.to_string().starts_with(&name)
            };
            let mut fits = waiting.iter().filter(of_it);
            let hint = "`agents proposals` shows what waits.";
            match (fits.next(), fits.next()) {
                (Some(one), None) => named.push(one.clone()),
                (Some(_), Some(_)) => {
                    let message = "Several proposals begin so.";
                    return Err(Error::new(ErrorCode::Ambiguous, message, hint));
                }
                (None, _) => {
                    let message = "No proposal of that id waits.";
                    return Err(Error::new(ErrorCode::NotFound, message, hint));
                }
            }
        }
        Ok(named)
    }
}

/// The node that came with a proposal.
fn wrote(what: &Proposed) -> Option<NodeId> {
    match what {
        Proposed::Remember { node } => Some(*node),
        Proposed::Supersede { by, .. } => Some(*by),
        Proposed::Link { .. } | Proposed::Forget { .. } => None,
    }
}

impl Palace {
    /// Does what the person decides of proposals. Each is done by the command that the person would use,
    /// and undone as that is.
    pub fn decide_proposals(&self, request: &ProposalsRequest) -> Result<AgentList> {
        for proposal in self.snapshot().named_proposals(&request.proposals)? {
            match request.action {
                ReviewAction::Approve => self.approve(&proposal)?,
                ReviewAction::Dismiss => self.dismiss(&proposal)?,
            }
            self.decided(&proposal, request.action)?;
        }
        self.agents()
    }

    fn approve(&self, proposal: &ProposalView) -> Result<()> {
        let reason = match proposal.because.as_str() {
            "" => format!("proposed by {}", proposal.agent_name),
            because => format!("proposed by {}: {because}", proposal.agent_name),
        };
        match &proposal.what {
            Proposed::Remember { node } => self.review(*node, ReviewAction::Approve),
            Proposed::Link { from, to, kind } => self.tie(*from, *to, *kind, reason),
            Proposed::Supersede { node, by } => {
                if self.waits(by) {
                    self.review(*by, ReviewAction::Approve)?;
                }
                self.tie(*by, *node, EdgeKind::Supersedes, reason.clone())?;
                let ended = NodeEditRequest {
                    node: node.to_string(),
                    valid_to: Some(day_text(day_of(self.resources.now()))),
                    reason,
                    ..NodeEditRequest::default()
                };
                self.edit_node(&ended).map(drop)
            }
            // dismissed and not deleted: it is not proposed again, and can be undone
            Proposed::Forget { node } => self.review(*node, ReviewAction::Dismiss),
        }
    }

    fn dismiss(&self, proposal: &ProposalView) -> Result<()> {
        match wrote(&proposal.what).filter(|node| self.waits(node)) {
            Some(node) => self.review(node, ReviewAction::Dismiss),
            None => Ok(()),
        }
    }

    fn waits(&self, node: &NodeId) -> bool {
        let now = self.snapshot();
        now.graph.view().head(node).is_some_and(|head| head.state == NodeState::Proposed)
    }

    fn review(&self, node: NodeId, action: ReviewAction) -> Result<()> {
        let request = ReviewRequest { nodes: vec![node.to_string()], document: None, action };
        self.act_on_review(&request).map(drop)
    }

    fn tie(&self, from: NodeId, to: NodeId, kind: EdgeKind, reason: String) -> Result<()> {
        let (from, to) = (from.to_string(), to.to_string());
        self.add_edge(&EdgeAddRequest { kind, from, to, reason }).map(drop)
    }

    fn decided(&self, proposal: &ProposalView, action: ReviewAction) -> Result<()> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let path = path(&proposal.proposal);
        let Some(mut record) = tx.records.get(PROPOSALS, &path)? else { return Ok(()) };
        record.decided = Some((action, self.resources.now()));
        tx.batch.put(PROPOSALS, &path, &record)?;
        let subjects = vec![proposal.agent.to_string(), proposal.proposal.to_string()];
        tx.commit("agents.decide", subjects)?;
        Ok(())
    }

    /// Takes out what an agent wrote: what waits, and with `approved` what the person approved of it too.
    /// What a document or the person says as well stays.
    pub fn purge_agent(&self, request: &AgentPurgeRequest) -> Result<AgentPurged> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let agent = tx.named_agent(&request.agent)?;
        let mut records = tx.proposal_records()?;
        records.retain(|record| record.agent == agent.id);
        let mut change = tx.change();
        let mut purged = AgentPurged { nodes: 0, proposals: 0, kept: 0 };
        for record in &records {
            let node = wrote(&record.what.clone().into());
            let node = node.map(|id| change.node(&id).map(|node| node.cloned())).transpose()?;
            if let Some(node) = node.flatten() {
                // words that the person wrote anew are theirs
                let words = [Field::Name, Field::Description, Field::Summary];
                let rewritten = words.into_iter().any(|field| node.is_fixed(field));
                let own_alone = node.evidence.is_empty() && !rewritten;
                let wanted = node.state != NodeState::Accepted || request.approved;
                if own_alone && wanted {
                    change.remove(&node.id)?;
                    purged.nodes += 1;
                } else {
                    purged.kept += 1;
                    if own_alone {
                        // it is still the agent's: a later purge finds it
                        continue;
                    }
                }
            }
            tx.batch.delete(PROPOSALS, &path(&record.id));
            purged.proposals += 1;
        }
        if purged.proposals == 0 {
            return Ok(purged);
        }
        tx.put_graph(change)?;
        let detail = format!("{} nodes, {} proposals", purged.nodes, purged.proposals);
        tx.commit_with("agents.purge", vec![agent.id.to_string()], detail)?;
        Ok(purged)
    }
}
