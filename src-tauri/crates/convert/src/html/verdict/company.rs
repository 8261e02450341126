//! What a first weighing of all units says of the company that a unit keeps: of its neighbours, of
//! what is in the same elements, of what is built alike, and of the page as a whole.

use super::sight::{self, Sight};
use std::collections::HashMap;

/// How many features this adds to those of a unit, and their names.
pub(super) const ADDED: usize = 22;
#[cfg(test)]
pub(super) const NAMES: [&str; ADDED] = [
    "odds",
    "before1",
    "before2",
    "before3",
    "after1",
    "after2",
    "after3",
    "before_best",
    "after_best",
    "kin_chance",
    "up1_chance",
    "up2_chance",
    "up3_chance",
    "up4_chance",
    "since",
    "until",
    "found_before",
    "found",
    "found_share",
    "best",
    "heading_chance",
    "section_chance",
];

/// Odds are bounded so, and of what is not there.
const NONE: f32 = 6.0;
/// Units since the last likely one, and until the next, are counted so far.
const FAR: usize = 30;
/// Neighbours whose best is told.
const NEAR: usize = 6;

/// Chances and the letters they weigh.
#[derive(Clone, Copy, Default)]
struct Sum {
    chance: f32,
    weight: f32,
}

impl Sum {
    fn add(&mut self, chance: f32, weight: f32) {
        self.chance += chance * weight;
        self.weight += weight;
    }

    fn mean(&self) -> f32 {
        if self.weight > 0.0 { self.chance / self.weight } else { -1.0 }
    }
}

/// The features that the odds of all units add to each.
pub(super) fn rows(sight: &Sight, odds: &[f32]) -> Vec<[f32; ADDED]> {
    let (page, units) = (sight.page, sight.units);
    let odds: Vec<f32> = odds.iter().map(|odds| odds.clamp(-NONE, NONE)).collect();
    let chances: Vec<f32> = odds.iter().map(|odds| 1.0 / (1.0 + (-odds).exp())).collect();
    let weights: Vec<f32> = units.iter().map(|unit| (unit.letters as f32).sqrt()).collect();
    let mut within = vec![Sum::default(); page.len()];
    let mut kin: HashMap<u64, Sum> = HashMap::new();
    let mut whole = Sum::default();
    let each = || chances.iter().copied().zip(weights.iter().copied());
    for ((unit, own), (chance, weight)) in units.iter().zip(&sight.kin).zip(each()) {
        within.get_mut(unit.element).into_iter().for_each(|sum| sum.add(chance, weight));
        kin.entry(*own).or_default().add(chance, weight);
        whole.add(chance, weight);
    }
    for id in (1..page.len()).rev() {
        let own = within.get(id).copied().unwrap_or_default();
        let above = within.get_mut(page.parent(id));
        above.into_iter().for_each(|sum| {
            sum.chance += own.chance;
            sum.weight += own.weight;
        });
    }
    let sections = sections(sight, each());
    let likely = || odds.iter().map(|odds| *odds > 0.0);
    let (since, mut until) = (sight::since(likely(), FAR), sight::since(likely().rev(), FAR));
    until.reverse();
    let best = odds.iter().copied().fold(-NONE, f32::max);
    let at = |list: &[f32], at: Option<usize>| at.and_then(|at| list.get(at)).copied();
    let odd = |place: Option<usize>| at(&odds, place).unwrap_or(-NONE);
    let highest =
        |part: Option<&[f32]>| part.unwrap_or_default().iter().copied().fold(-NONE, f32::max);
    let (mut before, mut heading) = (0.0, -1.0);
    let mut rows = Vec::with_capacity(units.len());
    for (place, unit) in units.iter().enumerate() {
        let after = place + 1;
        let end = (after + NEAR).min(units.len());
        let mut up = unit.element;
        let mut above = || {
            let mean = within.get(up).map_or(-1.0, Sum::mean);
            up = page.parent(up);
            mean
        };
        let ups = [above(), above(), above(), above()];
        let own_kin = sight.kin.get(place).and_then(|own| kin.get(own));
        let (since, until) = (since.get(place), until.get(place));
        rows.push([
            odd(Some(place)),
            odd(place.checked_sub(1)),
            odd(place.checked_sub(2)),
            odd(place.checked_sub(3)),
            odd(Some(place + 1)),
            odd(Some(place + 2)),
            odd(Some(place + 3)),
            highest(odds.get(place.saturating_sub(NEAR)..place)),
            highest(odds.get(after.min(end)..end)),
            own_kin.map_or(-1.0, Sum::mean),
            ups[0],
            ups[1],
            ups[2],
            ups[3],
            since.copied().unwrap_or(FAR) as f32,
            until.copied().unwrap_or(FAR) as f32,
            before / whole.chance.max(0.01),
            whole.chance.ln_1p(),
            whole.mean(),
            best,
            heading,
            sections.get(place).copied().unwrap_or(-1.0),
        ]);
        let chance = at(&chances, Some(place)).unwrap_or(0.0);
        before += chance * at(&weights, Some(place)).unwrap_or(0.0);
        if sight.is_heading.get(place) == Some(&true) {
            heading = chance;
        }
    }
    rows
}

/// How likely what stands between two headings is, for each unit of it.
fn sections(sight: &Sight, each: impl Iterator<Item = (f32, f32)>) -> Vec<f32> {
    let mut numbers = Vec::with_capacity(sight.units.len());
    let mut sums: Vec<Sum> = vec![Sum::default()];
    for ((chance, weight), is_heading) in each.zip(&sight.is_heading) {
        if *is_heading {
            sums.push(Sum::default());
        } else {
            sums.last_mut().into_iter().for_each(|sum| sum.add(chance, weight));
        }
        numbers.push(sums.len() - 1);
    }
    numbers.iter().map(|number| sums.get(*number).map_or(-1.0, Sum::mean)).collect()
}
