//! Names of publications and laws that stand in a text: DOI, arXiv, ISBN, PubMed and legal citations,
//! each in one normal form. Looks at the shape alone; nothing is looked up.

use crate::identifiers::Token;

const LONGEST_BYTES: usize = 200;

/// What a reference without a digit in its first word begins with.
const NAMES: [&str; 3] = ["isbn", "urn:", "pmid"];

/// The archives of arXiv's numbers before April 2007.
const ARCHIVES: [&str; 34] = [
    "acc-phys", "adap-org", "alg-geom", "ao-sci", "astro-ph", "atom-ph", "bayes-an", "chao-dyn",
    "chem-ph", "cmp-lg", "comp-gas", "cond-mat", "cs", "dg-ga", "funct-an", "gr-qc", "hep-ex",
    "hep-lat", "hep-ph", "hep-th", "math", "math-ph", "mtrl-th", "nlin", "nucl-ex", "nucl-th",
    "patt-sol", "physics", "plasm-ph", "q-alg", "q-bio", "quant-ph", "solv-int", "supr-con",
];

/// The reference that begins at the first token, and how many tokens it takes.
pub(crate) fn reference(tokens: &[Token<'_>]) -> Option<(String, usize)> {
    let word = tokens.first()?.text;
    // every one of them has a digit in its first word, or begins with a name of four letters
    let named =
        word.get(..4).is_some_and(|name| NAMES.iter().any(|n| name.eq_ignore_ascii_case(n)));
    if !named && !word.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if let Some(name) = doi(word).or_else(|| arxiv(word)) {
        return Some((name, 1));
    }
    isbn(word, tokens).or_else(|| pmid(word, tokens)).or_else(|| citation(tokens))
}

fn doi(word: &str) -> Option<String> {
    let (start, _) = word.match_indices("10.").find(|(at, _)| {
        let before = word.get(..*at).and_then(|before| before.chars().next_back());
        let rest = word.get(at + 3..).unwrap_or_default();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let suffix = rest.get(digits..).and_then(|rest| rest.strip_prefix('/'));
        !before.is_some_and(char::is_alphanumeric)
            && (4..=9).contains(&digits)
            && suffix.is_some_and(|suffix| !suffix.is_empty())
    })?;
    let name = word.get(start..).filter(|name| name.len() <= LONGEST_BYTES)?.to_lowercase();
    // arXiv gives its papers a DOI made of their number
    let number = name.strip_prefix("10.48550/arxiv.").and_then(arxiv_number);
    Some(number.map_or(name, |number| format!("arxiv:{number}")))
}

/// `arXiv:2301.00001v2`, its address, or the bare number where its shape leaves no doubt.
fn arxiv(word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    let addressed = lower.split_once("arxiv.org/").and_then(|(_, path)| {
        let (kind, number) = path.split_once('/')?;
        ["abs", "pdf", "html"].contains(&kind).then(|| number.trim_end_matches(".pdf"))
    });
    let number = lower.strip_prefix("arxiv:").or(addressed).unwrap_or(&lower);
    Some(format!("arxiv:{}", arxiv_number(number)?))
}

/// A number of either kind, its version and subject class dropped.
fn arxiv_number(number: &str) -> Option<String> {
    let digits = |text: &str, counts: &[usize]| {
        counts.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (stem, version) = number.rsplit_once('v').unwrap_or((number, "1"));
    let number = if digits(version, &[1, 2]) { stem } else { number };
    let month = |number: &str| {
        let month = number.get(2..4).and_then(|month| month.parse::<u8>().ok());
        month.is_some_and(|month| (1..=12).contains(&month))
    };
    if let Some((archive, serial)) = number.split_once('/') {
        let archive = archive.split_once('.').map_or(archive, |(archive, _)| archive);
        let fits = ARCHIVES.contains(&archive) && digits(serial, &[7]) && month(serial);
        return fits.then(|| format!("{archive}/{serial}"));
    }
    let (issued, serial) = number.split_once('.')?;
    let lengths: &[usize] = if issued < "1501" { &[4] } else { &[5] };
    let fits = digits(issued, &[4]) && issued >= "0704" && month(issued) && digits(serial, lengths);
    fits.then(|| number.to_owned())
}

/// An ISBN and the tokens it takes: digits may stand in the same token or in the ones after it.
fn isbn(word: &str, tokens: &[Token<'_>]) -> Option<(String, usize)> {
    let upper = word.to_ascii_uppercase();
    let upper = upper.strip_prefix("URN:").unwrap_or(&upper);
    let Some(rest) = upper.strip_prefix("ISBN") else { return bare_isbn(upper, tokens) };
    let rest = rest.strip_prefix("-13").or_else(|| rest.strip_prefix("-10")).unwrap_or(rest);
    let mut digits = rest.trim_start_matches([':', ' ']).to_owned();
    for (used, next) in std::iter::once("").chain(texts(tokens)).enumerate() {
        digits.push_str(&next.to_ascii_uppercase());
        if let Some(name) = isbn13(&digits) {
            return Some((name, used + 1));
        }
    }
    None
}

/// Without `ISBN` before it: thirteen digits that begin as books do, or ten in four groups.
fn bare_isbn(word: &str, tokens: &[Token<'_>]) -> Option<(String, usize)> {
    let books = word.starts_with("978") || word.starts_with("979");
    if books && word.len() == 3 {
        let groups: String = std::iter::once(word).chain(texts(tokens).take(4)).collect();
        return isbn13(&groups).map(|name| (name, 5));
    }
    let grouped = word.chars().filter(|c| is_hyphen(*c)).count() == 3 && word.len() >= 13;
    (books || grouped).then(|| isbn13(word)).flatten().map(|name| (name, 1))
}

fn texts<'a>(tokens: &[Token<'a>]) -> impl Iterator<Item = &'a str> {
    tokens.iter().skip(1).map(|token| token.text)
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}' | '\u{2013}')
}

/// `isbn:` and thirteen digits, where the check digit is right; ISBN-10 becomes ISBN-13.
fn isbn13(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(|c| !is_hyphen(*c)).collect();
    let values: Vec<u32> = digits
        .chars()
        .enumerate()
        .map(|(at, c)| if at == 9 && c == 'X' { Some(10) } else { c.to_digit(10) })
        .collect::<Option<_>>()?;
    let weighted = |values: &[u32]| -> u32 {
        values.iter().zip([1, 3].iter().cycle()).map(|(value, weight)| value * weight).sum()
    };
    match values.len() {
        13 if weighted(&values).is_multiple_of(10) => Some(format!("isbn:{digits}")),
        10 => {
            let sum: u32 = values.iter().zip((1..=10).rev()).map(|(v, weight)| v * weight).sum();
            let mut long: Vec<u32> = [9, 7, 8].into_iter().chain(values).take(12).collect();
            long.push((10 - weighted(&long) % 10) % 10);
            let name = long.iter().map(u32::to_string).collect::<String>();
            sum.is_multiple_of(11).then(|| format!("isbn:{name}"))
        }
        _ => None,
    }
}

/// `PMID: 12345678`, `pmid:12345678`, or its address.
fn pmid(word: &str, tokens: &[Token<'_>]) -> Option<(String, usize)> {
    let lower = word.to_lowercase();
    let addressed = ["pubmed.ncbi.nlm.nih.gov/", "ncbi.nlm.nih.gov/pubmed/"]
        .iter()
        .find_map(|address| lower.split_once(address).map(|(_, number)| number));
    let (number, used) = match (addressed, lower.strip_prefix("pmid")) {
        (Some(number), _) => (number.trim_end_matches('/'), 1),
        (None, Some("")) => (tokens.get(1)?.text, 2),
        (None, Some(rest)) => (rest.trim_start_matches(':'), 1),
        (None, None) => return None,
    };
    let shaped = (1..=8).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    shaped.then(|| (format!("pmid:{}", number.trim_start_matches('0')), used))
}

/// `21 CFR 11.10(e)`, `42 U.S.C. § 300`.
fn citation(tokens: &[Token<'_>]) -> Option<(String, usize)> {
    let [title, code, third, fourth, ..] = tokens else { return None };
    let numbered = !title.text.is_empty() && title.text.bytes().all(|b| b.is_ascii_digit());
    let code: String = code.text.chars().filter(|c| *c != '.').collect::<String>().to_lowercase();
    if !numbered || !["cfr", "usc", "fr"].contains(&code.as_str()) {
        return None;
    }
    let third = third.text;
    let skipped = third == "§" || third == "§§" || third.eq_ignore_ascii_case("part");
    let (number, used) =
        if skipped { (fourth.text, 4) } else { (third.trim_start_matches('§'), 3) };
    Some((format!("{}_{code}_{}", title.text, citation_number(number)?), used))
}

/// `11.10(e)` → `11_10_e`. Starts with a digit; each part is letters or digits.
fn citation_number(text: &str) -> Option<String> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let parts: Vec<&str> = text.split(['.', '(', ')']).filter(|part| !part.is_empty()).collect();
    let shaped =
        parts.iter().all(|part| part.len() <= 6 && part.chars().all(|c| c.is_ascii_alphanumeric()));
    (shaped && !parts.is_empty()).then(|| parts.join("_").to_lowercase())
}
