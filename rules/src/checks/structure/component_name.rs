//! The name of a component.

use crate::checks::prelude::*;

declare_rule! {
    /// The name of a component has lowercase letters, digits, and `_`, and starts with a letter.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train-model
    /// type: command
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train_model
    /// type: command
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    "component-name", Structure, Error,
    marks: [Unfinished],
    summary: "a component name with characters other than lowercase letters, digits, and `_`",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-component-command",
}

fn check(cx: &mut Context<'_>) {
    faults::report_names(cx, FaultRule::ComponentName, "component name", '_');
}
