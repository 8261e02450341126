//! List numbering: bullets, and counters that run through the document as Word counts them.

use super::xml::Node;
use std::collections::HashMap;

const LEVELS: usize = 9;

/// One level of a list.
#[derive(Clone, Debug)]
struct Level {
    format: String,
    start: u32,
    pattern: String,
}

/// The lists of one document and where their counters stand.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    /// List number to abstract list.
    lists: HashMap<String, String>,
    levels: HashMap<String, Vec<Level>>,
    counters: HashMap<String, [Option<u32>; LEVELS]>,
}

/// What stands before a list item.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// A bullet.
    Bullet,
    /// Its number in the list, and the label as printed (`2.1`, `a)`).
    Number(u32, String),
}

impl Numbering {
    /// Reads `word/numbering.xml`.
    pub(super) fn read(part: Option<&Node>) -> Self {
        let mut numbering = Self::default();
        for node in part.into_iter().flat_map(Node::nodes) {
            match node.name.as_str() {
                "abstractNum" => {
                    let Some(id) = node.attribute("abstractNumId") else { continue };
                    let levels = node.nodes().filter(|node| node.name == "lvl").map(level_of);
                    numbering.levels.insert(id.to_owned(), levels.take(LEVELS).collect());
                }
                "num" => {
                    let (id, list) = (node.attribute("numId"), node.value("abstractNumId"));
                    if let (Some(id), Some(list)) = (id, list) {
                        numbering.lists.insert(id.to_owned(), list.to_owned());
                    }
                }
                _ => {}
            }
        }
        numbering
    }

    /// Counts one item of list `id` at `level`. `None` where there is no such list, or it prints
    /// nothing.
    pub(super) fn next(&mut self, id: &str, level: usize) -> Option<Label> {
        let list = self.lists.get(id)?;
        let levels = self.levels.get(list)?;
        let own = levels.get(level)?;
        match own.format.as_str() {
            "bullet" => return Some(Label::Bullet),
            "none" => return None,
            _ => {}
        }
        let counters = self.counters.entry(list.clone()).or_default();
        let counter = counters.get_mut(level)?;
        let number = counter.map_or(own.start, |last| last.saturating_add(1));
        *counter = Some(number);
        counters.iter_mut().skip(level + 1).for_each(|deeper| *deeper = None);
        let mut label = own.pattern.clone();
        for (at, (level, counter)) in levels.iter().zip(counters.iter()).enumerate() {
            let shown = print(&level.format, counter.unwrap_or(level.start));
            label = label.replace(&format!("%{}", at + 1), &shown);
        }
        Some(Label::Number(number, label))
    }
}

fn level_of(node: &Node) -> Level {
    Level {
        format: node.value("numFmt").unwrap_or("decimal").to_owned(),
        start: node.value("start").and_then(|start| start.parse().ok()).unwrap_or(1),
        pattern: node.value("lvlText").unwrap_or_default().chars().take(64).collect(),
    }
}

fn print(format: &str, number: u32) -> String {
    match format {
        "lowerLetter" => letters(number).to_lowercase(),
        "upperLetter" => letters(number),
        "lowerRoman" => roman(number).to_lowercase(),
        "upperRoman" => roman(number),
        _ => number.to_string(),
    }
}

/// A, B … Z, AA, BB … as Word counts.
fn letters(number: u32) -> String {
    let at = number.saturating_sub(1);
    let letter = char::from(b'A' + (at % 26) as u8);
    std::iter::repeat_n(letter, (at / 26 + 1).min(10) as usize).collect()
}

fn roman(number: u32) -> String {
    const SIGNS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut rest = number.min(3999);
    let mut signs = String::new();
    for (value, sign) in SIGNS {
        while rest >= value {
            signs.push_str(sign);
            rest -= value;
        }
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_printed_as_word_does() {
        for (format, number, expected) in [
            ("decimal", 12, "12"),
            ("lowerLetter", 3, "c"),
            ("upperLetter", 28, "BB"),
            ("lowerRoman", 14, "xiv"),
            ("upperRoman", 1990, "MCMXC"),
        ] {
            assert_eq!(print(format, number), expected);
        }
    }
}
