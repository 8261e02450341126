//! How reliable a node is and why, the person's corrections, and contradictions with their rulings.

use super::{changes::Action, views::in_words};
use crate::{
    Palace, Snapshot,
    error::{Error, Result},
};
use types::{
    Cancel, ChangeAnswer, ContradictionList, ContradictionView, ContradictionsRequest, EdgeId,
    EdgeKind, ErrorCode, Node, NodeState, Override, OverrideRequest, RuleRequest, Ruling,
    TrustView,
};

/// Longest reason, in characters.
const REASON_CHARS: usize = 2000;
/// Contradictions shown where nothing is said, and at most.
const ROWS: u32 = 50;
const MOST_ROWS: u32 = 500;

impl Snapshot {
    /// A node's score with all its parts.
    pub fn trust(&self, text: &str) -> Result<TrustView> {
        let node = self.found_node(text)?;
        let agreeing = self.agreeing(&node)?;
        self.trust_view(node, &agreeing)
    }

    /// Contradictions side by side, unruled before ruled, surest first.
    pub fn contradictions(&self, request: &ContradictionsRequest) -> Result<ContradictionList> {
        let graph = &self.graph;
        let limit = if request.limit == 0 { ROWS } else { request.limit.min(MOST_ROWS) };
        let (ids, open): (Vec<EdgeId>, u32) = {
            let view = graph.view();
            let counts = |id| view.head(id).is_some_and(|it| it.state != NodeState::Dismissed);
            let mut links: Vec<_> = view
                .all_links()
                .filter(|link| {
                    let both = counts(&link.from) && counts(&link.to);
                    link.kind == EdgeKind::Contradicts && link.state != NodeState::Dismissed && both
                })
                .collect();
            let open = links.iter().filter(|link| link.ruling.is_none()).count() as u32;
            links.retain(|link| request.ruled || link.ruling.is_none());
            links.sort_by(|a, b| {
                let ruled = a.ruling.is_some().cmp(&b.ruling.is_some());
                ruled.then(b.confidence.total_cmp(&a.confidence)).then(a.id.cmp(&b.id))
            });
            (links.into_iter().take(limit as usize).map(|link| link.id).collect(), open)
        };
        let mut contradictions = Vec::with_capacity(ids.len());
        for edge in self.edge_views(&ids)? {
            let first = graph.node(&self.records, &edge.from)?;
            let second = graph.node(&self.records, &edge.to)?;
            let Some((first, second)) = first.zip(second) else { continue };
            contradictions.extend(self.side_by_side(edge, &first, &second));
        }
        Ok(ContradictionList { contradictions, open })
    }

    fn side_by_side(
        &self,
        edge: types::EdgeView,
        first: &Node,
        second: &Node,
    ) -> Option<ContradictionView> {
        let view = self.graph.view();
        let card = |node: &Node| view.head(&node.id).map(|head| self.card(&view, head));
        Some(ContradictionView {
            edge,
            first: card(first)?,
            second: card(second)?,
            first_evidence: self.evidence_views(&first.evidence),
            second_evidence: self.evidence_views(&second.evidence),
            first_holds: in_words(&first.validity),
            second_holds: in_words(&second.validity),
            first_tier: first.trust.tier.clone(),
            second_tier: second.trust.tier.clone(),
        })
    }
}

impl Palace {
    /// Sets a score by hand, for good: only another correction changes it.
    pub fn override_trust(&self, request: &OverrideRequest) -> Result<ChangeAnswer> {
        let usage = |message: &str, hint: &str| Err(Error::new(ErrorCode::Usage, message, hint));
        let reason = request.reason.trim();
        if reason.is_empty() || reason.chars().count() > REASON_CHARS {
            return usage(
                "A correction needs a reason of 1 to 2,000 characters. Nothing was changed.",
                "Say what you know that the score does not.",
            );
        }
        if !(0.0..=1.0).contains(&request.reliability) {
            return usage("A reliability is from 0 to 1. Nothing was changed.", "Give 0.2, say.");
        }
        let mut writer = self.write()?;
        let tx = writer.begin();
        let node = tx.found_node(&request.node)?;
        let before = node.trust.reliability();
        let now = self.resources.now();
        let mut change = tx.change();
        change.update(&node.id, |node| {
            node.trust.overridden = Some(Override {
                reliability: request.reliability,
                reason: reason.to_owned(),
                at: now,
                before,
            });
        })?;
        let detail = format!("reliability {before:.2} → {:.2}", request.reliability);
        let action = Action {
            undoable: false,
            ..Action::new("override", detail, vec![node.id]).because(reason)
        };
        tx.commit_change(change, action)
    }

    /// Decides a contradiction. Both ends are scored anew by it.
    pub fn rule(&self, request: &RuleRequest) -> Result<ChangeAnswer> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        let id = tx.graph.resolve_edge(&request.edge)?;
        let missing = || Error::internal("An edge of the graph has no record.");
        let edge = tx.graph.edge(&tx.records, &id)?.ok_or_else(missing)?;
        let usage = |message: &str, hint: &str| Err(Error::new(ErrorCode::Usage, message, hint));
        if edge.kind != EdgeKind::Contradicts {
            return usage("That edge is no contradiction.", "`trust contradictions` lists them.");
        }
        if request.ruling == Ruling::Both && request.reason.trim().is_empty() {
            return usage(
                "Say under which conditions each holds. Nothing was changed.",
                "“A in adults, B in children”, say.",
            );
        }
        if request.reason.chars().count() > REASON_CHARS {
            return usage("A reason has at most 2,000 characters.", "Shorten it.");
        }
        let mut change = tx.change();
        change.update_edge(&id, |edge| edge.ruling = Some(request.ruling))?;
        let words = match request.ruling {
            Ruling::First => "A holds",
            Ruling::Second => "B holds",
            Ruling::Both => "both hold, under different conditions",
            Ruling::Undecided => "undecided",
        };
        let ends = vec![edge.from, edge.to];
        let action = Action::new("rule", words.to_owned(), ends.clone()).because(&request.reason);
        let mut answer = tx.commit_change(change, action)?;
        self.assess(&mut writer, &ends, &Cancel::default())?;
        let now = writer.now();
        answer.nodes = now.cards(&now.graph.view(), &ends);
        Ok(answer)
    }
}
