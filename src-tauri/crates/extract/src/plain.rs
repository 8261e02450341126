//! A sentence without its page's marks: links as their words, no citation marks, no emphasis. What is
//! left of a bibliography or of markup is no sentence. It changes names only, never where they stand.

use regex::Regex;
use std::sync::LazyLock;

/// In this order; none of them can fail to compile, and the tests run each.
const MARKS: [(&str, &str); 7] = [
    // a citation mark that is a link: [[ 53 ]](#cite_note-53)
    (r"\[{1,2}\s*(?:\^|\d{1,4}|[a-z]|note \d{1,3}|citation needed)\s*\]{1,2}\s*\([^()]*\)", ""),
    // a link, its address with at most one pair of brackets in it
    (r"!?\[([^\[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?(?:\s+[^()]*)?\)", "$1"),
    // a citation mark: [12], [note 4]
    (r"\[{1,2}\s*(?:\^|\d{1,4}|[a-z]|note \d{1,3}|citation needed)\s*\]{1,2}", ""),
    // what a cut left of one at the start: 120][121]
    (r"^[\s*]*\d{1,4}\]", ""),
    (r"\*+|`+|__+", ""),
    (r"\\([[:punct:]])", "$1"),
    (r"\s+([.,;:])", "$1"),
];

static COMPILED: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    MARKS.iter().filter_map(|(mark, with)| Some((Regex::new(mark).ok()?, *with))).collect()
});

/// Traces of bibliographies and of markup that was not read.
const NO_PROSE: [&str; 12] = [
    "http:",
    "https:",
    "doi:",
    "hdl:",
    " pp. ",
    "isbn ",
    "retrieved ",
    "&lt;",
    "&gt;",
    "</",
    "](",
    "]]",
];

/// The sentence as it is read; `None` where it is none.
pub(crate) fn plain(sentence: &str) -> Option<String> {
    let mut plain = sentence.to_owned();
    if sentence.contains(['[', ']', '*', '`', '\\']) || sentence.contains("__") {
        for (mark, with) in COMPILED.iter() {
            plain = mark.replace_all(&plain, *with).into_owned();
        }
    }
    let lower = plain.to_lowercase();
    if NO_PROSE.iter().any(|trace| lower.contains(trace)) {
        return None;
    }
    // a token of hundreds of letters is data
    if plain.split_whitespace().any(|word| word.len() > 100) {
        return None;
    }
    Some(plain.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_compiles() {
        assert_eq!(COMPILED.len(), MARKS.len());
    }

    #[test]
    fn marks_go_and_words_stay() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(plain(text).as_deref(), expected, "{text}");
        };
        check("Yields rose by 4 %.", Some("Yields rose by 4 %."));
        check("120][121] On July 10, it was sold.", Some("On July 10, it was sold."));
        check("*[266][267] In 2010 it grew.", Some("In 2010 it grew."));
        check("It was released,[107] and **won**.", Some("It was released, and won."));
        check(
            "[Howard the Duck](/wiki/Howard_the_Duck) began in 1973 [[ 53 ]](#cite_note-53).",
            Some("Howard the Duck began in 1973."),
        );
        check("A [duck](/wiki/Duck_(bird)) is a bird.", Some("A duck is a bird."));
        check("The rate \\(x\\) doubled.", Some("The rate (x) doubled."));
        check("In array[i] the value fell by 3 %.", Some("In array the value fell by 3 %."));
        check("102 (1): 201–205. doi:10.1093/condor/102.1.201 rose.", None);
        check("Copilot saved &lt;strong&gt;80 % of the time.", None);
        check(&format!("{} grew by 3 %.", "Yz".repeat(200)), None);
        check("契約は 3 % 増えた。", Some("契約は 3 % 増えた。"));
    }
}
