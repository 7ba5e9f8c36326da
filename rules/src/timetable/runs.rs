//! Next runs of a trigger.

use std::iter::successors;

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::{AmbiguousOffset, Offset, TimeZone};
use jiff::{Span, Timestamp, ToSpan};

use super::timing::{Clock, Timing, Unit};
use super::trigger::Trigger;
use crate::date::UnixTime;

/// Maximum number of times examined when an interval above 1 skips most of them.
const LOOKED_AT: usize = 20_000;

/// A time at which a trigger fires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FireTime {
    local: DateTime,
    offset: Offset,
    /// `true` if the clocks change at that time, which then doesn't exist on that day, or exists twice.
    pub clocks_change: bool,
}

impl FireTime {
    /// "Mon 2026-11-23 06:00".
    pub fn local(&self) -> String {
        const NAMES: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
        let name = NAMES[usize::from(self.local.weekday().to_monday_zero_offset().unsigned_abs())];
        let DateTimeParts(date, hour, minute) = parts(self.local);
        format!("{name} {date} {hour:02}:{minute:02}")
    }

    /// Returns the offset from UTC: "UTC+01:00", "UTC".
    pub fn offset(&self) -> String {
        offset_in_words(self.offset.seconds())
    }

    fn timestamp(&self) -> Option<Timestamp> {
        self.offset.to_timestamp(self.local).ok()
    }
}

struct DateTimeParts(Date, i8, i8);

fn parts(time: DateTime) -> DateTimeParts {
    DateTimeParts(time.date(), time.hour(), time.minute())
}

/// "UTC+01:00" for 3600 seconds, "UTC" for none.
pub(crate) fn offset_in_words(seconds: i32) -> String {
    if seconds == 0 {
        return "UTC".to_owned();
    }
    let sign = if seconds < 0 { '-' } else { '+' };
    let minutes = seconds.abs() / 60;
    format!("UTC{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Returns the first `most` times after `now` at which `trigger` fires. `None` if they are unknown:
/// a value is invalid or undocumented, or they depend on the moment of creation. Fewer than
/// `most` if the trigger ends before.
pub fn next_runs(trigger: Trigger<'_>, now: UnixTime, most: usize) -> Option<Vec<FireTime>> {
    let timing = Timing::of(trigger)?;
    let zone = trigger.jiff_zone()?;
    let bound = |key: &str| match trigger.node.get(key).filter(|node| !node.is_null()) {
        None => Some(None),
        Some(_) => Some(Some(trigger.moment(key)?.1.timestamp(&zone)?)),
    };
    let start = bound("start_time")?;
    let end = if trigger.of_instance {
        None
    } else {
        bound("end_time")?
    };
    let now = Timestamp::from_second(now.0).ok()?;
    let is_in_time = |run: &FireTime| {
        run.timestamp()
            .is_some_and(|at| at > now && start.is_none_or(|start| at >= start))
    };
    let has_ended = |run: &FireTime| {
        run.timestamp()
            .is_none_or(|at| end.is_some_and(|end| at > end))
    };
    let from = start.map_or(now, |start| start.max(now));
    let runs: Box<dyn Iterator<Item = FireTime>> = match (&timing.clock, timing.unit) {
        (None, Unit::Minute | Unit::Hour) => Box::new(every_step(&timing, start?, from, &zone)?),
        _ => Box::new(on_days(&timing, start, from, &zone)?),
    };
    let runs = runs.filter(is_in_time).take_while(|run| !has_ended(run));
    let runs: Vec<FireTime> = runs.take(most).collect();
    // Without an end, there is always a next run: the search stopped too early.
    (end.is_some() || !runs.is_empty()).then_some(runs)
}

/// Returns the runs of every few minutes or hours from the start on.
fn every_step<'z>(
    timing: &Timing,
    start: Timestamp,
    from: Timestamp,
    zone: &'z TimeZone,
) -> Option<impl Iterator<Item = FireTime> + use<'z>> {
    let unit = if timing.unit == Unit::Hour { 3600 } else { 60 };
    let step = i64::from(timing.interval).checked_mul(unit)?;
    let done = (from.as_second() - start.as_second()).max(0) / step;
    Some((done..).map_while(move |number| {
        let seconds = step.checked_mul(number)?.checked_add(start.as_second())?;
        let at = Timestamp::from_second(seconds).ok()?;
        let offset = zone.to_offset(at);
        Some(FireTime {
            local: offset.to_datetime(at),
            offset,
            clocks_change: false,
        })
    }))
}

/// Returns the runs at times of some days. The search uses local time, like NCrontab.
fn on_days<'z>(
    timing: &Timing,
    start: Option<Timestamp>,
    from: Timestamp,
    zone: &'z TimeZone,
) -> Option<impl Iterator<Item = FireTime> + use<'z>> {
    let local = |at: Timestamp| zone.to_offset(at).to_datetime(at);
    let start = start.map(local);
    let (days, every) = days(timing, start)?;
    // Starts some hours earlier because the clocks may change; earlier times are filtered out later.
    let from = local(from).checked_sub(3.hours()).ok()?;
    Some(
        days.times_from(from)
            .take(LOOKED_AT)
            .filter(move |at| every.has(*at))
            .filter_map(|at| {
                let ambiguous = zone.to_ambiguous_timestamp(at);
                let clocks_change =
                    !matches!(ambiguous.offset(), AmbiguousOffset::Unambiguous { .. });
                let at = ambiguous.compatible().ok()?;
                let offset = zone.to_offset(at);
                Some(FireTime {
                    local: offset.to_datetime(at),
                    offset,
                    clocks_change,
                })
            }),
    )
}

/// The days that remain with an interval above 1.
#[derive(Clone, Copy)]
enum Every {
    /// All days.
    One,
    /// The interval in days, and the first time.
    Days(u32, DateTime),
    /// The interval in months, and the first time.
    Months(u32, DateTime),
}

impl Every {
    fn has(self, at: DateTime) -> bool {
        match self {
            Self::One => true,
            Self::Days(count, first) => {
                let days = first
                    .date()
                    .until(at.date())
                    .map_or(-1, |span: Span| span.get_days());
                days >= 0 && i64::from(days) % i64::from(count) == 0
            }
            Self::Months(count, first) => {
                let months = (i32::from(at.year()) - i32::from(first.year())) * 12
                    + i32::from(at.month())
                    - i32::from(first.month());
                months >= 0 && i64::from(months) % i64::from(count) == 0
            }
        }
    }
}

/// Times of a day on some days of every week or month. An empty list means all numbers.
struct DayPattern {
    clock: Clock,
    weekdays: Vec<u8>,
    month_days: Vec<u8>,
}

impl DayPattern {
    fn has(&self, date: Date) -> bool {
        let lists = |numbers: &[u8], number: i8| {
            numbers.is_empty() || numbers.contains(&number.unsigned_abs())
        };
        lists(&self.month_days, date.day())
            && lists(&self.weekdays, date.weekday().to_sunday_zero_offset())
    }

    /// Returns the times from `from` on, in their order.
    fn times_from(self, from: DateTime) -> impl Iterator<Item = DateTime> {
        let times = self.clock.times();
        successors(Some(from.date()), |date| date.tomorrow().ok())
            .filter(move |date| self.has(*date))
            .flat_map(move |date| {
                times
                    .clone()
                    .into_iter()
                    .map(move |at| date.to_datetime(at))
            })
            .skip_while(move |at| *at < from)
    }
}

impl Clock {
    /// Returns the times of one day, in their order.
    fn times(&self) -> Vec<Time> {
        let minutes = all_or(&self.minutes, 60);
        let at = |hour: u8, minute: u8| {
            Time::new(i8::try_from(hour).ok()?, i8::try_from(minute).ok()?, 0, 0).ok()
        };
        all_or(&self.hours, 24)
            .into_iter()
            .flat_map(|hour| minutes.iter().filter_map(move |minute| at(hour, *minute)))
            .collect()
    }
}

/// Returns `numbers`, or every number below `end` where there are none.
fn all_or(numbers: &[u8], end: u8) -> Vec<u8> {
    if numbers.is_empty() {
        (0..end).collect()
    } else {
        numbers.to_vec()
    }
}

/// Returns the times of the days, and which of the days count.
fn days(timing: &Timing, start: Option<DateTime>) -> Option<(DayPattern, Every)> {
    let mut weekdays = timing.weekdays.clone();
    let mut month_days = timing.month_days.clone();
    match timing.unit {
        // A pattern of days is only valid for weeks and months.
        Unit::Minute | Unit::Hour => return None,
        Unit::Day if weekdays.is_empty() && month_days.is_empty() => {}
        Unit::Week if month_days.is_empty() => {
            if weekdays.is_empty() {
                weekdays.push(weekday(start?));
            }
        }
        Unit::Month if weekdays.is_empty() => {
            if month_days.is_empty() {
                month_days.push(start?.day().unsigned_abs());
            }
        }
        Unit::Day | Unit::Week | Unit::Month => return None,
    }
    let every = match timing.unit {
        _ if timing.interval == 1 => Every::One,
        Unit::Month => Every::Months(timing.interval, start?),
        // The first day of a week is not documented; it doesn't matter for the weekday of the start.
        Unit::Week if weekdays != [weekday(start?)] => return None,
        Unit::Week => Every::Days(timing.interval.checked_mul(7)?, start?),
        _ => Every::Days(timing.interval, start?),
    };
    let at_start = |start: DateTime| Clock {
        minutes: vec![start.minute().unsigned_abs()],
        hours: vec![start.hour().unsigned_abs()],
    };
    let clock = match &timing.clock {
        Some(clock) => clock.clone(),
        None => at_start(start?),
    };
    let days = DayPattern {
        clock,
        weekdays,
        month_days,
    };
    Some((days, every))
}

/// Returns the day of the week, from Sunday, 0.
fn weekday(at: DateTime) -> u8 {
    at.weekday().to_sunday_zero_offset().unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::time_zone::{time_zone, time_zones};
    use crate::timetable::{Moment, triggers};

    /// Returns the times of a trigger after `now`.
    fn runs(trigger: &str, now: &str) -> Option<Vec<String>> {
        let text = format!(
            "$schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json\n\
             name: s\ncreate_job: azureml:j\ntrigger: {{{trigger}}}\n"
        );
        let document = Document::new("s.yml", text);
        let now = Moment::parse(now).unwrap().timestamp(&TimeZone::UTC);
        let trigger = triggers(&document)[0];
        let runs = next_runs(trigger, UnixTime(now.unwrap().as_second()), 3)?;
        let mark = |run: &FireTime| if run.clocks_change { "!" } else { "" };
        let show = |run: FireTime| format!("{} {}{}", run.local(), run.offset(), mark(&run));
        Some(runs.into_iter().map(show).collect())
    }

    fn assert_runs(trigger: &str, now: &str, expected: &[&str]) {
        let found = runs(trigger, now).unwrap_or_else(|| panic!("{trigger} is not known"));
        assert_eq!(found, expected, "{trigger}");
    }

    #[test]
    fn a_cron_expression_is_counted_out_in_its_zone() {
        assert_runs(
            "type: cron, expression: '0 6 * * 1', time_zone: W. Europe Standard Time",
            "2026-11-23T04:59:00Z",
            &[
                "Mon 2026-11-23 06:00 UTC+01:00",
                "Mon 2026-11-30 06:00 UTC+01:00",
                "Mon 2026-12-07 06:00 UTC+01:00",
            ],
        );
        assert_runs(
            "type: cron, expression: '*/20 8-9 * * mon-FRI'",
            "2026-11-20T09:30:00Z",
            &[
                "Fri 2026-11-20 09:40 UTC",
                "Mon 2026-11-23 08:00 UTC",
                "Mon 2026-11-23 08:20 UTC",
            ],
        );
    }

    #[test]
    fn day_and_month_of_a_cron_expression_are_ignored() {
        assert_runs(
            "type: cron, expression: '0 6 1 1 *'",
            "2026-11-22T07:00:00Z",
            &[
                "Mon 2026-11-23 06:00 UTC",
                "Tue 2026-11-24 06:00 UTC",
                "Wed 2026-11-25 06:00 UTC",
            ],
        );
    }

    #[test]
    fn clocks_that_change_are_marked() {
        assert_runs(
            "type: cron, expression: '30 2 * * *', time_zone: W. Europe Standard Time",
            "2026-03-28T00:00:00Z",
            &[
                "Sat 2026-03-28 02:30 UTC+01:00",
                "Sun 2026-03-29 03:30 UTC+02:00!",
                "Mon 2026-03-30 02:30 UTC+02:00",
            ],
        );
        assert_runs(
            "type: cron, expression: '30 2 * * *', time_zone: W. Europe Standard Time",
            "2026-10-24T01:00:00Z",
            &[
                "Sun 2026-10-25 02:30 UTC+02:00!",
                "Mon 2026-10-26 02:30 UTC+01:00",
                "Tue 2026-10-27 02:30 UTC+01:00",
            ],
        );
    }

    #[test]
    fn a_recurrence_skips_months_without_its_day() {
        assert_runs(
            "type: recurrence, frequency: month, interval: 1, \
             schedule: {hours: 4, minutes: 15, month_days: 31}",
            "2026-01-31T04:15:00Z",
            &[
                "Tue 2026-03-31 04:15 UTC",
                "Sun 2026-05-31 04:15 UTC",
                "Fri 2026-07-31 04:15 UTC",
            ],
        );
    }

    #[test]
    fn intervals_are_counted_from_the_start() {
        assert_runs(
            "type: recurrence, frequency: day, interval: 3, start_time: '2026-11-20T10:00:00', \
             schedule: {hours: [6, 18], minutes: 0}",
            "2026-11-22T12:00:00Z",
            &[
                "Mon 2026-11-23 06:00 UTC",
                "Mon 2026-11-23 18:00 UTC",
                "Thu 2026-11-26 06:00 UTC",
            ],
        );
        assert_runs(
            "type: recurrence, frequency: hour, interval: 5, start_time: '2026-11-20T10:30:00'",
            "2026-11-22T12:00:00Z",
            &[
                "Sun 2026-11-22 12:30 UTC",
                "Sun 2026-11-22 17:30 UTC",
                "Sun 2026-11-22 22:30 UTC",
            ],
        );
        assert_runs(
            "type: recurrence, frequency: week, interval: 2, start_time: '2026-11-23T10:00:00', \
             end_time: '2026-12-24T00:00:00', schedule: {hours: 7, minutes: 5, week_days: monday}",
            "2026-11-22T12:00:00Z",
            &["Mon 2026-12-07 07:05 UTC", "Mon 2026-12-21 07:05 UTC"],
        );
    }

    #[test]
    fn what_depends_on_the_creation_is_not_known() {
        for trigger in [
            "type: recurrence, frequency: hour, interval: 5",
            "type: recurrence, frequency: day, interval: 1",
            "type: recurrence, frequency: day, interval: 2, schedule: {hours: 6, minutes: 0}",
            "type: recurrence, frequency: week, interval: 1, schedule: {hours: 6, minutes: 0}",
            "type: recurrence, frequency: month, interval: 1, \
             schedule: {hours: 6, minutes: 0, week_days: monday}",
            "type: cron, expression: '0 6 * * 7'",
            "type: cron, expression: '0 6 * * 1', time_zone: Europe/Berlin",
            "type: cron, expression: '0 6 * * 1', start_time: '{{ start }}'",
        ] {
            assert_eq!(runs(trigger, "2026-11-22T12:00:00Z"), None, "{trigger}");
        }
    }

    #[test]
    fn every_zone_is_in_the_database() {
        for name in time_zones() {
            let iana = time_zone(name).unwrap().iana;
            assert!(
                iana.is_empty() || TimeZone::get(iana).is_ok(),
                "{name}: {iana}"
            );
        }
    }
}
