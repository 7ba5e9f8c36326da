//! Reckoning behind the figures above a job, deployment, or schedule: what is multiplied with what, where the
//! prices come from, and what is not known.

use azml_rules::estimate::{CostSort, Estimate, Figure, Money, bases, memoized_estimate};
use azml_rules::syntax::Node;
use azml_rules::wording::{counted, duration_in_one_unit};

use crate::Site;
use crate::hints::estimate_line::estimate_line;
use crate::markdown::{Markdown, joined, md, message, plain};

/// Maximum number of reasons why figures are not known.
const LISTED: usize = 3;

/// Returns the reckoning at the first key of the document, above which its figures are, and at its kind.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    let [key] = keys else { return None };
    let first = site.document.root()?.entries().next()?;
    let is_first = first.key == node || first.value == node;
    if !is_first && !matches!(*key, "type" | "$schema") {
        return None;
    }
    let found = memoized_estimate(site.workspace, site.document)?;
    if found.sort == CostSort::Compute {
        return None;
    }
    estimate_line(&found)?;
    Some(reckoning(&found))
}

fn reckoning(found: &Estimate) -> Markdown {
    let costs = match (found.sort, found.parts.as_slice()) {
        (CostSort::Online, _) => vec![online(found)],
        (CostSort::Schedule, [job]) => vec![per_hour(job), per_run(job), month(found)],
        _ => vec![per_hour(found), per_run(found)],
    };
    let costs: Vec<String> = costs.into_iter().flatten().collect();
    let mut text = md!(
        "**Cost:** {} ({})",
        plain(costs.join("; ")),
        plain(bases([found]).join("; "))
    );
    let mut add = |label: &'static str, parts: Vec<String>| {
        if !parts.is_empty() {
            let parts = joined(parts.iter().map(message), ". ");
            text.push(md!("  \n**{}:** {}", label, parts));
        }
    };
    add("Not known", unknown(found));
    add(
        "Also",
        found.notes.iter().map(|it| it.text.clone()).collect(),
    );
    text
}

/// "3 × $0.29/h × 730 hours = $642 a month"
fn online(found: &Estimate) -> Option<String> {
    let count = found.nodes.value()?;
    let rate = found.machine.as_ref()?.rate.value()?.hourly();
    let month = found.per_month.as_ref()?.in_words()?;
    Some(format!("{count} × {rate} × 730 hours = {month} a month"))
}

/// "4 nodes × $0.29/h = $1.17/h", "$1.75/h for 6 nodes, when most steps run at the same time".
fn per_hour(found: &Estimate) -> Option<String> {
    let Some(hour) = found.per_hour.in_words() else {
        let most = found.dedicated_per_hour.as_ref()?.in_words();
        return Some(format!("as dedicated machines {most}/h"));
    };
    let rate = found.machine.as_ref().and_then(|it| it.rate.value());
    Some(match (found.nodes.value(), rate) {
        (Some(count), Some(rate)) => {
            let (nodes, each) = (counted(*count, "node"), rate.hourly());
            format!("{nodes} × {each} = {hour}/h")
        }
        (Some(count), None) => {
            let nodes = counted(*count, "node");
            format!("{hour}/h for {nodes}, when most steps run at the same time")
        }
        (None, _) => format!("{hour}/h"),
    })
}

/// "$1.17/h × 2 hours = at most $2.34 a run", "at most $7 a run, the sum of 3 steps".
fn per_run(found: &Estimate) -> Option<String> {
    let bound = found.run_bound.as_ref()?;
    let total = bound.in_words()?;
    if !found.parts.is_empty() {
        let steps = counted(found.parts.len(), "step");
        return Some(format!("{total} a run, the sum of {steps}"));
    }
    let hour = found.per_hour.value();
    let seconds = found.time_bound_s.as_ref().and_then(Figure::value);
    Some(match (hour, seconds, bound.value()) {
        (Some(hour), Some(seconds), Some(bound)) if is_product(hour, *seconds, bound) => {
            let (hour, time) = (hour.in_words(), duration_in_one_unit(*seconds));
            format!("{hour}/h × {time} = {total} a run")
        }
        // The limits of the trials come earlier than that of the whole.
        _ => match found.trials {
            Some(trials) => {
                let trials = counted(trials.total, "trial");
                format!("{total} a run, by the time limit of {trials}")
            }
            None => format!("{total} a run"),
        },
    })
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53 seconds")]
fn is_product(hour: &Money, seconds: i64, bound: &Money) -> bool {
    let product = hour.amount * seconds as f64 / 3600.0;
    (product - bound.amount).abs() <= bound.amount * 1e-9
}

/// "30.4 runs × $2.34 = at most $71 a month"
fn month(found: &Estimate) -> Option<String> {
    let runs = found.runs_per_month.as_ref()?.value()?;
    let bound = found.run_bound.as_ref()?.value()?.in_words();
    let total = found.per_month.as_ref()?.in_words()?;
    Some(format!("{runs:.1} runs × {bound} = {total} a month"))
}

/// Returns the reasons why figures are not known, each with the next step that would make it known.
fn unknown(found: &Estimate) -> Vec<String> {
    let time = found.time_bound_s.as_ref().and_then(Figure::reason);
    let runs = found.runs_per_month.as_ref().and_then(Figure::reason);
    let money = [
        Some(&found.per_hour),
        found.run_bound.as_ref(),
        found.per_month.as_ref(),
    ];
    let money = money.into_iter().flatten().filter_map(Figure::reason);
    let mut texts: Vec<String> = Vec::new();
    for reason in time.into_iter().chain(money).chain(runs) {
        let mut text = reason.in_words();
        if let Some(remedy) = reason.remedy() {
            text = format!("{text}; {remedy}");
        }
        if !texts.contains(&text) && texts.len() < LISTED {
            texts.push(text);
        }
    }
    texts
}
