//! Tables: a row a line, merged cells written out in every place they cover while they are short. A
//! table that only lays out the page is no table: its cells become blocks.

use super::page::{Id, Page};
use super::tags::is_heading;

/// Longest text of a merged cell that is repeated.
const REPEATED_CHARS: usize = 80;

/// Cells of one table, merged ones counted by the places they cover; beyond it nothing is repeated.
const PLACES: usize = 200_000;

/// Cells longer than this hold a page's layout, unless the table says that it is one.
const CELL_CHARS: usize = 1200;

/// The cells of each row, those of tables inside left out.
pub(super) fn rows(page: &Page, shown: &[bool], table: Id) -> Vec<Vec<Id>> {
    let mut rows = Vec::new();
    let shown = |parent: Id| page.children(parent).filter(|id| shown.get(*id) == Some(&true));
    let cells = |row: Id| -> Vec<Id> {
        shown(row).filter(|id| matches!(page.tag(*id), "td" | "th")).collect()
    };
    let mut last = Vec::new();
    for part in shown(table) {
        match page.tag(part) {
            "tr" => rows.push(cells(part)),
            // a table's foot may stand before its body, and is read after it
            "tfoot" => last.extend(shown(part).filter(|id| page.tag(*id) == "tr").map(cells)),
            "thead" | "tbody" => {
                rows.extend(shown(part).filter(|id| page.tag(*id) == "tr").map(cells));
            }
            _ => {}
        }
    }
    rows.extend(last);
    rows.retain(|row| !row.is_empty());
    rows
}

/// Whether the table is a page's layout and not data.
pub(super) fn lays_out(page: &Page, table: Id, rows: &[Vec<Id>]) -> bool {
    if matches!(page.attribute(table, "role"), Some("presentation" | "none")) {
        return true;
    }
    let cells = || rows.iter().flatten();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let holds =
        |what: fn(&str) -> bool| cells().any(|id| page.inside(*id).any(|id| what(page.tag(id))));
    let says_table = page.children(table).any(|id| matches!(page.tag(id), "caption" | "thead"))
        || cells().any(|id| page.tag(*id) == "th");
    let is_long = |id: &Id| page.words(*id).chars().count() > CELL_CHARS;
    if columns < 2 && rows.len() < 2 {
        return true;
    }
    if says_table {
        return columns < 2 && holds(is_heading);
    }
    columns < 2 || holds(|tag| tag == "table" || is_heading(tag)) || cells().any(is_long)
}

/// The lines of a table, from its cells and their words.
pub(super) fn lines(page: &Page, rows: Vec<Vec<(Id, String)>>) -> String {
    Grid::of(page, rows).lines()
}

#[derive(Clone, Debug, Default)]
struct Place2 {
    text: String,
    is_repeated: bool,
}

/// The places of a table, row by row.
struct Grid {
    rows: Vec<Vec<Option<Place2>>>,
    columns: usize,
}

impl Grid {
    fn of(page: &Page, rows: Vec<Vec<(Id, String)>>) -> Self {
        let count = rows.len();
        let span = |id: Id, name| {
            let value = page.attribute(id, name).and_then(|value| value.trim().parse().ok());
            value.unwrap_or(1usize)
        };
        let mut grid = Self { rows: vec![Vec::new(); count], columns: 0 };
        let mut places = 0usize;
        for (at, row) in rows.into_iter().enumerate() {
            let mut column = 0;
            for (id, text) in row {
                while grid.is_taken(at, column) {
                    column += 1;
                }
                let wide = span(id, "colspan").clamp(1, 1000);
                // nought means all rows that follow
                let tall = match span(id, "rowspan") {
                    0 => count - at,
                    tall => tall.min(count - at),
                };
                places = places.saturating_add(wide.saturating_mul(tall));
                let (wide, tall) = if places > PLACES { (1, 1) } else { (wide, tall) };
                grid.put(at, column, (wide, tall), text);
                column += wide;
            }
        }
        grid.drop_empty_columns();
        grid
    }

    fn is_taken(&self, row: usize, column: usize) -> bool {
        self.rows.get(row).and_then(|row| row.get(column)).is_some_and(Option::is_some)
    }

    fn put(&mut self, row: usize, column: usize, (wide, tall): (usize, usize), text: String) {
        let is_short = text.chars().count() <= REPEATED_CHARS;
        for (below, line) in self.rows.iter_mut().skip(row).take(tall).enumerate() {
            if line.len() < column + wide {
                line.resize(column + wide, None);
            }
            for (right, place) in line.iter_mut().skip(column).take(wide).enumerate() {
                let is_first = below == 0 && right == 0;
                let text = if is_first || is_short { text.clone() } else { String::new() };
                *place = Some(Place2 { text, is_repeated: right > 0 });
            }
        }
        self.columns = self.columns.max(column + wide);
    }

    /// Columns that hold nothing of their own in any row.
    fn drop_empty_columns(&mut self) {
        let holds = |column: usize| {
            self.rows
                .iter()
                .filter_map(|row| row.get(column)?.as_ref())
                .any(|place| !place.is_repeated && !place.text.is_empty())
        };
        let kept: Vec<bool> = (0..self.columns).map(holds).collect();
        for row in &mut self.rows {
            let mut column = 0;
            row.retain(|_| {
                column += 1;
                kept.get(column - 1) == Some(&true)
            });
        }
        self.columns = kept.iter().filter(|kept| **kept).count();
        let is_filled =
            |row: &Vec<Option<Place2>>| row.iter().flatten().any(|place| !place.text.is_empty());
        self.rows.retain(is_filled);
    }

    /// A row a line; the first is the head.
    fn lines(&self) -> String {
        let mut lines = String::new();
        for (at, row) in self.rows.iter().enumerate() {
            lines.push('|');
            for column in 0..self.columns {
                let place = row.get(column).and_then(Option::as_ref);
                lines.push(' ');
                lines.push_str(place.map_or("", |place| place.text.as_str()));
                lines.push_str(" |");
            }
            lines.push('\n');
            if at == 0 {
                lines.push('|');
                lines.push_str(&" --- |".repeat(self.columns));
                lines.push('\n');
            }
        }
        lines
    }
}
