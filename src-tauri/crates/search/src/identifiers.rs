//! Finds what must survive whole, and writes each in one normal form. Never guesses from meaning:
//! identifiers of publications and people are `language::identifiers`' (its keys), and the rules below
//! are all there is besides.
//!
//! A *token* is a run without white space, less its outer punctuation (closing brackets stay where
//! they were opened inside). Longest rule first:
//!
//! | kind | written as | normal form |
//! | --- | --- | --- |
//! | citation | `21 CFR 11.10(e)`, `42 U.S.C. § 300` | `21_cfr_11_10_e` |
//! | section | `Section 4.3(a)`, `§ 4.3`, `sec_4_3_a`, `Annex II`, `Table 3` | `sec_4_3_a`, `table_3` |
//! | compound | two or more runs of letters or digits joined by `-_/.:+@#&()` | lower case |
//!
//! A compound has 3 to 64 bytes; numbers (`3.5`, `1,000`, `12:30`), addresses with `://`, and
//! letters joined by a full stop alone (a missing space far more often than a name) are none.

use crate::{
    citations::citation,
    runs::{Token, Tokens},
    sections::mention,
};
use std::ops::Range;

/// What kind of identifier a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// DOI, arXiv, ISBN or PubMed number, or legal citation: names one thing in the world.
    Reference,
    /// A numbered place of a document.
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

/// Tokens that are looked at together.
const WINDOW: usize = 6;

/// The identifiers of `text`, in order.
pub(crate) fn identifiers(text: &str) -> Vec<Identifier> {
    let mut tokens: Vec<Token<'_>> = Tokens { text, at: 0 }.collect();
    let count = tokens.len();
    // after the last one stand empty ones
    tokens.resize(count + WINDOW, Token::default());
    let known = language::identifiers::find(text);
    let mut ahead = known.iter().map(|one| &one.range).peekable();
    let mut found: Vec<Identifier> = Vec::new();
    let mut at = 0;
    while let Some(window) = tokens.get(at..at + WINDOW).filter(|_| at < count) {
        let Some(first) = window.first() else { break };
        while ahead.next_if(|range| range.end <= first.start).is_some() {}
        if ahead.peek().is_some_and(|range| range.start < first.end) {
            at += 1;
            continue;
        }
        let (hit, used) = recognise(window);
        if let Some((name, kind)) = hit {
            let end = window.get(used - 1).map_or(first.end, |last| last.end);
            found.push(Identifier { name, kind, range: first.start..end.max(first.end) });
        }
        at += used;
    }
    found.extend(known.into_iter().map(|one| Identifier {
        name: one.identifier.key(),
        kind: Kind::Reference,
        range: one.range,
    }));
    found.sort_by_key(|one| one.range.start);
    found
}

/// What begins at the first token, and how many tokens it takes.
fn recognise(window: &[Token<'_>]) -> (Option<(String, Kind)>, usize) {
    let [first, second, ..] = window else { return (None, 1) };
    if is_plain(first.text) && !is_number(second.text) {
        return (None, 1);
    }
    if let Some((name, used)) = citation(window) {
        return (Some((name, Kind::Reference)), used);
    }
    if let Some((name, used)) = mention(window) {
        return (Some((name, Kind::Section)), used);
    }
    (compound(first.text).map(|name| (name, Kind::Compound)), 1)
}

/// Letters alone: nothing by itself, and most words are.
fn is_plain(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Whether a word can be the number that a label announces: `4.3`, `II`, `ii`, `b`.
fn is_number(word: &str) -> bool {
    let small = word.len() <= 1 || word.bytes().all(|byte| b"ivx".contains(&byte));
    small || word.starts_with(|c: char| c.is_numeric() || c.is_uppercase())
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
        check("2301.00001v2", &[("arxiv:2301.00001", Reference)]);
        check("hep-th/9901001v2,", &[("arxiv:hep-th/9901001", Reference)]);
        check("math.GT/0309136", &[("arxiv:math/0309136", Reference)]);
        check("https://arxiv.org/pdf/0704.0001v1.pdf", &[("arxiv:0704.0001", Reference)]);
        check("10.48550/arXiv.2301.00001", &[("arxiv:2301.00001", Reference)]);
        check("rose by 1499.1234 and 1313.12345", &[]);
        check("PMID: 12345678.", &[("pmid:12345678", Reference)]);
        check("(pmid:0123)", &[("pmid:123", Reference)]);
        check("https://pubmed.ncbi.nlm.nih.gov/12345678/", &[("pmid:12345678", Reference)]);
        check("PMID unknown", &[]);
        check("ISBN 978-0-306-40615-7", &[("isbn:9780306406157", Reference)]);
        check("978-0-306-40615-7", &[("isbn:9780306406157", Reference)]);
        check("0-306-40615-2", &[("isbn:9780306406157", Reference)]);
        check("978 0 306 40615 7", &[("isbn:9780306406157", Reference)]);
        check("ISBN 978 0 306 40615 7 bound", &[("isbn:9780306406157", Reference)]);
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
        check("Section 4.3 (a) (ii), and", &[("sec_4_3_a_ii", Section)]);
        check("Section 4 (2020)", &[("sec_4", Section)]);
        check("Sections 4.3–4.5", &[("sec_4_3", Section)]);
        check("Article 12, Art. 6(1)(a)", &[("art_12", Section), ("art_6_1_a", Section)]);
        check("annex ii; Appendix B.2", &[("annex_ii", Section), ("appendix_b_2", Section)]);
        check("appendix b or Table S1", &[("appendix_b", Section), ("table_s1", Section)]);
        check(
            "(Fig. 2a) table_3 art_12",
            &[("figure_2a", Section), ("table_3", Section), ("art_12", Section)],
        );
        check("part of the section. 3 more, in a table: 4 rows; rule a, part xyz", &[]);
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
