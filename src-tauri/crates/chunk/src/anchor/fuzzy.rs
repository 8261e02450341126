//! The passage that shares most words with a quotation, in the same order. Where to look is voted on
//! by the quotation's rarest words; what is found there is aligned word by word.

use std::{collections::HashMap, ops::Range};

/// Words of a quotation that are compared; a longer one is judged by its first ones.
const QUOTE_WORDS: usize = 1500;

/// Votes that are counted at most, rarest words first.
const VOTES: usize = 100_000;

/// Windows that are aligned.
const WINDOWS: usize = 6;

/// Share of words below which a passage is another one. Unrelated English sentences share "the",
/// "of" and the like: up to about a third of their words in the same order. Half the words changed
/// is no longer the same statement.
const SIMILAR: f32 = 0.5;

/// The same for quotations of few words, where one common word is a large share.
const SIMILAR_SHORT: f32 = 0.6;

/// Words up to which a quotation is short.
const SHORT: usize = 6;

/// A word and its bytes.
struct Word {
    id: u32,
    range: Range<usize>,
}

/// A passage and how alike it is.
struct Passage {
    range: Range<usize>,
    similarity: f32,
}

/// The passages of `text` that are most like `quote`, all to the same degree, and how like; none where
/// what is most like it is another statement.
pub(super) fn find(quote: &str, text: &str) -> (Vec<Range<usize>>, f32) {
    let mut ids = HashMap::new();
    let quote: Vec<u32> =
        words(quote).take(QUOTE_WORDS).map(|range| id(&mut ids, quote, &range)).collect();
    let known = ids.len() as u32;
    let new: Vec<Word> = words(text)
        .map(|range| {
            let word = text.get(range.clone()).unwrap_or_default().to_lowercase();
            Word { id: ids.get(&word).copied().unwrap_or(known), range }
        })
        .collect();
    let windows = windows(&quote, &new, known as usize);
    let passages: Vec<Passage> =
        windows.into_iter().filter_map(|window| align(&quote, &new, window, text)).collect();
    let most = passages.iter().map(|passage| passage.similarity).fold(0.0, f32::max);
    let least = if quote.len() <= SHORT { SIMILAR_SHORT } else { SIMILAR };
    if most < least {
        return (Vec::new(), most);
    }
    let alike = passages.into_iter().filter(|passage| passage.similarity >= most - 1e-6);
    (alike.map(|passage| passage.range).collect(), most)
}

fn id(ids: &mut HashMap<String, u32>, text: &str, range: &Range<usize>) -> u32 {
    let next = ids.len() as u32;
    *ids.entry(text.get(range.clone()).unwrap_or_default().to_lowercase()).or_insert(next)
}

/// Words and their parts; characters of scripts without spaces each stand for themselves.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    language::words(text).flat_map(|(at, word)| {
        language::parts(word).map(move |(from, part)| at + from..at + from + part.len())
    })
}

/// Stretches of `new` in which the quotation may stand.
fn windows(quote: &[u32], new: &[Word], known: usize) -> Vec<Range<usize>> {
    let mut places: Vec<Vec<usize>> = vec![Vec::new(); known];
    for (at, word) in new.iter().enumerate() {
        if let Some(places) = places.get_mut(word.id as usize) {
            places.push(at);
        }
    }
    let count = |id: u32| places.get(id as usize).map_or(0, Vec::len);
    let mut order: Vec<usize> = (0..quote.len()).collect();
    order.sort_by_key(|at| quote.get(*at).map_or(0, |id| count(*id)));
    let width = (quote.len() / 4).max(8);
    let mut votes: HashMap<usize, f32> = HashMap::new();
    let mut budget = VOTES;
    for at in order {
        let Some(found) = quote.get(at).and_then(|id| places.get(*id as usize)) else { continue };
        // a word that is everywhere is sampled evenly
        let step = found.len().div_ceil(budget.max(1)).max(1);
        let weight = 1.0 / (1.0 + found.len() as f32);
        for place in found.iter().step_by(step) {
            // the quotation would begin here
            let bucket = (place + quote.len()).saturating_sub(at) / width;
            *votes.entry(bucket).or_default() += weight;
        }
        budget = budget.saturating_sub(found.len() / step);
        if budget == 0 {
            break;
        }
    }
    let mut ranked: Vec<(usize, f32)> = votes
        .iter()
        .map(|(bucket, own)| (*bucket, own + votes.get(&(bucket + 1)).copied().unwrap_or(0.0)))
        .collect();
    ranked.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    let window = |(bucket, _): &(usize, f32)| {
        let begin = (bucket * width).saturating_sub(quote.len() + width);
        let end = (bucket * width + 3 * width).min(new.len());
        begin..end.max(begin).min(new.len())
    };
    ranked.iter().take(WINDOWS).map(window).collect()
}

/// The passage in `window` that shares most words with `quote`, by their longest common subsequence.
fn align(quote: &[u32], new: &[Word], window: Range<usize>, text: &str) -> Option<Passage> {
    let inside = new.get(window)?;
    let pairs = common(quote, inside);
    let (from, to) = densest(&pairs, quote.len());
    let (first, last) = (pairs.get(from)?, pairs.get(to)?);
    let dice = dice(to + 1 - from, quote.len(), last.1 + 1 - first.1);
    let start = widen(inside, first.1, first.0, text, Side::Before)?;
    let end = widen(inside, last.1, quote.len() - 1 - last.0, text, Side::After)?;
    Some(Passage { range: start..end, similarity: dice })
}

fn dice(shared: usize, one: usize, other: usize) -> f32 {
    2.0 * shared as f32 / (one + other) as f32
}

/// A longest common subsequence: pairs of places in `quote` and in `inside`.
fn common(quote: &[u32], inside: &[Word]) -> Vec<(usize, usize)> {
    let (rows, columns) = (quote.len(), inside.len());
    let mut lengths = vec![0u16; (rows + 1) * (columns + 1)];
    let place = |row: usize, column: usize| row * (columns + 1) + column;
    let at = |lengths: &[u16], row, column| lengths.get(place(row, column)).copied().unwrap_or(0);
    let same = |row: usize, column: usize| {
        let other = inside.get(column).map(|word| word.id);
        quote.get(row).copied() == other
    };
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let best = if same(row, column) {
                at(&lengths, row + 1, column + 1) + 1
            } else {
                at(&lengths, row + 1, column).max(at(&lengths, row, column + 1))
            };
            if let Some(length) = lengths.get_mut(place(row, column)) {
                *length = best;
            }
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut pairs = Vec::new();
    while row < rows && column < columns {
        if same(row, column) {
            pairs.push((row, column));
            (row, column) = (row + 1, column + 1);
        } else if at(&lengths, row + 1, column) >= at(&lengths, row, column + 1) {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}

/// The run of pairs, by its first and last, with the highest coefficient: common words far off at
/// either end are given up while that helps.
fn densest(pairs: &[(usize, usize)], quote_words: usize) -> (usize, usize) {
    let (mut from, mut to) = (0, pairs.len().saturating_sub(1));
    let column = |at: usize| pairs.get(at).map_or(0, |pair| pair.1);
    let value =
        |from: usize, to: usize| dice(to + 1 - from, quote_words, column(to) + 1 - column(from));
    while from < to {
        let now = value(from, to);
        // look a few pairs ahead: two far words may stand together
        let ahead = 1..=(to - from).min(4);
        let cut = ahead
            .flat_map(|step| [(from + step, to), (from, to - step)])
            .max_by(|one, other| value(one.0, one.1).total_cmp(&value(other.0, other.1)));
        match cut.filter(|(from, to)| value(*from, *to) > now) {
            Some(cut) => (from, to) = cut,
            None => break,
        }
    }
    (from, to)
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Before,
    After,
}

/// The edge of the passage: up to `missing` words beyond the outermost shared one, which were put in
/// the place of the quotation's own, as far as its sentence goes.
fn widen(inside: &[Word], at: usize, missing: usize, text: &str, side: Side) -> Option<usize> {
    let stops = |gap: &str| gap.contains(['.', '!', '?', ';', '。']) || gap.contains("\n\n");
    let mut at = at;
    for _ in 0..missing {
        let next = if side == Side::Before { at.checked_sub(1) } else { Some(at + 1) };
        let Some((next, word)) = next.and_then(|next| Some((next, inside.get(next)?))) else {
            break;
        };
        let own = inside.get(at)?;
        let gap = if side == Side::Before {
            word.range.end..own.range.start
        } else {
            own.range.end..word.range.start
        };
        if stops(text.get(gap).unwrap_or_default()) {
            break;
        }
        at = next;
    }
    let range = &inside.get(at)?.range;
    Some(if side == Side::Before { range.start } else { range.end })
}
