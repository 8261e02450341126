//! A heading's number in one spelling: "Section 4.3(a)", "§ 4.3(a)" and "4.3(a) Scope" are all
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
    let head = title.get(..label.len())?;
    let rest = title.get(label.len()..)?;
    let apart = rest.starts_with(char::is_whitespace) || label.starts_with('§');
    (head.eq_ignore_ascii_case(label) && apart).then(|| rest.trim_start())
}

/// What stands before the number.
#[derive(Clone, Copy, PartialEq)]
enum Lead {
    Label,
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

    proptest! {
        #[test]
        fn an_id_is_plain(title in "(Section |§ ?|Annex )?[0-9A-Za-z.()§é ]{0,40}") {
            let id = section_id(&title);
            prop_assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'));
        }
    }
}
