//! Descriptions of the times of a trigger.

use super::timing::{Clock, Timing, Unit};
use crate::wording::{counted, listed};

const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// Maximum number of times of a day that are listed.
const MAX_TIMES: usize = 4;

/// "every Monday at 06:00", "every 15 minutes, Monday to Friday".
pub fn in_words(timing: &Timing) -> String {
    let days = days(timing);
    let Some(clock) = &timing.clock else {
        return days;
    };
    if clock.minutes.len() * clock.hours.len() <= MAX_TIMES {
        let at = |hour: &u8| {
            let minutes = clock.minutes.iter();
            minutes
                .map(|minute| format!("{hour:02}:{minute:02}"))
                .collect::<Vec<_>>()
        };
        let times: Vec<String> = clock.hours.iter().flat_map(at).collect();
        return format!("{days} at {}", listed(&times));
    }
    let often = often(clock);
    if days == "every day" {
        return often;
    }
    format!("{often}, {}", days.strip_prefix("every ").unwrap_or(&days))
}

fn days(timing: &Timing) -> String {
    let unit = match timing.unit {
        Unit::Minute => "minute",
        Unit::Hour => "hour",
        Unit::Day => "day",
        Unit::Week => "week",
        Unit::Month => "month",
    };
    let every = match timing.interval {
        1 => format!("every {unit}"),
        interval => format!("every {}", counted(interval, unit)),
    };
    let weekdays = weekdays(&timing.weekdays);
    if !weekdays.is_empty() {
        return match (timing.unit, timing.interval) {
            (Unit::Week, 1) => format!("every {weekdays}"),
            _ => format!("{every} on {weekdays}"),
        };
    }
    if timing.month_days.is_empty() {
        return every;
    }
    let days: Vec<String> = timing.month_days.iter().map(u8::to_string).collect();
    let noun = if days.len() == 1 { "day" } else { "days" };
    format!("{every} on {noun} {}", listed(&days))
}

fn weekdays(numbers: &[u8]) -> String {
    let name = |number: &u8| DAYS.get(usize::from(*number)).copied().unwrap_or_default();
    match numbers {
        [first, .., last] if numbers.len() > 2 && is_run(numbers) => {
            format!("{} to {}", name(first), name(last))
        }
        _ => {
            let names: Vec<String> = numbers.iter().map(|n| name(n).to_owned()).collect();
            listed(&names)
        }
    }
}

/// "every 15 minutes", "every hour at minute 30", "at minutes 0 and 30 of the hours 8 to 18".
fn often(clock: &Clock) -> String {
    let all_hours = clock.hours.len() == 24;
    if all_hours && let [minute] = clock.minutes.as_slice() {
        return format!("every hour at minute {minute}");
    }
    if let [minute] = clock.minutes.as_slice() {
        let hours = of_hours(&clock.hours);
        return format!("at minute {minute} of {hours}");
    }
    let minutes = match step(&clock.minutes) {
        Some(1) => "every minute".to_owned(),
        Some(step) => format!("every {step} minutes"),
        None => {
            let minutes: Vec<String> = clock.minutes.iter().map(u8::to_string).collect();
            format!("at minutes {}", listed(&minutes))
        }
    };
    if all_hours {
        let each = if minutes.starts_with("at") {
            " of every hour"
        } else {
            ""
        };
        return format!("{minutes}{each}");
    }
    format!("{minutes} of {}", of_hours(&clock.hours))
}

fn of_hours(hours: &[u8]) -> String {
    match hours {
        [hour] => format!("hour {hour}"),
        [first, .., last] if is_run(hours) => format!("the hours {first} to {last}"),
        _ => {
            let hours: Vec<String> = hours.iter().map(u8::to_string).collect();
            format!("the hours {}", listed(&hours))
        }
    }
}

/// Returns the distance of minutes that divide an hour evenly.
fn step(minutes: &[u8]) -> Option<u8> {
    let [0, second, ..] = *minutes else {
        return None;
    };
    let is_even = 60 % second == 0 && minutes.len() == usize::from(60 / second);
    (is_even && minutes.iter().all(|minute| minute % second == 0)).then_some(second)
}

fn is_run(numbers: &[u8]) -> bool {
    numbers.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::timetable::triggers;

    #[test]
    fn times_are_told_in_words() {
        for (trigger, words) in [
            (
                "type: cron, expression: '0 6 * * 1'",
                "every Monday at 06:00",
            ),
            ("type: cron, expression: '0 6 1 * *'", "every day at 06:00"),
            (
                "type: cron, expression: '0,30 9,17 * * mon-fri'",
                "every Monday to Friday at 09:00, 09:30, 17:00, and 17:30",
            ),
            ("type: cron, expression: '*/15 * * * *'", "every 15 minutes"),
            ("type: cron, expression: '* * * * *'", "every minute"),
            (
                "type: cron, expression: '5 * * * 0'",
                "every hour at minute 5, Sunday",
            ),
            (
                "type: cron, expression: '*/10 8-18 * * 1,3'",
                "every 10 minutes of the hours 8 to 18, Monday and Wednesday",
            ),
            (
                "type: cron, expression: '0 */4 * * *'",
                "at minute 0 of the hours 0, 4, 8, 12, 16, and 20",
            ),
            (
                "type: cron, expression: '1,2,3 * * * *'",
                "at minutes 1, 2, and 3 of every hour",
            ),
            (
                "type: recurrence, frequency: hour, interval: 3",
                "every 3 hours",
            ),
            ("type: recurrence, frequency: day, interval: 1", "every day"),
            (
                "type: recurrence, frequency: week, interval: 2, \
                 schedule: {hours: 6, minutes: 0, week_days: [friday, monday]}",
                "every 2 weeks on Monday and Friday at 06:00",
            ),
            (
                "type: recurrence, frequency: month, interval: 1, \
                 schedule: {hours: 6, minutes: 0, month_days: [1, 15]}",
                "every month on days 1 and 15 at 06:00",
            ),
        ] {
            let text = format!(
                "$schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json\n\
                 name: s\ncreate_job: azureml:j\ntrigger: {{{trigger}}}\n"
            );
            let document = Document::new("s.yml", text);
            let timing = Timing::of(triggers(&document)[0]).unwrap();
            assert_eq!(in_words(&timing), words, "{trigger}");
        }
    }
}
