//! The times of a trigger.

use super::cron::{self, FIELDS};
use super::trigger::{Trigger, TriggerKind};
use crate::compute::HOURS_PER_MONTH;
use crate::syntax::{Node, NodeKind, known_int, known_text};

/// Unit of the interval of a recurrence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Minutes.
    Minute,
    /// Hours.
    Hour,
    /// Days.
    Day,
    /// Weeks.
    Week,
    /// Months.
    Month,
}

impl Unit {
    fn of(frequency: &str) -> Option<Self> {
        Some(match frequency.to_ascii_lowercase().as_str() {
            "minute" => Self::Minute,
            "hour" => Self::Hour,
            "day" => Self::Day,
            "week" => Self::Week,
            "month" => Self::Month,
            _ => return None,
        })
    }
}

/// The times of a trigger. A cron expression is a recurrence on every day, or on some days of every week.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timing {
    /// Unit of the interval.
    pub unit: Unit,
    /// Length of the interval, in units.
    pub interval: u32,
    /// The times of a day; `None` if they follow from the start of the schedule.
    pub clock: Option<Clock>,
    /// Days of the week from Sunday, 0; empty for every day.
    pub weekdays: Vec<u8>,
    /// Days of the month; empty if it does not name any.
    pub month_days: Vec<u8>,
}

/// Times of a day: each minute of each hour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Minutes, 0 to 59.
    pub minutes: Vec<u8>,
    /// Hours, 0 to 23.
    pub hours: Vec<u8>,
}

impl Timing {
    /// Returns the number of runs in an average month of 730 hours; `None` for times that are not valid.
    pub fn runs_per_month(&self) -> Option<f64> {
        let interval = f64::from(self.interval);
        let Some(clock) = self.clock.as_ref() else {
            let days = self.days_per_month()?;
            return Some(match self.unit {
                Unit::Minute => HOURS_PER_MONTH * 60.0 / interval,
                Unit::Hour => HOURS_PER_MONTH / interval,
                Unit::Day | Unit::Week | Unit::Month => days,
            });
        };
        if matches!(self.unit, Unit::Minute | Unit::Hour) {
            return None;
        }
        let count = |numbers: &[u8], all: u32| -> f64 {
            let count = u32::try_from(numbers.len()).unwrap_or(all);
            f64::from(if count == 0 { all } else { count })
        };
        let times = count(&clock.hours, 24) * count(&clock.minutes, 60);
        Some(times * self.days_per_month()?)
    }

    /// Returns the number of days in an average month on which it runs; `None` for days that are not valid.
    fn days_per_month(&self) -> Option<f64> {
        let interval = f64::from(self.interval);
        let days = HOURS_PER_MONTH / 24.0;
        let count = |numbers: &[u8]| u32::try_from(numbers.len()).map_or(1.0, f64::from).max(1.0);
        match self.unit {
            Unit::Minute | Unit::Hour => Some(days),
            Unit::Day if self.weekdays.is_empty() && self.month_days.is_empty() => {
                Some(days / interval)
            }
            Unit::Week if self.month_days.is_empty() => {
                Some(days / 7.0 * count(&self.weekdays) / interval)
            }
            Unit::Month if self.weekdays.is_empty() => {
                let shares = self.month_days.iter().map(|day| share_of_months(*day));
                let runs = if self.month_days.is_empty() {
                    1.0
                } else {
                    shares.sum()
                };
                Some(runs / interval)
            }
            Unit::Day | Unit::Week | Unit::Month => None,
        }
    }

    /// Returns the times of `trigger`; `None` if they are unknown or invalid.
    pub fn of(trigger: Trigger<'_>) -> Option<Self> {
        match trigger.kind {
            TriggerKind::Cron => Self::of_cron(trigger.expression()?.1),
            TriggerKind::Recurrence => Self::of_recurrence(trigger),
        }
    }

    /// Converts a cron expression. The service ignores the day of the month and the month.
    fn of_cron(expression: &str) -> Option<Self> {
        let fields = cron::fields(expression);
        let [(_, minute), (_, hour), (_, day), (_, month), (_, weekday)] = fields.as_slice() else {
            return None;
        };
        for (field, text) in [(&FIELDS[2], day), (&FIELDS[3], month)] {
            field.numbers(text)?;
        }
        let mut weekdays = FIELDS[4].numbers(weekday)?;
        if weekdays.len() == 7 {
            weekdays.clear();
        }
        Some(Self {
            unit: if weekdays.is_empty() {
                Unit::Day
            } else {
                Unit::Week
            },
            interval: 1,
            clock: Some(Clock {
                minutes: FIELDS[0].numbers(minute)?,
                hours: FIELDS[1].numbers(hour)?,
            }),
            weekdays,
            month_days: Vec::new(),
        })
    }

    fn of_recurrence(trigger: Trigger<'_>) -> Option<Self> {
        let unit = Unit::of(known_text(trigger.node.get("frequency")?)?)?;
        let mut timing = Self {
            unit,
            interval: trigger.interval()?,
            clock: None,
            weekdays: Vec::new(),
            month_days: Vec::new(),
        };
        let Some(pattern) = trigger.pattern() else {
            // A value that is not a mapping is an invalid pattern.
            let none = trigger.node.get("schedule").is_none_or(Node::is_null);
            return none.then_some(timing);
        };
        let list = |key: &str, range, required| match pattern.get(key).filter(|n| !n.is_null()) {
            Some(node) => numbers(node, range),
            None if required => None,
            None => Some(Vec::new()),
        };
        timing.clock = Some(Clock {
            minutes: list("minutes", (0, 59), true)?,
            hours: list("hours", (0, 23), true)?,
        });
        timing.weekdays = list("week_days", WEEKDAYS, false)?;
        timing.month_days = list("month_days", (1, 31), false)?;
        let is_read = timing.month_days.is_empty() || !trigger.of_instance;
        is_read.then_some(timing)
    }
}

/// Returns the share of months that have this day, on average over four years.
fn share_of_months(day: u8) -> f64 {
    match day {
        31 => 7.0 / 12.0,
        30 => 11.0 / 12.0,
        29 => 45.0 / 48.0,
        _ => 1.0,
    }
}

/// Pseudo range for names of weekdays instead of numbers.
const WEEKDAYS: (u8, u8) = (u8::MAX, u8::MAX);

/// Returns one value or a list of them, sorted.
fn numbers(node: Node<'_>, range: (u8, u8)) -> Option<Vec<u8>> {
    let number = |node: Node<'_>| {
        if range == WEEKDAYS {
            let text = known_text(node)?;
            // Only the whole name is valid here.
            return FIELDS[4]
                .numbers(text)
                .filter(|_| text.len() > 5)?
                .first()
                .copied();
        }
        let number = u8::try_from(known_int(node)?).ok()?;
        (range.0..=range.1).contains(&number).then_some(number)
    };
    let mut numbers = if node.kind() == NodeKind::Sequence {
        let items: Option<Vec<u8>> = node.items().map(|item| number(item.resolved())).collect();
        items?
    } else {
        vec![number(node)?]
    };
    numbers.sort_unstable();
    numbers.dedup();
    Some(numbers)
}
