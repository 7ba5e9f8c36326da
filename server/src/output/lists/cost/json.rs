//! The format for machines. Figures are called as everywhere: `null` with a reason where one is not known,
//! and no key where there is no such figure.

use std::collections::BTreeMap;
use std::io::{Result, Write};

use azml_rules::compute::PriceBasis;
use azml_rules::estimate::{Estimate, Figure, Money, Total};
use serde::Serialize;

use crate::check::{CostChange, CostList, MonthlySort};
use crate::output::formats::json::{TOOL, Tool, write_json};
use crate::sandbox::Names;

#[derive(Serialize)]
struct CostListJson {
    version: u32,
    tool: Tool,
    /// Costs of every month.
    monthly: Vec<EstimateJson>,
    /// Costs while something runs.
    running: Vec<EstimateJson>,
    /// Sums of what is paid every month, each by itself.
    totals: BTreeMap<&'static str, MonthTotalJson>,
}

#[derive(Serialize)]
struct MonthTotalJson {
    known: Vec<MoneyJson>,
    parts: usize,
    at_most: usize,
    unknown: usize,
}

#[derive(Serialize)]
struct MoneyJson {
    amount: f64,
    currency: String,
}

/// A figure that is there, as far as it is known.
type NumberJson<T> = Option<Option<T>>;

/// One estimate.
#[derive(Serialize)]
pub(crate) struct EstimateJson {
    path: String,
    name: String,
    kind: &'static str,
    compute: Option<String>,
    size: Option<String>,
    low_priority: bool,
    price: Option<RateJson>,
    nodes: Option<i64>,
    per_hour: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dedicated_per_hour: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_nodes: NumberJson<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_per_hour: NumberJson<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_bound_s: NumberJson<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run_bound: NumberJson<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    runs_per_month: NumberJson<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    per_month: NumberJson<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    idle_per_month: NumberJson<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    full_per_month: NumberJson<f64>,
    /// The most that these figures can be, rather than what they are.
    at_most: Vec<&'static str>,
    /// The same by the prices of another region, which are no limits in the region of the machines.
    about: Vec<&'static str>,
    /// The first reason.
    reason: Option<String>,
    /// The reason of each figure that is not known.
    reasons: BTreeMap<&'static str, String>,
    notes: Vec<String>,
    /// Steps of a pipeline, or the job of a schedule.
    parts: Vec<EstimateJson>,
    /// Indexes of the parts that must end before this one starts.
    after: Vec<usize>,
}

/// A price of one machine.
#[derive(Serialize)]
struct RateJson {
    per_hour: f64,
    currency: String,
    source: String,
    region: Option<String>,
    as_of: Option<String>,
}

/// Writes `costs` for machines.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn cost_json(out: &mut impl Write, names: &Names, costs: &CostList) -> Result<()> {
    let all = |of: &[Estimate]| of.iter().map(|it| EstimateJson::of(names, it)).collect();
    let totals = MonthlySort::ALL.into_iter().map(|sort| {
        let name = match sort {
            MonthlySort::Deployments => "deployments",
            MonthlySort::IdleComputes => "idle_computes",
            MonthlySort::Schedules => "schedules",
        };
        (name, MonthTotalJson::of(&costs.total(sort)))
    });
    write_json(
        out,
        &CostListJson {
            version: 1,
            tool: TOOL,
            monthly: all(&costs.monthly),
            running: all(&costs.running),
            totals: totals.collect(),
        },
    )
}

#[derive(Serialize)]
struct ChangesJson {
    version: u32,
    tool: Tool,
    changes: Vec<ChangeJson>,
}

#[derive(Serialize)]
struct ChangeJson {
    path: String,
    /// The path before, if it was another one.
    renamed_from: Option<String>,
    /// `true` if the file cannot be read completely now.
    is_broken: bool,
    before: Option<EstimateJson>,
    now: Option<EstimateJson>,
}

/// Writes what changed for machines.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn changes_json(out: &mut impl Write, names: &Names, changes: &[CostChange]) -> Result<()> {
    let of = |found: &Option<Estimate>| found.as_ref().map(|it| EstimateJson::of(names, it));
    let changes = changes.iter().map(|change| ChangeJson {
        path: names.show(&change.path),
        renamed_from: change.renamed_from.as_ref().map(|it| names.show(it)),
        is_broken: change.is_broken,
        before: of(&change.before),
        now: of(&change.now),
    });
    let changes = changes.collect();
    let tool = TOOL;
    write_json(
        out,
        &ChangesJson {
            version: 1,
            tool,
            changes,
        },
    )
}

impl MonthTotalJson {
    fn of(total: &Total) -> Self {
        let known = total.known.iter().map(|it| MoneyJson {
            amount: rounded(it.amount),
            currency: it.currency.to_string(),
        });
        Self {
            known: known.collect(),
            parts: total.parts,
            at_most: total.limits,
            unknown: total.unknown,
        }
    }
}

impl EstimateJson {
    /// Returns the estimate without those of its steps.
    pub(crate) fn without_parts(names: &Names, found: &Estimate) -> Self {
        let mut alone = found.clone();
        alone.parts.clear();
        alone.after.clear();
        Self::of(names, &alone)
    }

    /// Returns the estimate with the displayed path of its file.
    pub(crate) fn of(names: &Names, found: &Estimate) -> Self {
        let mut marks = Marks::default();
        let is_pipeline = found.machine.is_none();
        let machine = found.machine.as_ref();
        let nodes = marks.number("nodes", Some(&found.nodes));
        let per_hour = marks.money("per_hour", Some(&found.per_hour));
        let time_bound_s = marks.number("time_bound_s", found.time_bound_s.as_ref());
        let run_bound = marks.money("run_bound", found.run_bound.as_ref());
        let runs = marks.number("runs_per_month", found.runs_per_month.as_ref());
        let per_month = marks.money("per_month", found.per_month.as_ref());
        let idle_per_month = marks.money("idle_per_month", found.idle_per_month.as_ref());
        let full_per_month = marks.money("full_per_month", found.full_per_month.as_ref());
        Self {
            path: names.show(&found.path),
            name: found.name.clone(),
            kind: found.sort.id(),
            compute: machine.and_then(|it| it.compute.clone()),
            size: machine.and_then(|it| it.size.clone()),
            low_priority: machine.is_some_and(|it| it.is_low_priority),
            price: machine.and_then(|it| Some(RateJson::of(it.rate.value()?))),
            nodes: nodes.flatten(),
            per_hour: per_hour.flatten(),
            dedicated_per_hour: found
                .dedicated_per_hour
                .as_ref()
                .map(|it| rounded(it.amount)),
            rounds: found.trials.map(azml_rules::estimate::TrialRounds::rounds),
            peak_nodes: nodes.filter(|_| is_pipeline),
            peak_per_hour: per_hour.filter(|_| is_pipeline),
            time_bound_s,
            run_bound,
            runs_per_month: runs.map(|it| it.map(rounded)),
            per_month,
            idle_per_month,
            full_per_month,
            at_most: marks.at_most,
            about: marks.about,
            reason: marks.first,
            reasons: marks.reasons,
            notes: found.notes.iter().map(|it| it.text.clone()).collect(),
            parts: found.parts.iter().map(|it| Self::of(names, it)).collect(),
            after: found.after.clone(),
        }
    }
}

impl RateJson {
    fn of(rate: &azml_rules::compute::Rate) -> Self {
        let (region, as_of) = match &rate.basis {
            PriceBasis::List { region, as_of, .. } => {
                (Some((*region).to_owned()), Some(as_of.to_string()))
            }
            PriceBasis::Region { region, as_of, .. } => {
                (Some(region.to_string()), as_of.map(|day| day.to_string()))
            }
            PriceBasis::Own => (None, None),
        };
        Self {
            per_hour: rate.per_hour,
            currency: rate.currency.clone(),
            source: rate.basis(),
            region,
            as_of,
        }
    }
}

/// Remarks on the figures that were read.
#[derive(Default)]
struct Marks {
    at_most: Vec<&'static str>,
    about: Vec<&'static str>,
    first: Option<String>,
    reasons: BTreeMap<&'static str, String>,
}

impl Marks {
    fn number<T: Copy>(&mut self, name: &'static str, figure: Option<&Figure<T>>) -> NumberJson<T> {
        let figure = figure?;
        self.note(name, figure);
        Some(figure.value().copied())
    }

    fn money(&mut self, name: &'static str, figure: Option<&Figure<Money>>) -> NumberJson<f64> {
        let figure = figure?;
        self.note(name, figure);
        Some(figure.value().map(|it| rounded(it.amount)))
    }

    fn note<T>(&mut self, name: &'static str, figure: &Figure<T>) {
        match figure {
            Figure::Known(_) => {}
            Figure::AtMost(_) => self.at_most.push(name),
            Figure::About(_) => self.about.push(name),
            Figure::Unknown(reason) => {
                let reason = reason.in_words();
                self.first.get_or_insert_with(|| reason.clone());
                self.reasons.insert(name, reason);
            }
        }
    }
}

/// Returns an amount without the digits that come from adding fractions up.
fn rounded(amount: f64) -> f64 {
    (amount * 1e6).round() / 1e6
}
