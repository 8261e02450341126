//! Footnotes, endnotes and comments: what they say, and the marks they get in the order in which the
//! text cites them, as Word prints them: 1, 2 … for footnotes, i, ii … for endnotes, c1, c2 … for
//! comments. A footnote that nothing cites is not shown; a comment is.

use crate::office::Node;
use crate::office::numerals::roman;
use std::collections::HashMap;

/// The kinds of note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Footnote,
    Endnote,
    Comment,
}

/// All notes of a document, by their ids.
#[derive(Debug, Default)]
pub(super) struct Notes {
    by_id: HashMap<(Kind, String), Node>,
    /// Ids of the comments, in order.
    comments: Vec<String>,
}

impl Notes {
    /// Adds the notes of a part.
    pub(super) fn add(&mut self, kind: Kind, part: Option<Node>) {
        for note in part.into_iter().flat_map(Node::into_nodes) {
            // separators between text and notes have a type
            let is_said = note.attribute("type").is_none_or(|kind| kind == "normal");
            let Some(id) = note.attribute("id").filter(|_| is_said).map(str::to_owned) else {
                continue;
            };
            if kind == Kind::Comment {
                self.comments.push(id.clone());
            }
            self.by_id.insert((kind, id), note);
        }
    }

    /// Ids of all comments.
    pub(super) fn comments(&self) -> impl Iterator<Item = &str> {
        self.comments.iter().map(String::as_str)
    }

    /// A note.
    pub(super) fn get(&self, kind: Kind, id: &str) -> Option<&Node> {
        self.by_id.get(&(kind, id.to_owned()))
    }
}

/// The notes that the text cites, in order.
#[derive(Debug, Default)]
pub(super) struct Cited {
    marks: HashMap<(Kind, String), String>,
    counts: HashMap<Kind, u32>,
    in_order: Vec<(Kind, String)>,
}

impl Cited {
    /// The mark of a note that is cited now; the same one each time.
    pub(super) fn mark(&mut self, kind: Kind, id: &str) -> String {
        let key = (kind, id.to_owned());
        if let Some(mark) = self.marks.get(&key) {
            return mark.clone();
        }
        let count = self.counts.entry(kind).or_default();
        *count = count.saturating_add(1);
        let number = *count;
        let mark = match kind {
            Kind::Footnote => number.to_string(),
            Kind::Endnote => roman(number).to_lowercase(),
            Kind::Comment => format!("c{number}"),
        };
        self.marks.insert(key.clone(), mark.clone());
        self.in_order.push(key);
        mark
    }

    /// The `at`-th note cited: its kind, its id and its mark.
    pub(super) fn get(&self, at: usize) -> Option<(Kind, String, String)> {
        let key = self.in_order.get(at)?;
        Some((key.0, key.1.clone(), self.marks.get(key)?.clone()))
    }
}
