//! Names of persons as bylines and lists of references write them. What does not look like a name
//! whole is none; nothing is completed or guessed.

use language::listed;
use std::collections::HashSet;
use std::sync::LazyLock;
use types::Author;

listed! {
    is_particle_lower: "particles in bylines";
    is_after_lower: "after names";
}

/// Beginnings of words so long are known inside words, too.
const WHOLE: usize = 7;
/// Most words of one name.
const WORDS: usize = 6;

/// Words, and beginnings of words (`universi-`), that name places of work and no person.
static AFFILIATIONS: LazyLock<(HashSet<&str>, Vec<&str>)> = LazyLock::new(|| {
    let lines = include_str!("../../../../assets/affiliations.txt").lines();
    let words = || lines.clone().filter(|line| !line.starts_with('#') && !line.is_empty());
    let starts = words().filter_map(|word| word.strip_suffix('-'));
    (words().filter(|word| !word.ends_with('-')).collect(), starts.collect())
});

/// Whether a word is one of English that may stand in a title: names are mostly none.
pub(crate) fn is_english(word: &str) -> bool {
    language::is_common(&word.to_lowercase())
}

/// Whether a word names a place of work, or a thing that papers say beside names.
pub(crate) fn is_affiliation(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let (words, starts) = &*AFFILIATIONS;
    words.contains(word.as_str())
        || starts.iter().any(|start| word.starts_with(start))
        // Wirtschaftsuniversität
        || starts.iter().any(|start| start.len() >= WHOLE && word.contains(start))
}

/// `J.`, `J.-P.`, `A.B.`, or one letter.
pub(crate) fn is_initials(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let fits = word.chars().all(|c| c.is_uppercase() || matches!(c, '.' | '-' | '‐' | '–' | '’'));
    // the last full stop may be lost: J.M.H.M
    let dotted = letters <= 4 && (word.ends_with('.') || letters > 2 && word.contains('.'));
    fits && letters > 0 && (letters == 1 || dotted) || is_cut(word)
}

/// `Th.F.`, `Yu.-K.`: given names cut to their first sounds.
fn is_cut(word: &str) -> bool {
    let parts = || word.split(['.', '-']).filter(|part| !part.is_empty());
    let short = |part: &str| {
        part.chars().count() <= 2
            && part.starts_with(char::is_uppercase)
            && part.chars().all(char::is_alphabetic)
    };
    word.ends_with('.') && (2..=3).contains(&parts().count()) && parts().all(short)
}

/// `JR`, `HD`: initials without full stops, as medical journals write them.
pub(crate) fn is_run_of_initials(word: &str) -> bool {
    let letters = word.chars().count();
    let plain = |c: char| c.is_uppercase() || c == '-';
    (1..=3).contains(&letters) && word.chars().all(plain) && word.starts_with(char::is_uppercase)
}

pub(crate) fn is_particle(word: &str) -> bool {
    // Y is an initial
    is_particle_lower(&word.to_lowercase()) && word != "Y"
}

/// A capitalised word of letters: a given or a family name, as far as its form goes.
pub(crate) fn is_proper(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let fits = |c: char| c.is_alphabetic() || "-‐‑'’`´.".contains(c);
    let first = word.trim_start_matches(['d', 'l', 'O']).trim_start_matches(['\'', '’']);
    let capital = [word, first].iter().any(|word| word.starts_with(char::is_uppercase));
    letters >= 2 && capital && word.chars().all(fits) && !word.ends_with('.') && !is_particle(word)
}

/// `Le`, `Du`, `Al`: family names that are written like particles.
fn is_capital_particle(word: &str) -> bool {
    is_particle(word)
        && word.starts_with(char::is_uppercase)
        && word.chars().all(char::is_alphabetic)
}

/// Two to four ideographs.
pub(crate) fn is_ideographic(name: &str) -> bool {
    let is = |c: char| matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}');
    (2..=4).contains(&name.chars().count()) && name.chars().all(is)
}

/// Whether a word follows a name and is no part of it.
pub(crate) fn is_after(word: &str) -> bool {
    let bare: String = word.chars().filter(|c| c.is_alphabetic()).collect();
    is_after_lower(&bare.to_lowercase())
}

/// Without what follows a name: `Jr.`, `PhD`, `Member`.
pub(crate) fn without_after<'a, 'b>(mut words: &'b [&'a str]) -> &'b [&'a str] {
    while let [before @ .., last] = words {
        if before.is_empty() || !is_after(last) {
            break;
        }
        words = before;
    }
    words
}

/// `Maria B. van Dyke`: given names first. `None` for what is no name.
pub(crate) fn given_first(words: &[&str]) -> Option<Author> {
    if let [whole] = words
        && is_ideographic(whole)
    {
        return Some(Author { family: (*whole).to_owned(), given: String::new() });
    }
    let words = without_after(words);
    let (last, first) = (words.last()?, words.first()?);
    let fits = |word: &&str| is_proper(word) || is_initials(word) || is_particle(word);
    // an initial may stand last where the name is short: Weinan E
    let ends = is_proper(last)
        || words.len() == 2 && is_initials(last) && !last.ends_with('.')
        || is_capital_particle(last);
    let spoken = words.iter().any(|word| is_proper(word)) || is_capital_particle(last);
    let whole = (2..=WORDS).contains(&words.len()) && words.iter().all(fits);
    if !whole || !ends || !spoken || is_particle(first) || words.iter().any(|w| is_affiliation(w)) {
        return None;
    }
    let family = words.iter().position(|word| is_particle(word)).unwrap_or(words.len() - 1);
    let family = family.min(words.len() - 1);
    let (given, family) = words.split_at_checked(family)?;
    Some(Author { family: family.join(" "), given: given.join(" ") })
}

/// `van Dyke` or `López García`: a family name by itself, of at most three words.
pub(crate) fn family_alone(words: &[&str]) -> bool {
    let fits = words.iter().all(|word| is_proper(word) || is_particle(word));
    let (particles, proper): (Vec<&&str>, Vec<&&str>) =
        words.iter().partition(|word| is_particle(word));
    fits && (1..=2).contains(&proper.len())
        && particles.len() <= 3
        && words.last().is_some_and(|word| is_proper(word))
}

/// `J. R.`, `John R.`: given names by themselves.
pub(crate) fn given_alone(words: &[&str]) -> bool {
    let words = without_after(words);
    let fits = |word: &&str| is_initials(word) || is_proper(word) || is_run_of_initials(word);
    (1..=4).contains(&words.len()) && words.iter().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_other_words() {
        let check = |name: &str, expected: Option<(&str, &str)>| {
            let words: Vec<&str> = name.split_whitespace().collect();
            let found = given_first(&words);
            let found = found.as_ref().map(|it| (it.given.as_str(), it.family.as_str()));
            assert_eq!(found, expected, "{name}");
        };
        check("Maria López", Some(("Maria", "López")));
        check("Tom B. van Dyke", Some(("Tom B.", "van Dyke")));
        check("J.-R. Smith Jr.", Some(("J.-R.", "Smith")));
        check("Mark A. van de Wiel", Some(("Mark A.", "van de Wiel")));
        check("Weinan E", Some(("Weinan", "E")));
        check("Q. V. Le", Some(("Q. V.", "Le")));
        check("D. Du", Some(("D.", "Du")));
        check("Th.F. Tadros", Some(("Th.F.", "Tadros")));
        check("J.M.H.M Scheutjens", Some(("J.M.H.M", "Scheutjens")));
        check("D. d'Alembert", Some(("D.", "d'Alembert")));
        check("李明", Some(("", "李明")));
        check("University of York", None);
        check("Universität Innsbruck", None);
        check("A.", None);
        check("in the mud", None);
        check("Smith", None);
    }
}
