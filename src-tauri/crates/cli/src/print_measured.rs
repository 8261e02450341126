//! Tables of what was measured.

use crate::{args_eval::Eval, fields::shown};
use api::types::{
    AskReport, AskScore, DocumentsReport, FieldScore, FormatMeasure, GroundingReport,
    HeadingsReport, PagesReport, PublicationsReport,
};
use serde_json::Value;

/// The table of an evaluation that has one here.
pub(crate) fn answer(command: &Eval, value: &Value) -> Option<String> {
    Some(match command {
        Eval::Documents { headings_from_bookmarks: true, .. } => shown(value, headings),
        Eval::Documents { .. } => shown(value, measured),
        Eval::Publications { details, .. } => shown(value, |report| publications(report, *details)),
        Eval::Pages { details, .. } => shown(value, |report| pages(report, *details)),
        Eval::Grounding { .. } => shown(value, grounding),
        Eval::Ask { .. } => shown(value, asked),
        _ => return None,
    })
}

/// A row for each set, split and label, then both shares at other marks.
fn grounding(report: GroundingReport) -> String {
    let mut text = format!(
        "{} claims: {:.1} % of what is said holds, {:.1} % of what is not\n\n",
        report.rows,
        100.0 * report.kept,
        100.0 * report.passing
    );
    for row in &report.scores {
        let share = 100.0 * f64::from(row.held) / f64::from(row.rows.max(1));
        text.push_str(&format!(
            "{:16} {:5} {:16} {:>6} rows, {:>6} hold ({share:.1} %), {} word for word\n",
            row.set, row.split, row.label, row.rows, row.held, row.quoted
        ));
    }
    text.push_str("\nmark   said   not said\n");
    for at in &report.curve {
        let (kept, passing) = (100.0 * at.kept, 100.0 * at.passing);
        text.push_str(&format!("{:.2}  {kept:5.1}  {passing:5.1}\n", at.mark));
    }
    text
}

/// A line for each half of the questions.
fn asked(report: AskReport) -> String {
    let line = |name: &str, score: &AskScore| {
        let mut text = format!(
            "{name}: {} of {} answered, {} from a relevant document; {} of {} without documents declined\n",
            score.answered, score.answerable, score.right, score.declined, score.unanswerable
        );
        if score.decided > 0 {
            text.push_str(&format!(
                "   yes, no or maybe: {} of {} right, {} by always saying the most frequent\n",
                score.decided_right, score.decided, score.most_frequent
            ));
        }
        if score.worded > 0 {
            let share = 100.0 * score.words / f64::from(score.worded);
            text.push_str(&format!("   words of the expected answer: {share:.1} %\n"));
        }
        text
    };
    format!(
        "{}: {} documents, model {}, median {:.0} ms\n{}{}",
        report.dataset,
        report.documents,
        report.model.as_deref().unwrap_or("none"),
        report.ask_ms.0,
        line("dev ", &report.dev),
        line("test", &report.test)
    )
}

/// A row for each format and program, the programs of a format side by side.
fn measured(report: DocumentsReport) -> String {
    let mut text = format!(
        "{:11} {:18} {:>5} {:>5}  {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6}  {:>8} {:>8} {:>6}\n",
        "format",
        "program",
        "read",
        "of",
        "recall",
        "prec.",
        "F1",
        "order",
        "heads",
        "level",
        "rel.",
        "cells",
        "pages/s",
        "started",
        "MiB"
    );
    let Some(first) = report.programs.first() else { return text };
    for (at, format) in first.formats.iter().enumerate() {
        let rows = report.programs.iter();
        let rows = rows.filter_map(|program| Some((&program.name, program.formats.get(at)?)));
        rows.for_each(|(name, row)| text.push_str(&measured_row(&format.format, name, row)));
    }
    text.push_str(
        "level: right title and level, as the expected files count them (docling: a title is 1, \
         Heading 1 is 2).\nrel.: right title, and deeper than, beside or above the one before as \
         expected: by any convention.\n",
    );
    for program in &report.programs {
        for document in &program.documents {
            if let Some(failure) = &document.failure {
                text.push_str(&format!("{}: {}: {failure}\n", program.name, document.file));
            }
        }
    }
    text
}

fn measured_row(format: &str, name: &str, row: &FormatMeasure) -> String {
    let share = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    let rate = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.1}"));
    let memory = row.peak_bytes.map_or("–".to_owned(), |bytes| (bytes >> 20).to_string());
    let shares = [row.text_recall, row.text_precision, row.text_f1, row.order, row.heading_f1];
    let shares = shares.into_iter().chain([row.level_accuracy, row.relation_accuracy, row.cell_f1]);
    let shares: Vec<String> = shares.map(|value| format!("{:>6}", share(value))).collect();
    format!(
        "{format:11} {name:18} {:>5} {:>5}  {}  {:>8} {:>8} {memory:>6}\n",
        row.converted,
        row.documents,
        shares.join(" "),
        rate(row.pages_per_s),
        rate(row.pages_per_s_alone),
    )
}

/// A row for each program; page by page below where that is asked for.
fn pages(report: PagesReport, details: bool) -> String {
    let share = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    let mut text = format!("{:18} {:>6}  prec.  recall F1\n", "program", "pages");
    for program in &report.programs {
        let shares = [program.precision, program.recall, program.f1].map(share).join("  ");
        text.push_str(&format!("{:18} {:>6}  {shares}\n", program.name, program.pages.len()));
    }
    for program in &report.programs {
        for page in &program.pages {
            let name = format!("{}: {}", program.name, page.file);
            if let Some(failure) = &page.failure {
                text.push_str(&format!("{name}: {failure}\n"));
            }
            let missing = page.missing.iter().map(|passage| ("missing", passage));
            let unwanted = page.unwanted.iter().map(|passage| ("unwanted", passage));
            for (what, passage) in missing.chain(unwanted).filter(|_| details) {
                text.push_str(&format!("{name}: {what}: {passage}\n"));
            }
        }
    }
    text
}

/// A row for each field, then what was read of bibliographies and matched with a list.
fn publications(report: PublicationsReport, details: bool) -> String {
    let share = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    let head = |what: &str| {
        format!(
            "{what:20} {:>7} {:>6} {:>6}  {:>6} {:>6}\n",
            "to give", "given", "right", "prec.", "recall"
        )
    };
    let row = |it: &FieldScore| {
        let (precision, recall) = (share(it.precision), share(it.recall));
        let FieldScore { field, to_give, given, right, .. } = it;
        format!("{field:20} {to_give:>7} {given:>6} {right:>6}  {precision:>6} {recall:>6}\n")
    };
    let mut text = String::new();
    if report.papers > 0 {
        text.push_str(&head(&format!("{} papers", report.papers)));
        report.fields.iter().for_each(|field| text.push_str(&row(field)));
    }
    if let Some(entries) = &report.entries {
        text.push_str(&format!(
            "{} entries: {} found, {} read right, share {}\n",
            entries.labelled,
            entries.found,
            entries.right,
            share(entries.share)
        ));
        text.push_str(&head("of those found"));
        entries.fields.iter().for_each(|field| text.push_str(&row(field)));
    }
    if let Some(matching) = &report.matching {
        text.push_str(&format!(
            "{} entries against {} references: {} to match, {} right, {} missed, {} wrong; wrong \
             share {}, of those matched {}, recall {}\n",
            matching.cases,
            matching.library,
            matching.to_match,
            matching.right,
            matching.missed,
            matching.wrong,
            share(matching.wrong_share),
            share(matching.wrong_of_matched),
            share(matching.recall)
        ));
    }
    report.failures.iter().for_each(|failure| text.push_str(&format!("{failure}\n")));
    let misses = report.misses.iter().filter(|_| details);
    misses.for_each(|miss| text.push_str(&format!("{miss}\n")));
    text
}

/// A row for each PDF, then all of them.
fn headings(report: HeadingsReport) -> String {
    let share = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    let mut text = format!(
        "{:>6} {:>6} {:>7}  {:>6} {:>6} {:>6}  file\n",
        "titles", "found", "matched", "prec.", "recall", "levels"
    );
    for row in report.files.iter().chain([&report.all]) {
        let titles = row.score.titles;
        text.push_str(&format!(
            "{:>6} {:>6} {:>7}  {:>6} {:>6} {:>6}  {}{}\n",
            titles.expected,
            titles.got,
            titles.matched,
            share(row.precision),
            share(row.recall),
            share(row.level_order),
            row.file,
            row.failure.as_ref().map(|why| format!(": {why}")).unwrap_or_default(),
        ));
    }
    let without = report.without;
    text.push_str(&format!("{without} PDFs have no bookmark whose title is in their text."));
    text
}
