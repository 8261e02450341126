//! A node as it is told: whole sentences in a source's words, where they stand, how reliable they are.

use super::gather::Moment;
use crate::{Snapshot, error::Result, knowledge::in_words, sheet::is_note, text_store};
use ::memory::{Cited, Role, Statement};
use types::{Evidence, MemoryItem, NAME_CHARS, Node, NodeClass, NodeId, Span};

/// A description that is longer may have been cut.
const DESCRIPTION_BYTES: usize = 590;

/// A statement, and what a program is told of it.
pub(super) struct Told {
    pub statement: Statement,
    pub item: MemoryItem,
    pub divisible: bool,
}

impl Snapshot {
    /// What a node says. `None` where it says nothing: a name alone, or words that were cut; and where
    /// it addresses an assistant, whoever wrote it.
    pub(super) fn told(
        &self,
        id: &NodeId,
        role: Role,
        moment: &Moment<'_>,
    ) -> Result<Option<Told>> {
        let Some(node) = self.graph.node(&self.records, id)? else { return Ok(None) };
        let evidence = self.best_evidence(&node);
        let Some(words) = self.what_it_says(&node, evidence) else { return Ok(None) };
        if !trust::weigh(&words, &[]).passages.is_empty() {
            return Ok(None);
        }
        let document = evidence.and_then(|one| self.catalogue.get(one.document.as_ref()?));
        let cited = document.as_ref().map(|document| Cited {
            title: document.title.clone(),
            place: evidence.and_then(|one| one.span.as_ref()).map(place).unwrap_or_default(),
        });
        let (reliability, overridden) = moment.reliability(&node);
        let title = document.as_ref().map(|document| document.title.clone()).unwrap_or_default();
        let item = MemoryItem {
            node_id: Some(node.id),
            chunk_id: evidence.and_then(|one| one.chunk),
            document_id: document.as_ref().map(|document| document.id),
            title,
            span: evidence.and_then(|one| one.span),
            reliability: Some(reliability),
            overridden,
            text: words.clone(),
            tokens: 0,
        };
        let noted = role == Role::Known && document.as_ref().is_some_and(|it| is_note(it));
        let statement = Statement {
            words,
            role: if noted { Role::Note } else { role },
            cited,
            reliability: Some(reliability),
            overridden,
            holds: in_words(&node.validity),
        };
        Ok(Some(Told { statement, item, divisible: false }))
    }

    /// The evidence that is cited: of a document that is here, current before superseded.
    fn best_evidence<'n>(&self, node: &'n Node) -> Option<&'n Evidence> {
        let here = |one: &&Evidence| {
            one.document.is_some_and(|document| self.catalogue.get(&document).is_some())
        };
        let superseded = |one: &&Evidence| {
            let record = one.document.and_then(|document| self.catalogue.get(&document));
            record.is_some_and(|record| record.superseded_by.is_some())
        };
        node.evidence.iter().filter(here).min_by_key(superseded)
    }

    fn what_it_says(&self, node: &Node, evidence: Option<&Evidence>) -> Option<String> {
        if node.class() == NodeClass::Statement {
            // a name is cut for show: the whole stands in its source
            return match node.name.chars().count() < NAME_CHARS {
                true => Some(node.name.clone()),
                false => self.whole_statement(node, evidence?),
            };
        }
        let about = match node.summary.is_empty() {
            true => whole_sentences(&node.description),
            false => node.summary.trim().to_owned(),
        };
        if about.is_empty() || about == node.name {
            return None;
        }
        let named = about.to_lowercase().contains(&node.name.to_lowercase());
        Some(if named { about } else { format!("{}: {about}", node.name) })
    }

    fn whole_statement(&self, node: &Node, evidence: &Evidence) -> Option<String> {
        let (document, span) = (evidence.document?, evidence.span?);
        let words = text_store::slice(&self.records, &document, span.bytes()).ok()?;
        let words = self.plain(&document, &words);
        let begins = |text: &str| types::normalise_name(text).starts_with(&node.normalised);
        // what is longer than a name is kept whole in its id's making alone: compared with that
        (begins(&words) || node.normalised.starts_with(&types::normalise_name(&words)))
            .then_some(words)
            .filter(|words| words.chars().count() >= NAME_CHARS)
    }
}

/// Where a span stands, in words.
pub(super) fn place(span: &Span) -> String {
    match span.page {
        Some(page) => format!("page {page}"),
        None if span.line_start == span.line_end => format!("line {}", span.line_start),
        None => format!("lines {} to {}", span.line_start, span.line_end),
    }
}

/// The sentences of a description that are whole.
fn whole_sentences(description: &str) -> String {
    let description = description.trim();
    if description.len() < DESCRIPTION_BYTES && !description.ends_with('…') {
        return description.to_owned();
    }
    let last = language::sentences(description).last().map_or(0, |range| range.start);
    let ends = |text: &str| text.ends_with(['.', '!', '?', '”', '"', ')', '。']);
    let kept = if ends(description) { description.len() } else { last };
    description.get(..kept).unwrap_or_default().trim_end().to_owned()
}
