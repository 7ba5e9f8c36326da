//! The name of a component.

use crate::checks::prelude::*;

declare_rule! {
    /// A component's name is made of lower-case letters, digits and `_` and starts with a letter.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train-model
    /// type: command
    /// command: python train.py
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: train_model
    /// type: command
    /// command: python train.py
    /// environment: azureml:training:3
    /// ```
    "component-name", Structure, Error,
    summary: "a component name of other characters than lower-case letters, digits and `_`",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-component-command",
}

fn check(cx: &mut Context<'_>) {
    faults::report_names(cx, FaultRule::ComponentName, "component name", '_');
}
