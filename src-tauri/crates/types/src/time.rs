//! A moment in time. The clock is read by programs and passed in; nothing here reads it.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use time::{
    Date, Duration, Month, OffsetDateTime,
    format_description::well_known::{Iso8601, Rfc3339},
};

/// Milliseconds since 1970-01-01T00:00:00Z. Prints as RFC 3339 in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp(i64);

impl Timestamp {
    /// From milliseconds since the Unix epoch.
    pub const fn from_unix_ms(unix_ms: i64) -> Self {
        Self(unix_ms)
    }

    /// A moment as people write it: RFC 3339, or a date, which means the end of that day in UTC.
    pub fn parse(text: &str) -> Option<Self> {
        let moment = OffsetDateTime::parse(text, &Rfc3339).ok().or_else(|| {
            let date = Date::parse(text, &Iso8601::DATE).ok()?;
            Some(date.next_day()?.midnight().assume_utc() - Duration::milliseconds(1))
        })?;
        i64::try_from(moment.unix_timestamp_nanos().div_euclid(1_000_000)).ok().map(Self)
    }

    /// The year in UTC, proleptic Gregorian.
    pub fn year(self) -> Option<i32> {
        let nanos = i128::from(self.0) * 1_000_000;
        OffsetDateTime::from_unix_timestamp_nanos(nanos).ok().map(OffsetDateTime::year)
    }

    /// Milliseconds since the Unix epoch.
    pub const fn unix_ms(self) -> i64 {
        self.0
    }
}

/// Julian day of 1970-01-01.
const EPOCH: i32 = 2_440_588;

/// Days from 1970-01-01 to a date of the proleptic Gregorian calendar, year 0 being 1 BC. `None` where
/// there is no such date, or its year is not from -9999 to 9999.
pub fn day_number(year: i64, month: u32, date: u32) -> Option<i32> {
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    let date = Date::from_calendar_date(year.try_into().ok()?, month, date.try_into().ok()?);
    Some(date.ok()?.to_julian_day() - EPOCH)
}

/// Days of a month; 31 where there is no such month.
pub fn month_days(year: i64, month: u32) -> u32 {
    let month = u8::try_from(month).ok().and_then(|month| Month::try_from(month).ok());
    let year = i32::try_from(year).unwrap_or(0);
    month.map_or(31, |month| u32::from(month.length(year)))
}

/// A day as ISO 8601 writes it, four digits a year: "2021-03-20", "-0044-03-15".
pub fn day_text(day: i32) -> String {
    let date = day.checked_add(EPOCH).and_then(|day| Date::from_julian_day(day).ok());
    let Some(date) = date else { return format!("day {day} from 1970-01-01") };
    let (year, month, day) = date.to_calendar_date();
    let sign = if year < 0 { "-" } else { "" };
    format!("{sign}{:04}-{:02}-{day:02}", year.abs(), u8::from(month))
}

impl fmt::Display for Timestamp {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = i128::from(self.0) * 1_000_000;
        let text = OffsetDateTime::from_unix_timestamp_nanos(nanos)
            .ok()
            .and_then(|moment| moment.format(&Rfc3339).ok());
        match text {
            Some(text) => out.write_str(&text),
            None => write!(out, "{} ms after 1970", self.0),
        }
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        if out.is_human_readable() { out.collect_str(self) } else { out.serialize_i64(self.0) }
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        if !input.is_human_readable() {
            return i64::deserialize(input).map(Self);
        }
        let text = String::deserialize(input)?;
        let moment = OffsetDateTime::parse(&text, &Rfc3339).map_err(de::Error::custom)?;
        Ok(Self((moment.unix_timestamp_nanos() / 1_000_000) as i64))
    }
}

impl ts_rs::TS for Timestamp {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;
    fn name(_: &ts_rs::Config) -> String {
        "string".to_owned()
    }
    fn inline(_: &ts_rs::Config) -> String {
        "string".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_and_reads_rfc_3339() {
        let moment = Timestamp::from_unix_ms(1_700_000_000_123);
        let json = serde_json::to_string(&moment).unwrap();
        assert_eq!(json, "\"2023-11-14T22:13:20.123Z\"");
        assert_eq!(serde_json::from_str::<Timestamp>(&json).unwrap(), moment);
    }

    #[test]
    fn days_are_dates() {
        for (day, text) in [
            (0, "1970-01-01"),
            (18_341, "2020-03-20"),
            (-719_528, "0000-01-01"),
            (-719_529, "-0001-12-31"),
            (-735_525, "-0044-03-15"),
            (2_932_896, "9999-12-31"),
            (11_016, "2000-02-29"),
        ] {
            assert_eq!(day_text(day), text);
        }
        assert_eq!(day_number(-44, 3, 15), Some(-735_525));
        assert_eq!(day_number(2023, 2, 29), None);
        assert_eq!(day_number(12_021, 1, 1), None);
        assert_eq!((month_days(2024, 2), month_days(1900, 2)), (29, 28));
        assert!(day_text(i32::MAX).starts_with("day "));
    }

    #[test]
    fn a_date_is_the_end_of_its_day() {
        let cases = [
            ("2023-11-14", Some("2023-11-14T23:59:59.999Z")),
            ("2024-02-29T12:00:00+01:00", Some("2024-02-29T11:00:00Z")),
            ("2023-02-29", None),
            ("last spring", None),
            ("", None),
        ];
        for (text, expected) in cases {
            let shown = Timestamp::parse(text).map(|moment| moment.to_string());
            assert_eq!(shown.as_deref(), expected, "{text}");
        }
    }
}
