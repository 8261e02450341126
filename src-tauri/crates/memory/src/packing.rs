//! How much of what is to be told fits. Lines are taken in their order; one that does not fit is passed
//! over, a passage is told as far as its sentences fit. What comes out never has more tokens than its
//! budget: a text has as many as its lines together, each with the break at its end, which is so for every
//! tokenizer that takes no token across a line's beginning (a test of `models` holds it for ours).

use crate::Statement;

/// Lines that did not fit, one after another, after which no more is tried.
const MISSES: usize = 8;
/// Longest text of a layer, in bytes for each token of its budget: a word of a megabyte may be one token.
const TOKEN_BYTES: usize = 32;

/// A line that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Which of the statements.
    pub number: usize,
    /// Bytes of its words that were taken, from the first.
    pub bytes: usize,
    /// Tokens of the line, without a break at its end.
    pub tokens: usize,
}

/// A layer's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packed {
    /// Empty where nothing fitted.
    pub text: String,
    /// Its tokens.
    pub tokens: usize,
    /// The statements in it, in order.
    pub taken: Vec<Taken>,
    /// Statements that were looked at and did not fit.
    pub missed: u32,
}

/// Puts as many statements under `header` as `budget` tokens hold. `divisible` ones may be told in part.
/// `count` counts the tokens of a line, or of one with the break at its end.
pub fn pack(
    header: &str,
    statements: impl IntoIterator<Item = (Statement, bool)>,
    budget: usize,
    count: &dyn Fn(&str) -> usize,
) -> Packed {
    let ended = |line: &str| count(&format!("{line}\n"));
    let (mut text, mut taken): (_, Vec<Taken>) = (header.to_owned(), Vec::new());
    // what the text has with a break at its end, and without
    let (mut with_break, mut tokens) = (ended(header), 0);
    let (mut missed, mut misses) = (0, 0);
    for (number, (statement, divisible)) in statements.into_iter().enumerate() {
        let room = Room {
            tokens: budget.saturating_sub(with_break),
            bytes: budget.saturating_mul(TOKEN_BYTES).saturating_sub(text.len()),
        };
        if room.tokens == 0 {
            break;
        }
        let fitting = whole(&statement, &room, count)
            .or_else(|| divisible.then(|| in_part(&statement, &room, count)).flatten());
        let Some((bytes, last, line)) = fitting else {
            missed += 1;
            misses += 1;
            if misses == MISSES {
                break;
            }
            continue;
        };
        misses = 0;
        tokens = with_break + last;
        with_break += ended(&line);
        text.push('\n');
        text.push_str(&line);
        taken.push(Taken { number, bytes, tokens: last });
    }
    if taken.is_empty() {
        return Packed { missed, ..Packed::default() };
    }
    debug_assert_eq!(count(&text), tokens, "a line has other tokens after a line");
    Packed { text, tokens, taken, missed }
}

/// What is left of a budget.
struct Room {
    tokens: usize,
    bytes: usize,
}

type Fitting = (usize, usize, String);

fn whole(statement: &Statement, room: &Room, count: &dyn Fn(&str) -> usize) -> Option<Fitting> {
    fits(statement, statement.words.len(), room, count)
}

fn fits(
    statement: &Statement,
    bytes: usize,
    room: &Room,
    count: &dyn Fn(&str) -> usize,
) -> Option<Fitting> {
    let words = statement.words.get(..bytes)?;
    if words.len() >= room.bytes {
        return None;
    }
    let line = statement.line_of(words);
    if line.len() >= room.bytes {
        return None;
    }
    let tokens = count(&line);
    (tokens <= room.tokens).then_some((bytes, tokens, line))
}

/// The most sentences from the first one that fit.
fn in_part(statement: &Statement, room: &Room, count: &dyn Fn(&str) -> usize) -> Option<Fitting> {
    let ends: Vec<usize> = language::sentences(&statement.words)
        .map(|range| {
            let words = statement.words.get(range.clone()).unwrap_or_default();
            range.start + words.trim_end().len()
        })
        .collect();
    // more words are never fewer tokens, or hardly ever: then a shorter part is told
    let (mut low, mut high, mut best) = (0, ends.len().saturating_sub(1), None);
    while low < high {
        let middle = (low + high) / 2;
        match ends.get(middle).and_then(|end| fits(statement, *end, room, count)) {
            Some(fitting) => {
                best = Some(fitting);
                low = middle + 1;
            }
            None => high = middle,
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> usize {
        text.split_whitespace().count()
    }

    fn statement(words: &str) -> (Statement, bool) {
        (Statement { words: words.to_owned(), ..Statement::default() }, false)
    }

    #[test]
    fn a_line_that_does_not_fit_is_passed_over_whole() {
        // a header of one word; each line is a dash, its words, and "(written by the user)"
        let told = ["one two three", "one two three four five six seven", "one"].map(statement);
        for (budget, taken) in
            [(0, vec![]), (1, vec![]), (8, vec![2]), (9, vec![0]), (15, vec![0, 2])]
        {
            let packed = pack("##", told.clone(), budget, &words);
            let numbers: Vec<usize> = packed.taken.iter().map(|taken| taken.number).collect();
            assert_eq!(numbers, taken, "{budget}");
            assert_eq!(packed.text.is_empty(), taken.is_empty());
        }
    }

    #[test]
    fn a_passage_is_told_to_the_end_of_a_sentence() {
        let passage = statement("It rains a lot. It is cold. It never ends.").0;
        let packed = pack("##", [(passage.clone(), true)], 13, &words);
        assert_eq!(packed.text, "##\n- \"It rains a lot. It is cold.\" (written by the user)");
        assert_eq!(packed.taken, [Taken { number: 0, bytes: 27, tokens: 12 }]);
        assert!(pack("##", [(passage, false)], 13, &words).text.is_empty());
    }

    #[test]
    fn a_word_without_an_end_is_not_one_token_for_free() {
        let packed = pack("##", [statement(&"a".repeat(1 << 20))], 100, &words);
        assert!(packed.text.is_empty() && packed.missed == 1);
    }

    proptest! {
        #[test]
        fn a_budget_is_never_exceeded_and_no_sentence_is_cut(
            told in prop::collection::vec("([A-Z][a-z]{1,9}( [a-z]{1,9}){0,8}[.!?] ?){1,6}|\\PC{0,40}", 0..12),
            budget in 0usize..200,
            divisible in any::<bool>(),
        ) {
            let count = |text: &str| text.lines().map(|line| line.len().div_ceil(4)).sum::<usize>();
            let statements: Vec<_> = told.iter().map(|words| (statement(words).0, divisible)).collect();
            let packed = pack("## header", statements, budget, &count);
            prop_assert!(packed.tokens <= budget);
            prop_assert_eq!(packed.tokens, count(&packed.text));
            prop_assert_eq!(packed.text.lines().count(), match packed.taken.len() { 0 => 0, n => n + 1 });
            for taken in &packed.taken {
                let words = &told[taken.number];
                let ends = language::sentences(words)
                    .any(|range| range.start + words[range.clone()].trim_end().len() == taken.bytes);
                prop_assert!(taken.bytes == words.len() || (divisible && ends));
            }
        }
    }
}
