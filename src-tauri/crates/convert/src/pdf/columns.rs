//! Columns: white gutters that run over several lines, and what speaks for reading down on either
//! side of one instead of across it. A table's cells stand beside each other too, so the shape of
//! the lines, the order in which the file draws them, their base lines and the sense from line to
//! line are weighed together.

use super::pieces::Piece;
use super::sense;

/// A piece ends at a gutter when it reaches over it by no more, in points, or by this share of
/// itself, as an overfull line does.
const SLACK: f32 = 1.0;
const OVERHANG: f32 = 0.06;
/// Gutters tried in one region: those with most gaps in them.
const GUTTERS: usize = 16;
/// Gaps narrower than this, in sizes of the type, are spaces between words.
const GAP: f32 = 0.65;
/// Pieces looked at for one that stands beside another.
const BESIDE: usize = 32;
/// White over both columns that parts two runs, in sizes of the type.
const WHITE: f32 = 0.6;
/// Lines side by side that make columns, and what must speak for them.
const LINES: usize = 3;
const ENOUGH: f32 = 1.5;
/// Shorter pieces are cells; those of this many letters are lines of a column.
const CELL_LETTERS: f32 = 8.0;
const LINE_LETTERS: f32 = 20.0;
/// Two pieces beside each other that are both shorter are cells, whatever stands around them.
const SHORT_LETTERS: usize = 12;
/// Cells of one row share so much of their height.
const ROW: f32 = 0.6;
/// A half whose shape says so much is a column's.
const COLUMN: f32 = 0.6;
/// A line fills its column from this share of its width on.
const FILLED: f32 = 0.8;
/// What it costs to change from columns to a table and back, in lines.
const CHANGE: f32 = 2.5;
/// What a gutter that so many lines prove says for a run that does not prove it by itself; one of
/// three times as many says three times as much.
const PRIOR: f32 = 1.5;
const PROVED: f32 = 10.0;
/// A pair of lines that speaks more against columns than this is one of cells.
const CELLS: f32 = 0.7;

/// A part of a region.
pub(super) enum Band {
    /// Two columns, the left one first.
    Beside(Vec<Piece>, Vec<Piece>),
    /// What stands above, between or below columns.
    Whole(Vec<Piece>),
}

/// Cuts a region, whose pieces come downwards, at its best gutter; gives it back where it has none.
pub(super) fn cut(region: Vec<Piece>) -> Result<Vec<Band>, Vec<Piece>> {
    let scored = gutters(&region).into_iter().filter_map(|x| {
        let runs = runs(&region, x);
        let total: f32 = runs.iter().map(|run| run.score).filter(|score| *score > 0.0).sum();
        let lines = runs.iter().filter(|run| run.score > 0.0).map(|run| run.lines).sum::<usize>();
        (total >= ENOUGH && lines >= LINES).then_some((total, runs))
    });
    let Some((total, runs)) = scored.max_by(|a, b| a.0.total_cmp(&b.0)) else {
        return Err(region);
    };
    let prior = PRIOR * (total / PROVED).min(3.0);
    Ok(bands(region, &runs, prior))
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Left,
    Right,
    Across,
}

fn side(piece: &Piece, x: f32) -> Side {
    let over = SLACK.max(OVERHANG * piece.rect.width());
    if piece.rect.x1 <= x + over {
        Side::Left
    } else if piece.rect.x0 >= x - over {
        Side::Right
    } else {
        Side::Across
    }
}

/// The places where most gaps between pieces on one height lie above each other.
fn gutters(region: &[Piece]) -> Vec<f32> {
    let mut ends: Vec<(f32, i32)> = Vec::new();
    for (at, piece) in region.iter().enumerate() {
        if let Some(left) = left_of(region, at) {
            let (x0, x1) = (left.rect.x1, piece.rect.x0);
            if x1 - x0 >= GAP * piece.size.min(left.size) {
                ends.extend([(x0, 1), (x1, -1)]);
            }
        }
    }
    ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    let mut peaks: Vec<(i32, f32)> = Vec::new();
    let (mut open, mut rises) = (0, false);
    for (at, (x, step)) in ends.iter().enumerate() {
        // the white between the last gap that begins and the first that ends is in all of them
        if *step < 0 && rises {
            let begun = at.checked_sub(1).and_then(|at| ends.get(at)).map_or(*x, |end| end.0);
            peaks.push((open, (begun + x) / 2.0));
        }
        rises = *step > 0;
        open += step;
    }
    peaks.retain(|(count, _)| *count >= 2);
    peaks.sort_by_key(|(count, _)| -count);
    peaks.into_iter().take(GUTTERS).map(|(_, x)| x).collect()
}

/// The piece that ends nearest to the left of another, on its height.
fn left_of(region: &[Piece], at: usize) -> Option<&Piece> {
    let piece = region.get(at)?;
    let (before, after) = region.split_at_checked(at)?;
    let near = before.iter().rev().take(BESIDE).chain(after.iter().take(BESIDE));
    let left = near.filter(|other| other.rect.x1 <= piece.rect.x0 + SLACK);
    beside(piece, left.map(|other| ((), other))).map(|(_, other)| other)
}

/// Which of these stands on a piece's height, and furthest to the right. Lines of two columns may
/// stand half a line off each other: where none shares its height, the nearest one does.
fn beside<'a, T>(
    piece: &Piece,
    others: impl Iterator<Item = (T, &'a Piece)>,
) -> Option<(T, &'a Piece)> {
    let off = |other: &Piece| match other.rect.overlap_y(&piece.rect) > 0.3 {
        true => 0.0,
        false => (other.rect.middle().1 - piece.rect.middle().1).abs(),
    };
    let reach = |other: &Piece| other.rect.height().max(piece.rect.height());
    let near = others.map(|own| (off(own.1), own)).filter(|(off, own)| *off < reach(own.1));
    let by_right = |a: &Piece, b: &Piece| b.rect.x1.total_cmp(&a.rect.x1);
    let least = near.min_by(|a, b| a.0.total_cmp(&b.0).then_with(|| by_right(a.1.1, b.1.1)));
    least.map(|(_, own)| own)
}

/// Pieces that follow each other downwards without one that crosses the gutter, or with it alone.
struct Run {
    sides: Vec<Side>,
    /// Positive where its halves are columns, in lines.
    score: f32,
    /// Lines side by side.
    lines: usize,
}

fn runs(region: &[Piece], x: f32) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut open: Vec<&Piece> = Vec::new();
    let mut bottom = f32::MIN;
    for piece in region {
        let crosses = side(piece, x) == Side::Across;
        let parted = piece.rect.y0 > bottom + WHITE * piece.size;
        if (crosses || parted) && !open.is_empty() {
            runs.extend(runs_of(&std::mem::take(&mut open), x));
        }
        bottom = bottom.max(piece.rect.y1);
        if crosses {
            runs.push(Run { sides: vec![Side::Across], score: 0.0, lines: 0 });
        } else {
            open.push(piece);
        }
    }
    if !open.is_empty() {
        runs.extend(runs_of(&open, x));
    }
    runs
}

/// The runs of pieces none of which crosses: a table may follow columns without a break.
fn runs_of(pieces: &[&Piece], x: f32) -> Vec<Run> {
    let sides: Vec<Side> = pieces.iter().map(|piece| side(piece, x)).collect();
    let pairs = pairs(pieces, &sides);
    let scores = scores(pieces, &sides, &pairs);
    let mut runs = Vec::new();
    let mut from = 0;
    for (start, end) in stretches(&scores) {
        // pieces beside none go with what stands above them
        let next = pairs.get(end).map(|pair| pair.left.min(pair.right));
        let until = next.filter(|next| *next > from).unwrap_or(pieces.len());
        let score = scores.get(start..end).unwrap_or_default().iter().sum();
        let sides = sides.get(from..until).unwrap_or_default().to_vec();
        runs.push(Run { sides, score, lines: end - start });
        from = until;
    }
    runs
}

/// Cuts a row of scores where it changes from what speaks for columns to what speaks against them,
/// so that the sum of the former, less the price of the cuts, is as large as can be.
fn stretches(scores: &[f32]) -> Vec<(usize, usize)> {
    // for each place and either state: the best sum, and whether it came from the other state
    let mut steps: Vec<[bool; 2]> = Vec::with_capacity(scores.len());
    let (mut out, mut within) = (0.0f32, 0.0f32);
    for score in scores {
        let turned = [within - CHANGE > out, out - CHANGE > within];
        (out, within) = (out.max(within - CHANGE), within.max(out - CHANGE) + score);
        steps.push(turned);
    }
    let mut is_within = within > out;
    let mut cuts = vec![scores.len()];
    for (at, turned) in steps.iter().enumerate().rev() {
        if turned.get(usize::from(is_within)).is_some_and(|turned| *turned) {
            is_within = !is_within;
            cuts.push(at);
        }
    }
    cuts.push(0);
    cuts.reverse();
    cuts.dedup();
    if scores.is_empty() {
        return vec![(0, 0)];
    }
    cuts.iter().copied().zip(cuts.iter().copied().skip(1)).collect()
}

/// Places of two pieces that stand beside each other.
#[derive(Clone, Copy)]
struct Pair {
    left: usize,
    right: usize,
}

/// For each piece on the right, the one on the left that stands next to it.
fn pairs(pieces: &[&Piece], sides: &[Side]) -> Vec<Pair> {
    let on = |wanted: Side| {
        let all = pieces.iter().zip(sides).enumerate();
        all.filter(move |(_, (_, side))| **side == wanted).map(|(at, (piece, _))| (at, *piece))
    };
    let left: Vec<(usize, &Piece)> = on(Side::Left).collect();
    let mut pairs: Vec<Pair> = Vec::new();
    let mut from = 0;
    for (right, piece) in on(Side::Right) {
        let above = |other: &Piece| other.rect.y1 + other.rect.height() < piece.rect.y0;
        while left.get(from).is_some_and(|(_, other)| above(other)) {
            from += 1;
        }
        let near = left.iter().skip(from).take(BESIDE).copied();
        let Some((left, _)) = beside(piece, near) else { continue };
        // of several pieces on the right, the first
        let x = |at: usize| pieces.get(at).map_or(f32::MAX, |piece| piece.rect.x0);
        match pairs.last_mut().filter(|pair| pair.left == left) {
            Some(pair) if piece.rect.x0 < x(pair.right) => pair.right = right,
            Some(_) => {}
            None => pairs.push(Pair { left, right }),
        }
    }
    pairs
}

/// What speaks for columns in each pair of lines side by side; negative for cells.
fn scores(pieces: &[&Piece], sides: &[Side], pairs: &[Pair]) -> Vec<f32> {
    let shape = shape(pieces, sides);
    let at = |pair: &Pair| Some((*pieces.get(pair.left)?, *pieces.get(pair.right)?));
    let mut scores = Vec::with_capacity(pairs.len());
    for (place, pair) in pairs.iter().enumerate() {
        let Some((left, right)) = at(pair) else { continue };
        if left.letters.max(right.letters) < SHORT_LETTERS {
            // cells of two rows are not those of one table's row
            let off = left.rect.overlap_y(&right.rect) < ROW;
            scores.push(if off { 0.0 } else { -1.0 });
            continue;
        }
        let below = pairs.get(place + 1).and_then(at);
        let step = below
            .map_or(0.0, |below| sense_of((left, right), below) + order_of((left, right), below));
        scores.push(shape + base_lines(left, right) + step.clamp(-1.5, 2.0));
    }
    scores
}

/// What the shape of both halves says: long lines that fill their column, or cells. Beside lines
/// that are clearly a column's, cells may be those of a table in the other one.
fn shape(pieces: &[&Piece], sides: &[Side]) -> f32 {
    let of = |wanted: Side| {
        let own = pieces.iter().zip(sides).filter(|(_, side)| **side == wanted);
        let own: Vec<&Piece> = own.map(|(piece, _)| *piece).collect();
        let letters = usual_letters(own.iter().map(|piece| piece.letters).collect());
        let length = (letters - CELL_LETTERS) / (LINE_LETTERS - CELL_LETTERS);
        (1.6 * length - 1.0).clamp(-1.5, 0.6) + (filled(&own) - 0.5).clamp(-0.4, 0.3)
    };
    let (left, right) = (of(Side::Left), of(Side::Right));
    if left.max(right) >= COLUMN { (left + right) / 2.0 } else { left.min(right) }
}

/// Share of letters in pieces nearly as wide as the wide ones.
fn filled(pieces: &[&Piece]) -> f32 {
    let mut widths: Vec<f32> = pieces.iter().map(|piece| piece.rect.width()).collect();
    widths.sort_by(f32::total_cmp);
    let wide = widths.get(widths.len() * 9 / 10).copied().unwrap_or(0.0) * FILLED;
    let sum = |least: f32| {
        let own = pieces.iter().filter(|piece| piece.rect.width() >= least);
        own.map(|piece| piece.letters).sum::<usize>() as f32
    };
    sum(wide) / sum(0.0).max(1.0)
}

/// Letters of a piece, of the one in the middle when they stand by length: letters vote, so that
/// labels and formulas do not outvote lines.
fn usual_letters(mut letters: Vec<usize>) -> f32 {
    letters.sort_unstable();
    let all: usize = letters.iter().sum();
    let mut sum = 0;
    let usual = letters.into_iter().find(|own| {
        sum += own;
        sum * 2 >= all
    });
    usual.unwrap_or(0) as f32
}

/// Cells of a row stand on one base line, lines of two columns need not.
fn base_lines(left: &Piece, right: &Piece) -> f32 {
    let size = left.size.max(right.size).max(1.0);
    if (left.size - right.size).abs() > 0.05 * size {
        return 0.0;
    }
    if (left.rect.y1 - right.rect.y1).abs() > 0.12 * size { 0.4 } else { -0.1 }
}

/// Two lines side by side.
type Lines<'a> = (&'a Piece, &'a Piece);

/// Whether the sentences go on downwards rather than across.
fn sense_of(above: Lines, below: Lines) -> f32 {
    let link = |piece: &Piece, next: &Piece| sense::link(piece.end, next.start);
    let down = link(above.0, below.0) + link(above.1, below.1);
    let across = link(above.0, above.1) + link(above.1, below.0);
    0.5 * (down - across)
}

/// Whether the file draws downwards rather than across.
fn order_of(above: Lines, below: Lines) -> f32 {
    let follows = |piece: &Piece, next: &Piece| next.first == piece.last + 1;
    let weight = |is: bool, weight: f32| if is { weight } else { 0.0 };
    weight(follows(above.0, below.0), 0.5) + weight(follows(above.1, below.1), 0.5)
        - weight(follows(above.0, above.1), 0.2)
}

/// Puts the runs that are columns apart from what is not, from top to bottom.
fn bands(region: Vec<Piece>, runs: &[Run], prior: f32) -> Vec<Band> {
    let opening = opening(&region, runs, prior);
    let mut bands: Vec<Band> = Vec::new();
    let mut pieces = region.into_iter();
    for (run, opens) in runs.iter().zip(opening) {
        // a column that goes on alone beside the end of the other belongs to it
        let goes_on = opens || run.is_alone();
        for (side, piece) in run.sides.iter().zip(pieces.by_ref()) {
            match (bands.last_mut(), side) {
                (Some(Band::Beside(left, _)), Side::Left) if goes_on => left.push(piece),
                (Some(Band::Beside(_, right)), Side::Right) if goes_on => right.push(piece),
                (_, Side::Left) if opens => bands.push(Band::Beside(vec![piece], Vec::new())),
                (_, Side::Right) if opens => bands.push(Band::Beside(Vec::new(), vec![piece])),
                (Some(Band::Whole(whole)), _) => whole.push(piece),
                (_, _) => bands.push(Band::Whole(vec![piece])),
            }
        }
    }
    bands
}

/// For each run, whether columns begin with it: it has both, or it is lines of one that begins
/// higher than the other, as beside a figure.
fn opening(region: &[Piece], runs: &[Run], prior: f32) -> Vec<bool> {
    let mut end = region.len();
    let mut columns_follow = false;
    let mut opening: Vec<bool> = Vec::with_capacity(runs.len());
    for run in runs.iter().rev() {
        let start = end.saturating_sub(run.sides.len());
        let own = region.get(start..end).unwrap_or_default();
        let letters = || usual_letters(own.iter().map(|piece| piece.letters).collect());
        let opens = match run.is_alone() {
            true => columns_follow && letters() >= LINE_LETTERS,
            false => run.is_beside(prior),
        };
        columns_follow = opens || columns_follow && run.is_alone();
        opening.push(opens);
        end = start;
    }
    opening.reverse();
    opening
}

impl Run {
    /// Whether it stands on one side of the gutter.
    fn is_alone(&self) -> bool {
        !(self.has(Side::Across) || self.has(Side::Left) && self.has(Side::Right))
    }

    /// Whether its halves are columns. Cells are cells wherever they stand.
    fn is_beside(&self, prior: f32) -> bool {
        let is_near = self.score >= -CELLS * self.lines as f32 && self.score + prior > 0.0;
        let both = self.has(Side::Left) && self.has(Side::Right);
        both && (self.score > 0.0 || is_near)
    }

    fn has(&self, side: Side) -> bool {
        self.sides.contains(&side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_among_columns_is_cut_out_and_a_short_line_is_not() {
        let check = |scores: &[f32], expected: &[(usize, usize)]| {
            assert_eq!(stretches(scores), expected, "{scores:?}");
        };
        check(&[], &[(0, 0)]);
        check(&[1.0, 1.0, -1.0, 1.0], &[(0, 4)]);
        check(&[-1.0, -1.0, 1.0, -1.0], &[(0, 4)]);
        check(&[1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0], &[(0, 4), (4, 8)]);
        let amid = [1.0, 1.0, 1.0, -2.0, -2.0, -2.0, 1.0, 1.0, 1.0];
        check(&amid, &[(0, 3), (3, 6), (6, 9)]);
    }

    #[test]
    fn letters_vote_on_what_is_usual() {
        for (letters, expected) in [
            (vec![], 0.0),
            (vec![5], 5.0),
            (vec![1, 1, 1, 1, 2, 2, 40, 41, 42], 41.0),
            (vec![4, 5, 6, 7, 8, 9], 7.0),
        ] {
            assert_eq!(usual_letters(letters.clone()), expected, "{letters:?}");
        }
    }
}
