//! Reckoning behind the figures above a job, deployment, or schedule: what is multiplied with what, where the
//! prices come from, and what is not known.

use azml_rules::estimate::{CostSort, Estimate, Figure, Money, bases, memoized_estimate};
use azml_rules::syntax::Node;
use azml_rules::wording::{counted, duration_in_one_unit};

use crate::Site;
use crate::markdown::{Markdown, code, md, ours, plain};

/// Maximum number of reasons why figures are not known.
const LISTED: usize = 3;

/// Returns the reckoning of the document at its first key, and at its kind.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    let [key] = keys else { return None };
    let first = site.document.root()?.entries().next()?;
    let is_first = first.key == node || first.value == node;
    if !is_first && !matches!(*key, "type" | "$schema") {
        return None;
    }
    let found = memoized_estimate(site.workspace, site.document)?;
    (found.sort != CostSort::Compute).then(|| of_estimate(&found))
}

fn of_estimate(found: &Estimate) -> Markdown {
    let mut text = md!("**Costs**\n\n");
    let mut row = |label: &'static str, value: Option<Markdown>| {
        if let Some(value) = value {
            text.push_row(label, value);
        }
    };
    // The figures of a schedule are those of the job that it runs.
    let job = match (found.sort, found.parts.as_slice()) {
        (CostSort::Schedule, [job]) => job,
        _ => found,
    };
    row("Nodes", nodes(job));
    row("Each node", each_node(job));
    row("Per hour", per_hour(job));
    row("Time limit", time_limit(job));
    row("Per run", per_run(job));
    row("Per month", per_month(found));
    row("Prices", prices(found));
    for note in &found.notes {
        row("Also", Some(plain(&note.text)));
    }
    for unknown in unknown(found) {
        row("Not known", Some(unknown));
    }
    text.trimmed()
}

/// "4", "at most 4", "6, when most steps run at the same time".
fn nodes(found: &Estimate) -> Option<Markdown> {
    let when = if found.parts.is_empty() {
        ""
    } else {
        ", when most steps run at the same time"
    };
    let rounds = found.trials.map(|it| {
        let (trials, rounds) = (counted(it.total, "trial"), counted(it.rounds(), "round"));
        ours(format!(", for {trials} in {rounds}"))
    });
    let nodes = amount(&found.nodes, ToString::to_string)?;
    Some(md!("{}{}{}", nodes, when, rounds.unwrap_or_default()))
}

/// "`Standard_DS3_v2`, low priority, $0.29/h"
fn each_node(found: &Estimate) -> Option<Markdown> {
    let machine = found.machine.as_ref()?;
    let rate = machine.rate.value()?;
    let size = machine.size.as_ref().map(|it| md!("{}, ", code(it)));
    let tier = if machine.is_low_priority {
        "low priority, "
    } else {
        ""
    };
    let size = size.unwrap_or_default();
    Some(md!("{}{}{}", size, tier, plain(rate.hourly())))
}

/// "4 × $0.29 = $1.17"
fn per_hour(found: &Estimate) -> Option<Markdown> {
    let Some(total) = money(&found.per_hour) else {
        let most = found.dedicated_per_hour.as_ref()?.in_words();
        return Some(md!("{} as dedicated machines", plain(most)));
    };
    let rate = found.machine.as_ref().and_then(|it| it.rate.value());
    Some(match (found.nodes.value(), rate) {
        (Some(count), Some(rate)) if *count != 1 => {
            md!("{} × {} = {}", *count, plain(rate.hourly()), total)
        }
        _ => total,
    })
}

/// "2 hours", "3 hours, the longest chain of steps".
fn time_limit(found: &Estimate) -> Option<Markdown> {
    let chain = if found.parts.is_empty() {
        ""
    } else {
        ", the longest chain of steps"
    };
    let limit = found.time_bound_s.as_ref()?;
    let time = amount(limit, |seconds| duration_in_one_unit(*seconds))?;
    Some(md!("{}{}", time, chain))
}

/// "at most $2.34 = $1.17 × 2 hours", "at most $7, the sum of 3 steps".
fn per_run(found: &Estimate) -> Option<Markdown> {
    let bound = found.run_bound.as_ref()?;
    let total = money(bound)?;
    if !found.parts.is_empty() {
        let steps = counted(found.parts.len(), "step");
        return Some(md!("{}, the sum of {}", total, ours(steps)));
    }
    let hour = found.per_hour.value();
    let seconds = found.time_bound_s.as_ref().and_then(Figure::value);
    let (Some(hour), Some(seconds), Some(bound)) = (hour, seconds, bound.value()) else {
        return Some(total);
    };
    Some(if is_product(hour, *seconds, bound) {
        let time = duration_in_one_unit(*seconds);
        md!("{} = {} × {}", total, plain(hour.in_words()), ours(time))
    } else {
        md!("{}, by the time limit of each trial", total)
    })
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53 seconds")]
fn is_product(hour: &Money, seconds: i64, bound: &Money) -> bool {
    let product = hour.amount * seconds as f64 / 3600.0;
    (product - bound.amount).abs() <= bound.amount * 1e-9
}

/// "$71 = 30 runs × at most $2.34", "about $642 for 730 hours".
fn per_month(found: &Estimate) -> Option<Markdown> {
    let total = money(found.per_month.as_ref()?)?;
    let runs = found.runs_per_month.as_ref().and_then(Figure::value);
    let bound = found.run_bound.as_ref().and_then(Figure::value);
    Some(match (found.sort, runs, bound) {
        (CostSort::Online, ..) => md!("{}, for 730 hours", total),
        (_, Some(runs), Some(bound)) => {
            let runs = ours(format!("{runs:.1} runs"));
            md!("{} = {} × {}", total, runs, plain(bound.in_words()))
        }
        _ => total,
    })
}

fn prices(found: &Estimate) -> Option<Markdown> {
    let bases = bases([found]);
    (!bases.is_empty()).then(|| md!("{}; pay-as-you-go, Linux", plain(bases.join("; "))))
}

/// Returns the reasons why figures are not known, each with the next step that would make it known.
fn unknown(found: &Estimate) -> Vec<Markdown> {
    let time = found.time_bound_s.as_ref().and_then(Figure::reason);
    let money = [
        Some(&found.per_hour),
        found.run_bound.as_ref(),
        found.per_month.as_ref(),
    ];
    let money = money.into_iter().flatten().filter_map(Figure::reason);
    let runs = found.runs_per_month.as_ref().and_then(Figure::reason);
    let nodes = found.nodes.reason();
    let reasons = nodes.into_iter().chain(time).chain(money).chain(runs);
    let mut texts: Vec<String> = Vec::new();
    for reason in reasons {
        let remedy = reason.remedy().map(|it| format!("; {it}"));
        let text = format!("{}{}", reason.in_words(), remedy.unwrap_or_default());
        if !texts.contains(&text) && texts.len() < LISTED {
            texts.push(text);
        }
    }
    texts.iter().map(crate::markdown::message).collect()
}

fn money(figure: &Figure<Money>) -> Option<Markdown> {
    figure.in_words().map(plain)
}

fn amount<T>(figure: &Figure<T>, in_words: impl Fn(&T) -> String) -> Option<Markdown> {
    let words = in_words(figure.value()?);
    Some(match figure {
        Figure::AtMost(_) | Figure::About(_) => md!("at most {}", plain(words)),
        _ => plain(words),
    })
}
