//! The name of an input or output.

use crate::checks::prelude::*;
use crate::schema::table::CheckRule;

declare_rule! {
    /// Inputs and outputs are named as code names things: letters, digits and `_`, not starting
    /// with a digit. In components two names may not differ in their letter case only.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.train-data}}
    /// environment: azureml:training:3
    /// inputs:
    ///   train-data: 1
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.train_data}}
    /// environment: azureml:training:3
    /// inputs:
    ///   train_data: 1
    /// ```
    "io-name", Structure, Error,
    summary: "the name of an input or output that code cannot use",
    fix: None,
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

fn check(cx: &mut Context<'_>) {
    for problem in faults::of(cx, FaultRule::IoName) {
        let Fault::Check { check, .. } = problem.fault else {
            continue;
        };
        let text = faults::short_text(problem.at);
        if check.rule == CheckRule::KeyRegex {
            cx.report(
                problem.at.range(),
                format!("`{text}` cannot name an input or output"),
            )
            .help("use letters, digits and `_`, and do not start with a digit");
        } else {
            cx.report(
                problem.at.range(),
                format!("`{text}` differs from another name in its letter case only"),
            )
            .help("choose another name");
        }
    }
}
