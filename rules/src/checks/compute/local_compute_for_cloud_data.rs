//! A local job that downloads its data from the cloud.

use crate::checks::prelude::*;

declare_rule! {
    /// A job on `local` copies its inputs to the machine that submits it. That is fine for a little
    /// test data. A folder or table in a datastore is often large, takes time and traffic on every
    /// run, and leaves a copy on that machine. A compute in the cloud reads the data where it is.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.images}}
    /// code: src
    /// environment: azureml:pytorch@latest
    /// compute: local
    /// inputs:
    ///   images: {type: uri_folder, path: "azureml://datastores/images/paths/2024/"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.images}}
    /// code: src
    /// environment: azureml:pytorch@latest
    /// compute: local
    /// inputs:
    ///   images: {type: uri_folder, path: ./sample}
    /// ```
    "local-compute-for-cloud-data", Compute, Hint,
    summary: "a local job that copies a folder or table from cloud storage",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/concept-compute-target",
}

fn check(cx: &mut Context<'_>) {
    let document = cx.document.shared_path();
    for work in cx
        .works()
        .iter()
        .filter(|work| work.step.is_none() && work.task == Task::Command)
    {
        let (Some(node), Some(Resolution::Local)) = (work.target.node, cx.resolve(work)) else {
            continue;
        };
        let inputs: Vec<(&str, Node<'_>)> = work
            .node
            .get("inputs")
            .map(cloud_inputs)
            .unwrap_or_default();
        let Some((name, _)) = inputs.first() else {
            continue;
        };
        let more = if inputs.len() > 1 {
            format!(" and {} more", inputs.len() - 1)
        } else {
            String::new()
        };
        let fixes = compute_fixes::for_work(cx, work, Load::Command);
        let diagnostic = cx.report(
            node.range(),
            format!(
                "`compute: local` copies input `{name}`{more} from cloud storage to the machine that \
                 submits the job"
            ),
        );
        diagnostic
            .note("the copy takes time and network traffic on every run")
            .help("use a sample of the data for local runs, or a compute in the cloud");
        for (name, path) in inputs {
            diagnostic.related(
                &document,
                path.range(),
                format!("input `{name}` is in the cloud"),
            );
        }
        diagnostic.fixes = fixes;
    }
}

/// Returns the inputs that are folders or tables in the cloud, each with its path.
fn cloud_inputs<'a>(inputs: Node<'a>) -> Vec<(&'a str, Node<'a>)> {
    let mut found = Vec::new();
    for entry in inputs.entries() {
        let input = entry.value.resolved();
        let Some(path) = input.get("path") else {
            continue;
        };
        let kind = input.get("type").and_then(known_text);
        let is_mounted = matches!(kind, None | Some("uri_folder" | "mltable"));
        if is_mounted && known_text(path).is_some_and(in_cloud) {
            found.push((entry.key.text().unwrap_or_default(), path));
        }
    }
    found
}

fn in_cloud(path: &str) -> bool {
    [
        "azureml:", "wasb://", "wasbs://", "abfs://", "abfss://", "adl://",
    ]
    .iter()
    .any(|scheme| path.starts_with(scheme))
        || path.starts_with("https://") && path.contains(".core.windows.net")
}
