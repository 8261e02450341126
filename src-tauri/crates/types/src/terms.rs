//! How terms are compared: the one rule that definitions and exact search share. It knows no words.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A term for lookup: NFKC, lower case, its runs of letters and digits joined by `_`.
/// "Force Majeure" is `force_majeure` (seed 002). Empty where it has neither letter nor digit.
pub fn normalise_term(term: &str) -> String {
    // NFKC leaves ASCII as it is: most terms are, and this runs over every word
    if term.is_ascii() {
        return joined(term.chars().map(|c| c.to_ascii_lowercase()), term.len());
    }
    let plain = term.nfkc().collect::<String>().to_lowercase();
    joined(plain.nfkc(), plain.len())
}

/// Runs of letters and digits, joined by `_`.
fn joined(letters: impl Iterator<Item = char>, capacity: usize) -> String {
    let mut normalised = String::with_capacity(capacity);
    let mut apart = false;
    for c in letters {
        let mark = !c.is_ascii() && is_combining_mark(c) && !apart && !normalised.is_empty();
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

/// Default-ignorable code points (Unicode's DerivedCoreProperties): what is shown as nothing. The crate
/// `language` has the rest of what is to know of words; names need this list to make ids.
pub fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
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

        #[test]
        fn plain_terms_are_normalised_as_others_are(term in "[ -~]{0,40}") {
            // with a letter that is not plain, and that goes away again
            let long = normalise_term(&format!("{term} é"));
            prop_assert_eq!(long.trim_end_matches('é').trim_end_matches('_'), normalise_term(&term));
        }
    }
}
