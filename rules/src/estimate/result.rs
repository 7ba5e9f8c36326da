//! The result of the reckoning: what one job, deployment, compute, or schedule costs.

use std::sync::Arc;

use super::{Figure, Money, PricedMachine};
use crate::document::Task;
use crate::text::TextRange;

/// Sort of thing that costs money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CostSort {
    /// A job or a step, which ends.
    Run(Task),
    /// A batch deployment, which runs when it is called.
    Batch,
    /// An online deployment, which runs until it is deleted.
    Online,
    /// A compute cluster or a compute instance.
    Compute,
    /// A schedule of a job.
    Schedule,
}

impl CostSort {
    /// Returns the name in machine formats.
    pub fn id(self) -> &'static str {
        match self {
            Self::Run(task) if task.is_automl() => "automl",
            Self::Run(Task::Command) => "command",
            Self::Run(Task::Sweep) => "sweep",
            Self::Run(Task::Parallel) => "parallel",
            Self::Run(Task::Spark) => "spark",
            Self::Run(Task::Pipeline) => "pipeline",
            Self::Run(_) => "other",
            Self::Batch => "batch",
            Self::Online => "online",
            Self::Compute => "compute",
            Self::Schedule => "schedule",
        }
    }
}

/// Something that is billed beside the machines, or an amount that a figure lacks.
#[derive(Clone, PartialEq, Debug)]
pub struct CostNote {
    /// The note, a sentence without a period: "a disk of about $20 a month is billed while it is stopped, too".
    pub text: String,
    /// Amount of a month, if it is known.
    pub per_month: Option<Money>,
}

impl CostNote {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            per_month: None,
        }
    }
}

/// Trials of a sweep or of AutoML, and the rounds in which they run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrialRounds {
    /// Number of all trials.
    pub total: i64,
    /// Number of trials that run at the same time, as far as there are nodes.
    pub at_a_time: i64,
}

impl TrialRounds {
    /// Returns the number of rounds, if there are trials.
    pub(super) fn new(total: i64, at_a_time: i64) -> Option<Self> {
        let is_some = total > 0 && at_a_time > 0;
        is_some.then(|| Self {
            total,
            at_a_time: at_a_time.min(total),
        })
    }

    /// Returns the number of rounds, one after the other.
    pub fn rounds(self) -> i64 {
        (self.total - 1) / self.at_a_time + 1
    }
}

/// The figures of one job, step, deployment, compute, or schedule. A figure that its sort does not have is
/// `None`, and one that is not known is [`Figure::Unknown`].
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// Its sort.
    pub sort: CostSort,
    /// Its name: that of the step, or `name` in the file; empty if it has none.
    pub name: String,
    /// The file.
    pub path: Arc<str>,
    /// Range of the key of the step, or of the whole document.
    pub range: TextRange,
    /// Machines that it runs on; `None` for pipelines and schedules, whose parts have them.
    pub machine: Option<PricedMachine>,
    /// Nodes at a time; for a pipeline, when most of its steps run at the same time.
    pub nodes: Figure<i64>,
    /// Price of an hour with these nodes. For a cluster, that of all its nodes.
    pub per_hour: Figure<Money>,
    /// Price of an hour of the same machines as dedicated virtual machines, where [`Self::per_hour`] is not
    /// known: the most for low priority, an indication for serverless Spark.
    pub dedicated_per_hour: Option<Money>,
    /// Trials of a sweep or of AutoML.
    pub trials: Option<TrialRounds>,
    /// Seconds after which a run is ended; for a pipeline, those of its longest chain of steps.
    pub time_bound_s: Option<Figure<i64>>,
    /// Price of one run.
    pub run_bound: Option<Figure<Money>>,
    /// Runs of a schedule in a month, on average.
    pub runs_per_month: Option<Figure<f64>>,
    /// Price of a month: of an online deployment, and of the runs of a schedule.
    pub per_month: Option<Figure<Money>>,
    /// Price of a month in which a compute is not used.
    pub idle_per_month: Option<Figure<Money>>,
    /// Price of a month in which all nodes of a compute run.
    pub full_per_month: Option<Figure<Money>>,
    /// Amounts that the figures lack.
    pub notes: Vec<CostNote>,
    /// Steps of a pipeline, those of pipelines in it too; the job of a schedule.
    pub parts: Vec<Self>,
    /// Indexes of the steps among the parts around it that must end before this step starts.
    pub after: Vec<usize>,
}

/// Returns the sources of all prices, each once: "East US list price of 2026-06-18".
pub fn bases<'e>(estimates: impl IntoIterator<Item = &'e Estimate>) -> Vec<String> {
    let mut found = Vec::new();
    for estimate in estimates {
        estimate.add_bases(&mut found);
    }
    found
}

impl Estimate {
    /// Returns an estimate without figures.
    pub(super) fn new(sort: CostSort, path: &Arc<str>, range: TextRange) -> Self {
        let unknown = super::Reason::NoSteps;
        Self {
            sort,
            name: String::new(),
            path: path.clone(),
            range,
            machine: None,
            nodes: Figure::Unknown(unknown.clone()),
            per_hour: Figure::Unknown(unknown),
            dedicated_per_hour: None,
            trials: None,
            time_bound_s: None,
            run_bound: None,
            runs_per_month: None,
            per_month: None,
            idle_per_month: None,
            full_per_month: None,
            notes: Vec::new(),
            parts: Vec::new(),
            after: Vec::new(),
        }
    }

    /// Marks the limits that rest on a price of another region, which are none in the region of the machines.
    /// Returns `true` if there is such a price.
    pub(super) fn mark_foreign_limits(&mut self) -> bool {
        let rate = self.machine.as_ref().and_then(|it| it.rate.value());
        let mut is_foreign = rate.is_some_and(|it| !it.is_of_region());
        for part in &mut self.parts {
            is_foreign |= part.mark_foreign_limits();
        }
        if is_foreign {
            let amounts = [
                Some(&mut self.per_hour),
                self.run_bound.as_mut(),
                self.per_month.as_mut(),
                self.idle_per_month.as_mut(),
                self.full_per_month.as_mut(),
            ];
            for amount in amounts.into_iter().flatten() {
                *amount = amount.clone().at_foreign_price();
            }
        }
        is_foreign
    }

    /// Returns `true` if a limit rests on a price of another region.
    pub fn has_foreign_limits(&self) -> bool {
        let amounts = [
            Some(&self.per_hour),
            self.run_bound.as_ref(),
            self.per_month.as_ref(),
        ];
        let mut amounts = amounts.into_iter().flatten();
        amounts.any(|it| matches!(it, Figure::About(_)))
    }

    fn add_bases(&self, found: &mut Vec<String>) {
        let rate = self.machine.as_ref().and_then(|it| it.rate.value());
        if let Some(basis) = rate.map(crate::compute::Rate::basis)
            && !found.contains(&basis)
        {
            found.push(basis);
        }
        for part in &self.parts {
            part.add_bases(found);
        }
    }

    /// Sets the machines, and the price of an hour of these nodes.
    pub(super) fn on(&mut self, machine: PricedMachine, nodes: Figure<i64>) {
        self.per_hour = machine.per_hour(&nodes);
        if self.per_hour.value().is_none() {
            self.dedicated_per_hour = machine.dedicated_per_hour(&nodes);
        }
        self.nodes = nodes;
        self.machine = Some(machine);
    }
}
