//! How well wing, room and hall are guessed, on rows whose place a reader has written down. It shows
//! misses of the rows alone that the rules were written with, so that the others stay unseen.

use super::place::{AT_ONCE, Vocabulary};
use super::vocabulary::builtin;
use crate::hall;
use serde::Deserialize;
use std::collections::BTreeMap;
use types::{ClassScore, Hall, LabelledPart, LabelledReport, NodeKind, Place, Tally};

/// Most misses told.
const MISSES: usize = 200;

/// A line of `assets/eval/palace.jsonl`.
#[derive(Clone, Debug, Deserialize)]
struct Row {
    name: String,
    description: String,
    kind: NodeKind,
    wing: String,
    room: String,
    hall: Hall,
    split: Split,
}

/// Whether the rules were written with a row in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Split {
    Seen,
    Held,
}

/// Tallies of one thing that is judged, by class.
type Tallies = BTreeMap<String, Tally>;

/// Judges the built-in vocabulary and the rules of the halls by labelled rows: parts `wing`, `room`
/// (as `wing/room`) and `hall`, each for the rows `seen` and those `held` back.
///
/// A guess of 0.7 or less is none, so precision speaks of what is placed at once, and `got` of
/// `expected` is the share that is. Rows labelled `unsorted` expect no place: what is placed of them
/// counts against precision.
///
/// # Errors
/// The number of the first line that is no row, and why.
pub fn score_palace(jsonl: &str) -> Result<LabelledReport, String> {
    let vocabulary = Vocabulary::compile(&builtin());
    let mut parts: BTreeMap<(Split, usize), Tallies> = BTreeMap::new();
    let mut report =
        LabelledReport { file: String::new(), rows: 0, parts: Vec::new(), misses: Vec::new() };
    for (number, line) in jsonl.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let row: Row =
            serde_json::from_str(line).map_err(|error| format!("line {}: {error}", number + 1))?;
        report.rows += 1;
        for (part, (expected, got)) in judged(&vocabulary, &row).into_iter().enumerate() {
            let tallies = parts.entry((row.split, part)).or_default();
            count(tallies, expected.as_deref(), got.as_deref());
            if expected != got && row.split == Split::Seen && report.misses.len() < MISSES {
                let shown = |class: Option<String>| class.unwrap_or_else(|| "none".to_owned());
                let name = PARTS.get(part).copied().unwrap_or_default();
                let (expected, got) = (shown(expected), shown(got));
                report.misses.push(format!("{name}: {expected}, got {got}: {}", row.name));
            }
        }
    }
    report.parts =
        parts.into_iter().map(|((split, part), tallies)| shown(split, part, tallies)).collect();
    Ok(report)
}

/// What is judged, in order.
const PARTS: [&str; 3] = ["wing", "room", "hall"];

/// For each part the class expected and the class that came out.
fn judged(vocabulary: &Vocabulary, row: &Row) -> [(Option<String>, Option<String>); 3] {
    let guess = vocabulary.place(&row.name, &row.description);
    let sure = guess.confidence > AT_ONCE;
    let sorted = row.wing != Place::UNSORTED;
    let room = |wing: &str, room: &str| format!("{wing}/{room}");
    // the sentence it was read in says more than its name
    let sentence = if row.description.is_empty() { &row.name } else { &row.description };
    let (hall, _) = hall(row.kind, sentence);
    [
        (sorted.then(|| row.wing.clone()), sure.then(|| guess.wing.clone())),
        (sorted.then(|| room(&row.wing, &row.room)), sure.then(|| room(&guess.wing, &guess.room))),
        (Some(row.hall.as_str().to_owned()), Some(hall.as_str().to_owned())),
    ]
}

fn count(tallies: &mut Tallies, expected: Option<&str>, got: Option<&str>) {
    let mut add =
        |class: &str, tally: Tally| *tallies.entry(class.to_owned()).or_default() += tally;
    let one = |matched, expected, got| Tally {
        matched: u64::from(matched),
        expected: u64::from(expected),
        got: u64::from(got),
    };
    // the empty name sorts before every class, and is shown as `all`
    add("", one(expected.is_some() && expected == got, expected.is_some(), got.is_some()));
    match (expected, got) {
        (Some(expected), Some(got)) if expected == got => add(expected, one(true, true, true)),
        (expected, got) => {
            expected.into_iter().for_each(|class| add(class, one(false, true, false)));
            got.into_iter().for_each(|class| add(class, one(false, false, true)));
        }
    }
}

fn shown(split: Split, part: usize, tallies: Tallies) -> LabelledPart {
    let scores = tallies.into_iter().map(|(class, tally)| {
        let class = if class.is_empty() { "all".to_owned() } else { class };
        ClassScore::new(class, tally)
    });
    LabelledPart {
        part: PARTS.get(part).copied().unwrap_or_default().to_owned(),
        split: if split == Split::Seen { "seen" } else { "held" }.to_owned(),
        scores: scores.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = r#"
        {"name":"public key encryption","description":"","kind":"concept","wing":"security","room":"encryption","hall":"fact","split":"seen"}
        {"name":"aardvark","description":"","kind":"concept","wing":"biology","room":"general","hall":"fact","split":"seen"}
        {"name":"zebra ticket desk","description":"","kind":"entity","wing":"unsorted","room":"unsorted","hall":"event","split":"seen"}
        {"name":"encrypted mail","description":"","kind":"concept","wing":"law","room":"contracts","hall":"fact","split":"held"}
    "#;

    #[test]
    fn rows_are_counted_by_part_and_split() {
        let report = score_palace(ROWS).unwrap();
        let all: Vec<(&str, &str, Tally)> = report
            .parts
            .iter()
            .map(|part| {
                assert_eq!(part.scores[0].class, "all");
                (part.part.as_str(), part.split.as_str(), part.scores[0].tally)
            })
            .collect();
        let tally = |matched, expected, got| Tally { matched, expected, got };
        assert_eq!(
            all,
            [
                ("wing", "seen", tally(1, 2, 1)),
                ("room", "seen", tally(1, 2, 1)),
                ("hall", "seen", tally(2, 3, 3)),
                ("wing", "held", tally(0, 1, 1)),
                ("room", "held", tally(0, 1, 1)),
                ("hall", "held", tally(1, 1, 1)),
            ]
        );
        assert_eq!((report.rows, report.file.as_str()), (4, ""));
        assert_eq!(
            report.misses,
            [
                "wing: biology, got none: aardvark",
                "room: biology/general, got none: aardvark",
                "hall: event, got fact: zebra ticket desk",
            ]
        );
    }

    #[test]
    fn a_line_that_is_no_row_is_told() {
        assert!(score_palace("\n{\"name\":1}").unwrap_err().starts_with("line 2: "));
        assert_eq!(score_palace("").unwrap().rows, 0);
    }
}
