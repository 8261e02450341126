//! The times that a question asks about: dates as [`crate::dates`] reads them, and times told from a day,
//! "last May", "three days ago", "two weeks before 8 June 2023".

use crate::{
    dates::{at, month},
    numbers,
    shapes::{Word, shaped},
};
use types::{day_number, day_text, month_days};

/// Words of a question that are read.
const WORDS: usize = 400;
/// Most units that are counted from a day: a longer count is no memory.
const UNITS: f64 = 1000.0;

/// A time that is asked about. Days are counted from 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// From the first day to the last.
    Days(i32, i32),
    /// A month of whichever year, from 1.
    Month(u32),
}

impl Asked {
    /// How many days a day lies outside of it.
    pub fn days_off(&self, day: i32) -> u32 {
        match *self {
            Self::Days(first, _) if day < first => first.abs_diff(day),
            Self::Days(_, last) if day > last => day.abs_diff(last),
            Self::Days(..) => 0,
            Self::Month(month) => match civil(day) {
                Some((_, found)) if found == month => 0,
                _ => u32::MAX,
            },
        }
    }
}

/// The times that `text` asks about, `today` being the day on which it is asked.
pub fn asked(text: &str, today: i32) -> Vec<Asked> {
    let mut words = shaped(text, 0);
    words.truncate(WORDS);
    let mut found = Vec::new();
    let mut from = 0;
    while from < words.len() {
        match read(&words, from, today) {
            Some((length, time)) => {
                found.push(time);
                from += length.max(1);
            }
            None => from += 1,
        }
    }
    found
}

fn read(words: &[Word<'_>], from: usize, today: i32) -> Option<(usize, Asked)> {
    told(words, from, today).or_else(|| {
        if let Some(stated) = at(words, from).filter(|stated| !stated.words.is_empty()) {
            let (first, last) = stated.days?;
            return Some((stated.words.len(), Asked::Days(first, last)));
        }
        // "May" begins with a capital; "may" is a verb
        let word = words.get(from).filter(|word| word.is_capital() && word.lower.len() > 2)?;
        month(&word.lower).map(|month| (1, Asked::Month(month)))
    })
}

/// A time that is told from a day.
fn told(words: &[Word<'_>], from: usize, today: i32) -> Option<(usize, Asked)> {
    let word = |at: usize| words.get(from + at).map(|word| &*word.lower);
    let around = |(first, last): (i32, i32), slack: i32| Asked::Days(first - slack, last + slack);
    match word(0)? {
        "today" => return Some((1, Asked::Days(today, today))),
        "yesterday" => return Some((1, Asked::Days(today - 1, today - 1))),
        opening @ ("last" | "past" | "previous" | "this" | "next") => {
            return since(words, from, opening, today);
        }
        _ => {}
    }
    let (length, count) = match word(0)? {
        "a" | "an" | "the" | "one" => (1, 1.0),
        number => (1, numbers::word(number).or_else(|| number.parse().ok())?),
    };
    let days = unit(word(length)?)? * count.clamp(0.0, UNITS);
    // "two weeks" is less exact than "fourteen days"
    let (days, slack) = (days as i32, (days / 14.0) as i32);
    let anchor = |at: usize| {
        let stated = self::at(words, from + at)?;
        Some((at + stated.words.len(), stated.days?))
    };
    match word(length + 1)? {
        "ago" => Some((length + 2, around((today - days, today - days), slack))),
        "before" => {
            let (length, (first, last)) = anchor(length + 2)?;
            Some((length, around((first - days, last - days), slack)))
        }
        "after" => {
            let (length, (first, last)) = anchor(length + 2)?;
            Some((length, around((first + days, last + days), slack)))
        }
        _ => None,
    }
}

/// "last May", "last week", "the past ten days", "this year", "next month".
fn since(words: &[Word<'_>], from: usize, opening: &str, today: i32) -> Option<(usize, Asked)> {
    let word = |at: usize| words.get(from + at).map(|word| &*word.lower);
    let (year, this_month) = civil(today)?;
    let named = word(1)?;
    if let Some(month) = month(named) {
        let back = opening != "this" && opening != "next" && month >= this_month;
        let year = if back { year - 1 } else { year };
        return Some((2, whole_month(year, month)?));
    }
    let turn = match opening {
        "this" => 0,
        "next" => 1,
        _ => -1,
    };
    let time = match named {
        "year" => Asked::Days(day_number(year + turn, 1, 1)?, day_number(year + turn, 12, 31)?),
        "month" => {
            let months = year * 12 + i64::from(this_month) - 1 + turn;
            whole_month(months.div_euclid(12), u32::try_from(months.rem_euclid(12)).ok()? + 1)?
        }
        "week" => {
            // 1970-01-01 was a Thursday; weeks begin on Monday (ISO 8601)
            let monday = today - (today + 3).rem_euclid(7) + 7 * i32::try_from(turn).ok()?;
            Asked::Days(monday, monday + 6)
        }
        "day" | "days" => Asked::Days(today - 1, today),
        number => {
            let count = numbers::word(number).or_else(|| number.parse().ok())?;
            let days = unit(word(2)?)? * count.clamp(0.0, UNITS);
            return (turn < 0).then(|| (3, Asked::Days(today - days as i32, today)));
        }
    };
    Some((2, time))
}

/// Days of a unit of time.
fn unit(word: &str) -> Option<f64> {
    Some(match word {
        "day" | "days" => 1.0,
        "week" | "weeks" => 7.0,
        "month" | "months" => 30.44,
        "year" | "years" => 365.25,
        _ => return None,
    })
}

fn whole_month(year: i64, month: u32) -> Option<Asked> {
    let last = day_number(year, month, month_days(year, month))?;
    Some(Asked::Days(day_number(year, month, 1)?, last))
}

/// Year and month of a day.
fn civil(day: i32) -> Option<(i64, u32)> {
    let text = day_text(day);
    let mut parts = text.rsplitn(3, '-');
    let month = parts.nth(1)?.parse().ok()?;
    Some((parts.next()?.parse().ok()?, month))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asked on Wednesday, 14 June 2023.
    fn check(question: &str, expected: &[(&str, &str)]) {
        let today = day_number(2023, 6, 14).unwrap();
        let found: Vec<(String, String)> = asked(question, today)
            .into_iter()
            .map(|time| match time {
                Asked::Days(first, last) => (day_text(first), day_text(last)),
                Asked::Month(month) => ("month".to_owned(), month.to_string()),
            })
            .collect();
        let expected: Vec<(String, String)> =
            expected.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        assert_eq!(found, expected, "{question}");
    }

    #[test]
    fn questions_name_times_in_many_ways() {
        check("What did Ana plant last May?", &[("2023-05-01", "2023-05-31")]);
        check("Where were we last July", &[("2022-07-01", "2022-07-31")]);
        check("What happened on 8 May 2023?", &[("2023-05-08", "2023-05-08")]);
        check("two weeks before 8 June 2023", &[("2023-05-24", "2023-05-26")]);
        check("the day after 2023-05-08", &[("2023-05-09", "2023-05-09")]);
        check("three days ago", &[("2023-06-11", "2023-06-11")]);
        check("yesterday", &[("2023-06-13", "2023-06-13")]);
        check("last week", &[("2023-06-05", "2023-06-11")]);
        check(
            "last month and last year",
            &[("2023-05-01", "2023-05-31"), ("2022-01-01", "2022-12-31")],
        );
        check("in the past 10 days", &[("2023-06-04", "2023-06-14")]);
        check("Who came in August?", &[("month", "8")]);
        check("What may Ana do?", &[]);
        check("a week of rest, last but not least", &[]);
        check(
            "999999999999 years ago 99999999999999999999 days before",
            &[("0952-01-01", "1094-11-10")],
        );
    }

    #[test]
    fn how_far_a_day_lies_off() {
        let may = Asked::Days(100, 110);
        assert_eq!([90, 100, 110, 112].map(|day| may.days_off(day)), [10, 0, 0, 2]);
        assert_eq!(Asked::Month(1).days_off(5), 0);
        assert_eq!(Asked::Month(2).days_off(5), u32::MAX);
        assert_eq!(Asked::Days(i32::MIN, i32::MIN).days_off(i32::MAX), u32::MAX);
    }
}
