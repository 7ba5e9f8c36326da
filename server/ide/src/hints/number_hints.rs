//! Hints after numbers: the time that seconds are, the rounds in which trials run, and the runs of a month.

use azml_rules::document::{Work, total_trials};
use azml_rules::estimate::{Figure, estimate_work, memoized_estimate};
use azml_rules::syntax::Node;
use azml_rules::text::TextRange;
use azml_rules::timetable::triggers;
use azml_rules::wording::{counted, duration_in_one_unit};

use super::estimate_line::runs_a_month;
use crate::Site;

/// Time limits, with the seconds of their unit.
const LIMITS: [(&str, i64); 4] = [
    ("timeout", 1),
    ("trial_timeout", 1),
    ("timeout_minutes", 60),
    ("trial_timeout_minutes", 60),
];

/// Returns the hints in `range`: the offset after which each is shown, and its text.
pub(super) fn of_numbers(site: &Site<'_>, range: TextRange) -> Vec<(u32, String)> {
    let mut hints = Vec::new();
    let mut add = |node: Node<'_>, label: Option<String>| {
        hints.extend(label.map(|label| (node.range().end, label)));
    };
    let is_shown = |node: &Node<'_>| {
        let own = node.range();
        own.start <= range.end && range.start <= own.end
    };
    for work in site.document.works() {
        let limits = work.node.get("limits").filter(is_shown);
        let Some(limits) = limits else { continue };
        for (key, unit) in LIMITS {
            if let Some(node) = limits.get(key).filter(is_shown) {
                add(node, time(node, unit));
            }
        }
        if let Some(node) = total_trials(&work).filter(is_shown) {
            add(node, rounds(site, &work));
        }
    }
    for trigger in triggers(site.document) {
        let expression = trigger.node.get("expression").filter(is_shown);
        if let Some(node) = expression.filter(|_| !trigger.of_instance) {
            add(node, runs(site));
        }
    }
    hints
}

/// "= 2 hours"; `None` where the number says as much.
fn time(node: Node<'_>, unit: i64) -> Option<String> {
    let seconds = node.int()?.checked_mul(unit)?;
    let words = duration_in_one_unit(seconds);
    let is_news = match unit {
        1 => seconds >= 60 && seconds % 60 == 0,
        _ => seconds >= 3600 && seconds % 3600 == 0,
    };
    is_news.then(|| format!("= {words}"))
}

/// "5 rounds"
fn rounds(site: &Site<'_>, work: &Work<'_>) -> Option<String> {
    let trials = estimate_work(site.workspace, site.document, work).trials?;
    Some(counted(trials.rounds(), "round"))
}

fn runs(site: &Site<'_>) -> Option<String> {
    let found = memoized_estimate(site.workspace, site.document)?;
    let runs = found.runs_per_month.as_ref().and_then(Figure::value)?;
    Some(runs_a_month(*runs))
}
