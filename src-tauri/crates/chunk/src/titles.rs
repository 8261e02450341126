//! What a section is for, told by its title. Plain signs only: in doubt it is running text.

use language::List;

/// Words a title has at most for one word in it to decide.
const TITLE_WORDS: usize = 6;

/// Whether a section lists terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub(crate) enum Listing {
    /// It does not.
    No,
    /// It may: only what is marked as a term counts.
    Loose,
    /// It does: "Term: meaning" defines.
    Full,
}

/// What the titles above a stretch of text say about it, the innermost last.
pub(crate) fn listing(parent_chain: &[String]) -> Listing {
    let full = |title: &String| own_listing(title) == Listing::Full;
    if parent_chain.iter().any(full) {
        return Listing::Full;
    }
    parent_chain.last().map_or(Listing::No, |title| own_listing(title))
}

/// What one title says.
pub(crate) fn own_listing(title: &str) -> Listing {
    let title = plain(title);
    let mut words = language::runs(&title).map(|(_, word)| word);
    let short = language::runs(&title).count() <= TITLE_WORDS;
    if List::of("titles of lists of terms").has(&title)
        || short && words.any(|word| List::of("words of lists of terms").has(word))
    {
        Listing::Full
    } else if List::of("titles near terms").has(&title) {
        Listing::Loose
    } else {
        Listing::No
    }
}

/// Whether sources are listed under these titles.
pub(crate) fn lists_sources(parent_chain: &[String]) -> bool {
    parent_chain.iter().any(|title| List::of("headings of references").has(&plain(title)))
}

/// A title in lower case without its number.
pub(crate) fn plain(title: &str) -> String {
    let words = title.trim_start_matches(|c: char| !c.is_alphabetic());
    let words = match words.split_once(['.', ' ']) {
        Some((roman, rest)) if roman.bytes().all(|byte| b"IVX".contains(&byte)) => rest,
        _ => words,
    };
    words.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_lose_their_numbers() {
        for title in
            ["References", "7. References", "VII. References", "7 References:", "REFERENCES"]
        {
            assert_eq!(plain(title), "references", "{title}");
        }
    }

    #[test]
    fn lists_of_terms_are_told_by_their_titles() {
        for (title, expected) in [
            ("Definitions", Listing::Full),
            ("Article 3 Definitions", Listing::Full),
            ("§ 1.1 Definitions.", Listing::Full),
            ("3 Terms and definitions", Listing::Full),
            ("List of abbreviations", Listing::Full),
            ("Appendix A: Glossary", Listing::Full),
            ("2. Interpretation", Listing::Loose),
            ("Interpretation of results", Listing::No),
            ("Terms of use", Listing::No),
            ("Problem definition", Listing::No),
            ("What the definitions of the framework agreement leave out", Listing::No),
        ] {
            assert_eq!(own_listing(title), expected, "{title}");
        }
        let chain = ["Glossary".to_owned(), "A".to_owned()];
        assert_eq!(listing(&chain), Listing::Full);
    }
}
