//! Identifiers that are numbers with a form of their own or a check digit: arXiv, ISBN, ISSN, ORCID,
//! PubMed.

use super::doi::line_break;
use super::identifier::{Identifier, Read, Scheme};

/// The archives of arXiv's numbers before April 2007.
const ARCHIVES: [&str; 34] = [
    "acc-phys", "adap-org", "alg-geom", "ao-sci", "astro-ph", "atom-ph", "bayes-an", "chao-dyn",
    "chem-ph", "cmp-lg", "comp-gas", "cond-mat", "cs", "dg-ga", "funct-an", "gr-qc", "hep-ex",
    "hep-lat", "hep-ph", "hep-th", "math", "math-ph", "mtrl-th", "nlin", "nucl-ex", "nucl-th",
    "patt-sol", "physics", "plasm-ph", "q-alg", "q-bio", "quant-ph", "solv-int", "supr-con",
];
/// Longest archive with a subject class.
const LONGEST_ARCHIVE: usize = 16;

/// `arXiv:2305.03393v1`, and its addresses.
pub(super) fn arxiv(rest: &str) -> Option<Read> {
    let after = label(rest, "arxiv")?;
    let address = [".org/abs/", ".org/pdf/", ".org/html/", ".org/format/", ".org/ps/"];
    let path = address.iter().find_map(|path| starts(rest.get(after..)?, path));
    let start = match path {
        Some(length) => after + length,
        None => after + separators(rest.get(after..)?, ":="),
    };
    let (identifier, length) = arxiv_number(rest.get(start..)?)?;
    (start > after).then_some((identifier, start + length, true))
}

/// The number without a label. Old ones name their archive.
pub(super) fn bare_arxiv(before: &str, rest: &str) -> Option<Read> {
    if before.ends_with(['.', '-', '/', '\\', ',']) {
        return None;
    }
    let (identifier, length) = arxiv_number(rest)?;
    // a decimal goes on; a serial has its own length
    let goes_on = rest.get(length..).is_some_and(|tail| {
        tail.starts_with(['-', '/', '%']) || tail.starts_with('.') && number(tail.get(1..)) > 0
    });
    (!goes_on).then_some((identifier, length, false))
}

/// A number of either scheme (arXiv's identifier scheme): `YYMM.NNNN` from April 2007, `YYMM.NNNNN` from
/// January 2015, `archive/YYMMNNN` before. A subject class (`math.GT`) is no part of it.
pub(super) fn arxiv_number(text: &str) -> Option<(Identifier, usize)> {
    let (id, length) = if text.starts_with(|c: char| c.is_ascii_digit()) {
        let issued = text.get(..4).filter(|issued| *issued >= "0704" && is_month(issued))?;
        let mut start = 5;
        let serial = text.get(4..)?.strip_prefix('.')?;
        start += line_break(serial).unwrap_or(0);
        let length = if issued < "1501" { 4 } else { 5 };
        let serial = text.get(start..)?;
        (number(Some(serial)) == length).then_some(())?;
        (format!("{issued}.{}", serial.get(..length)?), start + length)
    } else {
        let slash = text.bytes().take(LONGEST_ARCHIVE).position(|byte| byte == b'/')?;
        let named = text.get(..slash)?.to_ascii_lowercase();
        let archive = named.split('.').next().filter(|archive| ARCHIVES.contains(archive))?;
        let serial = text.get(slash + 1..)?;
        (number(Some(serial)) == 7 && is_month(serial)).then_some(())?;
        (format!("{archive}/{}", serial.get(..7)?), slash + 8)
    };
    let tail = text.get(length..)?;
    let version = tail.strip_prefix(['v', 'V']).and_then(|tail| tail.get(..number(Some(tail))));
    let version = version.filter(|version| (1..=2).contains(&version.len()));
    let end = length + version.map_or(0, |version| version.len() + 1);
    let mut identifier = Identifier::new(Scheme::Arxiv, id);
    identifier.version = version.and_then(|version| version.parse().ok());
    ends(text, end).then_some((identifier, end))
}

/// `YYMM…` with a month that there is.
fn is_month(issued: &str) -> bool {
    let digits = number(Some(issued)) >= 4;
    let month = issued.get(2..4).and_then(|month| month.parse::<u8>().ok());
    digits && month.is_some_and(|month| (1..=12).contains(&month))
}

/// An ISBN with its label: `ISBN-13: 978-0-306-40615-7`, `urn:isbn:0306406152`.
pub(super) fn isbn(rest: &str) -> Option<Read> {
    let after = label(rest, "isbn")?;
    let at = |start: usize| {
        let start = start + separators(rest.get(start..)?, ":=(");
        let (digits, length, _) = isbn13(rest.get(start..)?)?;
        Some((Identifier::new(Scheme::Isbn, digits), start + length, true))
    };
    let kind = ["-13", "-10", " 13", " 10", "13", "10"].iter();
    at(after).or_else(|| {
        kind.filter_map(|kind| starts(rest.get(after..)?, kind)).find_map(|kind| at(after + kind))
    })
}

/// Thirteen digits that begin as books do, alone or in five groups; ten in four.
pub(super) fn bare_isbn(before: &str, rest: &str) -> Option<Read> {
    if before.ends_with(['.', '-', '–', '/', ',']) {
        return None;
    }
    let first = number(Some(rest));
    let grouped = rest.get(first..)?.starts_with('-') || rest.starts_with("97") && first == 3;
    if first != 13 && !grouped {
        return None;
    }
    let (digits, length, groups) = isbn13(rest)?;
    let sound = match length - (groups - 1) {
        13 => groups == 5 || groups == 1,
        _ => groups == 4,
    };
    let written = rest.get(..length)?;
    let one = |sign: char| written.matches(sign).count() == groups - 1;
    let even = groups == 1 || one('-') || one(' ') && written.starts_with("97") && groups == 5;
    (sound && even).then_some((Identifier::new(Scheme::Isbn, digits), length, false))
}

/// The thirteen digits of the ISBN at the head (ISO 2108), the bytes it takes, its groups.
fn isbn13(text: &str) -> Option<(String, usize, usize)> {
    let mut digits = String::new();
    let mut best = None;
    let (mut at, mut groups) = (0, 1);
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        if c.is_ascii_digit() || matches!(c, 'X' | 'x') && digits.len() == 9 {
            digits.push(c.to_ascii_uppercase());
            at += 1;
            if ends(text, at)
                && let Some(checked) = checked_isbn(&digits)
            {
                best = Some((checked, at, groups));
            }
        } else {
            let gap = if is_hyphen(c) { c.len_utf8() } else { 0 };
            let broken = line_break(text.get(at + gap..)?).filter(|_| gap > 0 || c != ' ');
            let blank = if gap == 0 && (c == ' ' || c == '\u{a0}') { c.len_utf8() } else { 0 };
            at += gap + broken.unwrap_or(blank);
            let goes_on =
                text.get(at..)?.starts_with(|c: char| c.is_ascii_digit() || "Xx".contains(c));
            if gap + broken.unwrap_or(blank) == 0 || !goes_on || digits.is_empty() {
                break;
            }
            groups += 1;
        }
        if digits.len() >= 13 {
            break;
        }
    }
    best
}

/// Ten or thirteen digits as thirteen, if the check digit is right.
fn checked_isbn(digits: &str) -> Option<String> {
    let values = digits.chars().map(|c| if c == 'X' { Some(10) } else { c.to_digit(10) });
    let values: Vec<u32> = values.collect::<Option<_>>()?;
    let weighted = |values: &[u32]| -> u32 {
        values.iter().zip([1, 3].iter().cycle()).map(|(value, weight)| value * weight).sum()
    };
    match values.len() {
        13 => {
            let book = digits.starts_with("978") || digits.starts_with("979");
            (book && weighted(&values).is_multiple_of(10)).then(|| digits.to_owned())
        }
        10 => {
            let sum: u32 = values.iter().zip((1..=10).rev()).map(|(v, weight)| v * weight).sum();
            let mut long: Vec<u32> = [9, 7, 8].into_iter().chain(values).take(12).collect();
            long.push((10 - weighted(&long) % 10) % 10);
            sum.is_multiple_of(11).then(|| long.iter().map(u32::to_string).collect())
        }
        _ => None,
    }
}

/// `ISSN 0028-0836`, `eISSN: 1476-4687` (ISO 3297).
pub(super) fn issn(rest: &str) -> Option<Read> {
    let after = ["issn", "eissn", "pissn", "e-issn", "p-issn"].iter();
    let after = after.filter_map(|name| label(rest, name)).next()?;
    let linking = starts(rest.get(after..)?, "-l").unwrap_or(0);
    let start = after + linking + separators(rest.get(after + linking..)?, ":=(");
    let written = rest.get(start..start + 9)?;
    let values: Vec<u32> = checked_digits(written, 4, 2)?;
    let sum: u32 = values.iter().zip((1..=8).rev()).map(|(value, weight)| value * weight).sum();
    let sound = sum.is_multiple_of(11) && ends(rest, start + 9);
    sound.then(|| (Identifier::new(Scheme::Issn, written.to_ascii_uppercase()), start + 9, true))
}

/// `0000-0002-1825-0097` (ISO 27729), broken after a hyphen or not.
pub(super) fn orcid(before: &str, rest: &str) -> Option<Read> {
    if number(Some(rest)) != 4 || !rest.get(4..)?.starts_with('-') {
        return None;
    }
    let mut written = String::with_capacity(19);
    let mut at = 0;
    while written.len() < 19 {
        written.push(rest.get(at..)?.chars().next().filter(char::is_ascii)?);
        at += 1;
        let broken = written.ends_with('-').then(|| line_break(rest.get(at..)?)).flatten();
        at += broken.unwrap_or(0);
    }
    let values = checked_digits(&written, 4, 4)?;
    // ISO 7064, MOD 11-2
    let sum = values.iter().fold(0, |sum, value| (sum * 2 + value) % 11);
    let sound = sum == 1 && ends(rest, at) && !before.ends_with(['.', '-']);
    let id = written.to_ascii_uppercase();
    sound.then(|| (Identifier::new(Scheme::Orcid, id), at, true))
}

/// The values of `groups` groups of digits with hyphens between; the last one may be X.
fn checked_digits(written: &str, length: usize, groups: usize) -> Option<Vec<u32>> {
    let parts: Vec<&str> = written.split('-').collect();
    let shaped = parts.len() == groups && parts.iter().all(|part| part.len() == length);
    let last = length * groups - 1;
    let values = parts.concat();
    let values = values.chars().enumerate().map(|(at, c)| match c {
        'X' | 'x' if at == last => Some(10),
        c => c.to_digit(10),
    });
    values.collect::<Option<_>>().filter(|_| shaped)
}

/// `PMID: 12345678`, `PMCID: PMC1234567`, `PMC1234567`, and addresses of PubMed.
pub(super) fn pubmed(rest: &str) -> Option<Read> {
    let address = [".ncbi.nlm.nih.gov/", "/"];
    let addressed = label(rest, "pubmed").and_then(|after| {
        let path = address.iter().find_map(|path| starts(rest.get(after..)?, path))?;
        Some(after + path)
    });
    let labelled = label(rest, "pmid")
        .map(|after| after + separators(rest.get(after..).unwrap_or_default(), ":=-("));
    if let Some(start) = addressed.or(labelled) {
        let digits = number(rest.get(start..));
        let id = rest.get(start..start + digits)?.trim_start_matches('0');
        let sound = digits <= 8 && !id.is_empty() && ends(rest, start + digits);
        return sound.then(|| (Identifier::new(Scheme::Pmid, id), start + digits, true));
    }
    let start = starts(rest, "pmc")?;
    // the first number given was 13900
    let digits = number(rest.get(start..));
    let sound = (5..=8).contains(&digits) && ends(rest, start + digits);
    let id = format!("PMC{}", rest.get(start..start + digits)?);
    sound.then_some((Identifier::new(Scheme::Pmcid, id), start + digits, true))
}

/// Bytes of a label at the head, whatever its case. No letter goes on with it.
fn label(text: &str, label: &str) -> Option<usize> {
    let length = starts(text, label)?;
    let next = text.get(length..)?.chars().next();
    next.is_none_or(|next| !next.is_alphabetic()).then_some(length)
}

fn starts(text: &str, with: &str) -> Option<usize> {
    text.get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with)).then_some(with.len())
}

/// Bytes of the blanks and signs between a label and its number, at most one line break among them.
fn separators(text: &str, signs: &str) -> usize {
    let mut lines = 0;
    let inside = text.char_indices().take(8).find(|(_, c)| {
        lines += usize::from(*c == '\n');
        !(c.is_whitespace() || signs.contains(*c)) || lines > 1
    });
    inside.map_or(0, |(at, _)| at)
}

/// How many digits stand at the head.
fn number(text: Option<&str>) -> usize {
    text.map_or(0, |text| text.bytes().take(20).take_while(u8::is_ascii_digit).count())
}

/// Whether no letter or digit goes on at `at`.
fn ends(text: &str, at: usize) -> bool {
    let next = text.get(at..).and_then(|rest| rest.chars().next());
    next.is_none_or(|next| !next.is_alphanumeric() || crate::is_unspaced(next))
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '–')
}
