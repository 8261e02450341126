//! Numbers of places in one spelling: "Section 4.3(a)", "§ 4.3(a)" and "4.3(a) Scope" are all
//! `sec_4_3_a`. A title that may just begin with a figure ("2024 in review") has no number.

/// Words that announce a number, and what the id begins with.
const LABELS: [(&str, &str); 16] = [
    ("section", "sec"),
    ("sec.", "sec"),
    ("sec", "sec"),
    ("§§", "sec"),
    ("§", "sec"),
    ("article", "art"),
    ("art.", "art"),
    ("annex", "annex"),
    ("appendix", "appendix"),
    ("chapter", "chapter"),
    ("chap.", "chapter"),
    ("clause", "clause"),
    ("part", "part"),
    ("schedule", "schedule"),
    ("title", "title"),
    ("rule", "rule"),
];

/// Parts that a number has at most; what has more is no section number.
const PARTS: usize = 12;

/// The id of the section under `title`; empty where it has no number.
pub(crate) fn section_id(title: &str) -> String {
    let title = title.trim();
    let labelled = LABELS.iter().find_map(|(label, prefix)| {
        let rest = strip_label(title, label)?;
        let parts = number(rest, Lead::Label)?;
        Some((prefix, parts))
    });
    let numbered = labelled.or_else(|| Some((&"sec", number(title, Lead::Nothing)?)));
    numbered.map_or_else(String::new, |(prefix, parts)| format!("{prefix}_{}", parts.join("_")))
}

fn strip_label<'a>(title: &'a str, label: &str) -> Option<&'a str> {
    let first = |text: &str| text.bytes().next().map(|byte| byte.to_ascii_lowercase());
    if first(title) != first(label) {
        return None;
    }
    let head = title.get(..label.len())?;
    let rest = title.get(label.len()..)?;
    let apart = rest.starts_with(char::is_whitespace) || label.starts_with('§');
    (head.eq_ignore_ascii_case(label) && apart).then(|| rest.trim_start())
}

/// What stands before a number.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Lead {
    /// A word that announces it.
    Label,
    /// Nothing that does.
    Nothing,
}

/// The parts of the number that `text` begins with, in lower case.
fn number(text: &str, lead: Lead) -> Option<Vec<String>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '(' | ')');
    let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    let token = text.get(..end)?;
    let after = text.get(end..)?.chars().next();
    if after.is_some_and(|c| !c.is_whitespace() && !matches!(c, ':' | '–' | '—')) {
        return None;
    }
    let parts: Vec<&str> =
        token.split(['.', '(', ')']).filter(|part| !part.is_empty()).take(PARTS + 1).collect();
    let (first, rest) = parts.split_first()?;
    let first_fits = match lead {
        Lead::Label => is_ordinal(first),
        Lead::Nothing if is_digits(first) => !rest.is_empty() || first.len() < 4,
        Lead::Nothing => token.ends_with('.') && rest.is_empty() && is_small_roman(first),
    };
    let fits = first_fits && parts.len() <= PARTS && rest.iter().all(|part| is_ordinal(part));
    fits.then(|| parts.iter().map(|part| part.to_ascii_lowercase()).collect())
}

fn is_digits(part: &str) -> bool {
    (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
}

/// `12`, `12a`, `a` or a Roman numeral.
fn is_ordinal(part: &str) -> bool {
    let digits = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let letters = part.len() - digits.len();
    match (digits.is_empty(), letters) {
        (false, letters) => is_digits(digits) && letters <= 1,
        (true, letters) => letters == 1 || is_roman(part),
    }
}

fn is_roman(part: &str) -> bool {
    let upper = part.to_ascii_uppercase();
    (1..=8).contains(&part.len()) && upper.bytes().all(|byte| b"IVXLCDM".contains(&byte))
}

/// Upper case and below forty: longer ones without a label are as likely words or initials.
fn is_small_roman(part: &str) -> bool {
    (1..=6).contains(&part.len()) && part.bytes().all(|byte| b"IVX".contains(&byte))
}

/// Words that announce the number of a place when it is mentioned, and what the id begins with.
const MENTIONS: [(&str, &str); 52] = [
    ("sections", "sec"),
    ("section", "sec"),
    ("secs.", "sec"),
    ("sect.", "sec"),
    ("sec.", "sec"),
    ("sec", "sec"),
    ("subsections", "sec"),
    ("subsection", "sec"),
    ("§§", "sec"),
    ("§", "sec"),
    ("articles", "art"),
    ("article", "art"),
    ("arts.", "art"),
    ("art.", "art"),
    ("art", "art"),
    ("annexes", "annex"),
    ("annex", "annex"),
    ("appendices", "appendix"),
    ("appendix", "appendix"),
    ("app.", "appendix"),
    ("chapters", "chapter"),
    ("chapter", "chapter"),
    ("chaps.", "chapter"),
    ("chap.", "chapter"),
    ("ch.", "chapter"),
    ("clauses", "clause"),
    ("clause", "clause"),
    ("parts", "part"),
    ("part", "part"),
    ("schedules", "schedule"),
    ("schedule", "schedule"),
    ("titles", "title"),
    ("title", "title"),
    ("rules", "rule"),
    ("rule", "rule"),
    ("tables", "table"),
    ("table", "table"),
    ("tabs.", "table"),
    ("tab.", "table"),
    ("figures", "figure"),
    ("figure", "figure"),
    ("figs.", "figure"),
    ("fig.", "figure"),
    ("figs", "figure"),
    ("fig", "figure"),
    ("footnotes", "fn"),
    ("footnote", "fn"),
    ("references", "ref"),
    ("reference", "ref"),
    ("refs.", "ref"),
    ("ref.", "ref"),
    ("ref", "ref"),
];

/// The place that all of `text` names: "Section 4.3(a)", "§ 4.3", `sec_4_3_a`, "Article 12",
/// "Annex II", "Table 3", "[12]". `None` where it says anything else or anything more.
pub fn parse_reference(text: &str) -> Option<String> {
    let text = text.trim();
    if is_id(text) {
        return Some(text.to_owned());
    }
    let cited = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    if let Some(number) = cited {
        return is_digits(number).then(|| format!("ref_{number}"));
    }
    let (prefix, rest) = label_at(text)?;
    let number = number_at(rest, Lead::Label)?;
    let after = rest.get(number.len..)?;
    matches!(after, "" | ".").then(|| id(prefix, &number.parts))
}

/// The number in parentheses that a title begins with: `a` of "(a) Scope".
pub(crate) fn sub_number(title: &str) -> Option<String> {
    let number = number_at(title.strip_prefix('(').and(Some(title))?, Lead::Label)?;
    let apart = title.get(number.len..)?.starts_with(char::is_whitespace);
    apart.then(|| number.parts.join("_"))
}

/// The number that is all of a title: `1` of "1.", as paragraphs of an article have it.
pub(crate) fn bare_number(title: &str) -> Option<String> {
    let number = title.strip_suffix(['.', ')'])?;
    is_digits(number).then(|| number.to_owned())
}

/// An id as it is written: `sec_4_3_a`.
fn is_id(text: &str) -> bool {
    let Some((prefix, rest)) = text.split_once('_') else { return false };
    MENTIONS.iter().any(|(_, known)| *known == prefix) && rest.split('_').all(is_lower_ordinal)
}

fn is_lower_ordinal(part: &str) -> bool {
    is_ordinal(part) && !part.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// `sec` and `["4", "a"]` are `sec_4_a`.
pub(crate) fn id(prefix: &str, parts: &[String]) -> String {
    format!("{prefix}_{}", parts.join("_"))
}

/// The label that `text` begins with, by its prefix, and what follows it.
pub(crate) fn label_at(text: &str) -> Option<(&'static str, &str)> {
    MENTIONS.iter().find_map(|(label, prefix)| Some((*prefix, strip_label(text, label)?)))
}

/// A number in running text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// In lower case: `["4", "3", "a"]`.
    pub(crate) parts: Vec<String>,
    /// Bytes it takes.
    pub(crate) len: usize,
}

/// The number that `text` begins with, as far as it is one: `4.3(a)` of "4.3(a). Then".
pub(crate) fn number_at(text: &str, lead: Lead) -> Option<Number> {
    let word = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        rest.get(..end.min(9)).unwrap_or_default()
    };
    let first = word(0);
    let fits = match lead {
        Lead::Label => is_ordinal(first) && !first.bytes().all(|byte| byte.is_ascii_lowercase()),
        Lead::Nothing => is_digits(first),
    };
    let (mut parts, mut len) = (Vec::new(), 0);
    if fits {
        parts.push(first.to_ascii_lowercase());
        len = first.len();
    } else if !text.starts_with('(') {
        return None;
    }
    while parts.len() < PARTS {
        let rest = text.get(len..).unwrap_or_default();
        // "4.3 (a)" is one number, "Table 3 (2020)" is not
        let gap = usize::from(rest.starts_with(" (") && !parts.is_empty());
        let (open, close) = if rest.get(gap..).unwrap_or_default().starts_with('(') {
            (gap + 1, 1)
        } else if rest.starts_with('.') && !parts.is_empty() {
            (1, 0)
        } else {
            break;
        };
        let next = word(len + open);
        let after = text.get(len + open + next.len()..).unwrap_or_default();
        let closed = close == 0 || after.starts_with(')');
        let short = gap == 0 || next.len() <= 2 || is_roman(next);
        if !(closed && short && is_ordinal(next)) {
            break;
        }
        parts.push(next.to_ascii_lowercase());
        len += open + next.len() + close;
    }
    (!parts.is_empty()).then_some(Number { parts, len })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_in_many_spellings() {
        let spellings = [
            ("4.3(a)", "sec_4_3_a"),
            ("4.3 (a note)", "sec_4_3"),
            ("Section 4.3(a) Scope", "sec_4_3_a"),
            ("SECTION 4.3", "sec_4_3"),
            ("Sec. 4.3.", "sec_4_3"),
            ("§ 4.3", "sec_4_3"),
            ("§4.3(a)(ii): Records", "sec_4_3_a_ii"),
            ("Article 12", "art_12"),
            ("Art. 12a – Appeals", "art_12a"),
            ("Annex II", "annex_ii"),
            ("Appendix B.2", "appendix_b_2"),
            ("Chapter 3: Light", "chapter_3"),
            ("1. Introduction", "sec_1"),
            ("1) Introduction", "sec_1"),
            ("12.10.3 Results", "sec_12_10_3"),
            ("II. Methods", "sec_ii"),
            ("3", "sec_3"),
        ];
        for (title, id) in spellings {
            assert_eq!(section_id(title), id, "{title}");
        }
    }

    #[test]
    fn figures_that_number_nothing() {
        let titles = [
            "",
            "Results",
            "2024 in review",
            "3D printing",
            "50% of us",
            "1,000 ways",
            "4-bit",
            "1st trial",
            "Section overview",
            "Partial results",
            "Part of it",
            "Articles 3",
            "A.",
            "Mild cases",
            "I think",
            "§",
            "Section",
        ];
        for title in titles {
            assert_eq!(section_id(title), "", "{title}");
        }
    }

    #[test]
    fn references_in_many_spellings() {
        for (text, expected) in [
            ("Section 4.3(a)", "sec_4_3_a"),
            (" section 4.3 (a) ", "sec_4_3_a"),
            ("§ 4.3", "sec_4_3"),
            ("§4.3.", "sec_4_3"),
            ("sec_4_3_a", "sec_4_3_a"),
            ("Article 12", "art_12"),
            ("Art. 12(2)", "art_12_2"),
            ("Annex II", "annex_ii"),
            ("Appendix B.2", "appendix_b_2"),
            ("Table 3", "table_3"),
            ("Fig. 2", "figure_2"),
            ("Figure 2.1", "figure_2_1"),
            ("[12]", "ref_12"),
            ("ref_12", "ref_12"),
        ] {
            assert_eq!(parse_reference(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "",
            "4.3",
            "Section",
            "Sections 3 and 4",
            "Section 4 of it",
            "[a]",
            "[12",
            "[1, 2]",
            "part of",
            "table salt",
            "sec_",
            "sec_4_Bad",
            "the_4",
            "Section 4 (2020)",
            "section a",
            "Section 4)",
            "[12345]",
        ] {
            assert_eq!(parse_reference(text), None, "{text}");
        }
    }

    #[test]
    fn headings_and_references_agree() {
        for place in ["Section 4.3(a)", "§ 7", "Article 12a", "Annex II", "Appendix B", "Part 3"] {
            assert_eq!(parse_reference(place), Some(section_id(place)), "{place}");
        }
    }

    proptest! {
        #[test]
        fn numbers_stay_inside(text in "(Section |§ ?|Table )?[0-9A-Za-z.()é ]{0,24}") {
            if let Some(number) = number_at(&text, Lead::Label) {
                prop_assert!(text.is_char_boundary(number.len) && number.len > 0);
            }
            if let Some(id) = parse_reference(&text) {
                prop_assert_eq!(parse_reference(&id), Some(id.clone()));
            }
        }

        #[test]
        fn an_id_is_plain(title in "(Section |§ ?|Annex )?[0-9A-Za-z.()§é ]{0,40}") {
            let id = section_id(&title);
            prop_assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'));
        }
    }
}
