//! The places of a text that others refer to: headings with numbers, items of numbered sections,
//! captions, footnotes and entries of the list of sources. An id that two items share names neither.

use crate::{
    measure::part,
    outline::{Section, sections},
    section::{Lead, Number, id, label_at, number_at},
    titles,
    units::units,
};
use std::{collections::HashMap, ops::Range};
use types::{Block, BlockKind};

/// Levels of items within items that are told apart.
const LEVELS: usize = 6;

/// A stretch of text to be read for references, and the place it is part of.
#[derive(Debug)]
pub(crate) struct Spot {
    pub(crate) range: Range<usize>,
    /// Id of its item or section; empty where that has none.
    pub(crate) id: String,
    /// An entry of the list of sources.
    pub(crate) source: bool,
}

/// Ids and where they stand.
#[derive(Debug, Default)]
pub(crate) struct Targets {
    certain: HashMap<String, usize>,
    /// `None` where several items would have the id.
    items: HashMap<String, Option<usize>>,
}

impl Targets {
    /// First byte of the place with this id.
    pub(crate) fn start(&self, id: &str) -> Option<usize> {
        self.certain.get(id).copied().or_else(|| self.items.get(id).copied().flatten())
    }

    fn insert(&mut self, id: String, start: usize) {
        if !id.is_empty() {
            self.certain.entry(id).or_insert(start);
        }
    }

    fn insert_item(&mut self, id: String, start: usize) {
        self.items.entry(id).and_modify(|known| *known = None).or_insert(Some(start));
    }
}

/// Reads the places of `text`, and the stretches that may refer to them.
pub(crate) fn read(text: &str, blocks: &[Block]) -> (Targets, Vec<Spot>) {
    let (mut targets, mut spots) = (Targets::default(), Vec::new());
    for section in sections(text, blocks) {
        for (id, start) in &section.ids {
            targets.insert(id.clone(), *start);
        }
        for heading in &section.headings {
            if let Some(id) = caption(part(text, heading), BlockKind::Paragraph) {
                targets.insert(id, heading.start);
            }
        }
        of_section(text, &section, &mut targets, &mut spots);
    }
    (targets, spots)
}

fn of_section(text: &str, section: &Section, targets: &mut Targets, spots: &mut Vec<Spot>) {
    let source = titles::lists_sources(&section.place.parent_chain);
    let mut items = Items { section_id: &section.place.section_id, open: vec![] };
    for (range, kind) in units(text, section, |_| source) {
        if kind == BlockKind::Code {
            continue;
        }
        let words = part(text, &range);
        let mut id = items.id();
        if let Some(entry) = source.then(|| entry_number(words)).flatten() {
            targets.insert(format!("ref_{entry}"), range.start);
        } else if let Some(note) = note(words, kind) {
            targets.insert(format!("fn_{note}"), range.start);
        } else if let Some(caption) = caption(words, kind) {
            targets.insert(caption, range.start);
        } else if let Some((style, number)) = mark(words).filter(|_| kind != BlockKind::Table) {
            if let Some(item) = items.enter(style, &number) {
                targets.insert_item(item, range.start);
            }
            id = items.id();
        }
        spots.push(Spot { range, id, source });
    }
}

/// How items are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// `4.3`, with the section's own number.
    Whole,
    /// `1.`
    Figure,
    /// `(1)`
    FigureInParens,
    /// `(a)`
    Letter,
    /// `(i)`
    Roman,
}

/// The items that are open at some point of a section, outermost first.
struct Items<'a> {
    section_id: &'a str,
    open: Vec<(Style, String)>,
}

impl Items<'_> {
    fn id(&self) -> String {
        let mut id = self.section_id.to_owned();
        for (style, part) in &self.open {
            if *style == Style::Whole {
                id.clear();
            } else if !id.is_empty() {
                id.push('_');
            }
            id.push_str(part);
        }
        id
    }

    /// Goes to the item with this mark: its id, where its section has one.
    fn enter(&mut self, style: Style, number: &Number) -> Option<String> {
        if self.section_id.is_empty() {
            return None;
        }
        let (style, part) = match style {
            Style::Whole => {
                let own = id(self.section_id.split('_').next()?, &number.parts);
                // 4.3 within section 4, not a quantity
                let within = own.strip_prefix(self.section_id).is_some_and(|r| r.starts_with('_'));
                self.open.clear();
                (style, within.then_some(own)?)
            }
            style => (self.told_by_place(style, number.parts.first()?), number.parts.join("_")),
        };
        if let Some(level) = self.open.iter().position(|(open, _)| *open == style) {
            self.open.truncate(level);
        }
        if self.open.len() >= LEVELS {
            return None;
        }
        self.open.push((style, part));
        Some(self.id())
    }

    /// `(i)` after `(h)` is a letter.
    fn told_by_place(&self, style: Style, part: &str) -> Style {
        let before = |letter: &str| match letter {
            "i" => Some("h"),
            "v" => Some("u"),
            "x" => Some("w"),
            "c" => Some("b"),
            "d" => Some("c"),
            "l" => Some("k"),
            "m" => Some("l"),
            _ => None,
        };
        let follows = self.open.iter().any(|(open, last)| {
            *open == Style::Letter && before(part).is_some_and(|letter| letter == last)
        });
        let romans = self.open.iter().any(|(open, _)| *open == Style::Roman);
        let opens = matches!(part, "i") || romans;
        match style {
            Style::Roman if follows || part.len() == 1 && !opens => Style::Letter,
            style => style,
        }
    }
}

/// The number that an item begins with.
fn mark(words: &str) -> Option<(Style, Number)> {
    let words = words.trim_start_matches(|c: char| c.is_whitespace() || "->*+•".contains(c));
    let token = words.split(char::is_whitespace).next()?;
    let apart = words.get(token.len()..)?.starts_with(char::is_whitespace);
    let bare = token.trim_matches(|c: char| matches!(c, '(' | ')' | '.' | '\\' | '*'));
    if !apart || bare.is_empty() || bare.len() > 12 {
        return None;
    }
    let number = |text: &str| number_at(text, Lead::Label).filter(|n| n.len == text.len());
    if bare.contains('.') && bare.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return Some((Style::Whole, number(bare)?));
    }
    // letters want parentheses: "A. Smith" and "I. Newton" are names
    let closed = token.ends_with(')') && bare.len() <= 5;
    let parens = token.starts_with('(') && closed;
    if bare.bytes().all(|byte| byte.is_ascii_digit()) {
        let stopped = closed || token.ends_with('.');
        let style = if parens { Style::FigureInParens } else { Style::Figure };
        return stopped.then_some((style, number(bare)?)).filter(|_| bare.len() <= 3);
    }
    let number = number(&format!("({bare})")).filter(|_| closed)?;
    let roman = bare.bytes().all(|byte| b"ivxlcdm".contains(&byte));
    Some((if roman { Style::Roman } else { Style::Letter }, number))
}

/// `12` of "[12] Smith …", "12. Smith …", "\[12\] Smith …".
fn entry_number(words: &str) -> Option<&str> {
    let words = words.trim_start_matches(|c: char| c.is_whitespace() || "-*+•\\[(".contains(c));
    let end = words.find(|c: char| !c.is_ascii_digit())?;
    let closed = words.get(end..)?.starts_with(['.', ']', ')', '\\']);
    words.get(..end).filter(|number| (1..=4).contains(&number.len()) && closed)
}

/// `3` of "[^3]: …"; of "3 …" in a footnote.
fn note(words: &str, kind: BlockKind) -> Option<String> {
    if let Some((label, _)) = words.strip_prefix("[^").and_then(|rest| rest.split_once("]:")) {
        let plain = label.len() <= 16 && label.bytes().all(|byte| byte.is_ascii_alphanumeric());
        return plain.then(|| label.to_ascii_lowercase());
    }
    let digits = words.find(|c: char| !c.is_ascii_digit()).filter(|end| (1..=4).contains(end))?;
    (kind == BlockKind::Footnote).then(|| words.get(..digits).unwrap_or_default().to_owned())
}

/// `table_3` of "**Table 3.** Results", "Figure 2: Flow". A sentence about a table is no caption.
fn caption(words: &str, kind: BlockKind) -> Option<String> {
    let words = words.trim_start_matches(|c: char| c.is_whitespace() || "*_![(>#".contains(c));
    let (prefix, rest) = label_at(words)?;
    let number = number_at(rest, Lead::Label).filter(|_| matches!(prefix, "table" | "figure"))?;
    let after = rest.get(number.len..)?;
    let sign = after.trim_start_matches([' ', '*', '_']).chars().next();
    let parted = sign.is_none_or(|sign| matches!(sign, ':' | '.' | '–' | '—' | '|' | ']'))
        || after.starts_with(['*', '_']);
    (parted || kind == BlockKind::Caption).then(|| id(prefix, &number.parts))
}
