//! Identifiers of publications as `types::Reference` keeps them. What does not check is no
//! identifier.

/// DOI without resolver, in lower case.
pub(super) fn doi(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    // out of a resolver's address, or behind a label
    let start = text.find("10.")?;
    let doi = text.get(start..)?.split(char::is_whitespace).next()?;
    let doi = doi.trim_end_matches(['.', ',', ';', '"', '>', '}', ']']);
    let (prefix, suffix) = doi.split_once('/')?;
    let registrant = prefix.strip_prefix("10.")?;
    let is_registrant = |c: char| c.is_ascii_digit() || c == '.';
    let is_doi =
        registrant.len() >= 4 && registrant.chars().all(is_registrant) && !suffix.is_empty();
    is_doi.then(|| doi.to_owned())
}

/// arXiv id without prefix.
pub(super) fn arxiv(text: &str) -> Option<String> {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    let after = ["arxiv.org/abs/", "arxiv.org/pdf/", "10.48550/arxiv.", "arxiv:"]
        .iter()
        .find_map(|mark| Some(lower.find(mark)? + mark.len()))
        .unwrap_or(0);
    let id = text.get(after..)?.split([' ', '[', ']', '?', '#']).next()?.trim();
    let id = id.trim_end_matches(".pdf");
    let bare = match id.rsplit_once('v') {
        Some((bare, version)) if is_digits(version, 1..=3) => bare,
        _ => id,
    };
    let new = bare
        .split_once('.')
        .is_some_and(|(month, number)| is_digits(month, 4..=4) && is_digits(number, 4..=5));
    let old = bare.split_once('/').is_some_and(|(archive, number)| {
        let is_letter = |c: char| c.is_ascii_alphabetic() || c == '-' || c == '.';
        !archive.is_empty() && archive.chars().all(is_letter) && is_digits(number, 7..=7)
    });
    (new || old).then(|| id.to_owned())
}

fn is_digits(text: &str, length: std::ops::RangeInclusive<usize>) -> bool {
    length.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// ISBN-10 or ISBN-13 whose check digit is right; the first of several.
pub(super) fn isbn(text: &str) -> Option<String> {
    text.split([',', ';']).flat_map(|one| [one.to_owned(), first_word(one)]).find_map(|one| {
        let kept = one.chars().filter(|c| c.is_ascii_digit() || matches!(c, 'X' | 'x'));
        let isbn: String = kept.collect::<String>().to_ascii_uppercase();
        is_isbn(&isbn).then_some(isbn)
    })
}

fn first_word(text: &str) -> String {
    text.split_whitespace().next().unwrap_or_default().to_owned()
}

fn is_isbn(isbn: &str) -> bool {
    let value = |c: char| if c == 'X' { Some(10) } else { c.to_digit(10) };
    let digits: Option<Vec<u32>> = isbn.chars().map(value).collect();
    let Some(digits) = digits else { return false };
    let has_early_x = isbn.chars().rev().skip(1).any(|c| c == 'X');
    match digits.len() {
        10 => {
            let sum: u32 = digits.iter().zip((1..=10).rev()).map(|(digit, by)| digit * by).sum();
            !has_early_x && sum.is_multiple_of(11)
        }
        13 => {
            let sum: u32 =
                digits.iter().zip([1, 3].iter().cycle()).map(|(digit, by)| digit * by).sum();
            !isbn.contains('X') && sum.is_multiple_of(10)
        }
        _ => false,
    }
}

/// PubMed id.
pub(super) fn pmid(text: &str) -> Option<String> {
    let text = text.trim();
    let id = text.rsplit([':', '/', ' ']).find(|part| !part.is_empty())?;
    is_digits(id, 1..=9).then(|| id.to_owned())
}

/// The first year of a date, however written.
pub(super) fn year(text: &str) -> Option<i32> {
    let number = |part: &str| if part.len() == 4 { part.parse().ok() } else { None };
    text.split(|c: char| !c.is_ascii_digit()).find_map(number).filter(|year| *year > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(by: fn(&str) -> Option<String>, cases: &[(&str, Option<&str>)]) {
        for (text, expected) in cases {
            assert_eq!(by(text).as_deref(), *expected, "{text}");
        }
    }

    #[test]
    fn identifiers_are_normalised_or_none() {
        check(
            doi,
            &[
                ("https://doi.org/10.1000/ABC.1.", Some("10.1000/abc.1")),
                ("doi: 10.1000/182", Some("10.1000/182")),
                ("10.1000", None),
                ("see 10.5 / 3", None),
            ],
        );
        check(
            arxiv,
            &[
                ("arXiv:2305.03393v1 [cs.CL]", Some("2305.03393v1")),
                ("https://arxiv.org/pdf/2305.03393.pdf", Some("2305.03393")),
                ("hep-th/9901001", Some("hep-th/9901001")),
                ("10.48550/arXiv.2305.03393", Some("2305.03393")),
                ("2305.3", None),
                ("words", None),
            ],
        );
        check(
            isbn,
            &[
                ("978-0-201-89683-1", Some("9780201896831")),
                ("0-201-89683-4 (hardback)", Some("0201896834")),
                ("080442957X", Some("080442957X")),
                ("978-0-201-89683-2", None),
                ("1234-5678", None),
            ],
        );
        check(pmid, &[("PMID: 123456", Some("123456")), ("x12", None), ("", None)]);
        assert_eq!(year("2024 May 1"), Some(2024));
        assert_eq!(year("05/1999"), Some(1999));
        assert_eq!(year("in press"), None);
    }
}
