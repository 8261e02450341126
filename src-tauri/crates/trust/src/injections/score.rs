//! How well [`super::weigh`] does on labelled texts. Reads rows as JSON lines; nothing else.

use super::weigh;
use serde::Deserialize;
use std::collections::BTreeMap;
use types::{ClassScore, LabelledPart, LabelledReport, Tally};

/// Rows told that were judged wrong.
const MISSES: usize = 200;

#[derive(Deserialize)]
struct Row {
    text: String,
    kind: String,
    #[serde(default)]
    language: String,
    #[serde(default)]
    how: String,
    #[serde(default)]
    hidden: bool,
    #[serde(default)]
    half: Option<String>,
}

/// Texts of one half and group: all, attacks, harmless ones, and those of them that were flagged.
#[derive(Default)]
struct Count {
    attacks: u64,
    seen: u64,
    harmless: u64,
    flagged: u64,
}

/// Scores labelled texts, `{"text","kind","language","how","hidden","half"}` a line. For each half: a
/// row `attack` (recall: attacks that were flagged; precision: flagged texts that are attacks) and a row
/// `harmless` (recall: harmless texts that were left alone), for all rows, by language and by how the
/// attack is made. Misses are told of the half `seen` alone.
///
/// # Errors
/// A line that is no such row, by its number.
pub fn score_injections(jsonl: &str) -> Result<LabelledReport, String> {
    let mut counts: BTreeMap<(String, String), Count> = BTreeMap::new();
    let (mut rows, mut misses) = (0, Vec::new());
    for (number, line) in jsonl.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let row: Row =
            serde_json::from_str(line).map_err(|error| format!("line {}: {error}", number + 1))?;
        let attack = match row.kind.as_str() {
            "attack" => true,
            "harmless" => false,
            other => return Err(format!("line {}: {other} is no kind", number + 1)),
        };
        let hidden: Vec<_> = row.hidden.then_some(0..row.text.len()).into_iter().collect();
        let flagged = !weigh(&row.text, &hidden).passages.is_empty();
        rows += 1;
        let half = row.half.unwrap_or_else(|| "held".to_owned());
        if flagged != attack && half == "seen" && misses.len() < MISSES {
            misses.push(format!("{} ({}, {}): {}", row.kind, row.language, row.how, row.text));
        }
        for part in ["all".to_owned(), row.language, row.how] {
            let count = counts.entry((part, half.clone())).or_default();
            match attack {
                true => {
                    (count.attacks, count.seen) =
                        (count.attacks + 1, count.seen + u64::from(flagged))
                }
                false => {
                    count.harmless += 1;
                    count.flagged += u64::from(flagged);
                }
            }
        }
    }
    let parts = counts.into_iter().map(|((part, split), count)| {
        let attack =
            Tally { matched: count.seen, expected: count.attacks, got: count.seen + count.flagged };
        let left = count.harmless - count.flagged;
        let harmless = Tally {
            matched: left,
            expected: count.harmless,
            got: left + count.attacks - count.seen,
        };
        let scores = vec![ClassScore::new("attack", attack), ClassScore::new("harmless", harmless)];
        LabelledPart { part, split, scores }
    });
    Ok(LabelledReport { file: String::new(), rows, parts: parts.collect(), misses })
}
