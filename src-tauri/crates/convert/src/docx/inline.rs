//! What stands inside a paragraph: runs, links, notes, formulas, pictures. Deleted text is left out;
//! text that nobody sees is kept between marks.

use super::controls::is_placeholder;
use super::notes::{Cited, Kind};
use super::room::Room;
use super::symbols;
use crate::office::words::{HIDDEN, SHOWN, linked, picture, push_escaped, raised};
use crate::office::{Node, math, relations};

/// The words of a paragraph, and what hangs on it.
#[derive(Debug, Default)]
pub(super) struct Inline<'a> {
    /// Words, escaped.
    pub(super) text: String,
    /// Text boxes, charts and diagrams, to be placed after the paragraph.
    pub(super) hung: Vec<Hung<'a>>,
}

/// What is placed after a paragraph.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hung<'a> {
    /// What a text box holds.
    Box(&'a Node),
    /// A chart or diagram, by its relation.
    Part(&'a str),
}

/// What a paragraph is written on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// The page, which is white.
    Page,
    /// A cell or a box, of whatever colour.
    Other,
}

/// Letters of at most this size are not seen, in half points.
const UNSEEN_SIZE: u32 = 3;

/// Collects a paragraph.
pub(super) fn read<'a>(
    paragraph: &'a Node,
    room: &Room,
    cited: &mut Cited,
    ground: Ground,
) -> Inline<'a> {
    let properties = paragraph.child("pPr");
    let style = properties.and_then(|properties| properties.value("pStyle"));
    let is_shaded = properties.is_some_and(is_shaded);
    let mut reader = Reader {
        room,
        cited,
        inline: Inline::default(),
        fields: vec![],
        code_end: 0,
        is_hidden: room.styles.is_hidden(style),
        is_white: ground == Ground::Page && !is_shaded,
    };
    reader.walk(paragraph);
    reader.inline
}

/// Whether a run or paragraph has a ground of its own.
fn is_shaded(properties: &Node) -> bool {
    let fill = properties.child("shd").and_then(|shade| shade.attribute("fill"));
    fill.is_some_and(|fill| !matches!(fill, "auto" | "FFFFFF" | "ffffff"))
        || properties.value("highlight").is_some_and(|colour| colour != "none")
}

/// The words of all paragraphs in a part, without markup.
pub(super) fn plain(part: &Node) -> String {
    let mut text = String::new();
    push_plain(part, &mut text);
    text
}

fn push_plain(node: &Node, into: &mut String) {
    for child in node.nodes() {
        match child.name.as_str() {
            "t" => into.push_str(&child.text()),
            "sdt" if is_placeholder(child) => {}
            name if is_left_out(name) => {}
            name => {
                push_plain(child, into);
                if matches!(name, "p" | "tab" | "ptab" | "br" | "cr" | "tc") {
                    into.push(' ');
                }
            }
        }
    }
}

/// The letters of a line of code as they are.
pub(super) fn raw(node: &Node) -> String {
    let mut text = String::new();
    push_raw(node, &mut text);
    text
}

fn push_raw(node: &Node, into: &mut String) {
    for child in node.nodes() {
        match child.name.as_str() {
            "t" => into.push_str(&child.text().replace('\u{a0}', " ")),
            "tab" => into.push_str("    "),
            "br" | "cr" => into.push('\n'),
            "noBreakHyphen" => into.push('-'),
            name if is_left_out(name) || name == "txbxContent" => {}
            _ => push_raw(child, into),
        }
    }
}

/// Properties, deletions, field codes, the second copy of a drawing, the reading beside a word.
fn is_left_out(name: &str) -> bool {
    matches!(
        name,
        "pPr"
            | "rPr"
            | "del"
            | "moveFrom"
            | "instrText"
            | "delText"
            | "Fallback"
            | "tabs"
            | "sdtPr"
            | "rt"
            | "annotationRef"
            | "footnoteRef"
            | "endnoteRef"
    )
}

struct Reader<'r, 'a> {
    room: &'r Room<'r>,
    cited: &'r mut Cited,
    inline: Inline<'a>,
    /// The fields that are open: their instruction, and where their result begins.
    fields: Vec<(String, Option<usize>)>,
    /// Where the last piece of code ended; 0 for nowhere.
    code_end: usize,
    /// Whether the paragraph's style hides it.
    is_hidden: bool,
    /// Whether it stands on white.
    is_white: bool,
}

impl<'a> Reader<'_, 'a> {
    fn walk(&mut self, node: &'a Node) {
        node.nodes().for_each(|child| self.child(child));
    }

    fn child(&mut self, child: &'a Node) {
        let text = &mut self.inline.text;
        match child.name.as_str() {
            "t" => push_escaped(text, &child.text()),
            "r" => self.run(child),
            "tab" | "ptab" => text.push(' '),
            "br" | "cr" => match child.attribute("type") {
                None | Some("textWrapping") => text.push('\n'),
                Some(_) => text.push(' '),
            },
            "noBreakHyphen" => text.push('-'),
            "sym" => text.extend(symbols::letter(child)),
            "footnoteReference" => self.note(Kind::Footnote, child),
            "endnoteReference" => self.note(Kind::Endnote, child),
            "commentReference" => self.note(Kind::Comment, child),
            "hyperlink" => self.hyperlink(child),
            "fldChar" => self.field(child),
            "instrText" => {
                if let Some((instruction, None)) = self.fields.last_mut() {
                    instruction.push_str(&child.text());
                }
            }
            "oMathPara" => {
                child
                    .nodes()
                    .filter(|node| node.name == "oMath")
                    .for_each(|node| self.formula(node, "$$"));
            }
            "oMath" => self.formula(child, "$"),
            "docPr" => self.picture(child, &["descr", "title"]),
            "shape" => {
                self.picture(child, &["alt"]);
                self.walk(child);
            }
            "txbxContent" => self.inline.hung.push(Hung::Box(child)),
            "chart" => self.inline.hung.extend(child.attribute("id").map(Hung::Part)),
            "relIds" => self.inline.hung.extend(child.attribute("dm").map(Hung::Part)),
            "sdt" if is_placeholder(child) => {}
            name if is_left_out(name) => {}
            _ => self.walk(child),
        }
    }

    fn run(&mut self, run: &'a Node) {
        if !self.is_unseen(run.child("rPr")) {
            return self.shown(run);
        }
        let start = self.inline.text.len();
        self.inline.text.push(HIDDEN);
        self.shown(run);
        let words = self.inline.text.get(start + HIDDEN.len_utf8()..);
        if words.is_none_or(|words| words.trim().is_empty()) {
            self.inline.text.truncate(start);
        } else {
            self.inline.text.push(SHOWN);
        }
    }

    /// Whether nobody sees a run: it is hidden, white on white, or too small.
    fn is_unseen(&self, properties: Option<&Node>) -> bool {
        let Some(run) = properties else { return self.is_hidden };
        let is_hidden = match run.child("vanish") {
            Some(_) => run.is_on("vanish"),
            None => self.is_hidden || self.room.styles.is_hidden(run.value("rStyle")),
        };
        let is_white =
            run.value("color").is_some_and(|colour| colour.eq_ignore_ascii_case("ffffff"));
        let size = run.value("sz").and_then(|size| size.parse::<u32>().ok());
        is_hidden
            || is_white && self.is_white && !is_shaded(run)
            || size.is_some_and(|size| size <= UNSEEN_SIZE)
    }

    fn shown(&mut self, run: &'a Node) {
        let Some(properties) = run.child("rPr") else { return self.walk(run) };
        let style = properties.value("rStyle");
        let is_plain = run.nodes().all(|node| matches!(node.name.as_str(), "t" | "rPr"));
        if is_plain && self.room.styles.is_code(style) {
            return self.code(&raw(run));
        }
        if is_plain
            && properties.value("vertAlign") == Some("superscript")
            && let Some(raised) = raised(&raw(run))
        {
            return self.inline.text.push_str(&raised);
        }
        self.walk(run);
    }

    fn code(&mut self, letters: &str) {
        let text = &mut self.inline.text;
        if letters.contains('`') || letters.trim().is_empty() {
            return push_escaped(text, letters);
        }
        let continues = self.code_end == text.len() && text.ends_with('`');
        if continues {
            text.pop();
        } else {
            text.push('`');
        }
        text.push_str(letters);
        text.push('`');
        self.code_end = text.len();
    }

    fn note(&mut self, kind: Kind, node: &Node) {
        let Some(id) = node.attribute("id") else { return };
        if self.room.notes.get(kind, id).is_some() {
            let mark = self.cited.mark(kind, id);
            self.inline.text.push_str(&format!("[^{mark}]"));
        }
    }

    fn hyperlink(&mut self, node: &'a Node) {
        let start = self.inline.text.len();
        self.walk(node);
        let address = node.attribute("id").and_then(|id| self.room.relations.link(id));
        self.link_from(start, address);
    }

    /// Makes a link of what was written since `start`.
    fn link_from(&mut self, start: usize, address: Option<&str>) {
        if address.is_some() && start <= self.inline.text.len() {
            let words = self.inline.text.split_off(start);
            self.inline.text.push_str(&linked(&words, address));
        }
    }

    fn field(&mut self, node: &Node) {
        match node.attribute("fldCharType") {
            Some("begin") => {
                if let Some(box_) = node.child("ffData").and_then(|data| data.child("checkBox")) {
                    let is_on = match box_.child("checked") {
                        Some(_) => box_.is_on("checked"),
                        None => box_.is_on("default"),
                    };
                    self.inline.text.push(if is_on { '☒' } else { '☐' });
                }
                self.fields.push((String::new(), None));
            }
            Some("separate") => {
                if let Some((_, start)) = self.fields.last_mut() {
                    *start = Some(self.inline.text.len());
                }
            }
            Some("end") => {
                let Some((instruction, Some(start))) = self.fields.pop() else { return };
                let address = address_of(&instruction);
                self.link_from(start, address.as_deref());
            }
            _ => {}
        }
    }

    fn formula(&mut self, node: &Node, sign: &str) {
        let formula = math::latex(node);
        if !formula.is_empty() {
            self.inline.text.push_str(&format!("{sign}{formula}{sign}"));
        }
    }

    fn picture(&mut self, node: &Node, attributes: &[&str]) {
        let said = attributes.iter().filter_map(|name| node.attribute(name));
        let Some(words) = said.filter_map(picture).next() else { return };
        let text = &mut self.inline.text;
        if !text.is_empty() && !text.ends_with(char::is_whitespace) {
            text.push(' ');
        }
        text.push_str(&words);
        text.push(' ');
    }
}

/// The address in `HYPERLINK "https://…"`.
fn address_of(instruction: &str) -> Option<String> {
    let target = instruction.trim().strip_prefix("HYPERLINK")?.trim();
    relations::link(target.strip_prefix('"')?.split('"').next()?)
}
