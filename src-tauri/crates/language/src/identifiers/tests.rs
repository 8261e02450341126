//! Each grammar on what people write, and on what is made to mislead it.

use super::*;
use proptest::prelude::*;

fn names(text: &str) -> Vec<String> {
    find(text).into_iter().map(|found| found.identifier.name()).collect()
}

#[test]
fn spellings_of_one_identifier_are_one() {
    let spellings: [(&str, &[&str]); 9] = [
        (
            "10.1000/abc(1)x",
            &[
                "10.1000/ABC(1)x",
                "doi:10.1000/abc(1)x.",
                "DOI: 10.1000/abc(1)x)",
                "(https://doi.org/10.1000/abc(1)x)",
                "[paper](http://dx.doi.org/10.1000/abc(1)x).",
                "<https://doi.org/10.1000%2Fabc%281%29x>",
                "https://doi.org/10.1000/abc(1)x?download=true",
                "https://journal.org/doi/10.1000/abc(1)x.pdf",
                "https://journal.org/doi/10.1000/abc(1)x/full",
                "10.1000/\nabc(1)x",
                "_10.1000/abc(1)x_, and",
                "见10.1000/abc(1)x。",
                "１０．１０００／abc（１）x",
                "10.1000/a\u{200b}b\u{ad}c(1)x",
                "10.1000/abc(1)x(see",
                "10.1000/abc\\(1\\)x",
            ],
        ),
        (
            "10.1175/1520-0442(2004)017<0616:enoosm>2.0.co;2-#",
            &[
                "10.1175/1520-0442(2004)017<0616:ENOOSM>2.0.CO;2-#",
                "https://doi.org/10.1175/1520-0442(2004)017%3C0616:ENOOSM%3E2.0.CO;2-#",
            ],
        ),
        (
            "10.1007/s00134-020-06022-5",
            &["10.1007/s00134-\n020-06022-5", "10.1007/S00134‐020‐06022‐5"],
        ),
        (
            "arXiv:2305.03393",
            &[
                "arXiv:2305.03393",
                "arXiv:2305.03393v1",
                "ARXIV: 2305.03393v12 [cs.CV]",
                "2305.03393v1",
                "https://arxiv.org/abs/2305.03393",
                "http://export.arxiv.org/pdf/2305.03393v2.pdf",
                "10.48550/arXiv.2305.03393",
                "arXiv:\n2305.03393",
                "arXiv:2305.\n03393",
                "arXiv：２３０５．０３３９３",
            ],
        ),
        ("arXiv:math/0309136", &["arXiv:math.GT/0309136v2", "math/0309136", "MATH.GT/0309136"]),
        (
            "ISBN 9780306406157",
            &[
                "ISBN 0-306-40615-2",
                "0-306-40615-2",
                "ISBN-10: 0306406152",
                "ISBN-13: 978-0-306-40615-7 (print)",
                "ISBN 13: 978 0 306 40615 7",
                "978 0 306 40615 7",
                "978–0–306–40615–7 ISBN 978–0–306–40615–7",
                "urn:isbn:9780306406157",
                "ISBN 978-0-306-\n40615-7",
                "ISBN 978-0-306-4061\u{2060}5-7",
            ],
        ),
        (
            "ORCID 0000-0002-1825-0097",
            &[
                "https://orcid.org/0000-0002-1825-0097",
                "0000-0002-\n1825-0097",
                "(0000-0002-1825-0097)",
            ],
        ),
        (
            "PMID 12345678",
            &[
                "PMID: 12345678.",
                "PMID- 12345678",
                "https://pubmed.ncbi.nlm.nih.gov/12345678/",
                "www.ncbi.nlm.nih.gov/pubmed/12345678",
            ],
        ),
        (
            "PMC1234567",
            &["PMCID: PMC1234567", "https://www.ncbi.nlm.nih.gov/pmc/articles/pmc1234567/"],
        ),
    ];
    for (name, texts) in spellings {
        for text in texts {
            assert_eq!(names(text), [name], "{text:?}");
        }
    }
    assert_eq!(
        names("doi 10.1000/182, arXiv:1706.03762 and ISSN 0028-0836"),
        ["10.1000/182", "arXiv:1706.03762", "ISSN 0028-0836"]
    );
}

#[test]
fn what_is_none_is_not_found() {
    for text in [
        "version 10.4/5 of 110.1000/1, 10.x/1, 10.1234/",
        "v10.1000/1 and 0.10.1000/1, 10.1000 / 1",
        // broken at a hyphen that may be the printer's
        "10.1016/j.neuro-\nimage",
        "rose by 1499.1234 and 1313.12345 and 2305.033931; 2305.3; 12305.03393",
        "arXiv:1913.00001, arXiv:2305.0339, arXiv:foo/0309136, hep-th/9913001",
        "ISBN 978-0-306-40615-8, ISBN 0-306-40615-3, ISBN 123",
        "9780306406158 9770306406157 0306406152 978 0 306 406157",
        "0000-0002-1825-0098 0000-0002-1825-009 10000-0002-1825-0097",
        "ISSN 0028-0837, 0028-0836",
        "PMID unknown, PMID: 123456789, PMC12, XPMC1234567",
        "١٠.١٠٠٠/١٨٢ arXiv:٢٣٠٥.٠٣٣٩٣",
        "",
    ] {
        assert_eq!(names(text), Vec::<String>::new(), "{text:?}");
    }
}

#[test]
fn fields_are_read_with_or_without_label() {
    for (scheme, field, expected) in [
        (Scheme::Doi, "https://doi.org/10.1000/ABC.1.", Some("10.1000/abc.1")),
        (Scheme::Doi, "10.48550/arXiv.2305.03393", Some("10.48550/arxiv.2305.03393")),
        (Scheme::Doi, "x10.1000/1", None),
        (Scheme::Arxiv, "2305.03393v2", Some("2305.03393v2")),
        (Scheme::Arxiv, "hep-th/9901001", Some("hep-th/9901001")),
        (Scheme::Arxiv, "10.48550/arXiv.2305.03393", Some("2305.03393")),
        (Scheme::Arxiv, "words", None),
        (Scheme::Isbn, "080442957X", Some("9780804429573")),
        (Scheme::Isbn, "0-201-89683-4 (hardback), 978-0-201-89683-2", Some("9780201896831")),
        (Scheme::Isbn, "0028-0836", None),
        (Scheme::Issn, "1434-9958", None),
        (Scheme::Issn, "2434-561x", Some("2434-561X")),
        (Scheme::Pmid, "00123", Some("123")),
        (Scheme::Pmid, "x12", None),
        (Scheme::Pmcid, "1234567", Some("PMC1234567")),
        (Scheme::Orcid, "0000-0001-5109-3700", Some("0000-0001-5109-3700")),
        (
            Scheme::Url,
            "HTTPS://Example.ORG:443/a/../b%7e%c3?Q#f",
            Some("https://example.org/b~%C3?Q#f"),
        ),
        (Scheme::Url, "http://example.org", Some("http://example.org/")),
        (Scheme::Url, "http://example.org/a/./b/..", Some("http://example.org/a/")),
        (Scheme::Url, "mailto:a@b", None),
        (Scheme::Url, "http:// x", None),
    ] {
        let found = read(scheme, field).map(|identifier| identifier.versioned());
        assert_eq!(found.as_deref(), expected, "{field}");
    }
}

#[test]
fn a_bare_number_is_told_from_a_labelled_one() {
    for (text, labelled) in
        [("2305.03393", false), ("arXiv:2305.03393", true), ("9780306406157", false)]
    {
        assert_eq!(find(text).first().map(|found| found.labelled), Some(labelled), "{text}");
    }
}

#[test]
fn ten_thousand_on_a_page_are_found() {
    let page: String =
        (0..10_000).map(|n| format!("10.1000/x.{n}, arXiv:2305.{:05}; ", n % 90_000)).collect();
    assert_eq!(find(&page).len(), 20_000);
    assert!(find(&"10.1000/".repeat(20_000)).len() < 20_000);
    assert!(find(&format!("https://x/{}", "10.1/".repeat(20_000))).is_empty());
    assert_eq!(find(&"10.1000/(".repeat(2_000)), []);
}

proptest! {
    #[test]
    fn ranges_lie_in_the_text_and_in_order(
        text in "(\\PC|10\\.1234/|arXiv:|23(0|1)5\\.03393|ISBN |97[89]|[0-9]{1,13}|[()<>;:./-]|\n|\u{200b}|ＩＳＢＮ){0,40}",
    ) {
        let mut end = 0;
        for found in find(&text) {
            prop_assert!(found.range.start >= end && !found.range.is_empty());
            prop_assert!(text.get(found.range.clone()).is_some());
            end = found.range.end;
        }
    }

    #[test]
    fn a_canonical_form_is_its_own(
        text in "(10\\.[0-9]{4,5}/[a-z0-9.()<>:;-]{1,12}|arXiv:1[0-9]0[1-9]\\.[0-9]{4,5}(v[0-9])?|ISBN [0-9]{9}[0-9X]|PMID [0-9]{1,8})",
    ) {
        for found in find(&text) {
            let again = find(&found.identifier.name());
            prop_assert_eq!(again.len(), 1);
            prop_assert_eq!(again[0].identifier.key(), found.identifier.key());
            let read = read(found.identifier.scheme(), &found.identifier.versioned());
            prop_assert_eq!(read.map(|one| one.key()), Some(found.identifier.key()));
        }
    }
}
