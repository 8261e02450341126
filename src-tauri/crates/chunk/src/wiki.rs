//! What people write between double brackets, behind `#`, and in the head of a Markdown file: links by
//! name, labels, other names. Code says nothing. Reads each text once; finds no node and no file.

use std::ops::Range;

/// Longest name between brackets, in bytes.
const NAME_BYTES: usize = 1_000;
/// Links and labels of one text at most.
const MOST: usize = 10_000;

/// A link: `[[name#part|shown]]`, `![[name]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WikiLink {
    /// What it names.
    pub name: String,
    /// The part of it: a heading, a block, or a range; empty where none is named.
    pub part: String,
    /// Where it stands, brackets included.
    pub range: Range<usize>,
}

/// The links of a text, in order.
pub fn wikilinks(text: &str) -> Vec<WikiLink> {
    let mut links = Vec::new();
    for prose in prose(text) {
        let mut at = prose.start;
        while let Some(open) = text.get(at..prose.end).and_then(|rest| rest.find("[[")) {
            let start = at + open;
            let inside = text.get(start + 2..prose.end).unwrap_or_default();
            let close = inside.find("]]").filter(|close| *close <= NAME_BYTES);
            let Some(close) = close else {
                at = start + 2;
                continue;
            };
            let words = inside.get(..close).unwrap_or_default();
            // the innermost brackets are the link's
            if let Some(again) = words.rfind("[[") {
                at = start + 2 + again;
                continue;
            }
            at = start + 2 + close + 2;
            if words.contains('\n') {
                continue;
            }
            let (link, _) = words.split_once('|').unwrap_or((words, ""));
            let (name, part) = link.split_once('#').unwrap_or((link, ""));
            let (name, part) = (name.trim().to_owned(), part.trim().to_owned());
            if !name.is_empty() || !part.is_empty() {
                links.push(WikiLink { name, part, range: start..at });
            }
            if links.len() >= MOST {
                return links;
            }
        }
    }
    links
}

/// The labels of a text, `#like/this`, in order and once each, without what they begin with.
pub fn hashtags(text: &str) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for prose in prose(text) {
        let words = text.get(prose).unwrap_or_default();
        let mut before = ' ';
        for (at, letter) in words.char_indices() {
            let begins = letter == '#' && before.is_whitespace();
            before = letter;
            if !begins {
                continue;
            }
            let tag: String = words
                .get(at + 1..)
                .unwrap_or_default()
                .chars()
                .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '/'))
                .collect();
            // `#1` is a number
            if tag.chars().any(char::is_alphabetic) && tags.len() < MOST {
                let tag = tag.trim_end_matches('/').to_lowercase();
                if !tags.contains(&tag) {
                    tags.push(tag);
                }
            }
        }
    }
    tags
}

/// Values of a key of a Markdown file's head (YAML): a scalar, a list in brackets, or lines of `- `.
pub fn head_values(text: &str, keys: &[&str]) -> Vec<String> {
    let Some(head) = head(text) else { return Vec::new() };
    let mut values = Vec::new();
    let mut inside = false;
    for line in text.get(head).unwrap_or_default().lines() {
        let trimmed = line.trim();
        if let Some(item) = trimmed.strip_prefix("- ").filter(|_| inside) {
            values.extend(scalar(item));
            continue;
        }
        if line.starts_with([' ', '\t']) || trimmed.is_empty() {
            continue;
        }
        let Some((key, value)) = trimmed.split_once(':') else { continue };
        inside = keys.contains(&key.trim().to_lowercase().as_str());
        if inside {
            let list = value.trim().strip_prefix('[').and_then(|list| list.strip_suffix(']'));
            match list {
                Some(list) => values.extend(list.split(',').filter_map(scalar)),
                None => values.extend(scalar(value)),
            }
        }
    }
    values.truncate(MOST);
    values
}

fn scalar(value: &str) -> Option<String> {
    let value = value.trim();
    let bare = |mark| value.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
    let value = bare('"').or_else(|| bare('\'')).unwrap_or(value).trim();
    (!value.is_empty()).then(|| value.to_owned())
}

/// The head of a file: between `---` on its first line and the next such line.
fn head(text: &str) -> Option<Range<usize>> {
    let start = text.strip_prefix("---\n").map(|_| 4)?;
    let rest = text.get(start..)?;
    if rest.starts_with("---") {
        return Some(start..start);
    }
    rest.find("\n---").map(|end| start..start + end)
}

/// Parts of a text that are not code, nor its head.
fn prose(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let skip = head(text).map_or(0, |head| head.end);
    let (mut at, mut fence): (usize, Option<&str>) = (0, None);
    for line in text.split_inclusive('\n') {
        let (start, end) = (at, at + line.len());
        at = end;
        if start < skip {
            continue;
        }
        let marks = line.trim_start();
        let opens = ["```", "~~~"].into_iter().find(|mark| marks.starts_with(mark));
        match (fence, opens) {
            (Some(open), Some(mark)) if open == mark => fence = None,
            (Some(_), _) => {}
            (None, Some(mark)) => fence = Some(mark),
            (None, None) => without_code(line, start, &mut parts),
        }
    }
    parts
}

/// A line without what stands between backticks.
fn without_code(line: &str, start: usize, parts: &mut Vec<Range<usize>>) {
    let mut from = 0;
    while let Some(open) = line.get(from..).and_then(|rest| rest.find('`')) {
        let open = from + open;
        let run =
            line.get(open..).map_or(0, |rest| rest.len() - rest.trim_start_matches('`').len());
        let ticks = line.get(open..open + run).unwrap_or_default();
        let close = line.get(open + run..).and_then(|rest| rest.find(ticks));
        let Some(close) = close else { break };
        parts.push(start + from..start + open);
        from = open + run + close + run;
    }
    parts.push(start + from..start + line.len());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn links_are_read() {
        for (text, expected) in [
            ("see [[Soil carbon]] and [[a|b]]", vec![("Soil carbon", ""), ("a", "")]),
            ("![[x.png]] [[n#Part one|shown]]", vec![("x.png", ""), ("n", "Part one")]),
            ("[[#here]] [[]] [[ ]] [[|x]]", vec![("", "here")]),
            ("`[[code]]` ``a ` [[b]]`` [[c]]", vec![("c", "")]),
            ("```\n[[code]]\n```\n[[after]]", vec![("after", "")]),
            ("[[a\nb]] [[open [[inner]]", vec![("inner", "")]),
            ("---\nx: \"[[head]]\"\n---\n[[body]]", vec![("body", "")]),
        ] {
            let links = wikilinks(text);
            let found: Vec<_> = links.iter().map(|l| (l.name.as_str(), l.part.as_str())).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn labels_and_heads_are_read() {
        let text = "---\naliases: [One, \"Two 2\"]\ntags:\n  - Soil\n  - peat/deep\nother: x\n---\n\
                    # Title\nwords #Carbon, #a-b (#no) x#no #1 `#code` #carbon";
        assert_eq!(head_values(text, &["aliases", "alias"]), ["One", "Two 2"]);
        assert_eq!(head_values(text, &["tags", "tag"]), ["Soil", "peat/deep"]);
        assert_eq!(hashtags(text), ["carbon", "a-b"]);
        assert!(head_values("tags: x\n---\n", &["tags"]).is_empty());
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "([\\[\\]|#`~\n a-]|---\n|ü|\\[\\[|\\]\\]){0,80}") {
            for link in wikilinks(&text) {
                prop_assert!(text[link.range.clone()].starts_with("[["));
                prop_assert!(text[link.range].ends_with("]]"));
            }
            hashtags(&text);
            head_values(&text, &["a"]);
        }
    }
}
