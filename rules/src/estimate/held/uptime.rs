//! The time that a compute instance runs by its schedules of start and stop.

use crate::compute::HOURS_PER_MONTH;
use crate::document::Document;
use crate::syntax::{Node, known_text};
use crate::timetable::{Timing, Unit, triggers};

/// Minutes of a week.
const WEEK: i64 = 7 * 24 * 60;

/// Returns the hours of an average month in which the instance runs, if its schedules start and stop it at times
/// of a week that are known.
pub(super) fn hours_per_month(document: &Document) -> Option<f64> {
    let mut events = Vec::new();
    let mut zone = None;
    for trigger in triggers(document).into_iter().filter(|it| it.of_instance) {
        let schedule = trigger.node.parent()?;
        let is_off = |state: &str| state.eq_ignore_ascii_case("disabled");
        match schedule.get("state").map(known_text) {
            Some(None) => return None,
            Some(Some(state)) if is_off(state) => continue,
            _ => {}
        }
        // The first day and the end of a schedule do not matter in the long run, but its zone does.
        let own = trigger.node.get("time_zone").and_then(Node::text);
        if *zone.get_or_insert(own) != own {
            return None;
        }
        let action = known_text(schedule.get("action")?)?;
        let starts = match action.to_ascii_lowercase().as_str() {
            "start" => true,
            "stop" => false,
            _ => return None,
        };
        let times = minutes_of_week(&Timing::of(trigger)?)?;
        events.extend(times.into_iter().map(|minute| (minute, starts)));
    }
    events.sort_unstable();
    let has = |starts: bool| events.iter().any(|event| event.1 == starts);
    if !has(true) || !has(false) {
        return None;
    }
    Some(running(&events) * HOURS_PER_MONTH / hours(WEEK))
}

/// Returns the hours of a week in which it runs: after each start until the next event.
fn running(events: &[(i64, bool)]) -> f64 {
    let next = events.iter().skip(1).chain(events.first());
    let minutes = events.iter().zip(next).map(|(event, next)| {
        let until = (next.0 - event.0).rem_euclid(WEEK);
        if event.1 { until } else { 0 }
    });
    hours(minutes.sum())
}

#[expect(clippy::cast_precision_loss, reason = "minutes of a week")]
fn hours(minutes: i64) -> f64 {
    minutes as f64 / 60.0
}

/// Returns the minutes of a week, from Sunday, at which it fires; `None` if weeks differ.
fn minutes_of_week(timing: &Timing) -> Option<Vec<i64>> {
    let is_weekly = matches!(timing.unit, Unit::Day | Unit::Week) && timing.interval == 1;
    let clock = timing.clock.as_ref().filter(|_| is_weekly)?;
    let names_days = timing.unit == Unit::Day || !timing.weekdays.is_empty();
    if !names_days || clock.hours.is_empty() || clock.minutes.is_empty() {
        return None;
    }
    let days: Vec<u8> = match timing.weekdays.as_slice() {
        [] => (0..7).collect(),
        days => days.to_vec(),
    };
    let mut minutes = Vec::new();
    for day in days {
        for hour in &clock.hours {
            for minute in &clock.minutes {
                minutes.push((i64::from(day) * 24 + i64::from(*hour)) * 60 + i64::from(*minute));
            }
        }
    }
    Some(minutes)
}
