//! One entry of a list of references, as a paper prints it, to its fields: authors, title, year,
//! where it appeared, identifiers. Styles differ in order and punctuation; what does not fall into
//! place stays unknown. Time is linear in the entry, which is bounded.

use crate::addresses::without_addresses;
use crate::names::{
    family_alone, given_alone, given_first, is_after, is_initials, is_particle, is_proper,
    is_run_of_initials, without_after,
};
use language::{List, listed};
use types::{Author, Reference};

listed! {
    is_other_authors: "other authors";
    is_no_end_of_names: "no end of names";
    is_no_end_of_a_title: "no end of a title";
    is_place: "places of articles";
}

/// Longest entry that is read, in bytes.
pub(crate) const ENTRY_BYTES: usize = 2_000;
/// Most authors of one entry.
const AUTHORS: usize = 100;
/// Words in the name of an organisation that stands in the authors' place.
const ORGANISATION_WORDS: usize = 10;
const YEARS: std::ops::RangeInclusive<i32> = 1500..=2100;

/// Reads an entry without its label, white space made single spaces.
pub(crate) fn read(entry: &str) -> Reference {
    let Reference { doi, arxiv, isbn, pmid, .. } = crate::labelled(entry);
    let words = without_addresses(entry);
    let By { mut authors, mut rest, comma } = by(&words);
    if authors.is_empty()
        && let Some((organisation, after)) = organisation(&words)
    {
        authors.push(organisation);
        rest = after;
    }
    let (own_year, rest) = leading_year(rest);
    let year = own_year.or_else(|| late_year(rest));
    let comma = comma && own_year.is_none();
    let (title, after) = title(rest, comma);
    Reference {
        title,
        authors,
        year,
        container: after.and_then(container),
        doi,
        arxiv,
        isbn,
        pmid,
        ..Reference::default()
    }
}

/// The authors at an entry's beginning.
struct By<'a> {
    authors: Vec<Author>,
    rest: &'a str,
    /// They end with a comma, and so may the title.
    comma: bool,
}

/// How an entry orders the parts of its names: the second is written like the first.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    /// `J. R. Smith`
    Initials,
    /// `John R. Smith`
    Given,
    /// `Smith, J. R.` or `Smith JR`
    Turned,
    /// `Smith, John R.`, and `Mary Jones` after it
    TurnedGiven,
}

/// What ends a part of a list of names.
#[derive(Clone, Copy, PartialEq)]
enum Stop {
    Comma,
    And,
    End,
}

struct Part<'a> {
    words: Vec<&'a str>,
    stop: Stop,
    /// First byte after what ends it.
    next: usize,
}

fn by(entry: &str) -> By<'_> {
    let mut authors: Vec<Author> = Vec::new();
    let (mut at, mut style, mut comma) = (0, None, false);
    while authors.len() < AUTHORS {
        let Some(part) = part(entry, at) else { break };
        if part.words.is_empty() && part.stop != Stop::End {
            at = part.next;
            continue;
        }
        if !part.words.is_empty() && part.words.iter().all(|word| is_after(word)) {
            (at, comma) = (part.next, part.stop == Stop::Comma);
            continue;
        }
        if is_others(&part.words) {
            (at, comma) = (part.next, part.stop == Stop::Comma);
            break;
        }
        let Some(found) = one(entry, &part, style) else { break };
        style = style.or(Some(found.style));
        authors.push(found.author);
        (at, comma) = (found.next, found.stop == Stop::Comma);
        if found.stop == Stop::End {
            break;
        }
    }
    let rest = entry.get(at..).unwrap_or_default();
    By { comma: comma && !authors.is_empty(), authors, rest }
}

fn is_others(words: &[&str]) -> bool {
    let plain = words.join(" ").to_lowercase();
    is_other_authors(plain.trim_matches(['.', ' ']))
}

struct Found {
    author: Author,
    style: Style,
    stop: Stop,
    next: usize,
}

/// One author, who may take two parts: `Smith`, `J. R.`
fn one(entry: &str, part: &Part<'_>, style: Option<Style>) -> Option<Found> {
    let words = without_after(&part.words);
    let found = |author, style| Some(Found { author, style, stop: part.stop, next: part.next });
    let allows = |own: Style| match style {
        None => true,
        Some(Style::Initials) => {
            own == Style::Initials || own == Style::Given && has_initial(words)
        }
        Some(Style::Given) => matches!(own, Style::Given | Style::Initials),
        Some(Style::Turned) => matches!(own, Style::Turned | Style::Initials),
        Some(Style::TurnedGiven) => own != Style::Initials || has_initial(words),
    };
    // Smith JR
    if let [family @ .., initials] = part.words.as_slice()
        && is_run_of_initials(initials)
        && family_alone(family)
        && allows(Style::Turned)
    {
        let author = author(family, initials);
        return found(author, Style::Turned);
    }
    if let Some(author) = given_first(words) {
        let own = if words.first().is_some_and(|word| is_initials(word)) {
            Style::Initials
        } else {
            Style::Given
        };
        if allows(own) {
            return found(author, own);
        }
    }
    // Smith J. Title goes on
    let cut = words.iter().position(|word| is_initials(word)).unwrap_or(0);
    if let (family, [first, ..]) = words.split_at_checked(cut)?
        && family_alone(family)
        && first.ends_with('.')
        && allows(Style::Turned)
    {
        // Smith K., Jones T, and Lee S.
        let initials = words.get(cut..).unwrap_or_default();
        if part.stop != Stop::End && initials.iter().all(|word| is_initials(word)) {
            return found(author(family, &initials.join(" ")), Style::Turned);
        }
        return initials_after(entry, family, part_start(entry, first)?);
    }
    if part.stop != Stop::Comma || !family_alone(words) {
        return None;
    }
    // Smith, J. R.   Smith, J. R. Title goes on   Smith, John R.
    let given = self::part(entry, part.next)?;
    let first = given.words.first()?;
    if is_initials(first) || is_run_of_initials(first) && given.words.len() == 1 {
        if !allows(Style::Turned) {
            return None;
        }
        let own = without_after(&given.words);
        let whole = own.iter().all(|word| is_initials(word) || is_run_of_initials(word));
        if whole {
            let (stop, next) = (given.stop, given.next);
            let author = author(words, &own.join(" "));
            return Some(Found { author, style: Style::Turned, stop, next });
        }
        return initials_after(entry, words, part_start(entry, first)?);
    }
    let fits = given_alone(&given.words) && given.words.len() <= 3;
    let (stop, next) = (given.stop, given.next);
    (fits && matches!(style, None | Some(Style::TurnedGiven))).then(|| Found {
        author: author(words, &without_after(&given.words).join(" ")),
        style: Style::TurnedGiven,
        stop,
        next,
    })
}

fn has_initial(words: &[&str]) -> bool {
    words.iter().any(|word| is_initials(word))
}

fn author(family: &[&str], given: &str) -> Author {
    Author { family: family.join(" "), given: given.to_owned() }
}

/// Where a word that was cut out of the entry stands in it.
fn part_start(entry: &str, word: &str) -> Option<usize> {
    (word.as_ptr() as usize).checked_sub(entry.as_ptr() as usize)
}

/// The initials from `at` on belong to `family`, and the authors end with them.
fn initials_after(entry: &str, family: &[&str], at: usize) -> Option<Found> {
    let mut next = at;
    let mut given: Vec<&str> = Vec::new();
    for word in entry.get(at..)?.split(' ') {
        let bare = word.trim_end_matches([',', ';', ':']);
        if !is_initials(bare) || bare == "A" {
            break;
        }
        given.push(bare);
        next += word.len() + 1;
        if bare.len() < word.len() {
            break;
        }
    }
    let whole = !given.is_empty();
    let author = author(family, &given.join(" "));
    let next = next.min(entry.len());
    whole.then_some(Found { author, style: Style::Turned, stop: Stop::End, next })
}

/// The words from `at` to what ends a part of a list of names.
fn part(entry: &str, at: usize) -> Option<Part<'_>> {
    let mut words: Vec<&str> = Vec::new();
    let mut place = at;
    let text = entry.get(at..)?;
    if text.trim().is_empty() {
        return None;
    }
    for word in text.split(' ') {
        let start = place;
        place = (place + word.len() + 1).min(entry.len());
        if word.is_empty() {
            continue;
        }
        let lower = word.to_lowercase();
        if matches!(lower.as_str(), "and" | "&" | "und" | "\\&") || word == "y" {
            return Some(Part { words, stop: Stop::And, next: place });
        }
        if word.starts_with(['(', '[', '“', '"', '‘', '«', '„', '`', '\'']) || is_year(word)
        {
            return Some(Part { words, stop: Stop::End, next: start });
        }
        let bare = word.trim_end_matches([',', ';', '，', '、']);
        if bare.len() < word.len() {
            words.push(bare);
            return Some(Part { words, stop: Stop::Comma, next: place });
        }
        let bare = word.trim_end_matches(':');
        let ends = bare.len() < word.len() || ends_sentence(word) || words.len() > 12;
        words.push(if ends && !is_initials(bare) { bare.trim_end_matches('.') } else { bare });
        if ends {
            return Some(Part { words, stop: Stop::End, next: place });
        }
    }
    Some(Part { words, stop: Stop::End, next: entry.len() })
}

fn ends_sentence(word: &str) -> bool {
    word.ends_with('.') && !is_initials(word) && !is_no_end_of_names(&word.to_lowercase())
}

/// `2019`, `2019a`, with punctuation around it.
fn is_year(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    let digits = bare.trim_end_matches(|c: char| c.is_ascii_lowercase());
    digits.len() == 4 && bare.len() <= 5 && digits.parse().is_ok_and(|year| YEARS.contains(&year))
}

fn year_of(word: &str) -> Option<i32> {
    let digits: String = word.chars().filter(char::is_ascii_digit).take(4).collect();
    is_year(word).then(|| digits.parse().ok()).flatten()
}

/// The year where the authors end: `(2019a).`, `2019.`, `(2019, May 3)`.
fn leading_year(rest: &str) -> (Option<i32>, &str) {
    let trimmed = rest.trim_start_matches([' ', ',', '.', ';']);
    let trimmed = trimmed
        .strip_prefix("(Eds.)")
        .or_else(|| trimmed.strip_prefix("(eds.)"))
        .or_else(|| trimmed.strip_prefix("(Ed.)"))
        .unwrap_or(trimmed)
        .trim_start_matches([' ', ',', '.', ';']);
    if let Some(inside) = trimmed.strip_prefix(['(', '['])
        && let Some(close) = inside.find([')', ']'])
        && close <= 40
    {
        let date = inside.get(..close).unwrap_or_default();
        let year = date.split([' ', ',', '/', '–', '-']).find_map(year_of);
        let after = inside.get(close + 1..).unwrap_or_default();
        return if year.is_some() { (year, after) } else { (None, rest) };
    }
    let end = trimmed.find(' ').unwrap_or(trimmed.len());
    let word = trimmed.get(..end).unwrap_or_default();
    let punctuated = word.ends_with(['.', ',', ':', ';']) || end == trimmed.len();
    match year_of(word).filter(|_| punctuated) {
        Some(year) => (Some(year), trimmed.get(end..).unwrap_or_default()),
        None => (None, rest),
    }
}

/// The year further on: in brackets, else the last that is no page and no date of a visit.
fn late_year(rest: &str) -> Option<i32> {
    let visits = List::of("visits").entries();
    let (mut bracketed, mut plain, mut before, mut visited) = (None, None, "", false);
    for word in rest.split(' ') {
        let lower = word.to_lowercase();
        visited |= visits.iter().any(|visit| lower.contains(visit));
        let paged = matches!(before.trim_end_matches(':'), "pp." | "p." | "pages" | "page" | "no.");
        // 2001;12:1–10
        let first = word.split([';', ':']).next().unwrap_or_default();
        let stated = year_of(word).or_else(|| year_of(first));
        if let Some(year) = stated.filter(|_| !visited && !paged) {
            match word.trim_end_matches(['.', ',', ';', ':']).ends_with(')') {
                true => bracketed = bracketed.or(Some(year)),
                false => plain = Some(year),
            }
        }
        // 12(2019) and 12:345 (2019)
        if bracketed.is_none()
            && let Some((_, inside)) = word.split_once('(')
            && let Some((inside, _)) = inside.split_once(')')
        {
            bracketed = year_of(inside);
        }
        before = word;
    }
    bracketed.or(plain)
}

/// `R Core Team (2020)`: who stands in the authors' place and is no person, and what follows.
fn organisation(entry: &str) -> Option<(Author, &str)> {
    let (name, _) = entry.split_once(" (")?;
    let after = entry.get(name.len() + 1..)?;
    let dated = is_year(after.split([' ', ')', ',']).next()?);
    let words = name.split(' ').count();
    let fits = dated && words <= ORGANISATION_WORDS && name.starts_with(char::is_uppercase);
    let plain = fits && name.chars().all(|c| c.is_alphanumeric() || " .&,'’-/".contains(c));
    let family = name.trim_end_matches(['.', ',', ' ']).to_owned();
    plain.then_some((Author { family, given: String::new() }, after))
}

/// The title, and what follows it.
fn title(rest: &str, comma: bool) -> (Option<String>, Option<&str>) {
    let rest = rest.trim_start_matches([' ', ',', '.', ':', ';', ')']);
    let pairs =
        [('“', '”'), ('"', '"'), ('«', '»'), ('„', '“'), ('‘', '’'), ('「', '」'), ('《', '》')];
    if let Some((open, close)) = pairs.into_iter().find(|(open, _)| rest.starts_with(*open)) {
        let inside = rest.get(open.len_utf8()..).unwrap_or_default();
        let end = inside.match_indices(close).map(|(at, _)| at).find(|at| {
            let next = inside.get(at + close.len_utf8()..).unwrap_or_default();
            !next.starts_with(char::is_alphanumeric)
        });
        return match end.and_then(|end| inside.split_at_checked(end)) {
            Some((title, after)) => (tidy(title), after.get(close.len_utf8()..)),
            None => (None, None),
        };
    }
    let end = if comma { container_after_comma(rest) } else { None };
    let end = end.or_else(|| sentence_end(rest)).filter(|end| *end < rest.len());
    let end = end.or_else(|| container_after_comma(rest)).unwrap_or(rest.len());
    let (title, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
    let fits = |title: &String| is_title(title) && (!comma || title.split(' ').count() > 2);
    (tidy(title).filter(fits), Some(after))
}

/// Where the first sentence ends.
fn sentence_end(text: &str) -> Option<usize> {
    let (mut at, mut before) = (0, "");
    for word in text.split(' ') {
        let end = at + word.len();
        let next = text.get(end..).unwrap_or_default().trim_start();
        let named = ["in ", "arXiv", "http"].iter().any(|start| next.starts_with(start));
        let opens = named || next.chars().next().is_none_or(|c| !c.is_lowercase());
        let bare = word.trim_end_matches([')', '”', '"', '’']);
        // `in R.` ends a sentence, `by J. Smith` does not
        let small = before.chars().all(char::is_lowercase) && !matches!(before, "by" | "and" | "");
        let small = small || before == "Using" || before == "With";
        let named = next.split(' ').next().is_some_and(is_initials);
        let initial = is_initials(bare) && bare.chars().count() <= 2 && at > 0 && (!small || named);
        let stops = bare.ends_with(['.', '?', '!', '。'])
            && !is_no_end_of_a_title(&bare.to_lowercase())
            && !initial;
        if stops && opens && at + word.len() > 3 {
            return Some(end);
        }
        (at, before) = (end + 1, word);
    }
    None
}

/// In `A title, with commas, J. Mud 12 (2019)`: the comma after which it says where.
fn container_after_comma(text: &str) -> Option<usize> {
    let commas = text.match_indices(", ").map(|(at, _)| at);
    commas.into_iter().take(24).find(|at| {
        let after = text.get(at + 2..).unwrap_or_default();
        let first = after.split(' ').next().unwrap_or_default();
        if is_place(first.to_lowercase().trim_end_matches(',')) {
            return true;
        }
        // Some Journal 12 (2019), Phys. Rev. 12, Publisher, 2019
        let mut named = 0;
        for word in after.split(' ').take(9) {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            if bare.starts_with(|c: char| c.is_ascii_digit()) {
                return named > 0;
            }
            let proper = is_proper(bare) || is_run_of_initials(bare) || is_particle(bare);
            let small = matches!(bare, "of" | "and" | "on" | "in" | "for" | "the" | "&" | "");
            if !(proper || small) {
                return false;
            }
            named += usize::from(proper);
        }
        false
    })
}

fn tidy(title: &str) -> Option<String> {
    let title = title.trim().trim_matches(['“', '”', '"', '‘', '’', '*', '_']);
    let mut title = title.trim_end_matches(['.', ',', ';', ':', ' ']).trim();
    // what sort of work it is, as GB/T 7714 marks it: [J], [EB/OL]
    if let Some((before, sort)) = title.strip_suffix(']').and_then(|title| title.rsplit_once('['))
        && sort.len() <= 5
        && sort.chars().all(|c| c.is_ascii_uppercase() || c == '/')
    {
        title = before.trim_end();
    }
    // Compilers: principles and tools, 2006
    if let Some((before, year)) = title.rsplit_once(", ")
        && is_year(year)
        && before.contains(' ')
    {
        title = before.trim_end();
    }
    if let Some((before, version)) = title.strip_suffix(')').and_then(|it| it.rsplit_once(" ("))
        && version.to_lowercase().starts_with("version")
    {
        title = before.trim_end();
    }
    let title = title.trim_matches(['*', '_']).to_owned();
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    (letters >= 2).then_some(title)
}

/// A title begins like one and is no name of a journal with its volume.
fn is_title(title: &str) -> bool {
    let first = title.chars().next().unwrap_or_default();
    let words = title.split(' ').count();
    let stops = title.split(' ').filter(|word| word.ends_with('.') && word.len() > 2).count();
    let page = title.to_lowercase();
    let begins = first.is_uppercase() || first.is_numeric() || !first.is_ascii() || words >= 3;
    // Solid State Communications 134, 139 (2005)
    let dated =
        title.strip_suffix(')').and_then(|it| it.rsplit_once('(')).is_some_and(|it| is_year(it.1));
    let initials = words > 1 && stops * 2 >= words;
    begins && !dated && !initials && !page.starts_with("pp.")
}

/// Where it appeared: what stands after `In`, or before a volume.
fn container(after: &str) -> Option<String> {
    let after = after.trim_start_matches([' ', '.', ',', '”', '"', ';', '?', '!']);
    let named = ["In: ", "In ", "in: ", "in "].iter().find_map(|label| after.strip_prefix(label));
    let text = named.unwrap_or(after);
    let mut end = 0;
    for word in text.split(' ') {
        let digits = word.starts_with(|c: char| c.is_ascii_digit() || c == '(');
        if digits {
            break;
        }
        end += word.len() + 1;
        if word.ends_with([',', ';', ':']) || ends_sentence(word) && !word.contains("..") {
            let abbreviated = word.ends_with('.') && word.len() <= 6;
            if !abbreviated {
                break;
            }
        }
    }
    let container = text.get(..end.min(text.len()))?.trim().trim_matches(['*', '_']);
    let container = container.trim_end_matches([',', ';', ':', '*', '_']);
    let container = if named.is_some() { container.trim_end_matches('.') } else { container };
    let volume = text.get(end..).unwrap_or_default().trim_start();
    let numbered = volume.starts_with(|c: char| c.is_ascii_digit() || c == '(');
    let fits = (3..=200).contains(&container.len()) && container.starts_with(char::is_uppercase);
    (fits && (named.is_some() || numbered)).then(|| container.to_owned())
}

#[cfg(test)]
mod tests;
