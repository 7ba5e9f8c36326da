//! The figures of a job, deployment, or schedule in one line.

use azml_rules::estimate::{CostSort, Estimate, Figure, Reason, bases};
use azml_rules::wording::counted;

/// "4 nodes · $1.17/h · at most $2.34 (East US list price of 2026-06-18)"; `None` where no price is known.
pub(crate) fn estimate_line(found: &Estimate) -> Option<String> {
    let parts = match found.sort {
        CostSort::Online => {
            let count = counted(*found.nodes.value()?, "instance");
            let month = found.per_month.as_ref().and_then(Figure::value)?;
            vec![format!("{count}: about {} a month", month.in_words())]
        }
        CostSort::Schedule => schedule(found)?,
        _ => run(found)?,
    };
    let bases = bases([found]).join("; ");
    Some(format!("{} ({bases})", parts.join(" · ")))
}

/// "4 nodes · $1.17/h · at most $2.34"; `None` where no price of the run is known.
pub(crate) fn run_in_short(found: &Estimate) -> Option<String> {
    Some(run(found)?.join(" · "))
}

fn schedule(found: &Estimate) -> Option<Vec<String>> {
    let runs = found.runs_per_month.as_ref().and_then(Figure::value);
    let mut parts: Vec<String> = runs.map(|it| runs_a_month(*it)).into_iter().collect();
    match found.per_month.as_ref().and_then(Figure::in_words) {
        Some(month) => parts.push(format!("{month} a month")),
        None => parts.extend(run(found)?),
    }
    Some(parts)
}

/// "30 runs a month"
pub(crate) fn runs_a_month(runs: f64) -> String {
    if runs < 10.0 {
        format!("{runs:.1} runs a month")
    } else {
        format!("{runs:.0} runs a month")
    }
}

fn run(found: &Estimate) -> Option<Vec<String>> {
    let per_hour = found.per_hour.value();
    let bound = found.run_bound.as_ref();
    if per_hour.is_none() && bound.and_then(Figure::value).is_none() {
        return None;
    }
    let nodes = found.nodes.value().map(|it| counted(*it, "node"));
    let rounds = found.trials.map(|it| counted(it.rounds(), "round"));
    let hour = per_hour.map(|it| format!("{}/h", it.in_words()));
    let reason = bound.and_then(Figure::reason).map(Reason::root);
    let end = match reason {
        Some(Reason::NoTimeout) => Some("no timeout".to_owned()),
        _ => bound.and_then(Figure::in_words),
    };
    Some([nodes, rounds, hour, end].into_iter().flatten().collect())
}
