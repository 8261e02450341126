//! Reading order. Columns and what stands between them give one order of a page's blocks, the
//! file's own order of drawing gives another where it draws them one by one. Both are judged by the
//! same score: whether sentences go on from block to block, and whether the eye would go that way.
//! The better one is used.

use super::columns::{self, Band};
use super::doubt;
use super::glyphs::Fragment;
use super::pieces::{self, Piece};
use super::rect::Rect;
use super::sense;

/// Columns in columns in columns end here.
const NESTING: usize = 12;
/// A page of more fragments is taken as it stands: no page that people read has as many.
const FRAGMENTS: usize = 20_000;
/// Lines whose sizes differ by more belong to different things.
const SAME_SIZE: f32 = 1.12;
/// White between two lines that parts two blocks, in sizes of their type.
const WHITE: f32 = 0.7;
/// By so much the file's order must be better to be used; nearer than this, they are near.
const MARGIN: f32 = 1.0;

/// A page's fragments in reading order.
pub(super) struct Order {
    /// Inside a group, lines follow each other downwards.
    pub(super) groups: Vec<Vec<Fragment>>,
    /// Another order is nearly as likely.
    pub(super) disputed: bool,
}

/// Puts the fragments of a page in order.
pub(super) fn reading_order(fragments: Vec<Fragment>) -> Order {
    let (turned, upright): (Vec<_>, Vec<_>) =
        fragments.into_iter().partition(|fragment| fragment.turned);
    let nesting = if upright.len() <= FRAGMENTS { NESTING } else { 0 };
    let mut leaves = Vec::new();
    split(pieces::of_page(upright), nesting, &mut leaves);
    let blocks: Vec<Block> =
        leaves.into_iter().enumerate().flat_map(|(leaf, pieces)| blocks(pieces, leaf)).collect();
    let (chosen, disputed) = choose(&blocks);
    let mut groups = groups(blocks, &chosen);
    groups.extend(turned.into_iter().map(|fragment| vec![fragment]));
    Order { groups, disputed }
}

/// Cuts a region at its gutters, one after the other.
fn split(region: Vec<Piece>, nesting: usize, leaves: &mut Vec<Vec<Piece>>) {
    let Some(nesting) = nesting.checked_sub(1) else {
        leaves.push(region);
        return;
    };
    let bands = match columns::cut(region) {
        Ok(bands) => bands,
        Err(whole) => return leaves.push(whole),
    };
    for band in bands {
        match band {
            Band::Whole(region) => split(region, nesting, leaves),
            Band::Beside(left, right) => {
                let (first, second) =
                    if runs_leftwards(&left, &right) { (right, left) } else { (left, right) };
                split(first, nesting, leaves);
                split(second, nesting, leaves);
            }
        }
    }
}

/// Whether most letters are of a script that is read from right to left.
fn runs_leftwards(left: &[Piece], right: &[Piece]) -> bool {
    let sum = |count: fn(&Piece) -> usize| left.iter().chain(right).map(count).sum::<usize>();
    sum(|piece| piece.leftwards) * 2 > sum(|piece| piece.letters)
}

/// Lines that follow each other in any order: a paragraph, a caption, a row of labels.
struct Block {
    pieces: Vec<Piece>,
    rect: Rect,
    /// The region of the page that it is part of.
    leaf: usize,
    /// Place of its first fragment in the file's own order.
    first: u32,
    letters: usize,
}

/// A leaf's blocks: parted by white, by another type, by another side.
fn blocks(pieces: Vec<Piece>, leaf: usize) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for piece in pieces {
        let open = blocks.last_mut().filter(|open| {
            open.pieces.last().is_some_and(|last| {
                let size = last.size.max(piece.size);
                let beside = last.rect.overlap_y(&piece.rect) > 0.3;
                let below = piece.rect.y0 - last.rect.y1 <= WHITE * size
                    && open.rect.x0 < piece.rect.x1
                    && piece.rect.x0 < open.rect.x1
                    && is_same_size(last, &piece);
                beside || below
            })
        });
        match open {
            Some(open) => {
                open.rect = open.rect.union(piece.rect);
                open.first = open.first.min(piece.first);
                open.letters += piece.letters;
                open.pieces.push(piece);
            }
            None => {
                let Piece { rect, first, letters, .. } = piece;
                blocks.push(Block { pieces: vec![piece], rect, leaf, first, letters });
            }
        }
    }
    blocks
}

fn is_same_size(piece: &Piece, other: &Piece) -> bool {
    piece.size.max(other.size) <= piece.size.min(other.size).max(0.1) * SAME_SIZE
}

/// The better order of the blocks, and whether the other is nearly as good.
fn choose(blocks: &[Block]) -> (Vec<usize>, bool) {
    let laid: Vec<usize> = (0..blocks.len()).collect();
    if !draws_blocks(blocks) {
        return (laid, false);
    }
    let mut drawn = laid.clone();
    drawn.sort_by_key(|at| blocks.get(*at).map(|block| block.first));
    let better = score(blocks, &drawn) - score(blocks, &laid);
    let differ = doubt::disagree(drawn.iter().filter_map(|at| {
        let block = blocks.get(*at)?;
        Some((*at as u32, block.letters))
    }));
    let near = differ && better.abs() < MARGIN;
    (if better >= MARGIN { drawn } else { laid }, near)
}

/// Whether the file draws one block after the other. Where it draws line by line across them, or has
/// no order as a scan, the place at which a block begins says nothing.
fn draws_blocks(blocks: &[Block]) -> bool {
    let steps =
        blocks.iter().flat_map(|block| block.pieces.iter().zip(block.pieces.iter().skip(1)));
    let (mut all, mut whole) = (0, 0);
    for (piece, next) in steps {
        all += 1;
        whole += usize::from(next.first == piece.last + 1);
    }
    whole * 2 >= all
}

/// How well each block goes on from the one before it.
fn score(blocks: &[Block], order: &[usize]) -> f32 {
    let steps = order.iter().zip(order.iter().skip(1));
    steps.filter_map(|(at, next)| Some(step(blocks.get(*at)?, blocks.get(*next)?))).sum()
}

fn step(block: &Block, next: &Block) -> f32 {
    let (Some(last), Some(first)) = (block.pieces.last(), next.pieces.first()) else { return 0.0 };
    let sense = match is_same_size(last, first) {
        true => sense::link(last.end, first.start),
        // a sentence does not go on in another size
        false => sense::link(last.end, sense::Start::Capital).min(0.0),
    };
    sense + way(last, first)
}

/// Whether the eye goes this way: down a column, to the top of the next, never back up.
fn way(last: &Piece, first: &Piece) -> f32 {
    let shared = last.rect.x1.min(first.rect.x1) - last.rect.x0.max(first.rect.x0);
    let same = shared > 0.5 * last.rect.width().min(first.rect.width());
    let below = first.rect.y0 >= last.rect.y0;
    match (same, below) {
        (true, true) if first.rect.y0 - last.rect.y1 < 2.0 * last.size => 1.0,
        (true, true) => 0.3,
        (true, false) => -1.5,
        (false, _) => 0.0,
    }
}

/// The fragments of the blocks in this order. Blocks that follow each other in one leaf stay
/// together, so that tables and paragraphs see their neighbours.
fn groups(blocks: Vec<Block>, order: &[usize]) -> Vec<Vec<Fragment>> {
    let mut slots: Vec<Option<Block>> = blocks.into_iter().map(Some).collect();
    let mut groups: Vec<Vec<Fragment>> = Vec::new();
    let mut before: Option<(usize, usize)> = None;
    for at in order {
        let Some(block) = slots.get_mut(*at).and_then(Option::take) else { continue };
        let goes_on = before == at.checked_sub(1).map(|at| (at, block.leaf));
        before = Some((*at, block.leaf));
        let fragments = block.pieces.into_iter().flat_map(|piece| piece.parts);
        match groups.last_mut().filter(|_| goes_on) {
            Some(open) => open.extend(fragments),
            None => groups.push(fragments.collect()),
        }
    }
    for group in &mut groups {
        group.sort_by(|a, b| a.rect.y0.total_cmp(&b.rect.y0));
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::super::glyphs::Glyph;
    use super::super::letters::Face;
    use super::*;

    /// Lines of type 10, 12 points apart, one letter 5 points wide.
    fn lines(x: f32, y: f32, text: &[&str]) -> Vec<Fragment> {
        let line = |(at, text): (usize, &&str)| {
            let y0 = y + 12.0 * at as f32;
            let glyph = |(place, letter): (usize, char)| {
                let x0 = x + 5.0 * place as f32;
                Glyph { letter, x0, x1: x0 + 5.0, hidden: false }
            };
            let glyphs: Vec<Glyph> = text.chars().enumerate().map(glyph).collect();
            let rect = Rect { x0: x, y0, x1: x + 5.0 * glyphs.len() as f32, y1: y0 + 11.0 };
            let (turned, table, font) = (false, None, (Face::default(), 0));
            let (bold, fixed, order) = (0, 0, 0);
            Fragment { glyphs, rect, size: 10.0, bold, font, fixed, turned, order, table }
        };
        text.iter().enumerate().map(line).collect()
    }

    /// The first words of the groups, of blocks drawn in this order.
    fn order_of(blocks: Vec<Vec<Fragment>>) -> (Vec<String>, bool) {
        let mut fragments: Vec<Fragment> = blocks.into_iter().flatten().collect();
        for (fragment, order) in fragments.iter_mut().zip(1..) {
            fragment.order = order;
        }
        let order = reading_order(fragments);
        let firsts = order.groups.iter().flat_map(|group| group.first().map(Fragment::text));
        let word = |text: String| text.split(' ').next().unwrap_or_default().to_owned();
        (firsts.map(word).collect(), order.disputed)
    }

    const FIRST: [&str; 4] = [
        "One column of words that go on and",
        "on until the end of it is near, and",
        "then the sentence does not end but",
        "goes on at the top of another with",
    ];
    const SECOND: [&str; 4] = [
        "small letters, as was to be shown in",
        "this page of very few words. Here it",
        "ends, and nothing stands below it or",
        "beside it that would belong to it.",
    ];
    const ASIDE: [&str; 4] = [
        "A note in a box of its own, which is",
        "set below the first of both columns.",
        "It has sentences of its own that are",
        "not those of the text above the box.",
    ];

    #[test]
    fn what_crosses_the_columns_is_read_between_them() {
        let wide = "Wide words that run over both of the columns from the left to the right edge.";
        let page = vec![
            lines(50.0, 50.0, &FIRST),
            lines(300.0, 50.0, &SECOND),
            lines(50.0, 120.0, &[wide]),
            lines(50.0, 160.0, &FIRST),
            lines(300.0, 160.0, &SECOND),
        ];
        let expected = ["One", "small", "Wide", "One", "small"];
        assert_eq!(order_of(page.clone()).0, expected);
        assert_eq!(order_of(page.into_iter().rev().collect()).0, expected);
    }

    #[test]
    fn the_order_in_which_sentences_go_on_is_used() {
        let (first, second) = (lines(50.0, 50.0, &FIRST), lines(300.0, 50.0, &SECOND));
        let aside = lines(50.0, 140.0, &ASIDE);
        let (order, disputed) = order_of(vec![first, second, aside]);
        assert_eq!(order, ["One", "small", "A"]);
        assert!(!disputed);
    }

    #[test]
    fn rows_of_cells_stay_rows() {
        let cells = |x: f32, y: f32| lines(x, y, &["1,204", "23.1", "0.551", "17", "2,001"]);
        let columns = [50.0, 150.0, 250.0, 350.0];
        let (order, _) = order_of(columns.into_iter().map(|x| cells(x, 50.0)).collect());
        assert_eq!(order.len(), 1, "{order:?}");
    }

    #[test]
    fn the_eye_goes_down_and_never_up_again() {
        let at = |x: f32, y: f32| pieces::of_page(lines(x, y, &["some words"])).remove(0);
        assert!(way(&at(50.0, 50.0), &at(50.0, 62.0)) > way(&at(50.0, 50.0), &at(50.0, 300.0)));
        assert!(way(&at(50.0, 700.0), &at(300.0, 50.0)) >= 0.0);
        assert!(way(&at(50.0, 700.0), &at(50.0, 50.0)) < 0.0);
    }
}
