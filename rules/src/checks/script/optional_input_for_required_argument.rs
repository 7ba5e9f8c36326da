//! A required argument that is omitted if an optional input has no value.

use crate::checks::prelude::*;
use crate::checks::shared::script::script_calls::{ScriptCall, point_to};
use crate::script::argparse::ArgumentFault;
use crate::script::python::Argument;

declare_rule! {
    /// The part of a command in `$[[ ]]` is left out if its optional input has no value. If the
    /// script requires the argument in that part, it ends with an error whenever the input isn't
    /// set.
    ///
    /// An input with a default always has a value.
    ///
    /// ```yaml bad path=component.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: prep
    /// command: python prep.py $[[--data ${{inputs.data}}]]
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   data: {type: uri_folder, optional: true}
    /// ```
    /// ```python bad path=src/prep.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--data", required=True)
    /// args = parser.parse_args()
    /// ```
    /// ```yaml good path=component.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
    /// name: prep
    /// command: python prep.py --data ${{inputs.data}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   data: {type: uri_folder}
    /// ```
    /// ```python good path=src/prep.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--data", required=True)
    /// args = parser.parse_args()
    /// ```
    "optional-input-for-required-argument", Script, Warning,
    summary: "a required argument that is left out with an optional input",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-create-component-pipelines-cli",
}

fn check(cx: &mut Context<'_>) {
    for call in cx.script_calls() {
        let Some(bare) = call.without_optional() else {
            continue;
        };
        for fault in &bare.faults {
            if let ArgumentFault::Missing { argument } = fault {
                report(cx, call, argument);
            }
        }
    }
}

fn report(cx: &mut Context<'_>, call: &ScriptCall<'_>, argument: &Argument) {
    let given = call.matching.given(argument).find_map(|given| {
        let value = given.values.first().map(|value| value.token);
        let word = given.flag.map(|(word, _)| word).or(value)?;
        Some((given, word, call.left_out_without(word)?))
    });
    let Some((given, word, input)) = given else {
        return;
    };
    let range = match given.flag {
        Some((word, flag)) => call.flag_range(word, flag),
        None => call.range(word),
    };
    let name = argument.name();
    let message = format!(
        "`{}` needs `{name}`, but the input `{input}` is optional",
        call.script()
    );
    let diagnostic = cx.report(range, message);
    diagnostic.note(format!(
        "without a value for the input, `{name}` is left out, and the script ends with an error"
    ));
    diagnostic.help(format!(
        "remove `optional: true` from `{input}`, give it a default, or make `{name}` optional in the script"
    ));
    point_to(diagnostic, argument);
}
