//! Steps that depend on each other.

use std::collections::{HashMap, VecDeque};

use crate::checks::prelude::*;

declare_rule! {
    /// A step starts when the steps whose outputs it reads have finished. Steps that depend on each
    /// other's outputs, directly or through other steps, can never start. The CLI loads such a
    /// pipeline without warning.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// jobs:
    ///   prep:
    ///     component: azureml:prep:1
    ///     inputs: {model: "${{parent.jobs.train.outputs.model}}"}
    ///   train:
    ///     component: azureml:train:1
    ///     inputs: {data: "${{parent.jobs.prep.outputs.clean}}"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// jobs:
    ///   prep:
    ///     component: azureml:prep:1
    ///   train:
    ///     component: azureml:train:1
    ///     inputs: {data: "${{parent.jobs.prep.outputs.clean}}"}
    /// ```
    "pipeline-cycle", Reference, Error,
    summary: "steps that depend on each other",
    url: "https://learn.microsoft.com/azure/machine-learning/concept-ml-pipelines",
}

/// `to` reads an output of `from`, by the binding at `range`.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    range: TextRange,
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); program.pipelines.len()];
    for (site, expression) in program.expressions() {
        let (Some(index), Target::StepOutput(name, _)) = (site.pipeline, &expression.target) else {
            continue;
        };
        let pipeline = &program.pipelines[index];
        let from = pipeline.step(name.text).map(|(from, _)| from);
        let Some((from, to)) = from.zip(reader(pipeline, site)) else {
            continue;
        };
        edges[index].push(Edge {
            from,
            to,
            range: site.text.range(&expression.path),
        });
    }
    for (pipeline, edges) in program.pipelines.iter().zip(edges) {
        report(cx, pipeline, in_cycles(pipeline.steps.len(), edges));
    }
}

/// Removes the edges of steps that can start: those that read nothing, or only from steps that can
/// start.
fn in_cycles(steps: usize, mut edges: Vec<Edge>) -> Vec<Edge> {
    let mut waits = vec![0_usize; steps];
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); steps];
    for edge in &edges {
        waits[edge.to] += 1;
        readers[edge.from].push(edge.to);
    }
    let mut ready: Vec<usize> = (0..steps).filter(|step| waits[*step] == 0).collect();
    while let Some(step) = ready.pop() {
        for reader in std::mem::take(&mut readers[step]) {
            waits[reader] -= 1;
            if waits[reader] == 0 {
                ready.push(reader);
            }
        }
    }
    edges.retain(|edge| waits[edge.from] > 0 && waits[edge.to] > 0);
    edges
}

/// Returns the step that waits at `site`. Loops read their own results on purpose.
fn reader(pipeline: &Pipeline<'_>, site: &ExpressionSite<'_>) -> Option<usize> {
    let reads = matches!(
        site.role,
        ExpressionRole::StepInput | ExpressionRole::StepField
    );
    site.step
        .filter(|step| reads && pipeline.steps[*step].kind != StepKind::Control)
}

/// Maximum number of steps of a cycle in a message.
const SHOWN: usize = 20;

/// Maximum number of bindings that are followed in one pipeline. A generated one can have as many
/// cycles as bindings, each as long as the pipeline.
const FOLLOWED: usize = 100_000;

/// Reports each cycle once, at the binding that reads from a later step, and removes that binding.
fn report(cx: &mut Context<'_>, pipeline: &Pipeline<'_>, mut edges: Vec<Edge>) {
    let path = cx.document.shared_path();
    edges.sort_by_key(|edge| edge.range);
    let mut bindings = StepBindings::new(pipeline.steps.len(), &edges);
    for edge in edges.iter().filter(|edge| edge.from >= edge.to) {
        let Some(way) = bindings.way(edge.to, edge.from) else {
            continue;
        };
        let mut steps: Vec<&str> = vec![pipeline.steps[edge.to].name()];
        steps.extend(way.iter().map(|edge| pipeline.steps[edge.to].name()));
        let message = if edge.from == edge.to {
            format!("step `{}` reads its own output", steps[0])
        } else {
            format!(
                "steps depend on each other: {} → `{}`",
                shown(&steps),
                steps[0]
            )
        };
        let diagnostic = cx.report(edge.range, message);
        diagnostic.note("each waits for the other's output, so none of them can start");
        diagnostic.help("remove one of the bindings, or bind it to an input of the pipeline");
        for step in way.iter().take(SHOWN) {
            let text = format!(
                "`{}` waits for `{}` here",
                pipeline.steps[step.to].name(),
                pipeline.steps[step.from].name()
            );
            diagnostic.related(&path, step.range, text);
        }
        bindings.leave_out(edge);
    }
}

/// Lists the steps of a cycle; only the first ones and the last one of a long cycle.
fn shown(steps: &[&str]) -> String {
    let in_backticks = |step: &&str| format!("`{step}`");
    let mut parts: Vec<String> = steps.iter().take(SHOWN).map(in_backticks).collect();
    if let Some(last) = steps.get(SHOWN..).and_then(<[&str]>::last) {
        let more = steps.len() - SHOWN;
        parts[SHOWN - 1] = format!("… {} …", counted(more, "more step"));
        parts.push(in_backticks(last));
    }
    parts.join(" → ")
}

/// The bindings of a pipeline, indexed by the step that they read from.
struct StepBindings {
    from: Vec<Vec<Edge>>,
    /// Number of bindings that may still be followed.
    left: usize,
}

impl StepBindings {
    fn new(steps: usize, edges: &[Edge]) -> Self {
        let mut from = vec![Vec::new(); steps];
        for edge in edges {
            from[edge.from].push(*edge);
        }
        Self {
            from,
            left: FOLLOWED,
        }
    }

    fn leave_out(&mut self, edge: &Edge) {
        self.from[edge.from].retain(|other| other.to != edge.to);
    }

    /// Returns the shortest chain of bindings from step `from` to step `to`; empty if they are the same.
    fn way(&mut self, from: usize, to: usize) -> Option<Vec<Edge>> {
        let mut reached_by: HashMap<usize, Option<Edge>> = HashMap::from([(from, None)]);
        let mut open = VecDeque::from([from]);
        while let Some(step) = open.pop_front() {
            if step == to {
                return Some(way_back(&reached_by, to));
            }
            for edge in &self.from[step] {
                self.left = self.left.checked_sub(1)?;
                reached_by.entry(edge.to).or_insert_with(|| {
                    open.push_back(edge.to);
                    Some(*edge)
                });
            }
        }
        None
    }
}

/// Returns the bindings by which `to` was reached, in order from the start.
fn way_back(reached_by: &HashMap<usize, Option<Edge>>, to: usize) -> Vec<Edge> {
    let by = |step: usize| reached_by.get(&step).copied().flatten();
    let mut way: Vec<Edge> = std::iter::successors(by(to), |edge| by(edge.from)).collect();
    way.reverse();
    way
}
