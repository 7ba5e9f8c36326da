//! Jobs, deployments, computes, and schedules that cost more than their budget.

use crate::checks::prelude::*;
use crate::estimate::{CostSort, Estimate, Figure, Money, bases, memoized_estimate};

declare_rule! {
    /// `budgets` in `azml.yaml` sets the most that one run of a job, or a month of a deployment, a compute, or
    /// a schedule may cost. This rule reports files that cost more, as far as prices and limits are known. For
    /// a run, this is what it costs if only its timeout ends it. Without a budget, the rule reports nothing.
    ///
    /// If several entries of `budgets` match a file, the last one applies.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -c "print(1)"
    /// environment: azureml:training:3
    /// resources: {instance_type: Standard_NC24ads_A100_v4}
    /// limits: {timeout: 86400}
    /// ```
    /// ```yaml bad path=azml.yaml
    /// budgets:
    ///   - {per_run: 50, per_month: 500}
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -c "print(1)"
    /// environment: azureml:training:3
    /// resources: {instance_type: Standard_NC24ads_A100_v4}
    /// limits: {timeout: 36000}
    /// ```
    /// ```yaml good path=azml.yaml
    /// budgets:
    ///   - {per_run: 50, per_month: 500}
    /// ```
    "cost-over-budget", Cost, Warning,
    summary: "a job, deployment, compute, or schedule that costs more than its budget",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-optimize-cost",
}

fn check(cx: &mut Context<'_>) {
    let settings = cx.workspace.settings(cx.document.path());
    if settings.budgets.is_empty() {
        return;
    }
    let budget = settings.budget(cx.document.path());
    if budget.per_run.is_none() && budget.per_month.is_none() {
        return;
    }
    let Some(found) = memoized_estimate(cx.workspace, cx.document) else {
        return;
    };
    let currency = settings.prices.currency.as_deref().unwrap_or("USD");
    let is_run = matches!(found.sort, CostSort::Run(_) | CostSort::Schedule);
    let run = found.run_bound.as_ref().filter(|_| is_run);
    let (month, what) = match found.sort {
        CostSort::Compute => (found.idle_per_month.as_ref(), "a month without jobs costs"),
        _ => (found.per_month.as_ref(), "a month costs"),
    };
    let amounts = [
        (run, budget.per_run, "a run may cost", "per_run"),
        (month, budget.per_month, what, "per_month"),
    ];
    for (figure, most, what, key) in amounts {
        let (Some(amount), Some(most)) = (figure.and_then(Figure::value), most) else {
            continue;
        };
        if amount.amount <= most || *amount.currency != *currency {
            continue;
        }
        report(cx, &found, amount, most, (what, key));
    }
}

fn report(
    cx: &mut Context<'_>,
    found: &Estimate,
    amount: &Money,
    most: f64,
    (what, key): (&str, &str),
) {
    let Some(place) = place(cx) else { return };
    let budget = crate::compute::money(most, &amount.currency);
    let amount = amount.in_words();
    let nodes = found.nodes.value().map(|it| counted(*it, "node"));
    let hour = found.per_hour.value().map(Money::in_words);
    let end = found.time_bound_s.as_ref().and_then(Figure::value);
    let parts = [
        nodes,
        hour.map(|it| format!("{it} an hour")),
        end.map(|it| format!("ended after {}", duration(*it))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let basis = bases([found]).join("; ");
    cx.report(
        place,
        format!("{what} {amount}, which is over the budget of {budget}"),
    )
    .note(format!("{} ({basis})", parts.join(", ")))
    .help(format!(
        "use fewer nodes, a smaller VM size, or less time, or raise `{key}` under `budgets` in azml.yaml"
    ));
}

/// Returns the range of the value that most decides on the amount.
fn place(cx: &Context<'_>) -> Option<TextRange> {
    const PLACES: [&[&str]; 6] = [
        &["limits", "timeout"],
        &["limits", "timeout_minutes"],
        &["instance_count"],
        &["min_instances"],
        &["trigger", "expression"],
        &["compute"],
    ];
    let root = cx.document.root()?;
    let mut values = PLACES.iter().filter_map(|place| root.get_path(place));
    let first = || Some(root.entries().next()?.key);
    Some(values.next().or_else(first)?.range())
}
