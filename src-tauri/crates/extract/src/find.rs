//! Runs the rules over a document, each with the confidence that its measured precision allows
//! (`loci eval extraction`, the rows seen).

use crate::candidate::{End, Extracted, Source};
use crate::gather::{Gather, Rule, relation};
use crate::listed::{Listed, listed};
use crate::names::{Name, Sort};
use crate::plain::plain;
use crate::reading::{Line, Part, code, is_within, lines};
use crate::terms::{self, Reading};
use crate::{define, identifiers, names, relations, statements, validity};
use language::Word;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use types::{AliasRule, DefinitionForm, DefinitionRecord, EdgeKind, Method, NodeKind};

/// Longest description, in bytes.
const DESCRIPTION_BYTES: usize = 600;
/// Headings that are read.
const HEADINGS: usize = 500;
/// Identifiers that a document is held to cite; a longer list is a catalogue.
const CITED: usize = 250;

/// What `source` holds. It takes any text, and time linear in it.
pub fn extract(source: &Source<'_>) -> Extracted {
    let mut gather = Gather::new(source);
    let codes = identified(source, &mut gather);
    let lines = lines(source, &codes);
    let listed = listed(source);
    defined(source, &mut gather);
    for line in &lines {
        explained(line, source, &mut gather);
    }
    keywords(&listed, source, &mut gather);
    about(&lines, &listed, source, &mut gather);
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

/// All that could be a term of `source`, best first: its name, and by name the numbers that its worth is
/// reckoned from. `assets/terms/train.py` fits their weights.
pub fn ranked_terms(source: &Source<'_>) -> Vec<(String, Vec<(&'static str, f32)>)> {
    let lines = lines(source, &[]);
    let listed = listed(source);
    let named = |term: &terms::Term| {
        let (nth, words) = term.places.first()?;
        let name = written(lines.get(*nth)?, words, source)?;
        let judged = [("worth", term.worth), ("right", term.right)];
        let features = terms::NAMES.iter().copied().zip(term.features);
        Some((language::collapse(name), judged.into_iter().chain(features).collect()))
    };
    terms::ranked(&reading(&lines, &listed, source)).iter().filter_map(named).collect()
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

/// Terms that the document defines in so many words.
fn defined(source: &Source<'_>, gather: &mut Gather<'_>) {
    for record in source.definitions {
        // what an abbreviation stands for is kept where the document is about it
        if record.form == DefinitionForm::Acronym {
            continue;
        }
        let statement = record.statement_start..record.statement_end;
        let rule = Rule {
            kind: NodeKind::Concept,
            method: Method::Definition,
            confidence: 0.9,
            importance: 4.0,
            tag: "term",
        };
        let Some(at) = gather.add(&record.term, statement.clone(), &rule) else { continue };
        if let Some(found) = gather.get(at).filter(|found| found.description.is_empty()) {
            found.description = cut(source.text, record.start..record.end);
        }
        let ends = (End::Document, End::Candidate(at));
        gather.relate(relation(EdgeKind::Defines, ends, statement, 0.9, "defined here"));
    }
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

/// The keywords that the document lists itself.
fn keywords(listed: &Listed, source: &Source<'_>, gather: &mut Gather<'_>) {
    let rule = Rule {
        kind: NodeKind::Concept,
        method: Method::Keyphrase,
        confidence: 0.95,
        importance: 4.0,
        tag: "keyword",
    };
    for range in &listed.keywords {
        gather.add(source.text.get(range.clone()).unwrap_or_default(), range.clone(), &rule);
    }
}

/// What is read of the document for its terms: its own list of them apart.
fn reading<'a>(lines: &'a [Line<'a>], listed: &Listed, source: &Source<'a>) -> Reading<'a> {
    let mut names: Vec<(usize, Name)> = Vec::new();
    let mut elsewhere: HashSet<&str> = HashSet::new();
    let counts = |line: &Line<'_>| !is_within(&listed.lines, line.range.start);
    for (nth, line) in lines.iter().enumerate().filter(|(_, line)| counts(line)) {
        for name in names::names(&line.words) {
            if name.sort != Sort::Opening {
                elsewhere.extend(written(line, &name.words, source));
            }
            names.push((nth, name));
        }
    }
    // A sentence's first word counts only where it is a name elsewhere in the document.
    names.retain(|(nth, name)| {
        let line = lines.get(*nth).and_then(|line| written(line, &name.words, source));
        name.sort != Sort::Opening || line.is_some_and(|written| elsewhere.contains(written))
    });
    without_measures(&mut names, lines);
    let headings = source.blocks.iter().filter(|block| !block.title.is_empty());
    let of = |acronym: bool| {
        let is =
            move |record: &&DefinitionRecord| (record.form == DefinitionForm::Acronym) == acronym;
        source.definitions.iter().filter(is)
    };
    let meaning = |record: &DefinitionRecord| source.text.get(record.start..record.end);
    Reading {
        lines: lines
            .iter()
            .map(|line| if counts(line) { line.words.as_slice() } else { &[] })
            .collect(),
        names,
        title: source.title,
        headings: headings.map(|block| block.title.as_str()).take(HEADINGS).collect(),
        defined: of(false).map(|record| record.term.as_str()).collect(),
        spelt_out: of(true)
            .filter_map(|record| Some((record.term.as_str(), meaning(record)?)))
            .collect(),
    }
}

/// Takes out what has several numbers, "RR 0.71" and "RR 0.88": a measure, no product with its version.
fn without_measures(names: &mut Vec<(usize, Name)>, lines: &[Line<'_>]) {
    let parts = |nth: usize, name: &Name| {
        let words = lines.get(nth)?.words.get(name.words.clone())?;
        let (number, head) = words.split_last()?;
        Some((head.first()?.text, number.text))
    };
    let mut numbers: HashMap<&str, HashSet<&str>> = HashMap::new();
    for (nth, name) in names.iter().filter(|(_, name)| name.sort == Sort::Version) {
        if let Some((head, number)) = parts(*nth, name) {
            numbers.entry(head).or_default().insert(number);
        }
    }
    names.retain(|(nth, name)| {
        let several = |(head, _): (&str, &str)| numbers.get(head).is_some_and(|all| all.len() > 1);
        name.sort != Sort::Version || !parts(*nth, name).is_some_and(several)
    });
}

/// The words, without the owner's "'s".
fn written<'a>(line: &Line<'_>, words: &Range<usize>, source: &Source<'a>) -> Option<&'a str> {
    let written = source.text.get(line.bytes(words)?)?;
    Some(written.strip_suffix("'s").or_else(|| written.strip_suffix("’s")).unwrap_or(written))
}

/// The terms and names that the document is about, as many as its author would list, and a few to ask of.
fn about(lines: &[Line<'_>], listed: &Listed, source: &Source<'_>, gather: &mut Gather<'_>) {
    let reading = reading(lines, listed, source);
    let mut abbreviations: HashMap<String, Vec<&str>> = HashMap::new();
    for (short, long) in &reading.spelt_out {
        abbreviations.entry(types::normalise_name(long)).or_default().push(short);
    }
    for term in terms::terms(&reading, listed.keywords.len()) {
        let places = term.places.iter().filter_map(|(nth, words)| {
            let line = lines.get(*nth)?;
            let written = written(line, words, source)?;
            let start = line.bytes(words)?.start;
            Some((written, start..start + written.len(), words.start))
        });
        let places: Vec<_> = places.collect();
        // As it stands inside a sentence, if it does.
        let plain = places.iter().find(|(name, _, first)| {
            *first > 0 && (term.name.is_some() || !name.starts_with(char::is_uppercase))
        });
        let Some((name, range, _)) = plain.or(places.first()) else { continue };
        let named = term.name.filter(|sort| *sort != Sort::Eponym);
        let rule = Rule {
            kind: if named.is_some() { NodeKind::Entity } else { NodeKind::Concept },
            method: if named.is_some() { Method::Name } else { Method::Keyphrase },
            // from .85 on 95 of 100 judged are right, and 81 useful (`assets/terms/judged.tsv`)
            confidence: (1.0 + term.right) / 2.0,
            importance: 1.5 + 2.5 * term.worth.sqrt(),
            tag: term.name.map_or("key phrase", Sort::tag),
        };
        let Some(at) = gather.add(name, range.clone(), &rule) else { continue };
        for short in abbreviations.get(&types::normalise_name(name)).into_iter().flatten() {
            gather.alias(at, short, AliasRule::Acronym);
        }
    }
}

/// Claims and events.
fn stated(line: &Line<'_>, gather: &mut Gather<'_>) -> Option<usize> {
    use statements::Sort::{Advice, Comparison, Count, Dated, Effect, Finding, Planned, Share};
    let sort = statements::statement(line.text, &line.words, line.part)?;
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
    // under its label or heading a result is one
    let told = matches!(line.part, Part::Result | Part::Conclusion)
        && matches!(sort, Finding | Comparison | Share);
    let confidence = if told { 0.9 } else { confidence };
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
