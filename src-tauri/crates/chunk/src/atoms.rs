//! A section to atoms: the stretches that packing keeps whole. Sentences, tables and code where they
//! fit; else their lines, words or characters. An atom is never over the limit, unless it is one
//! character that is.

use crate::{
    measure::{Measure, part, trim},
    outline::Section,
};
use language::{grapheme_edges, sentences};
use std::ops::Range;
use types::BlockKind;

/// What an atom is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A heading.
    Heading,
    /// Running text: it may be repeated as overlap.
    Prose,
    /// A table or code.
    Set,
}

/// Something that packing does not cut.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    /// Without white space at its ends.
    pub(crate) range: Range<usize>,
    pub(crate) tokens: usize,
    pub(crate) role: Role,
    /// The first of its block.
    pub(crate) opens: bool,
    /// Inside a block of code, and not at its beginning.
    pub(crate) in_code: bool,
}

/// The atoms of a section in order. They cover all of it that is not white space.
pub(crate) fn of_section(measure: &Measure<'_>, section: &Section) -> Vec<Atom> {
    let mut atoms = Vec::new();
    for heading in &section.headings {
        read(measure, heading, Role::Heading, &mut atoms);
    }
    for (range, kind) in &section.body {
        let from = atoms.len();
        if matches!(kind, BlockKind::Table | BlockKind::Code) {
            read_set(measure, range, &mut atoms);
        } else {
            for sentence in sentences(part(measure.text, range)) {
                let sentence = range.start + sentence.start..range.start + sentence.end;
                read(measure, &sentence, Role::Prose, &mut atoms);
            }
        }
        for atom in atoms.get_mut(from + 1..).unwrap_or_default() {
            atom.in_code = *kind == BlockKind::Code;
        }
        if let Some(first) = atoms.get_mut(from) {
            first.opens = true;
        }
    }
    atoms
}

/// A table or code: whole where it fits, else its lines.
fn read_set(measure: &Measure<'_>, range: &Range<usize>, atoms: &mut Vec<Atom>) {
    let Some(range) = trim(measure.text, range) else { return };
    let tokens = measure.tokens(&range);
    if tokens <= measure.max_tokens {
        atoms.push(Atom { range, tokens, role: Role::Set, opens: false, in_code: false });
        return;
    }
    let mut start = range.start;
    for line in part(measure.text, &range).split_inclusive('\n') {
        read(measure, &(start..start + line.len()), Role::Set, atoms);
        start += line.len();
    }
}

/// `range` as one atom where it fits, else in parts of about a sixteenth of the limit.
fn read(measure: &Measure<'_>, range: &Range<usize>, role: Role, atoms: &mut Vec<Atom>) {
    let part_tokens = (measure.max_tokens / 16).max(1);
    let mut fitting = measure.max_tokens;
    let mut waiting = vec![range.clone()];
    while let Some(range) = waiting.pop() {
        let Some(range) = trim(measure.text, &range) else { continue };
        let tokens = measure.tokens(&range);
        let mut parts = vec![];
        if tokens > fitting {
            parts = divide(measure.text, &range, tokens.div_ceil(part_tokens).max(2));
        }
        if parts.is_empty() {
            atoms.push(Atom { range, tokens, role, opens: false, in_code: false });
        } else {
            waiting.extend(parts.into_iter().rev());
            fitting = (2 * part_tokens).min(measure.max_tokens);
        }
    }
}

/// Cuts `range` at about even distances into at most `count` parts that tile it; nothing where it is
/// a single character.
fn divide(text: &str, range: &Range<usize>, count: usize) -> Vec<Range<usize>> {
    let mut parts = Vec::with_capacity(count.min(range.len()));
    let mut start = range.start;
    let step = range.len().div_ceil(count).max(1);
    while let Some(cut) = edge(text, start, start.saturating_add(step), range.end) {
        parts.push(start..cut);
        start = cut;
    }
    if !parts.is_empty() {
        parts.push(start..range.end);
    }
    parts
}

/// The best place to cut after `start`, near `target` and before `end`: after a line in the second
/// half, else after a word, else between user-perceived characters, else between characters.
fn edge(text: &str, start: usize, target: usize, end: usize) -> Option<usize> {
    if target >= end {
        return None;
    }
    let target = text.floor_char_boundary(target);
    let half = text.floor_char_boundary(start + target.saturating_sub(start) / 2);
    let line = part(text, &(half..target)).rfind('\n').map(|at| half + at + 1);
    let word = || {
        let (at, space) =
            part(text, &(start..target)).char_indices().rfind(|(_, c)| c.is_whitespace())?;
        Some(start + at + space.len_utf8())
    };
    let next = || text.ceil_char_boundary(start + 1);
    let cut = line.or_else(word).or_else(|| cluster(text, start, target)).unwrap_or_else(next);
    (start < cut && cut < end).then_some(cut)
}

/// The last edge of a grapheme cluster (UAX #29) up to `target`, looking back a little.
fn cluster(text: &str, start: usize, target: usize) -> Option<usize> {
    let from = text.floor_char_boundary(target.saturating_sub(64)).max(start);
    let to = text.ceil_char_boundary((target + 64).min(text.len()));
    let edges = grapheme_edges(part(text, &(from..to)));
    let last = edges.map(|edge| from + edge).take_while(|edge| *edge <= target).last();
    last.filter(|edge| *edge > start).or((target > start).then_some(target))
}

/// From the first atom's first byte to the last atom's last.
pub(crate) fn hull(atoms: &[Atom]) -> Option<Range<usize>> {
    Some(atoms.first()?.range.start..atoms.last()?.range.end)
}
