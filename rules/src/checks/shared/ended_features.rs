//! Features of Azure ML that have ended or will: `data/features.yaml`.

use crate::checks::context::Context;
use crate::date::Date;
use crate::diagnostic::Diagnostic;
use crate::rule::Level;
use crate::syntax::{Entry, Node};
use crate::text::TextRange;

include!(concat!(env!("OUT_DIR"), "/features.rs"));

/// Reports that `feature` ended on the day `ends`, or will within a year.
pub(crate) fn report<'c>(
    cx: &'c mut Context<'_>,
    range: TextRange,
    feature: &str,
    ends: Date,
) -> Option<&'c mut Diagnostic> {
    let over = (ends.plus_days(1), Level::Warning);
    let stage = cx.stage(&[(ends.year_before(), Level::Info), over])?;
    let verb = if stage.began == over.0 {
        "ended"
    } else {
        "ends"
    };
    let diagnostic = cx.report(range, format!("{feature} {verb} on {ends}"));
    diagnostic.stage(stage).deprecated();
    Some(diagnostic)
}

/// Returns the first of `keys` that `mapping` has, else its first entry.
pub(crate) fn telling_entry<'t>(mapping: Node<'t>, keys: &[&str]) -> Option<Entry<'t>> {
    let named = keys.iter().find_map(|key| mapping.entry(key));
    named.or_else(|| mapping.entries().next())
}
