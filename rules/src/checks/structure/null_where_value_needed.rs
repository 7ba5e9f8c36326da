//! A key without a value.

use crate::checks::prelude::*;
use crate::checks::shared::paths::missing_paths::{page_with, repository};
use crate::path::file_name;
use crate::schema::describe::expected;

declare_rule! {
    /// The CLI rejects a key without a value, even if the key is optional. An output without a
    /// value is valid: `outputs: {model:}` uses the defaults. This rule doesn't report a key if
    /// every `az ml` command of the repository that names the file sets it with `--set`. It is only a
    /// hint if a comment takes the place of the value and a Markdown page, such as a `README.md`,
    /// names the file: its reader fills the value in.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// display_name:
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// outputs:
    ///   model:
    /// ```
    "null-where-value-needed", Structure, Error,
    marks: [SchemaCheck, Missing],
    summary: "a key without a value",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::NullWhereValueNeeded) {
        let SchemaFault::Null { expected: ty } = problem.fault else {
            continue;
        };
        if cx.cli_overrides().replaces(&problem.at.path()).is_some() {
            continue;
        }
        let range = if problem.at.range().is_empty() {
            problem.at.parent().unwrap_or(problem.at).range()
        } else {
            problem.at.range()
        };
        let page = page_of_reader(cx, problem.at);
        let diagnostic = cx.report(
            range,
            format!("{} has no value", faults::place_name(problem.at)),
        );
        diagnostic.help(format!("add {}, or remove the key", expected(ty)));
        if let Some(page) = page {
            diagnostic.level(Level::Hint).note(format!(
                "`{page}` names the file, so its reader may fill the value in"
            ));
        }
    }
}

/// Returns the page whose reader fills in the value at `node`: it names the file, and a comment takes
/// the place of the value.
fn page_of_reader(cx: &Context<'_>, node: Node<'_>) -> Option<String> {
    let document = cx.document;
    let key = if node.is_key() { node } else { node.key()? };
    let after = &document.text()[key.range().end as usize..];
    let after = after.trim_start_matches([':', ' ', '\t']);
    if !after.starts_with('#') {
        return None;
    }
    page_with(cx, &repository(cx).top, file_name(document.path()), |_| {
        true
    })
}
