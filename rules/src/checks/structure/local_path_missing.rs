//! A file or folder that is not there.

use crate::checks::prelude::*;
use crate::workspace::OnDisk;

declare_rule! {
    /// Paths are relative to the folder of the YAML file. The client looks at code folders and
    /// scripts when it loads the file and refuses a path that leads nowhere. Folders that a build
    /// step makes can be left out with `ignore` in `azml.yaml` or a comment on the line.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: ./source
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: ./src
    /// environment: azureml:training:3
    /// ```
    /// ```python good path=src/train.py
    /// print("training")
    /// ```
    "local-path-missing", Structure, Error,
    summary: "a file or folder that is not there",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::LocalPathMissing) {
        if faults::key_name(problem.at) == Some("path")
            && problem.at.text().is_some_and(names_a_resource)
        {
            continue;
        }
        let message = format!(
            "{} leads nowhere: there is no `{}`",
            faults::place_name(problem.at),
            faults::short_text(problem.at)
        );
        let diagnostic = cx.report(problem.at.range(), message);
        diagnostic.help("paths are relative to the folder of this file");
        if !problem.refused {
            // Data is often fetched by a script before the job is submitted.
            diagnostic.level(Level::Info);
        }
    }
    for (key, value) in given_paths(cx) {
        let message = format!(
            "`{key}` leads nowhere: there is no `{}`",
            faults::short_text(value)
        );
        cx.report(value.range(), message)
            .note("the input of the component is data, so text is taken for a path")
            .help("paths are relative to the folder of this file");
    }
}

/// An id in Azure, which data may be given by also without `azureml:`.
fn names_a_resource(path: &str) -> bool {
    path.starts_with("/subscriptions/")
}

/// Text that a step gives for data, with the name of the input, where nothing is on the disk.
fn given_paths<'a>(cx: &Context<'a>) -> Vec<(&'a str, Node<'a>)> {
    let mut found = Vec::new();
    for (_, step) in cx.program().calls() {
        let Some(interface) = step.callee.interface() else {
            continue;
        };
        for given in &step.inputs.list {
            let is_data = interface
                .inputs
                .get(given.name())
                .and_then(Port::declared)
                .is_some_and(PortType::is_data);
            let path = known_text(given.value).filter(|text| {
                is_data && !text.is_empty() && !text.contains([':', '@']) && !names_a_resource(text)
            });
            if path.is_some_and(|path| {
                cx.workspace.on_disk(cx.document.path(), path) == Some(OnDisk::Nothing)
            }) {
                found.push((given.name(), given.value));
            }
        }
    }
    found
}
