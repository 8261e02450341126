//! Finds the tokens that must survive whole, and writes each in one normal form. Never guesses from
//! meaning: the rules below are all there is.
//!
//! A *token* is a run without white space, less its outer punctuation (closing brackets stay where
//! they were opened inside). Longest rule first:
//!
//! | kind | written as | normal form |
//! | --- | --- | --- |
//! | DOI | `10.` 4–9 digits `/` rest, anywhere in a token | `10.1038/xyz`, lower case |
//! | arXiv | `arXiv:2301.00001v2`, `arXiv:hep-th/9901001` | `arxiv:2301.00001` (version dropped) |
//! | ISBN | after `ISBN`, or 978/979 and a right check digit | `isbn:` and 13 digits |
//! | citation | `21 CFR 11.10(e)`, `42 U.S.C. § 300` | `21_cfr_11_10_e` |
//! | section | `Section 4.3(a)`, `§ 4.3`, `sec_4_3_a` | `sec_4_3_a` |
//! | compound | two or more runs of letters or digits joined by `-_/.:+@#&()` | lower case |
//!
//! A compound has 3 to 64 bytes; numbers (`3.5`, `1,000`, `12:30`), addresses with `://`, and
//! letters joined by a full stop alone (a missing space far more often than a name) are none.

use std::ops::Range;

/// What kind of identifier a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// DOI, arXiv number, ISBN or legal citation: names one thing in the world.
    Reference,
    /// A section of a document.
    Section,
    /// Anything else that is more than one word long.
    Compound,
}

/// An identifier that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identifier {
    /// Normal form.
    pub(crate) name: String,
    /// What it is.
    pub(crate) kind: Kind,
    /// Where it stands in the text.
    pub(crate) range: Range<usize>,
}

const LONGEST_COMPOUND_BYTES: usize = 64;
const LONGEST_REFERENCE_BYTES: usize = 200;

/// The identifiers of `text`, in order.
pub(crate) fn identifiers(text: &str) -> Vec<Identifier> {
    let mut tokens = Tokens { text, at: 0 }.peekable_window();
    let mut found = Vec::new();
    while let Some([first, second, third, fourth]) = tokens.window() {
        let (hit, used) = recognise(first, second, third, fourth);
        if let Some((name, kind)) = hit {
            let end = [first, second, third, fourth].get(used - 1).map_or(first.end, |t| t.end);
            found.push(Identifier { name, kind, range: first.start..end.max(first.end) });
        }
        tokens.advance(used);
    }
    found
}

type Hit = Option<(String, Kind)>;

/// What begins at `first`, and how many tokens it takes.
fn recognise(first: Token, second: Token, third: Token, fourth: Token) -> (Hit, usize) {
    let word = first.text;
    if let Some(name) = doi(word).or_else(|| arxiv(word)) {
        return (Some((name, Kind::Reference)), 1);
    }
    if let Some(name) = isbn(word, [second.text, third.text, fourth.text]) {
        return (Some((name.0, Kind::Reference)), name.1);
    }
    if let Some((name, used)) = citation(word, second.text, third.text, fourth.text) {
        return (Some((name, Kind::Reference)), used);
    }
    if let Some((name, used)) = section(word, second.text) {
        return (Some((name, Kind::Section)), used);
    }
    (compound(word).map(|name| (name, Kind::Compound)), 1)
}

fn doi(word: &str) -> Option<String> {
    let start = word.match_indices("10.").find(|(at, _)| {
        let before = word.get(..*at).and_then(|before| before.chars().next_back());
        let rest = word.get(at + 3..).unwrap_or_default();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let suffix = rest.get(digits..).and_then(|rest| rest.strip_prefix('/'));
        !before.is_some_and(char::is_alphanumeric)
            && (4..=9).contains(&digits)
            && suffix.is_some_and(|suffix| !suffix.is_empty())
    })?;
    let name = word.get(start.0..).filter(|name| name.len() <= LONGEST_REFERENCE_BYTES)?;
    Some(name.to_lowercase())
}

fn arxiv(word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    let number = lower
        .strip_prefix("arxiv:")
        .or_else(|| lower.split_once("arxiv.org/abs/").map(|(_, number)| number))?;
    let (stem, version) = number.rsplit_once('v').unwrap_or((number, "1"));
    let versioned = !version.is_empty() && version.bytes().all(|b| b.is_ascii_digit());
    let number = if versioned { stem } else { number };
    let shaped = number.chars().any(|c| c.is_ascii_digit())
        && number.chars().all(|c| c.is_ascii_alphanumeric() || "./-".contains(c));
    (shaped && number.len() <= LONGEST_COMPOUND_BYTES).then(|| format!("arxiv:{number}"))
}

/// An ISBN and the tokens it takes: digits may stand in the same token or in the ones after it.
fn isbn(word: &str, after: [&str; 3]) -> Option<(String, usize)> {
    let upper = word.to_ascii_uppercase();
    let Some(rest) = upper.strip_prefix("ISBN") else {
        let plain = upper.starts_with("978") || upper.starts_with("979");
        return plain.then(|| isbn13(&upper)).flatten().map(|name| (name, 1));
    };
    let rest = rest.strip_prefix("-13").or_else(|| rest.strip_prefix("-10")).unwrap_or(rest);
    let mut digits = rest.trim_start_matches([':', ' ']).to_owned();
    for (used, next) in std::iter::once("").chain(after).enumerate() {
        digits.push_str(&next.to_ascii_uppercase());
        if let Some(name) = isbn13(&digits) {
            return Some((name, used + 1));
        }
    }
    None
}

/// `isbn:` and thirteen digits, where the check digit is right; ISBN-10 becomes ISBN-13.
fn isbn13(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(|c| *c != '-').collect();
    let values: Vec<u32> = digits
        .chars()
        .enumerate()
        .map(|(at, c)| if at == 9 && c == 'X' { Some(10) } else { c.to_digit(10) })
        .collect::<Option<_>>()?;
    let weighted = |values: &[u32]| -> u32 {
        values.iter().zip([1, 3].iter().cycle()).map(|(value, weight)| value * weight).sum()
    };
    match values.len() {
        13 if weighted(&values).is_multiple_of(10) => Some(format!("isbn:{digits}")),
        10 => {
            let sum: u32 = values.iter().zip((1..=10).rev()).map(|(v, weight)| v * weight).sum();
            let mut long: Vec<u32> = [9, 7, 8].into_iter().chain(values).take(12).collect();
            long.push((10 - weighted(&long) % 10) % 10);
            let name = long.iter().map(u32::to_string).collect::<String>();
            sum.is_multiple_of(11).then(|| format!("isbn:{name}"))
        }
        _ => None,
    }
}

fn citation(title: &str, code: &str, third: &str, fourth: &str) -> Option<(String, usize)> {
    let numbered = !title.is_empty() && title.bytes().all(|b| b.is_ascii_digit());
    let code: String = code.chars().filter(|c| *c != '.').collect::<String>().to_lowercase();
    if !numbered || !["cfr", "usc", "fr"].contains(&code.as_str()) {
        return None;
    }
    let skipped = third == "§" || third == "§§" || third.eq_ignore_ascii_case("part");
    let (number, used) = if skipped { (fourth, 4) } else { (third.trim_start_matches('§'), 3) };
    Some((format!("{title}_{code}_{}", section_number(number)?), used))
}

fn section(word: &str, next: &str) -> Option<(String, usize)> {
    let lower = word.to_lowercase();
    if let Some(parts) = lower.strip_prefix("sec_") {
        let shaped = parts
            .split('_')
            .all(|part| !part.is_empty() && part.chars().all(char::is_alphanumeric));
        return shaped.then_some((lower, 1));
    }
    if let Some(number) = lower.strip_prefix('§').map(|rest| rest.trim_start_matches('§')) {
        let (number, used) = if number.is_empty() { (next, 2) } else { (number, 1) };
        return Some((format!("sec_{}", section_number(number)?), used));
    }
    let named = ["section", "sections", "sec", "sect"].contains(&lower.as_str());
    named.then(|| section_number(next)).flatten().map(|number| (format!("sec_{number}"), 2))
}

/// `4.3(a)(ii)` → `4_3_a_ii`. Starts with a digit; each part is letters or digits.
fn section_number(text: &str) -> Option<String> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let parts: Vec<&str> = text.split(['.', '(', ')']).filter(|part| !part.is_empty()).collect();
    let shaped =
        parts.iter().all(|part| part.len() <= 6 && part.chars().all(|c| c.is_ascii_alphanumeric()));
    (shaped && !parts.is_empty()).then(|| parts.join("_").to_lowercase())
}

fn compound(word: &str) -> Option<String> {
    let joiner = |c: char| "-_/.:+@#&()".contains(c);
    let long_enough = (3..=LONGEST_COMPOUND_BYTES).contains(&word.len());
    let clean = word.chars().all(|c| c.is_alphanumeric() || joiner(c)) && !word.contains("://");
    let runs = word.split(joiner).filter(|run| !run.is_empty()).count();
    let number = word.chars().all(|c| c.is_numeric() || ".:".contains(c));
    let digits = word.chars().any(char::is_numeric);
    let stops_only = !digits && !word.chars().any(|c| joiner(c) && c != '.');
    (long_enough && clean && runs >= 2 && !number && !stops_only).then(|| word.to_lowercase())
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug, Default)]
struct Token<'a> {
    text: &'a str,
    start: usize,
    end: usize,
}

/// Runs without white space, less their outer punctuation.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    fn peekable_window(mut self) -> Window<'a> {
        let held = std::array::from_fn(|_| self.next());
        Window { tokens: self, held }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.text.get(self.at..)?;
            let lead = rest.len() - rest.trim_start().len();
            let run = rest.trim_start().split(char::is_whitespace).next()?;
            if run.is_empty() {
                return None;
            }
            let start = self.at + lead;
            self.at = start + run.len();
            let (skipped, trimmed) = trim(run);
            if !trimmed.is_empty() {
                let start = start + skipped;
                return Some(Token { text: trimmed, start, end: start + trimmed.len() });
            }
        }
    }
}

/// Bytes cut off the front, and what is left.
fn trim(run: &str) -> (usize, &str) {
    let inner = run.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '§');
    let skipped = run.len() - inner.len();
    let mut inner = inner;
    loop {
        let cut = inner.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')' && c != '§');
        let balanced = cut.matches('(').count() >= cut.matches(')').count();
        match cut.strip_suffix(')') {
            Some(shorter) if !balanced => inner = shorter,
            _ => return (skipped, cut),
        }
    }
}

/// Four tokens of look-ahead.
struct Window<'a> {
    tokens: Tokens<'a>,
    held: [Option<Token<'a>>; 4],
}

impl<'a> Window<'a> {
    /// The next tokens, empty ones after the last; `None` at the end.
    fn window(&self) -> Option<[Token<'a>; 4]> {
        let [first, ..] = self.held;
        first.map(|_| self.held.map(Option::unwrap_or_default))
    }

    fn advance(&mut self, by: usize) {
        for _ in 0..by {
            let [_, second, third, fourth] = self.held;
            self.held = [second, third, fourth, self.tokens.next()];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: &[(&str, Kind)]) {
        let found = identifiers(text);
        let names: Vec<_> = found.iter().map(|it| (it.name.as_str(), it.kind)).collect();
        assert_eq!(names, expected, "{text:?}");
    }

    #[test]
    fn each_kind_has_one_normal_form() {
        use Kind::{Compound, Reference, Section};
        check("see 10.1038/XYZ.", &[("10.1038/xyz", Reference)]);
        check(
            "(https://doi.org/10.1016/j.cell.2020.01.001)",
            &[("10.1016/j.cell.2020.01.001", Reference)],
        );
        check(
            "doi:10.1002/(SICI)1097-4571(199806)49:8,",
            &[("10.1002/(sici)1097-4571(199806)49:8", Reference)],
        );
        check("arXiv:2301.00001", &[("arxiv:2301.00001", Reference)]);
        check("ARXIV:2301.00001v3;", &[("arxiv:2301.00001", Reference)]);
        check("arXiv:hep-th/9901001", &[("arxiv:hep-th/9901001", Reference)]);
        check("ISBN 978-0-306-40615-7", &[("isbn:9780306406157", Reference)]);
        check("ISBN-10: 0-306-40615-2", &[("isbn:9780306406157", Reference)]);
        check("ISBN: 978 0306 406157", &[("isbn:9780306406157", Reference)]);
        check("9780306406157", &[("isbn:9780306406157", Reference)]);
        check("9780306406158", &[]);
        check("per 21 CFR 11.10(e), signed", &[("21_cfr_11_10_e", Reference)]);
        check("42 U.S.C. § 300", &[("42_usc_300", Reference)]);
        check("21 CFR Part 11", &[("21_cfr_11", Reference)]);
        check("Section 4.3(a) says", &[("sec_4_3_a", Section)]);
        check("in § 4.3.", &[("sec_4_3", Section)]);
        check("§4.3(a)(ii)", &[("sec_4_3_a_ii", Section)]);
        check("(sec_4_3_a)", &[("sec_4_3_a", Section)]);
        check("section of the report", &[]);
        check("high-speed IL-6/sIL-6R", &[("high-speed", Compound), ("il-6/sil-6r", Compound)]);
        check("11.10(e) then f(x)", &[("11.10(e)", Compound), ("f(x)", Compound)]);
        check("OAuth2 plain words 3.5 1,000 12:30 disabilities.A e.g. http://a.b/c-d", &[]);
        check("snake_case", &[("snake_case", Compound)]);
    }

    proptest! {
        #[test]
        fn ranges_lie_in_the_text(text in "[ §a-z0-9().,:/_-]{0,60}|.{0,40}") {
            for found in identifiers(&text) {
                prop_assert!(text.get(found.range).is_some_and(|it| !it.is_empty()));
            }
        }
    }
}
