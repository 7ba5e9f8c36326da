//! A misspelled flag that the script ignores.

use crate::checks::prelude::*;
use crate::checks::shared::script::script_calls::{nearest, point_to};
use crate::script::argparse::{ArgumentFault, differs_in_spelling};

declare_rule! {
    /// A script that uses `parse_known_args` ignores arguments that it doesn't declare. A flag that
    /// differs from a declared one only in `-`, `_`, or letter case is ignored, too: the script runs
    /// with the default value, and nothing tells.
    ///
    /// Fix: writes the flag as it is declared. It is unsafe, because it changes what the script gets.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --learning-rate 0.1
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python bad path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--learning_rate", type=float, default=0.01)
    /// args, _ = parser.parse_known_args()
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --learning_rate 0.1
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python good path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--learning_rate", type=float, default=0.01)
    /// args, _ = parser.parse_known_args()
    /// ```
    "misspelled-script-argument", Script, Warning,
    marks: [Unfinished],
    summary: "a misspelled flag that the script ignores",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://docs.python.org/3/library/argparse.html#partial-parsing",
}

fn check(cx: &mut Context<'_>) {
    for call in cx.script_calls() {
        if !call.interface.takes_unknown {
            continue;
        }
        for fault in &call.matching.faults {
            let ArgumentFault::UnknownFlag { token, name } = fault else {
                continue;
            };
            let meant = nearest(call.interface, name).filter(|(argument, flag)| {
                differs_in_spelling(name, flag) && call.matching.given(argument).next().is_none()
            });
            let Some((argument, flag)) = meant else {
                continue;
            };
            let script = call.script();
            let message = format!("`{script}` ignores `{name}`: its argument is `{flag}`");
            let diagnostic = cx.report(call.flag_range(*token, name), message);
            diagnostic.note(
                "with `parse_known_args`, a script ignores arguments that it doesn't declare, and \
                 runs with their defaults",
            );
            diagnostic.help(format!("did you mean `{flag}`?"));
            point_to(diagnostic, argument);
            if let Some(edit) = call.rename(*token, name, flag) {
                diagnostic.unsafe_fix(format!("write `{flag}`"), edit);
            }
        }
    }
}
