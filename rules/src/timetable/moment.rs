//! Date and time values of schedules.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};

/// A date and a time, as in `2026-12-01T06:00:00` or `2026-12-01 06:00+01:00`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Local date and time.
    pub(super) local: DateTime,
    /// Offset from UTC, if written.
    pub(super) offset: Option<Offset>,
}

impl Moment {
    /// Parses a date and time of ISO 8601; `None` without a time.
    pub fn parse(text: &str) -> Option<Self> {
        let (date, time) = text.trim().split_once(['T', ' '])?;
        let date = numbers::<3>(date, '-')?;
        // A sign cannot be part of the time itself.
        let end = time.find(['Z', 'z', '+', '-']).unwrap_or(time.len());
        let (time, offset) = time.split_at(end);
        let (time, _fraction) = time.split_once('.').unwrap_or((time, ""));
        let [hour, minute, second] =
            numbers::<3>(time, ':').or_else(|| numbers::<2>(time, ':').map(|[h, m]| [h, m, 0]))?;
        let [year, month, day] = date;
        let byte = |number: i16| i8::try_from(number).ok();
        let local = DateTime::new(
            year,
            byte(month)?,
            byte(day)?,
            byte(hour)?,
            byte(minute)?,
            byte(second)?,
            0,
        );
        let offset = if offset.is_empty() {
            None
        } else {
            Some(parse_offset(offset)?)
        };
        Some(Self {
            local: local.ok()?,
            offset,
        })
    }

    /// Returns the moment in UTC; without an offset it is local time of `zone`.
    pub(super) fn timestamp(self, zone: &TimeZone) -> Option<Timestamp> {
        match self.offset {
            Some(offset) => offset.to_timestamp(self.local).ok(),
            None => zone.to_timestamp(self.local).ok(),
        }
    }
}

/// Parses `N` whole numbers without signs between `separator`.
fn numbers<const N: usize>(text: &str, separator: char) -> Option<[i16; N]> {
    let mut parts = text.split(separator);
    let mut numbers = [0; N];
    for number in &mut numbers {
        let part = parts.next()?;
        *number = part
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| part.parse().ok())??;
    }
    parts.next().is_none().then_some(numbers)
}

/// `Z`, `+01:00`, `-0430` or `+01`.
fn parse_offset(text: &str) -> Option<Offset> {
    if text.eq_ignore_ascii_case("z") {
        return Some(Offset::UTC);
    }
    let (sign, digits) = text.split_at_checked(1)?;
    let sign = if sign == "-" { -1 } else { 1 };
    let digits = digits.replace(':', "");
    let (hours, minutes) = match digits.len() {
        2 => (digits.as_str(), "0"),
        4 => digits.split_at(2),
        _ => return None,
    };
    let seconds = |text: &str, each: i32| text.parse::<u8>().ok().map(|n| i32::from(n) * each);
    Offset::from_seconds(sign * (seconds(hours, 3600)? + seconds(minutes, 60)?)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_with_and_without_offset() {
        for (text, shown) in [
            ("2026-12-01T06:00:00", Some("2026-12-01T06:00:00 -")),
            ("2026-12-01 06:30", Some("2026-12-01T06:30:00 -")),
            ("2026-12-01T06:00:00.000Z", Some("2026-12-01T06:00:00 0")),
            (
                "2026-12-01T06:00:00+05:30",
                Some("2026-12-01T06:00:00 19800"),
            ),
            ("2026-12-01T06:00:00-04", Some("2026-12-01T06:00:00 -14400")),
            ("2026-12-01", None),
            ("2026-13-01T06:00:00", None),
            ("2026-12-01T6h", None),
            ("2026-12-01T06:00:00+x", None),
        ] {
            let read = Moment::parse(text).map(|moment| {
                let offset = moment.offset.map(|offset| offset.seconds().to_string());
                format!("{} {}", moment.local, offset.unwrap_or("-".to_owned()))
            });
            assert_eq!(read.as_deref(), shown, "{text}");
        }
    }
}
