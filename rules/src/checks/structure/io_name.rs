//! The name of an input or output.

use crate::checks::prelude::*;
use crate::schema::table::CheckRule;

declare_rule! {
    /// The names of inputs and outputs have letters, digits, and `_`, and don't start with a digit.
    /// In a component, two names can't differ only in letter case.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.train-data}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   train-data: 1
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.train_data}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   train_data: 1
    /// ```
    "io-name", Structure, Error,
    marks: [Unfinished],
    summary: "an input or output name that is not valid",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::IoName) {
        let SchemaFault::Check { check, .. } = problem.fault else {
            continue;
        };
        let text = faults::short_text(problem.at);
        if check.rule == CheckRule::KeyRegex {
            cx.report(
                problem.at.range(),
                format!("`{text}` is not a valid name for an input or output"),
            )
            .help("use letters, digits, and `_`, and don't start with a digit");
        } else {
            cx.report(
                problem.at.range(),
                format!("`{text}` differs from another name only in letter case"),
            )
            .help("choose another name");
        }
    }
}
