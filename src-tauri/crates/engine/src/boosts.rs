//! What a question's names and dates, and a conversation's order, add to the rank of a turn: boosts, never
//! filters. Other documents are not touched by it.

use crate::{Snapshot, text_store::Opened};
use language::moments::{Asked, asked};
use search::{ChunkRef, Found};
use std::collections::HashMap;
use types::{ChunkKind, Format};

/// What a turn gains of the better of its neighbours' scores: what is answered stands in the turn before.
const NEIGHBOUR: f32 = 0.3;
/// What a turn gains whose speaker the question names.
const SPEAKER: f32 = 1.25;
/// What it gains on a day that is asked about, and close to one.
const DAY: f32 = 1.3;
const CLOSE: f32 = 1.1;
/// Days that are close.
const CLOSE_DAYS: u32 = 7;
/// Turns beyond those asked for that may rise.
const RISING: usize = 40;
/// Fewest turns whose neighbours are looked at.
const LOOKED_AT: usize = 150;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// What a question says of who and when.
pub(crate) struct Boosts {
    names: Vec<String>,
    times: Vec<Asked>,
}

impl Snapshot {
    /// What raises turns for a question; `None` where no conversation is here.
    pub(crate) fn boosts(&self, query: &str) -> Option<Boosts> {
        if !self.catalogue.holds(Format::Conversation) {
            return None;
        }
        let today = self.resources.now().unix_ms().div_euclid(DAY_MS);
        Some(Boosts {
            names: language::folded_runs(query),
            times: asked(query, i32::try_from(today).unwrap_or(i32::MAX)),
        })
    }

    /// Raises turns whose neighbours answer as well.
    pub(crate) fn with_neighbours(&self, mut found: Vec<Found>, wanted: usize) -> Vec<Found> {
        let scores: HashMap<ChunkRef, f32> =
            found.iter().map(|found| (found.chunk, found.score)).collect();
        let of = |chunk: &ChunkRef, ordinal: Option<u32>| {
            let chunk = ordinal.map(|ordinal| ChunkRef { ordinal, ..*chunk });
            chunk.and_then(|chunk| scores.get(&chunk)).copied().unwrap_or(0.0)
        };
        for found in found.iter_mut().filter(|found| !found.exact) {
            let chunk = found.chunk;
            let document = self.catalogue.get(&chunk.document);
            if document.is_some_and(|document| document.format == Format::Conversation) {
                let before = of(&chunk, chunk.ordinal.checked_sub(1));
                let after = of(&chunk, chunk.ordinal.checked_add(1));
                found.score += NEIGHBOUR * before.max(after);
            }
        }
        found.sort_by(|a, b| b.exact.cmp(&a.exact).then(b.score.total_cmp(&a.score)));
        found.truncate(wanted + RISING);
        found
    }
}

impl Boosts {
    /// How many to look at for as many as are wanted.
    pub fn depth(wanted: usize) -> usize {
        (wanted + RISING).max(LOOKED_AT)
    }

    /// Raises turns by who speaks and when, and puts hits in order.
    pub fn raise(&self, hits: Vec<(Opened, Found)>) -> Vec<(Found, Option<Opened>)> {
        let mut hits: Vec<(Found, Option<Opened>)> = hits
            .into_iter()
            .map(|(opened, mut found)| {
                if opened.chunk.kind == ChunkKind::Turn {
                    found.score *= self.factor(&opened.text, &opened.chunk.parent_chain);
                }
                (found, Some(opened))
            })
            .collect();
        hits.sort_by(|(a, _), (b, _)| b.exact.cmp(&a.exact).then(b.score.total_cmp(&a.score)));
        hits
    }

    fn factor(&self, turn: &str, headings: &[String]) -> f32 {
        // the first turn of a day has its heading above it
        let said = |line: &&str| !line.starts_with('#') && !line.trim().is_empty();
        let line = turn.lines().find(said).unwrap_or_default();
        let line = match line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((_, line)) => line,
            None => line,
        };
        let speaker = line.split(':').next().unwrap_or_default();
        let speaker = language::folded_runs(speaker.split('(').next().unwrap_or_default());
        let named = speaker.iter().any(|name| self.names.contains(name));
        let day = headings.iter().rev().find_map(|heading| day_of(heading));
        let off = |day| self.times.iter().map(|time| time.days_off(day)).min();
        let when = match day.and_then(off) {
            Some(0) => DAY,
            Some(days) if days <= CLOSE_DAYS => CLOSE,
            _ => 1.0,
        };
        if named { SPEAKER * when } else { when }
    }
}

/// The day that a heading names.
fn day_of(heading: &str) -> Option<i32> {
    asked(heading, 0).into_iter().find_map(|time| match time {
        Asked::Days(first, last) if first == last => Some(first),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::day_number;

    #[test]
    fn names_and_days_raise_a_turn() {
        let today = day_number(2023, 6, 14).unwrap();
        let boosts = |query: &str| Boosts {
            names: language::folded_runs(query),
            times: asked(query, today),
        };
        let may = ["A talk".to_owned(), "1:56 pm on 8 May, 2023".to_owned()];
        for (query, turn, expected) in [
            ("What did Ana plant?", "Ana: Beans.", SPEAKER),
            ("What did Ana plant?", "**Ana** (14:02): Beans.", SPEAKER),
            ("What did Ana plant?", "## 1:56 pm on 8 May, 2023\n\nAna: Beans.", SPEAKER),
            ("What did Ana plant?", "[14:02] Ana: Beans.", SPEAKER),
            ("What did Ana plant?", "Bo: Ana likes beans.", 1.0),
            ("What was planted last May?", "Ana: Beans.", DAY),
            ("What was planted by Ana in May?", "Ana: Beans.", SPEAKER * DAY),
            ("What was planted two weeks before 25 May 2023?", "Bo: Beans.", CLOSE),
            ("What was planted in 2021?", "Bo: Beans.", 1.0),
        ] {
            assert_eq!(boosts(query).factor(turn, &may), expected, "{query} {turn}");
        }
    }
}
