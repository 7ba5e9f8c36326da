//! A boolean argument that is `True` for the text `False`, too.

use crate::checks::prelude::*;
use crate::checks::shared::script::script_calls::{ScriptCall, point_to};
use crate::script::argparse::{MatchedArgument, ValuePlace};
use crate::script::python::ValueKind;

declare_rule! {
    /// `type=bool` turns every text except the empty one into `True`, and a command passes texts:
    /// `False` is also true, so the flag can't be turned off.
    ///
    /// This rule reports values that can be false: boolean inputs, and the literal `false`.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --shuffle ${{inputs.shuffle}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   shuffle: false
    /// ```
    /// ```python bad path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--shuffle", type=bool, default=True)
    /// args = parser.parse_args()
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --shuffle ${{inputs.shuffle}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   shuffle: false
    /// ```
    /// ```python good path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--shuffle", type=lambda text: text.lower() == "true")
    /// args = parser.parse_args()
    /// ```
    "bool-argument-always-true", Script, Warning,
    summary: "a boolean argument that is true for `False`, too",
    url: "https://docs.python.org/3/library/argparse.html#type",
}

fn check(cx: &mut Context<'_>) {
    for call in cx.script_calls() {
        for given in &call.matching.given {
            if given.argument.kind != ValueKind::Bool {
                continue;
            }
            let value = call.values(given).find(|value| can_be_false(call, *value));
            if let Some(value) = value {
                report(cx, call, given, value);
            }
        }
    }
}

fn can_be_false(call: &ScriptCall<'_>, value: ValuePlace) -> bool {
    match call.known(value) {
        Some(known) => known.can_be_false(),
        None => call
            .literal(value)
            .is_some_and(|text| text.eq_ignore_ascii_case("false")),
    }
}

fn report(
    cx: &mut Context<'_>,
    call: &ScriptCall<'_>,
    given: &MatchedArgument<'_>,
    value: ValuePlace,
) {
    let argument = given.argument;
    let name = argument.name();
    let message = format!("`{name}` of `{}` is true for `False`, too", call.script());
    let diagnostic = cx.report(call.value_range(value), message);
    diagnostic
        .note("it has `type=bool`, and `bool` turns every text except the empty one into `True`");
    diagnostic.help(
        "in the script, replace `type=bool` with `type=lambda text: text.lower() == \"true\"`",
    );
    point_to(diagnostic, argument);
}
