//! The numbered clauses of a plain text: contracts, laws and specifications without any other markup.
//! A number at the start of a line announces a clause only in a row of such numbers, each the successor
//! of the one before: "1999 was a good year" and "1.5 million" follow on nothing. Lists within prose
//! stay prose. Changes no letter, and takes time linear in the text.

use language::listed;
use std::ops::Range;
use types::{Block, BlockKind};

listed! {
    /// Whether titles write it small.
    is_small: "small in titles";
}

/// Words that announce a number, and how deep what they name lies.
const LABELS: [(&str, usize); 15] = [
    ("Part", 1),
    ("Chapter", 1),
    ("Schedule", 1),
    ("Annex", 1),
    ("Appendix", 1),
    ("Title", 1),
    ("Article", 2),
    ("Art.", 2),
    ("Section", 2),
    ("Sec.", 2),
    ("Clause", 2),
    ("Rule", 2),
    ("Regulation", 2),
    ("§§", 2),
    ("§", 2),
];

/// Parts of a number at most.
const PARTS: usize = 8;

/// Longest title that stands beside a number, in characters.
const TITLE_CHARS: usize = 50;

/// Numbers that may be missing in a row: a clause that was repealed.
const MISSING: u32 = 3;

/// Numbers that are looked at for one that is passed over.
const AHEAD: usize = 32;

/// Rows that are open within each other, at most.
const OPEN: usize = 8;

/// Bytes that clauses of a row without levels have on average: shorter ones are a list's items.
const CLAUSE_BYTES: usize = 120;

/// One part of a number: `4`, `12a`, `(a)`, `(iv)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ordinal {
    value: u32,
    /// For a Roman numeral that may be a letter, its value as a letter.
    letter: u32,
    suffix: u32,
}

/// What a line that opens with a number says.
#[derive(Clone, Debug)]
struct Mark {
    /// How deep its label puts it; 0 without one.
    label: usize,
    parts: Vec<Ordinal>,
    /// The number with its label and full stop.
    range: Range<usize>,
    /// The line, without white space at its ends.
    line: Range<usize>,
    /// Its place in the blocks.
    block: usize,
}

/// Numbers that follow on each other.
struct Row {
    label: usize,
    last: Vec<Ordinal>,
    /// Places in the marks.
    marks: Vec<usize>,
    /// It began within another row without labels: a list in a clause.
    inner: bool,
    /// It began within a row with labels: the paragraphs of an article.
    below: bool,
}

/// Cuts the paragraphs of `blocks` at their clauses.
pub(crate) fn cut(text: &str, blocks: Vec<Block>) -> Vec<Block> {
    let marks: Vec<Mark> =
        blocks.iter().enumerate().flat_map(|(at, block)| marks_of(text, block, at)).collect();
    let levels = levels(text, &marks);
    let mut clauses = marks.iter().zip(levels).filter_map(|(mark, level)| Some((mark, level?)));
    let mut next = clauses.next();
    let mut cut = Vec::with_capacity(blocks.len());
    for (at, block) in blocks.into_iter().enumerate() {
        let mut start = block.range.start;
        let mut whole = true;
        while let Some((mark, level)) = next.as_ref().filter(|(mark, _)| mark.block == at) {
            if let BlockKind::Heading(_) = block.kind {
                cut.push(Block { kind: BlockKind::Heading(*level), ..block.clone() });
                (start, whole) = (block.range.end, false);
            } else {
                cut.extend(paragraph(text, start..mark.range.start));
                let heading = heading(text, mark, block.range.end);
                let title = text.get(heading.clone()).unwrap_or_default();
                let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
                (start, whole) = (heading.end, false);
                cut.push(Block { kind: BlockKind::Heading(*level), range: heading, title });
            }
            next = clauses.next();
        }
        if whole {
            cut.push(block);
        } else {
            cut.extend(paragraph(text, start..block.range.end));
        }
    }
    cut
}

fn paragraph(text: &str, range: Range<usize>) -> Option<Block> {
    let words = text.get(range.clone())?;
    let start = range.start + words.len() - words.trim_start().len();
    let range = start..start + words.trim().len();
    let (kind, title) = (BlockKind::Paragraph, String::new());
    (!range.is_empty()).then_some(Block { kind, range, title })
}

/// What announces a clause: its number, with the title beside it.
fn heading(text: &str, mark: &Mark, end: usize) -> Range<usize> {
    let rest = text.get(mark.range.end..mark.line.end).unwrap_or_default();
    let title = rest.trim();
    let below = text.get(mark.line.end..end).unwrap_or_default().trim_start();
    let stands_alone = below.chars().next().is_none_or(|c| !c.is_lowercase());
    let is_title = title.chars().count() <= TITLE_CHARS
        && title.chars().any(char::is_alphabetic)
        && (!title.ends_with(['.', ',', ';', ':', '?', '!', '\u{3002}']) || is_headline(title))
        && stands_alone;
    if is_title { mark.range.start..mark.line.end } else { mark.range.clone() }
}

/// Whether words that end in a full stop are a title: "Grant of Copyright License." has a capital on
/// every word that a sentence would write small.
fn is_headline(title: &str) -> bool {
    let mut words = language::words(title).map(|(_, word)| word);
    let capital = |word: &str| !word.starts_with(char::is_lowercase) || is_small(word);
    title.ends_with('.') && !title.contains(". ") && words.all(capital)
}

/// The numbers that lines of a block open with.
fn marks_of(text: &str, block: &Block, at: usize) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut start = block.range.start;
    for line in text.get(block.range.clone()).unwrap_or_default().split_inclusive('\n') {
        let words = line.trim();
        let from = start + line.len() - line.trim_start().len();
        start += line.len();
        if let Some((label, parts, len)) = mark(words).filter(|_| !is_entry(words)) {
            let (range, line) = (from..from + len, from..from + words.len());
            marks.push(Mark { label, parts, range, line, block: at });
        }
        if block.kind != BlockKind::Paragraph {
            break;
        }
    }
    marks
}

/// Whether a line is one of a table of contents: it ends in the number of a page.
fn is_entry(line: &str) -> bool {
    let title = line.trim_end_matches(|c: char| c.is_ascii_digit());
    title.len() < line.len()
        && (title.trim_end().ends_with("..") || title.ends_with("   ") || title.ends_with('…'))
}

/// The number that a line opens with: how deep its label puts it, its parts, and its bytes.
fn mark(line: &str) -> Option<(usize, Vec<Ordinal>, usize)> {
    let labelled = LABELS.iter().find_map(|(label, depth)| {
        let head = line.get(..label.len())?;
        let capitals = head.eq_ignore_ascii_case(label) && head.starts_with(char::is_uppercase);
        let rest = line.get(label.len()..).filter(|_| head == *label || capitals)?;
        let number = rest.trim_start();
        let apart = number.len() < rest.len() || label.starts_with('§');
        apart.then_some((*depth, line.len() - number.len()))
    });
    let (label, start) = labelled.unwrap_or_default();
    let (parts, len) = number(line.get(start..)?, label > 0)?;
    let rest = line.get(start + len..)?;
    let signs = rest.len() - rest.trim_start_matches(['.', ')', ':']).len();
    let after = rest.get(signs..)?;
    // "1 apple" counts apples
    if label == 0 && parts.len() == 1 && signs == 0 || signs > 1 {
        return None;
    }
    let words = after.trim_start();
    let parted = after.is_empty() || words.len() < after.len();
    let first = words.trim_start_matches(['–', '—', '-', ' ']).chars().next();
    let opens =
        first.is_none_or(|c| c.is_alphabetic() && !c.is_lowercase() || "\"'“‘„«([".contains(c));
    (parted && opens).then_some((label, parts, start + len + signs))
}

/// The parts of the number that `text` begins with, and its bytes without a full stop at the end.
fn number(text: &str, labelled: bool) -> Option<(Vec<Ordinal>, usize)> {
    let (mut parts, mut len) = (Vec::new(), 0);
    loop {
        let rest = text.get(len..)?;
        let (open, close) = match rest.as_bytes().first() {
            Some(b'(') if !parts.is_empty() => (1, 1),
            Some(b'.') if !parts.is_empty() => (1, 0),
            _ if parts.is_empty() => (0, 0),
            _ => break,
        };
        let word = rest.get(open..)?;
        let end = word.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(word.len());
        let closed = close == 0 || word.get(end..).is_some_and(|rest| rest.starts_with(')'));
        let part = word.get(..end).filter(|_| closed).and_then(ordinal);
        // a letter stands alone in parentheses or behind a label only
        let part = part.filter(|_| {
            close > 0
                || labelled && parts.is_empty()
                || word.starts_with(|c: char| c.is_ascii_digit())
        });
        let Some(part) = part else { break };
        if parts.len() == PARTS {
            return None;
        }
        parts.push(part);
        len += open + end + close;
    }
    (!parts.is_empty()).then_some((parts, len))
}

/// `12`, `12a`, `iv`, `b`.
fn ordinal(part: &str) -> Option<Ordinal> {
    let letter = |c: char| u32::from(c.to_ascii_lowercase()) - u32::from('a') + 1;
    let digits = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let mut suffix = part.get(digits.len()..)?.chars();
    match (digits.is_empty(), suffix.next(), suffix.next()) {
        (false, None, _) if digits.len() <= 3 => {
            digits.parse().ok().map(|value| Ordinal { value, letter: 0, suffix: 0 })
        }
        (false, Some(own), None) if digits.len() <= 3 => {
            digits.parse().ok().map(|value| Ordinal { value, letter: 0, suffix: letter(own) })
        }
        (true, Some(own), None) => {
            let letter = letter(own);
            Some(Ordinal { value: roman(part).unwrap_or(letter), letter, suffix: 0 })
        }
        (true, Some(_), Some(_)) => {
            roman(part).map(|value| Ordinal { value, letter: 0, suffix: 0 })
        }
        _ => None,
    }
}

/// The value of a Roman numeral below a hundred.
fn roman(part: &str) -> Option<u32> {
    let value = |c: char| match c.to_ascii_lowercase() {
        'i' => Some(1),
        'v' => Some(5),
        'x' => Some(10),
        'l' => Some(50),
        _ => None,
    };
    let values: Option<Vec<u32>> = part.chars().map(value).collect();
    let values = values.filter(|values| (1..=7).contains(&values.len()))?;
    let next = values.iter().skip(1).chain([&0]);
    let signed = values
        .iter()
        .zip(next)
        .map(|(own, next)| if own < next { -i64::from(*own) } else { i64::from(*own) });
    u32::try_from(signed.sum::<i64>()).ok().filter(|value| *value > 0)
}

impl Ordinal {
    /// Whether it begins a row: some count from nought.
    fn is_first(self) -> bool {
        self.value <= 1 && self.suffix == 0 || self.letter == 1
    }

    /// Whether it comes next after `last`, or soon after.
    fn follows(self, last: Self) -> bool {
        let next = |own: u32, last: u32| last < own && own <= last + 1 + MISSING;
        let same = self.value == last.value && next(self.suffix, last.suffix);
        same || next(self.value, last.value)
            || self.letter > 0 && last.letter > 0 && next(self.letter, last.letter)
    }
}

/// Whether `parts` is the number that comes after `last` in a row.
fn follows(parts: &[Ordinal], last: &[Ordinal]) -> bool {
    let Some((own, above)) = parts.split_last() else { return false };
    let deeper = parts.strip_prefix(last);
    let same = last.get(..above.len()).is_some_and(|before| before == above);
    match last.get(above.len()) {
        Some(before) if same => own.follows(*before),
        // 1.0.1 after 1 too
        None if deeper.is_some_and(|deeper| deeper.iter().all(|part| part.is_first())) => true,
        // 2.1 after 1.3, where clause 2 itself has no number before it
        _ => {
            parts.len() == last.len()
                && parts.len() > 1
                && parts.iter().skip(1).all(|part| part.is_first())
                && parts.first().zip(last.first()).is_some_and(|(own, last)| own.follows(*last))
        }
    }
}

/// How many numbers are missing between two that follow on each other.
fn missing(parts: &[Ordinal], last: &[Ordinal]) -> u32 {
    let at = parts.len().saturating_sub(1);
    let pair = parts.last().zip(last.get(at));
    pair.map_or(0, |(own, before)| own.value.saturating_sub(before.value + 1))
}

/// Whether `mark` passes over a number that is still to come: "7." at the start of a line that speaks of
/// clause 7, in clause 5.
fn leaps(last: &[Ordinal], mark: &Mark, later: Option<&[Mark]>) -> bool {
    let next = mark.parts.len().checked_sub(1).and_then(|at| {
        let before = last.get(at)?;
        let own = mark.parts.get(at)?;
        (own.suffix == 0 && own.value > before.value + 1).then_some(before.value + 1)
    });
    let mut later = later.unwrap_or_default().iter().take(AHEAD);
    next.is_some_and(|next| {
        later.any(|other| {
            let (own, above) = (other.parts.last(), other.parts.len().checked_sub(1));
            other.label == mark.label
                && other.parts.len() == mark.parts.len()
                && own.is_some_and(|own| own.value == next && own.suffix == 0)
                && above.is_some_and(|above| other.parts.get(..above) == last.get(..above))
        })
    })
}

/// For each mark that is a clause, how deep it lies, from 1.
fn levels(text: &str, marks: &[Mark]) -> Vec<Option<u8>> {
    let mut levels = vec![None; marks.len()];
    let rows = rows(marks);
    let lists = |row: &&Row| row.label == 0 && !row.inner && !row.below && row.last.len() == 1;
    let outer = rows.iter().filter(lists).count();
    for row in rows.iter().filter(|row| row.is_clauses(text, marks, outer)) {
        for at in &row.marks {
            if let (Some(level), Some(mark)) = (levels.get_mut(*at), marks.get(*at)) {
                *level = Some(mark.parts.len());
            }
        }
    }
    // a number without a label lies below the labelled clause that it stands in
    let mut label = 0;
    let levels = levels.into_iter().zip(marks).map(|(level, mark)| {
        let own = level?;
        if mark.label > 0 {
            label = mark.label + own - 1;
            return u8::try_from(label.min(6)).ok();
        }
        u8::try_from((label + own).min(6)).ok()
    });
    levels.collect()
}

/// The rows that the numbers of a text make.
fn rows(marks: &[Mark]) -> Vec<Row> {
    let (mut open, mut closed): (Vec<Row>, Vec<Row>) = (Vec::new(), Vec::new());
    for (at, mark) in marks.iter().enumerate() {
        let fits = |row: &Row| row.label == mark.label && follows(&mark.parts, &row.last);
        // of rows that it may go on, the one that it misses least of; the innermost of those
        let fitting = open.iter().enumerate().rev().filter(|(_, row)| fits(row));
        let goes_on = fitting.min_by_key(|(_, row)| missing(&mark.parts, &row.last));
        let goes_on = goes_on.map(|(place, _)| place);
        let goes_on = goes_on.filter(|place| {
            open.get(*place).is_none_or(|row| !leaps(&row.last, mark, marks.get(at + 1..)))
        });
        if let Some(place) = goes_on {
            closed.extend(open.drain(place + 1..));
            if let Some(row) = open.last_mut() {
                row.last.clone_from(&mark.parts);
                row.marks.push(at);
            }
        } else if mark.label > 0 || mark.parts.iter().all(|part| part.is_first()) {
            // an article 1 anew, or numbers that begin again below the next article
            let same = open.iter().position(|row| row.label == mark.label && mark.label > 0);
            closed.extend(open.drain(same.unwrap_or(open.len())..));
            if open.len() == OPEN {
                closed.push(open.remove(0));
            }
            let inner = open.iter().any(|row| row.label == 0);
            let below = open.iter().any(|row| row.label > 0);
            let (label, last) = (mark.label, mark.parts.clone());
            open.push(Row { label, last, marks: vec![at], inner, below });
        }
    }
    closed.extend(open);
    closed
}

impl Row {
    /// Whether its numbers announce clauses: they have labels or levels, or it is the one row that the
    /// text is made of. `outer` is how many rows without levels there are.
    fn is_clauses(&self, text: &str, marks: &[Mark], outer: usize) -> bool {
        let place = |at: &usize| marks.get(*at);
        let levels =
            self.marks.iter().filter_map(place).filter(|mark| mark.parts.len() > 1).count();
        if self.label > 0 {
            return self.marks.len() > 1;
        }
        if levels > 0 {
            return self.marks.len() > 2;
        }
        let start = self.marks.first().and_then(place).map_or(0, |mark| mark.range.start);
        let next = self.marks.last().and_then(|last| marks.get(last + 1));
        let covered = next.map_or(text.len(), |next| next.range.start).saturating_sub(start);
        let alone = outer == 1 && self.marks.len() > 2 && covered * 2 >= text.len();
        let substance = covered >= self.marks.len() * CLAUSE_BYTES;
        !self.inner && substance && (alone || self.below && self.marks.len() > 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline;
    use proptest::prelude::*;

    fn clauses(text: &str) -> Vec<(u8, String)> {
        let blocks = cut(text, outline::blocks(text));
        let heading = |block: &Block| match block.kind {
            BlockKind::Heading(level) => Some((level, block.title.clone())),
            _ => None,
        };
        blocks.iter().filter_map(heading).collect()
    }

    fn check(text: &str, expected: &[(u8, &str)]) {
        let expected: Vec<(u8, String)> =
            expected.iter().map(|(level, title)| (*level, (*title).to_owned())).collect();
        assert_eq!(clauses(text), expected, "{text}");
    }

    const BODY: &str = "The supplier delivers the boxes in time, and the buyer pays for them within \
                        a month of the day on which they were handed over to the carrier.";

    #[test]
    fn clauses_are_cut_with_their_levels() {
        check(
            "SUPPLY AGREEMENT\n\nIt is agreed:\n\n1. Definitions\n\n1.1 In this agreement, “Box” \
             means a box.\n1.2 Words have their meaning.\n\n2. Supply\n\n2.1 The supplier shall \
             supply\nboxes.\n2.1(a) The supplier shall pay.\n2.2 Payment\nThe buyer pays.\n\nEnd.",
            &[
                (1, "SUPPLY AGREEMENT"),
                (1, "1. Definitions"),
                (2, "1.1"),
                (2, "1.2"),
                (1, "2. Supply"),
                (2, "2.1"),
                (3, "2.1(a)"),
                (2, "2.2 Payment"),
            ],
        );
        check(
            "Article 1\nScope\n1. This law is about ducks.\n2. And about geese.\n3. Not about \
             swans.\nArticle 2 Ducks\nA duck is a bird, as Article 1 says.\nArticle 3: Geese swim.",
            &[(2, "Article 1"), (2, "Article 2 Ducks"), (2, "Article 3:")],
        );
        check(
            "§ 4 Duties\nThe holder keeps it.\n\n§ 6. He may not sell it.",
            &[(2, "§ 4 Duties"), (2, "§ 6.")],
        );
        check(
            "0. Words\n\n1. Grant of Rights.\nThe owner grants them.\n\n1.1 The Owner may sell.\n\n1.2 Fees.\n\
             They are paid.",
            &[(1, "0. Words"), (1, "1. Grant of Rights."), (2, "1.1"), (2, "1.2 Fees.")],
        );
        check(
            "Section 3. The log is kept.\nSection 4. It is kept for years.",
            &[(2, "Section 3."), (2, "Section 4.")],
        );
        let long = format!("1. {BODY}\n2. {BODY}\n3. {BODY}");
        check(&long, &[(1, "1."), (1, "2."), (1, "3.")]);
    }

    #[test]
    fn paragraphs_lie_below_their_article() {
        let text = format!("Article 1\n1. {BODY}\n2. {BODY}\n\nArticle 2\n1. {BODY}\n2. {BODY}");
        let article = |number: &'static str| [(2, number), (3, "1."), (3, "2.")];
        check(&text, &[article("Article 1"), article("Article 2")].concat());
    }

    #[test]
    fn a_list_within_a_clause_interrupts_nothing() {
        let within = format!(
            "1. {BODY}\n2. {BODY}\n3. {BODY}\n   1) Apples\n   2) Pears\n4. {BODY}\n5. {BODY}"
        );
        check(&within, &[(1, "1."), (1, "2."), (1, "3."), (1, "4."), (1, "5.")]);
        let text = "1. Supply\n1.1 The supplier brings:\n1. Apples\n2. Pears\n1.2 The buyer pays.\n\
                    1.3 That is all.";
        check(text, &[(1, "1. Supply"), (2, "1.1"), (2, "1.2"), (2, "1.3")]);
    }

    #[test]
    fn what_only_looks_like_a_clause_is_none() {
        check("1999 was a good year.\n2000 was not.\n2001 was.", &[]);
        check("The cost rose to\n1.5 million, then to\n1.6 Million, and to\n1.7 Million.", &[]);
        check("To wash:\n1. Wet it\n2. Rinse it\n3. Dry it", &[]);
        check(
            &format!(
                "{BODY}\n\n{BODY}\n{BODY}\n{BODY}\n\n1. {BODY}\n2. {BODY}\n3. {BODY}\n\n1. {BODY}\n2. {BODY}\n3. {BODY}"
            ),
            &[],
        );
        check("It is said in\nSection 3 of the Act, and in\nSection 4 of it.", &[]);
        check("1. Definitions ........ 3\n1.1 Terms ........... 3\n2. Supply ............ 4", &[]);
        check("3 apples\n4 pears\n5 plums", &[]);
        check("Part of it\nPart I think", &[]);
        check("1. one\n2. two\n3. three\n4. four", &[]);
    }

    #[test]
    fn hostile_numbers_take_linear_time() {
        for shape in [
            "1. A\n",
            "1.1.1.1.1.1.1.1.1 A\n",
            "§ 1 A\n",
            "1.1 A\n1.2 A\n",
            "(",
            "1.",
            "Part I\n",
            "I\n",
        ] {
            let text = shape.repeat(200_000 / shape.len());
            cut(&text, outline::blocks(&text));
        }
    }

    proptest! {
        #[test]
        fn blocks_stay_ordered_and_lose_nothing(
            text in "(1\\. |1\\.1 |2\\. |Article 1|§ 2|\\(a\\) |[A-Z][a-z é]{1,9}|\\. |\n|\n\n|  |…|\\.\\.3){0,60}",
        ) {
            let mut end = 0;
            let mut kept = String::new();
            for block in cut(&text, outline::blocks(&text)) {
                prop_assert!(block.range.start >= end);
                let part = text.get(block.range.clone()).unwrap();
                prop_assert!(!part.trim().is_empty());
                kept.push_str(part);
                end = block.range.end;
            }
            let bare = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(bare(&kept), bare(&text));
        }
    }
}
