//! Terms that a text defines: in sections of definitions, in glossaries, in running text, as roles
//! and as abbreviations. Precision first: what may be anything else is left out. It reads English,
//! and lists of terms in any language; it never looks at meaning. Time is linear in the text.

mod entry;
mod exception;
mod found;
mod inline;
mod marks;
mod parens;
mod reverse;
mod term;

use crate::{
    measure::{part, trim},
    outline::{Section, sections},
    titles::{self, Listing},
    units::units,
    words,
};
use found::Found;
use language::{List, sentences};
use std::{collections::HashSet, ops::Range};
use types::{Block, BlockKind, DefinitionForm, DefinitionRecord, normalise_term};

/// Bytes of items after "means any of the following:" that belong to it.
const LIST_BYTES: usize = 8000;

/// The definitions of `text`, in order of their statements.
pub(crate) fn find(text: &str, blocks: &[Block]) -> Vec<DefinitionRecord> {
    let mut records = Vec::new();
    for section in sections(text, blocks) {
        let found = of_section(text, &section);
        records.extend(found.into_iter().filter_map(|one| record(text, one, &section)));
    }
    records.sort_by_key(|record: &DefinitionRecord| (record.statement_start, record.start));
    let (mut abbreviated, mut stated) = (HashSet::new(), HashSet::new());
    records.retain(|record| match record.form {
        DefinitionForm::Acronym => abbreviated.insert(record.normalised.clone()),
        _ => stated.insert((record.statement_start, record.normalised.clone())),
    });
    records
}

/// Where `text` states what terms mean, in order and without overlap. Abbreviations and roles are
/// given in passing and do not count.
pub(crate) fn statements(text: &str, blocks: &[Block]) -> Vec<Range<usize>> {
    let passing = |form| matches!(form, DefinitionForm::Acronym | DefinitionForm::Hereinafter);
    let mut statements: Vec<Range<usize>> = Vec::new();
    for record in find(text, blocks).into_iter().filter(|record| !passing(record.form)) {
        let end = statements.last().map_or(0, |last| last.end);
        if record.statement_end > end {
            statements.push(record.statement_start.max(end)..record.statement_end);
        }
    }
    statements
}

fn of_section(text: &str, section: &Section) -> Vec<Found> {
    let chain = &section.place.parent_chain;
    if titles::lists_sources(chain) {
        return vec![];
    }
    let listing = titles::listing(chain);
    let full = listing == Listing::Full;
    let units = units(text, section, |unit| full && every_line_is_an_entry(text, unit));
    let mut found = Vec::new();
    let titled = heading(text, section, listing, units.first());
    let mut next = usize::from(titled.is_some());
    found.extend(titled);
    while let Some((unit, kind)) = units.get(next) {
        let from = found.len();
        next += 1;
        match kind {
            BlockKind::Code | BlockKind::Heading(_) => {}
            BlockKind::Table => {
                entry::table(text, unit, listing, &mut found);
                parens::read(text, unit, &mut found);
            }
            _ => next += of_unit(text, unit, listing, units.get(next), &mut found),
        }
        let open = found.last().is_some_and(|last| {
            found.len() > from && part(text, &last.statement).trim_end().ends_with(':')
        });
        if open && let Some(last) = found.last_mut() {
            next += go_on(text, last, units.get(next..).unwrap_or_default());
        }
    }
    found
}

/// Reads one paragraph or item; says how many of the units after it were read along.
fn of_unit(
    text: &str,
    unit: &Range<usize>,
    listing: Listing,
    after: Option<&(Range<usize>, BlockKind)>,
    found: &mut Vec<Found>,
) -> usize {
    let from = found.len();
    if part(text, unit).contains("\n:") {
        entry::definition_list(text, unit, found);
        if found.len() > from {
            return 0;
        }
    }
    if listing == Listing::Full
        && let Some((next, BlockKind::Paragraph)) = after
        && let Some(apart) = bold_line(text, unit, next)
    {
        found.push(apart);
        return 1;
    }
    let sentences: Vec<Range<usize>> = sentences(part(text, unit))
        .map(|sentence| unit.start + sentence.start..unit.start + sentence.end)
        .collect();
    if listing != Listing::No
        && let Some(entry) = entry::read(text, unit, listing).filter(|one| parted(text, one))
    {
        found.push(entry);
        return 0;
    }
    for sentence in &sentences {
        let limits = List::of("limits of definitions")
            .entries()
            .iter()
            .any(|lead| words::phrase(part(text, sentence), lead).is_some());
        match found.get_mut(from..).and_then(<[Found]>::last_mut) {
            Some(last) if limits => {
                last.statement.end = sentence.start + part(text, sentence).trim_end().len();
            }
            _ => inline::read(text, sentence, listing, found),
        }
    }
    if listing != Listing::No && found.len() == from {
        found.extend(entry::read(text, unit, listing));
    }
    if found.len() == from || listing == Listing::No {
        for sentence in &sentences {
            parens::read(text, sentence, found);
        }
    }
    0
}

/// Whether a sign, not just a mark, stands between the term and what it means.
fn parted(text: &str, entry: &Found) -> bool {
    let gap = part(text, &(entry.term.end..entry.meaning.start));
    gap.contains([':', '–', '—', '=']) || gap.contains(" - ")
}

/// `ATP: adenosine triphosphate`, line by line.
fn every_line_is_an_entry(text: &str, range: &Range<usize>) -> bool {
    let mut at = range.start;
    let mut lines = part(text, range).split_inclusive('\n').map(|line| {
        at += line.len();
        at - line.len()..at
    });
    let entry = |line: Range<usize>| {
        entry::read(text, &line, Listing::Full).is_some_and(|one| parted(text, &one))
    };
    part(text, range).contains('\n') && lines.all(entry)
}

/// A glossary's heading that is the term, with its first paragraph.
fn heading(
    text: &str,
    section: &Section,
    listing: Listing,
    first: Option<&(Range<usize>, BlockKind)>,
) -> Option<Found> {
    let (unit, kind) = first.filter(|_| listing == Listing::Full)?;
    let title = section.place.parent_chain.last()?;
    let plain = titles::plain(title);
    let is_list = titles::own_listing(title) != Listing::No
        || List::of("headings that are no terms").has(&plain);
    let letter = plain.chars().count() < 2 || plain.split_whitespace().count() > 8;
    let prose = matches!(kind, BlockKind::Paragraph | BlockKind::ListItem);
    if is_list || letter || !prose || entry::read(text, unit, Listing::Full).is_some() {
        return None;
    }
    let heading = section.headings.last()?;
    let words = part(text, heading);
    let lead = words.len() - words.trim_start_matches(['#', ' ']).len();
    let lead = lead + words::item_mark(words.get(lead..)?);
    let name = words.get(lead..)?.trim_end_matches(|c: char| c.is_whitespace() || c == '#');
    let start = heading.start + lead;
    let term = start..start + name.lines().next()?.trim_end().len();
    let form = DefinitionForm::Glossary;
    Some(Found { term, meaning: unit.clone(), statement: heading.start..unit.end, form })
}

/// A paragraph that is just a term in bold, and the one after it.
fn bold_line(text: &str, unit: &Range<usize>, next: &Range<usize>) -> Option<Found> {
    let words = part(text, unit);
    let term = marks::beginning(words).filter(|term| term.bold && term.outer.end == words.len())?;
    if marks::beginning(part(text, next)).is_some_and(|next| next.bold) {
        return None;
    }
    let term = unit.start + term.inner.start..unit.start + term.inner.end;
    let form = DefinitionForm::Glossary;
    Some(Found { term, meaning: next.clone(), statement: unit.start..next.end, form })
}

/// Takes the list that a meaning ends with a colon for; says how many units it has.
fn go_on(text: &str, last: &mut Found, after: &[(Range<usize>, BlockKind)]) -> usize {
    let mut taken = 0;
    for (unit, kind) in after {
        let words = part(text, unit);
        let mark = words::item_mark(words);
        let entry = words.get(mark..).is_some_and(|words| marks::beginning(words).is_some());
        let item = mark > 0 && !matches!(kind, BlockKind::Table | BlockKind::Code);
        if !item || entry || unit.end - last.statement.start > LIST_BYTES {
            break;
        }
        last.statement.end = unit.end;
        last.meaning.end = unit.end;
        taken += 1;
    }
    taken
}

fn record(text: &str, found: Found, section: &Section) -> Option<DefinitionRecord> {
    let term = clean(part(text, &found.term));
    let normalised = normalise_term(&term);
    let meaning = trim(text, &found.meaning)?;
    let statement = found.statement;
    if normalised.is_empty() || text.get(statement.clone()).is_none() {
        return None;
    }
    let after = part(text, &(meaning.start..statement.end.max(meaning.end)));
    Some(DefinitionRecord {
        term,
        normalised,
        form: found.form,
        start: meaning.start,
        end: meaning.end,
        statement_start: statement.start.min(meaning.start),
        statement_end: statement.end.max(meaning.end),
        section_id: section.place.section_id.clone(),
        exceptions: exception::exceptions(after),
    })
}

/// A term on one line, without marks at its ends.
fn clean(term: &str) -> String {
    let marks = |c: char| "*_`“”\"„«»‘’ ".contains(c);
    let words = term.trim_matches(|c: char| c.is_whitespace() || marks(c));
    let mut clean = String::with_capacity(words.len());
    for word in words.split_whitespace() {
        if !clean.is_empty() {
            clean.push(' ');
        }
        clean.push_str(word);
    }
    clean
}
