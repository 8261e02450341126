//! Which sentences of a stretch of text stand for it, word for word: by TextRank (Mihalcea and Tarau
//! 2004) or by TF-IDF among the sentences around them. Never changes a sentence, never joins two.

use crate::overlap::Words;
use language::{StemKey, is_unspaced, sentences};
use std::{collections::HashMap, ops::Range};
use types::LevelMethod;

/// Telling words that a sentence has at least to be chosen.
const LEAST_WORDS: usize = 4;
/// Characters in their place, where words are not parted by spaces.
const LEAST_UNSPACED: usize = 12;
/// Longest sentence that is chosen, in bytes: longer ones are tables or lists that lost their form.
const MOST_BYTES: usize = 800;
/// Sentences of one stretch that are compared with one another; later ones are left out.
const MOST_SENTENCES: usize = 400;
/// Sentences more alike than this say the same.
const SAME: f32 = 0.7;
/// PageRank's damping, most steps, and the change under which it stands.
const DAMPING: f32 = 0.85;
const STEPS: usize = 60;
const STANDS: f32 = 1e-5;

/// A sentence that was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// Its bytes of the text, without white space and list marks around it.
    pub range: Range<usize>,
    /// How much it stands for its stretch; the best one has 1.
    pub score: f32,
}

/// The sentences of `text[within]` that may be chosen: whole ones, that say something.
pub fn whole_sentences(text: &str, within: Range<usize>) -> Vec<Range<usize>> {
    let Some(part) = text.get(within.clone()) else { return Vec::new() };
    let bare = |range: Range<usize>| {
        let sentence = part.get(range.clone())?;
        let inner = without_marks(sentence);
        let from = within.start + range.start + (sentence.len() - inner.len());
        let inner = inner.trim_end();
        says_something(inner).then(|| from..from + inner.len())
    };
    sentences(part).filter_map(bare).collect()
}

/// The sentence without white space and marks of lists and quotations before it.
fn without_marks(sentence: &str) -> &str {
    let mut rest = sentence.trim_start();
    loop {
        let marks = ["- ", "* ", "+ ", "> ", "• ", "– "];
        match marks.into_iter().find_map(|mark| rest.strip_prefix(mark)) {
            Some(inner) => rest = inner.trim_start(),
            None => return rest,
        }
    }
}

fn says_something(sentence: &str) -> bool {
    let closes = |c: char| matches!(c, ')' | ']' | '"' | '\'' | '”' | '’' | '»' | '*' | '_' | '」');
    let bare = sentence.trim_end_matches(closes);
    let ends = bare.ends_with(['.', '!', '?', '。', '！', '？', '।', '؟', '۔']);
    let unspaced = || sentence.chars().filter(|c| is_unspaced(*c)).count();
    ends && sentence.len() <= MOST_BYTES
        && !sentence.starts_with(['|', '#'])
        && (Words::of(sentence).len() >= LEAST_WORDS || unspaced() >= LEAST_UNSPACED)
}

/// Up to `most` of `sentences` that stand for them all and do not repeat one another, in the order of
/// the text.
pub fn choose(
    text: &str,
    sentences: &[Range<usize>],
    method: LevelMethod,
    most: usize,
) -> Vec<Chosen> {
    let considered = sentences.get(..MOST_SENTENCES.min(sentences.len())).unwrap_or_default();
    let words: Vec<Words> = considered
        .iter()
        .map(|range| Words::of(text.get(range.clone()).unwrap_or_default()))
        .collect();
    let scores = match method {
        LevelMethod::TextRank => text_rank(&words),
        LevelMethod::TfIdf => tf_idf(&words),
    };
    let mut ranked: Vec<(usize, f32)> = scores.into_iter().enumerate().collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let best = ranked.first().map_or(1.0, |(_, score)| score.max(f32::MIN_POSITIVE));
    let mut chosen: Vec<(usize, f32)> = Vec::new();
    for (at, score) in ranked {
        if chosen.len() == most {
            break;
        }
        let repeats = |(other, _): &(usize, f32)| match (words.get(*other), words.get(at)) {
            (Some(a), Some(b)) if !b.is_empty() => a.cosine(b) > SAME,
            _ => text_of(text, considered, *other) == text_of(text, considered, at),
        };
        if !chosen.iter().any(repeats) {
            chosen.push((at, score / best));
        }
    }
    chosen.sort_by_key(|(at, _)| *at);
    let found =
        |(at, score): (usize, f32)| Some(Chosen { range: considered.get(at)?.clone(), score });
    chosen.into_iter().filter_map(found).collect()
}

fn text_of<'a>(text: &'a str, sentences: &[Range<usize>], at: usize) -> Option<&'a str> {
    text.get(sentences.get(at)?.clone())
}

/// Weighted PageRank over sentences, which are linked as far as they share words: the number shared, by
/// the logarithms of both lengths.
fn text_rank(words: &[Words]) -> Vec<f32> {
    let count = words.len();
    let mut links: Vec<Vec<(usize, f32)>> = vec![Vec::new(); count];
    let mut given = vec![0f32; count];
    for (i, one) in words.iter().enumerate() {
        for (j, other) in words.iter().enumerate().skip(i + 1) {
            let shared = one.shared(other);
            let lengths = (one.len().max(1) as f32).ln() + (other.len().max(1) as f32).ln();
            if shared == 0 || lengths <= 0.0 {
                continue;
            }
            let weight = shared as f32 / lengths;
            for (from, to) in [(i, j), (j, i)] {
                if let (Some(links), Some(given)) = (links.get_mut(to), given.get_mut(from)) {
                    links.push((from, weight));
                    *given += weight;
                }
            }
        }
    }
    let mut ranks = vec![1.0f32; count];
    for _ in 0..STEPS {
        let next: Vec<f32> = links
            .iter()
            .map(|links| {
                let sum: f32 = links
                    .iter()
                    .filter_map(|(from, weight)| {
                        Some(ranks.get(*from)? * weight / given.get(*from)?)
                    })
                    .sum();
                (1.0 - DAMPING) + DAMPING * sum
            })
            .collect();
        let change: f32 = next.iter().zip(&ranks).map(|(a, b)| (a - b).abs()).sum();
        ranks = next;
        if change < STANDS * count as f32 {
            break;
        }
    }
    ranks
}

/// How much of what is told around them sentences tell: their words' weights, each its frequency among
/// the sentences by how few of them have it, by the root of their length.
fn tf_idf(words: &[Words]) -> Vec<f32> {
    let mut with: HashMap<StemKey, f32> = HashMap::new();
    for word in words.iter().flat_map(Words::iter) {
        *with.entry(word).or_default() += 1.0;
    }
    let all = words.len() as f32;
    let weight = |word: StemKey| {
        let with = with.get(&word).copied().unwrap_or(1.0);
        with * ((1.0 + all) / (1.0 + with)).ln()
    };
    words
        .iter()
        .map(|words| {
            // summed by size, so that the order of the numbers, which is this run's, plays no part
            let mut weights: Vec<f32> = words.iter().map(weight).collect();
            weights.sort_by(f32::total_cmp);
            weights.iter().sum::<f32>() / (words.len().max(1) as f32).sqrt()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str = "Salt marshes store carbon in their soil for centuries. Herons breed beside \
        many lakes every spring. Carbon that marshes store in soil slows warming. Marsh soil keeps \
        carbon because it lacks oxygen. The meeting was opened by its chair at noon.";

    #[test]
    fn what_stands_for_a_text_is_chosen_in_its_own_words() {
        let all = whole_sentences(TEXT, 0..TEXT.len());
        assert_eq!(all.len(), 5);
        for method in [LevelMethod::TextRank, LevelMethod::TfIdf] {
            let chosen = choose(TEXT, &all, method, 2);
            assert_eq!(chosen.len(), 2, "{method:?}");
            for one in &chosen {
                assert!(TEXT[one.range.clone()].contains("arbon"), "{method:?} {one:?}");
            }
            assert!(chosen[0].range.start < chosen[1].range.start);
        }
    }

    #[test]
    fn what_says_nothing_is_not_chosen() {
        for (text, expected) in [
            ("", &[][..]),
            ("| a | b |\n| - | - |\n| 1 | 2 |\n", &[]),
            ("Yes. No. See above.", &[]),
            ("A heading of many telling words without an end", &[]),
            (
                "- Marsh soil keeps carbon for centuries.\n",
                &["Marsh soil keeps carbon for centuries."],
            ),
            ("塩性湿地は土壌に炭素を貯蔵する。", &["塩性湿地は土壌に炭素を貯蔵する。"]),
        ] {
            let found: Vec<&str> =
                whole_sentences(text, 0..text.len()).into_iter().map(|it| &text[it]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_sentence_said_ten_thousand_times_is_chosen_once() {
        let text = "Marsh soil keeps carbon for many centuries. ".repeat(10_000);
        let all = whole_sentences(&text, 0..text.len());
        for method in [LevelMethod::TextRank, LevelMethod::TfIdf] {
            assert_eq!(choose(&text, &all, method, 5).len(), 1, "{method:?}");
        }
    }

    proptest! {
        #[test]
        fn nothing_is_made_up(text in "([A-Za-z]{1,9} ){0,9}[a-z.!? \n|é。-]{0,40}([a-z]{2,9}[ .]){0,60}") {
            let all = whole_sentences(&text, 0..text.len());
            for method in [LevelMethod::TextRank, LevelMethod::TfIdf] {
                let chosen = choose(&text, &all, method, 3);
                prop_assert!(chosen.len() <= 3);
                for one in chosen {
                    prop_assert!(all.contains(&one.range) && text.get(one.range).is_some());
                    prop_assert!((0.0..=1.0).contains(&one.score));
                }
            }
        }
    }
}
