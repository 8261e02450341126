//! A moment in time. The clock is read by programs and passed in; nothing here reads it.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use time::{
    Date, Duration, OffsetDateTime,
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
