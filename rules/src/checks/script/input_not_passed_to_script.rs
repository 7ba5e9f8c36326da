//! An input or output that is an argument of the script, but that the command doesn't pass.

use crate::checks::prelude::*;
use crate::checks::shared::script::script_calls::point_to;
use crate::checks::shared::script::script_inputs::with_braces;
use crate::script::argparse::ArgumentFault;

declare_rule! {
    /// The script has an argument with the name of an input or output, and the command doesn't pass
    /// it. The script runs with the default of the argument, and a value of the input has no effect.
    ///
    /// This rule doesn't report inputs if the command passes something else for the argument, or if the
    /// command or the script reads environment variables of inputs (`AZUREML_PARAMETER_...`). It
    /// replaces `unused-input` and `unused-output`.
    ///
    /// Fix: appends the argument. It is unsafe, because it changes what the script gets.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.data}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    ///   reg_rate: 0.1
    /// ```
    /// ```python bad path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--data")
    /// parser.add_argument("--reg_rate", type=float, default=0.01)
    /// args = parser.parse_args()
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.data}} --reg_rate ${{inputs.reg_rate}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    ///   reg_rate: 0.1
    /// ```
    /// ```python good path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--data")
    /// parser.add_argument("--reg_rate", type=float, default=0.01)
    /// args = parser.parse_args()
    /// ```
    "input-not-passed-to-script", Script, Warning,
    marks: [UnpassedInput],
    summary: "an input that the script takes, and the command doesn't pass",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-train-model",
}

fn check(cx: &mut Context<'_>) {
    for side in [unused_ports::Side::Inputs, unused_ports::Side::Outputs] {
        for unused in unused_ports::in_commands(cx, side) {
            let Some((call, argument)) = unused.taken_by(cx) else {
                continue;
            };
            // A required argument has a finding of its own.
            let is_missing = ArgumentFault::Missing { argument };
            if call.matching.faults.contains(&is_missing) {
                continue;
            }
            let (word, section) = side.words();
            let (name, flag, script) = (unused.port.name(), argument.name(), call.script());
            let addition = with_braces(unused.port, section, flag);
            let message = format!(
                "`{script}` takes `{flag}`, but the command doesn't pass the {word} `{name}`"
            );
            let diagnostic = cx.report(unused.port.key.range(), message);
            diagnostic.note(match side {
                unused_ports::Side::Inputs => {
                    "the script runs with the default of the argument, and a value of the input has no effect"
                }
                unused_ports::Side::Outputs => {
                    "the script doesn't learn where to write, and the output stays empty"
                }
            });
            diagnostic.help(format!("add `{addition}` to the command"));
            point_to(diagnostic, argument);
            if let Some(edit) = call.append(std::slice::from_ref(&addition)) {
                diagnostic.unsafe_fix(format!("add `{addition}`"), edit);
            }
        }
    }
}
