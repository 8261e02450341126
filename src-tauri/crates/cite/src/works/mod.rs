//! Whether two references are of one work. A title alone never says so: authors, year or an identifier
//! must agree too, and nothing may speak against it: neither a notice about the work (an erratum, a
//! reply) nor another part or edition, nor another identifier. A preprint and its article are one work
//! with two identifiers; these are never mixed.

use language::{List, Scheme, folded_runs, identifiers, listed};
use types::{Author, Reference};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

listed! {
    is_notice: "notices of works";
    is_part: "parts of works";
    is_registrant_of_preprints: "registrants of preprints";
}

/// Titles of fewer words are the same only where author and year agree, too.
const TELLING_WORDS: usize = 3;
/// Two printings of one version are so many years apart at most, a preprint and its article so many.
const YEARS_APART: i32 = 1;
const VERSIONS_APART: i32 = 4;
/// A word of so many letters may have one letter wrong, in a title of so many words.
const LONG_WORD: usize = 7;
const LONG_TITLE: usize = 6;
/// Words of a title that are compared.
const WORDS: usize = 80;

/// Whether two references are of one work, in whatever version.
pub fn is_same_work(a: &Reference, b: &Reference) -> bool {
    let titles = titles(a.title.as_deref(), b.title.as_deref());
    if titles == Agreement::Notice {
        return false;
    }
    let (authors, years) = (same_authors(a, b), same_years(a, b));
    match same_identifier(a, b) {
        Some(Same::Other) => false,
        Some(Same::Work) => match titles {
            Agreement::Same | Agreement::Near => true,
            Agreement::Unknown => authors != Some(false),
            // a title that was misread
            _ => authors == Some(true) && years != Some(false),
        },
        // chapters share the ISBN of their book
        Some(Same::Book) => match titles {
            Agreement::Same | Agreement::Near => authors != Some(false),
            Agreement::Unknown => authors == Some(true) && years != Some(false),
            _ => false,
        },
        None => match titles {
            Agreement::Same if is_telling(a) => match authors {
                Some(agree) => agree && years != Some(false),
                None => years == Some(true),
            },
            Agreement::Same | Agreement::Near => {
                authors == Some(true) && a.year.is_some() && a.year == b.year
            }
            _ => false,
        },
    }
}

/// How near the version is that a reference describes to the one that another does: the more the nearer.
pub(crate) fn nearness(a: &Reference, b: &Reference) -> u8 {
    let words = |reference: &Reference| {
        folded_runs(reference.container.as_deref().unwrap_or_default()).concat()
    };
    let (own, other) = (words(a), words(b));
    let venue =
        !own.is_empty() && (other.contains(&own) || own.contains(&other) && !other.is_empty());
    u8::from(matches!(same_identifier(a, b), Some(Same::Work | Same::Book))) * 8
        + u8::from(titles(a.title.as_deref(), b.title.as_deref()) == Agreement::Same) * 4
        + u8::from(a.year.is_some() && a.year == b.year) * 2
        + u8::from(venue || is_preprint(a) && is_preprint(b))
}

/// Whether an identifier of one kind that both have differs: two versions of a work, or two works.
pub(crate) fn differ(a: &Reference, b: &Reference) -> bool {
    // a book has one ISBN for each binding
    let mut told = pairs(a, b).into_iter().filter(|(scheme, ..)| *scheme != Scheme::Isbn);
    told.any(|(scheme, a, b)| {
        a.zip(b).is_some_and(|(a, b)| canonical(scheme, a) != canonical(scheme, b))
    })
}

/// Whether two references of one title are of two publications: a preprint and its article, or two
/// printings, each with an identifier of its own and none in common.
pub fn are_versions(a: &Reference, b: &Reference) -> bool {
    let shared = pairs(a, b).into_iter().any(|(scheme, a, b)| {
        a.zip(b).is_some_and(|(a, b)| canonical(scheme, a) == canonical(scheme, b))
    });
    let crossed = |a: &Reference, b: &Reference| {
        a.arxiv.is_some() && a.doi.is_none() && b.doi.is_some() && b.arxiv.is_none()
    };
    !shared && (differ(a, b) || crossed(a, b) || crossed(b, a))
}

/// What an identifier that both have says.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Same {
    Work,
    /// The book in which both stand, at least.
    Book,
    Other,
}

type Pair<'a> = (Scheme, Option<&'a String>, Option<&'a String>);

fn pairs<'a>(a: &'a Reference, b: &'a Reference) -> [Pair<'a>; 4] {
    [
        (Scheme::Doi, a.doi.as_ref(), b.doi.as_ref()),
        (Scheme::Arxiv, a.arxiv.as_ref(), b.arxiv.as_ref()),
        (Scheme::Pmid, a.pmid.as_ref(), b.pmid.as_ref()),
        (Scheme::Isbn, a.isbn.as_ref(), b.isbn.as_ref()),
    ]
}

fn same_identifier(a: &Reference, b: &Reference) -> Option<Same> {
    let mut said = pairs(a, b).into_iter().filter_map(|(scheme, a, b)| {
        let (a, b) = (canonical(scheme, a?), canonical(scheme, b?));
        // a preprint's DOI beside its article's
        let versions = scheme == Scheme::Doi && is_preprints(&a) != is_preprints(&b);
        match (a == b, scheme) {
            (true, Scheme::Isbn) => Some(Same::Book),
            (true, _) => Some(Same::Work),
            (false, Scheme::Isbn) => None,
            (false, _) if versions => None,
            (false, _) => Some(Same::Other),
        }
    });
    let first = said.next()?;
    // one that agrees weighs more than one that does not: preprints have several DOIs
    Some(said.fold(first, |known, next| if known == Same::Other { next } else { known }))
}

/// One form of an identifier: two versions of a preprint are one work.
fn canonical(scheme: Scheme, field: &str) -> String {
    let known = identifiers::read(scheme, field);
    known.map_or_else(|| field.trim().to_lowercase(), |known| known.id().to_owned())
}

fn is_preprints(doi: &str) -> bool {
    let Some((registrant, suffix)) = doi.split_once('/') else { return false };
    let numbered = suffix.contains(|c: char| c.is_ascii_digit());
    is_registrant_of_preprints(registrant) && numbered
}

/// Whether a reference is to a preprint.
pub fn is_preprint(reference: &Reference) -> bool {
    if reference.doi.as_deref().is_some_and(is_preprints) {
        return true;
    }
    let printed = [&reference.container, &reference.publisher];
    let said: Vec<String> = printed.into_iter().flatten().map(|it| it.to_lowercase()).collect();
    let names = List::of("preprints").entries();
    let named = said.iter().any(|said| names.iter().any(|name| said.contains(name)));
    named || reference.arxiv.is_some() && reference.doi.is_none() && said.is_empty()
}

/// Whether the first authors are one; `None` where one of them is unknown.
fn same_authors(a: &Reference, b: &Reference) -> Option<bool> {
    let (first, other) = a.authors.first().zip(b.authors.first())?;
    Some(is_same_author(first, other))
}

fn is_same_author(a: &Author, b: &Author) -> bool {
    let (family, other) = (name_words(&a.family), name_words(&b.family));
    let (given, others) = (name_words(&a.given), name_words(&b.given));
    if family.is_empty() || other.is_empty() {
        return false;
    }
    // 李 明 and 明 李
    let turned = family == others && given == other && !given.is_empty();
    let (short, long) =
        if family.len() <= other.len() { (&family, &other) } else { (&other, &family) };
    let named = long.ends_with(short) || long.starts_with(short) || long.concat() == short.concat();
    let initial = |given: &[String]| given.first().and_then(|word| word.chars().next());
    let initials = initial(&given).zip(initial(&others)).is_none_or(|(a, b)| a == b);
    turned || named && initials
}

/// The words of a name without accents; ö and oe are one.
fn name_words(name: &str) -> Vec<String> {
    let fold = |word: String| -> String {
        let plain = word.nfd().filter(|c| !is_combining_mark(*c)).map(|c| match c {
            'ø' => 'o',
            'ł' => 'l',
            'đ' => 'd',
            'ı' => 'i',
            c => c,
        });
        let plain: String = plain.collect();
        plain.replace('ß', "ss").replace("ae", "a").replace("oe", "o").replace("ue", "u")
    };
    folded_runs(name).into_iter().map(fold).collect()
}

/// The first author's family name as an index looks it up: its last word.
pub(crate) fn family_key(reference: &Reference) -> Option<String> {
    name_words(&reference.authors.first()?.family).pop()
}

/// Whether the years are one, or near enough for two versions; `None` where one is unknown.
fn same_years(a: &Reference, b: &Reference) -> Option<bool> {
    let apart = a.year?.abs_diff(b.year?);
    let versions = is_preprint(a) != is_preprint(b) || a.arxiv.is_some() != b.arxiv.is_some();
    let allowed = if versions { VERSIONS_APART } else { YEARS_APART };
    Some(apart <= allowed.unsigned_abs())
}

/// How two titles stand to each other.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Agreement {
    Same,
    /// Without the subtitle, or with a letter misread.
    Near,
    Other,
    /// One is a notice about a work, the other is not.
    Notice,
    /// There is none on one side.
    Unknown,
}

fn is_telling(reference: &Reference) -> bool {
    title_words(reference.title.as_deref().unwrap_or_default()).len() >= TELLING_WORDS
}

/// A title's letters and digits as an index looks them up.
pub(crate) fn title_key(title: &str) -> Option<String> {
    let key = title_words(title).concat();
    (!key.is_empty()).then_some(key)
}

/// Its words without an article before them.
fn title_words(title: &str) -> Vec<String> {
    let mut words = folded_runs(title);
    if matches!(words.first().map(String::as_str), Some("the" | "a" | "an")) && words.len() > 2 {
        words.remove(0);
    }
    words.truncate(WORDS);
    words
}

fn titles(a: Option<&str>, b: Option<&str>) -> Agreement {
    let (Some(first), Some(second)) = (a, b) else { return Agreement::Unknown };
    let (a, b) = (title_words(first), title_words(second));
    if a.is_empty() || b.is_empty() {
        return Agreement::Unknown;
    }
    if a.concat() == b.concat() {
        return Agreement::Same;
    }
    if has_notice(&a) != has_notice(&b) {
        return Agreement::Notice;
    }
    // other parts and editions
    if counts(&a) != counts(&b) {
        return Agreement::Other;
    }
    let (short, long, whole) = if a.len() <= b.len() { (&a, &b, second) } else { (&b, &a, first) };
    if short.len() >= TELLING_WORDS && long.starts_with(short) && has_subtitle(whole, short.len()) {
        return Agreement::Near;
    }
    if a.len() == b.len() && a.len() >= LONG_TITLE {
        let mut unlike = a.iter().zip(&b).filter(|(a, b)| a != b);
        let one = unlike.next().is_some_and(|(a, b)| is_misread(a, b)) && unlike.next().is_none();
        if one {
            return Agreement::Near;
        }
    }
    Agreement::Other
}

/// Whether a title is of a notice about a work: an erratum, a reply, a comment.
pub fn is_notice_title(title: &str) -> bool {
    has_notice(&title_words(title))
}

fn has_notice(words: &[String]) -> bool {
    let mut ends = words.iter().take(3).chain(words.iter().rev().take(2));
    ends.any(|word| is_notice(word))
}

/// The numbers in a title: of parts, of editions, of versions.
fn counts(words: &[String]) -> Vec<&str> {
    let numeral = |word: &str| {
        word.len() <= 5 && word.chars().all(|c| matches!(c, 'i' | 'v' | 'x')) && word != "x"
    };
    let number = |word: &&String| {
        word.chars().all(|c| c.is_ascii_digit())
            || numeral(word)
            || is_ordinal(word)
            || is_part(word) && words.len() > 1
    };
    words.iter().filter(number).map(String::as_str).collect()
}

/// `2nd`, `3rd`.
fn is_ordinal(word: &str) -> bool {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end));
    digits.is_some_and(|digits| !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()))
}

/// Whether a subtitle begins after so many words of a title.
fn has_subtitle(title: &str, words: usize) -> bool {
    let article = folded_runs(title).len().saturating_sub(title_words(title).len());
    let mut runs = language::runs(title).skip((words + article).saturating_sub(1));
    let Some((at, run)) = runs.next() else { return false };
    let next = runs.next().map_or(title.len(), |(next, _)| next);
    let between = title.get(at + run.len()..next).unwrap_or_default();
    between.contains([':', '.', '?', '!', '—', '–', '(', ';']) || between.contains(" - ")
}

/// Whether two long words differ in one letter.
fn is_misread(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    if short.len() < LONG_WORD || long.len() - short.len() > 1 {
        return false;
    }
    let same = short.iter().zip(long.iter()).take_while(|(a, b)| a == b).count();
    let skip = usize::from(long.len() == short.len());
    short.get(same + skip..) == long.get(same + 1..)
}

#[cfg(test)]
mod tests;
