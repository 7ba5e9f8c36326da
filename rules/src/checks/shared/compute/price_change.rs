//! The change of the hourly price that a fix makes, as the end of its title.
//!
//! A title has no room for the region and the date of a list price: the note of a finding, the
//! hover, and the documentation have them. If the price is unknown, stays the same, or is that of another
//! region, the title doesn't mention it.

use crate::checks::context::Context;
use crate::compute::{ComputeDef, Rate, is_dedicated};
use crate::syntax::{Node, known_text};

/// Formats ", about $0.19/h instead of $3.06/h" for a machine of the size `new` in place of `old`,
/// which is written at `place`.
pub(crate) fn of_size(cx: &Context<'_>, new: &str, old: &str, place: Node<'_>) -> String {
    if !is_dedicated(place) {
        return String::new();
    }
    let [new, old] = [new, old].map(|size| cx.prices().rate(size));
    between((new.as_ref(), 1), (old.as_ref(), 1), "")
}

/// Like [`of_size`], for `new` instead of `old` machines of a size.
pub(crate) fn of_count(cx: &Context<'_>, size: Node<'_>, new: i64, old: Option<i64>) -> String {
    if !is_dedicated(size) {
        return String::new();
    }
    let rate = known_text(size).and_then(|size| cx.prices().rate(size));
    of_machines(rate.as_ref(), new, old)
}

/// Formats ", about $0.19/h instead of $0.38/h" for `new` instead of `old` machines at this `rate`.
pub(crate) fn of_machines(rate: Option<&Rate>, new: i64, old: Option<i64>) -> String {
    between((rate, new), (old.and(rate), old.unwrap_or(0)), "")
}

/// Formats ", about $0.19/h instead of $3.06/h for each node" for work that runs on `new` in place
/// of a machine of `old`.
pub(crate) fn of_compute(cx: &Context<'_>, new: &ComputeDef, old: Option<&ComputeDef>) -> String {
    let prices = cx.prices();
    let new = new.rate(prices);
    let old = old.and_then(|old| old.rate(prices));
    between((new.as_ref(), 1), (old.as_ref(), 1), " for each node")
}

/// Formats "$0.19/h" for a machine of `size`; `None` if the price is unknown or that of another region.
pub(crate) fn hourly(cx: &Context<'_>, size: &str) -> Option<String> {
    let rate = cx.prices().rate(size)?;
    (!rate.is_of_other_region()).then(|| rate.hourly())
}

fn between(new: (Option<&Rate>, i64), old: (Option<&Rate>, i64), each: &str) -> String {
    let in_region = |rate: &&Rate| !rate.is_of_other_region();
    let Some(rate) = new.0.filter(in_region) else {
        return String::new();
    };
    let hourly = rate.hourly_of(new.1);
    match old.0.filter(in_region) {
        Some(old_rate) if old_rate.hourly_of(old.1) == hourly => String::new(),
        Some(old_rate) if old_rate.currency == rate.currency => {
            let before = old_rate.hourly_of(old.1);
            format!(", about {hourly} instead of {before}{each}")
        }
        _ => format!(", about {hourly}{each}"),
    }
}
