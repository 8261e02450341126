//! What stands inside a paragraph: text, links, notes, comments, formulas, pictures. Hidden text is
//! kept between marks.

use super::mathml;
use super::room::Room;
use super::styles::Role;
use crate::office::words::{HIDDEN, SHOWN, linked, picture, push_escaped, raised};
use crate::office::xml::Child;
use crate::office::{Node, relations};

/// The words of a paragraph, and what hangs on it.
#[derive(Debug, Default)]
pub(super) struct Inline<'a> {
    /// Words, escaped. Each note and comment stands as the private letter [`NOTE`].
    pub(super) text: String,
    /// Notes and comments, in order.
    pub(super) notes: Vec<&'a Node>,
    /// Text boxes, to be placed after the paragraph.
    pub(super) boxes: Vec<&'a Node>,
}

/// Holds a note's place until it has its mark. No text has it: it is taken out of what is read.
pub(super) const NOTE: char = '\u{fdd0}';

/// Most spaces that one element stands for.
const SPACES: usize = 64;

/// Collects a paragraph.
pub(super) fn read<'a>(paragraph: &'a Node, room: &Room) -> Inline<'a> {
    let mut inline = Inline::default();
    inline.walk(paragraph, room);
    inline
}

/// The letters of a line of code as they are.
pub(super) fn raw(node: &Node) -> String {
    let mut text = String::new();
    push_raw(node, &mut text);
    text
}

fn push_raw(node: &Node, into: &mut String) {
    for child in &node.children {
        match child {
            Child::Text(letters) => {
                into.extend(
                    letters.chars().filter(|letter| !matches!(letter, '\n' | '\r' | &NOTE)),
                );
            }
            Child::Node(child) => match child.name.as_str() {
                "s" => into.push_str(&" ".repeat(spaces(child))),
                "tab" => into.push_str("    "),
                "line-break" => into.push('\n'),
                "note" | "annotation" | "frame" => {}
                _ => push_raw(child, into),
            },
        }
    }
}

/// Drawn shapes, which may have words on them.
pub(super) fn is_shape(name: &str) -> bool {
    matches!(
        name,
        "custom-shape"
            | "rect"
            | "ellipse"
            | "circle"
            | "line"
            | "polyline"
            | "polygon"
            | "regular-polygon"
            | "path"
            | "connector"
            | "measure"
            | "caption"
            | "g"
    )
}

fn spaces(node: &Node) -> usize {
    node.attribute("c").and_then(|count| count.parse().ok()).unwrap_or(1).min(SPACES)
}

impl<'a> Inline<'a> {
    fn walk(&mut self, node: &'a Node, room: &Room) {
        for child in &node.children {
            match child {
                Child::Text(letters) => self.letters(letters),
                Child::Node(child) => self.child(child, room),
            }
        }
    }

    /// White space in the file counts as one space.
    fn letters(&mut self, letters: &str) {
        let mut kept = String::with_capacity(letters.len());
        let mut is_after_space = self.text.ends_with(char::is_whitespace);
        for letter in letters.chars().filter(|letter| *letter != NOTE) {
            let is_space = matches!(letter, ' ' | '\t' | '\n' | '\r');
            if !(is_space && is_after_space) {
                kept.push(if is_space { ' ' } else { letter });
            }
            is_after_space = is_space;
        }
        push_escaped(&mut self.text, &kept);
    }

    fn child(&mut self, child: &'a Node, room: &Room) {
        let style = child.attribute("style-name");
        match child.name.as_str() {
            "s" => self.text.push_str(&" ".repeat(spaces(child))),
            "tab" => self.text.push(' '),
            "line-break" => self.text.push('\n'),
            "span" if room.styles.is_hidden(style) => {
                self.text.push(HIDDEN);
                self.walk(child, room);
                self.text.push(SHOWN);
            }
            "span" if room.styles.role(style) == Some(Role::Code) => self.code(child),
            "span" if room.styles.is_raised(style) => match raised(child.text().trim()) {
                Some(raised) => self.text.push_str(&raised),
                None => self.walk(child, room),
            },
            "a" => {
                let start = self.text.len();
                self.walk(child, room);
                let address = child.attribute("href").and_then(relations::link);
                let words = self.text.split_off(start);
                self.text.push_str(&linked(&words, address.as_deref()));
            }
            "note" | "annotation" => {
                self.notes.push(child);
                self.text.push(NOTE);
            }
            "frame" => self.frame(child, room),
            "text-box" => self.boxes.push(child),
            name if is_shape(name) => self.boxes.push(child),
            // the reading beside a word, what is not shown, and other blocks' business
            "ruby-text" | "hidden-text" | "hidden-paragraph" | "tracked-changes" | "script"
            | "meta" | "event-listeners" | "soft-page-break" => {}
            _ => self.walk(child, room),
        }
    }

    fn code(&mut self, span: &Node) {
        let letters = raw(span);
        if letters.contains(['`', '\n']) || letters.trim().is_empty() {
            push_escaped(&mut self.text, &letters);
        } else {
            self.text.push_str(&format!("`{letters}`"));
        }
    }

    /// A text box, a formula, or a picture with its description.
    fn frame(&mut self, frame: &'a Node, room: &Room) {
        if let Some(text) = frame.child("text-box") {
            self.boxes.push(text);
            return;
        }
        if frame.child("table").is_some() {
            return self.boxes.push(frame);
        }
        let object = frame.child("object");
        let inner = object.and_then(|object| object.child("math"));
        let name = object.and_then(|object| object.attribute("href"));
        let name =
            name.map(|name| name.trim_start_matches("./").trim_end_matches('/').to_lowercase());
        if let Some(formula) = inner.or_else(|| room.formulas.get(&name?)) {
            let formula = mathml::latex(formula);
            if !formula.is_empty() {
                self.text.push_str(&format!("${formula}$"));
            }
            return;
        }
        let described = ["desc", "title"].into_iter().filter_map(|name| frame.child(name));
        if let Some(words) = described.filter_map(|node| picture(&node.text())).next() {
            if !self.text.is_empty() && !self.text.ends_with(char::is_whitespace) {
                self.text.push(' ');
            }
            self.text.push_str(&words);
            self.text.push(' ');
        }
    }
}
