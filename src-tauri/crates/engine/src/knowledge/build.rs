//! What a document says, from its sentences to nodes and edges: gathered beside its chunks on the
//! worker threads, woven into the graph by the writer, in the commit that stores the document.

use super::{
    cited::{Cited, part_from_namesakes, weave_cited},
    placing::Placing,
    sources::Sources,
};
use crate::{Palace, error::Result};
use extract::{Candidate, End, Extracted, Relation, Source};
use graph::Change;
use std::ops::Range;
use trust::{Addressing, Fingerprint, SourceTier, first_layers};
use types::{
    AliasRule, Block, BlockKind, ChunkRecord, ConvertedText, DefinitionRecord, DocumentId,
    DocumentRecord, EdgeKind, Evidence, Field, Format, Found, FoundEdge, Hall, LineIndex, Method,
    NodeId, NodeKind, NodeState, PASSAGES, PageLayout, Place, QUOTE_BYTES, Reference, Tier,
    Timestamp, Validity,
};

/// Importance that a document's own node starts with.
const PUBLICATION: f32 = 2.0;

/// What a document says, ready to be merged.
pub(crate) struct Gathered {
    /// What of its text addresses an assistant.
    pub addressing: Addressing,
    pub fingerprint: Fingerprint,
    found: Vec<Found>,
    /// Each with whether it is accepted.
    relations: Vec<(Relation, Evidence, bool)>,
    publication: Found,
    cited: Vec<Cited>,
}

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
    document: DocumentId,
    text: &'a str,
    lines: LineIndex,
    chunks: &'a [ChunkRecord],
    pages: &'a [PageLayout],
    sentences: &'a [Range<usize>],
    now: Timestamp,
}

impl Palace {
    /// Finds what a document says. Touches no table.
    pub(crate) fn gather(&self, origin: &Origin<'_>, placing: &Placing<'_>) -> Gathered {
        let text = &origin.converted.text;
        let knowledge = &self.knowledge;
        let source = trust::Source {
            url: origin.record.origin.source_url.as_deref(),
            source_type: origin.record.origin.source_type.as_deref(),
            reference: origin.reference,
        };
        let tier = knowledge.tiers().judge(&source);
        let addressing = trust::weigh(text, &origin.converted.hidden);
        let sentences = running_sentences(text, &origin.converted.blocks);
        let place = Text {
            document: origin.record.id,
            text,
            lines: LineIndex::new(text),
            chunks: origin.chunks,
            pages: &origin.converted.pages,
            sentences: &sentences,
            now: self.resources.now(),
        };
        // a list of references or a sheet of numbers says nothing of itself
        let silent = [Format::References, Format::Csv, Format::Spreadsheet];
        let extracted = match silent.contains(&origin.converted.format) {
            true => Extracted::default(),
            false => extract::extract(&Source {
                text,
                blocks: &origin.converted.blocks,
                sentences: &sentences,
                definitions: origin.definitions,
                title: origin.title,
            }),
        };
        let accept_from = knowledge.record().accept_from();
        let judged = Judged { tier: &tier, addressing: &addressing, accept_from };
        let places = placing.place(origin.title, &extracted.candidates);
        let found = extracted
            .candidates
            .into_iter()
            .zip(places)
            .map(|(candidate, at)| judged.found(&place, candidate, at))
            .collect();
        let relations = extracted
            .relations
            .into_iter()
            .map(|relation| {
                let range = relation.range.clone();
                let accepted = relation.confidence >= accept_from && !judged.doubts(&range);
                let evidence = place.evidence(range, &[], Method::Pattern, relation.confidence);
                (relation, evidence, accepted)
            })
            .collect();
        Gathered {
            publication: judged.publication(&place, origin, placing),
            cited: self.gather_cited(&origin.cited, &judged, &place, placing),
            addressing,
            fingerprint: Fingerprint::of(text),
            found,
            relations,
        }
    }

    /// Merges what a document says into the graph. Gives the nodes it touched.
    pub(crate) fn weave(
        &self,
        change: &mut Change<'_>,
        record: &mut DocumentRecord,
        gathered: Gathered,
    ) -> Result<Vec<NodeId>> {
        let Gathered { addressing, fingerprint, found, relations, mut publication, cited } =
            gathered;
        publication.name = publication_name(record);
        for (name, title) in part_from_namesakes(change, &record.reference, &mut publication)? {
            record.warnings.push(format!(
                "{name} is also that of “{title}”: each is a publication of its own."
            ));
        }
        let own = match change.merge(publication) {
            Ok(id) => Some(id),
            Err(graph::Error::BadName(_)) => None,
            Err(error) => return Err(error.into()),
        };
        let mut ids = Vec::with_capacity(found.len());
        for found in found {
            ids.push(match change.merge(found) {
                Ok(id) => Some(id),
                Err(graph::Error::BadName(_)) => None,
                Err(error) => return Err(error.into()),
            });
        }
        for (relation, evidence, accepted) in relations {
            let end = |end: &End| match end {
                End::Document => own,
                End::Candidate(place) => ids.get(*place).copied().flatten(),
                End::Name(name) => self.knowledge.graph.resolve(name).ok(),
            };
            let (Some(from), Some(to)) = (end(&relation.from), end(&relation.to)) else { continue };
            link(change, tie(relation, (from, to), evidence, accepted))?;
        }
        if let Some(own) = own {
            ids.extend(weave_cited(change, own, &record.reference, cited)?.into_iter().map(Some));
        }
        if let Some((own, earlier)) = own.zip(self.publication_of(record.supersedes)) {
            link(change, supersedes(own, earlier))?;
        }
        let mut touched: Vec<NodeId> = own.into_iter().chain(ids.into_iter().flatten()).collect();
        touched.sort_unstable();
        touched.dedup();
        let mut sources = self.knowledge.sources_mut();
        sources.add(record.id, fingerprint, addressing.document);
        for id in &touched {
            count_sources(change, id, &sources)?;
        }
        Ok(touched)
    }

    /// The node that stands for a document.
    pub(crate) fn publication_of(&self, document: Option<DocumentId>) -> Option<NodeId> {
        let record = self.catalogue.get(&document?)?;
        let graph = &self.knowledge.graph;
        let own = graph.view().of_document(&record.id);
        // one that was linked as a version later on still has its first name
        let names = [publication_name(&record), record.title.clone()];
        names.iter().filter_map(|name| graph.resolve(name).ok()).find(|id| own.contains(id))
    }
}

/// Ties the nodes of two documents that were linked as versions; where both have one name, the later
/// one gets a node of its own.
pub(crate) fn weave_versions(
    change: &mut Change<'_>,
    record: &DocumentRecord,
    later: NodeId,
    earlier: NodeId,
) -> Result<()> {
    let later = match later == earlier {
        true => change.split(&later, &publication_name(record), &[record.id])?,
        false => later,
    };
    link(change, supersedes(later, earlier))
}

/// One source repeated is not corroboration: copies count once.
fn count_sources(change: &mut Change<'_>, id: &NodeId, sources: &Sources) -> Result<()> {
    let Some(node) = change.node(id)? else { return Ok(()) };
    let others = (sources.independent(&node.evidence).len() as u32)
        .saturating_sub(1)
        .max(node.trust.corroborating);
    let contradictions = node.trust.contradictions;
    if node.trust.layer >= 2 && others == node.trust.corroborating {
        return Ok(());
    }
    Ok(change.update(id, |node| {
        trust::corroborate(&mut node.trust, others, contradictions);
        if others > 0 && node.tier < Tier::Researched {
            node.tier = Tier::Researched;
        }
    })?)
}

/// The edge that a relation is.
fn tie(
    relation: Relation,
    (from, to): (NodeId, NodeId),
    evidence: Evidence,
    accepted: bool,
) -> FoundEdge {
    FoundEdge {
        kind: relation.kind,
        from,
        to,
        confidence: relation.confidence,
        because: relation.because,
        evidence: Some(evidence),
        tier: Tier::Extracted,
        state: if accepted { NodeState::Accepted } else { NodeState::Proposed },
    }
}

/// Puts an edge in, unless it makes no sense in this graph.
pub(super) fn link(change: &mut Change<'_>, edge: FoundEdge) -> Result<()> {
    match change.merge_edge(edge) {
        Ok(_)
        | Err(graph::Error::SelfEdge | graph::Error::Cycle | graph::Error::MissingNode(_)) => {
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}

fn supersedes(later: NodeId, earlier: NodeId) -> FoundEdge {
    FoundEdge {
        kind: EdgeKind::Supersedes,
        from: later,
        to: earlier,
        confidence: 1.0,
        because: "a later version of the document".to_owned(),
        evidence: None,
        tier: Tier::Extracted,
        state: NodeState::Accepted,
    }
}

/// A document's node is named by its title, later versions with their number.
fn publication_name(record: &DocumentRecord) -> String {
    match record.version {
        0 | 1 => record.title.clone(),
        version => format!("{} (version {version})", record.title),
    }
}

/// Sentences of running text: no headings, tables, code or captions.
fn running_sentences(text: &str, blocks: &[Block]) -> Vec<Range<usize>> {
    let running =
        [BlockKind::Paragraph, BlockKind::ListItem, BlockKind::Quote, BlockKind::Footnote];
    let of = |range: Range<usize>| {
        let start = range.start;
        let inside = text.get(range).unwrap_or_default();
        language::sentences(inside)
            .map(move |sentence| start + sentence.start..start + sentence.end)
    };
    if blocks.is_empty() {
        return of(0..text.len()).collect();
    }
    let blocks = blocks.iter().filter(|block| running.contains(&block.kind));
    blocks.flat_map(|block| of(block.range.clone())).collect()
}

/// What is the same for all that one document says.
pub(super) struct Judged<'a> {
    pub(super) tier: &'a SourceTier,
    addressing: &'a Addressing,
    pub(super) accept_from: f32,
}

impl Judged<'_> {
    /// Whether what stands there is in doubt: a flag is the passage's, the document's only by weight.
    pub(super) fn doubts(&self, range: &Range<usize>) -> bool {
        self.addressing.document || self.addressing.touches(range)
    }

    fn found(&self, text: &Text<'_>, candidate: Candidate, place: Place) -> Found {
        let quote = text.text.get(candidate.range.clone()).unwrap_or_default();
        let sentence = text.sentence_of(&candidate.range);
        let mut trust = first_layers(self.tier, quote, self.doubts(&sentence));
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

    fn publication(&self, text: &Text<'_>, origin: &Origin<'_>, placing: &Placing<'_>) -> Found {
        let reference = origin.reference;
        let first = origin.chunks.first().map_or(0..0, |chunk| chunk.span.bytes());
        let cut = floor(text.text, first.start + QUOTE_BYTES.min(first.len()));
        let mut evidence = text.evidence(first.start..cut, &[], Method::Structure, 1.0);
        evidence.mentions = 1;
        let mut trust = first_layers(self.tier, "", self.addressing.document);
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

/// What a hall says of a node that has none of its own.
pub(super) fn plain_hall(kind: NodeKind) -> Hall {
    match kind {
        NodeKind::Event => Hall::Event,
        NodeKind::Claim => Hall::Claim,
        _ => Hall::Fact,
    }
}

/// Whether a place may be written over.
pub(super) fn may_move(node: &types::Node) -> bool {
    !node.is_fixed(Field::Place)
}
