//! A key of the preview of CLI v2.

use crate::checks::faults::PreviewForm;
use crate::checks::prelude::*;

/// Where the release notes of 2022-03-14 name the key.
const SINCE: &str =
    "the CLI has rejected it since version 2.2.1 of the `ml` extension (March 2022)";

/// Where they don't.
const REJECTED: &str = "the CLI rejects it";

declare_rule! {
    /// Files from 2021 have keys that the CLI has rejected since version 2.2.1 of its `ml` extension
    /// (March 2022): `code.local_path`, `file` and `folder` of inputs, `local_path` and `model_uri`
    /// of models, `build.local_path`.
    ///
    /// Fix: writes the key of today. It is safe, because the file is rejected as it is.
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
    fix: Some(Applicability::Safe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/azure-machine-learning-release-notes-cli-v2",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::PreviewSchemaKey) {
        match faults::preview_form(problem) {
            Some(PreviewForm::Flattened { mapping, entry }) => flattened(cx, mapping, entry),
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
    let help = format!("write `{key}: {value}`");
    let edit = fix::replace_by_scalar(mapping, value);
    let diagnostic = cx.report(
        entry.key.range(),
        format!("`{key}.{old}` is a key of the CLI v2 preview and no longer supported"),
    );
    if let Some(edit) = edit {
        diagnostic.safe_fix(help.clone(), edit);
    }
    let note = if key == "code" { SINCE } else { REJECTED };
    diagnostic.note(note).help(help);
}

fn renamed(cx: &mut Context<'_>, entry: Entry<'_>, name: &str, needs_type: Option<&str>) {
    let old = faults::short_text(entry.key);
    let is_data = cx.kind() == Some(Kind::Data);
    let note = if is_data { REJECTED } else { SINCE };
    let mut edits = vec![replace(entry.key, name)];
    let mut help = format!("write `{name}` instead of `{old}`");
    if let Some(ty) = needs_type {
        edits.push(fix::insert_key(entry, "type", ty));
        help += &format!(", with `type: {ty}`");
    }
    cx.report(
        entry.key.range(),
        format!("`{old}` is a key of the CLI v2 preview and no longer supported"),
    )
    .note(note)
    .help(help)
    .fix(Fix::safe(format!("write `{name}`"), edits));
}
