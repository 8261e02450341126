//! An agent's finding that waits in Review becomes a note of the person's: its words as they stand, with
//! who found it, why, and the passages that it names as its sources.

use super::writing::Written;
use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    tables::notes::{NoteRecord, Origin, Target},
};
use types::{
    ErrorCode, NoteId, NoteView, PromoteRequest, ProposalView, ProposalsRequest, ReviewAction,
};

impl Snapshot {
    /// The words of a finding as a note: the statement, more about it, its sources as links.
    fn finding(&self, proposal: &ProposalView) -> Result<(String, String)> {
        let id = proposal.what.nodes().into_iter().next_back();
        let id = id.ok_or_else(|| Error::internal("A proposal about nothing."))?;
        let node = self.found_node(&id.to_string())?;
        let mut parts = vec![node.name.clone()];
        parts.extend([node.description.clone()].into_iter().filter(|more| !more.is_empty()));
        if !proposal.because.is_empty() {
            parts.push(format!("Why: {}", proposal.because));
        }
        let quotes = node.evidence.iter().filter_map(|one| {
            let (document, span) = (one.document?, one.span?);
            let record = self.catalogue.get(&document)?;
            let link = format!("[[{document}#{}-{}|{}]]", span.start, span.end, record.title);
            Some(format!("- {} {link}", self.plain(&document, &one.quote)))
        });
        let mut sources: Vec<String> = quotes.collect();
        sources.extend(proposal.sources.iter().map(|source| {
            let id = source.strip_prefix("document://").unwrap_or(source);
            format!("- [[{id}]]")
        }));
        if !sources.is_empty() {
            parts.push(format!("Sources:\n\n{}", sources.join("\n")));
        }
        parts.push(format!("Found by {}.", proposal.agent_name));
        Ok((node.name, parts.join("\n\n")))
    }
}

impl Palace {
    /// Makes a note of what an agent proposes; the proposal itself waits no more. To make it a claim is to
    /// approve it.
    pub fn promote(&self, request: &PromoteRequest) -> Result<NoteView> {
        let now = self.snapshot();
        let named = now.named_proposals(std::slice::from_ref(&request.proposal))?;
        let proposal = named.into_iter().next().ok_or_else(|| {
            Error::new(ErrorCode::NotFound, "No proposal of that id waits.", "See Review.")
        })?;
        let (title, text) = now.finding(&proposal)?;
        drop(now);
        let at = self.resources.now();
        let id = NoteId::derive(&[b"proposal", proposal.proposal.as_bytes()]);
        let title: String = title.chars().take(120).collect();
        let words = Written { note: id, title: &title, text: &text, at, supersedes: None };
        let document = self.write_words(&words)?;
        let record = NoteRecord {
            id,
            title,
            document: Some(document),
            target: Target::Nothing,
            meaning: None,
            tags: Vec::new(),
            created_at: at,
            edited_at: at,
            origin: Some(Origin { name: format!("agent {}", proposal.agent_name), content: None }),
        };
        let note = self.keep_note(record, "note.promote")?;
        self.decide_proposals(&ProposalsRequest {
            proposals: vec![proposal.proposal.to_string()],
            action: ReviewAction::Dismiss,
        })?;
        Ok(note)
    }
}
