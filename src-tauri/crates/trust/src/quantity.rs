//! Quantities as they stand in a statement: what is measured, within which bounds, how exactly, and how
//! two of them relate.

pub use language::numbers::{Number, Unit, digits, dimension, fraction, scale, unit, word};

/// What is measured: a dimension, and another it is measured by (`km/h`, `mg a day`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dimension {
    /// 0 where things are counted.
    pub of: u16,
    /// 0 where nothing divides it.
    pub by: u16,
}

/// How a number is bounded in words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// As it stands.
    #[default]
    Exact,
    /// "about", "roughly".
    About,
    /// "at least", "more than".
    AtLeast,
    /// "at most", "less than".
    AtMost,
}

/// A measured or counted value, in base units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    pub dimension: Dimension,
    pub value: f64,
    /// Half of the last place as written.
    pub half: f64,
    /// Half of the last place that can have been meant: `8,800` may stand for 8,750 to 8,850.
    pub meant: f64,
    /// The upper end of a range.
    pub to: Option<f64>,
    pub bound: Bound,
    /// The unit it was written in.
    pub unit: u32,
}

/// By how much "about" may be off.
const ABOUT: f64 = 0.10;
/// By how much values in different units may be off without disagreeing.
const CONVERTED: f64 = 0.03;

/// How two values of one dimension relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// The same, as far as they are told.
    Same,
    /// They can both hold, but do not say the same.
    Compatible,
    /// They cannot both hold.
    Apart,
}

impl Quantity {
    /// Lowest and highest value that it can stand for.
    fn ends(&self, half: f64) -> (f64, f64) {
        let high = self.to.unwrap_or(self.value);
        let (low, high) = (self.value.min(high), self.value.max(high));
        match self.bound {
            Bound::Exact => (low - half, high + half),
            Bound::About => {
                let off = |value: f64| half.max(value.abs() * ABOUT);
                (low - off(low), high + off(high))
            }
            Bound::AtLeast => (low - half.min(low.abs() * 1e-9), f64::INFINITY),
            Bound::AtMost => (f64::NEG_INFINITY, high + half.min(high.abs() * 1e-9)),
        }
    }

    /// How it relates to another value of its dimension.
    pub fn relate(&self, other: &Self) -> Relation {
        let bounded = |bound| matches!(bound, Bound::AtLeast | Bound::AtMost);
        let same_unit = self.unit == other.unit;
        let overlap = |one: (f64, f64), two: (f64, f64)| one.0 < two.1 && two.0 < one.1;
        let equal = self.value == other.value && self.to == other.to;
        if bounded(self.bound) || bounded(other.bound) {
            let apart = !overlap(self.ends(self.half), other.ends(other.half));
            let far = !near(self.value, other.value);
            return match (apart && far, equal && self.bound == other.bound) {
                (true, _) => Relation::Apart,
                (_, true) => Relation::Same,
                _ => Relation::Compatible,
            };
        }
        // What is counted or told in the same unit is as exact as it is written.
        let exact = same_unit && self.bound == Bound::Exact && other.bound == Bound::Exact;
        if equal || (!exact && overlap(self.ends(self.half), other.ends(other.half))) {
            return Relation::Same;
        }
        if exact && overlap(self.ends(self.half), other.ends(other.half)) && self.half != other.half
        {
            return Relation::Same;
        }
        let meant = overlap(self.ends(self.meant), other.ends(other.meant));
        if meant && !(exact && self.meant == self.half && other.meant == other.half) {
            return Relation::Compatible;
        }
        let converted = !same_unit && near(self.value, other.value);
        if converted { Relation::Compatible } else { Relation::Apart }
    }
}

fn near(one: f64, two: f64) -> bool {
    (one - two).abs() <= CONVERTED * one.abs().max(two.abs())
}
