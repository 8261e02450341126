//! What sort of text a document is, where neither its address nor its publication tells: its own phrases
//! and build say. The table is data, `assets/genres.txt`.

use std::sync::LazyLock;

/// Bytes at the front and at the end of a text that are read.
const FRONT: usize = 60_000;
const END: usize = 8_000;
/// Lines of a chat that are enough, and their share of all.
const TURNS: usize = 4;
const SHARE: f32 = 0.5;

/// A sort of text, with the phrases that give it away.
struct Genre {
    name: &'static str,
    /// How many different ones are enough.
    enough: usize,
    phrases: Vec<&'static str>,
}

static GENRES: LazyLock<Vec<Genre>> = LazyLock::new(|| {
    let text = include_str!("../../../../assets/genres.txt");
    let mut genres: Vec<Genre> = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(rest) = line.strip_prefix("genre ") {
            let (name, enough) = rest.split_once(' ').unwrap_or((rest, "1"));
            let enough = enough.parse().unwrap_or(usize::MAX);
            genres.push(Genre { name, enough, phrases: Vec::new() });
        } else if let Some(genre) = genres.last_mut() {
            genre.phrases.extend(line.split('|').map(str::trim).filter(|one| !one.is_empty()));
        }
    }
    genres
});

/// The sort of a text, as `source_type` names it, where it gives itself away.
pub fn genre(text: &str) -> Option<&'static str> {
    if is_chat(text) {
        return Some("chat");
    }
    let mut front = text.get(..text.floor_char_boundary(FRONT)).unwrap_or_default().to_lowercase();
    if text.len() > FRONT {
        let end = text.ceil_char_boundary(text.len().saturating_sub(END));
        front.push('\n');
        front.push_str(&text.get(end..).unwrap_or_default().to_lowercase());
    }
    let plain = language::collapse(&front.replace(['*', '#', '_', '|'], " "));
    let counted = GENRES.iter().map(|genre| {
        let found = genre.phrases.iter().filter(|phrase| has(&plain, phrase)).count();
        (genre, found as f32 / genre.enough as f32)
    });
    let best = counted.filter(|(_, share)| *share >= 1.0).max_by(|a, b| a.1.total_cmp(&b.1));
    best.map(|(genre, _)| genre.name)
}

/// Whether the phrase stands there as words of its own.
fn has(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(at + phrase.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// Turns of a conversation, each with its time: "[12:04] Ann: …", "12:04 - Ann: …".
fn is_chat(text: &str) -> bool {
    let lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).take(400).collect();
    let turn = |line: &&&str| {
        let Some((head, said)) = line.split_once(": ") else { return false };
        let digits = head.bytes().filter(u8::is_ascii_digit).count();
        let letters = head.chars().filter(|c| c.is_alphabetic()).count();
        let starts = head.starts_with(|c: char| c.is_ascii_digit() || c == '[' || c == '(');
        starts
            && head.len() < 60
            && digits >= 3
            && letters >= 2
            && head.contains(':')
            && !said.is_empty()
    };
    let turns = lines.iter().filter(turn).count();
    turns >= TURNS && turns as f32 >= SHARE * lines.len() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_give_themselves_away() {
        let check =
            |text: &str, expected: Option<&str>| assert_eq!(genre(text), expected, "{text}");
        check(
            "This Agreement is made between A (the Licensor) and B. The parties agree. Governing law: \
             Utah. IN WITNESS WHEREOF they sign.",
            Some("contract"),
        );
        check(
            "# Salt\n\n## Abstract\n\nWe ask.\n\n## Introduction\n\nx\n\n## Methods\n\ny\n\n## References\n\n1. z",
            Some("paper"),
        );
        check(
            "BACKGROUND Salt. METHODS We ate. RESULTS It rose. CONCLUSIONS Eat less.",
            Some("paper"),
        );
        check(
            "[12:04] Ann: hello\n[12:05] Bo: yes\n[12:06] Ann: so\n[12:09] Bo: bye",
            Some("chat"),
        );
        check("The river rises in spring, and nobody agreed on a reason.", None);
        check("", None);
        assert!(GENRES.iter().all(|genre| genre.phrases.len() >= genre.enough));
    }
}
