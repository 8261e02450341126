//! What a document says, from its sentences to nodes and edges: gathered beside its chunks on the
//! worker threads, woven into the graph by the writer, in the commit that stores the document.

use super::{
    cited::{Cited, part_from_namesakes, part_from_version, tie_version, weave_cited},
    found::{Judged, Origin, Text, link},
    placing::Placing,
};
use crate::{Snapshot, error::Result, held::sources::Sources, tx::Tx};
use extract::{End, Extracted, Relation, Source};
use graph::Change;
use std::ops::Range;
use trust::{Addressing, Fingerprint};
use types::{
    Block, BlockKind, DocumentId, DocumentRecord, EdgeKind, Evidence, Format, Found, FoundEdge,
    LineIndex, Method, NodeClass, NodeId, NodeState, Tier,
};

/// What a document says, ready to be merged.
pub(crate) struct Gathered {
    /// What of its text addresses an assistant.
    pub addressing: Addressing,
    pub fingerprint: Fingerprint,
    /// Each with whether it is a node of its own: the rest only adds to what is known.
    found: Vec<(Found, bool)>,
    /// Each with whether it is accepted.
    relations: Vec<(Relation, Evidence, bool)>,
    publication: Found,
    cited: Vec<Cited>,
}

impl Snapshot {
    /// Finds what a document says. Touches no table.
    pub(crate) fn gather(&self, origin: &Origin<'_>, placing: &Placing<'_>) -> Gathered {
        let text = &origin.converted.text;
        let source = trust::Source {
            url: origin.record.origin.source_url.as_deref(),
            source_type: origin.record.origin.source_type.as_deref(),
            genre: trust::genre(text),
            reference: origin.reference,
        };
        let tier = self.tiers.judge(&source);
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
        let accept_from = self.settings.accept_from();
        let said = sentences.iter().filter_map(|range| text.get(range.clone()));
        let design = trust::design(origin.title, said);
        let judged =
            Judged { tier: &tier, design: design.as_ref(), addressing: &addressing, accept_from };
        let places = placing.place(origin.title, &extracted.candidates);
        let found = extracted
            .candidates
            .into_iter()
            .zip(places)
            .map(|(candidate, at)| judged.found(&place, candidate, at))
            .collect();
        let found = asked(found, accept_from);
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

    /// The node that stands for a document.
    pub(crate) fn publication_of(&self, document: Option<DocumentId>) -> Option<NodeId> {
        let record = self.catalogue.get(&document?)?;
        let graph = &self.graph;
        let own = graph.view().of_document(&record.id);
        let named = |name: &String| graph.resolve(name).ok().filter(|id| own.contains(id));
        // one that was linked as a version later on still has its first name
        named(&publication_name(&record))
            .or_else(|| named(&record.title))
            // one whose title is another version's is known by its identifier
            .or_else(|| cite::identifier_names(&record.reference).iter().find_map(named))
    }
}

impl Tx<'_, '_> {
    /// Merges what a document says into the graph. Gives the nodes it touched.
    pub(crate) fn weave(
        &mut self,
        change: &mut Change,
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
        let other = part_from_version(change, &record.reference, &mut publication)?;
        let own = match change.merge(publication) {
            Ok(id) => Some(id),
            Err(graph::Error::BadName(_)) => None,
            Err(error) => return Err(error.into()),
        };
        if let Some((own, other)) = own.zip(other) {
            tie_version(change, own, &record.reference, &other)?;
        }
        let mut ids = Vec::with_capacity(found.len());
        for (found, own) in found {
            if !own && change.known(&found)?.is_none() {
                ids.push(None);
                continue;
            }
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
                End::Name(name) => self.graph.resolve(name).ok(),
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
        let sources = self.sources_mut();
        sources.add(record.id, fingerprint, addressing.document);
        for id in &touched {
            count_sources(change, id, sources)?;
        }
        Ok(touched)
    }
}

/// Ties the nodes of two documents that were linked as versions; where both have one name, the later
/// one gets a node of its own.
pub(crate) fn weave_versions(
    change: &mut Change,
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

/// One source repeated is not corroboration: copies count once. Naming a thing supports nothing.
fn count_sources(change: &mut Change, id: &NodeId, sources: &Sources) -> Result<()> {
    let Some(node) = change.node(id)? else { return Ok(()) };
    let others = (sources.independent(&node.evidence).len() as u32)
        .saturating_sub(1)
        .max(node.trust.corroborating);
    let supporting = if node.class() == NodeClass::Statement { others } else { 0 };
    let contradictions = node.trust.contradictions;
    if node.trust.layer >= 2 && supporting == node.trust.corroborating {
        return Ok(());
    }
    Ok(change.update(id, |node| {
        trust::corroborate(&mut node.trust, supporting, contradictions);
        if others > 0 && node.tier < Tier::Researched {
            node.tier = Tier::Researched;
        }
    })?)
}

/// Decisions that one document asks of a person at most.
const DECISIONS: usize = 10;
/// What is less likely right than this is not asked.
const HOPELESS: f32 = 0.5;

/// Marks what becomes a node: what is accepted, and of what waits the few whose decision is worth most. The
/// rest only adds to what is known already. Where nothing is accepted unseen, all that has hope is asked.
fn asked(found: Vec<Found>, accept_from: f32) -> Vec<(Found, bool)> {
    let value = |one: &Found| one.importance * one.confidence;
    let waits = |one: &Found| one.state == NodeState::Proposed && one.confidence >= HOPELESS;
    let mut values: Vec<f32> = found.iter().filter(|one| waits(one)).map(value).collect();
    values.sort_by(|a, b| b.total_cmp(a));
    let most = if accept_from > 1.0 { usize::MAX } else { DECISIONS };
    let least = values.get(most - 1).copied().unwrap_or(f32::MIN);
    let mut left = most;
    let own = |one: Found| {
        let asked = waits(&one) && value(&one) >= least && left > 0;
        left -= usize::from(asked);
        let own = asked || one.state != NodeState::Proposed;
        (one, own)
    };
    found.into_iter().map(own).collect()
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
