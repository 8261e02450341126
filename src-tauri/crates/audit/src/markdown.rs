//! An export as notes: YAML front matter, wikilinks between the collection, its sections and its
//! documents. Words of documents are quoted, never taken for markup of ours.

use crate::{
    checkpoint::fingerprint,
    package::{Content, Package},
    written::Written,
};
use std::{collections::BTreeMap, fmt::Write as _};
use types::{DocumentId, Level, LevelNode, LevelSentence};

/// The notes of a folder.
pub(crate) fn notes(package: &Package, content: &Content) -> Vec<Written> {
    let notes = Notes::new(content);
    let mut files = vec![("index.md".to_owned(), whole(package, content).into_bytes())];
    for node in content.hierarchy.nodes.iter().filter(|node| node.level == Level::Section) {
        let mut text =
            front(&node.title, &[("level", "section".to_owned()), ("id", node.id.clone())]);
        let _ = writeln!(text, "# {}\n", line(&node.title));
        notes.node(&mut text, node);
        let _ = writeln!(text, "Part of [[index]].");
        files.push((format!("{}.md", notes.name(node)), text.into_bytes()));
    }
    for document in &content.hierarchy.documents {
        let fields = [
            ("document_id", document.document_id.to_string()),
            ("sha256", document.sha256.to_string()),
        ];
        let mut text = front(&document.title, &fields);
        let _ = writeln!(text, "# {}\n", line(&document.title));
        for node in notes.of_document(&document.document_id) {
            let _ = writeln!(text, "## {}\n", line(&node.title));
            notes.node(&mut text, node);
        }
        files.push((format!("{}.md", notes.document(&document.document_id)), text.into_bytes()));
    }
    files
}

/// The note of the whole, which the preview shows too.
pub fn whole(package: &Package, content: &Content) -> String {
    let hierarchy = &content.hierarchy;
    let notes = Notes::new(content);
    let hash = package.content_sha256.to_string();
    let fields = [
        ("collection", hierarchy.collection.clone()),
        ("method", hierarchy.method.clone()),
        ("built_at", hierarchy.built_at.to_string()),
        ("exported_at", package.made.at.to_string()),
        ("content_sha256", hash.clone()),
    ];
    let mut text = front(&hierarchy.collection, &fields);
    let _ = writeln!(text, "# {}\n", line(&hierarchy.collection));
    for node in hierarchy.nodes.iter().filter(|node| node.level == Level::Master) {
        notes.node(&mut text, node);
    }
    let mut list = |heading: &str, rows: Vec<String>| {
        if !rows.is_empty() {
            let _ = writeln!(text, "## {heading}\n\n{}\n", rows.join("\n"));
        }
    };
    let sections = hierarchy.nodes.iter().filter(|node| node.level == Level::Section);
    list(
        "Sections",
        sections.map(|it| format!("- [[{}|{}]]", notes.name(it), line(&it.title))).collect(),
    );
    let documents = hierarchy.documents.iter();
    list(
        "Documents",
        documents
            .map(|it| format!("- [[{}|{}]]", notes.document(&it.document_id), line(&it.title)))
            .collect(),
    );
    let overrides = content.overrides.iter();
    list(
        "Scores set by hand",
        overrides
            .map(|it| {
                format!(
                    "- **{}**: {:.2} → {:.2}, {} ({})",
                    line(&it.name),
                    it.before,
                    it.after,
                    line(&it.reason),
                    it.at
                )
            })
            .collect(),
    );
    let signatures = package.signatures.iter();
    list("Signatures", signatures.map(|it| format!("- {}", line(&package.in_words(it)))).collect());
    let key = package.public_key().map(|key| fingerprint(&key)).unwrap_or_default();
    let _ = writeln!(
        text,
        "## Verification\n\nContent SHA-256: `{hash}`  \nKey of the vault: `{key}`  \n\
         Check with: `loci verify-export FOLDER`"
    );
    text
}

/// Names of notes, and which node lies in which document.
struct Notes<'a> {
    documents: BTreeMap<DocumentId, String>,
    nodes: &'a [LevelNode],
}

impl<'a> Notes<'a> {
    fn new(content: &'a Content) -> Self {
        let documents = content.hierarchy.documents.iter().map(|document| {
            let id = document.document_id.to_string();
            (document.document_id, file_name("documents", &document.title, &id))
        });
        Self { documents: documents.collect(), nodes: &content.hierarchy.nodes }
    }

    fn name(&self, node: &LevelNode) -> String {
        file_name("sections", &node.title, &node.id)
    }

    fn document(&self, id: &DocumentId) -> String {
        self.documents.get(id).cloned().unwrap_or_else(|| id.to_string())
    }

    /// What is shown of a document: its chunks, or its passages where there are no chunks.
    fn of_document(&self, id: &DocumentId) -> Vec<&'a LevelNode> {
        let of = |level: Level| -> Vec<&'a LevelNode> {
            let rests = |node: &&LevelNode| {
                node.sentences.iter().flat_map(|it| &it.sources).any(|it| it.document_id == *id)
            };
            self.nodes.iter().filter(|node| node.level == level).filter(rests).collect()
        };
        let chunks = of(Level::Chunk);
        if chunks.is_empty() { of(Level::Raw) } else { chunks }
    }

    fn node(&self, text: &mut String, node: &LevelNode) {
        if node.stale {
            text.push_str("> [!warning] A document came or went since this was built.\n\n");
        }
        for sentence in &node.sentences {
            self.sentence(text, node, sentence);
        }
        text.push('\n');
    }

    fn sentence(&self, text: &mut String, node: &LevelNode, sentence: &LevelSentence) {
        if sentence.connective {
            // a line right after a list would go on with its last item
            let gap = if text.ends_with("\n\n") { "" } else { "\n" };
            let _ = writeln!(text, "{gap}*{}*\n", line(&sentence.text));
            return;
        }
        if matches!(node.level, Level::Raw | Level::Chunk) {
            for row in sentence.text.lines() {
                let _ = writeln!(text, "> {}", inert(row));
            }
            let places = sentence.sources.iter().map(|source| match source.page {
                Some(page) => format!("p. {page}, bytes {}–{}", source.start, source.end),
                None => format!("bytes {}–{}", source.start, source.end),
            });
            let _ = writeln!(text, "> — {}\n", places.collect::<Vec<_>>().join("; "));
            return;
        }
        let _ = write!(text, "- {}", line(&sentence.text));
        for source in &sentence.sources {
            let _ = write!(text, " [[{}]]", self.document(&source.document_id));
        }
        let _ = writeln!(text, " ({:.2})", sentence.support);
    }
}

fn front(title: &str, fields: &[(&str, String)]) -> String {
    let mut text = format!("---\ntitle: {}\n", quoted(title));
    for (name, value) in fields {
        let _ = writeln!(text, "{name}: {}", quoted(value));
    }
    text.push_str("tags:\n  - loci\n---\n\n");
    text
}

/// A string of YAML, which JSON's strings are too.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// In one line, with no sign of markup left that could make it something else.
fn line(text: &str) -> String {
    inert(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn inert(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        if "\\`*_[]<>#|!$~=^".contains(sign) {
            out.push('\\');
        }
        if !sign.is_control() || sign == '\t' {
            out.push(sign);
        }
    }
    out
}

fn file_name(folder: &str, title: &str, id: &str) -> String {
    let kept = title.chars().map(|sign| match sign {
        sign if sign.is_alphanumeric() || " -_,()".contains(sign) => sign,
        _ => ' ',
    });
    let kept: String = kept.collect();
    let words = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = words.chars().take(60).collect();
    let id: String = id.chars().take(8).collect();
    format!("{folder}/{} {id}", if short.is_empty() { "untitled" } else { short.trim_end() })
}
