//! A YAML file that does not exist.

use crate::checks::prelude::*;
use crate::checks::shared::reference::bare_names::is_bare_name;
use crate::path;

declare_rule! {
    /// A step, trial, or schedule can name the YAML file of its component or job. The path is
    /// relative to the folder of its own file.
    ///
    /// ```yaml bad path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// compute: azureml:cpu-cluster
    /// jobs:
    ///   train: {type: command, component: ./trian.yml}
    /// ```
    /// ```yaml bad path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// type: command
    /// command: python -m train
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good path=pipeline.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// compute: azureml:cpu-cluster
    /// jobs:
    ///   train: {type: command, component: ./train.yml}
    /// ```
    /// ```yaml good path=train.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train
    /// type: command
    /// command: python -m train
    /// environment: azureml:training:3
    /// ```
    "component-file-missing", Structure, Error,
    marks: [Unfinished, Overridable, MissingDocument],
    summary: "the YAML file of a component or job that does not exist",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-pipeline",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::ComponentFileMissing) {
        let SchemaFault::MissingFile { loads } = problem.fault else {
            continue;
        };
        if cx.is_misspelled_path(problem.at) {
            continue;
        }
        // Another rule reports a name that only lacks its prefix.
        let is_reference = |node: Node<'_>| {
            let mut references = cx.references().iter();
            references.any(|(other, _)| other.id() == node.id())
        };
        if problem.at.text().is_some_and(is_bare_name) && is_reference(problem.at) {
            continue;
        }
        let text = faults::short_text(problem.at);
        let sort = if loads.starts_with("job") {
            "job"
        } else {
            "component"
        };
        let near = neighbour(cx, &text);
        let diagnostic = cx.report(
            problem.at.range(),
            format!(
                "{sort} file `{text}` does not exist{}",
                faults::relative_to(&text)
            ),
        );
        diagnostic.help(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None if text.contains(':') || !text.contains('.') => {
                format!(
                    "use `azureml:NAME:VERSION` for a registered {sort}, or the path of a YAML file"
                )
            }
            None => "correct the path".to_owned(),
        });
    }
}

/// Returns a document in the same folder with a similar name.
fn neighbour(cx: &Context<'_>, path: &str) -> Option<String> {
    let (folder, name) = path
        .rsplit_once('/')
        .map_or(("", path), |(folder, name)| (folder, name));
    let names = cx.workspace.paths().map(path::file_name);
    let near = closest(name, names)?;
    let candidate = if folder.is_empty() {
        near.to_owned()
    } else {
        format!("{folder}/{near}")
    };
    cx.workspace
        .referenced(cx.document.path(), &candidate)
        .map(|_| candidate)
}
