//! The identifiers that are a document's own: printed in its title block, or in the head, foot or
//! margin of its first page, and by themselves there or with its own title. One that is mentioned in
//! running text, in a footnote or in a list of references is somebody else's.

use crate::lines::Front;
use crate::titles::Title;
use language::List;
use std::collections::BTreeSet;
use types::{FieldSource, Reference, ReferenceField, normalise_term};

/// Words beside an identifier that is by itself: `doi:`, a journal, a volume, pages.
const BESIDE: usize = 14;
/// Small words among them; more are a sentence.
const SMALL: usize = 5;
/// Share of the title's words that stand near an identifier of the same work.
const OF_TITLE: f32 = 0.7;

/// Where a line stands.
#[derive(Clone, Copy, PartialEq)]
enum Zone {
    Block,
    Edge,
    Text,
}

/// The document's own identifiers. `body` is the line where its text begins.
pub(crate) fn identifiers(front: &Front<'_>, title: Option<&Title>, body: usize) -> Reference {
    let mut found: Vec<(Zone, Reference)> = Vec::new();
    // the title itself is near all of its block: what counts is a line that repeats it
    let is_title = |at: usize| title.is_some_and(|title| title.lines.contains(&at));
    let lines = front.lines.iter().enumerate();
    let words: Vec<&str> =
        lines.map(|(at, line)| if is_title(at) { "" } else { line.words.as_str() }).collect();
    for (at, line) in front.lines.iter().enumerate() {
        if is_title(at) {
            continue;
        }
        let edge = front.is_page && line.is_edge();
        let zone = match (at < body, edge) {
            (true, false) => Zone::Block,
            (_, true) => Zone::Edge,
            _ if front.is_page => Zone::Text,
            _ => break,
        };
        let around = words.get(at.saturating_sub(4)..(at + 2).min(words.len()));
        let around = around.unwrap_or_default().join(" ");
        found.extend(of_line(&line.words, &around, zone, title).map(|own| (zone, own)));
    }
    let margins = front.margins.iter();
    found.extend(
        margins.filter_map(|line| Some((Zone::Edge, of_line(line, line, Zone::Edge, title)?))),
    );
    let mut own = Reference::default();
    own.doi = only(&found, |own| own.doi.as_ref()).filter(|doi| !is_unfilled(doi));
    own.arxiv = only(&found, |own| own.arxiv.as_ref());
    own.isbn = only(&found, |own| own.isbn.as_ref());
    own.pmid = only(&found, |own| own.pmid.as_ref());
    let fields = [
        (ReferenceField::Doi, &own.doi),
        (ReferenceField::Arxiv, &own.arxiv),
        (ReferenceField::Isbn, &own.isbn),
        (ReferenceField::Pmid, &own.pmid),
    ];
    let sources: Vec<_> = fields
        .into_iter()
        .filter(|(_, id)| id.is_some())
        .map(|(field, id)| {
            let has = |own: &Reference| [&own.doi, &own.arxiv, &own.isbn, &own.pmid].contains(&id);
            let block = found.iter().any(|(zone, own)| *zone == Zone::Block && has(own));
            (field, if block { FieldSource::TitleBlock } else { FieldSource::RunningHead })
        })
        .collect();
    own.sources.extend(sources);
    own
}

/// The one identifier of a kind: two are told apart by where they stand, or none is taken.
fn only(found: &[(Zone, Reference)], of: impl Fn(&Reference) -> Option<&String>) -> Option<String> {
    let distinct = |zones: &[Zone]| -> BTreeSet<String> {
        let near = found.iter().filter(|(zone, _)| zones.contains(zone));
        near.filter_map(|(_, own)| of(own).cloned()).collect()
    };
    let all = distinct(&[Zone::Block, Zone::Edge, Zone::Text]);
    let one = match all.len() {
        0 | 1 => all,
        _ => distinct(&[Zone::Block, Zone::Edge]),
    };
    let mut one = one.into_iter();
    one.next().filter(|_| one.next().is_none())
}

/// What a line says of the document itself; `around` are its neighbours and itself.
fn of_line(words: &str, around: &str, zone: Zone, title: Option<&Title>) -> Option<Reference> {
    let lower = words.to_lowercase();
    let own = crate::labelled(words);
    if own.is_empty() || names_another(&lower) {
        return None;
    }
    let stamped = own.arxiv.is_some() && is_stamp(&lower);
    let titled = title.is_some_and(|title| is_near(title, around));
    let printed = ["©", "copyright", "permission", "issn"];
    let imprint = printed.iter().any(|mark| around.to_lowercase().contains(mark));
    let fits = match zone {
        Zone::Block | Zone::Edge => titled || is_alone(words),
        Zone::Text => (titled || imprint) && is_alone(words) || titled && own.doi.is_some(),
    };
    (stamped || fits).then_some(own)
}

/// Whether a line, in lower case, names another work.
pub(crate) fn names_another(lower: &str) -> bool {
    List::of("other works").entries().iter().any(|other| lower.contains(other))
}

/// `arXiv:2305.03393v1 [cs.CV] 5 May 2023`, as arXiv prints it into the margin.
fn is_stamp(lower: &str) -> bool {
    let Some((before, after)) = lower.split_once("arxiv:") else { return false };
    let category = after
        .split_once('[')
        .is_some_and(|(id, rest)| id.split_whitespace().count() == 1 && rest.contains(']'));
    before.trim().is_empty() && category && lower.split_whitespace().count() <= 8
}

/// Whether an identifier stands by itself, or in a line that says where the work appeared; not in a
/// sentence, and not behind the mark of a footnote.
fn is_alone(words: &str) -> bool {
    let mut rest = words.split_whitespace().filter(|word| {
        let lower = word.to_lowercase();
        !["http", "doi", "arxiv", "isbn", "pmid"].iter().any(|mark| lower.contains(mark))
            && language::identifiers::dois(word).next().is_none()
    });
    let is_small = |word: &&str| word.len() > 1 && word.chars().all(char::is_lowercase);
    let count = rest.clone().count();
    let small = rest.clone().filter(is_small).count();
    let stop = rest.any(|word| word.ends_with('.') && is_small(&word.trim_end_matches('.')));
    let noted = words.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '*')
        && words.split_whitespace().next().is_some_and(|word| word.contains("http"));
    count <= BESIDE && small < SMALL && !noted && !(stop && small > 2)
}

/// Whether most words of the title stand in `around`.
fn is_near(title: &Title, around: &str) -> bool {
    let around = format!("_{}_", normalise_term(around));
    let key = normalise_term(&title.words);
    let words: Vec<&str> = key.split('_').filter(|word| word.chars().count() > 2).collect();
    let there = words.iter().filter(|word| around.contains(&format!("_{word}_"))).count();
    words.len() >= 3 && there as f32 >= words.len() as f32 * OF_TITLE
}

/// Whether the page shows an identifier or a volume that a template left: what else a template prints may stand there too.
pub(crate) fn is_template(front: &Front<'_>) -> bool {
    let printed = front.lines.iter().map(|line| line.words.as_str());
    let mut printed = printed.chain(front.margins.iter().map(String::as_str));
    // an ISSN nobody filled in: XXXX-XXXX/2026/11-ART
    let issn = |line: &str| line.to_lowercase().contains("xxxx-xxxx");
    let example = |line: &str| {
        let lower = line.to_lowercase();
        List::of("examples of templates").entries().iter().any(|it| lower.contains(it))
    };
    let unfilled = |line: &str| {
        let dois = || language::identifiers::dois(line).any(|doi| is_unfilled(&doi.name()));
        issn(line) || example(line) || dois()
    };
    printed.any(unfilled)
}

/// Whether a DOI is a template's that nobody filled in: `10.18637/jss.v000.i00`, `10.1145/nnnnnnn.nnnnnnn`,
/// `10.14722/ndss.2023.23xxx`, or the example of one.
pub(crate) fn is_unfilled(doi: &str) -> bool {
    let lower = doi.to_lowercase();
    let suffix = lower.split_once('/').map_or("", |(_, suffix)| suffix);
    let mut digits = suffix.chars().filter(char::is_ascii_digit).peekable();
    let zeros = digits.peek().is_some() && digits.all(|digit| digit == '0');
    let first = suffix.chars().next();
    let one = suffix.len() > 4 && suffix.chars().all(|c| Some(c) == first);
    // iii is a number, www a conference
    let letters: Vec<char> = suffix.chars().collect();
    let thrice = letters.windows(3).any(|three| {
        three.iter().all(|c| Some(c) == three.first() && c.is_alphabetic() && !"iw".contains(*c))
    });
    zeros || one || thrice || List::of("examples of templates").has(&lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_no_identifier() {
        for (doi, expected) in [
            ("10.18637/jss.v000.i00", true),
            ("10.18637/jss.v100.i00", false),
            ("10.1000/abc", false),
            ("10.1000/0001", false),
            ("10.1145/nnnnnnn.nnnnnnn", true),
            ("10.14722/ndss.2023.23xxx", true),
            ("10.14733/cadaps.2021.aaa-bbb", true),
            ("10.1145/1122445.1122456", true),
            ("10.1145/1111111", true),
            ("10.1000/mud.iii", false),
            ("10.1109/www.2003.7", false),
        ] {
            assert_eq!(is_unfilled(doi), expected, "{doi}");
        }
    }

    #[test]
    fn an_identifier_is_the_documents_own_or_a_mention() {
        let title = Title { words: "Carbon in young mud".into(), lines: 0..1 };
        let check = |line: &str, zone: Zone, expected: bool| {
            let found = of_line(line, line, zone, Some(&title));
            assert_eq!(found.is_some(), expected, "{line}");
        };
        check("https://doi.org/10.1000/abc", Zone::Block, true);
        check("https://doi.org/10.1000/abc", Zone::Edge, true);
        check("https://doi.org/10.1000/abc", Zone::Text, false);
        check("J. Mud 12 (2019) 1–10. doi: 10.1000/abc", Zone::Edge, true);
        check("Carbon in young mud. doi: 10.1000/abc", Zone::Text, true);
        check("arXiv:2305.03393v1 [cs.CV] 5 May 2023", Zone::Text, true);
        check("This note is about arXiv:1706.03762, which we read twice.", Zone::Block, false);
        check("Comment on: doi 10.1000/abc", Zone::Block, false);
        check("3https://doi.org/10.5281/zenodo.1", Zone::Edge, false);
        check("The data are at https://doi.org/10.5281/zenodo.1 and free.", Zone::Edge, false);
    }
}
