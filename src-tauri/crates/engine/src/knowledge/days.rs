//! Days as people write them.

use crate::error::{Error, Result};
use types::{ErrorCode, Timestamp};

/// A day as people write it; `end` takes the last day of what is written.
pub(crate) fn day(text: &str, end: bool) -> Result<i32> {
    extract::day(text.trim(), end).ok_or_else(|| {
        Error::new(
            ErrorCode::Usage,
            "That is not a date from the year -9999 to 9999. Nothing was changed.",
            "Write it as 2021, 2021-03, 2021-03-20 or \"Spring 2021\".",
        )
    })
}

/// The day of a moment, counted from 1970-01-01.
pub(crate) fn day_of(moment: Timestamp) -> i32 {
    i32::try_from(moment.unix_ms().div_euclid(24 * 60 * 60 * 1000)).unwrap_or(i32::MAX)
}
