//! How terms are compared: the one rule that definitions and exact search share. It knows no words.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A term for lookup: NFKC, lower case, its runs of letters and digits joined by `_`.
/// "Force Majeure" is `force_majeure` (seed 002). Empty where it has neither letter nor digit.
pub fn normalise_term(term: &str) -> String {
    let plain = term.nfkc().collect::<String>().to_lowercase();
    let mut normalised = String::with_capacity(plain.len());
    let mut apart = false;
    for c in plain.nfkc() {
        let mark = is_combining_mark(c) && !apart && !normalised.is_empty();
        if !(c.is_alphanumeric() || mark) {
            apart = true;
            continue;
        }
        if apart && !normalised.is_empty() {
            normalised.push('_');
        }
        apart = false;
        normalised.push(c);
    }
    normalised
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spellings_of_one_term_meet() {
        for (term, normalised) in [
            ("Force Majeure", "force_majeure"),
            ("  “Force\n Majeure” ", "force_majeure"),
            ("FORCE-MAJEURE", "force_majeure"),
            ("sec_4_3_a", "sec_4_3_a"),
            ("ﬁle №5", "file_no5"),
            ("Straße", "straße"),
            ("Cafe\u{301}", "café"),
            ("契約", "契約"),
            ("हिन्दी", "हिन्दी"),
            ("...", ""),
            ("", ""),
        ] {
            assert_eq!(normalise_term(term), normalised, "{term}");
        }
    }

    proptest! {
        #[test]
        fn a_normal_form_is_its_own(term in "\\PC{0,40}") {
            let once = normalise_term(&term);
            prop_assert_eq!(normalise_term(&once), once.clone());
            prop_assert!(!once.starts_with('_') && !once.ends_with('_') && !once.contains("__"));
        }
    }
}
