//! Scripts with nothing in them.

use crate::checks::prelude::*;
use crate::script::commands::Interpreter;
use crate::workspace::Workspace;

declare_rule! {
    /// An empty script is uploaded and run like any other: the machine starts, the image is built,
    /// and nothing is done. Usually, the file was created and never filled in, or not saved.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python bad path=src/train.py
    ///
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python good path=src/train.py
    /// print("training")
    /// ```
    "script-empty", Script, Error,
    summary: "an empty script",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-train-model",
}

fn check(cx: &mut Context<'_>) {
    for run in cx.runs() {
        let is_empty = |file| is_empty(cx.workspace, cx.document.path(), file);
        if !run.file().is_some_and(is_empty) {
            continue;
        }
        let note = match run.interpreter {
            // An empty file isn't a valid notebook, and notebooks aren't parsed.
            Interpreter::Papermill => continue,
            Interpreter::Parallel | Interpreter::Scoring => {
                "it doesn't have the functions that Azure Machine Learning calls"
            }
            _ => "it is run like any other script, and does nothing",
        };
        cx.report(
            run.script.range,
            format!("the script `{}` is empty", run.script.text),
        )
        .note(note)
        .help("write the script, or correct its path");
    }
}

/// Returns whether the file at a full path, which the document at `from` leads to, is empty.
fn is_empty(workspace: &Workspace, from: &str, file: &str) -> bool {
    let text = workspace.text_at(from, file);
    text.is_some_and(|text| text.trim_start_matches('\u{feff}').trim().is_empty())
}
