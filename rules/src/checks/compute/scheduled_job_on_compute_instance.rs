//! Scheduled work on a compute instance.

use std::sync::Arc;

use crate::checks::prelude::*;
use crate::path::file_name;

declare_rule! {
    /// A compute instance is a development machine that belongs to one person. It doesn't scale
    /// with the jobs, so it is billed between the scheduled runs as long as it runs. A compute
    /// cluster or serverless compute starts nodes for each run and removes them afterward.
    ///
    /// Fix: sends the work to another compute. Where the file of the job names the compute, only an
    /// editor can apply it, because it edits that file.
    ///
    /// ```yaml bad path=schedule.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: retrain
    /// trigger: {type: cron, expression: "0 3 * * *"}
    /// create_job: ./pipeline.yml
    /// ```
    /// ```yaml bad path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:ci-anna}
    /// jobs:
    ///   train: {type: command, component: azureml:train@latest}
    /// ```
    /// ```yaml bad path=ci.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/computeInstance.schema.json
    /// type: computeinstance
    /// name: ci-anna
    /// ```
    /// ```yaml good path=schedule.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json
    /// name: retrain
    /// trigger: {type: cron, expression: "0 3 * * *"}
    /// create_job: ./pipeline.yml
    /// ```
    /// ```yaml good path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// settings: {default_compute: azureml:serverless}
    /// jobs:
    ///   train: {type: command, component: azureml:train@latest}
    /// ```
    "scheduled-job-on-compute-instance", Compute, Warning,
    summary: "a scheduled job that runs on a compute instance",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-schedule-pipeline-job",
}

const WHY: &str = "a compute instance belongs to one person and doesn't scale with the jobs, so it \
                   is also billed between the scheduled runs";
const HELP: &str = "use a compute cluster or `azureml:serverless`, which start nodes for each run";

fn check(cx: &mut Context<'_>) {
    let Some(schedule) = cx.document.schedule() else {
        return;
    };
    let inline = schedule.works();
    let mut here: Vec<Node<'_>> = schedule.default_compute().into_iter().collect();
    here.extend(inline.iter().filter_map(|work| work.target.node));
    here.dedup();
    let path = cx.document.path();
    for node in here {
        let Some(compute) = instance(cx, path, node) else {
            continue;
        };
        let fixes = on_clusters(cx, node);
        let message = format!(
            "this schedule runs on `{}`, a compute instance",
            compute.name()
        );
        cx.report(node.range(), message)
            .note(WHY)
            .help(HELP)
            .defined_at(&compute)
            .fixes = fixes;
    }
    let (ScheduledJob::File(node) | ScheduledJob::Registered(node)) = schedule.job else {
        return;
    };
    if let Some(file) = cx.scheduled_file(&schedule) {
        of_file(cx, node, file, schedule.default_compute().is_some());
    }
}

/// Reports the first instance that the job in `file` runs on; a default of the schedule replaces
/// that of the job.
fn of_file<'a>(cx: &mut Context<'a>, node: Node<'a>, file: &'a Arc<Document>, has_default: bool) {
    let works = file.works();
    let own = works.iter().filter(|work| {
        !has_default || work.step.is_some() && work.target.inherited == Inherited::Own
    });
    let found = own.filter_map(|work| work.target.node.map(|target| (work, target)));
    let Some((work, target, compute)) = found
        .filter_map(|(work, target)| {
            instance(cx, file.path(), target).map(|known| (work, target, known))
        })
        .next()
    else {
        return;
    };
    let who = work
        .step_name()
        .map_or("the scheduled job".to_owned(), |step| {
            format!("step `{step}` of the scheduled job")
        });
    let message = format!("{who} runs on `{}`, a compute instance", compute.name());
    let mut fixes = on_clusters(cx, target);
    for fix in &mut fixes {
        fix.title = format!("{} in {}", fix.title, file_name(file.path()));
        let edits = fix.edits.iter_mut();
        edits.for_each(|edit| edit.path = Some(file.shared_path()));
    }
    let diagnostic = cx.report(node.range(), message).note(WHY).help(HELP);
    diagnostic.fixes = fixes;
    diagnostic
        .related(
            &file.shared_path(),
            target.range(),
            "the job names its compute here",
        )
        .defined_at(&compute);
}

/// Returns fixes that set the `compute` value `node` to a compute that starts nodes for each run.
fn on_clusters(cx: &Context<'_>, node: Node<'_>) -> Vec<Fix> {
    let mut fixes = compute_fixes::for_value(cx, node, Load::Pipeline, 1);
    fixes.push(Fix::unsafe_(
        "run on serverless compute",
        vec![fix::replace(node, "azureml:serverless")],
    ));
    fixes
}

fn instance(cx: &Context<'_>, path: &str, node: Node<'_>) -> Option<KnownCompute> {
    match cx.workspace.resolve_compute(path, node) {
        Resolution::Known(compute) if compute.kind() == Some(ComputeKind::Instance) => {
            Some(compute)
        }
        _ => None,
    }
}
