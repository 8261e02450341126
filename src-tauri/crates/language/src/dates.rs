//! Dates as people write them, in days of the proleptic Gregorian calendar from 1970-01-01. Years from
//! -9999 to 9999 are understood (ISO 8601: year 0 is 1 BC); what lies outside has no day.

use crate::lists::List;
use crate::shapes::{Shape, Word, shaped};
use crate::work;
use std::ops::Range;
use types::{day_number, month_days};

/// A stated time: which words, and its first and last day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// Words of the sentence.
    pub words: Range<usize>,
    /// Both `None` where the year lies outside.
    pub days: Option<(i32, i32)>,
    /// Whether it is a bare year: "2021" may be a number, "March 2021" may not.
    pub bare: bool,
}

/// First or last day of the time that `text` names: "2021", "2021-03", "2021-03-20",
/// "-0044-03-15", "Spring 2021", "44 BC". `None` for anything else.
pub fn day(text: &str, end: bool) -> Option<i32> {
    let text = text.trim();
    if text.len() > 64 {
        return None;
    }
    let days = iso(text).or_else(|| {
        let words = shaped(text, 0);
        let found = at(&words, 0)?;
        (found.words.end == words.len() && words.first()?.gap.is_empty()).then_some(found.days?)
    });
    days.map(|(first, last)| if end { last } else { first })
}

fn whole_month(year: i64, month: u32) -> Option<(i32, i32)> {
    Some((day_number(year, month, 1)?, day_number(year, month, month_days(year, month))?))
}

fn whole_year(year: i64) -> Option<(i32, i32)> {
    Some((day_number(year, 1, 1)?, day_number(year, 12, 31)?))
}

/// From the first day of one month to the last of another, of one year.
fn months(year: i64, from: u32, to: u32) -> Option<(i32, i32)> {
    Some((whole_month(year, from)?.0, whole_month(year, to)?.1))
}

/// `2021`, `2021-03`, `2021-03-20`, each with a sign before it or none.
fn iso(text: &str) -> Option<(i32, i32)> {
    let (sign, digits) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let mut parts = digits.split('-');
    let mut number = |length: usize| match parts.next() {
        None => Some(None),
        Some(part) if part.len() == length && part.bytes().all(|b| b.is_ascii_digit()) => {
            part.parse::<u32>().ok().map(Some)
        }
        Some(_) => None,
    };
    let (year, month, date) = (number(4)??, number(2)?, number(2)?);
    let year = sign * i64::from(year);
    match (parts.next(), month, date) {
        (None, None, None) => whole_year(year),
        (None, Some(month), None) => whole_month(year, month),
        (None, Some(month), Some(date)) => day_number(year, month, date).map(|day| (day, day)),
        _ => None,
    }
}

/// The time that the words from `from` on name, the longest reading first.
pub fn at(words: &[Word<'_>], from: usize) -> Option<Stated> {
    work();
    let rest = words.get(from..)?;
    let first = rest.first()?;
    if !first.text.starts_with(|c: char| c.is_ascii_digit()) && !opens_time(&first.lower) {
        return None;
    }
    let found = |len: usize, days: Option<(i32, i32)>, bare: bool| {
        Some(Stated { words: from..from + len, days, bare })
    };
    if first.text.contains('-') && first.text.starts_with(|c: char| c.is_ascii_digit()) {
        let span = || {
            let (from, to) = first.text.split_once('-')?;
            let to = if to.len() == 2 { format!("{}{to}", from.get(..2)?) } else { to.to_owned() };
            let days = (whole_year(four(from)?)?.0, whole_year(four(&to)?)?.1);
            (days.0 < days.1).then_some(days)
        };
        let month = |day: &(i32, i32)| first.text.len() != 7 || day.0 < day.1;
        return found(1, Some(iso(first.text).filter(month).or_else(span)?), false);
    }
    if let Some(middle) = first.lower.strip_prefix("mid-").and_then(four) {
        return found(1, months(middle, 5, 8), false);
    }
    if let Some((len, month, dates)) = month_and_days(rest) {
        let (more, year) = year(rest, len)?;
        let days = match dates {
            None => whole_month(year, month),
            Some((first, last)) => {
                day_number(year, month, first).zip(day_number(year, month, last))
            }
        };
        let known = (-9999..=9999).contains(&year);
        // The 30th of February is no date; the year 12021 is one that cannot be counted.
        return if known && days.is_none() { None } else { found(len + more, days, false) };
    }
    if let Some((len, from_month, to_month)) = part_of_year(rest) {
        let (more, year) = year(rest, len)?;
        let days = match from_month {
            12 => whole_month(year - 1, 12).zip(whole_month(year, 2)).map(|(a, b)| (a.0, b.1)),
            _ => months(year, from_month, to_month),
        };
        return found(len + more, days, false);
    }
    if let Some(decade) = first.lower.strip_suffix('s').filter(|_| first.shape == Shape::Ordinal) {
        let start = decade.parse().ok().filter(|year: &i64| decade.len() == 4 && year % 10 == 0)?;
        let length = if start % 100 == 0 { 99 } else { 9 };
        let days = day_number(start, 1, 1).zip(day_number(start + length, 12, 31));
        return found(1, days, false);
    }
    if let Some((len, days)) = century(rest) {
        return found(len, days, false);
    }
    let (len, number) = year(rest, 0)?;
    found(len, whole_year(number), len == 1)
}

/// Whether a word, in lower case, that is no number can begin a time.
pub fn opens_time(lower: &str) -> bool {
    lower.starts_with("mid-")
        || month(lower).is_some()
        || matches!(
            lower,
            "spring"
                | "summer"
                | "autumn"
                | "fall"
                | "winter"
                | "q1"
                | "q2"
                | "q3"
                | "q4"
                | "h1"
                | "h2"
                | "early"
                | "mid"
                | "late"
                | "ad"
                | "ce"
        )
        || List::of("ordinals").has(lower)
}

/// "5 March", "March 5,", "5–7 March", "the 5th of March", "March": words, month, days.
#[expect(clippy::type_complexity, reason = "three short answers, used in one place")]
fn month_and_days(words: &[Word<'_>]) -> Option<(usize, u32, Option<(u32, u32)>)> {
    let month = |at: usize| words.get(at).and_then(month_of);
    let date = |at: usize| words.get(at).and_then(date_of);
    let joined = |at: usize| words.get(at).is_some_and(|word| !word.apart);
    if let Some(month) = month(0) {
        return match (date(1), date(2)) {
            (Some(first), Some(last)) if joined(1) && first < last => {
                Some((3, month, Some((first, last))))
            }
            (Some(first), _) if joined(1) => Some((2, month, Some((first, first)))),
            _ => Some((1, month, None)),
        };
    }
    let first = date(0)?;
    let of = usize::from(words.get(1).is_some_and(|word| word.lower == "of" && !word.apart));
    if let Some(month) = month(1 + of).filter(|_| joined(1 + of)) {
        return Some((2 + of, month, Some((first, first))));
    }
    let to = words.get(1).is_some_and(|word| matches!(&*word.lower, "to" | "and") && !word.apart);
    if let Some(last) = date(2).filter(|last| to && *last > first && joined(2)) {
        return month(3).filter(|_| joined(3)).map(|month| (4, month, Some((first, last))));
    }
    let last = date(1).filter(|last| *last > first)?;
    let dash = words.get(1).is_some_and(|word| matches!(word.gap.trim(), "-" | "–" | "—"));
    month(2).filter(|_| dash && joined(2)).map(|month| (3, month, Some((first, last))))
}

fn month_of(word: &Word<'_>) -> Option<u32> {
    if word.shape == Shape::Lower {
        return None;
    }
    month(&word.lower)
}

/// The number of a month, its name in lower case written out or cut to three letters ("sept" to four).
pub fn month(lower: &str) -> Option<u32> {
    let months = List::of("months").entries();
    let cut = |month: &&str| lower.len() == 3 && month.starts_with(lower);
    let short = || months.iter().position(cut).or((lower == "sept").then_some(8));
    let place = months.iter().position(|month| *month == lower).or_else(short);
    place.and_then(|at| u32::try_from(at + 1).ok())
}

fn date_of(word: &Word<'_>) -> Option<u32> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.lower.strip_suffix(end));
    let digits = digits.unwrap_or(&word.lower);
    let short = digits.len() <= 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
    short.then(|| digits.parse().ok()).flatten().filter(|date| (1..=31).contains(date))
}

/// "Spring", "Q3", "third quarter of", "early", "mid": words, first month, last month. Seasons are the
/// northern, meteorological ones; a winter ends in the year it is named after.
fn part_of_year(words: &[Word<'_>]) -> Option<(usize, u32, u32)> {
    let lower = |at: usize| words.get(at).map_or("", |word| &*word.lower);
    let of = |at: usize| at + usize::from(lower(at) == "of");
    let (from, to) = match lower(0) {
        "spring" => (3, 5),
        "summer" => (6, 8),
        "autumn" | "fall" => (9, 11),
        "winter" => (12, 2),
        "q1" => (1, 3),
        "q2" => (4, 6),
        "q3" => (7, 9),
        "q4" => (10, 12),
        "h1" => (1, 6),
        "h2" => (7, 12),
        "early" => (1, 4),
        "mid" => (5, 8),
        "late" => (9, 12),
        _ => {
            let nth = ["first", "second", "third", "fourth"].iter().position(|n| *n == lower(0))?;
            let nth = u32::try_from(nth).ok()?;
            let (from, to) = match lower(1) {
                "quarter" => (nth * 3 + 1, nth * 3 + 3),
                "half" if nth < 2 => (nth * 6 + 1, nth * 6 + 6),
                _ => return None,
            };
            return Some((of(2), from, to));
        }
    };
    Some((of(1), from, to))
}

/// "the 19th century", "the second century BC".
fn century(words: &[Word<'_>]) -> Option<(usize, Option<(i32, i32)>)> {
    let first = words.first()?;
    if words.get(1).is_none_or(|word| word.lower != "century" || word.apart) {
        return None;
    }
    let named = List::of("ordinals").place(&first.lower).map(|at| at + 1);
    let number = named.or_else(|| date_of(first).map(|date| date as usize))?;
    let number = i64::try_from(number).ok()?;
    let before = words.get(2).is_some_and(|word| is_era_before(word) && !word.apart);
    let (from, to) = match before {
        true => (1 - 100 * number, 100 - 100 * number),
        false => (100 * number - 99, 100 * number),
    };
    Some((2 + usize::from(before), day_number(from, 1, 1).zip(day_number(to, 12, 31))))
}

/// The year at `at`: how many words it takes, and its number as ISO 8601 counts.
fn year(words: &[Word<'_>], at: usize) -> Option<(usize, i64)> {
    let word = words.get(at)?;
    if word.text == "AD" || word.text == "CE" {
        let number = words.get(at + 1).filter(|word| !word.apart)?;
        return Some((2, digits(number).filter(|year| *year > 0)?));
    }
    let number = digits(word)?;
    let apart = at > 0 && !matches!(word.gap.trim(), "" | "," | "." | ".,");
    if apart || number == 0 {
        return None;
    }
    match words.get(at + 1).filter(|word| !word.apart) {
        Some(era) if is_era_before(era) => Some((2, 1 - number)),
        Some(era) if era.text == "CE" || era.text == "AD" => Some((2, number)),
        // Three digits or five are years only where something says so.
        _ if word.text.len() == 4 && number >= 1000 => Some((1, number)),
        _ if word.text.len() > 4 && at > 0 => Some((1, number)),
        _ => None,
    }
}

fn digits(word: &Word<'_>) -> Option<i64> {
    let plain = (1..=9).contains(&word.text.len()) && word.text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| word.text.parse().ok()).flatten()
}

/// A year of four digits from 1000 on.
fn four(text: &str) -> Option<i64> {
    let plain = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten().filter(|year| *year >= 1000)
}

fn is_era_before(word: &Word<'_>) -> bool {
    matches!(word.text, "BC" | "BCE" | "B.C" | "B.C.E")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use types::day_text;

    #[test]
    fn times_have_first_and_last_days() {
        let check = |text: &str, first: &str, last: &str| {
            let days = [false, true].map(|end| day(text, end).map(day_text).unwrap_or_default());
            assert_eq!(days, [first.to_owned(), last.to_owned()], "{text}");
        };
        check("1970-01-01", "1970-01-01", "1970-01-01");
        check("2021", "2021-01-01", "2021-12-31");
        check(" 2021-02 ", "2021-02-01", "2021-02-28");
        check("2000-02", "2000-02-01", "2000-02-29");
        check("1900-02", "1900-02-01", "1900-02-28");
        check("2021-03-20", "2021-03-20", "2021-03-20");
        check("-0044-03-15", "-0044-03-15", "-0044-03-15");
        check("44 BC", "-0043-01-01", "-0043-12-31");
        check("15 March 44 BC", "-0043-03-15", "-0043-03-15");
        check("AD 79", "0079-01-01", "0079-12-31");
        check("Spring 2021", "2021-03-01", "2021-05-31");
        check("winter 2021", "2020-12-01", "2021-02-28");
        check("the 1990s", "", "");
        check("1990s", "1990-01-01", "1999-12-31");
        check("19th century", "1801-01-01", "1900-12-31");
        check("first century BC", "-0099-01-01", "0000-12-31");
        check("5 May 2021", "2021-05-05", "2021-05-05");
        check("May 5th, 2021", "2021-05-05", "2021-05-05");
        check("5–7 May 2021", "2021-05-05", "2021-05-07");
        check("Sept. 2021", "2021-09-01", "2021-09-30");
        check("Q3 2021", "2021-07-01", "2021-09-30");
        check("second half of 2021", "2021-07-01", "2021-12-31");
        check("mid-2021", "2021-05-01", "2021-08-31");
        check("2018-2020", "2018-01-01", "2020-12-31");
        check("9999", "9999-01-01", "9999-12-31");
        check("-9999", "-9999-01-01", "-9999-12-31");
        check("0000", "0000-01-01", "0000-12-31");
        for nothing in [
            "",
            "12021",
            "-12021",
            "2021-13",
            "2021-02-30",
            "30 February 2021",
            "may",
            "10000-01-01",
            "20 apples",
            "5 March",
            "2021-3",
            "99999 BC",
            "spring",
            "+-2021",
        ] {
            check(nothing, "", "");
        }
    }

    proptest! {
        #[test]
        fn days_and_texts_invert(number in -4_371_587i32..2_932_897) {
            prop_assert_eq!(day(&day_text(number), false), Some(number));
            prop_assert_eq!(day(&day_text(number), true), Some(number));
        }

        #[test]
        fn no_text_is_too_odd(text in "(\\PC|[0-9]{1,12}|BC|[ ,–-]|May|th|century){0,12}", end: bool) {
            let _ = day(&text, end);
        }

    }
}
