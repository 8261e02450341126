//! One cell's value as people write it: dates in ISO order, numbers without binary dust. Number
//! formats beyond dates are not applied: 0.25 stays 0.25, though a sheet may show 25%.

use calamine::{DataType, ExcelDateTime};

/// The words of a cell; empty where it has none.
pub(super) fn shown(value: &impl DataType) -> String {
    if let Some(date) = value.get_datetime() {
        return if date.is_duration() { duration(date.as_f64()) } else { moment(&date) };
    }
    if let Some(number) = value.get_int() {
        return number.to_string();
    }
    if let Some(number) = value.get_float() {
        return decimal(number);
    }
    if let Some(truth) = value.get_bool() {
        return if truth { "TRUE" } else { "FALSE" }.to_owned();
    }
    if let Some(error) = value.get_error() {
        return error.to_string();
    }
    if let Some(date) = value.get_datetime_iso() {
        return date.trim_end_matches("T00:00:00").replacen('T', " ", 1);
    }
    if let Some(time) = value.get_duration_iso() {
        return clock(time).unwrap_or_else(|| time.to_owned());
    }
    value.get_string().unwrap_or_default().to_owned()
}

/// Spreadsheets show 15 digits: the rest is an artefact of binary fractions.
fn decimal(number: f64) -> String {
    let rounded: f64 = format!("{number:.14e}").parse().unwrap_or(number);
    match rounded.abs() {
        0.0 => "0".to_owned(),
        size if (1e-9..1e21).contains(&size) => rounded.to_string(),
        _ => format!("{rounded:e}"),
    }
}

fn moment(date: &ExcelDateTime) -> String {
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    let clock = match second {
        0 => format!("{hour:02}:{minute:02}"),
        _ => format!("{hour:02}:{minute:02}:{second:02}"),
    };
    let days = date.as_f64();
    match () {
        () if (0.0..1.0).contains(&days) => clock,
        () if days.fract() == 0.0 => format!("{year:04}-{month:02}-{day:02}"),
        () => format!("{year:04}-{month:02}-{day:02} {clock}"),
    }
}

/// Hours, minutes and seconds; a day counts as 24 hours.
fn duration(days: f64) -> String {
    let seconds = (days.abs() * 86_400.0).round() as u64;
    let sign = if days < 0.0 { "-" } else { "" };
    format!("{sign}{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// `PT08H30M00S` as `08:30:00`.
fn clock(iso: &str) -> Option<String> {
    let (hours, rest) = iso.strip_prefix("PT")?.split_once('H')?;
    let (minutes, rest) = rest.split_once('M')?;
    let seconds = rest.strip_suffix('S')?.split(['.', ',']).next()?;
    let parts = [hours, minutes, seconds];
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    parts.iter().all(is_number).then(|| parts.join(":"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use calamine::{Data, ExcelDateTimeType};

    #[test]
    fn values_read_as_people_write_them() {
        let date = |days: f64, kind| Data::DateTime(ExcelDateTime::new(days, kind, false));
        let at = ExcelDateTimeType::DateTime;
        for (value, expected) in [
            (Data::Float(1.0), "1"),
            (Data::Float(0.1 + 0.2), "0.3"),
            (Data::Float(-1234.5), "-1234.5"),
            (Data::Float(1e300), "1e300"),
            (Data::Float(0.0), "0"),
            (Data::Float(f64::NAN), "NaN"),
            (Data::Int(7), "7"),
            (Data::Bool(true), "TRUE"),
            (Data::Error(calamine::CellErrorType::Div0), "#DIV/0!"),
            (date(45943.0, at), "2025-10-13"),
            (date(45943.5, at), "2025-10-13 12:00"),
            (date(0.25, at), "06:00"),
            (date(1.5, ExcelDateTimeType::TimeDelta), "36:00:00"),
            (Data::DateTimeIso("2024-01-15T00:00:00".into()), "2024-01-15"),
            (Data::DateTimeIso("2024-01-15T08:30:00".into()), "2024-01-15 08:30:00"),
            (Data::DurationIso("PT08H30M00S".into()), "08:30:00"),
            (Data::String("=cmd()".into()), "=cmd()"),
            (Data::Empty, ""),
        ] {
            assert_eq!(shown(&value), expected, "{value:?}");
        }
    }
}
