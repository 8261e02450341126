//! Dates as they stand in a statement, read by `language::dates`. What is decided here is whether a bare
//! number of four digits is meant as a year.

use crate::{
    quantity,
    reader::{Dated, Reader},
    tokens::Kind,
};
use language::{dates, listed, shaped};

listed! {
    introduces_year: "before a year";
}

/// Most tokens of one date.
const TOKENS: usize = 10;

impl Reader<'_> {
    /// A date at `at`: how many tokens it takes.
    pub fn date(&mut self, at: usize) -> Option<usize> {
        let token = self.token(at)?;
        let (written, is_number) = (token.kind == Kind::Date, token.kind == Kind::Digits);
        if !(written || is_number || token.kind == Kind::Word && dates::opens_time(&token.text)) {
            return None;
        }
        let mut text = String::new();
        let mut ends = Vec::with_capacity(TOKENS);
        for token in (at..at + TOKENS).map_while(|at| self.token(at)) {
            let marked = matches!(token.kind, Kind::Mark(_)) || text.ends_with('–');
            text.push_str(match (token.glued, token.joined && !marked) {
                (true, _) => "",
                (false, true) => "-",
                (false, false) => " ",
            });
            text.push_str(&token.raw);
            ends.push(text.len());
        }
        let words = shaped(&text, 0);
        let stated = dates::at(&words, 0).filter(|stated| !stated.bare || self.is_year(at));
        let last = stated.as_ref().and_then(|stated| words.get(stated.words.end.checked_sub(1)?));
        // `2021-99-05` is no date, and nothing else either
        let end = last.map(|word| word.end).or(ends.first().copied().filter(|_| written))?;
        let count = ends.iter().take_while(|place| **place < end).count() + 1;
        let days = stated.and_then(|stated| stated.days);
        self.found.dates.extend(days.map(|(from, to)| Dated { from, to, at }));
        self.take(at..at + count);
        Some(count)
    }

    /// Whether the number at `at` is a year rather than a count.
    fn is_year(&self, at: usize) -> bool {
        let Some(year) = self.whole(at).filter(|year| (1000..=2200).contains(year)) else {
            return false;
        };
        let next = self.token(at + 1);
        let counts = next.is_some_and(|next| {
            let word = next.kind == Kind::Word;
            word && (quantity::unit(&next.raw).is_some()
                || next.text.ends_with('s') && !next.among(&["was", "is", "has"]))
                || matches!(next.kind, Kind::Mark('%' | '°' | '€' | '$'))
        });
        let ends = next.is_none_or(|next| next.kind != Kind::Word);
        let introduced = self
            .back(at, 1)
            .is_some_and(|before| before.listed(introduces_year) || before.kind == Kind::Mark('–'));
        let joined = self.token(at).is_some_and(|token| token.joined);
        !joined && !counts && (introduced || at == 0 || (ends && year >= 1500))
    }
}

#[cfg(test)]
mod tests {
    use crate::measure::measures;
    use types::day_text;

    #[test]
    fn dates_are_read() {
        for (text, expected) in [
            ("in 1984", "1984-01-01..1984-12-31"),
            ("on 5 March 2021", "2021-03-05..2021-03-05"),
            ("on March 5, 2021", "2021-03-05..2021-03-05"),
            ("on the 5th of March 2021", "2021-03-05..2021-03-05"),
            ("2021-03-05", "2021-03-05..2021-03-05"),
            ("In May 1453 it fell", "1453-05-01..1453-05-31"),
            ("between 1950 and 2000", "1950-01-01..1950-12-31 2000-01-01..2000-12-31"),
            ("the 1990s", "1990-01-01..1999-12-31"),
            ("the late ninth century", "0801-01-01..0900-12-31"),
            ("44 BC", "-0043-01-01..-0043-12-31"),
            ("from mid-2021 on", "2021-05-01..2021-08-31"),
            ("it may rise", ""),
            ("1,984 people", ""),
            ("2021-99-05", ""),
        ] {
            let found = measures(&crate::tokens::tokens(text)).dates;
            let found = found.iter().map(|date| [date.from, date.to].map(day_text).join(".."));
            assert_eq!(found.collect::<Vec<_>>().join(" "), expected, "{text}");
        }
    }
}
