//! What a text is about in its own words: its abstract, else its first paragraph.

use crate::{
    Within,
    measure::{part, trim},
    outline::{Section, sections},
    plain, titles,
};
use language::{List, sentences};
use std::ops::Range;
use types::{Block, BlockKind};

/// Letters that a summary has at most; it ends with a sentence where one ends before.
const LONGEST: usize = 600;

/// A paragraph of fewer letters is a byline, a date or a motto.
const SHORTEST: usize = 80;

/// The first paragraph under a title such as "Abstract", else the first long one, else the first that
/// ends as a sentence; cut at a sentence. Empty where a text has none.
pub fn summary(text: &str, blocks: &[Block]) -> String {
    let sections = sections(text, blocks);
    let titled = |section: &&Section| {
        let title = section.place.parent_chain.last();
        title.is_some_and(|title| List::of("titles of summaries").has(&titles::plain(title)))
    };
    let paragraphs = |section: &Section| -> Vec<Range<usize>> {
        let body = section.body.iter().filter(|(_, kind)| *kind == BlockKind::Paragraph);
        body.filter_map(|(range, _)| trim(text, range)).collect()
    };
    let long = |range: &Range<usize>| part(text, range).chars().nth(SHORTEST - 1).is_some();
    let ended = |range: &Range<usize>| part(text, range).ends_with(['.', '!', '?', '。', '।']);
    let all = || sections.iter().flat_map(paragraphs);
    let found = sections.iter().filter(titled).flat_map(paragraphs).next();
    let found = found.or_else(|| all().find(long)).or_else(|| all().find(ended));
    found.map(|range| cut(text, &range)).unwrap_or_default()
}

fn cut(text: &str, range: &Range<usize>) -> String {
    let words = plain(text, range.clone(), Within::Prose);
    let mut end = 0;
    for sentence in sentences(&words) {
        if sentence.end > LONGEST && end > 0 {
            break;
        }
        end = sentence.end;
    }
    let end = words.floor_char_boundary(end.min(2 * LONGEST));
    words.get(..end).unwrap_or_default().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(text: &str, words: &str, kind: BlockKind) -> Block {
        let start = text.find(words).unwrap();
        let title = words.trim_start_matches('#').trim().to_owned();
        Block { kind, range: start..start + words.len(), title }
    }

    #[test]
    fn the_abstract_before_the_first_paragraph() {
        let first =
            "This paper was written by several people over several long years, in several places.";
        let about =
            "We measured the carbon in young mud, and found that most of it came with the tide.";
        let text = format!("# Mud\n\nA. Name\n\n{first}\n\n## Abstract\n\n{about}\n");
        let blocks = [
            block(&text, "# Mud", BlockKind::Heading(1)),
            block(&text, "A. Name", BlockKind::Paragraph),
            block(&text, first, BlockKind::Paragraph),
            block(&text, "## Abstract", BlockKind::Heading(2)),
            block(&text, about, BlockKind::Paragraph),
        ];
        assert_eq!(summary(&text, &blocks), about);
        assert_eq!(summary(&text, &blocks[..3]), first);
        assert_eq!(summary("short", &[]), "");
        assert_eq!(summary("Short, yet whole.", &[]), "Short, yet whole.");
        let long = "One sentence of some length stands here. ".repeat(40);
        let said = summary(&long, &[]);
        assert!(said.len() <= LONGEST && said.ends_with('.'), "{said}");
    }
}
