//! Calendar dates: facts have them, and the caller provides today's.
//!
//! The calendar is jiff's. Its clock and its time zones are not used: this crate reads
//! neither.

use std::fmt;

use jiff::tz::Offset;
use jiff::{Span, Timestamp, civil};

/// A point in time: seconds since 1970-01-01 in UTC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct UnixTime(pub i64);

const SECONDS_PER_DAY: i64 = 24 * 60 * 60;

/// A calendar date. The order is chronological.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date(civil::Date);

impl Date {
    /// Creates a date; month and day count from 1.
    ///
    /// # Panics
    /// If the date does not exist; in a constant that is a compile error.
    pub const fn new(year: i16, month: i8, day: i8) -> Self {
        Self(civil::date(year, month, day))
    }

    /// Parses `2026-09-24`; `None` if the date does not exist.
    pub fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.splitn(3, '-');
        let year = numbers.next()?.parse().ok()?;
        let month = numbers.next()?.parse().ok()?;
        let day = numbers.next()?.parse().ok()?;
        // jiff's parser supports all of ISO 8601 and adds 200 kB to the binary; this comparison suffices.
        let date = Self(civil::Date::new(year, month, day).ok()?);
        (date.to_string() == text).then_some(date)
    }

    /// Returns the date that is `days` after 1970-01-01, in the Gregorian calendar; `None` after
    /// the year 9999.
    pub fn from_days_since_1970(days: u32) -> Option<Self> {
        let span = Span::new().try_days(i64::from(days)).ok()?;
        let day = civil::date(1970, 1, 1).checked_add(span).ok()?;
        Some(Self(day))
    }

    /// Returns its first second in UTC.
    pub fn begins(self) -> UnixTime {
        let seconds = self.0.to_datetime(civil::Time::midnight());
        UnixTime(
            Offset::UTC
                .to_timestamp(seconds)
                .map_or(0, Timestamp::as_second),
        )
    }

    /// Returns the first date whose first second is not before `time`; `None` before 1970.
    pub fn beginning_after(time: UnixTime) -> Option<Self> {
        let days = time
            .0
            .checked_add(SECONDS_PER_DAY - 1)?
            .div_euclid(SECONDS_PER_DAY);
        Self::from_days_since_1970(u32::try_from(days).ok()?)
    }

    /// Returns the same date `years` later; February 29 becomes the last day of a shorter February.
    #[must_use]
    pub fn plus_years(self, years: u8) -> Self {
        Self(self.0.saturating_add(Span::new().years(i64::from(years))))
    }

    /// Returns the same date a year earlier; February 29 becomes February 28.
    #[must_use]
    pub fn year_before(self) -> Self {
        Self(self.0.saturating_sub(Span::new().years(1)))
    }

    /// Returns the date that is `days` later, or earlier.
    #[must_use]
    pub fn plus_days(self, days: i16) -> Self {
        Self(self.0.saturating_add(Span::new().days(i64::from(days))))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_days_of_the_calendar() {
        let day = |days| Date::from_days_since_1970(days).unwrap();
        assert_eq!(day(0), Date::new(1970, 1, 1));
        assert_eq!(day(11_016), Date::new(2000, 2, 29));
        assert_eq!(day(20_778).to_string(), "2026-11-21");
        assert_eq!(Date::from_days_since_1970(u32::MAX), None);
    }

    #[test]
    fn a_day_begins_at_midnight_or_after_it() {
        let day = Date::new(2026, 11, 2);
        let midnight = day.begins();
        for (seconds, begins) in [(-1, day), (0, day), (1, day.plus_days(1))] {
            let time = UnixTime(midnight.0 + seconds);
            assert_eq!(Date::beginning_after(time), Some(begins), "{seconds}");
        }
    }

    #[test]
    fn reads_and_orders_dates() {
        assert_eq!(Date::parse("2026-09-24"), Some(Date::new(2026, 9, 24)));
        assert_eq!(Date::parse("2026-13-01"), None);
        assert!(Date::new(2025, 12, 31) < Date::new(2026, 1, 1));
    }

    #[test]
    fn a_day_that_is_not_in_the_calendar_is_no_date() {
        assert_eq!(Date::parse("2026-04-31"), None);
        assert_eq!(Date::parse("2026-02-29"), None);
        assert_eq!(Date::parse("2028-02-29"), Some(Date::new(2028, 2, 29)));
        for text in ["", "2026", "2026-9-24", "+2026-09-24", "2026-09-24T10:00"] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_leap_day_has_a_day_a_year_later() {
        assert_eq!(Date::new(2028, 2, 29).plus_years(1), Date::new(2029, 2, 28));
        assert_eq!(Date::new(2026, 9, 24).plus_years(1), Date::new(2027, 9, 24));
        assert_eq!(Date::new(2028, 2, 29).year_before(), Date::new(2027, 2, 28));
        assert_eq!(Date::new(2026, 12, 31).plus_days(1), Date::new(2027, 1, 1));
    }
}
