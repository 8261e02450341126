//! Amounts: a number with its unit, as a text has it, and whether one says what another does.

use language::{
    Word,
    numbers::{self, Unit},
};
use std::ops::Range;

/// A number with its unit, where one is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Amount {
    value: f64,
    half: f64,
    unit: Option<Unit>,
}

/// How near two amounts must be that are told in different units.
const CONVERTED: f64 = 0.005;

/// How much rounding may change.
const ROUNDED: f64 = 0.05;

impl Amount {
    /// The amounts of a word that begins with a digit: `12`, `3-5`, `5mg`, `1990s`.
    pub fn of_word(word: &Word<'_>, next: Option<&Word<'_>>) -> Vec<(Range<usize>, Self)> {
        let negative = word.gap.ends_with(['-', '−'])
            && !word.gap.trim_end_matches(['-', '−']).ends_with(char::is_alphanumeric)
            && word.gap.len() > 1;
        let percent = next.is_some_and(|next| next.gap.trim_start().starts_with('%'));
        let unit = next.filter(|next| next.gap.trim_matches([' ', '-', '\u{a0}']).is_empty());
        let unit = unit.and_then(|next| numbers::unit(next.text));
        let scale =
            next.filter(|next| next.gap.trim().is_empty()).and_then(|it| numbers::scale(&it.lower));
        let mut found = Vec::new();
        let mut from = 0;
        for part in word.text.split(['-', '–', '/', '±', '−']) {
            let at = from..from + part.len();
            from = at.end
                + word
                    .text
                    .get(at.end..)
                    .and_then(|rest| rest.chars().next())
                    .map_or(0, char::len_utf8);
            let digits = part
                .find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',')
                .unwrap_or(part.len());
            let Some((number, rest)) = part.split_at_checked(digits) else { continue };
            let Some(number) = numbers::digits(number.trim_end_matches(['.', ','])) else {
                continue;
            };
            let times = scale.filter(|_| rest.is_empty()).unwrap_or(1.0);
            let sign = if negative && at.start == 0 { -1.0 } else { 1.0 };
            let unit = if rest.is_empty() { unit } else { numbers::unit(rest) };
            let unit = if percent { numbers::unit("%").or(unit) } else { unit };
            found.push((
                at,
                Self { value: sign * number.value * times, half: number.half * times, unit },
            ));
        }
        found
    }

    /// The amount that a word in lower case names: "twelve". One is mostly said of no amount.
    pub fn of_name(lower: &str) -> Option<Self> {
        let value = numbers::word(lower).filter(|value| *value > 1.0)?;
        Some(Self { value, half: 0.0, unit: None })
    }

    /// Whether `source` says it: the same, the same in another unit, or with more places.
    pub fn is_told_by(&self, source: &Self) -> bool {
        let near = |one: f64, two: f64, by: f64| (one - two).abs() <= by * one.abs().max(two.abs());
        let rounds = source.half < self.half
            && (source.value - self.value).abs() <= self.half * (1.0 + 1e-9)
            && near(self.value, source.value, ROUNDED);
        let plain = near(self.value, source.value, 1e-9) || rounds;
        match (self.unit, source.unit) {
            (Some(one), Some(two)) if one.id == two.id => plain,
            (Some(one), Some(two)) if one.dimension == two.dimension => {
                let base = |amount: &Self, unit: Unit| amount.value * unit.factor + unit.offset;
                near(base(self, one), base(source, two), CONVERTED)
            }
            (Some(_), Some(_)) => false,
            _ => plain,
        }
    }
}
