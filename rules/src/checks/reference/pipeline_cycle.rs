//! Steps that wait for each other.

use crate::expression::{Pipeline, Place, Site, StepKind, Target};
use crate::prelude::*;

declare_rule! {
    /// A step starts when the steps whose outputs it reads are done. Steps that read each other's outputs, directly or
    /// over others, never start: the service refuses the pipeline. The official client loads it without a word.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
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
    /// jobs:
    ///   prep:
    ///     component: azureml:prep:1
    ///   train:
    ///     component: azureml:train:1
    ///     inputs: {data: "${{parent.jobs.prep.outputs.clean}}"}
    /// ```
    "pipeline-cycle", Reference, Error,
    summary: "steps that wait for each other",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/concept-ml-pipelines",
}

/// `to` reads an output of `from`, which is said at `range`.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    range: TextRange,
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for (index, pipeline) in program.pipelines.iter().enumerate() {
        let mut edges: Vec<Edge> = Vec::new();
        for (site, expression) in program.expressions().filter(|(site, _)| site.pipeline == Some(index)) {
            let Target::StepOutput(name, _) = &expression.target else { continue };
            let from = pipeline.step(name.text).map(|(from, _)| from);
            let Some((from, to)) = from.zip(reader(pipeline, site)) else { continue };
            edges.push(Edge { from, to, range: site.text.range(&expression.path) });
        }
        report(cx, pipeline, edges);
    }
}

/// The step that waits at `site`. Loops read their own results on purpose.
fn reader(pipeline: &Pipeline<'_>, site: &Site<'_>) -> Option<usize> {
    let reads = matches!(site.place, Place::StepInput | Place::StepField);
    site.step.filter(|step| reads && pipeline.steps[*step].kind != StepKind::Control)
}

/// Reports each cycle once, at the binding that reads from further down the file, and goes on without that binding.
fn report(cx: &mut Context<'_>, pipeline: &Pipeline<'_>, mut edges: Vec<Edge>) {
    let path = cx.document.shared_path();
    edges.sort_by_key(|edge| edge.range);
    let upward: Vec<Edge> = edges.iter().copied().filter(|edge| edge.from >= edge.to).collect();
    for edge in upward {
        let Some(way) = way(&edges, edge.to, edge.from) else { continue };
        let mut steps: Vec<&str> = vec![pipeline.steps[edge.to].name()];
        steps.extend(way.iter().map(|edge| pipeline.steps[edge.to].name()));
        let message = if edge.from == edge.to {
            format!("step `{}` reads its own output", steps[0])
        } else {
            let shown: Vec<String> = steps.iter().map(|step| format!("`{step}`")).collect();
            format!("steps wait for each other: {} → `{}`", shown.join(" → "), steps[0])
        };
        let diagnostic = cx.report(edge.range, message);
        diagnostic.note("none of them can ever start, and the service refuses the pipeline");
        for step in &way {
            let text =
                format!("`{}` waits for `{}` here", pipeline.steps[step.to].name(), pipeline.steps[step.from].name());
            diagnostic.related(&path, step.range, text);
        }
        edges.retain(|other| (other.from, other.to) != (edge.from, edge.to));
    }
}

/// The shortest chain of edges from step `from` to step `to`; empty where they are the same.
fn way(edges: &[Edge], from: usize, to: usize) -> Option<Vec<Edge>> {
    let mut ways: Vec<(usize, Vec<Edge>)> = vec![(from, Vec::new())];
    let mut next = 0;
    while next < ways.len() {
        let (at, way) = ways[next].clone();
        if at == to {
            return Some(way);
        }
        for edge in edges.iter().filter(|edge| edge.from == at) {
            if !ways.iter().any(|(seen, _)| *seen == edge.to) {
                ways.push((edge.to, way.iter().copied().chain([*edge]).collect()));
            }
        }
        next += 1;
    }
    None
}
