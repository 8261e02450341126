//! Identifiers of publications as `types::Reference` keeps them. What does not check is no
//! identifier.

pub(super) use crate::identifiers::{arxiv, doi, isbn, pmid};

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
                ("0-201-89683-4 (hardback)", Some("9780201896831")),
                ("080442957X", Some("9780804429573")),
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
