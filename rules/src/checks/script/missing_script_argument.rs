//! A required argument that the command doesn't pass.

use std::collections::HashSet;

use crate::checks::prelude::*;
use crate::checks::shared::script::command_lines::is_cut_off;
use crate::checks::shared::script::script_calls::{ScriptCall, point_to};
use crate::checks::shared::script::script_inputs::passed_as;
use crate::script::argparse::ArgumentFault;
use crate::script::python::Argument;
use crate::wording::first_names_listed;

declare_rule! {
    /// An argument with `required=True` and a positional argument must be passed, or the script ends
    /// with an error as soon as it starts.
    ///
    /// This rule doesn't report scripts whose arguments are not all known, arguments that are
    /// added only sometimes, and commands in which a variable or a string input is a word of its
    /// own: it may contain the argument.
    ///
    /// Fix: appends the argument with the input of the same name. It is unsafe, because it changes
    /// what the script gets.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python prep.py --out ${{outputs.clean}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    /// outputs:
    ///   clean: {type: uri_folder}
    /// ```
    /// ```python bad path=src/prep.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--data", required=True)
    /// parser.add_argument("--out", required=True)
    /// args = parser.parse_args()
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python prep.py --out ${{outputs.clean}} --data ${{inputs.data}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    /// outputs:
    ///   clean: {type: uri_folder}
    /// ```
    /// ```python good path=src/prep.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--data", required=True)
    /// parser.add_argument("--out", required=True)
    /// args = parser.parse_args()
    /// ```
    "missing-script-argument", Script, Error,
    marks: [MissingArgument],
    summary: "a required argument that the command doesn't pass",
    fix: Unsafe,
    url: "https://docs.python.org/3/library/argparse.html#required",
}

fn check(cx: &mut Context<'_>) {
    for call in cx.script_calls() {
        let missing = missing(call);
        // `command-split-by-newline` reports arguments on a line of their own.
        let mut given = call.run.arguments.iter();
        let is_cut = given.any(|it| is_cut_off(&it.command, it.simple + 1));
        if !missing.is_empty() && !is_cut {
            report(cx, call, &missing);
        }
    }
}

/// Returns the missing arguments, except those that are passed under a wrong name.
fn missing<'a>(call: &ScriptCall<'a>) -> Vec<&'a Argument> {
    let faults = || call.matching.faults.iter();
    let misnamed: HashSet<*const Argument> = faults()
        .filter_map(|fault| match fault {
            ArgumentFault::UnknownFlag { token, .. } => call.meant_flag(*token),
            _ => None,
        })
        .map(|(argument, _)| std::ptr::from_ref(argument))
        .collect();
    let is_misnamed = |argument: &Argument| misnamed.contains(&std::ptr::from_ref(argument));
    faults()
        .filter_map(|fault| match fault {
            ArgumentFault::Missing { argument } => Some(*argument),
            _ => None,
        })
        // `torch.distributed.launch` and DeepSpeed pass it.
        .filter(|argument| argument.dest != "local_rank" && !is_misnamed(argument))
        .collect()
}

fn report(cx: &mut Context<'_>, call: &ScriptCall<'_>, missing: &[&Argument]) {
    let names: Vec<&str> = missing.iter().map(|argument| argument.name()).collect();
    let additions: Vec<String> = missing
        .iter()
        .filter_map(|argument| passed_as(call.run, argument))
        .collect();
    let message = format!(
        "`{}` needs {}",
        call.script(),
        first_names_listed(&names, names.len())
    );
    let diagnostic = cx.report(call.run.script.range, message);
    diagnostic.note(if missing.len() == 1 {
        "the argument is required, so the script ends with an error as soon as it starts"
    } else {
        "the arguments are required, so the script ends with an error as soon as it starts"
    });
    for argument in missing {
        point_to(diagnostic, argument);
    }
    if additions.len() < missing.len() {
        diagnostic.help(match missing {
            [only] if only.is_positional() => "pass its value in the command".to_owned(),
            [only] => format!("add `{} VALUE` to the command", only.name()),
            _ => "pass them in the command".to_owned(),
        });
        return;
    }
    let text = additions.join(" ");
    diagnostic.help(format!("add `{text}` to the command"));
    let are_positional = missing.iter().any(|argument| argument.is_positional());
    if let Some(edit) = call.append(&additions).filter(|_| !are_positional) {
        diagnostic.unsafe_fix(format!("add `{text}`"), edit);
    }
}
