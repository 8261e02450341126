//! Titles and names of authors as a file's metadata say them. Words that a program made up are not taken.

use language::List;
use types::Author;

/// Most authors taken.
const AUTHORS: usize = 100;

/// Of a value, what is read.
const LONGEST_BYTES: usize = 16 * 1024;

/// One line of bounded length, without control characters.
pub(super) fn one_line(text: &str) -> String {
    let text = text.get(..text.floor_char_boundary(LONGEST_BYTES)).unwrap_or_default();
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    line.chars().take(1000).collect()
}

fn is_made_up(words: &str) -> bool {
    let lower = words.trim().to_lowercase();
    let is_prefixed = |start: &&str| {
        let rest = lower.strip_prefix(*start);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    };
    let bare = lower.trim_end_matches(|c: char| !c.is_alphabetic() && c != ')');
    List::of("made up by programs").has(bare)
        || List::of("before names of files").entries().iter().any(is_prefixed)
}

/// Whether a title is one that a person wrote for readers.
pub(super) fn is_title(title: &str) -> bool {
    let lower = title.to_lowercase();
    let is_file = [".doc", ".docx", ".tex", ".dvi", ".pdf", ".indd", ".rtf", ".qxd", ".ps", ".odt"]
        .iter()
        .any(|end| lower.ends_with(end));
    // one word with signs or figures in it is a path, a number or a name of a file
    let is_word = !title.trim().contains(char::is_whitespace);
    let coded = is_word && title.contains(|c: char| "_/\\".contains(c) || c.is_ascii_digit());
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    let ideographs = title.chars().any(super::letters::is_ideograph);
    !is_file && !coded && !is_made_up(title) && (letters >= 3 || ideographs)
}

/// `Ada Lovelace; Babbage, Charles` or `Ada Lovelace, Charles Babbage and Mary Somerville`.
pub(super) fn authors(names: &str) -> Vec<Author> {
    let names = names.replace(" and ", ";").replace(" & ", ";");
    let parts: Vec<&str> = names.split(';').flat_map(by_commas).map(str::trim).collect();
    let named = parts.into_iter().filter(|name| !name.is_empty() && !is_made_up(name));
    named.take(AUTHORS).map(author).collect()
}

/// Commas part names where every part is a whole name; else they part family and given name.
fn by_commas(names: &str) -> Vec<&str> {
    let parts: Vec<&str> =
        names.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let whole = parts.iter().all(|part| part.split_whitespace().count() >= 2);
    if whole || parts.len() > 2 { parts } else { vec![names] }
}

fn author(name: &str) -> Author {
    if let Some((family, given)) = name.split_once(',') {
        return Author { family: family.trim().to_owned(), given: given.trim().to_owned() };
    }
    match name.rsplit_once(' ') {
        Some((given, family)) => Author { family: family.to_owned(), given: given.to_owned() },
        None => Author { family: name.to_owned(), given: String::new() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authors_are_parted_and_turned() {
        let check = |names: &str, expected: &[(&str, &str)]| {
            let found = authors(names);
            let found: Vec<_> =
                found.iter().map(|name| (name.family.as_str(), name.given.as_str())).collect();
            assert_eq!(found, expected, "{names}");
        };
        check("Ada Lovelace", &[("Lovelace", "Ada")]);
        check("Lovelace, Ada", &[("Lovelace", "Ada")]);
        check("Lovelace, Ada; Babbage, C.", &[("Lovelace", "Ada"), ("Babbage", "C.")]);
        check("Ada Lovelace, Charles Babbage", &[("Lovelace", "Ada"), ("Babbage", "Charles")]);
        check("Ada Lovelace and Unesco", &[("Lovelace", "Ada"), ("Unesco", "")]);
        check("Microsoft Office User", &[]);
        check("", &[]);
    }

    #[test]
    fn made_up_titles_are_not_taken() {
        for (title, expected) in [
            ("On marshes", true),
            ("report.docx", false),
            ("Microsoft Word - a", false),
            ("12", false),
            ("[", false),
            ("Front cover", false),
            ("Title", false),
            ("untitled-1", false),
            ("PowerPoint Presentation", false),
            ("thesis_final2", false),
            ("User manual", true),
            ("Title IX and the law", true),
            ("鸭", true),
        ] {
            assert_eq!(is_title(title), expected, "{title}");
        }
    }
}
