//! What a first weighing of all lines says of the company that a line keeps: of its neighbours, of
//! the lines of its style, of the lines numbered as it is, and of the document as a whole. A style
//! whose other lines are headings is one of headings; a document without any likely line is judged
//! by its likeliest.

use super::features::COUNT;
use super::lines::{Sight, Style};
use super::numbers::Kind;
use std::collections::HashMap;

/// How many features this adds to those of a line, and their names.
pub(super) const ADDED: usize = 19;
#[cfg(test)]
pub(super) const NAMES: [&str; ADDED] = [
    "odds",
    "odds_before",
    "odds_after",
    "style_found",
    "style_sum",
    "style_best",
    "series_found",
    "series_sum",
    "found_a_page",
    "found",
    "found_of_style",
    "best",
    "likelier",
    "since",
    "until",
    "found_bold",
    "found_numbered",
    "found_larger",
    "found_capitals",
];

/// Odds of what can be no heading, and the bound of all others.
const NONE: f32 = 9.0;
/// Lines since the last likely one, and until the next, are counted so far.
const FAR: usize = 60;
/// Type this much larger than the body's is larger.
const LARGER: f32 = 1.08;

/// Lines that have something in common.
#[derive(Clone, Copy, Default)]
struct Kin {
    lines: usize,
    /// Sum of their probabilities.
    sum: f32,
    best: f32,
}

/// What the first weighing found, by what lines have in common.
pub(super) struct Company<'a> {
    sight: &'a Sight<'a>,
    odds: &'a [f32],
    all: Kin,
    styles: HashMap<Style, Kin>,
    series: HashMap<(Kind, u8), Kin>,
    /// Sums of the probabilities of lines that are bold, numbered, larger, in capitals.
    habits: [f32; 4],
    /// All odds, from the highest.
    ranked: Vec<f32>,
    /// Lines since the last likely one, and until the next.
    since: Vec<usize>,
    until: Vec<usize>,
}

impl Kin {
    fn add(&mut self, odds: f32) {
        let odds = bounded(odds);
        self.best = if self.lines == 0 { odds } else { self.best.max(odds) };
        self.lines += 1;
        self.sum += probability(odds);
    }

    fn mean(&self) -> f32 {
        self.sum / self.lines.max(1) as f32
    }
}

impl<'a> Company<'a> {
    /// `odds` are those of each line of `sight`; `f32::MIN` for what can be none.
    pub(super) fn of(sight: &'a Sight<'a>, odds: &'a [f32]) -> Self {
        let mut own = Self {
            sight,
            odds,
            all: Kin::default(),
            styles: HashMap::new(),
            series: HashMap::new(),
            habits: [0.0; 4],
            ranked: odds.iter().copied().filter(|odds| *odds > f32::MIN).map(bounded).collect(),
            since: distances(odds.iter()),
            until: distances(odds.iter().rev()).into_iter().rev().collect(),
        };
        own.ranked.sort_by(|a, b| b.total_cmp(a));
        for (seen, odds) in sight.lines.iter().zip(odds).filter(|(_, odds)| **odds > f32::MIN) {
            own.all.add(*odds);
            own.styles.entry(seen.style).or_default().add(*odds);
            if let Some((number, _)) = seen.number {
                own.series.entry((number.kind, number.depth())).or_default().add(*odds);
            }
            let is_larger = seen.line.size > sight.body_size * LARGER;
            let habits =
                [seen.line.bold, seen.number.is_some(), is_larger, seen.style.is_capitals()];
            for (sum, _) in own.habits.iter_mut().zip(habits).filter(|(_, has)| *has) {
                *sum += probability(bounded(*odds));
            }
        }
        own
    }

    /// The features of the line at `at`, and these.
    pub(super) fn row(&self, at: usize, line: &[f32; COUNT]) -> Vec<f32> {
        line.iter().copied().chain(self.added(at)).collect()
    }

    fn added(&self, at: usize) -> [f32; ADDED] {
        let Some(seen) = self.sight.lines.get(at) else { return [0.0; ADDED] };
        let odds_at = |at: Option<usize>| {
            let near = at.and_then(|at| self.sight.lines.get(at).filter(|own| own.is_with(seen)));
            let odds = at.and_then(|at| self.odds.get(at)).filter(|_| near.is_some());
            odds.map_or(-NONE, |odds| bounded(*odds))
        };
        let own = odds_at(Some(at));
        let style = self.styles.get(&seen.style).copied().unwrap_or_default();
        let series = seen.number.map(|(number, _)| (number.kind, number.depth()));
        let series = series.and_then(|key| self.series.get(&key).copied());
        let likelier = self.ranked.partition_point(|odds| *odds > own);
        let [bold, numbered, larger, capitals] =
            self.habits.map(|sum| sum / self.all.sum.max(0.01));
        let many = |sum: f32| (1.0 + sum).ln();
        [
            own,
            odds_at(at.checked_sub(1)),
            odds_at(Some(at + 1)),
            style.mean(),
            many(style.sum),
            style.best,
            series.map_or(-1.0, |series| series.mean()),
            series.map_or(-1.0, |series| many(series.sum)),
            self.all.sum / self.sight.pages as f32,
            many(self.all.sum),
            style.sum / self.all.sum.max(0.01),
            self.all.best,
            many(likelier as f32),
            self.since.get(at).copied().unwrap_or(FAR) as f32,
            self.until.get(at).copied().unwrap_or(FAR) as f32,
            bold,
            numbered,
            larger,
            capitals,
        ]
    }
}

fn bounded(odds: f32) -> f32 {
    odds.clamp(-NONE, NONE)
}

fn probability(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// For each line, how many lines ago a likely one was, itself apart.
fn distances<'a>(odds: impl Iterator<Item = &'a f32>) -> Vec<usize> {
    let mut since = FAR;
    let mut next = |odds: &f32| {
        let own = since;
        since = if *odds > 0.0 { 1 } else { (since + 1).min(FAR) };
        own
    };
    odds.map(&mut next).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likely_lines_are_counted_from_both_sides() {
        let odds = [-1.0, 2.0, f32::MIN, -3.0, 1.0, -0.5];
        assert_eq!(distances(odds.iter()), [FAR, FAR, 1, 2, 3, 1]);
        let until: Vec<usize> = distances(odds.iter().rev()).into_iter().rev().collect();
        assert_eq!(until, [1, 3, 2, 1, FAR, FAR]);
    }

    #[test]
    fn kin_have_a_mean_and_a_best() {
        let mut kin = Kin::default();
        [-20.0, 0.0, 20.0].into_iter().for_each(|odds| kin.add(odds));
        assert!((kin.mean() - 0.5).abs() < 1e-3);
        assert_eq!(kin.best, NONE);
        let mut low = Kin::default();
        low.add(-4.0);
        assert_eq!(low.best, -4.0);
    }
}
