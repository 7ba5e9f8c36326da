//! A flag that the script doesn't have.

use std::cell::LazyCell;

use crate::checks::prelude::*;
use crate::checks::shared::script::script_calls::{ScriptCall, flags, point_to};
use crate::script::argparse::ArgumentFault;
use crate::wording::first_names_listed;

declare_rule! {
    /// A script that reads its command line with `argparse` ends with an error when it gets an
    /// argument that it doesn't declare. That happens after the upload, the wait for a machine, and
    /// the build of the image.
    ///
    /// The beginning of a flag counts as the flag if it matches only one. This rule doesn't report
    /// scripts whose arguments are not all known, or that ignore unknown arguments
    /// (`parse_known_args`). In `$[[ ]]`, where the flag is only passed if its optional input has a
    /// value, it is a warning.
    ///
    /// Fix: writes the flag with the closest name. It is unsafe, because another flag might have
    /// been meant.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --max_epocs 10
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python bad path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--max_epochs", type=int)
    /// args = parser.parse_args()
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --max_epochs 10
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python good path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--max_epochs", type=int)
    /// args = parser.parse_args()
    /// ```
    "unknown-script-argument", Script, Error,
    marks: [Unfinished],
    summary: "a flag that the script doesn't have",
    fix: Unsafe,
    url: "https://docs.python.org/3/library/argparse.html",
}

fn check(cx: &mut Context<'_>) {
    for call in cx.script_calls() {
        let flags = LazyCell::new(|| flags(call.interface));
        for fault in &call.matching.faults {
            match fault {
                ArgumentFault::UnknownFlag { token, name } if !call.interface.takes_unknown => {
                    report_unknown(cx, call, (*token, name), &flags);
                }
                ArgumentFault::AmbiguousFlag { token, name, flags } => {
                    report_ambiguous(cx, call, (*token, name), flags);
                }
                _ => {}
            }
        }
    }
}

fn report_unknown<'a>(
    cx: &mut Context<'_>,
    call: &ScriptCall<'a>,
    (token, name): (usize, &str),
    flags: &LazyCell<Vec<&'a str>, impl FnOnce() -> Vec<&'a str>>,
) {
    let script = call.script();
    let diagnostic = cx.report(
        call.flag_range(token, name),
        format!("`{script}` has no argument `{name}`"),
    );
    match call.left_out_without(token) {
        Some(input) => diagnostic.level(Level::Warning).note(format!(
            "with a value for `{input}`, the script ends with an error as soon as it starts"
        )),
        None => diagnostic.note("the script ends with an error as soon as it starts"),
    };
    if let Some((argument, flag)) = call.meant_flag(token) {
        diagnostic.help(format!("did you mean `{flag}`?"));
        point_to(diagnostic, argument);
        if let Some(edit) = call.rename(token, name, flag) {
            diagnostic.unsafe_fix(format!("write `{flag}`"), edit);
        }
        return;
    }
    diagnostic.help(if flags.is_empty() {
        format!("remove it, or add it to the parser in `{script}`")
    } else {
        let names = first_names_listed(flags, flags.len());
        format!("use one that the script has ({names}), or add `{name}` to its parser")
    });
    if let Some(place) = &call.interface.place {
        diagnostic.related(&place.path, place.range, "the arguments are declared here");
    }
    if let Some(edit) = call.remove_flag(token) {
        diagnostic.unsafe_fix(format!("remove `{name}`"), edit);
    }
}

fn report_ambiguous(
    cx: &mut Context<'_>,
    call: &ScriptCall<'_>,
    (token, name): (usize, &str),
    flags: &[&str],
) {
    let names = first_names_listed(flags, flags.len());
    let message = format!(
        "`{name}` is short for several arguments of `{}`",
        call.script()
    );
    cx.report(call.flag_range(token, name), message)
        .note(format!(
            "it matches {names}; the script ends with an error as soon as it starts"
        ))
        .help("write the one you mean in full");
}
