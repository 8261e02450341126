//! Numbers, units and fractions found among the tokens of a statement. What is read as a number
//! is taken out of the words.

use crate::{
    function_words::{is_auxiliary, is_function_word},
    quantity::{self, Bound, Dimension, Number, Quantity, Unit},
    reader::{Measured, Measures, Reader},
    tokens::{Kind, Token},
};

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
        if (marked || joined)
            && let Some((end, after)) = self.number(next + 1)
        {
            to = Some(end.value);
            number.half = number.half.max(end.half);
            next = after;
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
        let measured = self.unit(next).is_some() || self.mark(next, '%');
        let plural = self.token(next).is_some_and(|next| {
            let plural = next.kind == Kind::Word && next.text.ends_with('s') && next.text.len() > 3;
            plural && !verbal(next)
        });
        // "Python 2", "Article 5"; not "About 5", "In 5".
        let name = before.is_capital() && !is_function_word(before);
        joined || (digits && !measured && (label || (name && !plural)))
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
        let tens = (20.0..100.0).contains(&value);
        match ones.filter(|ones| tens && (1.0..10.0).contains(ones)) {
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
    is_auxiliary(token)
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
}
