//! Scripts that Python can't read.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::checks::prelude::*;
use crate::checks::shared::script::python_modules::python_modules;
use crate::checks::shared::script::python_scripts::{PythonScript, python_scripts};
use crate::script::python::{Module, certain_error};
use crate::text::LineIndex;

declare_rule! {
    /// Python reads all of a file before it runs the first line. With a syntax error, the job ends at
    /// once: after upload, queue, and image build.
    ///
    /// The rule reads the script and the modules of the code that it imports at its top. It only
    /// reports errors that every version of Python 3 has. Syntax that is new in some version is
    /// fine, and so are files that something else reads first: templates, IPython, Python 2.
    ///
    /// ```yaml bad path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// code_configuration: {code: src, scoring_script: score.py}
    /// environment: azureml:scoring:2
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```python bad path=src/score.py
    /// def init():
    ///     pass
    ///
    /// def run(data:
    ///     return data
    /// ```
    /// ```yaml good path=deployment.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json
    /// name: blue
    /// endpoint_name: churn
    /// model: azureml:churn:3
    /// code_configuration: {code: src, scoring_script: score.py}
    /// environment: azureml:scoring:2
    /// instance_type: Standard_DS3_v2
    /// instance_count: 1
    /// ```
    /// ```python good path=src/score.py
    /// def init():
    ///     pass
    ///
    /// def run(data):
    ///     return data
    /// ```
    "script-syntax-error", Script, Error,
    summary: "a script with a syntax error",
    url: "https://docs.python.org/3/tutorial/errors.html#syntax-errors",
}

fn check(cx: &mut Context<'_>) {
    let mut reported = BTreeSet::new();
    for script in python_scripts(cx) {
        if certain_error(&script.module).is_some() {
            if reported.insert(script.path.clone()) {
                report(cx, &script, None, (&script.path, &script.module));
            }
        } else if script.module.errors().is_empty() && !changes_search(&script.module) {
            check_imported(cx, &script, &mut reported);
        }
    }
}

/// Returns `true` if the script changes `sys.path`.
fn changes_search(module: &Module) -> bool {
    module.text().contains("sys.path")
}

/// Checks the modules that are imported whenever the script runs.
fn check_imported(
    cx: &mut Context<'_>,
    script: &PythonScript<'_>,
    reported: &mut BTreeSet<Arc<str>>,
) {
    for file in &python_modules(cx, script).files {
        let is_wrong = file.is_certain && certain_error(&file.module).is_some();
        if is_wrong && reported.insert(file.path.clone()) {
            report(cx, script, Some(file.name()), (&file.path, &file.module));
        }
    }
}

/// Reports the first error of the file: the script, or the module called `imported`.
fn report(
    cx: &mut Context<'_>,
    script: &PythonScript<'_>,
    imported: Option<&str>,
    (path, module): (&Arc<str>, &Module),
) {
    let Some(error) = certain_error(module) else {
        return;
    };
    let line = LineIndex::new(module.text()).line_of(error.range.start) + 1;
    let (script_name, parser_message) = (script.name(), error.in_words());
    let name = imported.unwrap_or(script_name);
    let subject = match imported {
        None => format!("`{name}`"),
        Some(_) => format!("`{name}`, which `{script_name}` imports,"),
    };
    cx.report(
        script.run.script.range,
        format!("{subject} has a syntax error in line {line}: {parser_message}"),
    )
    .note("Python reads the whole file before it runs the first line, so the run fails at once")
    .help(format!("correct line {line} of `{name}`"))
    .related(path, error.range, "Python stops here");
}
