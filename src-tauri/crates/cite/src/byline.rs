//! The authors in a title block: lines of names, each name with the marks that lead to affiliations
//! and footnotes; affiliations, addresses and e-mails between them. Names are taken only where a
//! line is names whole, or begins with one and goes on with where its bearer works.

use crate::lines::{Front, Line};
use crate::names::{
    given_first, is_affiliation, is_after, is_english, is_initials, is_particle, is_proper,
};
use language::{List, listed};
use std::collections::HashSet;
use std::ops::Range;
use types::Author;

listed! {
    ends_company: "ends of companies";
}

/// Most authors read.
const AUTHORS: usize = 400;
/// A line of names is as high as the first one, save for marks, within this share.
const SAME_SIZE: f32 = 0.22;
/// Rows between a title and its byline at most, and rows of names that are looked beyond.
const OPENING_ROWS: usize = 3;
const LOOK_AHEAD: usize = 6;

/// What a line of a title block is.
enum Kind {
    Names(Vec<Author>),
    /// Names, then where their bearers work, in one line.
    NamesAt(Vec<Author>),
    /// Where somebody works.
    Place,
    Mail,
    /// An address, a date, or anything else.
    Other,
}

/// The authors among the lines `block`; heads and feet hold none where it stands above the title.
pub(crate) fn authors(front: &Front<'_>, block: Range<usize>, place: Place) -> Vec<Author> {
    let mut lines = front.rows(block.clone(), |words| names(words).is_some());
    lines.retain(|line| place == Place::Below || !line.is_edge());
    let rows = rows(&lines);
    let mut authors: Vec<Author> = Vec::new();
    // the first row of names: its height, and whether a mark follows them
    let mut first: Option<(f32, bool)> = None;
    // whether a row that stands here could begin with a name
    let (mut open, mut placed) = (true, false);
    for (at, row) in rows.iter().enumerate() {
        let fits =
            first.is_none_or(|(size, _)| (row.size - size).abs() <= size.max(row.size) * SAME_SIZE);
        let marked = row.words.ends_with(is_mark);
        let noted = marked && first.is_some_and(|(_, marked)| marked);
        match kind(&row.words) {
            Kind::Names(found) if fits && (open || noted || goes_on(&rows, at)) => {
                first = first.or(Some((row.size, marked)));
                // after `and` there is none to come
                open = found.len() < 2 || !is_closed(&row.words);
                authors.extend(found);
            }
            Kind::NamesAt(found) if fits && (authors.is_empty() || placed) => {
                first = first.or(Some((row.size, marked)));
                authors.extend(found);
                (open, placed) = (true, true);
            }
            Kind::Mail => open = true,
            _ => open = authors.is_empty() && at < OPENING_ROWS,
        }
    }
    authors.truncate(AUTHORS);
    let mut seen = HashSet::new();
    authors.retain(|author| seen.insert(author.clone()));
    without_marks(authors, front.lines.get(block).unwrap_or_default())
}

/// Where a block stands that is looked through for names.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Place {
    Below,
    Above,
}

/// Whether a row of names says which is its last.
fn is_closed(words: &str) -> bool {
    words.split_whitespace().rev().take(6).any(is_and)
}

fn is_and(word: &str) -> bool {
    let lower = word.trim_matches(is_mark).to_lowercase();
    matches!(lower.as_str(), "and" | "&" | "und" | "et" | "y")
}

/// Without the letters that lead to places of work and were raised in print: `Smitha` where a line of the
/// block begins with `aDepartment`.
fn without_marks(mut authors: Vec<Author>, block: &[Line]) -> Vec<Author> {
    let leads = |letter: char| {
        block.iter().flat_map(|line| line.words.split_whitespace()).any(|word| {
            let mut chars = word.chars();
            chars.next() == Some(letter)
                && chars.next().is_some_and(char::is_uppercase)
                && chars.next().is_some_and(char::is_lowercase)
        })
    };
    let mark = |author: &Author| author.family.chars().next_back().filter(char::is_ascii_lowercase);
    let marked = |author: &Author| author.family.len() > 2 && mark(author).is_some_and(leads);
    if !authors.is_empty() && authors.iter().all(marked) {
        for author in &mut authors {
            author.family.pop();
        }
    }
    authors
}

/// Whether names after affiliations are a further group: affiliations follow them too.
fn goes_on(rows: &[Row], at: usize) -> bool {
    let after = rows.iter().skip(at + 1).map(|row| kind(&row.words));
    let next = after.take(LOOK_AHEAD).find(|kind| !matches!(kind, Kind::Names(_)));
    matches!(next, Some(Kind::Place | Kind::Mail))
}

/// A printed line, or several that one byline is broken over.
struct Row {
    words: String,
    size: f32,
    block: usize,
}

fn rows(lines: &[&Line]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for line in lines {
        let words = line.words.trim();
        let before = rows.last_mut();
        let joins = |before: &Row| {
            let ends = before.words.trim_end();
            let open = ends.ends_with([',', ';']) || ends.ends_with(" and") || ends.ends_with(" &");
            let begins = words.trim_start_matches(is_mark).trim_start();
            let continued = begins.starts_with(',') || begins.starts_with("and ");
            // a name that is broken over lines: whole only together
            let broken = || {
                let both = format!("{ends} {words}");
                let parted = names(ends).is_none() || names(words).is_none();
                ends.contains(',') && parted && names(&both).is_some()
            };
            let alike = (before.size - line.size).abs() <= line.size.max(1.0) * 0.4;
            let joined = open || continued || before.block == line.block && broken();
            alike && joined && !has_affiliation(ends)
        };
        match before.filter(|before| joins(before)) {
            Some(before) => {
                before.words.push(' ');
                before.words.push_str(words);
            }
            None => rows.push(Row { words: words.to_owned(), size: line.size, block: line.block }),
        }
    }
    rows
}

fn has_affiliation(words: &str) -> bool {
    words.split_whitespace().any(|word| is_affiliation(word) && word.len() > 3)
}

fn is_mark(c: char) -> bool {
    "*∗†‡§¶⋆★♯♭♮#?$+^~¹²³⁴⁵⁶⁷⁸⁹⁰‖⊥△◦•☆✉🖂\u{fffd}\u{2709}".contains(c)
        || c.is_ascii_digit()
        || ('\u{e000}'..='\u{f8ff}').contains(&c)
}

fn kind(line: &str) -> Kind {
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
    if !has_affiliation(line) {
        return Kind::Other;
    }
    let parts: Vec<&str> = line.split(',').collect();
    let named: Vec<Author> =
        parts.iter().map_while(|part| names(part)).flatten().take(parts.len()).collect();
    if named.is_empty() { Kind::Place } else { Kind::NamesAt(named) }
}

/// The names that a line is made of; `None` where part of it is no name.
pub(crate) fn names(line: &str) -> Option<Vec<Author>> {
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
    let sure = labelled || found.iter().any(telling);
    let shouted = found.iter().all(|author| {
        let whole = format!("{}{}", author.given, author.family);
        whole.chars().filter(|c| c.is_alphabetic()).count() > 3
            && !whole.contains(char::is_lowercase)
    });
    let plain = shouted && !labelled && found.iter().all(|author| !telling(author));
    (sure && !plain).then_some(found)
}

/// `ETH Zurich`, `Novartis Pharma AG`: capitals where others have a given name, or what companies end with.
fn is_company(author: &Author) -> bool {
    let capitals = |word: &str| word.chars().count() == 3 && word.chars().all(char::is_uppercase);
    let mixed = |words: &str| words.contains(char::is_lowercase);
    let first = author.given.split(' ').next().unwrap_or_default();
    let ends = !mixed(&author.family) && ends_company(&author.family.to_lowercase());
    mixed(&author.family) && capitals(first) || mixed(&author.given) && ends
}

/// The parts of a line between commas, conjunctions and wide gaps, without marks.
fn parts(line: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0i32;
    for word in line.replace('\t', " \t ").replace(['，', '、', '；'], ", ").split(' ') {
        let lower = word.trim_matches(is_mark).to_lowercase();
        let is_and =
            matches!(lower.as_str(), "and" | "&" | "und" | "et" | "with" | "·" | "|" | "•");
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
            ("张三，李四", "张三;李四"),
            ("Rivers, lakes and seas", ""),
            ("University of York, Department of Physics", ""),
            ("In this report, we show, and then discuss", ""),
            ("ANNUAL REPORT, SECOND EDITION", ""),
            ("Computer Vision", ""),
            ("Universität Innsbruck", ""),
            ("Author: Ada Lovelace", "Lovelace"),
        ] {
            assert_eq!(families(line), expected, "{line}");
        }
    }
}
