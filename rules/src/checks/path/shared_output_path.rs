//! Two outputs that write to the same place.

use std::collections::HashMap;

use crate::checks::prelude::*;
use crate::checks::shared::fields;

declare_rule! {
    /// Two outputs with the same `path` write to one folder: files with the same name can overwrite
    /// each other, and a step that reads one of the outputs also gets the files of the other.
    ///
    /// This rule doesn't report pipelines with branches, of which only one may run.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python prep.py ${{outputs.train}} ${{outputs.test}}
    /// code: src
    /// environment: azureml:training:3
    /// outputs:
    ///   train: {type: uri_folder, path: "azureml://datastores/lake/paths/${{name}}/"}
    ///   test: {type: uri_folder, path: "azureml://datastores/lake/paths/${{name}}/"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python prep.py ${{outputs.train}} ${{outputs.test}}
    /// code: src
    /// environment: azureml:training:3
    /// outputs:
    ///   train: {type: uri_folder, path: "azureml://datastores/lake/paths/${{name}}/train/"}
    ///   test: {type: uri_folder, path: "azureml://datastores/lake/paths/${{name}}/test/"}
    /// ```
    "shared-output-path", Path, Warning,
    summary: "two outputs that write to the same place",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-inputs-outputs-pipeline",
}

fn check(cx: &mut Context<'_>) {
    let is_run = |kind: Kind| matches!(kind.family(), KindFamily::Job | KindFamily::Schedule);
    if !cx.kind().is_some_and(is_run) {
        return;
    }
    let mut steps = cx.program().pipelines.iter().flat_map(|it| &it.steps);
    if steps.any(|step| step.kind == StepKind::Control) {
        return;
    }
    let document = cx.document.shared_path();
    let mut first: HashMap<&str, Node<'_>> = HashMap::new();
    for output in fields::mappings_of(cx, &["Output"]) {
        let Some(path) = output.get("path") else {
            continue;
        };
        let Some(text) = own_place(path) else {
            continue;
        };
        let Some(known) = first.get(text).copied() else {
            first.insert(text, path);
            continue;
        };
        // An alias is one mapping that several outputs have.
        if known == path {
            continue;
        }
        let name = output.key().and_then(Node::text).unwrap_or_default();
        cx.report(
            path.range(),
            format!("output `{name}` is written to the same place as another output"),
        )
        .note("files with the same name can overwrite each other")
        .help("write a different `path` for each output")
        .related(&document, known.range(), "the other output is written here");
    }
}

/// Returns the address that `path` always has within a run, without a final `/`.
fn own_place(path: Node<'_>) -> Option<&str> {
    let text = path.text()?;
    // The name of the job is the same for all its outputs, but not for the steps of a pipeline.
    let is_in_step = path.path().contains(&Segment::Key("jobs".into()));
    let is_known = known_text(path).is_some() || !is_in_step && !text.contains("output_name");
    let is_place = text.starts_with("azureml://") && text.contains("/paths/");
    (is_known && is_place).then(|| text.trim_end_matches('/'))
}
