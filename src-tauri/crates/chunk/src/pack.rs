//! Atoms to pieces: as many as fit, ending at a block's edge where one is near, each piece after the
//! first beginning with the last sentences of the one before.

use crate::{
    atoms::{Atom, Role, hull},
    measure::Measure,
    scraps::is_short,
};
use std::ops::Range;

/// Runs of atoms, by index, each at most the measure's limit. Every atom is in one, and runs start
/// in order. What overlaps is prose.
pub(crate) fn pack(
    measure: &Measure<'_>,
    atoms: &[Atom],
    overlap_tokens: usize,
) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut fresh = 0;
    while fresh < atoms.len() {
        let earliest = runs.last().map_or(fresh, |run| run.start + 1);
        let start = overlap(atoms, earliest..fresh, overlap_tokens);
        let run = fit(measure, atoms, start, fresh);
        fresh = run.end;
        runs.push(run);
    }
    mend_last(measure, atoms, &mut runs);
    runs
}

/// A last run that is but a scrap begins as much earlier as it takes. Prose is repeated; a table or
/// code goes over to it from the run before.
fn mend_last(measure: &Measure<'_>, atoms: &[Atom], runs: &mut [Range<usize>]) {
    let [earlier @ .., before, last] = runs else { return };
    let inside = |run: &Range<usize>| hull(atoms.get(run.clone()).unwrap_or_default());
    let short = |run: &Range<usize>| inside(run).is_some_and(|it| is_short(measure.text, &it));
    let mut longer = last.clone();
    while short(&longer) && longer.start > before.start + 1 {
        longer.start -= 1;
    }
    let taken = atoms.get(longer.start..last.start).unwrap_or_default();
    let fits = inside(&longer).is_some_and(|it| measure.tokens(&it) <= measure.max_tokens);
    if taken.is_empty()
        || short(&longer)
        || !fits
        || taken.iter().any(|atom| atom.role == Role::Heading)
    {
        return;
    }
    let shared = atoms.get(longer.start..before.end.max(longer.start)).unwrap_or_default();
    if shared.iter().any(|atom| atom.role == Role::Set) {
        // the run before keeps words of its own
        let is_repeated = earlier.last().is_some_and(|run| longer.start <= run.end);
        if is_repeated || short(&(before.start..longer.start)) {
            return;
        }
        before.end = longer.start;
    }
    *last = longer;
}

/// Where a piece begins that repeats about `overlap_tokens` of `before`; nothing of what stands above a
/// heading.
fn overlap(atoms: &[Atom], before: Range<usize>, overlap_tokens: usize) -> usize {
    let heading = atoms.get(before.end).is_some_and(|next| next.role == Role::Heading);
    let most = if heading { 0 } else { overlap_tokens + overlap_tokens / 2 };
    let mut repeated = 0;
    let repeats = |atom: &&Atom| {
        repeated += atom.tokens;
        atom.role == Role::Prose && repeated <= most
    };
    let tail = atoms.get(before.clone()).unwrap_or_default();
    before.end - tail.iter().rev().take_while(repeats).count()
}

/// The longest run that holds the atom `fresh` and begins between `start` and it.
fn fit(measure: &Measure<'_>, atoms: &[Atom], mut start: usize, fresh: usize) -> Range<usize> {
    let tokens = |at: usize| atoms.get(at).map_or(0, |atom| atom.tokens);
    let mut sum: usize = (start..=fresh).map(tokens).sum();
    while start < fresh && sum > measure.max_tokens {
        sum -= tokens(start);
        start += 1;
    }
    let mut end = fresh + 1;
    while end < atoms.len() && sum + tokens(end) <= measure.max_tokens {
        sum += tokens(end);
        end += 1;
    }
    if end < atoms.len() {
        end = block_edge(measure, atoms, fresh..end, sum);
    }
    not_into_a_heading(atoms, shrink(measure, atoms, start..end, fresh), fresh)
}

/// A run that is cut right below a heading ends above it, where that leaves it the atom `fresh`.
fn not_into_a_heading(atoms: &[Atom], run: Range<usize>, fresh: usize) -> Range<usize> {
    let heading = |at: &usize| atoms.get(*at).is_some_and(|atom| atom.role == Role::Heading);
    let headings = (fresh + 1..run.end).rev().take_while(heading).count();
    let cut = run.end < atoms.len() && !heading(&run.end) && headings < run.end - fresh;
    if cut { run.start..run.end - headings } else { run }
}

/// The last edge of a block in a run of `sum` tokens that leaves it two thirds full; else its end.
/// A heading is not left behind: its text does not open a block that far into a piece.
fn block_edge(measure: &Measure<'_>, atoms: &[Atom], run: Range<usize>, mut sum: usize) -> usize {
    let opens = |at: usize| atoms.get(at).is_some_and(|atom| atom.opens);
    let mut end = run.end;
    while end > run.start + 1 && sum * 3 >= measure.max_tokens * 2 {
        if opens(end) {
            return end;
        }
        end -= 1;
        sum -= atoms.get(end).map_or(0, |atom| atom.tokens);
    }
    run.end
}

/// Whether the run fits for certain: white space between all of its atoms, and room for one token a
/// byte of it. Saves most pieces a second count of all their text.
fn fits_for_certain(measure: &Measure<'_>, atoms: &[Atom]) -> bool {
    let gaps = atoms.iter().zip(atoms.iter().skip(1)).map(|(a, b)| b.range.start - a.range.end);
    let (mut apart, mut room) = (true, measure.max_tokens);
    for gap in gaps {
        apart &= gap > 0;
        room = room.saturating_sub(gap);
    }
    apart && atoms.iter().map(|atom| atom.tokens).sum::<usize>() <= room
}

/// Counts the run as a whole and gives back atoms until it fits: fresh ones from its end first, then
/// repeated ones from its start. One fresh atom alone fits by construction.
fn shrink(
    measure: &Measure<'_>,
    atoms: &[Atom],
    mut run: Range<usize>,
    fresh: usize,
) -> Range<usize> {
    while run.len() > 1 {
        let inside = atoms.get(run.clone()).unwrap_or_default();
        if fits_for_certain(measure, inside) {
            break;
        }
        let whole = hull(inside).unwrap_or_default();
        let mut over = measure.tokens(&whole).saturating_sub(measure.max_tokens);
        if over == 0 {
            break;
        }
        while over > 0 && run.len() > 1 {
            let given_back = if run.end > fresh + 1 {
                run.end -= 1;
                run.end
            } else {
                run.start += 1;
                run.start - 1
            };
            over = over.saturating_sub(atoms.get(given_back).map_or(1, |atom| atom.tokens.max(1)));
        }
    }
    run
}
