//! Steps that depend on each other.

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

/// Without the edges of steps that can start: those that read nothing, or only from steps that can
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

/// The step that waits at `site`. Loops read their own results on purpose.
fn reader(pipeline: &Pipeline<'_>, site: &ExpressionSite<'_>) -> Option<usize> {
    let reads = matches!(
        site.role,
        ExpressionRole::StepInput | ExpressionRole::StepField
    );
    site.step
        .filter(|step| reads && pipeline.steps[*step].kind != StepKind::Control)
}

/// Reports each cycle once, at the binding that reads from further down the file, and goes on
/// without that binding.
fn report(cx: &mut Context<'_>, pipeline: &Pipeline<'_>, mut edges: Vec<Edge>) {
    let path = cx.document.shared_path();
    edges.sort_by_key(|edge| edge.range);
    let mut upward = edges.clone();
    upward.retain(|edge| edge.from >= edge.to);
    for edge in upward {
        let Some(way) = way(&edges, edge.to, edge.from) else {
            continue;
        };
        let mut steps: Vec<&str> = vec![pipeline.steps[edge.to].name()];
        steps.extend(way.iter().map(|edge| pipeline.steps[edge.to].name()));
        let message = if edge.from == edge.to {
            format!("step `{}` reads its own output", steps[0])
        } else {
            let shown: Vec<String> = steps.iter().map(|step| format!("`{step}`")).collect();
            format!(
                "steps depend on each other: {} → `{}`",
                shown.join(" → "),
                steps[0]
            )
        };
        let diagnostic = cx.report(edge.range, message);
        diagnostic.note("each waits for the other's output, so none of them can start");
        diagnostic.help("remove one of the bindings, or bind it to an input of the pipeline");
        for step in &way {
            let text = format!(
                "`{}` waits for `{}` here",
                pipeline.steps[step.to].name(),
                pipeline.steps[step.from].name()
            );
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
