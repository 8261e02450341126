//! What `eval documents` answers: how well documents became Markdown, how fast and in how much
//! memory, by format and by program. Counts are kept beside every share, so that shares of several
//! documents can be pooled.

use crate::Format;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Things that two lists have in common, and how long each is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Tally {
    /// In both.
    #[ts(type = "number")]
    pub matched: u64,
    /// In the expected list.
    #[ts(type = "number")]
    pub expected: u64,
    /// In the list that came out.
    #[ts(type = "number")]
    pub got: u64,
}

impl Tally {
    /// `matched / expected`; `None` where nothing was expected.
    pub fn recall(&self) -> Option<f64> {
        share(self.matched, self.expected)
    }

    /// `matched / got`; `None` where nothing came out.
    pub fn precision(&self) -> Option<f64> {
        share(self.matched, self.got)
    }

    /// `2 · matched / (expected + got)`, the harmonic mean of recall and precision; `None` where
    /// both lists are empty.
    pub fn f1(&self) -> Option<f64> {
        share(2 * self.matched, self.expected + self.got)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, more: Self) {
        self.matched += more.matched;
        self.expected += more.expected;
        self.got += more.got;
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// How near a Markdown text is to the one that was expected. `convert::score` says how each is
/// counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Score {
    /// Words, wherever they stand.
    pub text: Tally,
    /// Words in order: the longest common subsequence.
    pub order: Tally,
    /// Headings by title alone.
    pub titles: Tally,
    /// Headings by title and level.
    pub headings: Tally,
    /// Headings of a right title but the first: how each stands to the one before.
    #[serde(default)]
    pub relations: Tally,
    /// Table cells that hold a word.
    pub cells: Tally,
}

impl AddAssign for Score {
    fn add_assign(&mut self, more: Self) {
        self.text += more.text;
        self.order += more.order;
        self.titles += more.titles;
        self.headings += more.headings;
        self.relations += more.relations;
        self.cells += more.cells;
    }
}

/// What one program made of one document.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct DocumentMeasure {
    /// Path below the folder.
    pub file: String,
    /// What Loci takes it for, or else its ending.
    pub format: String,
    /// Pages, as Loci counts them; 1 where the format has none.
    #[ts(type = "number")]
    pub pages: u64,
    /// Why there is no text.
    pub failure: Option<String>,
    /// Against the expected Markdown, where there is one.
    pub score: Option<Score>,
    /// Seconds in a process that has converted documents before.
    pub seconds: Option<f64>,
    /// Seconds in a process of its own, its start included.
    pub seconds_alone: Option<f64>,
    /// Highest resident memory of the process of its own.
    #[ts(type = "number | null")]
    pub peak_bytes: Option<u64>,
}

/// Documents of one format, taken together. A document that expected text and gave none counts as
/// an empty one.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct FormatMeasure {
    /// The format, or `all`.
    pub format: String,
    /// Documents.
    #[ts(type = "number")]
    pub documents: u64,
    /// Those that gave a text.
    #[ts(type = "number")]
    pub converted: u64,
    /// Those with an expected text.
    #[ts(type = "number")]
    pub scored: u64,
    /// Mean over scored documents.
    pub text_recall: Option<f64>,
    /// Mean over scored documents.
    pub text_precision: Option<f64>,
    /// Mean over scored documents.
    pub text_f1: Option<f64>,
    /// Mean over scored documents of the order's F1.
    pub order: Option<f64>,
    /// F1 of headings by title and level, pooled.
    pub heading_f1: Option<f64>,
    /// Share of expected headings that came out with their title and level, pooled.
    pub heading_recall: Option<f64>,
    /// Share of headings with the right title that have the right level, pooled. Levels are counted
    /// as the expected Markdown has them: by docling's convention, in docling's files.
    pub level_accuracy: Option<f64>,
    /// Share of headings with the right title that stand to the one before as expected (deeper,
    /// beside, above), pooled: the same by any convention.
    #[serde(default)]
    pub relation_accuracy: Option<f64>,
    /// F1 of table cells, pooled.
    pub cell_f1: Option<f64>,
    /// Sums of the scored documents' counts.
    pub counts: Score,
    /// Pages of the documents that gave a text.
    #[ts(type = "number")]
    pub pages: u64,
    /// Those pages by the seconds they took, in a process that goes on.
    pub pages_per_s: Option<f64>,
    /// The same, with a process started for each document.
    pub pages_per_s_alone: Option<f64>,
    /// Highest of the documents'.
    #[ts(type = "number | null")]
    pub peak_bytes: Option<u64>,
}

/// Everything measured of one program.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ProgramMeasure {
    /// `loci`, or the rival's name.
    pub name: String,
    /// By format, then all of them.
    pub formats: Vec<FormatMeasure>,
    /// One by one.
    pub documents: Vec<DocumentMeasure>,
}

/// `eval documents`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct DocumentsReport {
    /// The folder's name.
    pub folder: String,
    /// Loci first.
    pub programs: Vec<ProgramMeasure>,
}

impl DocumentMeasure {
    /// A document of which nothing is known yet but its name, whose ending is taken for its format.
    pub fn new(file: String) -> Self {
        let ending = file.rsplit_once('.').map_or("none", |(_, ending)| ending).to_lowercase();
        let known = [Format::Pdf, Format::Docx, Format::Pptx, Format::Html, Format::Epub];
        let mut known = known.into_iter().map(|format| format.to_string());
        let format = known.find(|format| format.to_lowercase() == ending);
        Self {
            file,
            format: format.unwrap_or(ending),
            pages: 1,
            failure: None,
            score: None,
            seconds: None,
            seconds_alone: None,
            peak_bytes: None,
        }
    }
}

impl FormatMeasure {
    /// Takes `documents` together under the name `format`.
    pub fn of<'a>(format: &str, documents: impl Iterator<Item = &'a DocumentMeasure>) -> Self {
        let documents: Vec<&DocumentMeasure> = documents.collect();
        let scores: Vec<Score> = documents.iter().filter_map(|document| document.score).collect();
        let mut counts = Score::default();
        scores.iter().for_each(|score| counts += *score);
        let mean = |of: fn(&Score) -> Option<f64>| {
            let sum: f64 = scores.iter().map(|score| of(score).unwrap_or(0.0)).sum();
            (!scores.is_empty()).then(|| sum / scores.len() as f64)
        };
        let done = || documents.iter().filter(|document| document.failure.is_none());
        let speed = |of: fn(&DocumentMeasure) -> Option<f64>| {
            let timed = done().filter_map(|document| Some((document.pages, of(document)?)));
            let (pages, seconds) =
                timed.fold((0, 0.0), |(pages, sum), (more, s)| (pages + more, sum + s));
            (seconds > 0.0).then(|| pages as f64 / seconds)
        };
        let headings = counts.headings;
        Self {
            format: format.to_owned(),
            documents: documents.len() as u64,
            converted: done().count() as u64,
            scored: scores.len() as u64,
            text_recall: mean(|score| score.text.recall()),
            text_precision: mean(|score| score.text.precision()),
            text_f1: mean(|score| score.text.f1()),
            order: mean(|score| score.order.f1()),
            heading_f1: headings.f1(),
            heading_recall: headings.recall(),
            level_accuracy: share(headings.matched, counts.titles.matched),
            relation_accuracy: share(counts.relations.matched, counts.relations.expected),
            cell_f1: counts.cells.f1(),
            counts,
            pages: done().map(|document| document.pages).sum(),
            pages_per_s: speed(|document| document.seconds),
            pages_per_s_alone: speed(|document| document.seconds_alone),
            peak_bytes: documents.iter().filter_map(|document| document.peak_bytes).max(),
        }
    }
}

/// How well the text of a scan was recognised, or of all of them. Errors are letters or words to be put
/// in, taken out or changed; white space counts as one space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct OcrMeasure {
    /// File name.
    pub name: String,
    /// Pages.
    #[ts(type = "number")]
    pub pages: u64,
    /// Characters expected.
    #[ts(type = "number")]
    pub characters: u64,
    /// Errors among them.
    #[ts(type = "number")]
    pub character_errors: u64,
    /// Words expected.
    #[ts(type = "number")]
    pub words: u64,
    /// Errors among them.
    #[ts(type = "number")]
    pub word_errors: u64,
    /// How sure the recogniser was, on average.
    pub confidence: Option<f32>,
    /// Time from the file to its text, the start of the worker included.
    pub seconds: f64,
    /// Highest resident memory of a worker.
    #[ts(type = "number | null")]
    pub peak_bytes: Option<u64>,
    /// Why there is no text.
    pub failure: Option<String>,
}

/// `eval ocr`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct OcrReport {
    /// All scans as one.
    pub all: OcrMeasure,
    /// Each scan.
    pub documents: Vec<OcrMeasure>,
}

/// The 50th and 99th percentile, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct Percentiles {
    /// Median.
    pub p50: f64,
    /// 99th percentile.
    pub p99: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(words: Tally, headings: Tally, seconds: f64) -> DocumentMeasure {
        DocumentMeasure {
            score: Some(Score { text: words, order: words, headings, ..Score::default() }),
            seconds: Some(seconds),
            peak_bytes: Some(words.got),
            pages: 2,
            ..DocumentMeasure::new("a/b.pdf".to_owned())
        }
    }

    fn tally(matched: u64, expected: u64, got: u64) -> Tally {
        Tally { matched, expected, got }
    }

    #[test]
    fn shares_are_quotients_of_counts() {
        let some = tally(3, 4, 6);
        assert_eq!(
            (some.recall(), some.precision(), some.f1()),
            (Some(0.75), Some(0.5), Some(0.6))
        );
        assert_eq!(Tally::default().f1(), None);
        assert_eq!(tally(0, 0, 2).f1(), Some(0.0));
    }

    #[test]
    fn documents_are_taken_together() {
        let mut failed = document(tally(0, 8, 0), tally(0, 1, 0), 9.0);
        failed.failure = Some("broken".to_owned());
        let all = [document(tally(8, 8, 8), tally(1, 2, 1), 0.5), failed];
        let measure = FormatMeasure::of("pdf", all.iter());
        assert_eq!((measure.documents, measure.converted, measure.scored), (2, 1, 2));
        assert_eq!((measure.text_f1, measure.text_precision), (Some(0.5), Some(0.5)));
        assert_eq!((measure.heading_f1, measure.heading_recall), (Some(0.5), Some(1.0 / 3.0)));
        assert_eq!((measure.pages_per_s, measure.pages_per_s_alone), (Some(4.0), None));
        assert_eq!((measure.peak_bytes, measure.cell_f1), (Some(8), None));
        assert_eq!(all[0].format, "PDF");
    }
}

/// How well definitions were found in a set of texts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DefinitionMeasure {
    /// Texts read.
    pub texts: u32,
    /// Texts that define nothing.
    pub without: u32,
    /// Definitions that a reader sees.
    pub expected: u32,
    /// Definitions found.
    pub found: u32,
    /// Of them, those whose term a reader sees too.
    pub matched: u32,
    /// Matched of found.
    pub precision: f32,
    /// Matched of expected.
    pub recall: f32,
    /// Their harmonic mean.
    pub f1: f32,
    /// Of the matched, on average: F1 over the words of both meanings.
    pub meaning_overlap: f32,
}

/// `eval definitions`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DefinitionsReport {
    /// The labelled file.
    pub dataset: String,
    /// `dev`, which the rules were written with, `test`, which they were not, and `all`.
    pub splits: BTreeMap<String, DefinitionMeasure>,
}

/// Precision, recall and F1 of one class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct ClassScore {
    /// Which class; `all` for the sum, or accuracy's row.
    pub class: String,
    /// Counts.
    pub tally: Tally,
    /// `matched / got`.
    pub precision: Option<f64>,
    /// `matched / expected`.
    pub recall: Option<f64>,
    /// Their harmonic mean.
    pub f1: Option<f64>,
}

impl ClassScore {
    /// Shares of a tally.
    pub fn new(class: impl Into<String>, tally: Tally) -> Self {
        Self {
            class: class.into(),
            tally,
            precision: tally.precision(),
            recall: tally.recall(),
            f1: tally.f1(),
        }
    }
}

/// `eval palace|contradictions|extraction`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct LabelledReport {
    /// The labelled file.
    pub file: String,
    /// Rows in it.
    pub rows: u32,
    /// What was judged: `wing`, `room`, `hall`, `relation`, `names` …, each by class, `all` first.
    pub parts: Vec<LabelledPart>,
    /// Rows that were judged wrong, at most 200: what was expected and what came out.
    pub misses: Vec<String>,
}

/// One thing that was judged.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct LabelledPart {
    /// What.
    pub part: String,
    /// Which rows: `seen` while rules were written, or `held` back.
    pub split: String,
    /// By class.
    pub scores: Vec<ClassScore>,
}

/// `bench`: knowledge in a synthetic graph of a fixed seed.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct KnowledgeBench {
    /// Documents that the nodes are from.
    #[ts(type = "number")]
    pub documents: u64,
    /// Nodes.
    #[ts(type = "number")]
    pub nodes: u64,
    /// Edges.
    #[ts(type = "number")]
    pub edges: u64,
    /// Nodes merged per second, sealed, committed and synced.
    pub merge_nodes_per_s: f64,
    /// Layers 0 and 1 of one node.
    pub layers_0_1_ms: Percentiles,
    /// Layer 2 of one node: the graph searched, what is alike compared.
    pub layer_2_ms: Percentiles,
    /// Counting all wings, rooms and halls.
    pub tree_ms: Percentiles,
    /// What is within two edges of a node, at most 100 nodes, with their records.
    pub two_hops_ms: Percentiles,
    /// A sweep over half of the nodes, per node, in microseconds.
    pub sweep_half_us: f64,
    /// A sweep over all of them, per node: no more, where the cost is linear.
    pub sweep_all_us: f64,
    /// Reading the graph when a vault is opened.
    pub open_ms: f64,
}
