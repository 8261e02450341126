//! Lists of words, which are data: of English (`assets/english.txt`), and those that papers say beside what
//! is asked for (`assets/publications.txt`), those that tell the parts of
//! documents (`assets/documents.txt`), and of web pages (`assets/pages/words.txt`). A list is asked for by its name there.

use foldhash::{HashMap, HashSet};
use std::sync::LazyLock;

const SOURCES: [&str; 4] = [
    include_str!("../../../../assets/english.txt"),
    include_str!("../../../../assets/publications.txt"),
    include_str!("../../../../assets/documents.txt"),
    include_str!("../../../../assets/pages/words.txt"),
];

static LISTS: LazyLock<HashMap<&'static str, List>> = LazyLock::new(|| {
    let mut lists: HashMap<&str, List> = HashMap::default();
    for (_, section, line) in SOURCES.into_iter().flat_map(sectioned) {
        let list = lists.entry(section).or_default();
        for entry in line.split(if line.contains('|') { '|' } else { ' ' }).map(str::trim) {
            if !entry.is_empty() && list.set.insert(entry) {
                list.order.push(entry);
            }
        }
    }
    lists
});

static NONE: LazyLock<List> = LazyLock::new(List::default);

/// The words of one section.
#[derive(Debug, Default)]
pub struct List {
    set: HashSet<&'static str>,
    order: Vec<&'static str>,
}

impl List {
    /// The list of that name; empty where there is none.
    pub fn of(name: &str) -> &'static Self {
        LISTS.get(name).unwrap_or(&NONE)
    }

    /// Whether an entry, written as it is in the list, is in it.
    pub fn has(&self, entry: &str) -> bool {
        self.set.contains(entry)
    }

    /// Its entries, as they stand.
    pub fn entries(&self) -> &[&'static str] {
        &self.order
    }

    /// The place of an entry.
    pub fn place(&self, entry: &str) -> Option<usize> {
        self.has(entry).then(|| self.order.iter().position(|one| *one == entry)).flatten()
    }
}

/// Functions that say whether a word, in lower case, is in a list.
#[macro_export]
macro_rules! listed {
    ($($(#[$doc:meta])* $vis:vis $name:ident: $list:literal;)*) => {$(
        $(#[$doc])*
        $vis fn $name(lower: &str) -> bool {
            static LIST: std::sync::LazyLock<&'static $crate::List> =
                std::sync::LazyLock::new(|| $crate::List::of($list));
            LIST.has(lower)
        }
    )*};
}

listed! {
    /// Words that carry no subject (Lucene's list, without those of [`is_negation`]).
    pub is_stop_word: "stop";
    opens_question: "question words";
}

/// Whether a text asks, by its form: it ends in a question mark, or it has three words at least and the
/// first of them opens questions.
pub fn is_question(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || "\"'”’)".contains(c));
    let mut words = crate::words(text).map(|(_, word)| word.to_lowercase());
    let opens = words.next().is_some_and(|word| opens_question(&word));
    text.ends_with(['?', '？', '؟']) || (opens && words.nth(1).is_some())
}

/// "no" and "not": they carry no subject, and turn a statement round.
pub fn is_negation(lower: &str) -> bool {
    matches!(lower, "no" | "not")
}

/// Lines of a list with number and section; comments and empty ones are left out.
pub fn sectioned(text: &str) -> Vec<(usize, &str, &str)> {
    let mut section = "";
    let mut found = Vec::new();
    for (at, line) in text.lines().map(str::trim).enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => section = name,
            None => found.push((at + 1, section, line)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_told_by_their_form() {
        for (text, asks) in [
            ("Does aspirin prevent stroke", true),
            ("aspirin stroke?", true),
            ("“Is it so?”", true),
            ("how fast does the marsh grow", true),
            ("who guidelines", false),
            ("salt marsh growth rate", false),
            ("\"pioneer zone\"", false),
            ("", false),
        ] {
            assert_eq!(is_question(text), asks, "{text}");
        }
    }

    #[test]
    fn no_list_is_empty_and_none_stands_twice() {
        let lines = SOURCES.into_iter().flat_map(str::lines);
        let heads: Vec<&str> = lines.filter(|line| line.starts_with('[')).collect();
        assert_eq!(heads.len(), LISTS.len(), "a section stands twice, or is empty");
        assert!(List::of("no such list").entries().is_empty());
        assert_eq!(List::of("months").place("march"), Some(2));
        assert!(is_stop_word("the") && !is_stop_word("not") && is_negation("not"));
    }
}
