//! Monthly price of machines that run all the time, as text.

use crate::checks::context::Context;
use crate::syntax::{Node, known_text};

/// Formats "about $5,363 a month (East US list price of 2026-06-18)" for `machines` of `size`.
pub(crate) fn monthly_cost(
    cx: &Context<'_>,
    size: Option<Node<'_>>,
    machines: i64,
) -> Option<String> {
    let rate = cx.prices().rate(size.and_then(known_text)?)?;
    Some(format!("{} ({})", rate.monthly(machines), rate.basis()))
}
