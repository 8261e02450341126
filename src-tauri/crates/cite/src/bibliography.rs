//! A paper's list of references: where it stands, where each entry begins, and what it says. Entries
//! begin at labels that count up, at lines that hang out to the left, or where blocks do. What is
//! doubtful is left out; the words of each entry stay where they are in the text.

use crate::entry;
use language::{identifiers, listed};
use std::collections::BTreeMap;
use std::ops::Range;
use types::{BlockKind, ConvertedText, Reference};

listed! {
    is_heading: "headings of references";
}

/// Most entries of one document.
pub const ENTRIES: usize = 50_000;
/// Longest part of an identifier on a line of its own.
const WORD_BYTES: usize = 200;
/// Words of what a web page is called in a list.
const PAGE_WORDS: usize = 12;
/// Shortest entry, in letters.
const LETTERS: usize = 10;
/// A line hangs in by this much, in points.
const INDENT: std::ops::RangeInclusive<f32> = 5.0..=45.0;
/// Left edges that differ by less are one.
const SAME_EDGE: f32 = 2.5;
/// Labels that make a list numbered.
const LABELS: usize = 3;
/// Numbers of entries that may be missing between two labels.
const SKIPPED: u32 = 2;

/// One entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Where it stands in the text, label included.
    pub range: Range<usize>,
    /// What it says.
    pub reference: Reference,
}

/// The entries of all lists of references in a document, in order.
pub fn bibliography(converted: &ConvertedText) -> Vec<Entry> {
    let lines = lines(converted);
    let mut found = Vec::new();
    for region in regions(converted, &lines) {
        let lines = lines.get(region).unwrap_or_default();
        let numbered = labelled(lines);
        let (is_numbered, starts) =
            (numbered.is_some(), numbered.unwrap_or_else(|| unlabelled(lines)));
        found.extend(read(&converted.text, lines, &starts, is_numbered));
        if found.len() >= ENTRIES {
            break;
        }
    }
    found.truncate(ENTRIES);
    found
}

/// What one entry says by itself, its label included or not.
pub fn read_entry(raw: &str) -> Reference {
    let raw = raw.get(..raw.floor_char_boundary(entry::ENTRY_BYTES)).unwrap_or_default();
    entry::read(without_label(&plain(raw)))
}

/// A printed line, or one of the text where it has no pages.
struct Line<'a> {
    words: &'a str,
    range: Range<usize>,
    /// Left edge, and the page it stands on; lines of texts without pages have none.
    left: Option<Edge>,
    /// It begins a block.
    opens: bool,
    /// It is a heading whole.
    heading: bool,
}

/// The page of a line, and its left edge there.
type Edge = (u32, f32);

fn lines(converted: &ConvertedText) -> Vec<Line<'_>> {
    let mut ranges: Vec<(Range<usize>, Option<Edge>)> = Vec::new();
    for page in &converted.pages {
        let lines = page.lines.iter();
        ranges.extend(lines.map(|line| (line.range.clone(), Some((page.page, line.x0)))));
    }
    if ranges.is_empty() {
        let mut at = 0;
        for line in converted.text.split_inclusive('\n') {
            ranges.push((at..at + line.trim_end().len(), None));
            at += line.len();
        }
    }
    // an address in a type of fixed width is no code
    let skipped = [BlockKind::Footnote, BlockKind::Caption, BlockKind::Table];
    let (mut block, mut lines, mut blank) = (None, Vec::with_capacity(ranges.len()), true);
    for (range, left) in ranges {
        let words = converted.text.get(range.clone()).unwrap_or_default();
        if words.trim().is_empty() {
            blank = true;
            continue;
        }
        let next = converted.blocks.partition_point(|block| block.range.end <= range.start);
        let own = converted.blocks.get(next).filter(|block| block.range.start < range.end);
        if own.is_some_and(|block| skipped.contains(&block.kind)) {
            continue;
        }
        let opens = match own {
            Some(_) => block != Some(next),
            None => blank || block.is_some(),
        };
        block = own.map(|_| next);
        blank = false;
        let heading = own.is_some_and(|block| matches!(block.kind, BlockKind::Heading(_)));
        lines.push(Line { words, range, left, opens, heading });
    }
    lines
}

/// The lines of each list of references.
fn regions(converted: &ConvertedText, lines: &[Line<'_>]) -> Vec<Range<usize>> {
    let mut regions: Vec<Range<usize>> = Vec::new();
    let mut open: Option<usize> = None;
    for (at, line) in lines.iter().enumerate() {
        if heads(line, lines.get(at + 1)) {
            regions.extend(open.replace(at + 1).map(|start| start..at));
        } else if line.heading && label(line.words).is_none() && open.is_some_and(|it| at > it) {
            regions.extend(open.take().map(|start| start..at));
        }
    }
    regions.extend(open.map(|start| start..lines.len()));
    regions.retain(|region| !region.is_empty());
    if regions.is_empty() && !converted.pages.is_empty() {
        regions.extend(last_numbered(lines));
    }
    regions
}

/// Whether a line is the heading of a list of references: that, and nothing else.
fn heads(line: &Line<'_>, next: Option<&Line<'_>>) -> bool {
    let words = line.words.trim_matches(|c: char| c.is_whitespace() || "#*_:.—–-".contains(c));
    if words.len() > 60 || !line.opens {
        return false;
    }
    let bare = words.trim_start_matches(|c: char| c.is_ascii_digit() || ". \t§\\".contains(c));
    let bare = ["A ", "B ", "C ", "VI. ", "V. ", "VII. ", "IV. ", "VIII. "]
        .iter()
        .find_map(|label| bare.strip_prefix(label))
        .unwrap_or(bare);
    let tight: String = bare.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let named =
        is_heading(&tight) || tight.chars().count() < 30 && is_heading(&tight.replace(' ', ""));
    named && (line.heading || next.is_none_or(|next| next.opens || label(next.words).is_some()))
}

/// A list without a heading: entries numbered from 1 that end the document.
fn last_numbered(lines: &[Line<'_>]) -> Option<Range<usize>> {
    let is_first = |line: &Line<'_>| label(line.words) == Some(Label::Number(1, true));
    let start = lines.iter().rposition(is_first)?;
    let own = lines.get(start..)?;
    let starts = labelled(own)?;
    let whole = starts.len() >= LABELS * 2 && own.len() <= starts.len() * 8;
    whole.then_some(start..lines.len())
}

/// What an entry begins with.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Label {
    /// `[12]`, or `12.`; whether it is in brackets.
    Number(u32, bool),
    /// `[Knu84]`
    Key,
}

fn label(words: &str) -> Option<Label> {
    let words = words.trim_start().trim_start_matches(['-', '*', '\\', '>']).trim_start();
    if let Some(inside) = words.strip_prefix(['[', '【', '［'])
        && let Some(close) = inside.find([']', '】', '］'])
        && close <= 24
    {
        let key = inside.get(..close)?.trim();
        return match key.parse() {
            Ok(number) => Some(Label::Number(number, true)),
            Err(_) => {
                let digit = key.contains(|c: char| c.is_ascii_digit());
                (digit && !key.contains("http")).then_some(Label::Key)
            }
        };
    }
    let bracket = words.strip_prefix('(');
    let digits: String =
        bracket.unwrap_or(words).chars().take_while(char::is_ascii_digit).take(6).collect();
    let after = bracket.unwrap_or(words).get(digits.len()..)?.trim_start_matches('\\');
    let number: u32 = digits.parse().ok().filter(|number| *number < 100_000)?;
    let ends = match bracket {
        Some(_) => after.starts_with(')'),
        None => {
            after.starts_with(['.', ')', '．', '、'])
                && !after.get(1..)?.starts_with(char::is_numeric)
        }
    };
    let bare = bracket.is_none()
        && after.starts_with([' ', '\t'])
        && after.trim_start().starts_with(char::is_uppercase)
        && number < 1000;
    (ends || bare).then_some(Label::Number(number, bracket.is_some()))
}

/// Where entries begin in a list with labels: numbers must count up.
fn labelled(lines: &[Line<'_>]) -> Option<Vec<usize>> {
    let labels: Vec<(usize, Label)> =
        lines.iter().enumerate().filter_map(|(at, line)| Some((at, label(line.words)?))).collect();
    let keys: Vec<usize> =
        labels.iter().filter(|(_, label)| *label == Label::Key).map(|(at, _)| *at).collect();
    let mut numbers: Vec<usize> = Vec::new();
    let mut last: Option<u32> = None;
    for (at, label) in &labels {
        let Label::Number(number, _) = *label else { continue };
        let follows = match last {
            None => number <= 1 + SKIPPED || *at == 0,
            Some(last) => number > last && number <= last + 1 + SKIPPED,
        };
        if follows {
            last = Some(number);
            numbers.push(*at);
        }
    }
    let starts = if keys.len() > numbers.len() { keys } else { numbers };
    let early = starts.first().is_some_and(|first| *first <= 2);
    let dense = lines.len() <= starts.len() * 12 + 12;
    (starts.len() >= LABELS && early && dense || starts.len() == lines.len() && !starts.is_empty())
        .then_some(starts)
}

/// Where entries begin in a list without labels.
fn unlabelled(lines: &[Line<'_>]) -> Vec<usize> {
    let hanging = hanging(lines);
    let mut starts = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let words = line.words.trim_start_matches(['-', '*', '•', '\\', ' ']);
        let begins = words.starts_with(|c: char| {
            c.is_uppercase() || "“\"‘«—–-_".contains(c) || c.is_alphabetic() && !c.is_lowercase()
        }) || is_particled(words);
        let before = at.checked_sub(1).and_then(|before| lines.get(before));
        let ended = before.is_none_or(|before| {
            let end = before.words.trim_end();
            end.ends_with(['.', ')', ']', '/', '”', '"', '。', '．'])
                || end.ends_with(|c: char| c.is_numeric())
        });
        // the title of an entry whose authors and year stand on a line of their own
        let titled = before.is_some_and(|before| before.words.trim_end().ends_with([')', '.']))
            && words.starts_with(['“', '"', '‘', '«'])
            && at.checked_sub(1).is_some_and(|before| starts.last() == Some(&before))
            && before.is_some_and(|before| before.words.contains('('));
        if titled {
            continue;
        }
        let starts_here = match hanging.get(&at) {
            Some(out) => *out && begins,
            None => line.opens && begins && ended,
        };
        if starts_here || at == 0 {
            starts.push(at);
        }
    }
    starts
}

/// `de Boer, J.`: a family name may begin with a small letter.
fn is_particled(words: &str) -> bool {
    let mut words = words.split(' ');
    let first = words.next().unwrap_or_default();
    crate::names::is_particle(first)
        && words.next().is_some_and(|next| next.starts_with(char::is_uppercase))
}

/// For lines of columns whose entries hang: whether each stands out to the left.
fn hanging(lines: &[Line<'_>]) -> BTreeMap<usize, bool> {
    let mut pages: BTreeMap<u32, Vec<(usize, f32)>> = BTreeMap::new();
    for (at, line) in lines.iter().enumerate() {
        if let Some((page, left)) = line.left {
            pages.entry(page).or_default().push((at, left));
        }
    }
    let mut hanging = BTreeMap::new();
    for lines in pages.values_mut() {
        lines.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut edges: Vec<(f32, Vec<usize>)> = Vec::new();
        for (at, left) in lines.iter() {
            match edges.last_mut().filter(|(edge, _)| left - *edge <= SAME_EDGE) {
                Some((_, own)) => own.push(*at),
                None => edges.push((*left, vec![*at])),
            }
        }
        for pair in 0..edges.len() {
            let Some((edge, outer)) = edges.get(pair) else { continue };
            // edges are sorted, so that only near ones are looked at
            let inner = edges
                .iter()
                .skip(pair + 1)
                .take_while(|(other, _)| other - edge <= *INDENT.end())
                .inspect(|_| language::work())
                .filter(|(other, _)| INDENT.contains(&(other - edge)));
            let Some((_, inner)) = inner.max_by_key(|(_, own)| own.len()) else { continue };
            // one or two lines further in are something else
            let taken = outer.first().is_some_and(|at| hanging.contains_key(at));
            if inner.len() < 2 || inner.len() * 8 < outer.len() || taken {
                continue;
            }
            outer.iter().for_each(|at| _ = hanging.insert(*at, true));
            inner.iter().for_each(|at| _ = hanging.insert(*at, false));
        }
    }
    hanging
}

fn read(text: &str, lines: &[Line<'_>], starts: &[usize], labelled: bool) -> Vec<Entry> {
    let mut found: Vec<Entry> = Vec::with_capacity(starts.len());
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    for (start, end) in starts.iter().zip(ends) {
        let Some(own) = lines.get(*start..end) else { continue };
        let (Some(first), Some(last)) = (own.first(), own.last()) else { continue };
        let range = first.range.start..last.range.end;
        let words = said(text, own);
        let words = without_label(&words);
        if found.len() >= ENTRIES || words.chars().filter(|c| c.is_alphabetic()).count() < LETTERS {
            continue;
        }
        // the same authors as before
        let again = words.starts_with(['—', '–', '_']) || words.starts_with("--");
        let words = words.trim_start_matches(['—', '–', '-', '_', '.', ',', ' ']);
        let mut reference = entry::read(words);
        if again && reference.authors.is_empty() {
            let before = found.last().map(|before| before.reference.authors.clone());
            reference.authors = before.unwrap_or_default();
        }
        // a web page: what it is called, and where it is
        let page = labelled
            && words.contains("://")
            && reference.title.as_ref().is_some_and(|title| title.split(' ').count() <= PAGE_WORDS);
        let named =
            reference.title.is_some() || reference.doi.is_some() || reference.arxiv.is_some();
        let dated = reference.year.is_some() || !reference.authors.is_empty();
        if named && (dated || page) {
            found.push(Entry { range, reference });
        }
    }
    found
}

/// The words of some lines, where a word cut at a line's end is whole.
fn said(text: &str, lines: &[Line<'_>]) -> String {
    let mut said = String::new();
    let mut end = None;
    for line in lines {
        if said.len() > entry::ENTRY_BYTES {
            break;
        }
        let words = text.get(line.range.clone()).unwrap_or_default();
        if end.is_some_and(|end: usize| end != line.range.start) && !is_broken(&said, words) {
            said.push(' ');
        }
        said.push_str(
            words.get(..words.floor_char_boundary(entry::ENTRY_BYTES)).unwrap_or_default(),
        );
        end = Some(line.range.end);
    }
    said.truncate(said.floor_char_boundary(entry::ENTRY_BYTES));
    plain(&said)
}

/// Whether a line broke an identifier that the next goes on with: `doi:10.1000/` and `abc.1`.
fn is_broken(before: &str, next: &str) -> bool {
    let from = before.ceil_char_boundary(before.len().saturating_sub(WORD_BYTES));
    let last = before.get(from..).unwrap_or_default();
    let last = last.rsplit(char::is_whitespace).next().unwrap_or_default();
    let Some(word) = next.split_whitespace().next().filter(|word| word.len() <= WORD_BYTES) else {
        return false;
    };
    let digits = word.trim_end_matches(['.', ',', ';']).chars().all(|c| c.is_ascii_digit());
    let goes_on = match last.chars().next_back() {
        Some('/' | '-' | '_' | '(') => word.starts_with(|c: char| c.is_ascii_alphanumeric()),
        Some('.') => digits || last.contains("://") && word.contains('/'),
        // S0167-9473(02) and 00366-3
        Some(')') => word.contains('-') && word.starts_with(|c: char| c.is_ascii_digit()),
        _ => false,
    };
    // addresses say nothing, but are to be known whole
    if goes_on && last.contains("://") {
        return true;
    }
    let id = |text: &str| identifiers::dois(text).next().map(|doi| doi.id().len());
    goes_on && id(&format!("{last}{word}")) > id(last)
}

/// White space made single blanks, signs of full width made plain, Markdown's own marks gone.
fn plain(words: &str) -> String {
    let mut said = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '，' | '、' => said.push_str(", "),
            '．' | '。' => said.push_str(". "),
            '：' => said.push_str(": "),
            '；' => said.push_str("; "),
            '（' => said.push_str(" ("),
            '）' => said.push(')'),
            '\\' => {}
            letter => said.push(letter),
        }
    }
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_label(words: &str) -> &str {
    let words = words.trim_start_matches(['*', '•', '>', ' ']);
    let words = words.strip_prefix("- ").unwrap_or(words);
    match label(words) {
        Some(Label::Number(_, true) | Label::Key) => {
            let close = words.find([']', '】', '］', ')']).unwrap_or(0);
            let rest = words.get(close..).unwrap_or_default();
            rest.trim_start_matches([']', '】', '］', ')', '.', ' '])
        }
        Some(Label::Number(_, false)) => {
            let rest = words.trim_start_matches(|c: char| c.is_ascii_digit());
            rest.trim_start_matches(['.', ')', '\\', ' ', '．', '、'])
        }
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::Format;

    fn titles(text: &str) -> Vec<String> {
        let converted = ConvertedText::new(Format::Text, text.to_owned(), Vec::new());
        let found = bibliography(&converted);
        for entry in &found {
            assert!(text.get(entry.range.clone()).is_some_and(|raw| !raw.is_empty()));
        }
        found.into_iter().filter_map(|entry| entry.reference.title).collect()
    }

    #[test]
    fn lists_of_many_kinds() {
        let numbered = "Text.\n\nReferences\n\n[1] J. Smith. Carbon in mud. J. Mud, 1999.\n\
            [2] K. Jones and L. Lee. Sand of the\nsea. Sands 3 (2001).\n\n\
            [3] A. Drake. On marshes and rivers. Marshes, 2003.\n";
        assert_eq!(titles(numbered), ["Carbon in mud", "Sand of the sea", "On marshes and rivers"]);
        let dated = "Text.\n\n## References\n\nSmith, J. (1999). Carbon in mud. Mud, 1, 2–3.\n\n\
            Jones, K., & Lee, L. (2001). Sand of the sea. Sands, 3(4), 5–6.\n\n\
            de Boer, A. (2003). On marshes. Marshes, 7, 8–9.\n";
        assert_eq!(titles(dated), ["Carbon in mud", "Sand of the sea", "On marshes"]);
        let chinese = "正文。\n\n参考文献\n\n[1] 张三，李四．河口湿地的碳储量[J]．生态学报，2019，12(3)：1-10．\n\
            [2] 王五．海岸沉积物研究[M]．北京：科学出版社，2001．\n\
            [3] 赵六．泥沙运动的观测[D]．上海：复旦大学，2011．\n";
        assert_eq!(titles(chinese), ["河口湿地的碳储量", "海岸沉积物研究", "泥沙运动的观测"]);
        assert_eq!(
            titles("The references are kept by the clerk.\n\nReferences are free.\n"),
            [""; 0]
        );
    }

    #[test]
    fn an_author_named_before_is_the_same() {
        let text = "References\n\nSmith, J. (1999). Carbon in mud. Mud, 1, 2–3.\n\n\
            ———. (2001). Sand of the sea. Sands, 3(4), 5–6.\n";
        let converted = ConvertedText::new(Format::Text, text.to_owned(), Vec::new());
        let found = bibliography(&converted);
        let families: Vec<&str> = found
            .iter()
            .flat_map(|entry| &entry.reference.authors)
            .map(|it| it.family.as_str())
            .collect();
        assert_eq!(families, ["Smith", "Smith"]);
    }

    #[test]
    fn a_list_without_end_is_bounded() {
        let mut text = "References\n\n".to_owned();
        for number in 1..=60_000 {
            text.push_str(&format!("[{number}] J. Smith. Carbon in mud {number}. J. Mud, 1999.\n"));
        }
        let converted = ConvertedText::new(Format::Text, text, Vec::new());
        assert_eq!(bibliography(&converted).len(), ENTRIES);
    }
}
