//! Documents in the form of the CLI v2 preview of 2021.

use crate::checks::prelude::*;
use crate::document::{OldForm, PreviewMark, preview_mark};
use crate::wording::listed_up_to;

declare_rule! {
    /// The preview of CLI v2 in 2021 had another form of jobs and components, and an SDK before it had
    /// another form of components. The CLI rejects both, unless
    /// `AZURE_ML_INTERNAL_COMPONENTS_ENABLED`, a switch for internal components, lets the client read
    /// `CommandComponent` and others.
    ///
    /// The rest of such a file isn't checked, because nearly every line of it has another form today.
    /// The release notes of version 2.2.1 (2022-03-14) name some of the changes, and the examples of
    /// 2021 show the others:
    ///
    /// | 2021 | today |
    /// |---|---|
    /// | `type: pipeline_job`, `job_type: pipeline` | `type: pipeline` |
    /// | `type: sweep_job`, `job_type: sweep` | `type: sweep` |
    /// | `type: command_job`, `job_type: command` | `type: command` |
    /// | `type: command_component`, `CommandComponent`, `DistributedComponent` | `type: command` with the `$schema` of a component |
    /// | `type: component_job` of a step | `component` alone, or `type: command` |
    /// | `component: file:./train.yml` | `component: ./train.yml` |
    /// | `code: {local_path: src}` | `code: src` |
    /// | `compute: {target: azureml:cpu-cluster}` | `compute: azureml:cpu-cluster` |
    /// | `compute: {instance_count: 2}` | `resources: {instance_count: 2}` |
    /// | `environment: {docker: {image: ...}}` | `environment: {image: ...}` |
    /// | `inputs: {x: {data: {path: ...}}}`, `file`, `folder` | `inputs: {x: {type: uri_folder, path: ...}}` |
    /// | `type: path` of an input or output | `type: uri_folder` or `uri_file` |
    /// | `{inputs.x}`, `{search_space.lr}` in commands | `${{inputs.x}}`, `${{search_space.lr}}` |
    /// | `inputs.x`, `jobs.a.outputs.y` as the input of a step | `${{parent.inputs.x}}`, `${{parent.jobs.a.outputs.y}}` |
    /// | `algorithm: random` | `sampling_algorithm: random` |
    /// | `spec: uniform` in a search space | `type: uniform` |
    /// | `max_total_trials`, `max_concurrent_trials` of a sweep | the same in `limits` |
    /// | `timeout_minutes: 120` of a sweep | `limits: {timeout: 7200}` |
    ///
    /// Fix: writes the current `type` of the document, of its steps, and of its inputs and outputs, if nothing else is known to have
    /// another form.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline_job
    /// compute: {target: azureml:cpu-cluster}
    /// jobs:
    ///   train: {type: component_job, component: "file:./train.yml"}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json
    /// type: pipeline
    /// compute: azureml:cpu-cluster
    /// jobs:
    ///   train: {component: azureml:train:1}
    /// ```
    "preview-document", Migration, Error,
    kind: PreviewDocument,
    marks: [WholeFile],
    summary: "a job or component in the form of the CLI v2 preview of 2021",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/azure-machine-learning-release-notes-cli-v2",
}

/// The keys that the preview had, with those of today.
const KEYS: [(&str, &str, &str); 7] = [
    ("code", "local_path", "`code.local_path` became `code`"),
    ("compute", "target", "`compute.target` became `compute`"),
    (
        "environment",
        "docker",
        "`environment.docker.image` became `environment.image`",
    ),
    ("algorithm", "", "`algorithm` became `sampling_algorithm`"),
    (
        "max_total_trials",
        "",
        "`max_total_trials` belongs in `limits`",
    ),
    (
        "max_concurrent_trials",
        "",
        "`max_concurrent_trials` belongs in `limits`",
    ),
    (
        "timeout_minutes",
        "",
        "`timeout_minutes` became `limits.timeout` in seconds",
    ),
];

fn check(cx: &mut Context<'_>) {
    let Some(root) = cx.document.root() else {
        return;
    };
    let Some(mark) = preview_mark(root) else {
        return;
    };
    let (noun, form) = match mark.form {
        OldForm::Job => ("job", "of the CLI v2 preview of 2021"),
        OldForm::Component => ("component", "of the CLI v2 preview of 2021"),
        OldForm::SdkComponent => ("component", "of an SDK before CLI v2"),
    };
    let current = mark.current;
    let others = changed_keys(root);
    let types = current_types(root, &mark).filter(|_| others.is_empty());
    let diagnostic = cx.report(
        mark.node.range(),
        format!("this {current} {noun} has the form {form}"),
    );
    diagnostic.note(rejection(&mark, noun));
    if !others.is_empty() {
        let others = listed_up_to(4, others);
        diagnostic.note(format!("other parts have changed, too: {others}"));
    }
    diagnostic.help(if mark.node.is_key() {
        "add `type: sweep`, write `type` instead of `spec`, and see the table on the page of this \
         rule"
            .to_owned()
    } else {
        format!("write `type: {current}`, and see the table on the page of this rule")
    });
    if let Some(edits) = types {
        diagnostic.fix(Fix::unsafe_(format!("write `type: {current}`"), edits));
    }
}

/// Returns the edits that write the current types of the document and of its steps. `None` if the mark isn't a type.
fn current_types(root: Node<'_>, mark: &PreviewMark<'_>) -> Option<Vec<Edit>> {
    let is_type = root.get("type") == Some(mark.node);
    let mut edits = vec![replace(mark.node, mark.current)];
    let steps = root.get("jobs").into_iter().flat_map(Node::entries);
    for step in steps {
        if let Some(ty) = step.value.get("type") {
            let name = ty.text().and_then(|name| name.strip_suffix("_job"));
            edits.extend(name.map(|name| replace(ty, name)));
        }
    }
    let ports = ["inputs", "outputs"]
        .into_iter()
        .filter_map(|it| root.get(it));
    for port in ports.flat_map(Node::entries) {
        if let Some(ty) = port.value.get("type")
            && let Some(current) = ty.text().and_then(|it| faults::value_of_alias(PORTS, it))
        {
            edits.push(replace(ty, current));
        }
    }
    is_type.then_some(edits)
}

/// Returns `true` if an input or output of the step has a binding of the preview, such as `inputs.raw`: with the current
/// type, the CLI would take it for a text.
fn has_old_binding(step: Node<'_>) -> bool {
    let sections = ["inputs", "outputs"].into_iter();
    let mut ports = sections
        .filter_map(|section| step.get(section))
        .flat_map(Node::entries);
    let starts = ["inputs.", "outputs.", "jobs."];
    ports.any(|port| {
        let text = port.value.text();
        text.is_some_and(|text| starts.iter().any(|start| text.starts_with(start)))
    })
}

/// Types of inputs and outputs that had other names.
const PORTS: &[&str] = &[
    "boolean",
    "integer",
    "number",
    "string",
    "uri_file",
    "uri_folder",
];

/// Returns the note with the words of the client.
fn rejection(mark: &PreviewMark<'_>, noun: &str) -> String {
    let key = mark.node.key().and_then(Node::text);
    match mark.node.text() {
        Some(old) if key == Some("type") => {
            let old = old.split('@').next().unwrap_or(old);
            format!("the CLI rejects it: \"Unsupported {noun} type: {old}\"")
        }
        _ if key == Some("job_type") => {
            "the CLI reads it as a command job and rejects it: \"job_type: Unknown field\""
                .to_owned()
        }
        _ => "the CLI reads it as a command job and rejects it: \"search_space: Unknown field\""
            .to_owned(),
    }
}

/// Returns the changes of other keys of the document, of its steps, and of their commands.
fn changed_keys(root: Node<'_>) -> Vec<String> {
    let steps = root.get("jobs").into_iter().flat_map(Node::entries);
    let steps: Vec<Node<'_>> = steps.map(|step| step.value).collect();
    let trial = root.get("trial");
    let programs: Vec<Node<'_>> = steps.iter().copied().chain([root]).chain(trial).collect();
    let is_old = |(key, inside, _): &&(&str, &str, &str)| {
        let mut values = programs.iter().filter_map(|program| program.get(key));
        values.any(|value| inside.is_empty() || value.get(inside).is_some())
    };
    let old = KEYS.iter().filter(is_old);
    let mut changed: Vec<String> = old.map(|(_, _, change)| (*change).to_owned()).collect();
    let has_text = |key: &str, is_old: fn(&str) -> bool| {
        let mut values = programs.iter().filter_map(|program| program.get(key));
        values.any(|value| value.text().is_some_and(is_old))
    };
    if has_text("type", |ty| ty == "component_job") {
        changed.push("steps no longer have `type: component_job`".to_owned());
    }
    if has_text("component", |component| component.starts_with("file:")) {
        changed.push("`component: file:./x.yml` became `component: ./x.yml`".to_owned());
    }
    if steps.iter().any(|step| has_old_binding(*step)) {
        changed.push("`inputs.x` of a step became `${{parent.inputs.x}}`".to_owned());
    }
    if has_text("command", has_brace_only) {
        changed.push("`{inputs.x}` in commands became `${{inputs.x}}`".to_owned());
    }
    changed
}

/// Returns `true` if a command has an expression in single braces.
fn has_brace_only(command: &str) -> bool {
    let starts = ["{inputs.", "{outputs.", "{search_space."].iter();
    let mut places = starts.flat_map(|start| command.match_indices(start));
    places.any(|(at, _)| !command[..at].ends_with('{'))
}
