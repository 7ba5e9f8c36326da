//! A YAML file that does not exist.

use crate::checks::prelude::*;
use crate::checks::shared::paths::missing_paths::MissingPath;
use crate::checks::shared::paths::written_path::WrittenPath;
use crate::checks::shared::reference::bare_names::is_bare_name;

declare_rule! {
    /// A step, trial, or schedule can name the YAML file of its component or job. The path is
    /// relative to the folder of its own file.
    ///
    /// The level depends on what the repository shows, as for
    /// `local-path-missing`. A value that is not the path of a YAML file
    /// is always an error.
    ///
    /// Fix: writes the path that exists. It is unsafe, because another file might have been meant.
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
    fix: Unsafe,
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
        let judged = MissingPath::judge(cx, WrittenPath::to_file(cx.document, problem.at));
        // Not the path of a YAML file: nothing makes it one.
        let is_path = !text.contains(':') && text.contains('.');
        let level = match judged.level(problem.refused) {
            Some(level) if is_path => level,
            None if is_path => continue,
            _ => Level::Error,
        };
        let diagnostic = cx.report(
            problem.at.range(),
            format!(
                "{sort} file `{text}` does not exist{}",
                faults::relative_to(&text)
            ),
        );
        diagnostic.level(level).help(if is_path {
            "correct the path".to_owned()
        } else {
            format!(
                "use `azureml:NAME:VERSION` for a registered {sort}, or the path of a YAML file"
            )
        });
        judged.explain(diagnostic, problem.at);
    }
}
