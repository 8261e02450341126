//! Blocks to sections: which headings stand above a stretch of text, and what is its number.

use crate::{
    measure::part,
    measure::trim,
    section::{bare_number, section_id, sub_number},
};
use std::ops::Range;
use types::{Block, BlockKind};

/// Bytes of a heading's title that a parent chain keeps: the chain is repeated with every piece.
const TITLE_BYTES: usize = 300;

/// Where a section stands in its document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub(crate) parent_chain: Vec<String>,
    pub(crate) section_id: String,
    pub(crate) heading_level: u8,
    /// Whether it is one turn of a conversation.
    pub(crate) turn: bool,
}

/// A stretch of text from one heading to the next.
#[derive(Debug, Default)]
pub(crate) struct Section {
    pub(crate) place: Place,
    /// Its heading, after the bare headings that lead to it.
    pub(crate) headings: Vec<Range<usize>>,
    /// Level of the first of them; 0 above the first heading.
    pub(crate) first_level: u8,
    /// Numbers of those headings, with their first bytes.
    pub(crate) ids: Vec<(String, usize)>,
    /// Its text by blocks; what lies between blocks reads as paragraphs.
    pub(crate) body: Vec<(Range<usize>, BlockKind)>,
}

/// Cuts a text at its headings. A heading without text of its own joins the next one where that is
/// deeper: its title is in that one's chain anyway, and three words alone are no evidence.
pub(crate) fn sections(text: &str, blocks: &[Block]) -> Vec<Section> {
    let blocks = well_formed(text, blocks);
    let mut open: Vec<(u8, &Block)> = Vec::new();
    let mut sections: Vec<Section> = Vec::new();
    let mut current = Section::default();
    let mut read = 0;
    for block in blocks {
        read_gap(text, read..block.range.start, &mut current.body);
        read = block.range.end;
        if block.kind == BlockKind::Turn {
            // each turn is read by itself, under the heading of its day
            if !current.body.is_empty() {
                let (place, first_level) = (current.place.clone(), current.place.heading_level);
                let next = Section { place, first_level, ..Section::default() };
                sections.push(std::mem::replace(&mut current, next));
            }
            current.place.turn = true;
        }
        let BlockKind::Heading(level) = block.kind else {
            current.body.push((block.range.clone(), block.kind));
            continue;
        };
        let level = level.clamp(1, 6);
        open.truncate(open.partition_point(|(above, _)| *above < level));
        open.push((level, block));
        let bare = current.body.is_empty() && current.place.heading_level < level;
        let mut next = Section { place: place(&open), first_level: level, ..Section::default() };
        if bare && !current.headings.is_empty() {
            next.first_level = current.first_level;
            next.headings = std::mem::take(&mut current.headings);
            next.ids = std::mem::take(&mut current.ids);
        }
        next.headings.push(block.range.clone());
        next.ids.push((next.place.section_id.clone(), block.range.start));
        sections.push(std::mem::replace(&mut current, next));
    }
    read_gap(text, read..text.len(), &mut current.body);
    sections.push(current);
    sections
}

/// Blocks in order, apart, on character edges and with something in them.
fn well_formed<'a>(text: &str, blocks: &'a [Block]) -> Vec<&'a Block> {
    let mut end = 0;
    let fits = |block: &&Block| {
        let fits = block.range.start >= end && trim(text, &block.range).is_some();
        if fits {
            end = block.range.end;
        }
        fits
    };
    blocks.iter().filter(fits).collect()
}

/// Text that no block claims, by paragraphs.
fn read_gap(text: &str, gap: Range<usize>, body: &mut Vec<(Range<usize>, BlockKind)>) {
    let mut start: Option<usize> = None;
    let mut at = gap.start;
    for line in part(text, &gap).split_inclusive('\n') {
        let blank = line.trim().is_empty();
        if blank && let Some(start) = start.take() {
            body.push((start..at, BlockKind::Paragraph));
        } else if !blank {
            start = start.or(Some(at));
        }
        at += line.len();
    }
    if let Some(start) = start {
        body.push((start..gap.end, BlockKind::Paragraph));
    }
}

fn place(open: &[(u8, &Block)]) -> Place {
    let title = |block: &Block| block.title.trim().to_owned();
    let heading_level = open.last().map_or(0, |(level, _)| *level);
    // "(a) Scope" below "4.3 Duties" is sec_4_3_a, "1." below "Article 5" is art_5_1
    let section_id = open.iter().fold(String::new(), |above, (_, block)| {
        let title = title(block);
        let part = sub_number(&title).or_else(|| bare_number(&title));
        let part = part.filter(|_| !above.is_empty());
        part.map_or_else(|| section_id(&title), |part| format!("{above}_{part}"))
    });
    let parent_chain =
        open.iter().map(|(_, block)| shorten(block.title.trim())).filter(|title| !title.is_empty());
    Place { parent_chain: parent_chain.collect(), section_id, heading_level, turn: false }
}

fn shorten(title: &str) -> String {
    if title.len() <= TITLE_BYTES {
        return title.to_owned();
    }
    let cut = title.floor_char_boundary(TITLE_BYTES);
    format!("{}…", part(title, &(0..cut)).trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One heading a line, `#` by level; other lines are paragraphs.
    fn blocks(text: &str) -> Vec<Block> {
        let mut at = 0;
        let mut blocks = Vec::new();
        for line in text.split_inclusive('\n') {
            let range = at..at + line.trim_end().len();
            at = range.start + line.len();
            let level = line.bytes().take_while(|byte| *byte == b'#').count() as u8;
            let title = if level > 0 { line[level as usize..].trim() } else { "" };
            let kind = if level > 0 { BlockKind::Heading(level) } else { BlockKind::Paragraph };
            blocks.push(Block { kind, range, title: title.to_owned() });
        }
        blocks
    }

    fn check(text: &str, expected: &[(&str, u8, &str)]) {
        let found: Vec<_> = sections(text, &blocks(text))
            .into_iter()
            .filter(|section| !(section.headings.is_empty() && section.body.is_empty()))
            .map(|section| {
                let place = section.place;
                (place.parent_chain.join(" > "), place.heading_level, place.section_id)
            })
            .collect();
        let expected: Vec<_> =
            expected.iter().map(|(c, l, i)| (c.to_string(), *l, i.to_string())).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn chains_follow_levels() {
        check("a\n", &[("", 0, "")]);
        check(
            "# 1 A\nx\n## 1.1 B\ny\n# 2 C\nz\n",
            &[("1 A", 1, "sec_1"), ("1 A > 1.1 B", 2, "sec_1_1"), ("2 C", 1, "sec_2")],
        );
        check("# A\nx\n### C\ny\n## B\nz\n", &[("A", 1, ""), ("A > C", 3, ""), ("A > B", 2, "")]);
        check("### C\nx\n# A\ny\n", &[("C", 3, ""), ("A", 1, "")]);
    }

    #[test]
    fn bare_headings_join_only_what_is_below_them() {
        check("# A\n## B\nx\n", &[("A > B", 2, "")]);
        check("# A\n## B\n## C\nx\n", &[("A > B", 2, ""), ("A > C", 2, "")]);
        check("## B\n# A\nx\n", &[("B", 2, ""), ("A", 1, "")]);
    }

    #[test]
    fn a_long_title_is_shortened() {
        let text = format!("# {}\nx\n", "é".repeat(400));
        let chain = &sections(&text, &blocks(&text))[1].place.parent_chain;
        assert!(chain[0].len() <= TITLE_BYTES + "…".len());
    }
}
