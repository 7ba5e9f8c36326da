//! A value that isn't one of the choices of the argument.

use crate::checks::prelude::*;
use crate::checks::shared::script::script_values::{Refused, refused_values};
use crate::script::argparse::Misfit;

declare_rule! {
    /// An argument with `choices` takes no other value: the script ends with an error. The value may
    /// be in the command, at an input, in a search space, or in a pipeline that runs the component. For the default of a
    /// component's input, this is a warning, because a pipeline may give another value.
    ///
    /// This rule doesn't report values and choices that are not known.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --solver ${{inputs.solver}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   solver: ADAM
    /// ```
    /// ```python bad path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--solver", choices=["adam", "sgd"])
    /// args = parser.parse_args()
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --solver ${{inputs.solver}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   solver: adam
    /// ```
    /// ```python good path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--solver", choices=["adam", "sgd"])
    /// args = parser.parse_args()
    /// ```
    "script-argument-choice", Script, Error,
    marks: [Unfinished],
    summary: "a value that is none of the choices of the argument",
    url: "https://docs.python.org/3/library/argparse.html#choices",
}

fn check(cx: &mut Context<'_>) {
    for refused in refused_values(cx) {
        if refused.misfit != Misfit::NotChosen {
            continue;
        }
        let Refused { flag, script, .. } = &refused;
        let message = format!("`{flag}` of `{script}` can't be {}", refused.shown());
        let diagnostic = cx.report(refused.range, message);
        diagnostic.note(
            "the value is none of the `choices` of the argument, so the script ends with an error \
             as soon as it starts",
        );
        diagnostic.help(format!("use {}", refused.choices));
        refused.point(diagnostic);
    }
}
