//! Outputs that every run writes to the same place.

use std::collections::HashSet;

use crate::checks::prelude::*;
use crate::checks::shared::fields;

declare_rule! {
    /// A fixed `path` means that the next run writes to the same folder: files with the same names
    /// are overwritten, other files stay from earlier runs, and the files of two runs at the same
    /// time are mixed. `${{name}}` in the path is the name of the job, which is different for each
    /// run.
    ///
    /// This rule doesn't report outputs with `mode: direct`, because the code decides whether to
    /// overwrite, and outputs that the command doesn't use.
    ///
    /// It only reports an output with a `name`: each run registers a version of a data asset, and all
    /// versions refer to the same files. Another job may be meant to replace its last result, or to go on with
    /// it.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python prep.py ${{outputs.clean}}
    /// code: src
    /// environment: azureml:training:3
    /// outputs:
    ///   clean: {type: uri_folder, path: "azureml://datastores/lake/paths/clean/", name: clean}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python prep.py ${{outputs.clean}}
    /// code: src
    /// environment: azureml:training:3
    /// outputs:
    ///   clean: {type: uri_folder, path: "azureml://datastores/lake/paths/clean/${{name}}/", name: clean}
    /// ```
    "output-path-not-unique", Path, Info,
    summary: "an output that every run writes to the same place",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-inputs-outputs-pipeline",
}

#[expect(
    clippy::mutable_key_type,
    reason = "a node is hashed and compared by its number and its tree"
)]
fn check(cx: &mut Context<'_>) {
    if !cx
        .kind()
        .is_some_and(|kind| matches!(kind.family(), KindFamily::Job | KindFamily::Schedule))
    {
        return;
    }
    let outputs = fields::mappings_of(cx, &["Output"]).into_iter();
    let fixed: Vec<_> = outputs
        .filter_map(|output| Some((output, fixed_path(output)?)))
        .collect();
    if fixed.is_empty() {
        return;
    }
    let unused = unused_ports::in_commands(cx, unused_ports::Side::Outputs);
    let unused: HashSet<Node<'_>> = unused.iter().map(|unused| unused.port.value).collect();
    // No run writes to an output that its command doesn't use.
    for (output, (path, text)) in fixed.into_iter().filter(|(it, _)| !unused.contains(it)) {
        let right = unique(text);
        let diagnostic = cx.report(
            path.range(),
            "every run writes this output to the same place",
        );
        if output.get("version").is_some() {
            diagnostic
                .note("each run overwrites the files of this data asset version")
                .help(format!("remove `version`, and write `{right}`"));
            continue;
        }
        diagnostic
            .note("each run registers a version of the data asset, and all versions refer to these files")
            .help(format!("write `{right}`"))
            .unsafe_fix(
                "put the name of the job into the path",
                fix::set_text(path, &right),
            );
    }
}

/// Returns the `path` of an output that registers a data asset, if the path is the same in every run.
fn fixed_path(output: Node<'_>) -> Option<(Node<'_>, &str)> {
    // The output of an import doesn't run any more.
    let is_import = output.key().and_then(Node::text) == Some("output");
    let is_direct = output.get("mode").and_then(Node::text) == Some("direct");
    let is_registered = output.get("name").is_some_and(|name| !name.is_null());
    if is_import || is_direct || !is_registered {
        return None;
    }
    let path = output.get("path")?;
    let text = known_text(path)?;
    let is_place = text.starts_with("azureml://") && text.contains("/paths/");
    is_place.then_some((path, text))
}

/// Inserts the name of the job into the path: before the file name, else at the end.
fn unique(path: &str) -> String {
    match path.rsplit_once('/') {
        Some((folder, file)) if file.contains('.') => format!("{folder}/${{{{name}}}}/{file}"),
        _ => format!("{}/${{{{name}}}}/", path.trim_end_matches('/')),
    }
}
