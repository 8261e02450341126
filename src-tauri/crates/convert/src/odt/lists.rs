//! List numbering, of lists and of the outline: levels as list styles describe them, and how far each
//! has been counted.

use crate::office::numerals::{letters, roman};
use crate::office::{Label, Node};
use std::collections::HashMap;

const LEVELS: usize = 10;
/// The outline's list style, which has no name.
pub(super) const OUTLINE: &str = "";

/// One level of a list style.
#[derive(Clone, Debug)]
struct Level {
    is_bullet: bool,
    format: String,
    before: String,
    after: String,
    start: u32,
    /// How many levels its label shows.
    shown: usize,
}

/// The list styles of one document and where their counters stand.
#[derive(Debug, Default)]
pub(super) struct Lists {
    styles: HashMap<String, HashMap<usize, Level>>,
    counters: HashMap<String, [Option<u32>; LEVELS]>,
}

impl Lists {
    /// Takes in a list style or the outline's; other nodes are passed over.
    pub(super) fn add(&mut self, node: &Node) {
        let name = match node.name.as_str() {
            "outline-style" => OUTLINE,
            "list-style" => node.attribute("name").unwrap_or(OUTLINE),
            _ => return,
        };
        let levels = node.nodes().filter_map(|level| {
            let at = level.attribute("level")?.parse::<usize>().ok()?.checked_sub(1)?;
            (at < LEVELS).then(|| (at, level_of(level)))
        });
        self.styles.insert(name.to_owned(), levels.collect());
    }

    /// Begins a list anew.
    pub(super) fn restart(&mut self, style: &str) {
        self.counters.remove(style);
    }

    /// Counts one item at `level`, from `start` where it is given. Items of unknown lists have
    /// bullets.
    pub(super) fn next(&mut self, style: &str, level: usize, start: Option<u32>) -> Label {
        let level = level.min(LEVELS - 1);
        let levels = self.styles.get(style);
        let Some(own) = levels.and_then(|levels| levels.get(&level)) else { return Label::Bullet };
        if own.is_bullet {
            return Label::Bullet;
        }
        let counters = self.counters.entry(style.to_owned()).or_default();
        let start_of = |at: usize| levels.and_then(|levels| levels.get(&at)).map_or(1, |l| l.start);
        for (at, counter) in counters.iter_mut().enumerate().take(level) {
            counter.get_or_insert(start_of(at));
        }
        let mut number = own.start;
        if let Some(counter) = counters.get_mut(level) {
            let next = counter.map_or(own.start, |last| last.saturating_add(1));
            number = start.unwrap_or(next);
            *counter = Some(number);
        }
        counters.iter_mut().skip(level + 1).for_each(|deeper| *deeper = None);
        if own.format.is_empty() {
            return Label::Number(number, String::new());
        }
        let first = (level + 1).saturating_sub(own.shown);
        let shown = (first..=level).filter_map(|at| {
            let level = levels?.get(&at).filter(|level| !level.format.is_empty())?;
            Some(print(&level.format, counters.get(at).copied()??))
        });
        let numbers = shown.collect::<Vec<_>>().join(".");
        let label = format!("{}{numbers}{}", own.before, own.after);
        Label::Number(number, label.trim().to_owned())
    }
}

fn level_of(node: &Node) -> Level {
    let text = |name: &str| node.attribute(name).unwrap_or_default().chars().take(32).collect();
    let number = |name: &str| node.attribute(name).and_then(|number| number.parse().ok());
    Level {
        is_bullet: !matches!(node.name.as_str(), "list-level-style-number" | "outline-level-style"),
        format: text("num-format"),
        before: text("num-prefix"),
        after: text("num-suffix"),
        start: number("start-value").unwrap_or(1),
        shown: number("display-levels").map_or(1, |levels| levels as usize),
    }
}

fn print(format: &str, number: u32) -> String {
    match format {
        "a" => letters(number).to_lowercase(),
        "A" => letters(number),
        "i" => roman(number).to_lowercase(),
        "I" => roman(number),
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office::xml;
    use types::Format;

    #[test]
    fn labels_show_the_levels_they_should() {
        let style = "<list-style name='L'>\
            <list-level-style-number level='1' num-format='I' num-suffix='.'/>\
            <list-level-style-number level='2' num-format='1' display-levels='2' start-value='4'/>\
            <list-level-style-bullet level='3'/>\
            <list-level-style-number level='4' num-format=''/></list-style>";
        let mut lists = Lists::default();
        lists.add(&xml::parse(style.as_bytes(), Format::Odt).unwrap());
        let number = |number, label: &str| Label::Number(number, label.to_owned());
        for (level, start, expected) in [
            (0, None, number(1, "I.")),
            (1, None, number(4, "I.4")),
            (1, Some(9), number(9, "I.9")),
            (2, None, Label::Bullet),
            (3, None, number(1, "")),
            (0, None, number(2, "II.")),
            (1, None, number(4, "II.4")),
            (usize::MAX, None, Label::Bullet),
        ] {
            assert_eq!(lists.next("L", level, start), expected);
        }
        lists.restart("L");
        assert_eq!(lists.next("L", 1, None), number(4, "I.4"));
        assert_eq!(lists.next("unknown", 0, None), Label::Bullet);
    }
}
