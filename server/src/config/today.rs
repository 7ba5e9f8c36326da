//! Today's date, for the rules that hold retirements against it, and the time, for schedules.

use std::time::{SystemTime, UNIX_EPOCH};

use azml_rules::date::{Date, UnixTime};

/// Names the day that counts as today, as `2026-11-21`: tests do not change with the calendar.
const OVERRIDE: &str = "AZML_TODAY";

/// The time of day on the clock of the user: `14:03:12`.
pub(crate) fn time_of_day() -> String {
    jiff::Zoned::now().strftime("%H:%M:%S").to_string()
}

/// Returns today's date in UTC; `None` if the clock is before 1970.
pub(crate) fn today() -> Option<Date> {
    overridden().or_else(|| day(SystemTime::now()))
}

/// The time; the beginning of the day in tests.
pub(crate) fn now() -> Option<UnixTime> {
    if let Some(day) = overridden() {
        return Some(day.begins());
    }
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
    i64::try_from(seconds).ok().map(UnixTime)
}

fn overridden() -> Option<Date> {
    Date::parse(&std::env::var(OVERRIDE).ok()?)
}

/// The day of `time` in UTC.
pub(crate) fn day(time: SystemTime) -> Option<Date> {
    let seconds = time.duration_since(UNIX_EPOCH).ok()?.as_secs();
    u32::try_from(seconds / (24 * 60 * 60))
        .ok()
        .and_then(Date::from_days_since_1970)
}
