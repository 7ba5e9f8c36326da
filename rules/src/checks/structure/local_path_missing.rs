//! A file or folder that does not exist.

use crate::checks::prelude::*;
use crate::path::is_absolute_somewhere;
use crate::workspace::OnDisk;

declare_rule! {
    /// Paths are relative to the folder of the YAML file. The CLI checks code folders and scripts
    /// when it loads the file, and rejects a path that does not exist. If a script creates the
    /// folder before the job is submitted, ignore the finding in `azml.yaml` or with a comment on
    /// the line. Nothing is reported where every `az ml` command of the repository that names the file
    /// sets another path.
    ///
    /// Data that the CLI only reads when it uploads it is a hint, because it is often downloaded
    /// shortly before.
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
    marks: [Unfinished, Overridable, MissingFile],
    summary: "a file or folder that does not exist",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

const HELP: &str = "correct the path, or create the file or folder before you submit";

const HELP_ABSOLUTE: &str = "use a path relative to this file";

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::LocalPathMissing) {
        if faults::key_name(problem.at) == Some("path")
            && problem.at.text().is_some_and(names_a_resource)
        {
            continue;
        }
        if cx.is_misspelled_path(problem.at) {
            continue;
        }
        let key = faults::key_name(problem.at).unwrap_or("path");
        let diagnostic = report(cx, key, problem.at);
        if !problem.refused {
            // Data is often downloaded by a script before the job is submitted.
            diagnostic.level(Level::Hint);
        }
    }
    for (key, value) in given_paths(cx) {
        report(cx, key, value).note(
            "the component declares this input as data, so the CLI reads the string as a path",
        );
    }
}

fn report<'d>(cx: &'d mut Context<'_>, key: &str, value: Node<'_>) -> &'d mut Diagnostic {
    let path = faults::short_text(value);
    let message = format!(
        "`{key}: {path}` does not exist{}",
        faults::relative_to(&path)
    );
    let help = if is_absolute_somewhere(&path) {
        HELP_ABSOLUTE
    } else {
        HELP
    };
    cx.report(value.range(), message).help(help)
}

/// Returns `true` for a resource ID, which is valid for data even without `azureml:`.
fn names_a_resource(path: &str) -> bool {
    path.starts_with("/subscriptions/")
}

/// Returns strings that a step binds to data inputs and that aren't existing paths, with the input's name.
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
