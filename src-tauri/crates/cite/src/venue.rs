//! Where a work appeared, as its first page and its running heads say: a journal before its volume and
//! year, proceedings by name, a meeting before its date, or a sentence about the work itself. A name
//! that is neither followed by such numbers nor said to be a journal or a meeting is none.

use crate::lines::Front;
use crate::own::names_another;
use language::{List, dates, listed};
use std::collections::BTreeMap;
use std::ops::Range;
use types::{FieldSource, normalise_term};

listed! {
    is_appearing: "appeared";
    may_precede: "before appeared";
    is_sort: "sorts of articles";
}

/// Words of a name at most, letters of one at least.
const WORDS: usize = 24;
const LETTERS: usize = 4;
/// Letters of a line that is looked at, and of a sentence.
const LINE: usize = 300;
const SENTENCE: usize = 400;
/// The name of a journal's head begins above this share of the page.
const HEAD: f32 = 0.18;
/// Lines below a journal's name among which its volume is.
const BELOW: usize = 3;
/// Numbers that say where in a journal an article stands: volume, year, pages.
const NUMBERS: usize = 2;

/// The venue and where it stands. `title` are the title's words and lines, `family` is
/// the first author's name.
pub(crate) fn venue(
    front: &Front<'_>,
    title: Option<(&str, &Range<usize>)>,
    family: &str,
) -> Option<(String, FieldSource)> {
    let is_title = |at: usize| title.is_some_and(|(_, lines)| lines.contains(&at));
    let fits = |name: &String| {
        let key = normalise_term(name);
        can_be(name) && title.is_none_or(|(words, _)| !normalise_term(words).contains(&key))
    };
    let edges = front.lines.iter().enumerate().filter(|(at, line)| {
        front.is_page && (line.is_edge() || line.top < HEAD) && !is_title(*at)
    });
    let edges: Vec<&str> = edges.map(|(_, line)| line.words.as_str()).collect();
    // a name goes on in the next line behind a small word, or with one
    let whole = edges.iter().enumerate().map(|(at, line)| {
        let open = is_open(line) || of_line(line).is_some_and(|name| line.ends_with(&name));
        match edges.get(at + 1).filter(|next| open && (is_open(line) || is_rest(next))) {
            Some(next) => format!("{line} {next}"),
            None => (*line).to_owned(),
        }
    });
    let printed = whole.chain(front.margins.iter().cloned());
    if let Some(name) = printed.filter_map(|line| of_line(&line)).find(fits) {
        return Some((name, FieldSource::RunningHead));
    }
    // a journal's name in large type, its volume below
    for (at, line) in edges.iter().enumerate() {
        let lower = line.to_lowercase();
        let below = edges.iter().skip(at + 1).take(BELOW);
        let volume = below.filter(|line| line.to_lowercase().contains("volume"));
        if lower.contains("journal of")
            && is_name(line)
            && !line.contains(char::is_numeric)
            && volume.count() > 0
            && fits(&(*line).to_owned())
        {
            return Some(((*line).to_owned(), FieldSource::RunningHead));
        }
    }
    // a name that goes on in the next line, or has its volume there
    let pairs = edges.windows(2).filter(|pair| {
        let first = pair.first().map_or(String::new(), |first| first.to_lowercase());
        first.contains("journal") || first.contains("proceedings")
    });
    if let Some(name) = pairs.filter_map(|pair| of_line(&pair.join(" "))).find(fits) {
        return Some((name, FieldSource::RunningHead));
    }
    let said = if front.is_page { sentences(front, family) } else { Vec::new() };
    if let Some(name) = said.into_iter().find(fits) {
        return Some((name, FieldSource::TitleBlock));
    }
    // a head that comes back is the journal's; one alone may be a chapter's
    let mut heads: BTreeMap<String, usize> = BTreeMap::new();
    for name in front.heads.iter().filter_map(|head| of_line(head)).filter(fits) {
        *heads.entry(name).or_default() += 1;
    }
    let (name, count) = heads.into_iter().max_by_key(|(_, count)| *count)?;
    (count > 1).then_some((name, FieldSource::RunningHead))
}

/// Whether a name can be a venue's: neither a template's example, nor a sort of article, nor cut off.
pub(crate) fn can_be(name: &str) -> bool {
    let lower = name.trim().to_lowercase();
    let mut examples = List::of("examples of templates").entries().iter();
    let unsure = lower.contains("submitted") || lower.contains("under review");
    !examples.any(|example| lower.contains(example))
        && !is_sort(&lower)
        && !is_open(&lower)
        && !unsure
}

/// Whether a name that a line ends with goes on.
fn is_open(line: &str) -> bool {
    let last = line.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    matches!(last.as_str(), "of" | "and" | "the" | "for" | "in" | "on" | "&")
}

/// Whether a line goes on with what the one before began.
fn is_rest(line: &str) -> bool {
    line.starts_with(char::is_lowercase)
}

/// What a line of a head or foot names.
fn of_line(line: &str) -> Option<String> {
    let line = line.get(..line.floor_char_boundary(LINE))?;
    if names_another(&line.to_lowercase()) {
        return None;
    }
    // authors stand before it: `S. Pal et al. / Pattern Recognition 40 (2007)`
    let line = line.rsplit(" / ").next().unwrap_or(line);
    // what else a head says stands apart
    if let Some((first, _)) = line.split_once('\t')
        && let Some(name) = journal(first)
    {
        return Some(name);
    }
    let line = line.trim_start_matches(|c: char| !c.is_alphabetic());
    journal(line).or_else(|| proceedings(line)).or_else(|| meeting(line))
}

/// `Proceedings of the 2nd Workshop on Mud, pages 1–9`.
fn proceedings(line: &str) -> Option<String> {
    // of the same length
    let lower = line.to_ascii_lowercase();
    let at = ["proceedings of", "proc. of"].iter().find_map(|label| lower.find(label))?;
    let said = line.get(at..)?;
    let end = [", page", ", pp", ", vol", ", volume", ". ", ";", " page "]
        .iter()
        .filter_map(|end| said.to_ascii_lowercase().find(end))
        .min()
        .unwrap_or(said.len());
    let name = before_date(said.get(..end)?);
    let named = name.split_whitespace().filter(|word| word.starts_with(char::is_uppercase)).count();
    (named >= 3 && !is_open(name) && name.split_whitespace().count() <= WORDS)
        .then(|| name.to_owned())
}

/// `Pattern Recognition 40 (2007) 2730–2741`, `TUGboat, Volume 28 (2007), No. 1`,
/// `Environ. Sci. Technol. 2006, 40, 6304–6309`: a name before its volume and year.
fn journal(line: &str) -> Option<String> {
    let numbered = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || c == '(');
    let parts: Vec<&str> = line.split_whitespace().collect();
    let is_volume = |word: &str| {
        let lower = word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
        matches!(lower.as_str(), "vol" | "volume" | "issue" | "no" | "jahrgang" | "tome")
    };
    let end = parts.iter().position(|word| numbered(word) || is_volume(word))?;
    let rest = parts.get(end..)?;
    let name = parts.get(..end)?.join(" ");
    let name = name.trim_end_matches([',', ';', ':', '.']).trim();
    // a title before the day on which it was printed
    let dated = name.len();
    let name = without_month(name);
    if name.len() < dated && !name.to_lowercase().contains("journal") {
        return None;
    }
    let stripped = name.rsplit(" | ").next().unwrap_or(name);
    let dots = parts.get(end.checked_sub(1)?)?.ends_with('.') && stripped.contains(". ");
    let said = rest.join(" ");
    let digits = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
    let numbers = said.split(|c: char| " ,;():–-".contains(c)).filter(digits).count();
    let year = said.split(|c: char| !c.is_ascii_digit()).any(|run| {
        run.len() == 4 && run.parse().is_ok_and(|year: i32| (1800..=2100).contains(&year))
    });
    let volume = rest.first().is_some_and(|word| is_volume(word));
    // a volume, a year in brackets and pages; or a year, a volume and pages
    let placed = {
        let runs: Vec<&str> = said.split_whitespace().collect();
        let in_brackets = |word: &&str| word.starts_with('(') && word.len() >= 6;
        // 40 (2007) 1–9, or 40, 1–9 (2007)
        let bracketed = runs.get(1).is_some_and(in_brackets)
            || runs.len() == 3 && runs.last().is_some_and(in_brackets);
        let first = runs.first().map_or("", |word| *word);
        let dated =
            first.trim_end_matches([',', ';', ':']).len() == 4 && first.ends_with([',', ';']);
        let joined = first.contains(';') && first.contains('(');
        let pages = said.contains(['–', '-', ':']) || said.contains("pp");
        numbers > NUMBERS && (bracketed || dated || joined) && pages
    };
    // Mud Review 13, 19 - 22, 2005
    let bare = |word: &&str| word.chars().all(|c| c.is_ascii_digit() || ",-–.()".contains(c));
    let listed = numbers > NUMBERS && rest.iter().all(bare) && name.contains(' ');
    let journals = name.to_lowercase().contains("journal") && name.split(' ').count() >= 3;
    let sure = (placed || listed) && year
        || volume && numbers >= NUMBERS && year
        || journals && numbers >= NUMBERS && year;
    let name = if dots { format!("{stripped}.") } else { stripped.to_owned() };
    (sure && is_name(&name)).then_some(name)
}

/// Without the month of an issue: `Journal of Mud October`.
fn without_month(name: &str) -> &str {
    match name.rsplit_once(' ') {
        Some((before, last)) if dates::month(&last.to_lowercase()).is_some() => before,
        _ => name,
    }
}

/// `PLDI’09, June 15–20, 2009, Dublin, Ireland.`: a meeting's short name with its year before its date.
fn meeting(line: &str) -> Option<String> {
    let (name, rest) = line.split_once(',')?;
    let name = name.trim();
    let digits = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let year = name.len() - digits.len();
    let bare = digits.trim_end_matches(|c: char| !c.is_alphanumeric());
    let capitals = bare.chars().filter(|c| c.is_uppercase()).count();
    let whole = bare.split_whitespace().count() <= 3
        && bare.chars().all(|c| c.is_alphanumeric() || c == ' ' || c == '-');
    let first = rest.split_whitespace().next()?.trim_matches(|c: char| !c.is_alphanumeric());
    let dated = dates::month(&first.to_lowercase()).is_some();
    let placed = rest.split(',').count() >= 3;
    (matches!(year, 2 | 4) && capitals >= 3 && whole && dated && placed).then(|| name.to_owned())
}

/// What sentences of the first page say of the work itself: `a version of López (2006), published in the
/// Journal of Mud`, `To appear in: Mud Letters`. `family` is the first author's.
fn sentences(front: &Front<'_>, family: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(line) = front.lines.get(at) {
        let same = front.lines.iter().skip(at).take_while(|next| next.block == line.block).count();
        let text = front.said(at..at + same);
        at += same.max(1);
        found.extend(language::sentences(&text).filter_map(|sentence| {
            let said = text.get(sentence)?;
            let said = said.get(..said.floor_char_boundary(SENTENCE))?;
            is_of_itself(said, family).then(|| places(said)).flatten()
        }));
    }
    found
}

/// Whether a sentence says of the work that it came out.
fn is_of_itself(said: &str, family: &str) -> bool {
    let lower = said.to_lowercase();
    let says = |marks: &[&str]| marks.iter().any(|mark| lower.contains(mark));
    let version =
        ["version of", "version to", "preprint of", "reprint of", "copy of", "corresponds to"];
    let own = says(&["this "]) || !family.is_empty() && said.contains(family);
    let itself = List::of("the work itself").entries().iter().any(|name| lower.contains(name));
    // it was published, is to appear
    let words: Vec<&str> = language::runs(&lower).map(|(_, word)| word).collect();
    let passive = words.windows(3).any(|three| {
        let [before, between, last] = three else { return false };
        let is_verb = |word: &str| matches!(word, "is" | "was" | "been" | "be" | "to" | "paper");
        is_appearing(last) && (is_verb(before) || is_verb(between))
    });
    let begins = lower.trim_start_matches(|c: char| !c.is_alphabetic());
    let bare = List::of("appeared").entries().iter().any(|label| {
        let before = begins.split_once(&format!("{label} in")).map(|(before, _)| before);
        before.is_some_and(|before| before.split_whitespace().all(may_precede))
    });
    let never = says(&["not ", "no longer", "submitted"]) || names_another(&lower);
    !never && (bare || own && says(&version) || itself && passive)
}

/// The first place that is named behind the word for coming out.
fn places(said: &str) -> Option<String> {
    let lower = said.to_ascii_lowercase();
    let at = List::of("appeared").entries().iter().filter_map(|label| lower.find(label)).min()?;
    let behind = said.get(at..)?;
    let mut places = behind.match_indices(" in").map(|(place, it)| place + it.len());
    places.find_map(|place| named(behind.get(place..)?))
}

/// The name that a sentence goes on with: capitalised words, and small ones between them.
fn named(said: &str) -> Option<String> {
    let said = said.trim_start_matches([':', ' ']);
    let said = ["the proceedings of the ", "the ", "proceedings of the "]
        .iter()
        .find_map(|article| {
            let start = said.get(..article.len())?;
            start.eq_ignore_ascii_case(article).then(|| said.get(article.len()..)).flatten()
        })
        .unwrap_or(said);
    let mut words: Vec<&str> = Vec::new();
    for word in said.split_whitespace().take(WORDS) {
        let ends = word.ends_with([',', ';', ')', '.']);
        let bare = word.trim_end_matches([',', ';', ')', '.', ']']);
        let small = matches!(bare, "of" | "the" | "and" | "in" | "on" | "for" | "&" | "de" | "des");
        let ordinal =
            bare.starts_with(|c: char| c.is_ascii_digit()) && bare.ends_with(['t', 'h', 'd']);
        let named = bare.starts_with(char::is_uppercase) || ordinal && words.is_empty();
        if !small && !named || small && words.is_empty() {
            // a noun that the name stands before: `the Springer-Verlag book`
            let goes_on =
                ["as", "by", "in", "with", "under", "at", "after", "before", "which", "it"];
            if word.starts_with(char::is_lowercase) && !small && !goes_on.contains(&bare) {
                return None;
            }
            break;
        }
        words.push(bare);
        if ends {
            break;
        }
    }
    while words.last().is_some_and(|word| word.starts_with(char::is_lowercase)) {
        words.pop();
    }
    let name = words.join(" ");
    is_name(&name).then_some(name)
}

/// Without the day on which a meeting was and the number of a page, behind its name.
fn before_date(name: &str) -> &str {
    let name = name.trim_end_matches([',', '.', ' ']);
    let is_year =
        |number: &str| number.len() == 4 && (number.starts_with("19") || number.starts_with("20"));
    let (before, last) = name.rsplit_once(' ').unwrap_or((name, ""));
    if !last.is_empty() && last.chars().all(|c| c.is_ascii_digit()) && !is_year(last) {
        return before_date(before);
    }
    let Some((before, after)) = name.rsplit_once(',') else { return name };
    let first = after.split_whitespace().next().unwrap_or_default();
    let dated = dates::month(&first.to_lowercase()).is_some()
        || after.contains("20")
        || after.contains("19");
    if dated { before_date(before) } else { name }
}

/// Whether words can be the name of a journal or a meeting.
fn is_name(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let lower = name.to_lowercase();
    let small = |word: &str| word.starts_with(char::is_lowercase) && word.len() > 3;
    let month = |word: &&str| word.len() > 2 && dates::month(&word.to_lowercase()).is_some();
    let never =
        ["et al", "version", "draft", "page", "chapter", "section", "copyright", "http", "package"];
    // an author: `Gerber F`
    let cut = words.len() == 2 && words.last().is_some_and(|word| word.chars().count() < 3);
    letters >= LETTERS
        && !cut
        && !is_open(name)
        && words.len() <= WORDS
        && words.iter().take(2).any(|word| word.starts_with(char::is_uppercase))
        && !words.iter().any(|word| small(word))
        && !words.iter().any(month)
        && !never.iter().any(|never| lower.contains(never))
}
