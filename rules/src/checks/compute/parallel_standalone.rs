//! Parallel jobs outside of a pipeline.

use crate::checks::prelude::*;

declare_rule! {
    /// A parallel job can only be a step of a pipeline. The client rejects one that is submitted on
    /// its own.
    ///
    /// ```yaml bad
    /// type: parallel
    /// compute: azureml:cpu-cluster
    /// mini_batch_size: "10"
    /// task:
    ///   {type: run_function, code: ./src, entry_script: score.py, environment: azureml:score:1}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// jobs:
    ///   parallel:
    ///     type: parallel
    ///     compute: azureml:cpu-cluster
    ///     inputs: {photos: {type: uri_folder, path: azureml:photos:1}}
    ///     input_data: ${{inputs.photos}}
    ///     mini_batch_size: "10"
    ///     task:
    ///       {type: run_function, code: ./src, entry_script: score.py, environment: azureml:score:1}
    /// ```
    "parallel-standalone", Compute, Error,
    kind: JobParallel,
    summary: "a parallel job outside a pipeline",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-use-parallel-job-in-pipeline",
}

/// Keys that belong to the job, not to a step.
const OF_THE_JOB: &[&str] = &["$schema", "experiment_name"];

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.document.get("type") else {
        return;
    };
    let wrap = cx.document.root().and_then(wrapped);
    let diagnostic = cx.report(
        node.range(),
        "a parallel job can only be a step of a pipeline",
    );
    diagnostic
        .note("the client rejects a parallel job that is submitted on its own")
        .help("write it under `jobs` of a pipeline");
    diagnostic
        .fixes
        .extend(wrap.map(|edit| Fix::unsafe_("wrap it in a pipeline", vec![edit])));
}

/// Returns the edit that makes the job the only step of a pipeline; `None` for a job in flow style.
fn wrapped(root: Node<'_>) -> Option<Edit> {
    let experiment = root.entry("experiment_name");
    let text = root.tree().text();
    if root.is_flow() || root.tree().documents().len() > 1 || root.is_incomplete() {
        return None;
    }
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let of_the_job: Vec<TextRange> = OF_THE_JOB
        .iter()
        .filter_map(|key| Some(fix::remove_entry(root.entry(key)?).range))
        .collect();
    let mut head = "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\n\
         type: pipeline\n"
        .to_owned();
    if let Some(experiment) = experiment {
        head.push_str(&format!("{}\n", experiment.range().slice(text)));
    }
    head.push_str("jobs:\n  parallel:\n");
    let mut out = head.replace('\n', newline);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let gone = of_the_job
            .iter()
            .any(|range| (range.start as usize..range.end as usize).contains(&at));
        at += line.len();
        if !gone {
            let indent = if line.trim().is_empty() { "" } else { "    " };
            out.push_str(&format!("{indent}{line}"));
        }
    }
    Some(Edit::new(TextRange::from(0..text.len()), out))
}
