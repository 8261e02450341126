//! Notes written out: Markdown to read, or the W3C Web Annotation Data Model as JSON-LD, whose passages are
//! named by quote and by position (in Unicode characters) in the text that Loci made of the document.

use crate::{Snapshot, error::Result};
use serde_json::{Value, json};
use types::{NoteExport, NoteExportRequest, NoteFormat, NoteTarget, NoteView, Sha256, Span};

impl Snapshot {
    /// Writes notes out.
    pub fn export_notes(&self, request: &NoteExportRequest) -> Result<NoteExport> {
        let notes = self.notes(&request.which)?.notes;
        let text = match request.format {
            NoteFormat::Markdown => markdown(&notes),
            NoteFormat::Annotations => {
                let items: Vec<Value> = notes.iter().map(|note| self.annotation(note)).collect();
                let page = json!({
                    "@context": "http://www.w3.org/ns/anno.jsonld",
                    "type": "AnnotationPage",
                    "items": items,
                });
                serde_json::to_string_pretty(&page)
                    .map_err(|_| crate::Error::internal("The notes could not be written."))?
            }
        };
        Ok(NoteExport { notes: notes.len() as u32, text })
    }

    fn annotation(&self, note: &NoteView) -> Value {
        let mut body = Vec::new();
        if !note.text.is_empty() {
            body.push(json!({
                "type": "TextualBody",
                "value": note.text,
                "format": "text/markdown",
                "purpose": "commenting",
            }));
        }
        let meaning = note.meaning.map(|meaning| meaning.as_str().to_owned());
        for tag in note.tags.iter().cloned().chain(meaning) {
            body.push(json!({ "type": "TextualBody", "value": tag, "purpose": "tagging" }));
        }
        let motivation = if note.text.is_empty() { "highlighting" } else { "commenting" };
        json!({
            "id": format!("urn:loci:note:{}", note.note_id),
            "type": "Annotation",
            "motivation": motivation,
            "created": note.created_at.to_string(),
            "modified": note.edited_at.to_string(),
            "body": body,
            "target": self.annotated(&note.target),
        })
    }

    fn annotated(&self, target: &NoteTarget) -> Value {
        match target {
            NoteTarget::Passage { document_id, title, span, quote, prefix, suffix } => {
                let mut selectors = vec![
                    json!({
                        "type": "TextQuoteSelector",
                        "exact": quote,
                        "prefix": prefix,
                        "suffix": suffix,
                    }),
                    json!({
                        "type": "TextPositionSelector",
                        "start": span.char_start,
                        "end": span.char_end,
                    }),
                ];
                selectors.extend(span.page.map(|page| {
                    json!({
                        "type": "FragmentSelector",
                        "conformsTo": "http://tools.ietf.org/rfc/rfc3778",
                        "value": format!("page={page}"),
                    })
                }));
                json!({
                    "source": self.source_of(document_id, title),
                    "selector": selectors,
                })
            }
            NoteTarget::Document { document_id, title } => self.source_of(document_id, title),
            NoteTarget::Node { node_id, name } => {
                json!({ "id": format!("urn:loci:node:{node_id}"), "name": name })
            }
            NoteTarget::Collection { collection } => {
                json!({ "id": "urn:loci:collection", "name": collection.as_str() })
            }
            NoteTarget::Nothing => json!({ "id": "urn:loci:vault" }),
        }
    }

    /// A document: by the hash of its bytes, and the address it came from.
    fn source_of(&self, document: &types::DocumentId, title: &str) -> Value {
        let record = self.catalogue.get(document);
        let hash = record.as_ref().map(|record| record.sha256);
        let urn = hash.map_or_else(
            || format!("urn:loci:document:{document}"),
            |hash: Sha256| format!("urn:sha256:{hash}"),
        );
        let mut source = json!({ "id": urn, "type": "Text", "title": title });
        let url = record.and_then(|record| record.origin.source_url.clone());
        if let (Some(url), Some(fields)) = (url, source.as_object_mut()) {
            fields.insert("via".to_owned(), json!(url));
        }
        source
    }
}

fn markdown(notes: &[NoteView]) -> String {
    let mut text = String::from("# Notes\n");
    for note in notes {
        let title = if note.title.is_empty() { "Highlight" } else { note.title.as_str() };
        text.push_str(&format!("\n## {}\n\n", one_line(title)));
        match &note.target {
            NoteTarget::Passage { title, span, quote, .. } => {
                for line in quote.lines() {
                    text.push_str(&format!("> {line}\n"));
                }
                let where_ = place(note.place.as_ref().map_or(span, |place| &place.span));
                text.push_str(&format!(">\n> — {}, {where_}\n\n", one_line(title)));
            }
            NoteTarget::Document { title, .. } => {
                text.push_str(&format!("On “{}”\n\n", one_line(title)));
            }
            NoteTarget::Node { name, .. } => {
                text.push_str(&format!("On [[{}]]\n\n", one_line(name)));
            }
            NoteTarget::Collection { collection } => {
                text.push_str(&format!("On the collection “{collection}”\n\n"));
            }
            NoteTarget::Nothing => {}
        }
        if !note.text.is_empty() {
            text.push_str(&format!("{}\n\n", note.text));
        }
        let mut about = vec![note.created_at.to_string()];
        about.extend(note.meaning.map(|meaning| meaning.as_str().to_owned()));
        about.extend(note.tags.iter().map(|tag| format!("#{tag}")));
        text.push_str(&format!("*{}*\n", about.join(" · ")));
    }
    text
}

fn place(span: &Span) -> String {
    match span.page {
        Some(page) => format!("page {page}"),
        None if span.line_start == span.line_end => format!("line {}", span.line_start),
        None => format!("lines {} to {}", span.line_start, span.line_end),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
