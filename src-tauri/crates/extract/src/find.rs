//! Runs the rules over a document, each with the confidence that its measured precision allows
//! (`loci eval extraction`, the rows seen).

use crate::candidate::{End, Extracted, Source};
use crate::gather::{Gather, Rule, relation};
use crate::plain::plain;
use crate::reading::{Line, code, is_within, lines};
use crate::{define, identifiers, keyphrases, names, relations, statements, validity};
use language::Word;
use std::collections::HashMap;
use std::ops::Range;
use types::{AliasRule, DefinitionForm, DefinitionRecord, EdgeKind, Method, NodeKind};

/// Longest description, in bytes.
const DESCRIPTION_BYTES: usize = 600;
/// Identifiers that a document is held to cite; a longer list is a catalogue.
const CITED: usize = 250;

/// What `source` holds. It takes any text, and time linear in it.
pub fn extract(source: &Source<'_>) -> Extracted {
    let mut gather = Gather::new(source);
    let codes = identified(source, &mut gather);
    let lines = lines(source, &codes);
    defined(source, &mut gather);
    for line in &lines {
        explained(line, source, &mut gather);
    }
    named(&lines, source, &mut gather);
    phrased(&lines, source, &mut gather);
    let mut before = None;
    for line in &lines {
        let said = stated(line, &mut gather);
        opposed(line, before.zip(said), &mut gather);
        before = said;
        related(line, source, &mut gather);
    }
    gather.find_mentions(lines.iter().map(|line| line.words.as_slice()));
    gather.finish()
}

/// Identifiers, outside code; returns where they stand.
fn identified(source: &Source<'_>, gather: &mut Gather<'_>) -> Vec<Range<usize>> {
    let code = code(source.blocks);
    let mut taken: Vec<Range<usize>> = Vec::new();
    for found in identifiers::identified(source.text) {
        if is_within(&code, found.range.start) {
            continue;
        }
        let rule = Rule {
            kind: NodeKind::Identifier,
            method: Method::Identifier,
            confidence: 0.95,
            importance: 3.0,
            tag: found.scheme,
        };
        taken.push(found.range.clone());
        let Some(at) = gather.add(&found.name, found.range.clone(), &rule) else { continue };
        let written = source.text.get(found.range.clone()).unwrap_or_default();
        gather.alias(at, written, AliasRule::Spacing);
        if identifiers::is_publication(found.scheme) && taken.len() <= CITED {
            let ends = (End::Document, End::Candidate(at));
            gather.relate(relation(EdgeKind::Cites, ends, found.range, 0.9, found.scheme));
        }
    }
    taken
}

/// Terms that the document defines in so many words, and its acronyms.
fn defined(source: &Source<'_>, gather: &mut Gather<'_>) {
    for record in source.definitions {
        let acronym = record.form == DefinitionForm::Acronym;
        let statement = record.statement_start..record.statement_end;
        let meaning = cut(source.text, record.start..record.end);
        let name = if acronym { &meaning } else { &record.term };
        let rule = Rule {
            kind: kind_of(record, name),
            method: Method::Definition,
            confidence: 0.9,
            importance: 4.0,
            tag: if acronym { "acronym" } else { "term" },
        };
        let Some(at) = gather.add(name, statement.clone(), &rule) else { continue };
        if acronym {
            gather.alias(at, &record.term, AliasRule::Acronym);
            continue;
        }
        if let Some(found) = gather.get(at).filter(|found| found.description.is_empty()) {
            found.description = meaning;
        }
        let ends = (End::Document, End::Candidate(at));
        gather.relate(relation(EdgeKind::Defines, ends, statement, 0.9, "defined here"));
    }
}

/// "Food and Drug Administration (FDA)" names an organisation, "polymerase chain reaction (PCR)" a
/// concept.
fn kind_of(record: &DefinitionRecord, name: &str) -> NodeKind {
    let words = language::shaped(name, 0);
    let capital = words.iter().filter(|word| word.text.len() > 3).all(Word::is_capital);
    let named = record.form == DefinitionForm::Acronym && capital && words.len() > 1;
    if named { NodeKind::Entity } else { NodeKind::Concept }
}

/// Terms that plain prose explains.
fn explained(line: &Line<'_>, source: &Source<'_>, gather: &mut Gather<'_>) {
    let Some(found) = define::defined(&line.words) else { return };
    let Some(term) = line.bytes(&found.term) else { return };
    let Some(meaning) = line.bytes(&(found.meaning..line.words.len())) else { return };
    let rule = Rule {
        kind: NodeKind::Concept,
        method: Method::Pattern,
        confidence: if found.explicit { 0.9 } else { 0.8 },
        importance: 3.5,
        tag: "term",
    };
    let name = source.text.get(term).unwrap_or_default();
    let Some(at) = gather.add(name, line.range.clone(), &rule) else { return };
    let meaning = cut(source.text, meaning);
    if let Some(found) = gather.get(at).filter(|found| found.description.is_empty()) {
        found.description = meaning;
    }
    let ends = (End::Document, End::Candidate(at));
    let range = line.range.clone();
    gather.relate(relation(EdgeKind::Defines, ends, range, rule.confidence, "explained here"));
}

/// What is named. A sentence's first word counts only where it is a name elsewhere in the document.
fn named(lines: &[Line<'_>], source: &Source<'_>, gather: &mut Gather<'_>) {
    let mut counts: HashMap<&str, u32> = HashMap::new();
    let mut found = Vec::new();
    for line in lines {
        for name in names::names(&line.words) {
            let Some(range) = line.bytes(&name.words) else { continue };
            let Some(written) = source.text.get(range.clone()) else { continue };
            let owner = written.strip_suffix("'s").or_else(|| written.strip_suffix("’s"));
            let written = owner.unwrap_or(written);
            let range = range.start..range.start + written.len();
            if name.sort != names::Sort::Opening {
                *counts.entry(written).or_default() += 1;
            }
            found.push((written, range, name.sort));
        }
    }
    for (written, range, sort) in found {
        let count = counts.get(written).copied().unwrap_or(0);
        let Some((confidence, tag)) = sureness(sort, count) else { continue };
        let rule =
            Rule { kind: NodeKind::Entity, method: Method::Name, confidence, importance: 2.0, tag };
        gather.add(written, range, &rule);
    }
}

/// How sure a name of this sort is that stands `count` times.
fn sureness(sort: names::Sort, count: u32) -> Option<(f32, &'static str)> {
    use names::Sort::{
        Acronym, Coded, Eponym, Leading, Mixed, Opening, Organisation, Person, Several, Single,
        Version,
    };
    let often = if count > 1 { 0.05 } else { 0.0 };
    Some(match sort {
        Organisation => (0.9, "organisation"),
        Person => (0.9, "person"),
        Version => (0.9, "product"),
        Eponym => (0.8 + often, "eponym"),
        Several => (0.8 + often, "name"),
        Coded | Mixed => (0.8, "name"),
        Leading => (0.7 + often, "name"),
        Acronym => (0.7 + often, "acronym"),
        Single => (0.7 + often, "name"),
        Opening if count > 0 => (0.7, "name"),
        Opening => return None,
    })
}

/// Key phrases.
fn phrased(lines: &[Line<'_>], source: &Source<'_>, gather: &mut Gather<'_>) {
    let sentences: Vec<&[Word<'_>]> = lines.iter().map(|line| line.words.as_slice()).collect();
    for phrase in keyphrases::key_phrases(&sentences) {
        let written = |place: &(usize, Range<usize>)| {
            let range = lines.get(place.0)?.bytes(&place.1)?;
            Some((source.text.get(range.clone())?, range))
        };
        let places: Vec<_> = phrase.places.iter().filter_map(written).collect();
        // As it stands inside a sentence, if it does.
        let plain = places.iter().find(|(name, _)| !name.starts_with(char::is_uppercase));
        let Some((name, range)) = plain.or(places.first()) else { continue };
        let rule = Rule {
            kind: NodeKind::Concept,
            method: Method::Keyphrase,
            confidence: 0.6 + 0.15 * phrase.worth,
            importance: 2.0 + phrase.worth,
            tag: "key phrase",
        };
        gather.add(name, range.clone(), &rule);
    }
}

/// Claims and events.
fn stated(line: &Line<'_>, gather: &mut Gather<'_>) -> Option<usize> {
    use statements::Sort::{Advice, Comparison, Count, Dated, Effect, Finding, Planned, Share};
    let sort = statements::statement(line.text, &line.words)?;
    let (confidence, importance) = match sort {
        // four in five of them held on rows held back: a person looks before they count
        Finding => (0.82, 4.0),
        Effect => (0.8, 3.5),
        Comparison => (0.82, 4.0),
        Advice => (0.82, 3.5),
        Share => (0.82, 3.5),
        Count => (0.8, 3.0),
        Dated => (0.85, 3.0),
        Planned => (0.85, 3.0),
    };
    let event = sort.kind() == NodeKind::Event;
    let method = if event { Method::Event } else { Method::Claim };
    let rule = Rule { kind: sort.kind(), method, confidence, importance, tag: sort.tag() };
    let at = gather.add(&plain(line.text)?, line.range.clone(), &rule)?;
    if let Some(found) = gather.get(at) {
        found.validity = validity::of(line.text, &line.words, line.range.start);
    }
    Some(at)
}

/// "… contradict this": the statement right before it.
fn opposed(line: &Line<'_>, said: Option<(usize, usize)>, gather: &mut Gather<'_>) {
    let Some((before, this)) = said else { return };
    let opposes = line.words.windows(2).any(|pair| match pair {
        [one, other] => {
            matches!(&*one.lower, "contradict" | "contradicts" | "refute" | "refutes")
                && matches!(&*other.lower, "this" | "that")
                && !other.apart
        }
        _ => false,
    });
    if opposes {
        let ends = (End::Candidate(this), End::Candidate(before));
        let range = line.range.clone();
        gather.relate(relation(EdgeKind::Contradicts, ends, range, 0.85, "contradicts this"));
    }
}

/// Relations that the sentence states; their ends become concepts where they are nothing yet.
fn related(line: &Line<'_>, source: &Source<'_>, gather: &mut Gather<'_>) {
    if line.words.len() > 80 {
        return;
    }
    for found in relations::relations(&line.words) {
        let name = |words: &Range<usize>| source.text.get(line.bytes(words)?);
        let identified = |words: &Range<usize>| {
            let known = name(words).and_then(|name| gather.known(name));
            known.is_some_and(|at| gather.is(at, NodeKind::Identifier))
        };
        if found.part.as_ref().is_some_and(|part| !identified(part)) {
            continue;
        }
        let confidence = if found.sure { 0.8 } else { 0.7 };
        let mut end = |words: &Range<usize>| {
            let range = line.bytes(words)?;
            let name = source.text.get(range.clone())?;
            let read = line.words.get(words.clone()).unwrap_or_default();
            let capital = read.iter().all(Word::is_capital)
                && (words.start > 0 || found.kind == EdgeKind::Cites);
            let rule = Rule {
                kind: if capital { NodeKind::Entity } else { NodeKind::Concept },
                method: Method::Pattern,
                confidence,
                importance: 2.0,
                tag: "related",
            };
            match gather.known(name) {
                Some(at) => Some(End::Candidate(at)),
                None => gather.add(name, range, &rule).map(End::Candidate),
            }
        };
        let Some(ends) = end(&found.from).zip(end(&found.to)) else { continue };
        let range = line.range.clone();
        gather.relate(relation(found.kind, ends, range, confidence, found.verb));
    }
}

/// The words of `range`, white space collapsed, at most so many.
fn cut(text: &str, range: Range<usize>) -> String {
    let words = text.get(range).unwrap_or_default();
    let words = words.get(..words.floor_char_boundary(2 * DESCRIPTION_BYTES)).unwrap_or_default();
    let plain = language::collapse(words);
    let end = plain.floor_char_boundary(DESCRIPTION_BYTES);
    plain.get(..end).unwrap_or_default().to_owned()
}
