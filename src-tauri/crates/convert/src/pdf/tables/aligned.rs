//! Tables without borders: rows whose words leave the same white stripes free, from top to bottom.
//! A stripe counts when rows really stop and start again at it, and the cells beside it line up.

use super::super::lines::Line;
use super::super::page::Group;
use super::super::rect::Rect;
use super::{Cell, Table, count_filled, letters_of};

/// Words nearer than this, in sizes of their type, are in one cell.
const CELL_GAP: f32 = 0.5;
/// Rows of a table stand no further apart, in sizes of their type.
const ROW_DISTANCE: f32 = 3.2;
/// Cells line up when their edges differ by less, in sizes of their type.
const ALIGNED: f32 = 0.6;
/// Cells with more letters are lines of running text.
const PROSE_LETTERS: usize = 48;
/// A bold line by itself this far below a row is a heading, in sizes of its type.
const HEAD_DISTANCE: f32 = 1.6;
/// Rows tried when a block ends with what is no row, and ends tried in all.
const TRIES: usize = 3;
const ENDS: usize = 12;
/// Rows looked at together, and lines in all attempts on one column of text.
const ROWS: usize = 400;
const ATTEMPTS: usize = 40_000;

/// Cuts the lines of a column of text into tables and what is between them. On pages of other type,
/// lines of equally wide letters are code.
pub(crate) fn cut(lines: Vec<Line>, fixed_is_code: bool) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut open: Vec<Line> = Vec::new();
    let (mut at, mut left) = (0, ATTEMPTS);
    while let Some(line) = lines.get(at) {
        let could_be = line.cells > 1 && !(fixed_is_code && line.fixed) && left > 0;
        let found = if could_be { table_from(&lines, at, &mut left) } else { None };
        match found {
            Some((table, end)) => {
                let start = at.saturating_sub(1);
                let above = open.last().and_then(|_| with_header(lines.get(start..end)?, &table));
                let table = above.inspect(|_| drop(open.pop())).unwrap_or(table);
                if !open.is_empty() {
                    groups.push(Group::Lines(std::mem::take(&mut open)));
                }
                groups.push(Group::Table(table));
                at = end;
            }
            None => {
                open.push(line.clone());
                at += 1;
            }
        }
    }
    if !open.is_empty() {
        groups.push(Group::Lines(open));
    }
    groups
}

/// The table that begins with the line at `start`, and where it ends. `left` is how many lines may
/// still be looked at.
fn table_from(lines: &[Line], start: usize, left: &mut usize) -> Option<(Table, usize)> {
    let (mut end, mut last_row) = (start, start);
    let mut ends = Vec::new();
    while let Some(line) = lines.get(end) {
        let before = end.checked_sub(1).filter(|_| end > start).and_then(|at| lines.get(at));
        if before.is_some_and(|before| parts(before, line)) || end - start > ROWS {
            break;
        }
        if line.cells > 1 {
            last_row = end;
        } else {
            ends.push(end);
            if end - last_row > 2 {
                break;
            }
        }
        end += 1;
    }
    ends.retain(|end| *end <= last_row);
    ends.extend(last_row.saturating_sub(TRIES).max(start + 1)..=last_row + 1);
    ends.sort_unstable();
    ends.dedup();
    let whole = ends.into_iter().rev().take(ENDS).find_map(|end| {
        *left = left.saturating_sub(end - start);
        let table = build(lines.get(start..end)?, &[], Proof::Columns)?;
        Some((table, end))
    });
    let (table, end) = whole?;
    // what follows the last row may be the rest of its cells
    let rest = (end + 1..=end + 2).rev().find_map(|end| {
        let longer = lines.get(start..end)?;
        let last = longer.split_last_chunk::<2>().map(|(_, [before, last])| (before, last))?;
        let goes_on = !parts(last.0, last.1);
        let longer = build(longer, &[], Proof::Columns).filter(|_| goes_on)?;
        (longer.rows.len() == table.rows.len()).then_some((longer, end))
    });
    Some(rest.unwrap_or((table, end)))
}

/// The table with the line above it, when that is a row of titles set closer than cells are.
fn with_header(lines: &[Line], table: &Table) -> Option<Table> {
    let [above, first, ..] = lines else { return None };
    if parts(above, first) || chunks(above).len() < 2 {
        return None;
    }
    let longer = build(lines, &[], Proof::Columns)?;
    let columns = |table: &Table| table.rows.first().map_or(0, Vec::len);
    let titles = longer.rows.first().map_or(0, |row| count_filled(row));
    let fits = longer.rows.len() == table.rows.len() + 1
        && columns(&longer) == columns(table)
        && titles * 10 >= columns(table) * 6;
    fits.then_some(longer)
}

/// Whether `next` cannot be in one table with `line`: too far below, a heading, or on its side.
fn parts(line: &Line, next: &Line) -> bool {
    let ratio = line.size.max(next.size) / line.size.min(next.size).max(0.1);
    let heads = next.cells == 1 && next.bold && distance(line, next) > HEAD_DISTANCE;
    heads || ratio > 1.5 || line.turned || next.turned || distance(line, next) > ROW_DISTANCE
}

fn distance(line: &Line, next: &Line) -> f32 {
    (next.rect.y1 - line.rect.y1) / line.size.max(next.size).max(1.0)
}

/// What speaks for a table apart from its columns.
#[derive(Clone, Copy, PartialEq)]
enum Proof {
    Columns,
    Rules,
}

/// A table between rules at these heights.
pub(super) fn between_rules(lines: &[Line], heights: &[f32]) -> Option<Table> {
    // a frame around a page begins with a title
    if lines.first().is_none_or(|line| chunks(line).len() < 2) {
        return None;
    }
    build(lines, heights, Proof::Rules)
}

/// Words of a line that stand close together.
struct Chunk {
    start: usize,
    end: usize,
    x0: f32,
    x1: f32,
}

fn chunks(line: &Line) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    for (at, glyph) in line.glyphs.iter().enumerate() {
        if glyph.letter == ' ' {
            continue;
        }
        let near = |chunk: &&mut Chunk| {
            let gap = (glyph.x0 - chunk.x1).max(chunk.x0 - glyph.x1);
            gap < CELL_GAP * line.size
        };
        match chunks.last_mut().filter(near) {
            Some(chunk) => {
                chunk.end = at + 1;
                chunk.x0 = chunk.x0.min(glyph.x0);
                chunk.x1 = chunk.x1.max(glyph.x1);
            }
            None => chunks.push(Chunk { start: at, end: at + 1, x0: glyph.x0, x1: glyph.x1 }),
        }
    }
    chunks
}

/// White from top to bottom.
#[derive(Clone, Copy, Debug)]
struct Stripe {
    x0: f32,
    x1: f32,
}

impl Stripe {
    fn middle(&self) -> f32 {
        (self.x0 + self.x1) / 2.0
    }
}

fn build(lines: &[Line], heights: &[f32], proof: Proof) -> Option<Table> {
    let rect = lines.iter().map(|line| line.rect).reduce(Rect::union)?;
    if lines.len() < 2 || lines.iter().any(|line| line.turned || line.has_leaders()) {
        return None;
    }
    let rows: Vec<Vec<Chunk>> = lines.iter().map(chunks).collect();
    let size = median(lines.iter().map(|line| line.size).collect());
    // words below a row that run across columns do not say where the columns are
    let parted: Vec<&Vec<Chunk>> = rows.iter().filter(|row| row.len() > 1).collect();
    if parted.len() * 2 < rows.len() {
        return None;
    }
    let stripes = stripes(&parted, size, proof);
    if stripes.is_empty() {
        return None;
    }
    let cells: Vec<Vec<Cell>> =
        lines.iter().zip(&rows).map(|(line, row)| cells_of(line, row, &stripes)).collect();
    if !speaks_for_itself(&cells, size, proof) {
        return None;
    }
    let mut rows = if heights.len() > 2 { by_rules(cells, heights) } else { joined(cells) };
    let leftwards = lines.iter().filter(|line| line.runs_leftwards()).count();
    if leftwards * 2 > lines.len() {
        rows.iter_mut().for_each(|row| row.reverse());
    }
    Table::settled(rect, rows).filter(|table| !table.is_prose(PROSE_LETTERS * 8))
}

fn median(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// The stripes that (nearly) no row writes on.
fn stripes(rows: &[&Vec<Chunk>], size: f32, proof: Proof) -> Vec<Stripe> {
    // a title that spans columns may cross, one row in six
    let crossing = rows.len() as i32 / 6;
    let mut ends: Vec<(f32, i32)> =
        rows.iter().copied().flatten().flat_map(|chunk| [(chunk.x0, 1), (chunk.x1, -1)]).collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let (mut covered, mut begun) = (0, None::<f32>);
    let mut stripes = Vec::new();
    let mut seen = false;
    for (x, step) in ends {
        covered += step;
        if covered <= crossing {
            if seen && begun.is_none() {
                begun = Some(x);
            }
        } else {
            seen = true;
            if let Some(x0) = begun.take() {
                stripes.push(Stripe { x0, x1: x });
            }
        }
    }
    let (wide, needed) = match proof {
        Proof::Columns => (CELL_GAP, (rows.len() * 3).div_ceil(10).max(2)),
        Proof::Rules => (CELL_GAP * 0.7, 2),
    };
    let is_proved = |stripe: &Stripe| {
        let parted = |row: &&&Vec<Chunk>| {
            row.iter().any(|chunk| chunk.x1 <= stripe.middle())
                && row.iter().any(|chunk| chunk.x0 >= stripe.middle())
                && !row.iter().any(|chunk| chunk.x0 < stripe.middle() && chunk.x1 > stripe.middle())
        };
        stripe.x1 - stripe.x0 >= wide * size && rows.iter().filter(parted).count() >= needed
    };
    stripes.retain(is_proved);
    stripes
}

/// The cells of a line. A chunk that crosses a stripe is cut at a space there, or stays whole in the
/// first column it touches.
fn cells_of(line: &Line, row: &[Chunk], stripes: &[Stripe]) -> Vec<Cell> {
    let column = |x: f32| stripes.partition_point(|stripe| stripe.middle() <= x);
    let mut cells: Vec<Cell> = vec![Vec::new(); stripes.len() + 1];
    let mut put = |column: usize, start: usize, end: usize| {
        if let (Some(cell), Some(part)) = (cells.get_mut(column), line.part(start, end)) {
            cell.push(part);
        }
    };
    for chunk in row {
        let mut start = chunk.start;
        let slack = line.size * 0.3;
        for at in chunk.start..chunk.end {
            let is_space = |at: usize| line.glyphs.get(at).is_some_and(|glyph| glyph.letter == ' ');
            let (Some(before), Some(after)) =
                (at.checked_sub(1).and_then(|at| line.glyphs.get(at)), line.glyphs.get(at + 1))
            else {
                continue;
            };
            let in_stripe = stripes.iter().any(|stripe| {
                before.x1 <= stripe.x1 + slack
                    && after.x0 >= stripe.x0 - slack
                    && before.x0 < stripe.middle()
                    && after.x1 > stripe.middle()
            });
            if is_space(at) && in_stripe {
                let first = line.glyphs.get(start).map_or(chunk.x0, |glyph| glyph.x0);
                put(column((first + before.x1) / 2.0), start, at);
                start = at + 1;
            }
        }
        let first = line.glyphs.get(start).map_or(chunk.x0, |glyph| glyph.x0);
        let crosses = column(first.min(chunk.x1)) != column(chunk.x1.max(first));
        let x = if crosses { first } else { (first + chunk.x1) / 2.0 };
        put(column(x), start, chunk.end);
    }
    cells.into_iter().map(|cell| one_line(line, cell)).collect()
}

/// Pieces of one line in one cell as one line again.
fn one_line(line: &Line, mut pieces: Cell) -> Cell {
    if pieces.len() < 2 {
        return pieces;
    }
    let mut glyphs: Vec<super::super::glyphs::Glyph> = Vec::new();
    let rect = pieces.iter().map(|piece| piece.rect).reduce(Rect::union).unwrap_or(line.rect);
    for piece in pieces.drain(..) {
        if let Some(last) = glyphs.last().copied() {
            glyphs.push(super::super::glyphs::Glyph::space(last.x1, last.x1));
        }
        glyphs.extend(piece.glyphs);
    }
    vec![Line { glyphs, rect, cells: 1, ..*line }]
}

/// Whether the cells are those of a table, not of prose, of a list or of chance.
fn speaks_for_itself(rows: &[Vec<Cell>], size: f32, proof: Proof) -> bool {
    let columns = rows.first().map_or(0, Vec::len);
    let full = rows.iter().filter(|row| count_filled(row) >= 2).count();
    let whole = rows.iter().all(|row| count_filled(row) == columns);
    let filled = || rows.iter().flatten().filter(|cell| !cell.is_empty());
    let letters: usize = filled().map(letters_of).sum();
    let long = filled().filter(|cell| letters_of(cell) > PROSE_LETTERS).count();
    if full < 2 || letters > PROSE_LETTERS * filled().count() || long * 3 > filled().count() {
        return false;
    }
    if proof == Proof::Columns {
        let enough = rows.len() >= 3 && full * 5 >= rows.len() * 3;
        if !(enough || rows.len() == 2 && columns >= 3 && whole) {
            return false;
        }
        if is_list(rows) || is_byline(rows) || columns == 2 && is_two_columns_of_prose(rows) {
            return false;
        }
    }
    let lined_up = (0..columns).filter(|column| is_aligned(rows, *column, size)).count();
    lined_up == columns || proof == Proof::Rules && lined_up * 2 >= columns
}

/// A column on the left holds nothing but the marks of list items: bullets, or in a table of two
/// columns, numbers. Elsewhere a dash or a tick is a value.
fn is_list(rows: &[Vec<Cell>]) -> bool {
    let is_bullet = |text: &str| matches!(text, "•" | "◦" | "▪" | "‣" | "●" | "○" | "➢" | "►");
    let is_dash = |text: &str| matches!(text, "-" | "–" | "*" | "o" | "·" | "■" | "□");
    let is_number = |text: &str| {
        let closed = text.ends_with(['.', ')', ']']) && text.contains(char::is_alphanumeric);
        let dotted = text.contains('.') && text.chars().all(|c| c.is_ascii_digit() || c == '.');
        closed && text.chars().count() <= 6 || dotted && text.chars().count() <= 8
    };
    let columns = rows.first().map_or(0, Vec::len);
    (0..columns.saturating_sub(1).min(2)).any(|column| {
        let cells = rows.iter().filter_map(|row| row.get(column)?.first()).map(Line::text);
        let cells: Vec<String> = cells.collect();
        let is_mark = |text: &&String| {
            is_bullet(text) || column == 0 && (is_dash(text) || columns == 2 && is_number(text))
        };
        cells.len() >= 2 && cells.iter().filter(is_mark).count() * 10 >= cells.len() * 7
    })
}

/// Authors side by side below a title, each with an address for mail.
fn is_byline(rows: &[Vec<Cell>]) -> bool {
    let has_address = |cell: &&Cell| cell.iter().any(|line| line.text().contains('@'));
    rows.iter().any(|row| row.iter().filter(has_address).count() >= 2)
}

fn is_two_columns_of_prose(rows: &[Vec<Cell>]) -> bool {
    let mean = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).filter(|cell| !cell.is_empty());
        let (sum, count) =
            cells.fold((0, 0), |(sum, count), cell| (sum + letters_of(cell), count + 1));
        sum / usize::max(count, 1)
    };
    mean(0) > 28 && mean(1) > 28
}

/// Whether most cells of a column share their left edge, right edge or middle.
fn is_aligned(rows: &[Vec<Cell>], column: usize, size: f32) -> bool {
    let rects: Vec<Rect> =
        rows.iter().filter_map(|row| Some(row.get(column)?.first()?.rect)).collect();
    if rects.len() < 2 {
        return false;
    }
    let shares = |edge: fn(&Rect) -> f32| {
        let places: Vec<f32> = rects.iter().map(edge).collect();
        let common = median(places.clone());
        let near = places.iter().filter(|place| (**place - common).abs() <= ALIGNED * size).count();
        near * 10 >= places.len() * 6
    };
    shares(|rect| rect.x0) || shares(|rect| rect.x1) || shares(|rect| rect.middle().0)
}

/// Joins lines that only go on with the cells above them.
fn joined(lines: Vec<Vec<Cell>>) -> Vec<Vec<Cell>> {
    let top = |row: &[Cell]| {
        row.iter().flatten().map(|line| line.rect.y0).reduce(f32::min).unwrap_or(0.0)
    };
    let tops: Vec<f32> = lines.iter().map(|row| top(row)).collect();
    let steps: Vec<f32> = tops.iter().zip(tops.iter().skip(1)).map(|(a, b)| b - a).collect();
    let usual = median(steps.clone());
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let steps = std::iter::once(f32::MAX).chain(steps);
    for (line, step) in lines.into_iter().zip(steps) {
        let goes_on = rows.last().is_some_and(|above| {
            // set more tightly than rows are, and nothing new begins in it
            let tight = step < usual * 0.85;
            let first_empty = line.first().is_some_and(Vec::is_empty);
            let below_words =
                line.iter().zip(above).all(|(cell, above)| cell.is_empty() || !above.is_empty());
            let fewer = count_filled(&line) < count_filled(above);
            below_words && fewer && (tight || first_empty && all_words(&line))
        });
        match rows.last_mut().filter(|_| goes_on) {
            Some(above) => add_below(above, line),
            None => rows.push(line),
        }
    }
    rows
}

/// Every cell begins with a small letter or an opening bracket: a sentence that goes on.
fn all_words(line: &[Cell]) -> bool {
    let first = |cell: &Cell| cell.first().and_then(|line| line.text().chars().next());
    line.iter().filter_map(first).all(|letter| letter.is_lowercase() || letter == '(')
}

fn add_below(above: &mut [Cell], line: Vec<Cell>) {
    for (cell, rest) in above.iter_mut().zip(line) {
        cell.extend(rest);
    }
}

/// Lines between two rules are one row, unless several of them begin in the first column.
fn by_rules(lines: Vec<Vec<Cell>>, heights: &[f32]) -> Vec<Vec<Cell>> {
    let band = |row: &Vec<Cell>| {
        let rect = row.iter().flatten().map(|line| line.rect).reduce(Rect::union);
        let y = rect.map_or(0.0, |rect| rect.middle().1);
        heights.partition_point(|height| *height <= y)
    };
    let mut bands: Vec<(usize, Vec<Vec<Cell>>)> = Vec::new();
    for row in lines {
        let own = band(&row);
        match bands.last_mut().filter(|(other, _)| *other == own) {
            Some((_, rows)) => rows.push(row),
            None => bands.push((own, vec![row])),
        }
    }
    let count = bands.len();
    let mut rows = Vec::new();
    for (at, (_, band)) in bands.into_iter().enumerate() {
        let begun = band.iter().filter(|row| row.first().is_some_and(|cell| !cell.is_empty()));
        let is_header = at == 0 && count > 1 && band.len() <= 3;
        let is_row = count > 3 && begun.count() <= 1;
        if !is_header && !is_row {
            rows.extend(joined(band));
            continue;
        }
        let mut band = band.into_iter();
        let Some(mut first) = band.next() else { continue };
        band.for_each(|row| add_below(&mut first, row));
        rows.push(first);
    }
    rows
}
