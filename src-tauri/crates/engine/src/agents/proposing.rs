//! What agents write: proposals, each under its agent's name. Nothing that stands is changed by one, and
//! none is evidence: what an assistant says corroborates and contradicts nothing.

use crate::{
    Palace,
    error::{Error, Result},
    tables::{PROPOSALS, agents::ProposalRecord},
    tx::Tx,
};
use graph::Change;
use trust::SourceTier;
use types::{
    AgentId, AgentScope, ErrorCode, ForgetRequest, Found, LinkRequest, Node, NodeId, NodeKind,
    NodeState, ProposalAnswer, ProposalId, Proposed, RememberRequest, ReplaceRequest, Tier,
    Validity,
};

/// Longest statement, description and reason, in characters.
const TEXT_CHARS: usize = 300;
const DESCRIPTION_CHARS: usize = 2000;
const REASON_CHARS: usize = 500;
/// Labels, and characters of one.
const TAGS: usize = 8;
const TAG_CHARS: usize = 60;
/// Passages that a finding names.
const SOURCES: usize = 8;
/// Proposals of one agent that wait at a time.
const WAITING: usize = 500;
/// What an assistant is worth as a source: as much as somebody without a name.
const WORTH: f32 = 0.2;

/// Who proposes, and under which number.
#[derive(Clone, Copy, Debug)]
pub struct Proposer<'a> {
    /// The agent.
    pub agent: AgentId,
    /// The name it is paired under.
    pub name: &'a str,
    /// What it may do.
    pub scope: &'a AgentScope,
    /// Drawn at random.
    pub proposal: ProposalId,
}

fn usage(message: &str, hint: &str) -> Error {
    Error::new(ErrorCode::Usage, format!("{message} Nothing was proposed."), hint)
}

impl Palace {
    /// Proposes to hold something new.
    pub fn remember(
        &self,
        who: &Proposer<'_>,
        request: &RememberRequest,
    ) -> Result<ProposalAnswer> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        tx.may_propose(who)?;
        let because = text(&request.because, REASON_CHARS, "reason")?;
        let mut change = tx.change();
        let (node, known) = tx.propose_node(&mut change, request)?;
        if let Some(answer) = known {
            return Ok(answer);
        }
        let sources = tx.sources_of(who, &request.sources)?;
        tx.keep(who, Some(change), Proposed::Remember { node }, because, sources)
    }

    /// Proposes to tie two nodes that it sees.
    pub fn propose_link(
        &self,
        who: &Proposer<'_>,
        request: &LinkRequest,
    ) -> Result<ProposalAnswer> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        tx.may_propose(who)?;
        let because = text(&request.because, REASON_CHARS, "reason")?;
        let (from, to) = (tx.standing(who, &request.from)?, tx.standing(who, &request.to)?);
        if from.id == to.id {
            return Err(usage("Both ends are the same.", "Give two nodes."));
        }
        let known = types::EdgeId::derive(request.kind, &from.id, &to.id);
        if tx.graph.view().link(&known).is_some_and(|link| link.state == NodeState::Accepted) {
            return Ok(known_already(from.id, "That relation is known."));
        }
        let what = Proposed::Link { from: from.id, to: to.id, kind: request.kind };
        tx.keep(who, None, what, because, Vec::new())
    }

    /// Proposes that something new holds in place of something known.
    pub fn propose_supersede(
        &self,
        who: &Proposer<'_>,
        request: &ReplaceRequest,
    ) -> Result<ProposalAnswer> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        tx.may_propose(who)?;
        let because = text(&request.because, REASON_CHARS, "reason")?;
        let old = tx.standing(who, &request.node)?;
        let mut change = tx.change();
        let new = RememberRequest {
            text: request.text.clone(),
            kind: Some(old.kind),
            description: String::new(),
            tags: Vec::new(),
            because: String::new(),
            sources: Vec::new(),
        };
        let (by, known) = tx.propose_node(&mut change, &new)?;
        if by == old.id {
            return Err(usage("That says the same.", "Say what holds instead."));
        }
        let change = known.is_none().then_some(change);
        tx.keep(who, change, Proposed::Supersede { node: old.id, by }, because, Vec::new())
    }

    /// Proposes to take something out.
    pub fn propose_forget(
        &self,
        who: &Proposer<'_>,
        request: &ForgetRequest,
    ) -> Result<ProposalAnswer> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        tx.may_propose(who)?;
        let because = text(&request.because, REASON_CHARS, "reason")?;
        let node = tx.standing(who, &request.node)?;
        tx.keep(who, None, Proposed::Forget { node: node.id }, because, Vec::new())
    }
}

impl Tx<'_, '_> {
    fn may_propose(&self, who: &Proposer<'_>) -> Result<()> {
        let hint = "Change what it may do in the app under Agents.";
        if !who.scope.propose {
            return Err(Error::new(ErrorCode::NotAllowed, "This agent may not propose.", hint));
        }
        let waiting = self.proposals()?.into_iter().filter(|it| it.agent == who.agent).count();
        if waiting >= WAITING {
            let hint = "Wait until the person has looked through them.";
            return Err(Error::new(ErrorCode::NotAllowed, "Too many proposals wait.", hint));
        }
        Ok(())
    }

    /// A node that it sees. One that it may not see is not there.
    fn standing(&self, who: &Proposer<'_>, name: &str) -> Result<Node> {
        let node = self.found_node(name)?;
        let seen = node.state != NodeState::Dismissed && who.scope.sees(&node.place.wing);
        if seen { Ok(node) } else { Err(graph::Error::NotFound.into()) }
    }

    /// The passages that a finding names, each one that its agent may see.
    fn sources_of(&self, who: &Proposer<'_>, named: &[String]) -> Result<Vec<String>> {
        if named.len() > SOURCES {
            return Err(usage("At most 8 sources are taken.", "Name the best ones."));
        }
        if named.is_empty() {
            return Ok(Vec::new());
        }
        let seen = self.seen(who.scope)?;
        named.iter().map(|id| seen.fetch(id).map(|fetched| fetched.url)).collect()
    }

    /// Weaves a statement in as a node that waits; says so where it is known.
    fn propose_node(
        &self,
        change: &mut Change,
        request: &RememberRequest,
    ) -> Result<(NodeId, Option<ProposalAnswer>)> {
        let name = text(&request.text, TEXT_CHARS, "statement")?;
        if !name.chars().any(char::is_alphanumeric) {
            return Err(usage("There is nothing to remember.", "Give one statement."));
        }
        let description = text(&request.description, DESCRIPTION_CHARS, "description")?;
        let tags: Vec<String> = request.tags.iter().map(|tag| tag.trim().to_lowercase()).collect();
        let odd = |tag: &String| {
            tag.is_empty() || tag.chars().count() > TAG_CHARS || tag.chars().any(char::is_control)
        };
        if tags.len() > TAGS || tags.iter().any(odd) {
            return Err(usage("At most 8 tags of 60 characters are taken.", "Shorten them."));
        }
        let kind = request.kind.unwrap_or(NodeKind::Claim);
        if matches!(kind, NodeKind::Publication | NodeKind::Identifier) {
            let hint = "Remember a claim, an event, a concept or an entity.";
            return Err(usage("Publications and identifiers come from documents.", hint));
        }
        let embedder = self.first_embedder();
        let place = self.placing(embedder.as_deref()).of(kind, &name, &description);
        let tier = SourceTier { name: "assistant".to_owned(), base: WORTH, letter: 'F' };
        let trust = trust::first_layers(&tier, &format!("{name}\n{description}"), false);
        let found = Found {
            kind,
            name,
            description,
            aliases: Vec::new(),
            tags,
            place,
            trust,
            // an assistant's word is no evidence
            evidence: None,
            validity: Validity::default(),
            tier: Tier::Assistant,
            state: NodeState::Proposed,
            confidence: 0.5,
            importance: 2.0,
        };
        if let Some(id) = change.known(&found)? {
            let state = self.graph.view().head(&id).map(|head| head.state);
            let message = match state {
                Some(NodeState::Dismissed) => "The person dismissed that before.",
                Some(NodeState::Proposed) => "That waits for the person already.",
                _ => "That is known already.",
            };
            return Ok((id, Some(known_already(id, message))));
        }
        Ok((change.merge(found)?, None))
    }

    /// Commits a proposal.
    fn keep(
        mut self,
        who: &Proposer<'_>,
        change: Option<Change>,
        what: Proposed,
        because: String,
        sources: Vec<String>,
    ) -> Result<ProposalAnswer> {
        let same = |view: &types::ProposalView| view.agent == who.agent && view.what == what;
        let nodes = what.nodes();
        let node = *nodes.first().ok_or_else(|| Error::internal("A proposal about nothing."))?;
        if change.is_none() && self.proposals()?.iter().any(same) {
            return Ok(known_already(node, "That waits for the person already."));
        }
        if let Some(change) = change {
            self.put_graph(change)?;
        }
        let record = ProposalRecord {
            id: who.proposal,
            agent: who.agent,
            agent_name: who.name.to_owned(),
            at: self.resources.now(),
            what: what.into(),
            because,
            sources,
            decided: None,
        };
        self.batch.put(PROPOSALS, &path(&record.id), &record)?;
        let subjects = [who.agent.to_string(), record.id.to_string()].into_iter();
        let subjects = subjects.chain(nodes.iter().map(NodeId::to_string)).collect();
        self.commit("agents.propose", subjects)?;
        Ok(ProposalAnswer {
            waits: true,
            proposal: Some(record.id),
            message: "It waits in Review for the person to decide; it does not count yet."
                .to_owned(),
            node,
        })
    }
}

pub(super) fn path(proposal: &ProposalId) -> [&[u8]; 2] {
    [b"proposal", proposal.as_bytes()]
}

fn known_already(node: NodeId, message: &str) -> ProposalAnswer {
    let message = format!("{message} Nothing was proposed.");
    ProposalAnswer { waits: false, proposal: None, message, node }
}

fn text(given: &str, most: usize, what: &str) -> Result<String> {
    let given = given.trim();
    if given.chars().count() > most {
        let message = format!("A {what} has at most {most} characters.");
        return Err(usage(&message, "Shorten it, or say one thing at a time."));
    }
    let kept = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    Ok(given.chars().filter(kept).collect())
}
