//! List numbering: bullets, and counters that run through the document as Word counts them.

use super::styles::Numbered;
use crate::office::numerals::{letters, roman};
use crate::office::{Label, Node};
use std::borrow::Cow;
use std::collections::HashMap;

const LEVELS: usize = 9;

/// One level of a list.
#[derive(Clone, Debug)]
struct Level {
    format: String,
    start: u32,
    pattern: String,
    /// The paragraph style that stands for this level.
    style: Option<String>,
    /// Numbers of the levels above are shown in figures, whatever their format.
    is_legal: bool,
    /// Its bullet is a picture.
    is_picture: bool,
    /// Level after which it starts anew, from 1; 0 for never.
    restart: Option<usize>,
}

/// A list as paragraphs name it.
#[derive(Clone, Debug, Default)]
struct List {
    /// The abstract list it draws its levels from, and shares its counters with.
    root: String,
    /// Levels that it counts from a number of its own.
    starts: Vec<(usize, u32)>,
    /// Levels that it describes anew.
    levels: Vec<(usize, Level)>,
    is_started: bool,
}

/// The lists of one document and where their counters stand.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    lists: HashMap<String, List>,
    levels: HashMap<String, Vec<Level>>,
    /// Abstract lists that only name a list style, and those that describe one.
    borrowed: HashMap<String, String>,
    described: HashMap<String, String>,
    counters: HashMap<String, [Option<u32>; LEVELS]>,
}

impl Numbering {
    /// Reads `word/numbering.xml`.
    pub(super) fn read(part: Option<&Node>) -> Self {
        let mut numbering = Self::default();
        for node in part.into_iter().flat_map(Node::nodes) {
            match node.name.as_str() {
                "abstractNum" => numbering.read_abstract(node),
                "num" => {
                    let (id, root) = (node.attribute("numId"), node.value("abstractNumId"));
                    if let (Some(id), Some(root)) = (id, root) {
                        numbering.lists.insert(id.to_owned(), list_of(node, root));
                    }
                }
                _ => {}
            }
        }
        numbering
    }

    fn read_abstract(&mut self, node: &Node) {
        let Some(id) = node.attribute("abstractNumId").map(str::to_owned) else { return };
        if let Some(style) = node.value("numStyleLink") {
            self.borrowed.insert(id.clone(), style.to_owned());
        }
        if let Some(style) = node.value("styleLink") {
            self.described.insert(style.to_owned(), id.clone());
        }
        let levels = node.nodes().filter(|node| node.name == "lvl").map(level_of);
        self.levels.insert(id, levels.take(LEVELS).collect());
    }

    /// Counts one item. `style` is the paragraph style that numbers it, which may stand for a level.
    /// `None` where there is no such list. With the label comes the level.
    pub(super) fn next(
        &mut self,
        numbered: &Numbered,
        style: Option<&str>,
    ) -> Option<(Label, usize)> {
        let list = self.lists.get_mut(numbered.list.as_deref()?)?;
        let borrowed = self.borrowed.get(&list.root).and_then(|style| self.described.get(style));
        let root = borrowed.unwrap_or(&list.root);
        let levels = list.levels_over(self.levels.get(root)?);
        let named =
            || levels.iter().position(|level| style.is_some() && level.style.as_deref() == style);
        let level = numbered.level.or_else(named).unwrap_or(0).min(LEVELS - 1);
        let own = levels.get(level)?;
        match own.format.as_str() {
            "bullet" | "none" if own.pattern.trim().is_empty() && !own.is_picture => {
                return Some((Label::Blank, level));
            }
            "bullet" => return Some((Label::Bullet, level)),
            _ => {}
        }
        let counters = self.counters.entry(root.clone()).or_default();
        if !std::mem::replace(&mut list.is_started, true) {
            for (at, _) in &list.starts {
                counters.iter_mut().skip(*at).for_each(|counter| *counter = None);
            }
        }
        count(counters, &levels, level)?;
        let label = label(&levels, counters, own);
        Some((Label::Number(counters.get(level).copied()??, label), level))
    }
}

impl List {
    /// The levels of the abstract list, with what this one says otherwise.
    fn levels_over<'a>(&self, levels: &'a [Level]) -> Cow<'a, [Level]> {
        let mut levels = Cow::Borrowed(levels);
        for (at, level) in &self.levels {
            if let Some(own) = levels.to_mut().get_mut(*at) {
                own.clone_from(level);
            }
        }
        for (at, start) in &self.starts {
            if let Some(own) = levels.to_mut().get_mut(*at) {
                own.start = *start;
            }
        }
        levels
    }
}

/// Counts one item at `level`. A deeper level begins the ones above it, and starts anew after them.
fn count(counters: &mut [Option<u32>; LEVELS], levels: &[Level], level: usize) -> Option<()> {
    for (counter, above) in counters.iter_mut().zip(levels).take(level) {
        counter.get_or_insert(above.start);
    }
    let own = levels.get(level)?;
    let counter = counters.get_mut(level)?;
    *counter = Some(counter.map_or(own.start, |last| last.saturating_add(1)));
    for (at, deeper) in counters.iter_mut().enumerate().skip(level + 1) {
        let restart = levels.get(at).and_then(|level| level.restart);
        if restart.is_none_or(|after| after > 0 && level < after) {
            *deeper = None;
        }
    }
    Some(())
}

/// The label as it is printed: `%2` stands for the number of the second level.
fn label(levels: &[Level], counters: &[Option<u32>; LEVELS], own: &Level) -> String {
    let mut label = String::new();
    let mut letters = own.pattern.chars().peekable();
    while let Some(letter) = letters.next() {
        let at = letters.peek().and_then(|next| next.to_digit(10)).filter(|_| letter == '%');
        let Some(at) = at else {
            label.push(letter);
            continue;
        };
        letters.next();
        let at = (at as usize).wrapping_sub(1);
        if let (Some(level), Some(counter)) = (levels.get(at), counters.get(at)) {
            let format = if own.is_legal { "decimal" } else { level.format.as_str() };
            label.push_str(&print(format, counter.unwrap_or(level.start)));
        }
    }
    label.trim().to_owned()
}

fn list_of(node: &Node, root: &str) -> List {
    let mut list = List { root: root.to_owned(), ..List::default() };
    for change in node.nodes().filter(|node| node.name == "lvlOverride") {
        let level = change.attribute("ilvl").and_then(|level| level.parse().ok());
        let Some(level) = level.filter(|level| *level < LEVELS) else { continue };
        if let Some(start) = change.value("startOverride").and_then(|start| start.parse().ok()) {
            list.starts.push((level, start));
        }
        if let Some(described) = change.child("lvl") {
            list.levels.push((level, level_of(described)));
        }
        if list.starts.len() + list.levels.len() >= 2 * LEVELS {
            break;
        }
    }
    list
}

fn level_of(node: &Node) -> Level {
    let number = |name: &str| node.value(name).and_then(|number| number.parse().ok());
    Level {
        format: node.value("numFmt").unwrap_or("decimal").to_owned(),
        start: number("start").unwrap_or(1),
        pattern: node.value("lvlText").unwrap_or_default().chars().take(64).collect(),
        style: node.value("pStyle").map(str::to_owned),
        is_legal: node.is_on("isLgl"),
        is_picture: node.child("lvlPicBulletId").is_some(),
        restart: node.value("lvlRestart").and_then(|level| level.parse().ok()),
    }
}

fn print(format: &str, number: u32) -> String {
    match format {
        "lowerLetter" => letters(number).to_lowercase(),
        "upperLetter" => letters(number),
        "lowerRoman" => roman(number).to_lowercase(),
        "upperRoman" => roman(number),
        "decimalZero" => format!("{number:02}"),
        "ordinal" => format!("{number}{}", ordinal(number)),
        "none" => String::new(),
        "chineseCounting"
        | "chineseCountingThousand"
        | "ideographDigital"
        | "japaneseCounting"
        | "taiwaneseCounting"
        | "taiwaneseCountingThousand" => han(number),
        _ => number.to_string(),
    }
}

fn ordinal(number: u32) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

/// 一, 二 … 十, 十一 … 九十九; beyond that in figures.
fn han(number: u32) -> String {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let digit = |at: u32| DIGITS.get(at as usize).copied().unwrap_or_default();
    match number {
        1..=9 => digit(number).to_owned(),
        10..=19 => format!("十{}", digit(number - 10)),
        20..=99 => format!("{}十{}", digit(number / 10), digit(number % 10)),
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office::xml;
    use types::Format;

    #[test]
    fn labels_are_printed_as_word_does() {
        for (format, number, expected) in [
            ("decimal", 12, "12"),
            ("lowerLetter", 3, "c"),
            ("upperLetter", 28, "BB"),
            ("lowerRoman", 14, "xiv"),
            ("upperRoman", 1990, "MCMXC"),
            ("decimalZero", 7, "07"),
            ("ordinal", 22, "22nd"),
            ("japaneseCounting", 42, "四十二"),
        ] {
            assert_eq!(print(format, number), expected);
        }
    }

    fn labels(items: &[(&str, usize)]) -> Vec<String> {
        let part = "<numbering><abstractNum abstractNumId='0'>\
            <lvl ilvl='0'><start val='1'/><numFmt val='upperRoman'/><lvlText val='Part %1.'/></lvl>\
            <lvl ilvl='1'><start val='3'/><numFmt val='decimal'/><lvlText val='%1.%2'/><isLgl/></lvl>\
            <lvl ilvl='2'><numFmt val='lowerLetter'/><lvlText val='(%3)'/><lvlRestart val='0'/></lvl>\
            </abstractNum><num numId='1'><abstractNumId val='0'/></num>\
            <num numId='2'><abstractNumId val='0'/><lvlOverride ilvl='0'><startOverride val='7'/>\
            </lvlOverride></num></numbering>";
        let part = xml::parse(part.as_bytes(), Format::Docx).unwrap();
        let mut numbering = Numbering::read(Some(&part));
        let mut label = |list: &str, level| {
            let numbered = Numbered { list: Some(list.to_owned()), level: Some(level) };
            match numbering.next(&numbered, None) {
                Some((Label::Number(_, label), _)) => label,
                other => format!("{other:?}"),
            }
        };
        items.iter().map(|(list, level)| label(list, *level)).collect()
    }

    #[test]
    fn levels_count_as_word_counts() {
        for (items, expected) in [
            (
                &[("1", 0), ("1", 1), ("1", 1), ("1", 0), ("1", 1)][..],
                &["Part I.", "1.3", "1.4", "Part II.", "2.3"][..],
            ),
            // a deeper level begins the ones above it
            (&[("1", 2), ("1", 1)], &["(a)", "1.4"]),
            // one that never starts anew
            (&[("1", 2), ("1", 0), ("1", 2)], &["(a)", "Part II.", "(b)"]),
            // a list of the same kind that starts with a number of its own
            (
                &[("1", 0), ("2", 0), ("2", 0), ("1", 0)],
                &["Part I.", "Part VII.", "Part VIII.", "Part IX."],
            ),
            (&[("9", 0), ("1", 99)], &["None", "None"]),
        ] {
            assert_eq!(labels(items), expected, "{items:?}");
        }
    }
}
