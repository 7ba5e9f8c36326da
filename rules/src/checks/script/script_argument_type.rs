//! A value that the type of the argument refuses.

use crate::checks::prelude::*;
use crate::checks::shared::script::script_values::{Refused, refused_values};
use crate::script::argparse::Misfit;

declare_rule! {
    /// A script turns the value of an argument with `type=int` or `type=float` into a number, and
    /// ends with an error if that fails. The value may be in the command, at an input, or in a
    /// pipeline that runs the component. For the default of a component's input, this is a warning, because a pipeline
    /// may give another value.
    ///
    /// This rule doesn't report values that are not known, and numbers for `type=int` that the
    /// service may write without a fraction.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --epochs ${{inputs.epochs}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   epochs: 2.5
    /// ```
    /// ```python bad path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--epochs", type=int)
    /// args = parser.parse_args()
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --epochs ${{inputs.epochs}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   epochs: 2
    /// ```
    /// ```python good path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--epochs", type=int)
    /// args = parser.parse_args()
    /// ```
    "script-argument-type", Script, Error,
    marks: [Unfinished],
    summary: "a value that the type of the argument refuses",
    url: "https://docs.python.org/3/library/argparse.html#type",
}

fn check(cx: &mut Context<'_>) {
    for refused in refused_values(cx) {
        let (expected, kind) = match refused.misfit {
            Misfit::NotInt => ("an integer", "int"),
            Misfit::NotFloat => ("a number", "float"),
            Misfit::NotChosen => continue,
        };
        let Refused { flag, script, .. } = &refused;
        let message = format!(
            "`{flag}` of `{script}` must be {expected}, not {}",
            refused.shown()
        );
        let diagnostic = cx.report(refused.range, message);
        diagnostic.note(format!(
            "the argument has `type={kind}`, so the script ends with an error as soon as it starts"
        ));
        diagnostic.help(format!(
            "write {expected}, or change the type in the script"
        ));
        refused.point(diagnostic);
    }
}
