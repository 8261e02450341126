//! A section to what is read on its own: paragraphs, tables, and each item of a list.

use crate::{
    measure::{part, trim},
    outline::Section,
    words::item_mark,
};
use std::ops::Range;
use types::BlockKind;

/// The paragraphs, items and tables of a section. Items within an item, and lines that begin like
/// items, stand for themselves, and so do all lines of a block that is `by_lines`.
pub(crate) fn units(
    text: &str,
    section: &Section,
    by_lines: impl Fn(&Range<usize>) -> bool,
) -> Vec<(Range<usize>, BlockKind)> {
    let mut units = Vec::new();
    for (range, kind) in &section.body {
        if matches!(kind, BlockKind::Table | BlockKind::Code) {
            units.push((range.clone(), *kind));
            continue;
        }
        let (mut start, mut at) = (range.start, range.start);
        let each = by_lines(range);
        for line in part(text, range).split_inclusive('\n') {
            let indent = line.len() - line.trim_start().len();
            if at > start && (each || item_mark(line) > indent) {
                units.extend(trim(text, &(start..at)).map(|unit| (unit, *kind)));
                start = at;
            }
            at += line.len();
        }
        units.extend(trim(text, &(start..range.end)).map(|unit| (unit, *kind)));
    }
    units
}
