//! Components that register something and whose results are reused.

use crate::checks::prelude::*;
use crate::checks::shared::pipeline::reused_results;

declare_rule! {
    /// Components are deterministic by default: a pipeline reuses the last result of a step while
    /// its code and inputs stay the same. A component that registers a model then doesn't run, so
    /// nothing is registered, for example after the model was archived, or in a pipeline that is
    /// run again to register it.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: register
    /// type: command
    /// environment: azureml:tools:1
    /// inputs: {model: {type: mlflow_model}}
    /// command: python register.py --model ${{inputs.model}}
    /// code: src
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: register
    /// type: command
    /// is_deterministic: false
    /// environment: azureml:tools:1
    /// inputs: {model: {type: mlflow_model}}
    /// command: python register.py --model ${{inputs.model}}
    /// code: src
    /// ```
    "registration-reused", Cost, Hint,
    summary: "a component that registers a model and may not run again",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-component-command",
}

fn check(cx: &mut Context<'_>) {
    let Some(command) = reused_results::command(cx) else {
        return;
    };
    let Some(script) = command.value.text().and_then(registering) else {
        return;
    };
    let message = format!("`{script}` doesn't run again while its inputs stay the same");
    reused_results::report(cx, command, message)
        .note(
            "`is_deterministic` is true by default, so pipelines reuse the last result of the step",
        )
        .help("add `is_deterministic: false` to register each time");
}

/// Returns the script or module of a command whose name shows that it registers a model:
/// `register_model.py`, `src.register`. `register_users.py` registers something else.
fn registering(command: &str) -> Option<&str> {
    // Fast path: most commands have no such word.
    if !command.contains("register") {
        return None;
    }
    let mut before = "";
    for word in command.split_ascii_whitespace() {
        let is_run = word.ends_with(".py") || before == "-m";
        let path = word.strip_suffix(".py").unwrap_or(word);
        let name = path.rsplit(['/', '.']).next().unwrap_or_default();
        let has = |start: &str| name.split(['_', '-']).any(|part| part.starts_with(start));
        let is_model = name == "register" || has("model") || has("mlflow");
        if is_run && is_model && name.split(['_', '-']).any(|part| part == "register") {
            return Some(word);
        }
        before = word;
    }
    None
}
