//! Workflows of GitHub that are not valid YAML.

use crate::checks::prelude::*;
use crate::checks::shared::paths::repository::repository;
use crate::checks::shared::syntax_errors;
use crate::path::is_yaml;
use crate::syntax::SyntaxErrorCause;

declare_rule! {
    /// GitHub runs no job of a workflow that is not valid YAML. The failed run is in the *Actions* tab, but no check of
    /// a pull request shows it, so a training or a deployment that stops is noticed late. A frequent cause is a Python
    /// program that begins at the start of a line in a block of shell commands: a block ends at the first line that is
    /// indented less.
    ///
    /// The rule reports the first error of a workflow that runs `az ml`. It reports nothing in a template whose
    /// placeholders another tool fills in, and where the first error is one that other parsers may accept: a tab, a
    /// comment without a blank before it, or a control character.
    ///
    /// ```yaml bad path=.github/workflows/train.yml
    /// on: push
    /// jobs:
    ///   train:
    ///     runs-on: ubuntu-latest
    ///     steps:
    ///       - run: az ml job create --file job.yml
    ///      - run: az ml job create --file job.yml
    /// ```
    /// ```yaml good path=.github/workflows/train.yml
    /// on: push
    /// jobs:
    ///   train:
    ///     runs-on: ubuntu-latest
    ///     steps:
    ///       - run: az ml job create --file job.yml
    ///       - run: az ml job create --file job.yml
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python -c "print(1)"
    /// environment: azureml://registries/azureml/environments/sklearn-1.5/labels/latest
    /// compute: azureml:cpu-cluster
    /// ```
    "workflow-syntax", Structure, Error,
    marks: [CommandLines],
    summary: "a workflow of GitHub that is not valid YAML",
    url: "https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax",
}

fn check(cx: &mut Context<'_>) {
    let document = cx.document;
    let first = document.tree().errors().first();
    let Some(error) = first.filter(|error| error.cause != SyntaxErrorCause::Strictness) else {
        return;
    };
    if document.commands().is_none() || !is_workflow(cx) || has_placeholders(document.text()) {
        return;
    }
    syntax_errors::report(cx, error)
        .note("GitHub runs no job of a workflow that is not valid YAML");
}

/// Returns `true` for a YAML file in the folder that GitHub reads workflows from.
fn is_workflow(cx: &Context<'_>) -> bool {
    let path = cx.document.path();
    let Some((above, name)) = path.rsplit_once(".github/workflows/") else {
        return false;
    };
    // Without a repository, the top is the folder of all documents, which may be that of the workflows.
    let top = repository(cx).top;
    let is_at_top =
        above.trim_end_matches('/') == &*top || top.starts_with(&format!("{above}.github"));
    is_yaml(name) && !name.contains('/') && is_at_top
}

/// Returns `true` for a text with blocks or placeholders of Jinja and the like. Those of GitHub begin with `$`.
fn has_placeholders(text: &str) -> bool {
    let is_foreign = |(at, _): (usize, &str)| !text[..at].ends_with('$');
    text.contains("{%") || text.match_indices("{{").any(is_foreign) || text.contains("@@")
}
