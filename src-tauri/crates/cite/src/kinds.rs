//! One line of a title block: names, names with where their bearers work, a place of work, an address.
//! What is no name whole is none.

use crate::names::{
    given_first, is_affiliation, is_after, is_english, is_initials, is_particle, is_proper,
};
use language::{List, listed};
use types::Author;

listed! {
    pub(crate) ends_company: "ends of companies";
}

/// Most authors read.
pub(crate) const AUTHORS: usize = 400;

/// Letters of a university that is named by its letters, at least.
const ACRONYM: usize = 4;

/// What a line of a title block is.
pub(crate) enum Kind {
    Names(Vec<Author>),
    /// Names, then where their bearers work, in one line.
    NamesAt(Vec<Author>),
    /// Where somebody works.
    Place,
    Mail,
    /// An address, a date, or anything else.
    Other,
}

pub(crate) fn has_affiliation(words: &str) -> bool {
    words.split_whitespace().any(|word| is_affiliation(word) && word.len() > 3)
}

pub(crate) fn is_mark(c: char) -> bool {
    "*∗†‡§¶⋆★♯♭♮#?$+^~¹²³⁴⁵⁶⁷⁸⁹⁰‖⊥△◦•☆✉🖂\u{fffd}\u{2709}".contains(c)
        || c.is_ascii_digit()
        || ('\u{e000}'..='\u{f8ff}').contains(&c)
}

pub(crate) fn kind(line: &str) -> Kind {
    if line.contains('@') || line.contains("://") || line.contains("(at)") {
        let before = line.split(['\t', '<', '{', '(']).next().unwrap_or_default();
        return match names(before) {
            Some(found) if !before.contains('@') && found.len() == 1 => Kind::NamesAt(found),
            _ => Kind::Mail,
        };
    }
    if let Some(found) = names(line) {
        return Kind::Names(found);
    }
    // Ada Lovelace, UCLM
    let last = line.rsplit(',').next().unwrap_or_default().trim();
    let acronym = line.contains(',')
        && last.chars().count() >= ACRONYM
        && last.chars().all(|c| c.is_ascii_uppercase());
    if !has_affiliation(line) && !acronym {
        return Kind::Other;
    }
    // Ada Lovelace, University of Mud; Tom van Dyke, Silt Research
    let each = || line.split(';').map(|part| names(part.split(',').next().unwrap_or_default()));
    if line.contains(';') && each().all(|names| names.is_some_and(|it| it.len() == 1)) {
        return Kind::NamesAt(each().flatten().flatten().collect());
    }
    let parts: Vec<&str> = line.split(',').collect();
    let named: Vec<Author> =
        parts.iter().map_while(|part| names(part)).flatten().take(parts.len()).collect();
    if named.is_empty() { Kind::Place } else { Kind::NamesAt(named) }
}

/// Whether a line is names, or names and where they work.
pub(crate) fn begins_with_names(line: &str) -> bool {
    matches!(kind(line), Kind::Names(_) | Kind::NamesAt(_))
}

/// The names that a line is made of; `None` where part of it is no name.
pub(crate) fn names(line: &str) -> Option<Vec<Author>> {
    // a wide gap parts two names, or lies within one where a line is spread
    let spread =
        || line.contains('\t').then(|| names_as(&line.replace('\t', " "), false)).flatten();
    names_as(line, false).or_else(spread)
}

/// The same; words of English may be names where it is `known` that they are.
pub(crate) fn names_as(line: &str, known: bool) -> Option<Vec<Author>> {
    let mut line = line.trim();
    let lower = line.to_lowercase();
    let label = List::of("byline").entries().iter().find_map(|label| {
        let rest = lower.strip_prefix(label)?;
        let apart = rest.starts_with(char::is_whitespace) && rest.len() + label.len() == line.len();
        apart.then_some(label.len())
    });
    let labelled = label.is_some();
    if let Some(bytes) = label {
        line = line.get(bytes..)?.trim();
    }
    // Ada Lovelace, on behalf of the Mud Collaboration
    if let Some((before, _)) = line.split_once(" on behalf of ") {
        line = before.trim_end();
    }
    let mut parts = parts(line);
    // memberships and degrees between commas
    parts.retain(|part| !part.split(' ').all(is_after));
    if parts.is_empty() {
        return None;
    }
    let turned = turned(&parts);
    let found: Option<Vec<Author>> = match turned {
        Some(found) => Some(found),
        None => parts
            .iter()
            .map(|part| given_first(&part.split_whitespace().collect::<Vec<_>>()))
            .collect(),
    };
    let found = found.filter(|found| found.len() <= AUTHORS)?;
    if found.iter().any(is_company) {
        return None;
    }
    // words of a title are capitalised too
    let telling = |author: &Author| {
        let words = || author.given.split(' ').chain(author.family.split(' '));
        words().any(|word| is_initials(word) || is_particle(word) || !is_english(word))
    };
    let sure = known || labelled || found.iter().any(telling);
    let shouted = found.iter().all(|author| {
        let whole = format!("{}{}", author.given, author.family);
        whole.chars().filter(|c| c.is_alphabetic()).count() > 3
            && !whole.contains(char::is_lowercase)
    });
    // An Empirical Analysis
    let begun = |author: &Author| {
        let mut words = author.given.split(' ');
        let first = words.next().unwrap_or_default().to_lowercase();
        language::is_stop_word(&first) && words.next().is_some_and(is_english)
    };
    if found.iter().any(begun) {
        return None;
    }
    let plain = shouted && !labelled && found.iter().all(|author| !telling(author));
    (sure && !plain).then_some(found)
}

/// `ETH Zurich`, `INRIA Rocquencourt`, `Novartis Pharma AG`: capitals where others have a given name, or what companies end with.
fn is_company(author: &Author) -> bool {
    let capitals = |word: &str| word.chars().count() >= 3 && word.chars().all(char::is_uppercase);
    let mixed = |words: &str| words.contains(char::is_lowercase);
    let first = author.given.split(' ').next().unwrap_or_default();
    let ends = !mixed(&author.family) && ends_company(&author.family.to_lowercase());
    // UMass Amherst, MIT MIT
    let begins = |word: &str| {
        let capitals = word.chars().take_while(|c| c.is_uppercase()).count();
        capitals > 1 && word.chars().filter(|c| c.is_alphabetic()).count() > capitals + 1
    };
    let blended = begins(first) && !first.contains('.');
    let doubled = author.given == author.family && capitals(first);
    mixed(&author.family) && (capitals(first) || blended) || mixed(&author.given) && ends || doubled
}

/// With a blank between a mark and the conjunction that is set against it: `Sinnwell∗and`.
fn apart(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 4);
    for (at, c) in line.char_indices() {
        let rest = line.get(at..).unwrap_or_default();
        if ["and ", "& "].iter().any(|word| rest.starts_with(word)) && out.ends_with(is_mark) {
            out.push(' ');
        }
        out.push(c);
        // &Tom Schaid
        if c == '&' && rest.chars().nth(1).is_some_and(char::is_uppercase) {
            out.push(' ');
        }
    }
    out
}

/// The parts of a line between commas, conjunctions and wide gaps, without marks.
fn parts(line: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0i32;
    let line = apart(line);
    for word in line.replace('\t', " \t ").replace(['，', '、', '；'], ", ").split(' ') {
        let lower = word.trim_matches(is_mark).to_lowercase();
        // Ana Ruiz y Eva Sanz, but José Ortega y Gasset
        let whole = |part: &str| part.split(' ').count() > 1;
        let is_and =
            matches!(lower.as_str(), "and" | "&" | "und" | "et" | "with" | "·" | "|" | "•")
                || word == "y"
                    && parts.last().is_some_and(|part| whole(part))
                    && line.rsplit(" y ").next().is_some_and(|rest| whole(rest.trim()));
        if is_and || word == "\t" {
            parts.push(String::new());
            continue;
        }
        let mut own = String::new();
        let mut ends = false;
        for c in word.chars() {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth -= 1,
                _ if depth > 0 => {}
                ',' | ';' | '·' | '•' | '|' => ends = true,
                c if is_mark(c) => {}
                c if ends => {
                    // Smith,a,b: letters after a comma lead to affiliations
                    if own.is_empty() {
                        own.push(c)
                    }
                }
                c => own.push(c),
            }
        }
        let own = own.trim_end_matches(is_greek).to_owned();
        // Kyle Lo† Lucy Wang‡: marks part names too
        let marked = word.ends_with(|c| is_mark(c) || is_greek(c)) && own.chars().count() > 1;
        if let Some(last) = parts.last_mut()
            && !own.is_empty()
        {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(&own);
        }
        if ends || marked {
            parts.push(String::new());
        }
    }
    // Su b: a letter behind a name leads to where its bearer works
    for part in &mut parts {
        let bare = part.strip_suffix(|c: char| c.is_ascii_lowercase());
        if let Some(bare) = bare.and_then(|bare| bare.strip_suffix(' '))
            && bare.contains(' ')
        {
            part.truncate(bare.len());
        }
    }
    // a letter alone between commas is a mark, and so is one after a mark
    parts.retain(|part| {
        let letters = part.chars().filter(|c| c.is_alphabetic()).count();
        let small = letters == 1 && part.chars().all(|c| !c.is_uppercase());
        letters > 0 && !small
    });
    parts
}

fn is_greek(c: char) -> bool {
    ('α'..='ω').contains(&c)
}

/// `Lastname, F.` throughout: each second part is made of initials.
fn turned(parts: &[String]) -> Option<Vec<Author>> {
    if parts.len() < 2 || parts.len() % 2 == 1 {
        return None;
    }
    let author = |pair: &[String]| {
        let [family, given] = pair else { return None };
        let initials = given.split(' ').all(is_initials);
        let named = family.split(' ').all(|word| is_proper(word) || is_particle(word));
        let author = Author { family: family.clone(), given: given.clone() };
        (initials && named && !family.split(' ').any(is_affiliation)).then_some(author)
    };
    parts.chunks(2).map(author).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn families(line: &str) -> String {
        let found = names(line).unwrap_or_default();
        let named: Vec<&str> = found.iter().map(|author| author.family.as_str()).collect();
        named.join(";")
    }

    #[test]
    fn lines_of_names() {
        for (line, expected) in [
            ("Maria López¹, Tom B. van Dyke² and J.-R. Smith*", "López;van Dyke;Smith"),
            ("Canjie Luo†, Lianwen Jin∗ † ‡, Zenghui Sun†", "Luo;Jin;Sun"),
            ("Achim Zeileis\tFriedrich Leisch\tKurt Hornik", "Zeileis;Leisch;Hornik"),
            ("By Krzysztof Burdzy", "Burdzy"),
            ("Smith, J. R., van Dyke, T. & Lee, K.", "Smith;van Dyke;Lee"),
            ("Ashesh Jain1,2, Amir R. Zamir2", "Jain;Zamir"),
            ("Kyle Loα∗ Zejiang Shenα,τ∗", "Lo;Shen"),
            ("Kyle Lo†∗ Lucy Lu Wang†∗ Mark Neumann† Daniel S. Weld†‡", "Lo;Wang;Neumann;Weld"),
            ("LÁSZLÓ NÉMETH", "NÉMETH"),
            ("Ana Ruiz y Eva Sanz-Puig", "Ruiz;Sanz-Puig"),
            ("Ada Sinnwell∗and Tom J. Schaid", "Sinnwell;Schaid"),
            ("INRIA Rocquencourt", ""),
            ("Bachelor Thesis", ""),
            ("张三，李四", "张三;李四"),
            ("Rivers, lakes and seas", ""),
            ("University of York, Department of Physics", ""),
            ("In this report, we show, and then discuss", ""),
            ("ANNUAL REPORT, SECOND EDITION", ""),
            ("Computer Vision", ""),
            ("Universität Innsbruck", ""),
            ("MIT\tMIT\tUMass Amherst", ""),
            ("Ada Lovelace a, and Su Shu Fang b", "Lovelace;Fang"),
            ("(ANONYMOUS AUTHORS)", ""),
            ("Author: Ada Lovelace", "Lovelace"),
        ] {
            assert_eq!(families(line), expected, "{line}");
        }
    }
}
