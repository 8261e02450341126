//! What differs from what was committed: where, and in what way. It names tables and places, never
//! content; which document a place belongs to is for those to say who know the ids.

use crate::table::TableId;
use std::fmt;

/// Where records of one path lie, to be compared and nothing else.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(pub(crate) Vec<u8>);

impl fmt::Debug for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Place")
    }
}

/// In what way records differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Difference {
    /// There are fewer than there should be.
    Missing,
    /// All are this vault's own, but some are not the last that were saved there.
    Older,
    /// Some were not sealed for where they lie: changed, moved, or another vault's.
    Foreign,
    /// Some are not what was saved there; whether older or foreign cannot be told.
    Changed,
    /// They could not be read at all.
    Unreadable,
}

impl Difference {
    /// One word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Older => "older",
            Self::Foreign => "foreign",
            Self::Changed => "changed",
            Self::Unreadable => "unreadable",
        }
    }
}

/// One thing that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// In which table; `None` for records of no table that there is.
    pub table: Option<TableId>,
    /// Whose records of it: those below a path, or all.
    pub place: Option<Place>,
    /// In what way.
    pub difference: Difference,
    /// How many records there should be.
    pub expected: u64,
    /// How many there are.
    pub found: u64,
}

impl Finding {
    /// The table's name.
    pub fn table_name(&self) -> &'static str {
        self.table.map_or("no table", TableId::name)
    }

    /// What can be told where the digests of so many records differ; `belong` says whether all frames were sealed for their places.
    pub(crate) fn between(
        table: TableId,
        place: Option<Place>,
        (expected, found): (u64, u64),
        belong: Option<bool>,
    ) -> Self {
        let difference = match belong {
            _ if found.wrapping_sub(expected) > u64::MAX / 2 => Difference::Missing,
            Some(true) => Difference::Older,
            Some(false) => Difference::Foreign,
            None => Difference::Changed,
        };
        Self { table: Some(table), place, difference, expected, found }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { difference, expected, found, .. } = self;
        let table = self.table_name();
        match difference {
            Difference::Missing => {
                write!(out, "{table}: {} of {expected} missing", expected.saturating_sub(*found))
            }
            Difference::Older => {
                write!(out, "{table}: {found} for {expected}, older ones put back")
            }
            Difference::Foreign => write!(out, "{table}: {found} for {expected}, some foreign"),
            Difference::Changed => {
                write!(out, "{table}: {found} for {expected}, some older or foreign")
            }
            Difference::Unreadable => write!(out, "{table}: some cannot be read"),
        }
    }
}
