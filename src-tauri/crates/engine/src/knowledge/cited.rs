//! The publications that a document's list of references names. Each is one node, that of the document
//! in the library where it is here, and becomes it where it comes later; a `cites` edge leads to it.
//! An entry whose work cannot be told from another's is left out: its words are in the text.

use super::found::{Judged, Text, description, known_as, link};
use super::placing::Placing;
use crate::{Snapshot, error::Result};
use graph::Change;
use language::{Scheme, identifiers};
use trust::first_layers;
use types::{
    AliasRule, EdgeKind, Evidence, Found, FoundEdge, Method, Node, NodeId, NodeKind, NodeState,
    Reference, Tier, Validity, normalise_name,
};

/// Entries of one document that become nodes; a longer list is a catalogue.
const WOVEN: usize = 2_000;
/// How sure an entry is (measured: docs/figures.md).
const CONFIDENCE: f32 = 0.9;
/// Importance of a publication that is only named.
const IMPORTANCE: f32 = 1.0;
/// Words of a title by which a work that is not here is known without author and year.
const WORDS: usize = 4;
/// Words of a title by which it is known beside one that is here without author and year.
const ALONE: usize = 6;

/// A publication that an entry names.
pub(super) struct Cited {
    reference: Reference,
    found: Found,
    evidence: Evidence,
}

impl Snapshot {
    /// The entries of a document's lists, completed from the lists that were taken in.
    pub(super) fn gather_cited(
        &self,
        entries: &[cite::Entry],
        judged: &Judged<'_>,
        text: &Text<'_>,
        placing: &Placing<'_>,
    ) -> Vec<Cited> {
        let entries = entries.iter().filter(|entry| entry.reference.title.is_some()).take(WOVEN);
        let cited = entries.map(|entry| {
            let mut reference = entry.reference.clone();
            if let Some(listed) = self.lists.find(&reference) {
                reference.complete(&listed);
            }
            let doubted = judged.doubts(&entry.range);
            let evidence = text.evidence(entry.range.clone(), &[], Method::Pattern, CONFIDENCE);
            let accepted = CONFIDENCE >= judged.accept_from && !doubted;
            let title = reference.title.clone().unwrap_or_default();
            let found = Found {
                kind: NodeKind::Publication,
                description: description(&reference),
                aliases: known_as(&reference),
                tags: Vec::new(),
                place: placing.of_title(&title),
                name: title,
                trust: first_layers(judged.tier, &evidence.quote, doubted),
                evidence: Some(evidence.clone()),
                validity: Validity::default(),
                tier: Tier::Extracted,
                state: if accepted { NodeState::Accepted } else { NodeState::Proposed },
                confidence: CONFIDENCE,
                importance: IMPORTANCE,
            };
            Cited { reference, found, evidence }
        });
        cited.collect()
    }
}

/// Merges what a document cites. Gives the nodes.
pub(super) fn weave_cited(
    change: &mut Change,
    own: NodeId,
    itself: &Reference,
    cited: Vec<Cited>,
) -> Result<Vec<NodeId>> {
    let mut ids = Vec::with_capacity(cited.len());
    for Cited { reference, mut found, evidence } in cited {
        if is_itself(itself, &reference) {
            continue;
        }
        let Some(name) = name(change, &reference)? else { continue };
        let state = found.state;
        found.name = name;
        let other = part_from_version(change, &reference, &mut found)?;
        let id = match change.merge(found) {
            Ok(id) => id,
            Err(graph::Error::BadName(_)) => continue,
            Err(error) => return Err(error.into()),
        };
        ids.push(id);
        if let Some(other) = other {
            tie_version(change, id, &reference, &other)?;
        }
        let edge = FoundEdge {
            kind: EdgeKind::Cites,
            from: own,
            to: id,
            confidence: CONFIDENCE,
            because: "in its list of references".to_owned(),
            evidence: Some(evidence),
            tier: Tier::Extracted,
            state,
        };
        link(change, edge)?;
    }
    Ok(ids)
}

/// Whether an entry of a document's own list is the document: it has its title, and neither another author
/// nor another year.
fn is_itself(own: &Reference, entry: &Reference) -> bool {
    let title = |reference: &Reference| reference.title.as_deref().map(normalise_name);
    let family = |reference: &Reference| Some(normalise_name(&reference.authors.first()?.family));
    let same = |a: Option<String>, b: Option<String>| a.zip(b).is_none_or(|(a, b)| a == b);
    title(own).is_some_and(|own| title(entry) == Some(own))
        && same(family(own), family(entry))
        && own.year.zip(entry.year).is_none_or(|(a, b)| a == b)
}

/// The name to merge an entry under: its title where that is a work's own and nothing speaks against
/// its being this one, else the title with author and year; none where these are unknown.
fn name(change: &mut Change, reference: &Reference) -> Result<Option<String>> {
    let Some(title) = reference.title.clone() else { return Ok(None) };
    let full = cite::full_title(reference);
    if !cite::is_telling(&title) {
        return Ok(full);
    }
    let Some(id) = change.thing(&title) else {
        let long = title.split_whitespace().count() >= WORDS;
        return Ok(if long { Some(title) } else { full });
    };
    let Some(node) = change.node(&id)? else { return Ok(full) };
    if node.kind != NodeKind::Publication {
        return Ok(full);
    }
    // works of one title are told apart by the author and year that each is also known by
    let labelled = |alias: &&types::Alias| {
        let label = alias.name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
        let titled = label.is_some_and(|(name, _)| normalise_name(name) == normalise_name(&title));
        alias.rule == AliasRule::Identifier && titled
    };
    let mut labels = node.aliases.iter().filter(labelled).peekable();
    let named = cite::identifier_names(reference);
    let known =
        |alias: &types::Alias| named.iter().any(|name| normalise_name(name) == alias.normalised);
    // where neither author nor year is known of the work that is here, its title must be long
    let alone = || node.aliases.iter().any(known) || title.split_whitespace().count() >= ALONE;
    let same = match labels.peek() {
        None => alone(),
        Some(_) => labels.any(|label| is_same(&label.name, &title, reference)),
    };
    Ok(if same { Some(title) } else { full })
}

/// Another version of a work: an article beside its preprint.
pub(super) struct Version {
    node: NodeId,
    /// Its identifiers.
    reference: Reference,
}

/// Gives a publication a node of its own where its title is that of another version, which is given: each
/// has identifiers that the other has not. It is known by its title with its identifier.
pub(super) fn part_from_version(
    change: &mut Change,
    reference: &Reference,
    publication: &mut Found,
) -> Result<Option<Version>> {
    let Some(id) = change.thing(&publication.name) else { return Ok(None) };
    let node = change.node(&id)?.filter(|node| node.kind == NodeKind::Publication);
    let Some(other) = node.map(identifiers_of) else { return Ok(None) };
    if !cite::are_versions(&other, reference) {
        return Ok(None);
    }
    let names = cite::identifier_names(reference);
    let mut own = names.first().map(|name| format!("{} ({name})", publication.name));
    for name in &names {
        let Some(id) = change.thing(name) else { continue };
        // one that was only mentioned has no name but its identifier
        let titled = |node: &&Node| {
            node.kind == NodeKind::Publication && normalise_name(&node.name) != normalise_name(name)
        };
        if let Some(node) = change.node(&id)?.filter(titled) {
            own = Some(node.name.clone());
        }
    }
    let Some(own) = own else { return Ok(None) };
    publication.name = own;
    publication.aliases.retain(|(alias, _)| change.thing(alias) != Some(id));
    Ok(Some(Version { node: id, reference: other }))
}

/// Ties a preprint and its article: the article takes its place.
pub(super) fn tie_version(
    change: &mut Change,
    own: NodeId,
    reference: &Reference,
    other: &Version,
) -> Result<()> {
    let (from, to) = match (cite::is_preprint(reference), cite::is_preprint(&other.reference)) {
        (false, true) => (own, other.node),
        (true, false) => (other.node, own),
        _ => return Ok(()),
    };
    let edge = FoundEdge {
        kind: EdgeKind::Supersedes,
        from,
        to,
        confidence: CONFIDENCE,
        because: "the article of this preprint".to_owned(),
        evidence: None,
        tier: Tier::Extracted,
        state: NodeState::Accepted,
    };
    link(change, edge)
}

/// The identifiers that a node is known by.
fn identifiers_of(node: &Node) -> Reference {
    let mut own = Reference::default();
    for alias in node.aliases.iter().filter(|alias| alias.rule == AliasRule::Identifier) {
        let Some(known) = identifiers::find(&alias.name).into_iter().next() else { continue };
        let field = match known.identifier.scheme() {
            Scheme::Doi => &mut own.doi,
            Scheme::Arxiv => &mut own.arxiv,
            Scheme::Pmid => &mut own.pmid,
            _ => continue,
        };
        *field = Some(known.identifier.id().to_owned());
    }
    own
}

/// What `Title (Family, 1999)` says.
fn labelled(label: &str) -> Option<Reference> {
    let (title, inside) = label.strip_suffix(')')?.rsplit_once(" (")?;
    let (family, year) = inside.rsplit_once(", ")?;
    Some(Reference {
        title: Some(title.to_owned()),
        year: Some(year.parse().ok()?),
        authors: vec![types::Author { family: family.to_owned(), given: String::new() }],
        ..Reference::default()
    })
}

/// Whether `Title (Family, 1999)` is the work that a reference of that title names.
fn is_same(label: &str, title: &str, reference: &Reference) -> bool {
    let Some(labelled) = labelled(label) else { return false };
    let labelled = Reference { title: Some(title.to_owned()), ..labelled };
    let own = Reference { title: Some(title.to_owned()), ..reference.clone() };
    cite::is_same_work(&labelled, &own)
}

/// Parts a document from another publication that has one of its identifiers: an erratum is printed
/// under the DOI of what it corrects. Each keeps its own node; the identifier is the work's, never the
/// notice's. Says which are shared, and with what.
pub(super) fn part_from_namesakes(
    change: &mut Change,
    reference: &Reference,
    publication: &mut Found,
) -> Result<Vec<(String, String)>> {
    let mut shared = Vec::new();
    for name in cite::identifier_names(reference) {
        let Some(id) = change.thing(&name) else { continue };
        let Some(node) = change.node(&id)?.filter(|node| node.kind == NodeKind::Publication) else {
            continue;
        };
        let title = node.name.clone();
        let mut labels = node.aliases.iter().filter_map(|alias| labelled(&alias.name));
        let other = Reference {
            title: Some(title.clone()),
            doi: reference.doi.clone(),
            arxiv: reference.arxiv.clone(),
            isbn: reference.isbn.clone(),
            pmid: reference.pmid.clone(),
            ..labels.next().unwrap_or_default()
        };
        let own = Reference { title: Some(publication.name.clone()), ..reference.clone() };
        let ours = cite::is_notice_title(&publication.name);
        let theirs = cite::is_notice_title(&title);
        if ours == theirs || cite::is_same_work(&own, &other) {
            continue;
        }
        let normalised = normalise_name(&name);
        if theirs {
            change.release(&id, |alias| alias.normalised == normalised)?;
        } else {
            publication.aliases.retain(|(alias, _)| normalise_name(alias) != normalised);
        }
        shared.push((name, title));
    }
    Ok(shared)
}
