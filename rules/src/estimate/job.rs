//! A job or a step, with the values that its files set.

use std::sync::Arc;

use super::{CostSort, Estimate, Figure, PricedMachine, Reason, machine};
use crate::document::Task;
use crate::expression::Callee;
use crate::syntax::{Node, NodeKind, known_int, known_text};
use crate::text::TextRange;
use crate::workspace::Workspace;

/// Most nodes that are reckoned with. A cluster has at most 65,000.
const MOST_NODES: i64 = 1_000_000;

/// A `compute` value with the file that has it.
#[derive(Clone)]
pub(super) struct JobTarget<'a> {
    pub(super) node: Node<'a>,
    pub(super) path: Arc<str>,
}

impl<'a> JobTarget<'a> {
    /// Returns the `compute` that the mapping `node` of the file at `path` sets.
    pub(super) fn of(node: Node<'a>, path: &Arc<str>) -> Option<Self> {
        let node = node.get("compute").filter(|it| !it.is_null())?;
        let path = path.clone();
        Some(Self { node, path })
    }
}

/// A job or a step, with the values that its files set.
#[derive(Clone)]
pub(super) struct Job<'a> {
    pub(super) workspace: &'a Workspace,
    /// The file with the job or the step.
    pub(super) path: Arc<str>,
    /// Range of the key of the step, or of the whole job.
    pub(super) range: TextRange,
    pub(super) name: String,
    pub(super) task: Task,
    pub(super) is_step: bool,
    /// Its mapping, then those of its trial or component.
    pub(super) layers: Vec<Node<'a>>,
    /// `true` if all that it consists of can be read.
    pub(super) is_whole: bool,
    pub(super) target: Option<JobTarget<'a>>,
}

impl<'a> Job<'a> {
    /// Returns the job in the mapping `node` of the file at `path`, which runs the component or trial that
    /// is `called`: that also tells its task, if nothing else does.
    pub(super) fn read(
        workspace: &'a Workspace,
        path: &Arc<str>,
        node: Node<'a>,
        called: Option<Node<'a>>,
        task: Task,
    ) -> Self {
        let callee = called.map(|it| Callee::resolve(workspace, path, it));
        let interface = callee.as_ref().and_then(Callee::interface);
        let kind = interface.and_then(|it| it.document?.kind());
        Self {
            workspace,
            path: path.clone(),
            range: node.range(),
            name: String::new(),
            task: match task {
                Task::Unknown => kind.map_or(task, Task::of_kind),
                task => task,
            },
            is_step: false,
            layers: std::iter::once(node)
                .chain(interface.map(|it| it.node))
                .collect(),
            is_whole: called.is_none() || interface.is_some(),
            target: JobTarget::of(node, path),
        }
    }

    /// Returns the mapping of the job or step itself.
    pub(super) fn node(&self) -> Node<'a> {
        self.layers[0]
    }

    /// Returns the value of a key of the job, else of its trial or component: as a whole, as the client
    /// takes it over.
    pub(super) fn get(&self, key: &str) -> Option<Node<'a>> {
        let mut values = self.layers.iter().filter_map(|layer| layer.get(key));
        values.find(|value| !value.is_null())
    }

    /// Returns the reason why a value that is not set is not known, if it may be set in a file that cannot be
    /// read.
    fn unset(&self) -> Option<Reason> {
        (!self.is_whole).then_some(Reason::Unreadable("component"))
    }

    /// Returns `resources.instance_count`.
    pub(super) fn instance_count(&self) -> Result<i64, Reason> {
        let Some(resources) = self.get("resources") else {
            return self.unset().map_or(Ok(1), Err);
        };
        if resources.kind() != NodeKind::Mapping {
            return Err(Reason::NotAMapping("resources"));
        }
        match resources.get("instance_count").filter(|it| !it.is_null()) {
            Some(node) => count(node, "instance_count"),
            None => Ok(1),
        }
    }

    /// Returns the value of a key of `limits`, if it is set.
    pub(super) fn limit_node(&self, key: &str) -> Option<Node<'a>> {
        self.get("limits")?.get(key).filter(|it| !it.is_null())
    }

    /// Returns a whole number of `limits`, if it is set.
    pub(super) fn limit(&self, key: &'static str) -> Option<Result<i64, Reason>> {
        Some(whole_number(self.limit_node(key)?, key))
    }

    /// Returns the seconds of a time limit in `limits` that is written in `unit` seconds. No limit, and one
    /// of 0, mean that nothing ends the run.
    pub(super) fn time_limit(&self, key: &'static str, unit: i64) -> Result<i64, Reason> {
        match self.limit(key) {
            None => Err(self.unset().unwrap_or(Reason::NoTimeout)),
            Some(Ok(0)) => Err(Reason::NoTimeout),
            Some(Ok(number)) => number.checked_mul(unit).ok_or(Reason::OutOfRange(key)),
            Some(Err(reason)) => Err(reason),
        }
    }

    /// Returns the machines that it runs on.
    pub(super) fn machine(&self) -> PricedMachine {
        let target = self.target.as_ref();
        let compute =
            target.and_then(|it| PricedMachine::of_compute(self.workspace, &it.path, it.node));
        compute.unwrap_or_else(|| self.serverless())
    }

    /// Returns `true` if no compute is named.
    pub(super) fn is_serverless(&self) -> bool {
        let mut targets = self.target.iter();
        targets.all(|it| known_text(it.node).is_some_and(|it| it.ends_with("serverless")))
    }

    fn serverless(&self) -> PricedMachine {
        let Some(resources) = self.get("resources") else {
            let reason = self.unset().unwrap_or(Reason::ServerlessSize);
            return PricedMachine::without_size(reason);
        };
        if resources.kind() != NodeKind::Mapping {
            return PricedMachine::without_size(Reason::NotAMapping("resources"));
        }
        let Some(size) = resources.get("instance_type").filter(|it| !it.is_null()) else {
            return PricedMachine::without_size(Reason::ServerlessSize);
        };
        let tier = self.get("queue_settings").and_then(|it| it.get("job_tier"));
        let tier = tier.filter(|it| !it.is_null());
        if tier.is_some_and(|tier| known_text(tier).is_none()) {
            return PricedMachine::without_size(Reason::Expression("job_tier"));
        }
        let is_spot = tier.and_then(known_text);
        let is_spot = is_spot.is_some_and(|tier| tier.eq_ignore_ascii_case("spot"));
        let prices = machine::prices(self.workspace, &self.workspace.settings(&self.path));
        PricedMachine::of_size(&prices, size, is_spot)
    }

    /// Returns an estimate of this job without figures.
    pub(super) fn estimate(&self) -> Estimate {
        let mut found = Estimate::new(CostSort::Run(self.task), &self.path, self.range);
        found.name.clone_from(&self.name);
        found
    }

    /// Returns an estimate of a run on these nodes, which is ended after `seconds`.
    pub(super) fn run(
        &self,
        machine: PricedMachine,
        nodes: Result<i64, Reason>,
        seconds: Result<i64, Reason>,
    ) -> Estimate {
        let mut found = self.estimate();
        if machine.is_instance() && !self.is_step {
            found.notes.push(super::charges::instance_stays_on());
        }
        found.on(machine, nodes.into());
        let seconds: Figure<i64> = seconds.into();
        // A missing time limit comes before a missing price: it is the job's own.
        let bound = seconds.with(&found.per_hour, |time, each| each.for_seconds(*time));
        found.run_bound = Some(bound.as_limit());
        found.time_bound_s = Some(seconds);
        found
    }
}

/// Returns a number of nodes or trials.
pub(super) fn count(node: Node<'_>, key: &'static str) -> Result<i64, Reason> {
    let number = whole_number(node, key)?;
    let is_in_range = (1..=MOST_NODES).contains(&number);
    is_in_range.then_some(number).ok_or(Reason::OutOfRange(key))
}

/// Returns a whole number that is not negative. The client also reads texts as numbers.
pub(super) fn whole_number(node: Node<'_>, key: &'static str) -> Result<i64, Reason> {
    if node.is_repaired() {
        return Err(Reason::Broken(key));
    }
    if node.is_template() {
        return Err(Reason::Expression(key));
    }
    let written = || known_text(node)?.trim().parse().ok();
    let number = known_int(node).or_else(written).filter(|it: &i64| *it >= 0);
    number.ok_or(Reason::OutOfRange(key))
}

/// Returns the nodes, unless the compute has fewer of them.
pub(super) fn that_fit(nodes: Result<i64, Reason>, machine: &PricedMachine) -> Result<i64, Reason> {
    match (nodes, machine.most) {
        (Ok(needs), Some(has)) if needs > has => Err(Reason::TooFewNodes { needs, has }),
        (nodes, _) => nodes,
    }
}
