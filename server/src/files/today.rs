//! Today's date, for the rules that hold retirements against it.

use std::time::{SystemTime, UNIX_EPOCH};

use azml_rules::date::Date;

/// Names the day that counts as today, as `2026-11-21`: tests do not change with the calendar.
const OVERRIDE: &str = "AZML_TODAY";

/// Today in UTC; `None` where the clock stands before 1970.
pub(super) fn today() -> Option<Date> {
    if let Some(day) = std::env::var(OVERRIDE)
        .ok()
        .and_then(|text| Date::parse(&text))
    {
        return Some(day);
    }
    day(SystemTime::now())
}

/// The day of `time` in UTC.
pub(super) fn day(time: SystemTime) -> Option<Date> {
    let seconds = time.duration_since(UNIX_EPOCH).ok()?.as_secs();
    u32::try_from(seconds / (24 * 60 * 60))
        .ok()
        .and_then(Date::from_days_since_1970)
}
