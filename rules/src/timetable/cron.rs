//! Cron expressions as the service reads them: NCrontab, five fields.
//!
//! The documentation allows numbers, lists and names; the other syntax of NCrontab (ranges,
//! steps) is accepted without a finding.

/// A field of a cron expression.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CronField {
    /// The unit of the field in messages.
    pub(crate) name: &'static str,
    /// The minimum and the maximum number.
    pub(crate) range: (u8, u8),
    /// The names of its numbers in lower case, in order.
    names: &'static [&'static str],
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const DAYS: [&str; 7] = [
    "sunday",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
];

/// The five fields, in order.
pub(crate) const FIELDS: [CronField; 5] = [
    CronField {
        name: "minute",
        range: (0, 59),
        names: &[],
    },
    CronField {
        name: "hour",
        range: (0, 23),
        names: &[],
    },
    CronField {
        name: "day of the month",
        range: (1, 31),
        names: &[],
    },
    CronField {
        name: "month",
        range: (1, 12),
        names: &MONTHS,
    },
    CronField {
        name: "day of the week",
        range: (0, 6),
        names: &DAYS,
    },
];

impl CronField {
    /// Returns the problem with `text` as this field; `None` if it is valid.
    pub(crate) fn problem(&self, text: &str) -> Option<String> {
        text.split(',').find_map(|part| self.problem_of_part(part))
    }

    /// Returns the sorted numbers that `text` matches, without duplicates; `None` if it is
    /// invalid.
    pub(crate) fn numbers(&self, text: &str) -> Option<Vec<u8>> {
        if self.problem(text).is_some() {
            return None;
        }
        // A bit set: all numbers are below 60.
        let mut numbers = 0_u64;
        for part in text.split(',') {
            let (range, step) = match part.split_once('/') {
                Some((range, step)) => (range, step.parse().ok()?),
                None => (part, 1),
            };
            let (least, greatest) = self.range;
            let (from, to) = match range.split_once('-') {
                _ if range == "*" => (least, greatest),
                Some((from, to)) => (self.number(from)?, self.number(to)?),
                // With a step, a single number means "from this number on".
                None if part != range => (self.number(range)?, greatest),
                None => (self.number(range)?, self.number(range)?),
            };
            // NCrontab reads a reversed range as the same range.
            for number in (from.min(to)..=from.max(to)).step_by(step) {
                numbers |= 1 << number;
            }
        }
        Some(
            (0..60)
                .filter(|number| numbers >> number & 1 == 1)
                .collect(),
        )
    }

    fn number(&self, value: &str) -> Option<u8> {
        if let Ok(number) = value.parse() {
            return Some(number);
        }
        let lower = value.to_ascii_lowercase();
        let at = self
            .names
            .iter()
            .position(|name| name.starts_with(&lower))?;
        u8::try_from(at).ok().map(|at| at + self.range.0)
    }

    fn problem_of_part(&self, part: &str) -> Option<String> {
        let (range, step) = match part.split_once('/') {
            Some((range, step)) => (range, Some(step)),
            None => (part, None),
        };
        if let Some(step) = step
            && !step.parse::<u8>().is_ok_and(|step| step > 0)
        {
            return Some(format!("`{part}` needs a number greater than 0 after `/`"));
        }
        if range == "*" {
            return None;
        }
        let ends = range
            .split_once('-')
            .map_or(vec![range], |(from, to)| vec![from, to]);
        ends.into_iter().find_map(|end| self.problem_of_value(end))
    }

    fn problem_of_value(&self, value: &str) -> Option<String> {
        let (least, greatest) = self.range;
        if let Ok(number) = value.parse::<u32>() {
            let is_in_range = (u32::from(least)..=u32::from(greatest)).contains(&number);
            return (!is_in_range).then(|| {
                format!(
                    "the {} must be {least} to {greatest}, not {number}",
                    self.name
                )
            });
        }
        let lower = value.to_ascii_lowercase();
        // NCrontab accepts any prefix of a name.
        let is_name = lower.len() > 1 && self.names.iter().any(|name| name.starts_with(&lower));
        (!is_name).then(|| format!("`{value}` is not a {}", self.name))
    }
}

/// Returns the fields of an expression, with the byte offset of each.
pub(crate) fn fields(expression: &str) -> Vec<(usize, &str)> {
    expression
        .split_ascii_whitespace()
        .map(|field| {
            (
                field.as_ptr() as usize - expression.as_ptr() as usize,
                field,
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_as_numbers() {
        for (at, text, numbers) in [
            (0, "*/15", Some(vec![0, 15, 30, 45])),
            (0, "50/5", Some(vec![50, 55])),
            (1, "8-12/2,20", Some(vec![8, 10, 12, 20])),
            (1, "12-8", Some(vec![8, 9, 10, 11, 12])),
            (4, "monday,WED,6", Some(vec![1, 3, 6])),
            (3, "dec", Some(vec![12])),
            (4, "7", None),
            (0, "60", None),
        ] {
            assert_eq!(FIELDS[at].numbers(text), numbers, "{text}");
        }
    }

    #[test]
    fn fields_take_what_ncrontab_takes() {
        for (at, text) in [
            (0, "*"),
            (0, "0"),
            (0, "0,15,30"),
            (0, "*/5"),
            (1, "8-18"),
            (1, "8-18/2"),
            (4, "MON-FRI"),
            (4, "sun"),
            (3, "jan"),
            (3, "Sept"),
            (2, "31"),
        ] {
            assert_eq!(FIELDS[at].problem(text), None, "{text}");
        }
        for (at, text, problem) in [
            (0, "60", "the minute must be 0 to 59, not 60"),
            (1, "24", "the hour must be 0 to 23, not 24"),
            (4, "7", "the day of the week must be 0 to 6, not 7"),
            (4, "moon", "`moon` is not a day of the week"),
            (2, "L", "`L` is not a day of the month"),
            (0, "*/0", "`*/0` needs a number greater than 0 after `/`"),
            (0, "", "`` is not a minute"),
        ] {
            assert_eq!(FIELDS[at].problem(text).as_deref(), Some(problem), "{text}");
        }
    }
}
