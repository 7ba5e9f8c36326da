//! Pipelines: the sum of the steps for money, the longest chain for time, and the steps that can run at the
//! same time for nodes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::figure::sum;
use super::job::{Job, JobTarget};
use super::order::StepOrder;
use super::{CostSort, Estimate, Figure, Money, Reason, jobs};
use crate::document::{Task, step_task};
use crate::expression::{Callee, Target, scan};
use crate::syntax::{Node, NodeKind, known_text};
use crate::text::TextRange;
use crate::workspace::Workspace;

/// Maximum number of steps, because anchors can repeat them without end.
const MOST_STEPS: usize = 1000;
/// Maximum depth of nested pipelines, which can contain themselves.
const DEPTH: usize = 12;

/// Returns the figures of the pipeline in the mapping `node` of the file at `path`. `target` is the compute
/// that its steps inherit.
pub(super) fn estimate<'a>(
    workspace: &'a Workspace,
    path: &Arc<str>,
    node: Node<'a>,
    target: Option<JobTarget<'a>>,
) -> Estimate {
    let mut steps = Steps {
        workspace,
        parts: Vec::new(),
        problem: None,
    };
    let around = Around {
        path: path.clone(),
        prefix: String::new(),
        target,
        depth: DEPTH,
    };
    steps.add_pipeline(node, &around);
    let mut found = Estimate::new(CostSort::Run(Task::Pipeline), path, node.range());
    summarize(&mut found, &steps);
    found.parts = steps.parts;
    found
}

/// Surroundings of steps.
struct Around<'a> {
    path: Arc<str>,
    /// Names of the steps around, each with a dot.
    prefix: String,
    target: Option<JobTarget<'a>>,
    depth: usize,
}

struct Steps<'a> {
    workspace: &'a Workspace,
    parts: Vec<Estimate>,
    /// Reason why steps are missing.
    problem: Option<Reason>,
}

impl<'a> Steps<'a> {
    /// Adds the steps of a pipeline; returns their indexes.
    fn add_pipeline(&mut self, node: Node<'a>, around: &Around<'a>) -> Vec<usize> {
        if around.depth == 0 {
            self.problem.get_or_insert(Reason::Ring);
            return Vec::new();
        }
        let inner = Around {
            path: around.path.clone(),
            prefix: around.prefix.clone(),
            target: default_target(node, &around.path).or_else(|| around.target.clone()),
            depth: around.depth - 1,
        };
        let Some(jobs) = node.get("jobs").map(Node::resolved) else {
            return self.add_called(node, &inner);
        };
        let mut steps: Vec<(Node<'a>, Vec<usize>)> = Vec::new();
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in jobs.entries() {
            let name = entry.key.text().unwrap_or_default();
            names.insert(name, steps.len());
            let step = entry.value.resolved();
            let added = self.add_step(name, entry.key.range(), step, &inner);
            steps.push((step, added));
        }
        for (step, added) in &steps {
            let mut before: Vec<usize> = steps_named_in(*step)
                .iter()
                .filter_map(|name| Some(&steps[*names.get(name)?].1))
                .flatten()
                .copied()
                .collect();
            before.sort_unstable();
            before.dedup();
            for index in added {
                let after = &mut self.parts[*index].after;
                after.extend(&before);
                after.sort_unstable();
                after.dedup();
            }
        }
        steps.into_iter().flat_map(|(_, added)| added).collect()
    }

    /// Adds the steps of the pipeline component that a job runs instead of steps of its own.
    fn add_called(&mut self, node: Node<'a>, around: &Around<'a>) -> Vec<usize> {
        let Some(component) = node.get("component") else {
            return Vec::new();
        };
        let callee = Callee::resolve(self.workspace, &around.path, component);
        let Some(interface) = callee.interface() else {
            self.problem.get_or_insert(Reason::Unreadable("component"));
            return Vec::new();
        };
        let path = interface.document.map(|it| it.shared_path());
        let inner = Around {
            path: path.unwrap_or_else(|| around.path.clone()),
            prefix: around.prefix.clone(),
            target: around.target.clone(),
            depth: around.depth,
        };
        self.add_pipeline(interface.node, &inner)
    }

    fn add_step(
        &mut self,
        name: &str,
        range: TextRange,
        node: Node<'a>,
        around: &Around<'a>,
    ) -> Vec<usize> {
        if self.parts.len() >= MOST_STEPS {
            self.problem.get_or_insert(Reason::TooManySteps);
            return Vec::new();
        }
        let component = node.get("component");
        let called = component.or_else(|| node.get("trial"));
        let task = step_task(node, component);
        let job = Job::read(self.workspace, &around.path, node, called, task);
        let target = job.target.clone().or_else(|| around.target.clone());
        if job.task == Task::Pipeline {
            let inner = Around {
                path: around.path.clone(),
                prefix: format!("{}{name}.", around.prefix),
                target,
                depth: around.depth,
            };
            return self.add_pipeline(node, &inner);
        }
        let job = Job {
            range,
            name: format!("{}{name}", around.prefix),
            is_step: true,
            target,
            ..job
        };
        self.parts.push(if is_control_flow(node) {
            jobs::unknown(&job, &Reason::ControlFlow)
        } else {
            jobs::estimate(&job)
        });
        vec![self.parts.len() - 1]
    }
}

fn is_control_flow(node: Node<'_>) -> bool {
    let kind = node.get("type").and_then(known_text);
    matches!(kind, Some("do_while" | "if_else" | "parallel_for"))
}

/// Returns the compute that a pipeline sets for its steps.
fn default_target<'a>(pipeline: Node<'a>, path: &Arc<str>) -> Option<JobTarget<'a>> {
    let default = pipeline.get_path(&["settings", "default_compute"]);
    let default = default.filter(|it| !it.is_null()).map(|node| JobTarget {
        node,
        path: path.clone(),
    });
    default.or_else(|| JobTarget::of(pipeline, path))
}

/// Returns the names of the steps whose results `step` reads.
fn steps_named_in<'a>(step: Node<'a>) -> Vec<&'a str> {
    let mut names = Vec::new();
    let entries = step.entries();
    // Expressions in nested steps and components mean their own surroundings.
    let own = entries.filter(|it| !matches!(it.key.text(), Some("jobs" | "component" | "trial")));
    own.for_each(|entry| add_names(entry.value, &mut names));
    names
}

fn add_names<'a>(node: Node<'a>, names: &mut Vec<&'a str>) {
    if matches!(node.kind(), NodeKind::Mapping | NodeKind::Sequence) {
        node.children().for_each(|child| add_names(child, names));
        return;
    }
    let Some(text) = node.text().filter(|text| text.contains("${{")) else {
        return;
    };
    for expression in scan(text).expressions {
        match expression.target {
            Target::StepOutput(step, _)
            | Target::StepInput(step, _)
            | Target::Step(step)
            | Target::LegacyStep(step) => names.push(step.text),
            _ => {}
        }
    }
}

fn summarize(found: &mut Estimate, steps: &Steps<'_>) {
    let parts = &steps.parts;
    let order = StepOrder::new(parts.iter().map(|it| it.after.as_slice()).collect());
    let problem = steps.problem.clone();
    let problem = problem.or_else(|| order.is_none().then_some(Reason::Ring));
    let problem = problem.or_else(|| parts.is_empty().then_some(Reason::NoSteps));
    let (Some(order), None) = (order, &problem) else {
        let reason = problem.unwrap_or(Reason::Ring);
        found.nodes = Figure::Unknown(reason.clone());
        found.per_hour = Figure::Unknown(reason.clone());
        found.time_bound_s = Some(Figure::Unknown(reason.clone()));
        found.run_bound = Some(Figure::Unknown(reason));
        return;
    };
    let bounds = parts
        .iter()
        .filter_map(|it| Some((&*it.name, it.run_bound.as_ref()?)));
    found.run_bound = Some(sum(bounds));
    found.time_bound_s = Some(longest_chain(parts, &order));
    found.nodes = peak_nodes(parts, &order);
    found.per_hour = peak_price(parts, &order);
}

fn longest_chain(parts: &[Estimate], order: &StepOrder<'_>) -> Figure<i64> {
    let times = known(parts, |it| it.time_bound_s.as_ref());
    let longest = times.and_then(|times| {
        let times: Vec<i64> = times.into_iter().copied().collect();
        let longest = order.longest_chain(&times);
        longest.ok_or(Reason::OutOfRange("time"))
    });
    longest.into()
}

/// Returns a figure of each step; the reason if it is not known for one of them.
fn known<T>(
    parts: &[Estimate],
    figure: impl Fn(&Estimate) -> Option<&Figure<T>>,
) -> Result<Vec<&T>, Reason> {
    let figures = || parts.iter().filter_map(|it| Some((it, figure(it)?)));
    let unknown = || figures().filter_map(|(it, figure)| Some((it, figure.reason()?)));
    if let Some((_, reason)) = unknown().next() {
        let names = unknown().map(|(it, _)| it.name.clone()).collect();
        return Err(Reason::parts(reason.clone(), names, parts.len()));
    }
    Ok(figures().filter_map(|(_, figure)| figure.value()).collect())
}

#[expect(
    clippy::cast_possible_wrap,
    reason = "at most 1,000 steps of a million nodes"
)]
#[expect(clippy::cast_sign_loss, reason = "nodes are above 0")]
fn peak_nodes(parts: &[Estimate], order: &StepOrder<'_>) -> Figure<i64> {
    let nodes = match known(parts, |it| Some(&it.nodes)) {
        Ok(nodes) => nodes,
        Err(reason) => return Figure::Unknown(reason),
    };
    let weights: Vec<u64> = nodes.into_iter().map(|it| *it as u64).collect();
    let caps = |part: &Estimate| part.machine.as_ref()?.most.map(|most| most as u64);
    let (peak, is_capped) = peak(parts, order, &weights, caps);
    if is_capped {
        Figure::AtMost(peak as i64)
    } else {
        Figure::Known(peak as i64)
    }
}

/// Number of units in an amount of 1: amounts are summed up as whole numbers.
const UNITS: f64 = 1e6;

#[expect(
    clippy::cast_precision_loss,
    reason = "sums that large are out of range"
)]
#[expect(clippy::cast_sign_loss, reason = "amounts are not below 0")]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a cast of a float saturates"
)]
fn peak_price(parts: &[Estimate], order: &StepOrder<'_>) -> Figure<Money> {
    let prices = match known(parts, |it| Some(&it.per_hour)) {
        Ok(prices) => prices,
        Err(reason) => return Figure::Unknown(reason),
    };
    let Some(currency) = prices.first().map(|it| it.currency.clone()) else {
        return Figure::Unknown(Reason::NoSteps);
    };
    if prices.iter().any(|it| it.currency != currency) {
        return Figure::Unknown(Reason::Currencies);
    }
    let units = |amount: f64| (amount * UNITS).round() as u64;
    let weights: Vec<u64> = prices.into_iter().map(|it| units(it.amount)).collect();
    if weights.contains(&u64::MAX) {
        return Figure::Unknown(Reason::OutOfRange("amount"));
    }
    let caps = |part: &Estimate| {
        let machine = part.machine.as_ref()?;
        let each = machine.rate.value()?.per_hour;
        Some(units(each * machine.most? as f64))
    };
    let (peak, is_capped) = peak(parts, order, &weights, caps);
    match Money::new(peak as f64 / UNITS, &currency) {
        Some(amount) if is_capped => Figure::AtMost(amount),
        Some(amount) => Figure::Known(amount),
        None => Figure::Unknown(Reason::OutOfRange("amount")),
    }
}

/// Returns the greatest weight of steps that can run at the same time, and `true` if a compute is too small
/// for all of them. The steps of each compute weigh no more than all of its nodes.
fn peak(
    parts: &[Estimate],
    order: &StepOrder<'_>,
    weights: &[u64],
    cap: impl Fn(&Estimate) -> Option<u64>,
) -> (u64, bool) {
    let all = order.heaviest(weights);
    let mut computes: BTreeMap<Option<String>, Vec<usize>> = BTreeMap::new();
    for (index, part) in parts.iter().enumerate() {
        let compute = part.machine.as_ref().and_then(|it| it.compute.as_ref());
        let compute = compute.map(|name| name.to_ascii_lowercase());
        computes.entry(compute).or_default().push(index);
    }
    let capped = computes.values().map(|steps| {
        let Some(most) = steps.first().and_then(|it| cap(&parts[*it])) else {
            return steps
                .iter()
                .fold(0, |sum: u64, it| sum.saturating_add(weights[*it]));
        };
        let mut own = vec![0; weights.len()];
        for step in steps {
            own[*step] = weights[*step];
        }
        order.heaviest(&own).min(most)
    });
    let capped = capped.fold(0_u64, u64::saturating_add);
    (all.min(capped), capped < all)
}
