//! Tables whose cells are drawn: lines that meet form a grid, a missing piece of a line joins two
//! cells, and letters fall into the cells they stand in. Also tables between full-width rules.

use super::super::glyphs::Fragment;
use super::super::lines;
use super::super::rect::Rect;
use super::super::rules::{Rule, Rules};
use super::{Cell, Table, aligned, count_filled};
use std::collections::BTreeMap;

/// Lines this near to each other meet, in points.
const MEET: f32 = 3.0;
/// Most tables of a page.
const TABLES: usize = 100;
/// Most cells of a grid; more is a drawing or graph paper.
const CELLS: usize = 20_000;
/// A cell with more letters than this holds running text: a frame, not a table.
const PROSE_LETTERS: usize = 600;
/// Titles stand this near above a rule, in sizes of their type.
const HEADER: f32 = 1.5;
/// Rules that make a table by themselves: above it, below its header, below it.
const RULES: usize = 3;

/// Takes the tables that are drawn out of a page's fragments.
pub(crate) fn take(fragments: &mut Vec<Fragment>, rules: &Rules) -> Vec<Table> {
    let mut tables = Vec::new();
    for grid in grids(rules).into_iter().take(TABLES) {
        take_inside(fragments, &grid.rect.clone(), &mut tables, |inside| grid.table(inside));
    }
    for (rect, heights) in bands(rules).into_iter().take(TABLES) {
        let make = |inside: &[Fragment]| {
            let mut inside = inside.to_vec();
            inside.sort_by(|a, b| a.rect.y0.total_cmp(&b.rect.y0));
            aligned::between_rules(&lines::of_group(inside), &heights)
        };
        // the first rule may stand below the titles
        let above = header_above(fragments, &rect);
        let rect = above.filter(|wider| reads_wider(fragments, &rect, wider, make)).unwrap_or(rect);
        take_inside(fragments, &rect, &mut tables, make);
    }
    tables
}

/// The rectangle with the row of words right above it, where there is one.
fn header_above(fragments: &[Fragment], rect: &Rect) -> Option<Rect> {
    let above = fragments.iter().filter(|part| {
        let (x, y) = part.rect.middle();
        !part.turned
            && (rect.x0..=rect.x1).contains(&x)
            && y < rect.y0
            && rect.y0 - y < part.size * HEADER
    });
    let tops: Vec<f32> = above.map(|part| part.rect.y0).collect();
    let top = tops.iter().copied().reduce(f32::min)?;
    (tops.len() >= 2).then_some(Rect { y0: top - 0.5, ..*rect })
}

/// Whether the wider rectangle holds the same table with one row of titles more.
fn reads_wider(
    fragments: &[Fragment],
    rect: &Rect,
    wider: &Rect,
    make: impl Fn(&[Fragment]) -> Option<Table>,
) -> bool {
    let table_in = |rect: &Rect| {
        let inside = fragments.iter().filter(|part| rect.has(part.rect.middle()));
        make(&inside.cloned().collect::<Vec<_>>())
    };
    let (Some(table), Some(wider)) = (table_in(rect), table_in(wider)) else { return false };
    let columns = |table: &Table| table.rows.first().map_or(0, Vec::len);
    let titles = wider.rows.first().map_or(0, |row| count_filled(row));
    wider.rows.len() == table.rows.len() + 1
        && columns(&wider) == columns(&table)
        && titles * 10 >= columns(&table) * 6
}

fn take_inside(
    fragments: &mut Vec<Fragment>,
    rect: &Rect,
    tables: &mut Vec<Table>,
    make: impl Fn(&[Fragment]) -> Option<Table>,
) {
    let belongs = |part: &Fragment| part.table.is_none() && rect.has(part.rect.middle());
    let inside: Vec<Fragment> = fragments.iter().filter(|part| belongs(part)).cloned().collect();
    let Some(first) = inside.iter().min_by_key(|part| part.order) else { return };
    let Some(table) = make(&inside) else { return };
    let place = Fragment {
        glyphs: Vec::new(),
        rect: table.rect,
        turned: false,
        table: Some(tables.len()),
        ..first.clone()
    };
    fragments.retain(|part| !belongs(part));
    fragments.push(place);
    tables.push(table);
}

/// Lines that meet, and the cells between them.
struct Grid {
    rect: Rect,
    /// Edges of the columns, from left to right.
    xs: Vec<f32>,
    /// Edges of the rows, downwards.
    ys: Vec<f32>,
    /// For each cell, the first cell of those that are one with it.
    cell: Vec<usize>,
}

/// All grids of a page, smaller ones first: a frame around everything comes last.
fn grids(rules: &Rules) -> Vec<Grid> {
    let (across, down) = (&rules.across, &rules.down);
    let mut sets = Sets::new(across.len() + down.len());
    for (a, rule) in across.iter().enumerate() {
        for (d, other) in down.iter().enumerate() {
            if meets(rule, other.at) && meets(other, rule.at) {
                sets.join(a, across.len() + d);
            }
        }
    }
    let mut parts: BTreeMap<usize, (Vec<Rule>, Vec<Rule>)> = BTreeMap::new();
    for (at, rule) in across.iter().enumerate() {
        parts.entry(sets.first(at)).or_default().0.push(*rule);
    }
    for (at, rule) in down.iter().enumerate() {
        parts.entry(sets.first(across.len() + at)).or_default().1.push(*rule);
    }
    let mut grids: Vec<Grid> =
        parts.into_values().filter_map(|(across, down)| Grid::of(&across, &down)).collect();
    let area = |grid: &Grid| grid.rect.width() * grid.rect.height();
    grids.sort_by(|a, b| area(a).total_cmp(&area(b)));
    grids
}

fn meets(rule: &Rule, at: f32) -> bool {
    rule.from - MEET <= at && at <= rule.to + MEET
}

/// Places that differ by no more than `MEET` as one, with the ends of the lines that run to them.
fn edges(rules: &[Rule], ends: (f32, f32)) -> Vec<f32> {
    let mut places: Vec<f32> = rules.iter().map(|rule| rule.at).collect();
    places.extend([ends.0, ends.1]);
    places.sort_by(f32::total_cmp);
    let mut edges: Vec<f32> = Vec::new();
    for place in places {
        if edges.last().is_none_or(|last| place - last > MEET) {
            edges.push(place);
        }
    }
    edges
}

impl Grid {
    fn of(across: &[Rule], down: &[Rule]) -> Option<Self> {
        if across.len() < 2 || down.is_empty() {
            return None;
        }
        let span = |rules: &[Rule], others: &[Rule]| {
            let from = rules.iter().map(|rule| rule.from).chain(others.iter().map(|rule| rule.at));
            let to = rules.iter().map(|rule| rule.to).chain(others.iter().map(|rule| rule.at));
            (from.fold(f32::MAX, f32::min), to.fold(f32::MIN, f32::max))
        };
        let ((x0, x1), (y0, y1)) = (span(across, down), span(down, across));
        let (xs, ys) = (edges(down, (x0, x1)), edges(across, (y0, y1)));
        let (columns, rows) = (xs.len().checked_sub(1)?, ys.len().checked_sub(1)?);
        if columns < 2 || rows < 2 || columns * rows > CELLS {
            return None;
        }
        let mut sets = Sets::new(columns * rows);
        for row in 0..rows {
            for column in 0..columns {
                let (left, right) = (*xs.get(column)?, *xs.get(column + 1)?);
                let (top, bottom) = (*ys.get(row)?, *ys.get(row + 1)?);
                let (x, y) = ((left + right) / 2.0, (top + bottom) / 2.0);
                if column + 1 < columns && !has_rule(down, right, y) {
                    sets.join(row * columns + column, row * columns + column + 1);
                }
                if row + 1 < rows && !has_rule(across, bottom, x) {
                    sets.join(row * columns + column, (row + 1) * columns + column);
                }
            }
        }
        let cell = (0..columns * rows).map(|at| sets.first(at)).collect();
        Some(Self { rect: Rect { x0, y0, x1, y1 }, xs, ys, cell })
    }

    fn table(&self, inside: &[Fragment]) -> Option<Table> {
        let columns = self.xs.len().checked_sub(1)?;
        let mut cells: BTreeMap<usize, Vec<Fragment>> = BTreeMap::new();
        for fragment in inside {
            let row = place(&self.ys, fragment.rect.middle().1);
            let own = |at: usize| {
                let glyph = fragment.glyphs.get(at)?;
                let column = place(&self.xs, (glyph.x0 + glyph.x1) / 2.0);
                self.cell.get(row * columns + column.min(columns - 1)).copied()
            };
            let mut start = 0;
            for end in 1..=fragment.glyphs.len() {
                let space = fragment.glyphs.get(end).is_some_and(|glyph| glyph.letter == ' ');
                if end < fragment.glyphs.len() && (own(end) == own(start) || space) {
                    continue;
                }
                if let (Some(cell), Some(part)) = (own(start), fragment.part(start, end)) {
                    cells.entry(cell).or_default().push(part);
                }
                start = end;
            }
        }
        let rows = self.ys.len().checked_sub(1)?;
        let mut table: Vec<Vec<Cell>> = vec![vec![Vec::new(); columns]; rows];
        for (at, mut fragments) in cells {
            fragments.sort_by(|a, b| a.rect.y0.total_cmp(&b.rect.y0));
            if let Some(cell) =
                table.get_mut(at / columns).and_then(|row| row.get_mut(at % columns))
            {
                *cell = lines::of_group(fragments);
            }
        }
        let table = Table::settled(self.rect, parted(table))?;
        (!table.is_prose(PROSE_LETTERS)).then_some(table)
    }
}

/// Whether one of the lines at `at` passes `through`.
fn has_rule(rules: &[Rule], at: f32, through: f32) -> bool {
    rules.iter().any(|rule| (rule.at - at).abs() <= MEET && meets(rule, through))
}

/// The interval of `edges` that `at` lies in.
fn place(edges: &[f32], at: f32) -> usize {
    let before = edges.partition_point(|edge| *edge <= at);
    before.saturating_sub(1).min(edges.len().saturating_sub(2))
}

/// A table with lines around its header and its body only: the body's rows are its lines of text.
fn parted(rows: Vec<Vec<Cell>>) -> Vec<Vec<Cell>> {
    let filled = rows.iter().filter(|row| count_filled(row) > 0).count();
    if filled > 2 {
        return rows;
    }
    let mut done = Vec::new();
    for row in rows {
        let depth = row.iter().map(Vec::len).max().unwrap_or(0);
        let level = row.iter().filter(|cell| cell.len() == depth).count();
        // all columns have as many lines, at the same heights
        if depth < 3 || level < 2 || level * 2 < count_filled(&row) {
            done.push(row);
            continue;
        }
        let full: Vec<&Cell> = row.iter().filter(|cell| cell.len() == depth).collect();
        let heights: Vec<Rect> = full
            .first()
            .map(|cell| cell.iter().map(|line| line.rect).collect())
            .unwrap_or_default();
        let same = full.iter().all(|cell| {
            cell.iter().zip(&heights).all(|(line, rect)| line.rect.overlap_y(rect) > 0.5)
        });
        if !same {
            done.push(row);
            continue;
        }
        // each line belongs to one height, the nearest: none is lost, none stands twice
        let nearest = |line: &Rect| {
            let away = |height: &Rect| (height.middle().1 - line.middle().1).abs();
            let heights = heights.iter().enumerate();
            heights.min_by(|a, b| away(a.1).total_cmp(&away(b.1))).map(|(at, _)| at)
        };
        for at in 0..heights.len() {
            let part = |cell: &Cell| -> Cell {
                let lines = cell.iter().filter(|line| nearest(&line.rect) == Some(at));
                lines.cloned().collect()
            };
            done.push(row.iter().map(part).collect());
        }
    }
    done
}

/// Rectangles between rules of the same length that stand below each other, with their heights.
fn bands(rules: &Rules) -> Vec<(Rect, Vec<f32>)> {
    let mut groups: Vec<Vec<Rule>> = Vec::new();
    for rule in &rules.across {
        let same = |group: &&mut Vec<Rule>| {
            group.last().is_some_and(|last| {
                (last.from - rule.from).abs() <= MEET * 1.5
                    && (last.to - rule.to).abs() <= MEET * 1.5
            })
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(*rule),
            None => groups.push(vec![*rule]),
        }
    }
    let bands = groups.into_iter().filter(|group| group.len() >= RULES).filter_map(|group| {
        let (first, last) = (group.first()?, group.last()?);
        let rect = Rect { x0: first.from - MEET, y0: first.at, x1: first.to + MEET, y1: last.at };
        Some((rect, group.iter().map(|rule| rule.at).collect()))
    });
    bands.collect()
}

/// Sets that can be joined, each known by its first member.
struct Sets(Vec<usize>);

impl Sets {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn first(&mut self, mut at: usize) -> usize {
        while let Some(above) = self.0.get(at).copied().filter(|above| *above != at) {
            let next = self.0.get(above).copied().unwrap_or(above);
            if let Some(own) = self.0.get_mut(at) {
                *own = next;
            }
            at = above;
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first(a), self.first(b));
        if let Some(later) = self.0.get_mut(a.max(b)) {
            *later = a.min(b);
        }
    }
}
