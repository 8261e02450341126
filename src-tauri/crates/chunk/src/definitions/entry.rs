//! Entries of lists of terms: "**Term** – meaning", "Term: meaning", definition lists, headings that
//! are terms, and tables of two columns.

use super::{found::Found, marks};
use crate::{
    measure::part,
    titles::Listing,
    words::{first_word, item_mark},
};
use language::List;
use std::ops::Range;
use types::DefinitionForm;

/// Bytes of an entry in which its term ends.
const TERM_BYTES: usize = 90;

/// The entry that the item or paragraph at `unit` of `text` is.
pub(super) fn read(text: &str, unit: &Range<usize>, listing: Listing) -> Option<Found> {
    let words = part(text, unit);
    let lead = item_mark(words);
    let rest = words.get(lead..)?;
    let lead = lead + number_line(rest);
    let rest = words.get(lead..)?;
    let (term, from) = if let Some(term) = marks::beginning(rest) {
        marked(rest, &term)?
    } else if listing == Listing::Full {
        bare(rest)?
    } else {
        return None;
    };
    let meaning = words.get(lead + from..)?.trim();
    let start = lead + from + words.get(lead + from..)?.find(meaning)?;
    let name = rest.get(term.clone())?;
    let sound = !List::of("openers of remarks").has(&first_word(name))
        && name.split_whitespace().count() <= 9
        && meaning.contains(char::is_alphanumeric);
    let found = Found {
        term: lead + term.start..lead + term.end,
        meaning: start..start + meaning.len(),
        statement: lead..words.trim_end().len(),
        form: DefinitionForm::Glossary,
    };
    sound.then(|| found.shifted(unit.start))
}

/// Bytes of a line that holds nothing but a number: ISO writes `3.1` above its terms.
fn number_line(rest: &str) -> usize {
    let Some((line, _)) = rest.split_once('\n') else { return 0 };
    let number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '*' | '\\' | ' ');
    let numbered = line.contains(|c: char| c.is_ascii_digit()) && line.chars().all(number);
    if numbered { line.len() + 1 } else { 0 }
}

/// `**Term:** meaning`, `“Term” – meaning`, `**Term.** Meaning`, `**Term** meaning`. The range of the
/// term, and where its meaning begins.
fn marked(rest: &str, term: &marks::Marked) -> Option<(Range<usize>, usize)> {
    let name = rest.get(term.inner.clone())?;
    let trimmed = name.trim_end_matches([':', '.', ' ', '–', '—']);
    let stopped = trimmed.len() < name.len();
    let mut from = term.outer.end;
    let after = rest.get(from..)?;
    let space = after.len() - after.trim_start().len();
    let sign = after.trim_start().chars().next()?;
    let parted = matches!(sign, ':' | '–' | '—' | '=') || sign == '-' && space > 0;
    if parted {
        from += space + sign.len_utf8();
    } else if !(stopped || space > 0 && !term.quoted && (term.bold || after.starts_with('\n'))) {
        return None;
    }
    Some((term.inner.start..term.inner.start + trimmed.len(), from))
}

/// `Term: meaning`, `Term – meaning`.
fn bare(rest: &str) -> Option<(Range<usize>, usize)> {
    let near = rest.get(..rest.floor_char_boundary(TERM_BYTES))?;
    let parts = [": ", ":\n", " – ", " — ", " - ", " = "];
    let (at, part) = parts.iter().filter_map(|part| Some((near.find(part)?, part))).min()?;
    let name = near.get(..at)?;
    let sentence = name.contains(". ") || name.contains(['\n', '“', '"', '|']);
    (!name.is_empty() && !sentence).then_some((0..at, at + part.len()))
}

/// Definition lists: a term on a line of its own, and `: meaning` below it.
pub(super) fn definition_list(text: &str, unit: &Range<usize>, found: &mut Vec<Found>) {
    let mut term: Option<Range<usize>> = None;
    let mut at = unit.start;
    for line in part(text, unit).split_inclusive('\n') {
        let start = at;
        at += line.len();
        let words = line.trim();
        let indent = line.len() - line.trim_start().len();
        if let Some(said) = words.strip_prefix(':').filter(|said| said.starts_with([' ', '\t'])) {
            let Some(name) = term.clone() else { continue };
            let said = said.trim();
            let end = start + indent + words.len();
            found.push(Found {
                meaning: end - said.len()..end,
                statement: name.start..end,
                term: name,
                form: DefinitionForm::Glossary,
            });
        } else if let Some(last) = found.last_mut().filter(|_| indent > 1 && !words.is_empty()) {
            // a meaning that goes on, indented
            if last.statement.end >= unit.start && last.statement.start >= unit.start {
                last.meaning.end = start + indent + words.len();
                last.statement.end = last.meaning.end;
            }
        } else {
            let fits = !words.is_empty() && words.len() <= TERM_BYTES;
            term = fits.then(|| start + indent..start + indent + words.len());
        }
    }
}

/// A table of terms, told by its headings or by the section it stands in.
pub(super) fn table(text: &str, unit: &Range<usize>, listing: Listing, found: &mut Vec<Found>) {
    let mut at = unit.start;
    let mut rows = part(text, unit).split_inclusive('\n').map(|line| {
        let start = at;
        at += line.len();
        (start..at, cells(line, start))
    });
    let Some((_, head)) = rows.next() else { return };
    let title = |cell: &Range<usize>| {
        part(text, cell).trim_matches(|c: char| !c.is_alphanumeric() && c != '.').to_lowercase()
    };
    let titles: Vec<String> = head.iter().map(title).collect();
    let column = |list: &str| titles.iter().position(|title| List::of(list).has(title));
    let (term, meaning) = match (column("columns of terms"), column("columns of meanings")) {
        (Some(term), Some(meaning)) => (term, meaning),
        (Some(0), None) | (None, Some(1)) if listing == Listing::Full => (0, 1),
        (None, None) if listing == Listing::Full && titles.len() >= 2 => (0, 1),
        _ => return,
    };
    let untitled = titles.iter().any(|title| !title.is_empty());
    for (row, cells) in rows {
        let (Some(name), Some(said)) = (cells.get(term), cells.get(meaning)) else { continue };
        let named = untitled || listing == Listing::Full;
        let filled = |cell| part(text, cell).contains(char::is_alphanumeric);
        if named && filled(name) && filled(said) && name.len() <= 120 {
            found.push(Found {
                term: name.clone(),
                meaning: said.clone(),
                statement: row.start..row.start + part(text, &row).trim_end().len(),
                form: DefinitionForm::Glossary,
            });
        }
    }
}

/// The cells of a row, without white space.
fn cells(line: &str, start: usize) -> Vec<Range<usize>> {
    let trimmed = line.trim();
    let from = line.len() - line.trim_start().len();
    let mut cells = Vec::new();
    let mut at = from + usize::from(trimmed.starts_with('|'));
    let mut escaped = false;
    let mut push = |range: Range<usize>| {
        let cell = line.get(range.clone()).unwrap_or_default();
        let lead = cell.len() - cell.trim_start().len();
        let first = start + range.start + lead;
        cells.push(first..first + cell.trim().len());
    };
    let first = at;
    for (end, c) in line.char_indices().skip_while(|(end, _)| *end < first) {
        if c == '|' && !escaped && end >= at {
            push(at..end);
            at = end + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    if at < from + trimmed.len() {
        push(at..from + trimmed.len());
    }
    cells
}
