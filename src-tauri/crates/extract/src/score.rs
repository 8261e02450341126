//! How well [`crate::extract`] finds what a reader finds in labelled sentences. Misses are told of
//! the rows seen while the rules were written; those held back stay unseen.

use crate::candidate::{Candidate, End, Extracted, Source};
use crate::find::extract;
use crate::identifiers::identified;
use serde::Deserialize;
use std::collections::BTreeMap;
use types::{ClassScore, EdgeKind, LabelledPart, LabelledReport, NodeKind, Tally, normalise_name};

/// Most misses told of.
const MISSES: usize = 200;
/// From this confidence on, a candidate is accepted unless the person says otherwise.
const ACCEPTED: f32 = 0.85;

#[derive(Deserialize)]
struct Row {
    text: String,
    found: Vec<Named>,
    #[serde(default)]
    relations: Vec<Related>,
    split: Split,
}

#[derive(Deserialize)]
struct Named {
    kind: NodeKind,
    name: String,
}

#[derive(Deserialize)]
struct Related {
    kind: EdgeKind,
    from: String,
    to: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Split {
    Seen,
    Held,
}

/// By part and class.
type Tallies = BTreeMap<(&'static str, Split, &'static str), Tally>;

/// Judges every line of `jsonl`: parts `names` and `relations` by kind, and `accepted`, the names that
/// are sure enough to enter the graph without review. Errors name the line.
pub fn score_extraction(jsonl: &str) -> Result<LabelledReport, String> {
    let mut tallies = Tallies::new();
    let (mut rows, mut misses) = (0, Vec::new());
    for (nth, line) in jsonl.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let row: Row =
            serde_json::from_str(line).map_err(|error| format!("line {}: {error}", nth + 1))?;
        rows += 1;
        let told = judge(&row, &mut tallies);
        if row.split == Split::Seen {
            misses.extend(told);
        }
    }
    misses.truncate(MISSES);
    let parts = ["names", "accepted", "relations"]
        .iter()
        .flat_map(|part| [Split::Seen, Split::Held].map(|split| shown(part, split, &tallies)));
    let parts = parts.filter(|part| !part.scores.is_empty()).collect();
    Ok(LabelledReport { file: String::new(), rows, parts, misses })
}

fn shown(part: &str, split: Split, tallies: &Tallies) -> LabelledPart {
    let own = tallies.iter().filter(|((name, of, _), _)| *name == part && *of == split);
    let mut all = Tally::default();
    let mut scores: Vec<ClassScore> = Vec::new();
    for ((_, _, class), tally) in own {
        all += *tally;
        scores.push(ClassScore::new(*class, *tally));
    }
    if !scores.is_empty() {
        scores.insert(0, ClassScore::new("all", all));
    }
    let split = if split == Split::Seen { "seen" } else { "held" };
    LabelledPart { part: part.to_owned(), split: split.to_owned(), scores }
}

fn judge(row: &Row, tallies: &mut Tallies) -> Vec<String> {
    let sentences: Vec<_> = language::sentences(&row.text).collect();
    let source =
        Source { text: &row.text, blocks: &[], sentences: &sentences, definitions: &[], title: "" };
    let extracted = extract(&source);
    let mut misses = judge_names(row, &extracted.candidates, tallies);
    misses.extend(judge_relations(row, &extracted, tallies));
    misses
}

fn judge_names(row: &Row, candidates: &[Candidate], tallies: &mut Tallies) -> Vec<String> {
    let mut misses = Vec::new();
    let mut add = |part, class, tally: Tally| {
        *tallies.entry((part, row.split, class)).or_default() += tally;
    };
    let mut open: Vec<&Candidate> = candidates.iter().collect();
    for named in &row.found {
        let class = named.kind.as_str();
        let mut wanted = vec![normalise_name(&named.name)];
        // "doi:10.1000/182" and "10.1000/182" are one.
        wanted.extend(identified(&named.name).iter().map(|one| normalise_name(&one.name)));
        let same = |one: &&Candidate| {
            let written = row.text.get(one.range.clone()).unwrap_or_default();
            let names = one.aliases.iter().map(|(name, _)| name.as_str());
            let mut names = names.chain([one.name.as_str(), written]);
            one.kind == named.kind && names.any(|name| wanted.contains(&normalise_name(name)))
        };
        let hit = open.iter().position(same).map(|at| open.swap_remove(at));
        let found = u64::from(hit.is_some());
        add("names", class, Tally { matched: found, expected: 1, got: found });
        let sure = u64::from(hit.is_some_and(|one| one.confidence >= ACCEPTED));
        add("accepted", class, Tally { matched: sure, expected: 1, got: sure });
        if hit.is_none() {
            misses.push(format!("{class} missed: {}", named.name));
        }
    }
    for one in open {
        let class = one.kind.as_str();
        add("names", class, Tally { got: 1, ..Tally::default() });
        let sure = u64::from(one.confidence >= ACCEPTED);
        add("accepted", class, Tally { got: sure, ..Tally::default() });
        misses.push(format!(
            "{class} ({}, {}) not there: {}",
            one.tags.join(", "),
            one.confidence,
            one.name
        ));
    }
    misses
}

fn judge_relations(row: &Row, extracted: &Extracted, tallies: &mut Tallies) -> Vec<String> {
    let mut misses = Vec::new();
    let name = |end: &End| match end {
        End::Document => None,
        End::Name(name) => Some(vec![normalise_name(name)]),
        End::Candidate(at) => extracted.candidates.get(*at).map(|one| {
            let aliases = one.aliases.iter().map(|(name, _)| normalise_name(name));
            aliases.chain([normalise_name(&one.name)]).collect()
        }),
    };
    // What the document itself does is no relation of the sentence.
    let between = |one| {
        let one: &crate::Relation = one;
        Some((one.kind, name(&one.from)?, name(&one.to)?))
    };
    let mut open: Vec<_> = extracted.relations.iter().filter_map(between).collect();
    let mut add = |class, tally: Tally| {
        *tallies.entry(("relations", row.split, class)).or_default() += tally;
    };
    for related in &row.relations {
        let (from, to) = (normalise_name(&related.from), normalise_name(&related.to));
        let same = |one: &(EdgeKind, Vec<String>, Vec<String>)| {
            one.0 == related.kind && one.1.contains(&from) && one.2.contains(&to)
        };
        let hit = open.iter().position(same).map(|at| open.swap_remove(at));
        let found = u64::from(hit.is_some());
        add(related.kind.as_str(), Tally { matched: found, expected: 1, got: found });
        if hit.is_none() {
            let class = related.kind.as_str();
            misses.push(format!("{class} missed: {} → {}", related.from, related.to));
        }
    }
    for (kind, from, to) in open {
        add(kind.as_str(), Tally { got: 1, ..Tally::default() });
        let first = |names: &[String]| names.last().cloned().unwrap_or_default();
        let (kind, from, to) = (kind.as_str(), first(&from), first(&to));
        misses.push(format!("{kind} not there: {from} → {to}"));
    }
    misses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_judged() {
        let row = r#"{"text":"It follows RFC 8446. Why not?","found":[{"kind":"identifier","name":"RFC 8446"},{"kind":"claim","name":"Nothing."}],"relations":[],"split":"seen"}"#;
        let report = score_extraction(row).unwrap();
        assert_eq!(report.rows, 1);
        let names = report.parts.iter().find(|part| part.part == "names").unwrap();
        assert_eq!(names.scores[0].class, "all");
        assert_eq!(names.scores[0].tally, Tally { matched: 1, expected: 2, got: 1 });
        assert_eq!(report.misses, ["claim missed: Nothing."]);
        assert!(score_extraction("{").unwrap_err().starts_with("line 1: "));
        assert!(score_extraction("").unwrap().parts.is_empty());
    }

    /// What the rules' confidences lean on: see `find`.
    #[test]
    fn the_seen_rows_bear_the_confidences_out() {
        let jsonl = include_str!("../../../../assets/eval/extraction.jsonl");
        let report = score_extraction(jsonl).unwrap();
        let seen = report.parts.iter().filter(|part| part.split == "seen");
        let scores = seen.flat_map(|part| part.scores.iter().map(|score| (&*part.part, score)));
        for (part, score) in scores {
            let firm =
                part == "accepted" || ["claim", "event", "identifier"].contains(&&*score.class);
            let least = if firm { 0.9 } else { 0.8 };
            assert!(score.precision.unwrap_or(1.0) >= least, "{part} {score:?}");
            // Shown with `--nocapture`.
            println!("{part} {score:?}");
        }
        report.misses.iter().for_each(|miss| println!("{miss}"));
    }
}
