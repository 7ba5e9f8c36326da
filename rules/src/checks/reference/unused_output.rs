//! An output that the command doesn't use.

use crate::checks::prelude::*;

declare_rule! {
    /// An output that is declared but not used stays empty. Uses in `command` and
    /// `environment_variables` count. A script can also find the output through the environment
    /// variable `AZUREML_PARAMETER_<name>`, which is not visible in the YAML, so this is only a
    /// hint. An output of a pipeline that no step is bound to always stays empty.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --model ${{outputs.model}}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// outputs:
    ///   model: {type: mlflow_model}
    ///   metrics: {type: uri_folder}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --model ${{outputs.model}}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// outputs:
    ///   model: {type: mlflow_model}
    /// ```
    "unused-output", Reference, Hint,
    summary: "an output that nothing writes to",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-core-syntax",
}

fn check(cx: &mut Context<'_>) {
    unused_ports::report_in_commands(cx, unused_ports::Side::Outputs);
    unused_ports::report_in_pipelines(cx, unused_ports::Side::Outputs);
}
