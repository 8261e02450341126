//! Numbers and units as people write them. Units of one dimension are brought to one base
//! (`assets/units.txt`); currencies never are.

use crate::lists::{List, sectioned};
use foldhash::HashMap;
use std::sync::LazyLock;

/// A number as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// What it stands for.
    pub value: f64,
    /// Half of the last place as written.
    pub half: f64,
    /// Half of the last place that can have been meant: `8,800` may stand for 8,750 to 8,850.
    pub meant: f64,
}

/// A unit: dimension, factor to the base, and which one it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// What it measures, as [`dimension`] numbers it.
    pub dimension: u16,
    /// What it is multiplied by to reach the base.
    pub factor: f64,
    /// What is added after `factor`: degrees.
    pub offset: f64,
    /// Which one it is, whatever it is called.
    pub id: u32,
}

struct Units {
    names: HashMap<String, Unit>,
    dimensions: Vec<String>,
}

static UNITS: LazyLock<Units> =
    LazyLock::new(|| Units::parse(include_str!("../../../../assets/units.txt")).0);

/// Longest number that is read, in bytes: a longer run of digits is a name.
const NUMBER_BYTES: usize = 24;

impl Units {
    fn parse(text: &str) -> (Self, Vec<String>) {
        let mut units = Self { names: HashMap::default(), dimensions: vec!["count".into()] };
        let mut refused = Vec::new();
        for (number, section, line) in sectioned(text) {
            if let Err(reason) = units.line(section, line) {
                refused.push(format!("line {number}: {reason}"));
            }
        }
        let temperature = units.dimension("temperature");
        let degrees = [(1.0, 273.15, "°c"), (5.0 / 9.0, 459.67 * 5.0 / 9.0, "°f"), (1.0, 0.0, "K")];
        for (id, (factor, offset, name)) in (1_000_000..).zip(degrees) {
            units.names.insert(name.into(), Unit { dimension: temperature, factor, offset, id });
        }
        for (name, like) in [
            ("celsius", "°c"),
            ("fahrenheit", "°f"),
            ("kelvin", "K"),
            ("kelvins", "K"),
            ("°k", "K"),
        ] {
            units.names.extend(units.names.get(like).copied().map(|unit| (name.to_owned(), unit)));
        }
        (units, refused)
    }

    fn line(&mut self, section: &str, line: &str) -> Result<(), String> {
        let (factor, names) = line.split_once(' ').ok_or("no name")?;
        let factor: f64 = factor.parse().map_err(|_| format!("{factor} is no number"))?;
        if !(factor > 0.0 && factor.is_finite()) || section.is_empty() {
            return Err("a factor is over 0, and in a dimension".into());
        }
        let dimension = self.dimension(section);
        let id = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        for name in names.split_whitespace() {
            let unit = Unit { dimension, factor, offset: 0.0, id };
            if self.names.insert(name.replace('_', " "), unit).is_some() {
                return Err(format!("{name} stands twice"));
            }
        }
        Ok(())
    }

    fn dimension(&mut self, name: &str) -> u16 {
        let at = self.dimensions.iter().position(|known| known == name).unwrap_or_else(|| {
            self.dimensions.push(name.to_owned());
            self.dimensions.len() - 1
        });
        u16::try_from(at).unwrap_or_default()
    }
}

/// The unit of that name: as it stands, else in lower case.
pub fn unit(name: &str) -> Option<Unit> {
    let lower = || UNITS.names.get(&name.to_lowercase());
    UNITS.names.get(name).or_else(lower).copied()
}

/// The number of a dimension.
pub fn dimension(name: &str) -> u16 {
    let at = UNITS.dimensions.iter().position(|known| known == name);
    at.and_then(|at| u16::try_from(at).ok()).unwrap_or_default()
}

/// A number in digits: `1,234.5`, `3.5e6`. `None` for what is none or is not finite.
pub fn digits(text: &str) -> Option<Number> {
    if text.len() > NUMBER_BYTES || !text.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return None;
    }
    let plain = text.replace([',', ' '], "");
    let value: f64 = plain.parse().ok()?;
    if !value.is_finite() || value.abs() > 1e30 {
        return None;
    }
    let mantissa = plain.split(['e', 'E']).next().unwrap_or_default().trim_start_matches('-');
    let exponent: i32 = plain.split(['e', 'E']).nth(1).and_then(|e| e.parse().ok()).unwrap_or(0);
    let decimals = mantissa.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let decimals = i32::try_from(decimals).unwrap_or(0);
    let half = 0.5 * 10f64.powi(exponent - decimals);
    let whole = mantissa.trim_start_matches(['0', '.']);
    let zeros = if decimals > 0 { 0 } else { whole.len() - whole.trim_end_matches('0').len() };
    // The first two digits are always taken as meant: 60 is not 55 to 65.
    let meant = zeros.min(whole.len().saturating_sub(2));
    let meant = half * 10f64.powi(i32::try_from(meant).unwrap_or(0));
    Some(Number { value, half, meant })
}

/// A number in one word.
pub fn word(word: &str) -> Option<f64> {
    let small = List::of("small numbers").place(word).map(|at| at as f64);
    small.or_else(|| List::of("tens").place(word).map(|at| (at as f64 + 2.0) * 10.0))
}

/// What a following word multiplies a number by.
pub fn scale(word: &str) -> Option<f64> {
    Some(match word {
        "dozen" => 12.0,
        "hundred" => 1e2,
        "thousand" | "thousands" => 1e3,
        "million" | "millions" | "mn" => 1e6,
        "billion" | "billions" | "bn" => 1e9,
        "trillion" | "trillions" => 1e12,
        _ => return None,
    })
}

/// A fraction's denominator: `third`, `quarters`.
pub fn fraction(word: &str) -> Option<f64> {
    Some(match word {
        "half" | "halves" => 2.0,
        "third" | "thirds" => 3.0,
        "quarter" | "quarters" | "fourth" | "fourths" => 4.0,
        "fifth" | "fifths" => 5.0,
        "sixth" | "sixths" => 6.0,
        "tenth" | "tenths" => 10.0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_units_have_no_broken_line() {
        let (_, refused) = Units::parse(include_str!("../../../../assets/units.txt"));
        assert_eq!(refused, Vec::<String>::new());
        let (_, refused) = Units::parse("1 x\n[a]\nx y\n-1 y\n1 z\n1 z\nq");
        assert_eq!(refused.len(), 5, "{refused:?}");
        assert_eq!(unit("MW").map(|unit| unit.factor), Some(1e6));
        assert_eq!(unit("mW").map(|unit| unit.factor), Some(1e-3));
        assert_eq!(unit("Kilometres").map(|unit| unit.factor), Some(1e3));
        assert_eq!(unit("constructor"), None);
    }

    #[test]
    fn numbers_are_read_with_their_places() {
        for (text, value, half, meant) in [
            ("5", 5.0, 0.5, 0.5),
            ("60", 60.0, 0.5, 0.5),
            ("8,800", 8800.0, 0.5, 50.0),
            ("8,849", 8849.0, 0.5, 0.5),
            ("29.8", 29.8, 0.05, 0.05),
            ("1,234.50", 1234.5, 0.005, 0.005),
            ("-20", -20.0, 0.5, 0.5),
            ("3.5e6", 3.5e6, 5e4, 5e4),
            ("0", 0.0, 0.5, 0.5),
        ] {
            let number = digits(text).unwrap();
            let near = |one: f64, two: f64| (one - two).abs() <= 1e-9 * two.abs();
            assert!(near(number.value, value) && near(number.half, half), "{text} {number:?}");
            assert!(near(number.meant, meant), "{text} {number:?}");
        }
        let long = "9".repeat(1_000);
        for text in ["1e999", "NaN", "inf", "", "-", "1.2.3", "--1", "e5", &long] {
            assert_eq!(digits(text), None, "{text}");
        }
    }
}
