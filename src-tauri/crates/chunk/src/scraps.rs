//! Which sections are cut together: a line of authors, a lone heading or a caption between two headings
//! proves nothing by itself, so it opens the piece of what follows it. A section with a number of its
//! own keeps it, however short: "4.3(a) The supplier shall pay." is looked for by its number.

use crate::atoms::{self, Atom, Role, hull};
use crate::{
    measure::{Measure, part},
    outline::{Place, Section},
};
use std::ops::Range;

/// Characters below which a passage is held to prove nothing.
pub(crate) const SCRAP_CHARS: usize = 120;

/// Sections that are cut as one stretch, and what they are made of.
pub(crate) struct Stretch {
    pub(crate) atoms: Vec<Atom>,
    /// One a section: one past its last atom, and where it stands.
    places: Vec<(usize, Place)>,
}

impl Stretch {
    /// Where a run of atoms stands: in the section that it ends in.
    pub(crate) fn place(&self, run: &Range<usize>) -> Option<&Place> {
        let next = self.places.partition_point(|(end, _)| *end < run.end);
        self.places.get(next).map(|(_, place)| place)
    }
}

/// The stretches of a text, in order. Sections without anything in them are left out.
pub(crate) fn stretches(measure: &Measure<'_>, sections: Vec<Section>) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    // whether the last stretch waits for what follows it: a heading alone, or a few words too
    let mut waits = None;
    for section in sections {
        let atoms = atoms::of_section(measure, &section);
        if atoms.is_empty() {
            continue;
        }
        let scrap = scrap(measure.text, &section, &atoms);
        let joins = match waits {
            Some(Scrap::Heading) => true,
            Some(Scrap::Words(level)) => level < section.first_level,
            None => false,
        };
        match stretches.last_mut().filter(|_| joins) {
            Some(last) => last.push(section, atoms),
            None => {
                let mut stretch = Stretch { atoms: Vec::new(), places: Vec::new() };
                stretch.push(section, atoms);
                stretches.push(stretch);
            }
        }
        waits = scrap;
    }
    if waits == Some(Scrap::Heading) {
        join_last(&mut stretches);
    }
    stretches
}

impl Stretch {
    fn push(&mut self, section: Section, atoms: Vec<Atom>) {
        self.atoms.extend(atoms);
        self.places.push((self.atoms.len(), section.place));
    }
}

/// A text's last heading, with nothing after it, goes with what stands before.
fn join_last(stretches: &mut Vec<Stretch>) {
    let alone = stretches.last().is_some_and(|last| last.atoms.iter().all(is_heading));
    let Some(last) = stretches.pop_if(|_| alone) else { return };
    let Some(before) = stretches.last_mut() else {
        stretches.push(last);
        return;
    };
    let place = before.places.last().map(|(_, place)| place.clone()).unwrap_or_default();
    before.atoms.extend(last.atoms);
    before.places.push((before.atoms.len(), place));
}

/// What a section without a number is, where it is too little.
#[derive(Clone, Copy, PartialEq)]
enum Scrap {
    /// Nothing but headings.
    Heading,
    /// A few words, under a heading of this level.
    Words(u8),
}

fn scrap(text: &str, section: &Section, atoms: &[Atom]) -> Option<Scrap> {
    let numbered = section.ids.iter().any(|(id, _)| !id.is_empty());
    let whole = hull(atoms).unwrap_or_default();
    if numbered || !is_short(text, &whole) {
        return None;
    }
    let headings = atoms.iter().all(is_heading);
    Some(if headings { Scrap::Heading } else { Scrap::Words(section.place.heading_level) })
}

fn is_heading(atom: &Atom) -> bool {
    atom.role == Role::Heading
}

/// Whether `range` has fewer characters than a passage needs.
pub(crate) fn is_short(text: &str, range: &Range<usize>) -> bool {
    range.len() < SCRAP_CHARS * 4 && part(text, range).chars().count() < SCRAP_CHARS
}
