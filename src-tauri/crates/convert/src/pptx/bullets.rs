//! Which paragraphs are list items. A paragraph says so itself, or its shape, its layout or its
//! master does.

use super::layout::Behind;
use super::shapes::Placeholder;
use crate::office::numerals::{letters, roman};
use crate::office::{Label, Node};

/// Deepest level of a text.
const LEVELS: usize = 9;

/// The lists in one text body.
pub(super) struct Bullets<'a> {
    /// Where levels are described, nearest first.
    styles: Vec<&'a Node>,
    /// How far each level's numbers have come, and in which format.
    counters: [Option<(u32, String)>; LEVELS],
}

impl<'a> Bullets<'a> {
    /// For a shape's text.
    pub(super) fn of(
        body: &'a Node,
        placeholder: Option<&Placeholder>,
        behind: &'a Behind,
    ) -> Self {
        let mut styles: Vec<&Node> = body.child("lstStyle").into_iter().collect();
        if let Some(placeholder) = placeholder {
            let shapes = behind.shapes(placeholder).into_iter();
            styles.extend(shapes.filter_map(|shape| shape.child("txBody")?.child("lstStyle")));
            styles.extend(behind.text_style(placeholder));
        }
        Self { styles, counters: Default::default() }
    }

    /// The level of a paragraph and what stands before it, where it is an item.
    pub(super) fn next(&mut self, paragraph: &Node) -> Option<(usize, Label)> {
        let own = paragraph.child("pPr");
        let level = own.and_then(|own| own.attribute("lvl")?.parse().ok()).unwrap_or(0);
        let level: usize = usize::min(level, LEVELS - 1);
        let name = format!("lvl{}pPr", level + 1);
        let described = self.styles.iter().filter_map(|style| style.child(&name));
        let sign = own.into_iter().chain(described).find_map(sign)?;
        self.counters.iter_mut().skip(level + 1).for_each(|deeper| *deeper = None);
        let counter = self.counters.get_mut(level)?;
        if sign.name != "buAutoNum" {
            *counter = None;
            return match sign.name.as_str() {
                // a further paragraph of an item
                "buNone" if level > 0 => Some((level, Label::Blank)),
                "buNone" => None,
                _ => Some((level, Label::Bullet)),
            };
        }
        let format = sign.attribute("type").unwrap_or("arabicPeriod");
        let start = sign.attribute("startAt").and_then(|start| start.parse().ok()).unwrap_or(1);
        let number = match counter {
            Some((last, same)) if same == format => last.saturating_add(1),
            _ => start,
        };
        *counter = Some((number, format.to_owned()));
        Some((level, Label::Number(number, print(format, number))))
    }
}

/// What the properties of a paragraph or level say of its bullet.
fn sign(properties: &Node) -> Option<&Node> {
    let is_sign =
        |node: &&Node| matches!(node.name.as_str(), "buNone" | "buChar" | "buAutoNum" | "buBlip");
    properties.nodes().find(is_sign)
}

/// `alphaLcParenR`: kind of number, and what stands around it.
fn print(format: &str, number: u32) -> String {
    let number = match format {
        _ if format.starts_with("alphaLc") => letters(number).to_lowercase(),
        _ if format.starts_with("alphaUc") => letters(number),
        _ if format.starts_with("romanLc") => roman(number).to_lowercase(),
        _ if format.starts_with("romanUc") => roman(number),
        _ => number.to_string(),
    };
    match format {
        _ if format.ends_with("ParenBoth") => format!("({number})"),
        _ if format.ends_with("ParenR") => format!("{number})"),
        _ if format.ends_with("Plain") => number,
        _ => format!("{number}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_as_powerpoint_does() {
        for (format, expected) in [
            ("arabicPeriod", "3."),
            ("alphaLcParenR", "c)"),
            ("romanUcParenBoth", "(III)"),
            ("arabicPlain", "3"),
            ("circleNumDbPlain", "3"),
            ("unheard of", "3."),
        ] {
            assert_eq!(print(format, 3), expected, "{format}");
        }
    }
}
