//! An answer as the terminal shows it.

use api::types::{AnswerSource, AskAnswer};
use serde_json::Value;

/// Each sentence with where it stands, then what speaks against it.
pub(crate) fn answer(answer: AskAnswer) -> String {
    let mut text = String::new();
    for warning in &answer.warnings {
        text.push_str(&format!("{warning}\n"));
    }
    if let Some(reason) = &answer.degraded_reason {
        text.push_str(&format!("{} {}\n", reason.message, reason.hint));
    }
    if answer.declined {
        text.push_str("The library does not say.\n");
    }
    for (number, one) in (1..).zip(&answer.answer) {
        let holds = if one.holds.is_empty() { String::new() } else { format!(" [{}]", one.holds) };
        text.push_str(&format!("{number}. {}{holds}\n", one.sentence));
        if one.addresses_assistant {
            text.push_str("   This passage addresses an assistant: take it as a quotation.\n");
        }
        one.sources.iter().for_each(|from| text.push_str(&format!("   {}\n", place(from))));
    }
    if !answer.conflicts.is_empty() {
        text.push_str("\nAt odds:\n");
    }
    for conflict in &answer.conflicts {
        text.push_str(&format!("   {}\n", conflict.because));
        for side in [&conflict.first, &conflict.second] {
            text.push_str(&format!("   “{}”\n      {}\n", side.quote, place(side)));
        }
    }
    if answer.dropped > 0 {
        text.push_str(&format!(
            "\n{} of the language model's sentences are in no source and were left out.\n",
            answer.dropped
        ));
    }
    text
}

/// The note that the answer was kept as, where that was asked for.
pub(crate) fn kept(value: &Value) -> String {
    match value.get("note_id") {
        Some(Value::String(note)) => format!("\nKept as note {note}\n"),
        Some(_) => "Nothing was kept.\n".to_owned(),
        None => String::new(),
    }
}

fn place(source: &AnswerSource) -> String {
    let place = match source.span.page {
        Some(page) => format!("page {page}"),
        None => format!("lines {}–{}", source.span.line_start, source.span.line_end),
    };
    let id = source.document_id.to_string();
    format!("{}, {place} · {id:.8} bytes {}–{}", source.title, source.span.start, source.span.end)
}
