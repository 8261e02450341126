//! Numbers, units, dates and fractions found among the tokens of a statement. What is read as a number
//! is taken out of the words.

use crate::{
    quantity::{self, Bound, Dimension, Number, Quantity, Unit},
    tokens::{Kind, Token},
};

/// A quantity and where it stands.
#[derive(Clone, Debug)]
pub struct Measured {
    pub quantity: Quantity,
    /// Tokens it takes up.
    pub at: std::ops::Range<usize>,
}

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

/// What was found, and which tokens are words still.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    pub quantities: Vec<Measured>,
    pub dates: Vec<Dated>,
    /// For every token: whether a number, unit, bound or date took it.
    pub taken: Vec<bool>,
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const SEASONS: [(&str, i32); 5] =
    [("spring", 3), ("summer", 6), ("autumn", 9), ("fall", 9), ("winter", 12)];
const BEFORE_A_YEAR: [&str; 24] = [
    "in", "since", "by", "from", "until", "till", "to", "before", "after", "during", "of",
    "between", "and", "around", "circa", "year", "early", "late", "mid", "the", "through", "about",
    "ad", "on",
];
/// What bounds the number after it: up to three words.
const BOUNDS: [(&str, Bound); 44] = [
    ("at least", Bound::AtLeast),
    ("more than", Bound::AtLeast),
    ("greater than", Bound::AtLeast),
    ("higher than", Bound::AtLeast),
    ("longer than", Bound::AtLeast),
    ("over", Bound::AtLeast),
    ("above", Bound::AtLeast),
    ("exceeds", Bound::AtLeast),
    ("exceeding", Bound::AtLeast),
    ("exceeded", Bound::AtLeast),
    ("no less than", Bound::AtLeast),
    ("not less than", Bound::AtLeast),
    ("no fewer than", Bound::AtLeast),
    ("not fewer than", Bound::AtLeast),
    ("a minimum of", Bound::AtLeast),
    ("minimum of", Bound::AtLeast),
    ("just over", Bound::About),
    ("at most", Bound::AtMost),
    ("less than", Bound::AtMost),
    ("fewer than", Bound::AtMost),
    ("lower than", Bound::AtMost),
    ("shorter than", Bound::AtMost),
    ("under", Bound::AtMost),
    ("below", Bound::AtMost),
    ("up to", Bound::AtMost),
    ("no more than", Bound::AtMost),
    ("not more than", Bound::AtMost),
    ("no longer than", Bound::AtMost),
    ("a maximum of", Bound::AtMost),
    ("maximum of", Bound::AtMost),
    ("just under", Bound::About),
    ("about", Bound::About),
    ("approximately", Bound::About),
    ("around", Bound::About),
    ("roughly", Bound::About),
    ("nearly", Bound::About),
    ("almost", Bound::About),
    ("some", Bound::About),
    ("circa", Bound::About),
    ("estimated", Bound::About),
    ("close to", Bound::About),
    ("an estimated", Bound::About),
    ("as many as", Bound::AtMost),
    ("as much as", Bound::AtMost),
];

struct Reader<'a> {
    tokens: &'a [Token],
    found: Measures,
}

/// Reads all numbers and dates.
pub fn measures(tokens: &[Token]) -> Measures {
    let found = Measures { taken: vec![false; tokens.len()], ..Measures::default() };
    let mut reader = Reader { tokens, found };
    let mut at = 0;
    while at < tokens.len() {
        at += reader.date(at).or_else(|| reader.quantity(at)).unwrap_or(1).max(1);
    }
    reader.found
}

impl Reader<'_> {
    fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    fn is(&self, at: usize, word: &str) -> bool {
        self.token(at).is_some_and(|token| token.is(word))
    }

    fn among(&self, at: usize, words: &[&str]) -> bool {
        self.token(at).is_some_and(|token| token.among(words))
    }

    fn mark(&self, at: usize, mark: char) -> bool {
        self.token(at).is_some_and(|token| token.kind == Kind::Mark(mark))
    }

    fn back(&self, at: usize, by: usize) -> Option<&Token> {
        self.tokens.get(at.checked_sub(by)?)
    }

    fn take(&mut self, range: std::ops::Range<usize>) {
        if let Some(taken) = self.found.taken.get_mut(range) {
            taken.fill(true);
        }
    }

    fn whole(&self, at: usize) -> Option<i32> {
        let token = self.token(at).filter(|token| token.kind == Kind::Digits)?;
        token.text.parse().ok()
    }

    fn ordinal(&self, at: usize) -> Option<(i32, usize)> {
        const NAMES: [&str; 21] = [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
            "twenty-first",
        ];
        let token = self.token(at)?;
        let named =
            NAMES.iter().position(|name| token.is(name)).and_then(|at| i32::try_from(at + 1).ok());
        let tail = self.token(at + 1).is_some_and(|next| next.among(&["st", "nd", "rd", "th"]));
        match named {
            Some(number) => Some((number, 1)),
            None if tail => self.whole(at).map(|number| (number, 2)),
            None => None,
        }
    }

    /// A date at `at`: how many tokens it takes.
    fn date(&mut self, at: usize) -> Option<usize> {
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

    /// A quantity at `at`: how many tokens it takes.
    fn quantity(&mut self, at: usize) -> Option<usize> {
        let currency = match self.token(at)?.kind {
            Kind::Mark(c @ ('$' | '€' | '£' | '¥')) => quantity::unit(&c.to_string()),
            _ => None,
        };
        let start = at + usize::from(currency.is_some());
        let (mut number, mut next) = self.number(start)?;
        if self.named(at, next) {
            return None;
        }
        let mut to = None;
        let between = self.back(at, 1).is_some_and(|token| token.among(&["between", "from"]));
        let (marked, joined) =
            (self.mark(next, '–'), self.is(next, "to") || (between && self.is(next, "and")));
        if marked || joined {
            if let Some((end, after)) = self.number(next + 1) {
                to = Some(end.value);
                number.half = number.half.max(end.half);
                next = after;
            }
        }
        let mut unit = currency;
        let half = self.back(next, 1).is_some_and(|token| token.is("half"));
        next +=
            usize::from(half && self.among(next, &["a", "an"]) && self.unit(next + 1).is_some());
        if unit.is_none() {
            if let Some((found, length)) = self.unit(next) {
                unit = Some(found);
                next += length;
            } else if let Some((of, length)) = self.share(next) {
                unit = quantity::unit("%");
                number.value = number.value / of * 100.0;
                (number.half, number.meant) = (0.5, 0.5);
                next += length;
            }
        }
        let (by, length) = unit.map_or((None, 0), |_| self.divisor(next));
        next += length;
        let (bound, start) = self.bound(at);
        let quantity = built(number, to, unit, by, bound, self.change(start));
        self.found.quantities.push(Measured { quantity, at: start..next });
        self.take(start..next);
        Some(next - at)
    }

    /// Whether a number is a name: `type 2`, `Falcon 9`, `carbon-14`.
    fn named(&self, at: usize, next: usize) -> bool {
        let Some(before) = self.back(at, 1).filter(|before| before.kind == Kind::Word) else {
            return false;
        };
        let joined = self.token(at).is_some_and(|token| token.joined)
            && quantity::scale(&before.text).is_none();
        let label = crate::lexicon::lexicon().is(before.key, crate::lexicon::Role::Label);
        let digits = self.token(at).is_some_and(|token| token.kind == Kind::Digits);
        let counted = self.unit(next).is_some()
            || self.mark(next, '%')
            || self.token(next).is_some_and(|next| {
                let plural =
                    next.kind == Kind::Word && next.text.ends_with('s') && next.text.len() > 3;
                plural && !verbal(next)
            });
        // "Python 2", "Article 5"; not "About 5", "In 5".
        let name = before.is_capital() && !crate::statement::is_function_word(before);
        joined || (digits && (label || name) && !counted)
    }

    /// A number in digits or words, with what multiplies it.
    fn number(&self, at: usize) -> Option<(Number, usize)> {
        let token = self.token(at)?;
        let (mut number, mut next) = match token.kind {
            Kind::Digits => (quantity::digits(&token.text)?, at + 1),
            Kind::Word => self.words(at)?,
            _ => return None,
        };
        if (self.mark(next, '×') || self.is(next, "x"))
            && self.whole(next + 1) == Some(10)
            && self.mark(next + 2, '^')
        {
            let power = self.whole(next + 3).filter(|power| power.abs() <= 30)?;
            let factor = 10f64.powi(power);
            number = Number {
                value: number.value * factor,
                half: number.half * factor,
                meant: number.meant * factor,
            };
            next += 4;
        }
        while let Some(factor) = self.token(next).and_then(|token| quantity::scale(&token.text)) {
            number = Number {
                value: number.value * factor,
                half: number.half * factor,
                meant: number.meant * factor,
            };
            next += 1;
        }
        // `19th` is no nineteen.
        let ordinal = self.token(next).is_some_and(|token| token.among(&["st", "nd", "rd", "th"]));
        (!ordinal && number.value.is_finite()).then_some((number, next))
    }

    fn words(&self, at: usize) -> Option<(Number, usize)> {
        let text = self.token(at)?.text.as_str();
        let exact = |value: f64| Number { value, half: 0.5, meant: 0.5 };
        let fraction = |at: usize| self.token(at).and_then(|token| quantity::fraction(&token.text));
        let scaled = |at: usize| self.token(at).and_then(|token| quantity::scale(&token.text));
        if text == "half" {
            return Some((Number { value: 0.5, half: 0.005, meant: 0.005 }, at + 1));
        }
        if text == "a" || text == "an" || text == "one" {
            if let Some(of) = fraction(at + 1) {
                return Some((Number { value: 1.0 / of, half: 0.005, meant: 0.005 }, at + 2));
            }
            if scaled(at + 1).is_some() {
                return Some((exact(1.0), at + 1));
            }
            let other = self.back(at, 1).is_some_and(|token| {
                token.among(&["the", "this", "that", "no", "any", "every", "each", "another"])
            });
            let counts = self.token(at + 1).is_some_and(|next| {
                next.kind == Kind::Word
                    && !next.among(&[
                        "of", "is", "was", "can", "may", "must", "should", "will", "another", "or",
                        "and", "to",
                    ])
            });
            return (text == "one" && counts && !other).then(|| (exact(1.0), at + 1));
        }
        let value = quantity::word(text)?;
        if let Some(of) = fraction(at + 1).filter(|_| value < of_limit(value)) {
            return Some((Number { value: value / of, half: 0.005, meant: 0.005 }, at + 2));
        }
        let ones = self.token(at + 1).and_then(|next| quantity::word(&next.text));
        match ones.filter(|ones| value >= 20.0 && value < 100.0 && *ones >= 1.0 && *ones < 10.0) {
            Some(ones) => Some((exact(value + ones), at + 2)),
            None => Some((exact(value), at + 1)),
        }
    }

    /// A unit in one or two words.
    fn unit(&self, at: usize) -> Option<(Unit, usize)> {
        let token = self.token(at)?;
        if let Kind::Mark(c) = token.kind {
            return quantity::unit(&c.to_string()).map(|unit| (unit, 1));
        }
        let two = self.token(at + 1).filter(|next| next.kind == Kind::Word);
        let two = two.and_then(|next| quantity::unit(&format!("{} {}", token.text, next.text)));
        if let Some(unit) = two {
            return Some((unit, 2));
        }
        if token.is("degrees") || token.is("degree") {
            let scale = self.token(at + 1).and_then(|next| match next.text.as_str() {
                "celsius" | "c" => quantity::unit("°c"),
                "fahrenheit" | "f" => quantity::unit("°f"),
                _ => None,
            });
            if let Some(unit) = scale {
                return Some((unit, 2));
            }
        }
        quantity::unit(&token.raw).filter(|_| token.kind == Kind::Word).map(|unit| (unit, 1))
    }

    /// `in five`, `out of 20`, `per 100,000`: the whole that a number is a share of. A bare fraction,
    /// `half of`, is one of 1.
    fn share(&self, at: usize) -> Option<(f64, usize)> {
        let before = self.back(at, 1)?;
        if quantity::fraction(&before.text).is_some() && !self.is(at, "an") {
            return Some((1.0, 0));
        }
        let skip = match self.token(at)?.text.as_str() {
            "in" | "per" => 1,
            "out" if self.is(at + 1, "of") => 2,
            _ => return None,
        };
        let (whole, next) = self.number(at + skip)?;
        let year = whole.value >= 1000.0
            && skip == 1
            && self.is(at, "in")
            && self.token(at + 1).is_some_and(|token| !token.text.contains(','));
        let measured = self.unit(next).is_some();
        (whole.value >= 2.0 && !year && !measured).then_some((whole.value, next - at))
    }

    /// `/h`, `per day`, `a year`.
    fn divisor(&self, at: usize) -> (Option<Unit>, usize) {
        let by = self.mark(at, '/')
            || self
                .token(at)
                .is_some_and(|token| token.among(&["per", "a", "an", "each", "every"]));
        match self.unit(at + 1).filter(|_| by) {
            Some((unit, length)) => (Some(unit), length + 1),
            None => (None, 0),
        }
    }

    /// What bounds a number, and where that begins.
    fn bound(&self, at: usize) -> (Bound, usize) {
        if let Some(Kind::Mark(c)) = self.back(at, 1).map(|token| token.kind.clone()) {
            let bound = match c {
                '>' | '≥' => Bound::AtLeast,
                '<' | '≤' => Bound::AtMost,
                '~' | '≈' => Bound::About,
                _ => return (Bound::Exact, at),
            };
            return (bound, at - 1);
        }
        for words in [3, 2, 1] {
            let Some(start) = at.checked_sub(words) else { continue };
            let text: Vec<&str> = self
                .tokens
                .get(start..at)
                .unwrap_or_default()
                .iter()
                .map(|token| token.text.as_str())
                .collect();
            let text = text.join(" ");
            if let Some((_, bound)) = BOUNDS.iter().find(|(words, _)| *words == text) {
                return (*bound, start);
            }
        }
        (Bound::Exact, at)
    }

    /// Whether the number tells by how much something changed.
    fn change(&self, start: usize) -> bool {
        self.back(start, 1).is_some_and(|token| token.is("by"))
    }
}

/// `Python 2 lacks`: what follows a name is no plural.
fn verbal(token: &Token) -> bool {
    use crate::lexicon::{Role, lexicon};
    crate::statement::is_auxiliary(token)
        || [Role::Verb, Role::Negator].iter().any(|role| lexicon().is(token.key, *role))
}

/// `two thirds`, `three quarters`: numbers that a fraction may follow.
fn of_limit(value: f64) -> f64 {
    if value <= 9.0 { 10.0 } else { 0.0 }
}

fn built(
    number: Number,
    to: Option<f64>,
    unit: Option<Unit>,
    by: Option<Unit>,
    bound: Bound,
    change: bool,
) -> Quantity {
    let (of, mut factor, mut offset) =
        unit.map_or((0, 1.0, 0.0), |unit| (unit.dimension, unit.factor, unit.offset));
    let mut dimension = Dimension { of, by: by.map_or(0, |by| by.dimension) };
    factor /= by.map_or(1.0, |by| by.factor);
    // A difference of temperatures has no zero point; it is no temperature either.
    if change && dimension.of == quantity::dimension("temperature") {
        offset = 0.0;
        dimension.by = u16::MAX;
    }
    // `30 m/s` and `108 km/h` are one dimension, however they are written.
    let speed = quantity::dimension("speed");
    if dimension
        == (Dimension { of: quantity::dimension("length"), by: quantity::dimension("time") })
    {
        dimension = Dimension { of: speed, by: 0 };
    }
    let base = |value: f64| value * factor + offset;
    Quantity {
        dimension,
        value: base(number.value),
        half: number.half * factor,
        meant: number.meant * factor,
        to: to.map(base),
        bound,
        unit: unit
            .map_or(0, |unit| unit.id.wrapping_add(1))
            .wrapping_mul(4099)
            .wrapping_add(by.map_or(0, |by| by.id.wrapping_add(1))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_read() {
        for (text, expected) in [
            ("It weighs 2.5 kg.", vec![2.5]),
            ("2,500 g", vec![2.5]),
            ("a speed of 108 km/h", vec![30.0]),
            ("30 m/s", vec![30.0]),
            ("at -80 °C", vec![193.15]),
            ("about 77 degrees Celsius", vec![350.15]),
            ("Three quarters of the peat", vec![75.0]),
            ("one in five adults", vec![20.0]),
            ("19 per thousand", vec![1.9]),
            ("$5 million", vec![5e6]),
            ("two years", vec![63_115_200.0]),
            ("about one million inhabitants", vec![1e6]),
            ("half an hour", vec![1800.0]),
            ("twenty-one cases", vec![21.0]),
            ("3 × 10^6 cells", vec![3e6]),
            ("type 2 diabetes", vec![]),
            ("carbon-14", vec![]),
            ("in 1984", vec![]),
            ("1e999 and NaN kg", vec![]),
        ] {
            let found = measures(&crate::tokens::tokens(text)).quantities;
            let values: Vec<f64> =
                found.iter().map(|found| (found.quantity.value * 1e6).round() / 1e6).collect();
            assert_eq!(values, expected, "{text}");
        }
    }

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
