//! The blocks of a plain text: paragraphs between blank lines, and the few lines that are headings
//! beyond doubt. Changes no letter; in doubt it is a paragraph.

use std::ops::Range;
use types::{Block, BlockKind};

const HEADING_CHARS: usize = 80;

/// Signs that people draw lines with under a heading, and over it.
const RULES: &str = "=-~^*+#\"'`";

/// What makes a heading of a line.
#[derive(Clone, Debug, PartialEq)]
enum Sign {
    /// A line drawn under it, perhaps one over it as well.
    Rule { sign: char, is_double: bool },
    /// `2.3`, with how deep it goes.
    Number(u8),
    /// `Chapter 3`, `Appendix B`, `第三章`.
    Name(u8),
    /// Capitals alone.
    Capitals,
}

struct Part {
    range: Range<usize>,
    heading: Option<(Sign, String)>,
}

/// Paragraphs by blank lines; the few headings that cannot be mistaken.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut parts: Vec<Part> =
        paragraphs(text).into_iter().flat_map(|range| parts_of(text, range)).collect();
    drop_doubtful(&mut parts);
    // as in reStructuredText, the kind of rule that comes first is the outermost
    let mut rules: Vec<Sign> = Vec::new();
    let block = |part: Part| {
        let Some((sign, title)) = part.heading else {
            return Block { kind: BlockKind::Paragraph, range: part.range, title: String::new() };
        };
        let level = match &sign {
            Sign::Rule { .. } => match rules.iter().position(|rule| *rule == sign) {
                Some(place) => place + 1,
                None => {
                    rules.push(sign);
                    rules.len()
                }
            },
            Sign::Number(depth) | Sign::Name(depth) => usize::from(*depth),
            Sign::Capitals => 1,
        };
        let level = u8::try_from(level.min(6)).unwrap_or(6);
        Block { kind: BlockKind::Heading(level), range: part.range, title }
    };
    parts.into_iter().map(block).collect()
}

fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<Range<usize>> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_end();
        if words.trim_start().is_empty() {
            found.extend(open.take());
        } else {
            let indent = line.len() - line.trim_start().len();
            let start = open.as_ref().map_or(at + indent, |range| range.start);
            open = Some(start..at + words.len());
        }
        at += line.len();
    }
    found.extend(open);
    found
}

/// A paragraph, or the ruled heading that it begins with and the rest of it.
fn parts_of(text: &str, range: Range<usize>) -> Vec<Part> {
    let passage = text.get(range.clone()).unwrap_or_default();
    let whole = |heading| vec![Part { range: range.clone(), heading }];
    let Some((length, sign, title)) = ruled(passage) else {
        return whole(heading(passage));
    };
    let rest = passage.get(length..).unwrap_or_default();
    let skipped = rest.len() - rest.trim_start().len();
    let own = Part { range: range.start..range.start + length, heading: Some((sign, title)) };
    let mut parts = vec![own];
    if !rest.trim().is_empty() {
        let start = range.start + length + skipped;
        parts.push(Part { range: start..range.end, heading: None });
    }
    parts
}

/// A title with a line of signs under it that is about as long, perhaps another over it: the bytes of
/// both, the sign, and the title.
fn ruled(passage: &str) -> Option<(usize, Sign, String)> {
    let mut lines = passage.split_inclusive('\n');
    let first = lines.next()?;
    let over = rule(first);
    let title = if over.is_some() { lines.next()? } else { first };
    let under_line = lines.next()?;
    let (sign, count) = rule(under_line)?;
    if over.is_some_and(|(other, _)| other != sign) || rule(title).is_some() {
        return None;
    }
    let lead = if over.is_some() { first.len() } else { 0 };
    let words = title.trim();
    let chars = words.chars().count();
    let sound = chars <= HEADING_CHARS
        && words.chars().any(char::is_alphabetic)
        && (count * 2 >= chars || count >= 10);
    let length = lead + title.len() + under_line.trim_end().len();
    sound.then(|| (length, Sign::Rule { sign, is_double: over.is_some() }, words.to_owned()))
}

/// The sign that a line is drawn with, and how often.
fn rule(line: &str) -> Option<(char, usize)> {
    let line = line.trim();
    let sign = line.chars().next().filter(|sign| RULES.contains(*sign))?;
    let count = line.chars().count();
    (count >= 3 && line.chars().all(|c| c == sign)).then_some((sign, count))
}

/// `2.3 Title`, `Chapter 3`, `TITLE IN CAPITALS`: alone between blank lines, short, and without a full
/// stop.
fn heading(paragraph: &str) -> Option<(Sign, String)> {
    let mut lines = paragraph.lines();
    let title = lines.next()?.trim();
    let short = title.chars().count() <= HEADING_CHARS && title.chars().any(char::is_alphabetic);
    let ends_open = title.ends_with(['.', ',', ';', ':', '?', '!', '\u{3002}', '\u{ff0c}']);
    if !short || lines.next().is_some() || ends_open {
        return None;
    }
    let capitals = title.chars().filter(|c| c.is_uppercase()).count();
    let is_capitals = capitals >= 4 && !title.chars().any(char::is_lowercase);
    let sign = named(title)
        .map(Sign::Name)
        .or_else(|| number_depth(title).map(|depth| Sign::Number(depth.min(6))))
        .or_else(|| is_capitals.then_some(Sign::Capitals))?;
    Some((sign, title.to_owned()))
}

/// How deep the part is that the line names: `Part II`, `CHAPTER 4: Ducks`, `第三章`.
fn named(title: &str) -> Option<u8> {
    if let Some(rest) = title.strip_prefix('\u{7b2c}') {
        let digits = "一二三四五六七八九十百千〇零两0123456789０１２３４５６７８９";
        let after = rest.trim_start_matches(|c| digits.contains(c));
        let counts = after.len() < rest.len();
        return match after.chars().next() {
            Some('章' | '编' | '編' | '部' | '卷' | '巻') if counts => Some(1),
            Some('节' | '節') if counts => Some(2),
            _ => None,
        };
    }
    let (name, rest) = title.split_once(' ')?;
    let depth = match name.to_lowercase().as_str() {
        "part" | "chapter" | "appendix" | "annex" | "book" | "kapitel" | "chapitre" => 1,
        "section" | "article" | "abschnitt" => 2,
        _ => return None,
    };
    let number = rest.split(|c: char| !c.is_alphanumeric() && c != '.').next()?;
    let bare = number.trim_end_matches('.');
    let is_number = bare.chars().all(|c| c.is_ascii_digit() || c == '.') && !bare.is_empty();
    let is_roman = !bare.is_empty() && bare.chars().all(|c| "IVXLC".contains(c));
    let is_letter = bare.len() == 1 && bare.bytes().all(|b| b.is_ascii_uppercase());
    let after = rest.get(number.len()..).unwrap_or_default().trim_start_matches([':', '-', ' ']);
    let after = after.trim_start_matches(['\u{2013}', '\u{2014}', ' ']);
    let titled = after.chars().next().is_none_or(|c| !c.is_lowercase());
    ((is_number || is_roman || is_letter) && titled).then_some(depth)
}

/// How deep `1.`, `2.3`, `4.5.6` go, where a capitalised word follows.
fn number_depth(title: &str) -> Option<u8> {
    let (number, rest) = title.split_once(' ')?;
    let parts: Vec<&str> = number.trim_end_matches('.').split('.').collect();
    let is_number =
        |part: &&str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    let numbered = parts.iter().all(is_number) && number.contains('.');
    let first = rest.trim_start().chars().next();
    let titled =
        first.is_some_and(|c| c.is_uppercase() || (c.is_alphabetic() && !c.is_lowercase()));
    (numbered && titled).then_some(u8::try_from(parts.len()).unwrap_or(6))
}

/// A heading heads something, and items of a list that stand apart are no headings.
fn drop_doubtful(parts: &mut [Part]) {
    let is_item = |part: Option<&Part>| {
        part.is_some_and(|part| matches!(part.heading, Some((Sign::Number(1), _))))
    };
    let doubtful: Vec<bool> = (0..parts.len())
        .map(|at| {
            let before = at.checked_sub(1).and_then(|at| parts.get(at));
            let beside = is_item(before) || is_item(parts.get(at + 1));
            at + 1 == parts.len() || (is_item(parts.get(at)) && beside)
        })
        .collect();
    for (part, is_doubtful) in parts.iter_mut().zip(doubtful) {
        if is_doubtful {
            part.heading = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: &[(BlockKind, &str)]) {
        let found: Vec<(BlockKind, &str)> =
            blocks(text).into_iter().map(|block| (block.kind, &text[block.range])).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn blocks_are_paragraphs_and_sure_headings() {
        use BlockKind::{Heading, Paragraph};
        check(
            "ABSTRACT OF IT\n\nSome words\nover lines.\n\n  2.1 Methods used\n\nMore.\n\n\
             Results\n-------\n\n3 apples\n\n# no heading\n\nLAST WORDS",
            &[
                (Heading(1), "ABSTRACT OF IT"),
                (Paragraph, "Some words\nover lines."),
                (Heading(2), "2.1 Methods used"),
                (Paragraph, "More."),
                (Heading(1), "Results\n-------"),
                (Paragraph, "3 apples"),
                (Paragraph, "# no heading"),
                (Paragraph, "LAST WORDS"),
            ],
        );
        check(
            "=====\nTitle\n=====\n\nOne\n===\nText at once.\n\nTwo\n---\n\nb\n\nThree\n=====\n\nc",
            &[
                (Heading(1), "=====\nTitle\n====="),
                (Heading(2), "One\n==="),
                (Paragraph, "Text at once."),
                (Heading(3), "Two\n---"),
                (Paragraph, "b"),
                (Heading(2), "Three\n====="),
                (Paragraph, "c"),
            ],
        );
        check(
            "Chapter IV: Ducks\n\na\n\n第三章 鸭\n\nb\n\nPart of it\n\n1. Wash\n\n2. Rinse\n\nc",
            &[
                (Heading(1), "Chapter IV: Ducks"),
                (Paragraph, "a"),
                (Heading(1), "第三章 鸭"),
                (Paragraph, "b"),
                (Paragraph, "Part of it"),
                (Paragraph, "1. Wash"),
                (Paragraph, "2. Rinse"),
                (Paragraph, "c"),
            ],
        );
    }

    proptest! {
        #[test]
        fn blocks_are_ordered_and_whole(text in "([a-zA-Z é第章]|[0-9.]|[=\\-~]{3}|\\n|\\n\\n|\\t){0,60}") {
            let mut end = 0;
            for block in blocks(&text) {
                prop_assert!(block.range.start >= end);
                prop_assert!(text.get(block.range.clone()).is_some_and(|part| !part.trim().is_empty()));
                end = block.range.end;
            }
        }
    }
}
