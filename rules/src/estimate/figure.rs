//! Figures that may not be known, and amounts of money.

use std::sync::Arc;

use super::Reason;
use crate::compute::{Rate, money};

/// A number, as far as it is known. Unknown is never 0.
#[derive(Clone, PartialEq, Debug)]
pub enum Figure<T> {
    /// The number.
    Known(T),
    /// The most that it can be.
    AtMost(T),
    /// The most that it would be in another region than its own, or than one that is not known, whose prices
    /// may be higher.
    About(T),
    /// The reason why it is not known.
    Unknown(Reason),
}

impl<T> Figure<T> {
    /// Returns the number, or the most that it can be.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Known(value) | Self::AtMost(value) | Self::About(value) => Some(value),
            Self::Unknown(_) => None,
        }
    }

    /// Returns the reason why it is not known.
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Self::Unknown(reason) => Some(reason),
            _ => None,
        }
    }

    /// Returns the same number as the most that it can be.
    pub fn as_limit(self) -> Self {
        match self {
            Self::Known(value) => Self::AtMost(value),
            other => other,
        }
    }

    /// Returns the same number, of which only the most in another region is known, if it is a limit.
    pub(super) fn at_foreign_price(self) -> Self {
        match self {
            Self::AtMost(value) => Self::About(value),
            other => other,
        }
    }

    /// Returns the figure that follows from both; `None` from `combine` is a number that is too large.
    pub(super) fn with<U, R>(
        &self,
        other: &Figure<U>,
        combine: impl FnOnce(&T, &U) -> Option<R>,
    ) -> Figure<R> {
        let (a, b) = match (self, other) {
            (Self::Unknown(reason), _) | (_, Figure::Unknown(reason)) => {
                return Figure::Unknown(reason.clone());
            }
            (
                Self::Known(a) | Self::AtMost(a) | Self::About(a),
                Figure::Known(b) | Figure::AtMost(b) | Figure::About(b),
            ) => (a, b),
        };
        let Some(found) = combine(a, b) else {
            return Figure::Unknown(Reason::OutOfRange("amount"));
        };
        match (self, other) {
            (Self::Known(_), Figure::Known(_)) => Figure::Known(found),
            (Self::About(_), _) | (_, Figure::About(_)) => Figure::About(found),
            _ => Figure::AtMost(found),
        }
    }
}

impl<T> From<Result<T, Reason>> for Figure<T> {
    fn from(found: Result<T, Reason>) -> Self {
        found.map_or_else(Self::Unknown, Self::Known)
    }
}

/// An amount of money: finite, and never below zero.
#[derive(Clone, PartialEq, Debug)]
pub struct Money {
    /// The amount.
    pub amount: f64,
    /// ISO 4217 code.
    pub currency: Arc<str>,
}

impl Figure<Money> {
    /// Returns the amount in words, such as "at most $2.34", if it is known.
    pub fn in_words(&self) -> Option<String> {
        let amount = self.value()?.in_words();
        Some(match self {
            Self::AtMost(_) => format!("at most {amount}"),
            Self::About(_) => format!("about {amount}"),
            Self::Known(_) | Self::Unknown(_) => amount,
        })
    }
}

impl Money {
    /// Returns the amount, if it is one.
    pub fn new(amount: f64, currency: &str) -> Option<Self> {
        let currency = currency.into();
        (amount.is_finite() && amount >= 0.0).then_some(Self { amount, currency })
    }

    /// Returns the price of one machine for an hour.
    pub(super) fn of(rate: &Rate) -> Option<Self> {
        Self::new(rate.per_hour, &rate.currency)
    }

    /// Returns the amount that often.
    pub(super) fn times(&self, count: f64) -> Option<Self> {
        Self::new(self.amount * count, &self.currency)
    }

    /// Returns the amount for this time.
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53 seconds")]
    pub(super) fn for_seconds(&self, seconds: i64) -> Option<Self> {
        self.times(seconds as f64 / 3600.0)
    }

    /// Returns the amount of that number of machines.
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53 machines")]
    pub(super) fn of_machines(&self, count: i64) -> Option<Self> {
        self.times(count as f64)
    }

    /// Returns both together, if they are of one currency.
    pub(super) fn plus(&self, other: &Self) -> Option<Self> {
        let is_same = self.currency == other.currency;
        let sum = self.amount + other.amount;
        is_same.then(|| Self::new(sum, &self.currency))?
    }

    /// "$1.17", "EUR 1,200", "$0.0042".
    pub fn in_words(&self) -> String {
        if self.amount > 0.0 && self.amount < 0.01 {
            let amount = format!("{:.4}", self.amount);
            return match &*self.currency {
                "USD" => format!("${amount}"),
                other => format!("{other} {amount}"),
            };
        }
        money(self.amount, &self.currency)
    }
}

/// Parts that are summed up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Total {
    /// The sum of the known parts, one for each currency, by currency.
    pub known: Vec<Money>,
    /// Number of parts of which only the most is known.
    pub limits: usize,
    /// `true` if one of these limits is that of another region.
    pub is_foreign: bool,
    /// Number of parts that are not known, which the sum lacks.
    pub unknown: usize,
    /// Number of parts.
    pub parts: usize,
}

impl Total {
    /// Adds a part.
    pub fn add(&mut self, part: &Figure<Money>) {
        self.parts += 1;
        self.limits += usize::from(matches!(part, Figure::AtMost(_) | Figure::About(_)));
        self.is_foreign |= matches!(part, Figure::About(_));
        let Some(amount) = part.value() else {
            self.unknown += 1;
            return;
        };
        let mut known = self.known.iter_mut();
        match known.find(|it| it.currency == amount.currency) {
            None => self.known.push(amount.clone()),
            Some(sum) => match sum.plus(amount) {
                Some(more) => *sum = more,
                None => self.unknown += 1,
            },
        }
        self.known.sort_by(|a, b| a.currency.cmp(&b.currency));
    }
}

impl<'m> FromIterator<&'m Figure<Money>> for Total {
    fn from_iter<I: IntoIterator<Item = &'m Figure<Money>>>(parts: I) -> Self {
        let mut total = Self::default();
        parts.into_iter().for_each(|part| total.add(part));
        total
    }
}

/// Returns the sum of named parts; unknown if one of them is.
pub(super) fn sum<'n>(parts: impl Iterator<Item = (&'n str, &'n Figure<Money>)>) -> Figure<Money> {
    let (mut total, mut names, mut reason) = (Total::default(), Vec::new(), None);
    for (name, part) in parts {
        total.add(part);
        if let Figure::Unknown(found) = part {
            names.push(name.to_owned());
            reason.get_or_insert_with(|| found.clone());
        }
    }
    if let Some(reason) = reason {
        return Figure::Unknown(Reason::parts(reason, names, total.parts));
    }
    match total.known.as_slice() {
        _ if total.unknown > 0 => Figure::Unknown(Reason::OutOfRange("amount")),
        [] => Figure::Unknown(Reason::NoSteps),
        [sum] if total.is_foreign => Figure::About(sum.clone()),
        [sum] if total.limits > 0 => Figure::AtMost(sum.clone()),
        [sum] => Figure::Known(sum.clone()),
        _ => Figure::Unknown(Reason::Currencies),
    }
}
