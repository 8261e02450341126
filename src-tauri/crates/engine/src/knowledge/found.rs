//! What a passage of a document becomes: a node or an edge as found, with its evidence and the first
//! layers of its trust.

use super::placing::Placing;
use crate::error::Result;
use extract::Candidate;
use graph::Change;
use std::ops::Range;
use trust::{Addressing, Design, SourceTier, first_layers};
use types::{
    AliasRule, ChunkRecord, ConvertedText, DefinitionRecord, DocumentId, DocumentRecord, Evidence,
    Found, FoundEdge, LineIndex, Method, NodeClass, NodeKind, NodeState, PASSAGES, PageLayout,
    Place, QUOTE_BYTES, Reference, Tier, Timestamp, Validity,
};

/// Importance that a document's own node starts with.
const PUBLICATION: f32 = 2.0;

/// A document on its way in.
pub(crate) struct Origin<'a> {
    pub record: &'a DocumentRecord,
    pub converted: &'a ConvertedText,
    pub title: &'a str,
    pub reference: &'a Reference,
    pub chunks: &'a [ChunkRecord],
    pub definitions: &'a [DefinitionRecord],
    /// Its lists of references.
    pub cited: Vec<cite::Entry>,
}

/// Where the words of a document stand.
pub(super) struct Text<'a> {
    pub(super) document: DocumentId,
    pub(super) text: &'a str,
    pub(super) lines: LineIndex,
    pub(super) chunks: &'a [ChunkRecord],
    pub(super) pages: &'a [PageLayout],
    pub(super) sentences: &'a [Range<usize>],
    pub(super) now: Timestamp,
}

/// Puts an edge in, unless it makes no sense in this graph.
pub(super) fn link(change: &mut Change, edge: FoundEdge) -> Result<()> {
    match change.merge_edge(edge) {
        Ok(_)
        | Err(graph::Error::SelfEdge | graph::Error::Cycle | graph::Error::MissingNode(_)) => {
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}

/// What is the same for all that one document says.
pub(super) struct Judged<'a> {
    pub(super) tier: &'a SourceTier,
    /// How the document says its evidence was got.
    pub(super) design: Option<&'a Design>,
    pub(super) addressing: &'a Addressing,
    pub(super) accept_from: f32,
}

impl Judged<'_> {
    /// Whether what stands there is in doubt: a flag is the passage's, the document's only by weight.
    pub(super) fn doubts(&self, range: &Range<usize>) -> bool {
        self.addressing.document || self.addressing.touches(range)
    }

    pub(super) fn found(&self, text: &Text<'_>, candidate: Candidate, place: Place) -> Found {
        let quote = text.text.get(candidate.range.clone()).unwrap_or_default();
        let sentence = text.sentence_of(&candidate.range);
        // naming a thing is no statement: the words around it say nothing of it
        let statement = candidate.kind.class() == NodeClass::Statement;
        let words = if statement { quote } else { "" };
        let mut trust = first_layers(self.tier, words, self.doubts(&sentence));
        if statement {
            trust::graded(
                &mut trust,
                self.design,
                candidate.tags.iter().any(|tag| is_finding(tag)),
            );
        }
        if text.is_recognised(&candidate.range) {
            trust::recognised(&mut trust);
        }
        let evidence =
            text.evidence(sentence, &candidate.mentions, candidate.method, candidate.confidence);
        // nothing that a suspicious passage says counts before a person has seen it
        let accepted = candidate.confidence >= self.accept_from && !trust.injected;
        Found {
            kind: candidate.kind,
            name: candidate.name,
            description: candidate.description,
            aliases: candidate.aliases,
            tags: candidate.tags,
            place,
            trust,
            evidence: Some(evidence),
            validity: candidate.validity,
            tier: Tier::Extracted,
            state: if accepted { NodeState::Accepted } else { NodeState::Proposed },
            confidence: candidate.confidence,
            importance: candidate.importance,
        }
    }

    pub(super) fn publication(
        &self,
        text: &Text<'_>,
        origin: &Origin<'_>,
        placing: &Placing<'_>,
    ) -> Found {
        let reference = origin.reference;
        let first = origin.chunks.first().map_or(0..0, |chunk| chunk.span.bytes());
        let cut = floor(text.text, first.start + QUOTE_BYTES.min(first.len()));
        let mut evidence = text.evidence(first.start..cut, &[], Method::Structure, 1.0);
        evidence.mentions = 1;
        let mut trust = first_layers(self.tier, "", self.addressing.document);
        trust::graded(&mut trust, self.design, true);
        if text.is_recognised(&first) {
            trust::recognised(&mut trust);
        }
        Found {
            kind: NodeKind::Publication,
            name: origin.title.to_owned(),
            description: description(reference),
            aliases: known_as(reference),
            tags: Vec::new(),
            place: placing.of_title(origin.title),
            trust,
            evidence: Some(evidence),
            validity: Validity::default(),
            tier: Tier::Extracted,
            state: NodeState::Accepted,
            confidence: 1.0,
            importance: PUBLICATION,
        }
    }
}

/// Whether a statement with this label tells what was found, so that the study's design bears on it.
fn is_finding(tag: &str) -> bool {
    matches!(tag, "finding" | "number" | "comparison")
}

/// The names that a publication is mentioned by: its identifiers, and its title with author and year.
pub(super) fn known_as(reference: &Reference) -> Vec<(String, AliasRule)> {
    let names = cite::identifier_names(reference).into_iter().chain(cite::full_title(reference));
    names.map(|name| (name, AliasRule::Identifier)).collect()
}

/// Authors, year and container in a line.
pub(super) fn description(reference: &Reference) -> String {
    let authors: Vec<&str> =
        reference.authors.iter().take(3).map(|author| author.family.as_str()).collect();
    let mut parts = Vec::new();
    if !authors.is_empty() {
        let more = if reference.authors.len() > authors.len() { " et al." } else { "" };
        parts.push(format!("{}{more}", authors.join(", ")));
    }
    parts.extend(reference.year.map(|year| year.to_string()));
    parts.extend(reference.container.clone());
    parts.join(" · ")
}

impl Text<'_> {
    /// Whether a range begins on a page whose words were recognised in a picture.
    fn is_recognised(&self, range: &Range<usize>) -> bool {
        let next = self.pages.partition_point(|page| page.range.end <= range.start);
        self.pages.get(next).is_some_and(|page| page.recognised.is_some())
    }

    pub(super) fn evidence(
        &self,
        range: Range<usize>,
        mentions: &[Range<usize>],
        method: Method,
        confidence: f32,
    ) -> Evidence {
        let cut = floor(self.text, range.end.min(range.start + QUOTE_BYTES));
        let page = page_of(self.pages, range.start);
        let own = self.chunk_at(range.start);
        let mut passages: Vec<u32> = mentions
            .iter()
            .map(|mention| mention.start)
            .chain([range.start])
            .filter_map(|at| self.chunk_at(at).map(|chunk| chunk.ordinal))
            .collect();
        passages.sort_unstable();
        passages.dedup();
        passages.truncate(PASSAGES);
        Evidence {
            document: Some(self.document),
            chunk: own.map(|chunk| chunk.id),
            span: self.lines.span(self.text, range.start..cut, page),
            quote: self.text.get(range.start..cut).unwrap_or_default().to_owned(),
            passages,
            mentions: mentions.len().max(1) as u32,
            method,
            confidence,
            observed_at: self.now,
        }
    }

    /// The sentence around a passage: a name alone shows nothing.
    fn sentence_of(&self, range: &Range<usize>) -> Range<usize> {
        let next = self.sentences.partition_point(|sentence| sentence.end <= range.start);
        let around = self.sentences.get(next);
        let around = around.filter(|it| it.start <= range.start && range.end <= it.end);
        around.filter(|it| it.len() <= QUOTE_BYTES).unwrap_or(range).clone()
    }

    /// The first chunk that holds a byte.
    fn chunk_at(&self, byte: usize) -> Option<&ChunkRecord> {
        let next = self.chunks.partition_point(|chunk| chunk.span.end <= byte);
        self.chunks.get(next).filter(|chunk| chunk.span.start <= byte)
    }
}

fn page_of(pages: &[PageLayout], byte: usize) -> Option<u32> {
    let next = pages.partition_point(|page| page.range.end <= byte);
    pages.get(next).or(pages.last()).map(|page| page.page)
}

/// The last character edge at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}
