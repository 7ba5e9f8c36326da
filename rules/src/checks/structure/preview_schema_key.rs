//! A key of the preview of CLI v2.

use crate::checks::faults::PreviewForm;
use crate::checks::prelude::*;
use crate::workspace::OnDisk;

/// Note for keys that the release notes of 2022-03-14 mention.
const SINCE: &str =
    "the CLI has rejected it since version 2.2.1 of the `ml` extension (March 2022)";

/// Note for other keys.
const REJECTED: &str = "the CLI rejects it";

declare_rule! {
    /// Files from 2021 have keys that the CLI has rejected since version 2.2.1 of its `ml` extension
    /// (March 2022): `code.local_path`, `file` and `folder` of inputs, `local_path` and `model_uri`
    /// of models, `build.local_path`. Older ones have `compute.target`, `data` in inputs, and `docker`
    /// in environments.
    ///
    /// Fix: writes the current key, and the current name of a model format (`custom` is
    /// `custom_model`). It is safe, because the file is rejected as it is. There is no fix if a
    /// comment would be lost, if the old key has several values, or if the model format is
    /// unknown.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// code:
    ///   local_path: src
    /// command: python train.py
    /// environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// code: src
    /// command: python train.py
    /// environment: azureml:training:3
    /// compute: azureml:cpu-cluster
    /// ```
    "preview-schema-key", Structure, Error,
    marks: [SchemaCheck],
    summary: "a key of the CLI v2 preview that is no longer supported",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/azure-machine-learning-release-notes-cli-v2",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::PreviewSchemaKey) {
        match faults::preview_form(problem) {
            Some(PreviewForm::Flattened { mapping, entry }) => flattened(cx, mapping, entry),
            Some(PreviewForm::Unwrapped { entry, name, value }) => {
                unwrapped(cx, entry, name, value);
            }
            Some(PreviewForm::Renamed {
                entry,
                name,
                needs_type,
            }) => renamed(cx, entry, name, needs_type),
            _ => {}
        }
    }
}

fn flattened(cx: &mut Context<'_>, mapping: Node<'_>, entry: Entry<'_>) {
    let key = faults::key_name(mapping).unwrap_or_default();
    let (old, value) = (faults::short_text(entry.key), entry.value.raw());
    let mut help = format!("write `{key}: {value}`");
    let mut edits = fix::replace_by_scalar(mapping, value).map(|edit| vec![edit]);
    let moved = lines_but(mapping, entry);
    if !moved.is_empty() {
        help += &format!(" and put `{}` in `resources`", moved.join("` and `"));
        edits = edits
            .zip(add_resources(cx, mapping, &moved))
            .map(|(edits, edit)| [edits, vec![edit]].concat());
    }
    let diagnostic = cx.report(
        entry.key.range(),
        format!("`{key}.{old}` is a key of the CLI v2 preview and no longer supported"),
    );
    let note = if key == "code" { SINCE } else { REJECTED };
    diagnostic.note(note).help(help.clone());
    if let Some(edits) = edits {
        diagnostic.fix(Fix::safe(help, edits));
    }
}

/// Returns the entries of `mapping` except for `entry`, one per line.
fn lines_but(mapping: Node<'_>, entry: Entry<'_>) -> Vec<String> {
    let others = mapping.entries().filter(|other| *other != entry);
    others
        .map(|other| format!("{}: {}", other.key.raw(), other.value.raw()))
        .collect()
}

/// Adds `resources` with `lines` after the compute `mapping`, if the job allows it and has none.
fn add_resources(cx: &Context<'_>, mapping: Node<'_>, lines: &[String]) -> Option<Edit> {
    let job = mapping.parent()?;
    let takes = cx
        .judgement()
        .mapping_type(job)?
        .field("resources")
        .is_some();
    let after = job.entries().find(|entry| entry.value == mapping)?;
    let is_free = takes && job.get("resources").is_none();
    is_free.then(|| fix::insert_key(after, "resources", &format!("{}\n", lines.join("\n"))))
}

fn unwrapped(cx: &mut Context<'_>, entry: Entry<'_>, name: &str, value: Option<Node<'_>>) {
    let old = faults::short_text(entry.key);
    let mut edits = Some(vec![replace(entry.key, name)]);
    if value != Some(entry.value) {
        let edit = value.and_then(|value| fix::replace_by_scalar(entry.value, value.raw()));
        edits = edits
            .zip(edit)
            .map(|(edits, edit)| [edits, vec![edit]].concat());
    }
    let mut help = match value {
        Some(value) => format!("write `{name}: {}`", value.raw()),
        None => format!("write `{name}` instead of `{old}`"),
    };
    if value.is_some_and(|value| is_untyped_file(cx, entry, value)) {
        help += ", with `type: uri_file`";
        edits = edits.map(|edits| {
            let ty = fix::insert_key(entry, "type", "uri_file");
            [edits, vec![ty]].concat()
        });
    }
    let diagnostic = cx.report(
        entry.key.range(),
        format!("`{old}` is a key of the CLI v2 preview and no longer supported"),
    );
    diagnostic.note(REJECTED).help(help.clone());
    if let Some(edits) = edits {
        diagnostic.fix(Fix::safe(help, edits));
    }
}

/// Returns `true` if `value` is the path of a local file, and the input with `entry` has no type:
/// the default is a folder.
fn is_untyped_file(cx: &Context<'_>, entry: Entry<'_>, value: Node<'_>) -> bool {
    let is_typed = |input: Node<'_>| input.get("type").is_some();
    let path = known_text(value).filter(|path| !path.contains(':'));
    !entry.key.parent().is_some_and(is_typed)
        && path.and_then(|path| cx.workspace.on_disk(cx.document.path(), path))
            == Some(OnDisk::File)
}

fn renamed(cx: &mut Context<'_>, entry: Entry<'_>, name: &str, needs_type: Option<&str>) {
    let old = faults::short_text(entry.key);
    let is_data = cx.kind() == Some(Kind::Data);
    let note = if is_data { REJECTED } else { SINCE };
    let mut edits = vec![replace(entry.key, name)];
    let mut help = format!("write `{name}` instead of `{old}`");
    let mut is_known = true;
    if old == "model_format" {
        let format = known_text(entry.value).and_then(model_type);
        is_known = format.is_some();
        if let Some(format) = format.filter(|format| known_text(entry.value) != Some(format)) {
            edits.push(replace(entry.value, format));
            help = format!("write `{name}: {format}`");
        }
    }
    if let Some(ty) = needs_type {
        edits.push(fix::insert_key(entry, "type", ty));
        help += &format!(", with `type: {ty}`");
    }
    let diagnostic = cx.report(
        entry.key.range(),
        format!("`{old}` is a key of the CLI v2 preview and no longer supported"),
    );
    diagnostic.note(note).help(help);
    if is_known {
        diagnostic.fix(Fix::safe(format!("write `{name}`"), edits));
    }
}

/// Returns the `type` of a model with `format`, a value of `model_format` in the preview.
fn model_type(format: &str) -> Option<&'static str> {
    Some(match format.strip_suffix("_model").unwrap_or(format) {
        "custom" => "custom_model",
        "mlflow" => "mlflow_model",
        "triton" => "triton_model",
        _ => return None,
    })
}
