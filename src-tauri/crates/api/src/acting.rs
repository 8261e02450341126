//! In whose name a row runs, and what its answer shows: what stands in a regulated collection is handed out
//! only with a reason, and once that is on record.

use crate::{Caller, Host};
use engine::{Actor, Palace, acting};
use serde_json::Value;
use std::{collections::BTreeSet, sync::PoisonError};
use types::{DocumentId, PageRequest, Problem};

/// Rows whose answers hold words of documents, or what was made of them. Levels and answers to questions
/// are among them by their names.
const READING: [&str; 35] = [
    "documents_show",
    "document_read",
    "documents_text",
    "documents_original",
    "page_picture",
    "passage",
    "page_words",
    "definitions_list",
    "cite_list",
    "cite_export",
    "search",
    "note_list",
    "note_show",
    "note_export",
    "note_links",
    "node_list",
    "node_show",
    "node_neighbours",
    "node_paths",
    "node_export",
    "edge_list",
    "trust_show",
    "trust_contradictions",
    "review_list",
    "memory_context",
    "memory_preview",
    "memory_diff",
    "fetch",
    "kg_query",
    "timeline",
    "contradictions",
    "document_outline",
    "check_duplicate",
    "rooms",
    "room",
];

/// The row that keeps what documents say in a note: it puts that on record itself, before it writes.
const KEEPING: &str = "ask_keep";

/// Whether a row hands out what documents say.
pub fn is_reading(row: &str) -> bool {
    READING.contains(&row) || row.starts_with("levels_") || row == "ask" || row == KEEPING
}

/// Runs something for the person at this machine.
pub fn as_owner<T>(via: &str, reason: &str, run: impl FnOnce() -> T) -> T {
    let (who, via, reason) = ("owner".to_owned(), via.to_owned(), reason.to_owned());
    acting(Actor { who, via, reason }, run)
}

impl Host {
    /// Runs the command `name` for `caller`, in the owner's name.
    pub fn call(&self, caller: Caller, name: &str, mut request: Value) -> Result<Value, Problem> {
        let mut reason = take_reason(name, &mut request);
        let via = match caller {
            Caller::Window => "window",
            Caller::Terminal => "terminal",
        };
        if caller == Caller::Window && is_reading(name) && reason.is_empty() {
            reason = self.reason_to_look();
        }
        as_owner(via, &reason, || {
            let asked = (is_reading(name) && name != KEEPING).then(|| request.clone());
            let answer = self.run_row(caller, name, request)?;
            if let Some(palace) = self.open_palace() {
                if let Some(asked) = asked {
                    showing(&palace, name, &asked, &answer)?;
                }
                keep(&palace);
            }
            Ok(answer)
        })
    }

    /// Why the window looks at regulated collections, until the vault is locked.
    pub fn look_because(&self, reason: String) {
        *self.why.lock().unwrap_or_else(PoisonError::into_inner) = reason;
    }

    /// The same, as it was said last.
    pub fn reason_to_look(&self) -> String {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A document's original bytes.
    pub fn original(&self, document: &str) -> Result<Vec<u8>, Problem> {
        let palace = self.palace()?;
        let now = palace.snapshot();
        let bytes = now.resolve(document).and_then(|id| {
            palace.note_access("documents_original", &[id], None, None, "")?;
            now.original(&id)
        });
        bytes.map_err(|error| error.problem())
    }

    /// A page of a PDF, drawn so many pixels wide: a PNG.
    pub fn page_picture(&self, ask: &PageRequest, width: u32) -> Result<Vec<u8>, Problem> {
        let palace = self.palace()?;
        let now = palace.snapshot();
        let picture = now.resolve(&ask.document).and_then(|id| {
            palace.note_access("page_picture", &[id], None, None, "")?;
            now.page_picture(&id, ask.page, width)
        });
        picture.map_err(|error| error.problem())
    }
}

/// The reason that came with a request; rows that read have no field of their own for it.
fn take_reason(name: &str, request: &mut Value) -> String {
    let Some(fields) = request.as_object_mut() else { return String::new() };
    let reason = match is_reading(name) {
        true => fields.remove("reason"),
        false => fields.get("reason").cloned(),
    };
    reason.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// A checkpoint where one is due. What fails here fails again at the next commit that matters.
fn keep(palace: &Palace) {
    if let Err(error) = palace.keep_trail() {
        tracing::warn!(code = ?error.problem().code, "no checkpoint was made");
    }
}

/// Puts on record what an answer shows, before it is handed out.
pub(crate) fn showing(
    palace: &Palace,
    row: &str,
    asked: &Value,
    answer: &Value,
) -> Result<(), Problem> {
    let text = |field: &str| asked.get(field).and_then(Value::as_str);
    let mut documents = BTreeSet::new();
    named(answer, &mut documents);
    if let Some(document) = text("document") {
        documents.extend(palace.snapshot().resolve(document));
    }
    let documents: Vec<DocumentId> = documents.into_iter().collect();
    let words = ["query", "question", "task", "about", "entity"].into_iter().find_map(text);
    let query = words.map_or_else(|| nodes(asked), str::to_owned);
    let noted = palace.note_access(row, &documents, text("collection"), text("level"), &query);
    noted.map_err(|error| error.problem())
}

/// The nodes that a request names.
fn nodes(asked: &Value) -> String {
    let one = ["node", "id"].into_iter().find_map(|field| asked.get(field)?.as_str());
    let many = asked.get("nodes").and_then(Value::as_array);
    let many = many.into_iter().flatten().filter_map(Value::as_str);
    one.into_iter().chain(many).collect::<Vec<&str>>().join(" ")
}

/// Whatever begins with an id in an answer: ids of documents are sorted out by who knows them.
fn named(value: &Value, ids: &mut BTreeSet<DocumentId>) {
    match value {
        Value::String(text) => {
            ids.extend(text.get(..32).and_then(|it| it.parse::<DocumentId>().ok()));
        }
        Value::Array(values) => values.iter().for_each(|value| named(value, ids)),
        Value::Object(fields) => fields.values().for_each(|value| named(value, ids)),
        _ => {}
    }
}
