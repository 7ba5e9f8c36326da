//! Calendar days: facts carry them, and today's arrives from outside.

use std::fmt;

/// A day of the calendar. The order is that of time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    /// Year.
    pub year: u16,
    /// Month from 1.
    pub month: u8,
    /// Day of the month from 1.
    pub day: u8,
}

impl Date {
    /// The day with these numbers.
    #[must_use]
    pub const fn new(year: u16, month: u8, day: u8) -> Self {
        Self { year, month, day }
    }

    /// Reads `2026-09-24`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '-');
        let date = Self::new(
            parts.next()?.parse().ok()?,
            parts.next()?.parse().ok()?,
            parts.next()?.parse().ok()?,
        );
        ((1..=12).contains(&date.month) && (1..=31).contains(&date.day)).then_some(date)
    }

    /// The day that is `days` after 1970-01-01, in the Gregorian calendar.
    #[must_use]
    pub fn from_days_since_1970(days: u32) -> Self {
        let mut year = 1970;
        let mut left = days;
        while left >= days_in_year(year) {
            left -= days_in_year(year);
            year += 1;
        }
        let mut month = 1;
        while left >= days_in_month(year, month) {
            left -= days_in_month(year, month);
            month += 1;
        }
        Self {
            year,
            month,
            day: u8::try_from(left + 1).unwrap_or(1),
        }
    }

    /// The same day `years` later.
    #[must_use]
    pub const fn plus_years(self, years: u16) -> Self {
        Self {
            year: self.year + years,
            ..self
        }
    }
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
}

fn days_in_year(year: u16) -> u32 {
    if is_leap(year) { 366 } else { 365 }
}

fn days_in_month(year: u16, month: u8) -> u32 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_days_of_the_calendar() {
        assert_eq!(Date::from_days_since_1970(0), Date::new(1970, 1, 1));
        assert_eq!(Date::from_days_since_1970(11_016), Date::new(2000, 2, 29));
        assert_eq!(Date::from_days_since_1970(20_778).to_string(), "2026-11-21");
    }

    #[test]
    fn reads_and_orders_dates() {
        assert_eq!(Date::parse("2026-09-24"), Some(Date::new(2026, 9, 24)));
        assert_eq!(Date::parse("2026-13-01"), None);
        assert!(Date::new(2025, 12, 31) < Date::new(2026, 1, 1));
    }
}
