//! What of a document's XML are words that a reader should find in the text. Left out on purpose:
//! deletions, field codes, tables of contents, prompts that nobody has filled in, second copies of
//! drawings, the reading beside a word, formulas (they are written in LaTeX).

use super::controls::{is_contents, is_placeholder};
use super::styles::{Role, Styles};
use crate::office::Node;
use crate::tally::Part;

/// What an element is to the count.
pub(super) fn part(node: &Node, styles: &Styles) -> Part {
    match node.name.as_str() {
        "t" => Part::Letters,
        "p" if styles.role(node.child("pPr")) == Role::Contents => Part::LeftOut,
        "sdt" if is_contents(node) || is_placeholder(node) => Part::LeftOut,
        "tr" if node.child("trPr").is_some_and(|row| row.child("del").is_some()) => Part::LeftOut,
        "del" | "moveFrom" | "instrText" | "delText" | "Fallback" | "rt" | "oMath" | "pPr"
        | "rPr" | "sdtPr" => Part::LeftOut,
        "r"
        | "ins"
        | "moveTo"
        | "hyperlink"
        | "smartTag"
        | "sdtContent"
        | "customXml"
        | "fldSimple"
        | "proofErr"
        | "bookmarkStart"
        | "bookmarkEnd"
        | "ruby"
        | "rubyBase"
        | "lastRenderedPageBreak"
        | "softHyphen"
        | "dir"
        | "bdo"
        | "sdt" => Part::Inside,
        "commentRangeStart" | "commentRangeEnd" | "permStart" | "permEnd" => Part::Inside,
        _ => Part::Apart,
    }
}
