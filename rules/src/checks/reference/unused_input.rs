//! An input that the command doesn't use.

use crate::checks::prelude::*;

declare_rule! {
    /// An input that is declared but not used is mounted or downloaded unnecessarily. Uses in
    /// `command` and `environment_variables` count. A script can also read the input from the
    /// environment variable `AZUREML_PARAMETER_<name>`, which is not visible in the YAML, so this
    /// is only a hint. If the command uses as many undeclared names as there are unused inputs, the names are the mistake,
    /// which `undefined-input-reference` reports.
    ///
    /// An input that is bound to an output of another step makes this step wait for it. It is not
    /// reported if its name says so (`wait_for_prep`, `depends_on`, `after_training`), or in a component
    /// whose command uses no input or output at all. A comment beside the input may say so, too, or that the
    /// input is reserved, unused, or there for another reason.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.data}}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    ///   labels: {type: uri_folder, path: azureml:labels:1}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.data}} --labels ${{inputs.labels}}
    /// code: src
    /// environment: azureml:sklearn@latest
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    ///   labels: {type: uri_folder, path: azureml:labels:1}
    /// ```
    "unused-input", Reference, Hint,
    summary: "an input that the command doesn't use",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-core-syntax",
}

fn check(cx: &mut Context<'_>) {
    unused_ports::report_in_commands(cx, unused_ports::Side::Inputs);
}
