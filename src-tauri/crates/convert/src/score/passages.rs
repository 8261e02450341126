//! A Markdown text as its words alone, so that a passage is found in it whatever marks are around its
//! words.

use crate::markdown;
use pulldown_cmark::{Event, Parser};

/// The words, with single spaces; what parts no word, as soft hyphens, is left out.
pub fn words(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for event in Parser::new_ext(text, markdown::dialect()) {
        match event {
            Event::Text(letters) | Event::Code(letters) => plain.push_str(&letters),
            Event::Html(letters) | Event::InlineHtml(letters) => plain.push_str(&letters),
            Event::SoftBreak | Event::HardBreak => plain.push(' '),
            Event::Start(tag) if !is_inline(&tag) => plain.push(' '),
            _ => {}
        }
    }
    folded(&plain)
}

/// White space counts once.
pub fn folded(text: &str) -> String {
    let text: String = text.chars().filter(|c| !language::is_break_hint(*c)).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_inline(tag: &pulldown_cmark::Tag) -> bool {
    use pulldown_cmark::Tag;
    matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_no_words() {
        for (text, expected) in [
            ("# A *b*c\n\n- [d](http://e)\n- f  \n  g", "A bc d f g"),
            ("| a | b |\n| - | - |\n| `c` | \\*d |", "a b c *d"),
            ("co\u{ad}op <b>x", "coop <b>x"),
        ] {
            assert_eq!(words(text), expected);
        }
    }
}
