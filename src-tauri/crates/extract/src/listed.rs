//! The keywords that a document lists itself, under "Keywords:" or "Index terms".

use crate::candidate::Source;
use std::ops::Range;
use types::BlockKind;

/// Bytes of a text within which such a list stands.
const FRONT: usize = 20_000;
/// Most keywords that are one list.
const MOST: usize = 15;
/// Longest keyword, in bytes and words.
const BYTES: usize = 60;
const WORDS: usize = 6;

/// What the document says of itself.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    /// Each keyword, in order.
    pub keywords: Vec<Range<usize>>,
    /// The blocks that list them: no sentences.
    pub lines: Vec<Range<usize>>,
}

/// The keywords listed in the front of a document.
pub(crate) fn listed(source: &Source<'_>) -> Listed {
    let mut found = Listed::default();
    let mut headed = false;
    for block in source.blocks.iter().take_while(|block| block.range.start < FRONT) {
        let Some(text) = source.text.get(block.range.clone()) else { continue };
        if matches!(block.kind, BlockKind::Heading(_)) {
            headed = label(&block.title).is_some_and(|end| end == block.title.len());
            continue;
        }
        let begins = match label(text) {
            Some(end) => end,
            None if headed => 0,
            None => continue,
        };
        found.lines.push(block.range.clone());
        found.keywords = entries(text, begins)
            .map(|entry| block.range.start + entry.start..block.range.start + entry.end)
            .take(MOST)
            .collect();
        break;
    }
    found
}

/// One past a label that says that keywords follow.
fn label(text: &str) -> Option<usize> {
    let lead = text.find(char::is_alphanumeric)?;
    let rest = text.get(lead..)?;
    let name = [
        "keywords and phrases",
        "keywords",
        "keyword",
        "key words and phrases",
        "key words",
        "index terms",
    ];
    let name = name.iter().find(|name| {
        rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
    })?;
    let after = rest.get(name.len()..)?;
    let mark = after.trim_start_matches(|c: char| c == '*' || c == '_' || c.is_whitespace());
    let ends = mark.is_empty() || mark.starts_with([':', '.', '—', '–', '-']);
    ends.then_some(text.len() - mark.len())
}

fn entries(text: &str, from: usize) -> impl Iterator<Item = Range<usize>> {
    let rest = text.get(from..).unwrap_or_default();
    let mut at = from;
    rest.split([',', ';', '•', '·', '|', '–', ':']).filter_map(move |part| {
        let start = at;
        at += part.len()
            + text
                .get(at + part.len()..)
                .and_then(|rest| rest.chars().next())
                .map_or(0, char::len_utf8);
        let edge = |c: char| !c.is_alphanumeric() && !matches!(c, '(' | ')' | '+' | '#');
        let lead = part.len() - part.trim_start_matches(edge).len();
        let own = part.trim_matches(edge);
        let fits = (1..=BYTES).contains(&own.len())
            && own.split_whitespace().count() <= WORDS
            && (own.chars().filter(|c| c.is_alphabetic()).count() > 1 || own.contains(['+', '#']));
        fits.then_some(start + lead..start + lead + own.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::Block;

    #[test]
    fn keywords_are_read() {
        let check = |text: &str, expected: &[&str]| {
            let block =
                Block { kind: BlockKind::Paragraph, range: 0..text.len(), title: String::new() };
            let source =
                Source { text, blocks: &[block], sentences: &[], definitions: &[], title: "" };
            let found = listed(&source);
            let names: Vec<&str> = found.keywords.iter().map(|one| &text[one.clone()]).collect();
            assert_eq!(names, expected, "{text}");
        };
        check("Keywords: salt marsh, blue\ncarbon; C++.", &["salt marsh", "blue\ncarbon", "C++"]);
        check("**Key words** — Bézier curve · break point", &["Bézier curve", "break point"]);
        check("*Index Terms*: R, trees", &["trees"]);
        check("Keywords are listed below, as they were given.", &[]);
        check("", &[]);
        check("Keywords:", &[]);
    }
}
