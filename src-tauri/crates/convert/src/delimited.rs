//! Comma-, semicolon-, tab- and bar-separated values: one Markdown table, its first row the header.
//! The delimiter is the one that makes the rows equally long. Formulas are words here and are never
//! worked out.

use crate::tables::{self, Draft};
use crate::{Error, Limits, Result, file_name, text};
use csv::{ReaderBuilder, StringRecord};
use types::{ConvertedText, Format};

const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// Rows that are looked at to find the delimiter.
const SAMPLE_ROWS: usize = 100;

/// Converts a table of separated values.
pub(crate) fn convert(file_name: &str, bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let text::Decoded { text, mut warnings } = text::decode(bytes).ok_or_else(not_text)?;
    let (stated, table) = stated_delimiter(&text);
    let is_tabbed = matches!(file_name::extension(file_name).as_deref(), Some("tsv" | "tab"));
    let dialect = Dialect {
        delimiter: stated.unwrap_or_else(|| delimiter(table, is_tabbed)),
        quoted: quotes_are_closed(table),
    };
    if !dialect.quoted {
        warnings.push("quotation marks are not in pairs; they were read as letters".to_owned());
    }
    let shape = shape(table, dialect);
    if shape.ragged > 0 {
        warnings.push(format!("{} rows are shorter or longer than most", shape.ragged));
    }
    let (text, blocks) = write(table, dialect, &shape, limits)?;
    Ok(ConvertedText { warnings, ..ConvertedText::new(Format::Csv, text, blocks) })
}

fn not_text() -> Error {
    Error::damaged(Format::Csv, "it holds bytes that are no text")
}

#[derive(Clone, Copy, Debug)]
struct Dialect {
    delimiter: u8,
    quoted: bool,
}

impl Dialect {
    fn records(self, table: &str) -> impl Iterator<Item = StringRecord> {
        ReaderBuilder::new()
            .delimiter(self.delimiter)
            .quoting(self.quoted)
            .has_headers(false)
            .flexible(true)
            .from_reader(table.as_bytes())
            .into_records()
            // the text is UTF-8 and in memory, and rows may have any length: nothing fails
            .map_while(std::result::Result::ok)
    }
}

/// Excel writes `sep=;` into a first line of its own.
fn stated_delimiter(text: &str) -> (Option<u8>, &str) {
    let stated = text.strip_prefix("sep=").and_then(|rest| rest.split_once('\n'));
    match stated {
        Some((delimiter, table)) if delimiter.len() == 1 => (delimiter.bytes().next(), table),
        _ => (None, text),
    }
}

fn delimiter(table: &str, is_tabbed: bool) -> u8 {
    let sample = sample(table);
    if is_tabbed && sample.contains('\t') {
        return b'\t';
    }
    let quoted = quotes_are_closed(sample);
    let mut best = (0, b',');
    for delimiter in DELIMITERS {
        let score = evenness(sample, Dialect { delimiter, quoted });
        if score > best.0 {
            best = (score, delimiter);
        }
    }
    best.1
}

fn sample(table: &str) -> &str {
    let end = table.match_indices('\n').nth(SAMPLE_ROWS).map_or(table.len(), |(at, _)| at);
    table.get(..end).unwrap_or(table)
}

/// How many rows in a thousand have the commonest length above one; rows as long as the first, which
/// has no decimal commas, count for more.
fn evenness(sample: &str, dialect: Dialect) -> usize {
    let lengths: Vec<usize> = dialect.records(sample).map(|row| row.len()).collect();
    let Some(first) = lengths.first().copied() else { return 0 };
    let like = |length: usize| lengths.iter().filter(|other| **other == length).count();
    let usual = lengths.iter().copied().filter(|length| *length > 1).max_by_key(|it| like(*it));
    let Some(usual) = usual else { return 0 };
    let share = like(usual) * 1000 / lengths.len();
    share + if first == usual { 1000 } else { 0 }
}

/// Whether quotation marks come in pairs: one that is never closed would swallow the rest.
fn quotes_are_closed(table: &str) -> bool {
    table.bytes().filter(|byte| *byte == b'"').count().is_multiple_of(2)
}

struct Shape {
    columns: usize,
    /// Rows before the table that have one cell only: its title.
    titles: usize,
    ragged: usize,
}

fn shape(table: &str, dialect: Dialect) -> Shape {
    let lengths: Vec<usize> = dialect.records(table).map(|row| row.len()).collect();
    let columns = lengths.iter().copied().max().unwrap_or(0);
    let titles = lengths.iter().take_while(|length| **length == 1).count();
    let titles = if columns > 1 && titles < lengths.len() { titles } else { 0 };
    let usual = lengths.get(titles).copied().unwrap_or(0);
    let ragged = lengths.iter().skip(titles).filter(|length| **length != usual).count();
    Shape { columns, titles, ragged }
}

fn write(
    table: &str,
    dialect: Dialect,
    shape: &Shape,
    limits: &Limits,
) -> Result<(String, Vec<types::Block>)> {
    let mut draft = Draft::new(limits);
    let mut rows = dialect.records(table);
    for title in rows.by_ref().take(shape.titles) {
        draft.paragraph(&tables::cell(title.get(0).unwrap_or_default()))?;
    }
    let mut cells: Vec<String> = Vec::new();
    let mut is_first = true;
    for row in rows {
        cells.clear();
        cells.extend(row.iter().map(tables::cell));
        if cells.iter().all(String::is_empty) {
            continue;
        }
        let words = cells.iter().map(String::as_str);
        if std::mem::take(&mut is_first) {
            draft.table(shape.columns, words)?;
        } else {
            draft.row(words)?;
        }
    }
    Ok(draft.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, bytes: &[u8], expected: &str) {
        let converted = convert(name, bytes, &Limits::default()).unwrap();
        assert_eq!(converted.text, expected, "{name}");
        assert_eq!(converted.blocks, crate::markdown::outline(&converted.text).blocks);
    }

    #[test]
    fn each_dialect_becomes_a_table() {
        let plain = "| a | b |\n| --- | --- |\n| 1 | 2 |\n";
        for (name, table) in [
            ("a.csv", "a,b\n1,2\n"),
            ("a.csv", "\u{feff}a;b\r\n1;2\r\n"),
            ("a.tsv", "a\tb\n1\t2"),
            ("a.csv", "a|b\n\n1|2\n"),
            ("a.csv", "sep=;\na;b\n1;2\n"),
            ("a.csv", "\"a\",\"b\"\n\"1\",\"2\"\n"),
        ] {
            check(name, table.as_bytes(), plain);
        }
    }

    #[test]
    fn cells_keep_their_words() {
        check(
            "a.csv",
            b"Name;Wert\nx;1,5\ny;2,25\nz;3\n",
            "| Name | Wert |\n| --- | --- |\n| x | 1,5 |\n| y | 2,25 |\n| z | 3 |\n",
        );
        check(
            "a.csv",
            b"a,b\n\"x, \"\"y\"\"\nz|w\",=cmd|' /C calc'!A0\n",
            "| a | b |\n| --- | --- |\n| x, \"y\" z\\|w | =cmd\\|' /C calc'!A0 |\n",
        );
        check("a.tsv", b"a, b\tc\n1, 2\t3", "| a, b | c |\n| --- | --- |\n| 1, 2 | 3 |\n");
        check("a.csv", b"words\nmore\n", "| words |\n| --- |\n| more |\n");
        check(
            "a.csv",
            b"Sales of 2026\na,b,c\n1,2\n3,4,5,6\n",
            "Sales of 2026\n\n| a | b | c |  |\n| --- | --- | --- | --- |\n| 1 | 2 |  |  |\n\
             | 3 | 4 | 5 | 6 |\n",
        );
        check(
            "a.csv",
            b"size,name\n5\",pipe\n6,tube\n",
            "| size | name |\n| --- | --- |\n| 5\" | pipe |\n| 6 | tube |\n",
        );
    }

    #[test]
    fn shift_jis_is_recognised() {
        let (table, _, _) = encoding_rs::SHIFT_JIS.encode("名前,年齢,住所\n佐藤太郎,30,東京\n");
        let expected = "| 名前 | 年齢 | 住所 |\n| --- | --- | --- |\n| 佐藤太郎 | 30 | 東京 |\n";
        check("a.csv", &table, expected);
    }

    #[test]
    fn one_long_row_does_not_widen_all() {
        let wide = ["x"; 10_000].join(",");
        let table = format!("{wide}\n{}", "1\n".repeat(10_000));
        let converted = convert("a.csv", table.as_bytes(), &Limits::default()).unwrap();
        assert!(converted.text.len() < 400_000, "{}", converted.text.len());
    }
}
