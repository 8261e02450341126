//! What attributes say: where a link leads, what stands for a picture, a list's numbers, a block of
//! code's language. Nothing is followed or fetched.

use super::page::{Id, Page};
use crate::office::numerals;

/// Longer targets are trackers, or data.
const TARGET_BYTES: usize = 2000;

/// A link's target, fit to stand in Markdown; `None` where it leads nowhere outside of the page.
pub(super) fn target(page: &Page, id: Id) -> Option<String> {
    let target: String = page.attribute(id, "href")?.chars().filter(|c| !c.is_control()).collect();
    let target = target.trim();
    let scheme = target.get(..8).unwrap_or(target).to_ascii_lowercase();
    let leads_out =
        ["https://", "http://", "mailto:", "doi:"].iter().any(|s| scheme.starts_with(s));
    if !leads_out || target.len() > TARGET_BYTES {
        return None;
    }
    let mut fit = String::with_capacity(target.len());
    for letter in target.chars() {
        match letter {
            ' ' => fit.push_str("%20"),
            '(' => fit.push_str("%28"),
            ')' => fit.push_str("%29"),
            '<' => fit.push_str("%3C"),
            '>' => fit.push_str("%3E"),
            '\\' => fit.push_str("%5C"),
            '|' => fit.push_str("%7C"),
            '`' => fit.push_str("%60"),
            // no entity may form
            '&' => fit.push_str("&amp;"),
            letter if letter.is_whitespace() => fit.push_str("%20"),
            letter => fit.push(letter),
        }
    }
    Some(fit)
}

/// What stands for a picture.
pub(super) fn alternative(page: &Page, id: Id) -> &str {
    let alt = page.attribute(id, "alt").unwrap_or_default().trim();
    // a caption beside it says the same
    let is_said = || {
        let figure = page.around(id).find(|above| page.tag(*above) == "figure");
        let caption = figure.and_then(|figure| page.find(figure, "figcaption"));
        caption.is_some_and(|caption| page.words(caption).contains(alt))
    };
    let is_file_name = [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp"]
        .iter()
        .any(|end| alt.to_ascii_lowercase().ends_with(end) && !alt.contains(' '));
    if is_file_name || is_said() { "" } else { alt }
}

/// Whether a raised number is a power: `10<sup>6</sup>`, and not a note's number.
pub(super) fn is_power(page: &Page, id: Id, before: Option<char>) -> bool {
    let raised = page.words(id);
    let is_number = raised.chars().any(|c| c.is_ascii_digit())
        && raised.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | '\u{2212}'));
    is_number
        && before.is_some_and(|c| c.is_alphanumeric() || c == ')')
        && !page.inside(id).any(|id| page.tag(id) == "a")
}

/// The language that the class of a block of code names.
pub(super) fn language(page: &Page, id: Id) -> Option<String> {
    let places = page.subtree(id).filter(|id| matches!(page.tag(*id), "pre" | "code"));
    let around = page.around(id).take(2);
    for place in places.take(3).chain(around) {
        let stated = page.attribute(place, "data-lang").or(page.attribute(place, "data-language"));
        let class = page.attribute(place, "class").unwrap_or_default();
        let mut words = class.split_ascii_whitespace();
        let named = words.clone().find_map(|word| {
            ["language-", "lang-", "highlight-source-", "highlight-", "brush:"]
                .iter()
                .find_map(|prefix| word.strip_prefix(prefix))
        });
        let next = || words.find(|word| *word == "sourceCode").and_then(|_| words.next());
        let language = stated.or(named).or_else(next).unwrap_or_default();
        let is_name = |c: char| c.is_ascii_alphanumeric() || "+-#_.".contains(c);
        let no_name = ["", "none", "text", "plaintext", "default", "notranslate"];
        if language.chars().all(is_name) && !no_name.contains(&language) {
            return Some(language.to_owned());
        }
    }
    None
}

/// The numbers of a list's items.
pub(super) struct Numbering {
    next: i64,
    step: i64,
    style: char,
}

impl Numbering {
    /// As the list says.
    pub(super) fn of(page: &Page, list: Id) -> Self {
        let ordered = page.tag(list) == "ol";
        let style = page.attribute(list, "type").and_then(|style| style.chars().next());
        let items = || page.children(list).filter(|id| page.tag(*id) == "li").count() as i64;
        let is_reversed = page.attribute(list, "reversed").is_some();
        let start = page.attribute(list, "start").and_then(|start| start.trim().parse().ok());
        let first = if is_reversed { items() } else { 1 };
        Self {
            next: start.unwrap_or(first),
            step: if is_reversed { -1 } else { 1 },
            style: if ordered { style.unwrap_or('1') } else { ' ' },
        }
    }

    /// The next item's number; empty for a list without numbers.
    pub(super) fn next(&mut self, page: &Page, item: Id) -> String {
        if let Some(value) =
            page.attribute(item, "value").and_then(|value| value.trim().parse().ok())
        {
            self.next = value;
        }
        let number = self.next;
        self.next = number.saturating_add(self.step);
        match self.style {
            ' ' => String::new(),
            'a' => letters(number).to_lowercase(),
            'A' => letters(number),
            'i' => roman(number).to_lowercase(),
            'I' => roman(number),
            _ => number.clamp(0, 999_999_999).to_string(),
        }
    }
}

fn roman(number: i64) -> String {
    numerals::roman(number.clamp(1, 3999) as u32)
}

/// A, B … Z, AA, AB …
fn letters(number: i64) -> String {
    let mut left = number.clamp(1, 100_000);
    let mut letters = Vec::new();
    while left > 0 {
        left -= 1;
        letters.push(char::from(b'A' + (left % 26) as u8));
        left /= 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_letters() {
        for (number, alphabetic, romans) in
            [(1, "A", "I"), (27, "AA", "XXVII"), (1994, "BXR", "MCMXCIV")]
        {
            assert_eq!((letters(number).as_str(), roman(number).as_str()), (alphabetic, romans));
        }
    }

    #[test]
    fn only_web_and_mail_addresses_are_targets() {
        for (href, expected) in [
            ("https://a.b/c_(d)?e=1&f", Some("https://a.b/c_%28d%29?e=1&amp;f")),
            (" HTTP://x y ", Some("HTTP://x%20y")),
            ("java\nscript:alert(1)", None),
            ("#note", None),
            ("/relative", None),
            ("data:text/html,x", None),
        ] {
            let page = Page::parse(&format!("<a href='{}'>x</a>", href.replace('&', "&amp;")));
            let link = page.find(0, "a").unwrap();
            assert_eq!(target(&page, link).as_deref(), expected, "{href}");
        }
    }
}
