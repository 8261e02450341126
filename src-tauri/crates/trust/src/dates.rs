//! Dates as they stand in a statement: days, months, seasons, years, decades, centuries. Calendars other
//! than the Gregorian are not read, nor days of the week.

use crate::{measure::Reader, quantity, tokens::Kind};
use types::{MONTHS, ORDINALS};

/// A stretch of time that a statement names, as days of years of twelve months of 31 days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dated {
    pub from: i32,
    pub to: i32,
    /// First token.
    pub at: usize,
}

impl Dated {
    fn new(year: i32, month: Option<i32>, day: Option<i32>, at: usize) -> Self {
        let of = |month: i32, day: i32| year * 372 + (month - 1) * 31 + day - 1;
        let from = of(month.unwrap_or(1), day.unwrap_or(1));
        Self { from, to: of(month.unwrap_or(12), day.unwrap_or(31)), at }
    }

    fn years(from: i32, to: i32, at: usize) -> Self {
        Self {
            from: Self::new(from, None, None, at).from,
            to: Self::new(to, None, None, at).to,
            at,
        }
    }

    /// Whether both can be the same time.
    pub fn meets(&self, other: &Self) -> bool {
        self.from <= other.to && other.from <= self.to
    }
}
const SEASONS: [(&str, i32); 5] =
    [("spring", 3), ("summer", 6), ("autumn", 9), ("fall", 9), ("winter", 12)];
const BEFORE_A_YEAR: [&str; 24] = [
    "in", "since", "by", "from", "until", "till", "to", "before", "after", "during", "of",
    "between", "and", "around", "circa", "year", "early", "late", "mid", "the", "through", "about",
    "ad", "on",
];
impl Reader<'_> {
    fn ordinal(&self, at: usize) -> Option<(i32, usize)> {
        let token = self.token(at)?;
        let named = ORDINALS
            .iter()
            .position(|name| token.is(name))
            .and_then(|at| i32::try_from(at + 1).ok());
        let tail = self.token(at + 1).is_some_and(|next| next.among(&["st", "nd", "rd", "th"]));
        match named {
            Some(number) => Some((number, 1)),
            None if tail => self.whole(at).map(|number| (number, 2)),
            None => None,
        }
    }

    /// A date at `at`: how many tokens it takes.
    pub fn date(&mut self, at: usize) -> Option<usize> {
        let token = self.token(at)?;
        if token.kind == Kind::Date {
            let mut parts = token.text.split('-').map(|part| part.parse::<i32>().ok());
            let (year, month) = (parts.next()??, parts.next()??);
            let day = parts.next().flatten();
            let fits = (1..=12).contains(&month) && day.is_none_or(|day| (1..=31).contains(&day));
            self.found.dates.extend(fits.then(|| Dated::new(year, Some(month), day, at)));
            self.take(at..at + 1);
            return Some(1);
        }
        self.century(at).or_else(|| self.calendar(at)).or_else(|| self.year(at))
    }

    /// `the late ninth century`, `19th century BC`.
    fn century(&mut self, at: usize) -> Option<usize> {
        let (number, length) = self.ordinal(at)?;
        if !self.token(at + length)?.among(&["century", "centuries"]) || !(1..=30).contains(&number)
        {
            return None;
        }
        let early = self.token(at + length + 1).is_some_and(|next| next.among(&["bc", "bce"]));
        let (from, to) = if early {
            (-number * 100, -number * 100 + 99)
        } else {
            (number * 100 - 99, number * 100)
        };
        self.found.dates.push(Dated::years(from, to, at));
        let length = length + 1 + usize::from(early);
        self.take(at..at + length);
        Some(length)
    }

    /// `5 March 2021`, `March 5, 2021`, `March 2021`, `spring of 2021`.
    fn calendar(&mut self, at: usize) -> Option<usize> {
        let day = self.whole(at).filter(|day| (1..=31).contains(day));
        let mut next = at + usize::from(day.is_some());
        if day.is_some() {
            next += usize::from(
                self.token(next).is_some_and(|token| token.among(&["st", "nd", "rd", "th"])),
            );
            next += usize::from(self.is(next, "of"));
        }
        let month = self.token(next).and_then(|token| {
            let at = MONTHS.iter().position(|name| token.is(name));
            at.filter(|_| token.is_capital()).and_then(|at| i32::try_from(at + 1).ok())
        });
        let season = SEASONS.iter().find(|(name, _)| self.is(next, name)).map(|(_, month)| *month);
        if month.is_none() && (season.is_none() || day.is_some()) {
            return None;
        }
        next += 1;
        let mut day = day;
        if let (None, Some(after), Some(_)) =
            (day, self.whole(next).filter(|day| (1..=31).contains(day)), month)
        {
            day = Some(after);
            next += 1;
            next += usize::from(
                self.token(next).is_some_and(|token| token.among(&["st", "nd", "rd", "th"])),
            );
        }
        next += usize::from(self.mark(next, ',') && self.whole(next + 1).is_some());
        next += usize::from(self.is(next, "of") && self.whole(next + 1).is_some());
        let year = self.whole(next).filter(|year| (1..=9999).contains(year))?;
        let mut dated = Dated::new(year, month.or(season), day, at);
        if let Some(season) = season {
            dated.to = dated.from + 92;
            dated.from -= if season == 3 { 31 } else { 0 };
        }
        self.found.dates.push(dated);
        self.take(at..next + 1);
        Some(next + 1 - at)
    }

    /// `1984`, `the 1990s`, `44 BC`.
    fn year(&mut self, at: usize) -> Option<usize> {
        let token = self.token(at)?;
        let year = self.whole(at).filter(|_| !token.text.contains(',') && !token.joined)?;
        let next = self.token(at + 1);
        if next.is_some_and(|next| next.among(&["bc", "bce"])) && (1..=9999).contains(&year) {
            self.found.dates.push(Dated::years(1 - year, 1 - year, at));
            self.take(at..at + 2);
            return Some(2);
        }
        if token.text.len() != 4 || !(1000..=2200).contains(&year) {
            return None;
        }
        if next.is_some_and(|next| next.is("s")) {
            self.found.dates.push(Dated::years(year, year + 9, at));
            self.take(at..at + 2);
            return Some(2);
        }
        let before = self.back(at, 1);
        let introduced = before
            .is_some_and(|before| before.among(&BEFORE_A_YEAR) || before.kind == Kind::Mark('–'));
        let counts = next.is_some_and(|next| {
            let word = next.kind == Kind::Word;
            word && (quantity::unit(&next.raw).is_some()
                || next.text.ends_with('s') && !next.among(&["was", "is", "has"]))
                || matches!(next.kind, Kind::Mark('%' | '°' | '€' | '$'))
        });
        let ends = next.is_none_or(|next| next.kind != Kind::Word);
        if counts || !(introduced || at == 0 || (ends && year >= 1500)) {
            return None;
        }
        self.found.dates.push(Dated::years(year, year, at));
        self.take(at..at + 1);
        Some(1)
    }
}

#[cfg(test)]
mod tests {
    use crate::measure::measures;

    #[test]
    fn dates_are_read() {
        let day = |year: i32, month: i32, day: i32| year * 372 + (month - 1) * 31 + day - 1;
        for (text, expected) in [
            ("in 1984", vec![(day(1984, 1, 1), day(1984, 12, 31))]),
            ("on 5 March 2021", vec![(day(2021, 3, 5), day(2021, 3, 5))]),
            ("on March 5, 2021", vec![(day(2021, 3, 5), day(2021, 3, 5))]),
            ("2021-03-05", vec![(day(2021, 3, 5), day(2021, 3, 5))]),
            ("In May 1453 it fell", vec![(day(1453, 5, 1), day(1453, 5, 31))]),
            (
                "between 1950 and 2000",
                vec![(day(1950, 1, 1), day(1950, 12, 31)), (day(2000, 1, 1), day(2000, 12, 31))],
            ),
            ("the 1990s", vec![(day(1990, 1, 1), day(1999, 12, 31))]),
            ("the late ninth century", vec![(day(801, 1, 1), day(900, 12, 31))]),
            ("44 BC", vec![(day(-43, 1, 1), day(-43, 12, 31))]),
            ("it may rise", vec![]),
            ("1,984 people", vec![]),
            ("2021-99-05", vec![]),
        ] {
            let found = measures(&crate::tokens::tokens(text)).dates;
            let found: Vec<(i32, i32)> = found.iter().map(|date| (date.from, date.to)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
