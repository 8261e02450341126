//! What a section is for, told by its title. Plain signs only: in doubt it is running text.

/// Titles of sections that list sources.
const REFERENCES: [&str; 9] = [
    "references",
    "reference list",
    "bibliography",
    "works cited",
    "literature cited",
    "cited literature",
    "sources cited",
    "citations",
    "literature",
];

/// Words that make a short title that of a list of terms.
const LISTING_WORDS: [&str; 8] = [
    "definitions",
    "glossary",
    "terminology",
    "nomenclature",
    "abbreviations",
    "acronyms",
    "glossaries",
    "vocabulary",
];

/// Titles that are as a whole those of a list of terms.
const LISTING_TITLES: [&str; 9] = [
    "definition",
    "definition of terms",
    "defined terms",
    "key terms",
    "list of terms",
    "list of symbols",
    "symbols",
    "symbols and units",
    "notation",
];

/// Titles under which terms are often defined, among other things.
const LOOSE_TITLES: [&str; 4] = ["terms", "interpretation", "construction", "terms used"];

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
    if LISTING_TITLES.contains(&title.as_str())
        || short && words.any(|word| LISTING_WORDS.contains(&word))
    {
        Listing::Full
    } else if LOOSE_TITLES.contains(&title.as_str()) {
        Listing::Loose
    } else {
        Listing::No
    }
}

/// Whether sources are listed under these titles.
pub(crate) fn lists_sources(parent_chain: &[String]) -> bool {
    parent_chain.iter().any(|title| REFERENCES.contains(&plain(title).as_str()))
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
