//! When a sentence says that it holds: "since 2019", "from March 2020 to 5 May 2021". It never infers
//! a time that is not stated.

use language::dates::{Stated, at};
use language::{Shape, Word, collapse, shaped};
use types::Validity;

/// Longest stretch kept in words.
const STATED_BYTES: usize = 120;
/// Longest sentence that is read.
const SENTENCE_BYTES: usize = 2_000;

/// When `sentence` says that it holds. Where it says so twice, the more exact statement counts: an
/// interval before one open end, an open end before "in 2021".
pub fn validity(sentence: &str) -> Validity {
    if sentence.len() > SENTENCE_BYTES {
        return Validity::default();
    }
    let words = shaped(sentence, 0);
    of(sentence, &words, 0)
}

/// The same over words that are read already; `offset` is the sentence's first byte.
pub(crate) fn of(sentence: &str, words: &[Word<'_>], offset: usize) -> Validity {
    let mut best: Option<Found> = None;
    let mut from = 0;
    while from < words.len() {
        let Some(found) = interval(words, from) else {
            from += 1;
            continue;
        };
        from = found.last + 1;
        let opens = |one: &Found| one.open && one.days.0.is_some() && one.days.1.is_none();
        best = Some(match best {
            Some(one) if opens(&one) && found.open && found.days.0.is_none() => Found {
                days: (one.days.0, found.days.1),
                first: one.first,
                last: found.last,
                open: false,
                rank: 3,
            },
            Some(one) if one.rank >= found.rank => one,
            _ => found,
        });
    }
    let Some(found) = best else { return Validity::default() };
    let start = words.get(found.first).map_or(0, |word| word.start - offset);
    let end = words.get(found.last).map_or(start, |word| word.end - offset);
    let stated = collapse(sentence.get(start..end).unwrap_or_default());
    let cut = stated.floor_char_boundary(STATED_BYTES.min(stated.len()));
    let stated = stated.get(..cut).unwrap_or_default().to_owned();
    Validity { from: found.days.0, to: found.days.1, stated }
}

/// A stated interval, from word `first` to word `last`.
struct Found {
    days: (Option<i32>, Option<i32>),
    first: usize,
    last: usize,
    /// Whether the words leave one end open.
    open: bool,
    /// Which of two statements counts.
    rank: u8,
}

fn interval(words: &[Word<'_>], from: usize) -> Option<Found> {
    let lower = |at: usize| words.get(at).map_or("", |word| &*word.lower);
    let one_of = |at: usize, list: &[&str]| list.contains(&lower(at));
    let skip = |at: usize, list: &[&str]| at + usize::from(one_of(at, list));
    let found = |days, last: usize, open, rank| Some(Found { days, first: from, last, open, rank });
    let next = from + 1;
    match lower(from) {
        "since" | "starting" | "beginning" | "effective" | "after" => {
            let stated = when(words, skip(next, &["from", "in", "on", "as", "of"]))
                .or_else(|| when(words, from + 3).filter(|_| lower(next) == "as"))?;
            let first = stated.days.map(|days| days.0);
            let after = lower(from) == "after";
            let day = if after { stated.days.map(|days| days.1 + 1) } else { first };
            found((day, None), stated.words.end - 1, true, 2)
        }
        "as" if lower(next) == "of" || lower(next) == "from" => {
            let stated = when(words, from + 2)?;
            found((stated.days.map(|days| days.0), None), stated.words.end - 1, true, 2)
        }
        "from" | "between" => {
            let begin = when(words, next)?;
            let link = begin.words.end;
            let and: &[&str] = match lower(from) {
                "between" => &["and"],
                _ => &["to", "until", "till", "through"],
            };
            let dash = words.get(link).is_some_and(|word| is_dash(word.gap));
            let end_at = if dash { link } else { link + usize::from(one_of(link, and)) };
            let end = (dash || end_at > link).then(|| when(words, end_at)).flatten();
            if let Some(end) = end {
                let (first, last) = (begin.days.map(|d| d.0), end.days.map(|d| d.1));
                let ordered = first.zip(last).is_none_or(|(first, last)| first <= last);
                let days = if ordered { (first, last) } else { (None, None) };
                return found(days, end.words.end - 1, false, 3);
            }
            if lower(from) == "between" {
                return None;
            }
            let first = begin.days.map(|days| days.0);
            if one_of(link, &["on", "onward", "onwards", "forward"]) {
                return found((first, None), link, true, 2);
            }
            let leads = from == 0 || words.get(from).is_some_and(|word| word.apart);
            let applies = from > 0
                && one_of(
                    from - 1,
                    &[
                        "effective",
                        "force",
                        "valid",
                        "apply",
                        "applies",
                        "applicable",
                        "binding",
                        "effect",
                    ],
                );
            match leads || applies {
                true => found((first, None), link - 1, true, 2),
                false => found((first, begin.days.map(|days| days.1)), link - 1, false, 1),
            }
        }
        "until" | "till" | "through" | "before" => {
            let stated = when(words, next)?;
            let before = lower(from) == "before";
            let day = stated.days.map(|days| if before { days.0 - 1 } else { days.1 });
            found((None, day), stated.words.end - 1, true, 2)
        }
        "in" | "during" | "on" | "throughout" | "within" => {
            let stated = when(words, next)?;
            let dash = stated.words.end;
            let (first, last) = (stated.days.map(|d| d.0), stated.days.map(|d| d.1));
            let end = at(words, dash).filter(|_| words.get(dash).is_some_and(|w| is_dash(w.gap)));
            if let Some(end) = end.filter(|end| end.days.map(|d| d.1) > last) {
                return found((first, end.days.map(|d| d.1)), end.words.end - 1, false, 1);
            }
            found((first, last), dash - 1, false, 1)
        }
        // "2018–2020" without a word before it.
        _ => {
            let (begin, dash) = (at(words, from)?, at(words, from)?.words.end);
            let end =
                at(words, dash).filter(|_| words.get(dash).is_some_and(|w| is_dash(w.gap)))?;
            let (first, last) = (begin.days?.0, end.days?.1);
            (first < last).then_some(())?;
            found((Some(first), Some(last)), end.words.end - 1, false, 1)
        }
    }
}

fn is_dash(gap: &str) -> bool {
    matches!(gap.trim(), "-" | "–" | "—")
}

/// A time with its article before it; a lone year beyond 9999 as well, which has no days.
fn when(words: &[Word<'_>], from: usize) -> Option<Stated> {
    let lower = |at: usize| words.get(at).map_or("", |word| &*word.lower);
    if words.get(from)?.apart {
        return None;
    }
    let mut from = from + usize::from(lower(from) == "the");
    if matches!(lower(from), "end" | "beginning" | "start") && lower(from + 1) == "of" {
        from += 2;
    }
    if let Some(stated) = at(words, from) {
        return Some(stated);
    }
    let word = words.get(from)?;
    let far = (5..=9).contains(&word.text.len()) && word.text.bytes().all(|b| b.is_ascii_digit());
    let alone = words.get(from + 1).is_none_or(|next| next.apart);
    let far = far && alone && word.shape == Shape::Number;
    far.then(|| Stated { words: from..from + 1, days: None, bare: true })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use types::day_text;

    #[test]
    fn sentences_say_when_they_hold() {
        let check = |sentence: &str, from: &str, to: &str, stated: &str| {
            let found = validity(sentence);
            let text = |day: Option<i32>| day.map(day_text).unwrap_or_default();
            let found = (text(found.from), text(found.to), found.stated);
            assert_eq!(found, (from.to_owned(), to.to_owned(), stated.to_owned()), "{sentence}");
        };
        check("The rule has applied since 2019.", "2019-01-01", "", "since 2019");
        check(
            "It ran from March 2020 to 5 May 2021.",
            "2020-03-01",
            "2021-05-05",
            "from March 2020 to 5 May 2021",
        );
        check("It held until the end of 2021.", "", "2021-12-31", "until the end of 2021");
        check("In Spring 2021, sales fell.", "2021-03-01", "2021-05-31", "In Spring 2021");
        check("Caesar died in 44 BC.", "-0043-01-01", "-0043-12-31", "in 44 BC");
        check("It will return in 12021.", "", "", "in 12021");
        check(
            "Between 2018 and 2020 it rose.",
            "2018-01-01",
            "2020-12-31",
            "Between 2018 and 2020",
        );
        check("From 1 January 2022 on, it is so.", "2022-01-01", "", "From 1 January 2022 on");
        check(
            "The act is effective as of 2 March 2023.",
            "2023-03-02",
            "",
            "effective as of 2 March 2023",
        );
        check("We used data from 2019 for it.", "2019-01-01", "2019-12-31", "from 2019");
        check("Before 2020, it was legal.", "", "2019-12-31", "Before 2020");
        check(
            "Since 2010 and until 2015 it grew.",
            "2010-01-01",
            "2015-12-31",
            "Since 2010 and until 2015",
        );
        check("Rates in 2018–2020 were low.", "2018-01-01", "2020-12-31", "in 2018–2020");
        check(
            "It runs from 5 to 16 July 2027.",
            "2027-07-05",
            "2027-07-16",
            "from 5 to 16 July 2027",
        );
        check("From 2021 to 2019 it was odd.", "", "", "From 2021 to 2019");
        check("Of 2021 patients, 12 left in tears.", "", "", "");
        check("Nothing is stated.", "", "", "");
        check("Smith (2019) says otherwise.", "", "", "");
    }

    proptest! {
        #[test]
        fn no_sentence_is_too_odd(
            text in "(\\PC|since |from |to |until |in |the |[0-9]{1,9}| |May |BC |–){0,24}"
        ) {
            let found = validity(&text);
            prop_assert!(found.stated.len() <= STATED_BYTES);
            if let (Some(from), Some(to)) = (found.from, found.to) {
                prop_assert!(from <= to, "{found:?}");
            }
        }
    }
}
