//! What waits to be looked at: approved, dismissed, and what each teaches.

use super::{
    changes::{Action, change_view},
    listing::page,
    settings::tally_keys,
};
use crate::{
    Palace, Snapshot,
    error::{Error, Result},
};
use std::collections::HashMap;
use types::{
    ChangeAnswer, ErrorCode, Field, Node, NodeId, NodeState, NodesRequest, ReviewAction,
    ReviewItem, ReviewList, ReviewRequest, Tier,
};

/// Actions shown for undoing.
const RECENT: usize = 20;

impl Snapshot {
    /// What waits, first that whose decision is worth most.
    pub fn review(&self, request: &NodesRequest) -> Result<ReviewList> {
        let graph = &self.graph;
        let (ids, cards) = {
            let view = graph.view();
            let found = self.select(&view, request, NodeState::Proposed)?;
            let cards = self.cards(&view, page(&found, request.offset, request.limit));
            (found, cards)
        };
        let mut proposers = self.proposers()?;
        let mut items = Vec::with_capacity(cards.len());
        for card in cards {
            let Some(node) = graph.node(&self.records, &card.node_id)? else { continue };
            let evidence = self.evidence_views(node.evidence.get(..1).unwrap_or_default()).pop();
            let proposer = proposers.remove(&card.node_id);
            items.push(ReviewItem {
                card,
                description: node.description,
                evidence,
                proposal: proposer.as_ref().and_then(|proposer| proposer.proposal),
                proposed_by: proposer.map(|proposer| proposer.name),
            });
        }
        let recent = self.recent(RECENT)?;
        Ok(ReviewList {
            items,
            total: ids.len() as u32,
            recent: recent.iter().map(change_view).collect(),
            threshold: self.settings.accept_from(),
        })
    }

    /// What an action on a node is counted under. Its first source's address stands for it.
    pub(super) fn counted(&self, node: &Node, waited: bool, approved: bool) -> Vec<(String, bool)> {
        let first = node.evidence.iter().find_map(|one| one.document);
        let record = first.and_then(|document| self.catalogue.get(&document));
        let url = record.and_then(|record| record.origin.source_url.clone());
        let keys = tally_keys(waited, url.as_deref());
        keys.into_iter().map(|key| (key, approved)).collect()
    }
}

impl Palace {
    /// Approves or dismisses nodes; undone by the change's number.
    pub fn act_on_review(&self, request: &ReviewRequest) -> Result<ChangeAnswer> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        let mut ids = tx.found_nodes(&request.nodes)?;
        if let Some(document) = &request.document {
            let view = tx.graph.view();
            let waiting =
                |id: &NodeId| view.head(id).is_some_and(|head| head.state == NodeState::Proposed);
            let of = view.of_document(document);
            ids.extend(
                of.into_iter().filter(|id| waiting(id) && !ids.contains(id)).collect::<Vec<_>>(),
            );
        }
        if ids.is_empty() {
            let hint = "`review list` shows what waits.";
            return Err(Error::new(ErrorCode::NotFound, "Nothing of that waits for review.", hint));
        }
        let approve = request.action == ReviewAction::Approve;
        let proposers = if approve { tx.proposers()? } else { HashMap::new() };
        let mut change = tx.change();
        let mut counted = Vec::new();
        let mut names = Vec::new();
        for id in &ids {
            let Some(node) = change.node(id)?.cloned() else { continue };
            let waited = node.state == NodeState::Proposed;
            counted.extend(tx.counted(&node, waited, approve));
            let proposer = proposers.get(id).filter(|proposer| proposer.proposal.is_some());
            // what an agent found counts by the passages that say it, not by its word
            let grounds = proposer.map(|proposer| tx.grounds(&node.name, &proposer.sources));
            names.push(node.name);
            change.update(id, |node| {
                node.evidence.extend(grounds.unwrap_or_default());
                node.state = if approve { NodeState::Accepted } else { NodeState::Dismissed };
                node.fix(Field::State);
                if approve && node.tier < Tier::Researched {
                    node.tier = Tier::Researched;
                }
            })?;
        }
        let name = if approve { "approve" } else { "dismiss" };
        let detail = match names.as_slice() {
            [only] => format!("“{only}”"),
            names => format!("{} nodes", names.len()),
        };
        let action = Action { counted, ..Action::new(name, detail, ids.clone()) };
        let answer = tx.commit_change(change, action)?;
        self.assess_around(&mut writer, &ids)?;
        let now = writer.now();
        Ok(ChangeAnswer { nodes: now.cards(&now.graph.view(), &ids), ..answer })
    }
}
