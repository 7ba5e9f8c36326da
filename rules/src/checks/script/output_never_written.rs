//! Outputs whose path the script never reads.

use std::collections::{HashMap, HashSet};

use crate::checks::prelude::*;
use crate::checks::shared::script::python_modules::python_modules;
use crate::checks::shared::script::python_scripts::{PythonScript, python_script};
use crate::script::argparse::FlagTable;
use crate::script::commands::ScriptRun;
use crate::script::interface_of;
use crate::script::python::{Argument, ArgumentAction, Nargs, ScriptInterface, Uses, ValueKind};

declare_rule! {
    /// The command gives the path of an output to the script, which parses it and then never uses it.
    /// Nothing can be written there: the output stays empty, and a step that reads it finds nothing.
    ///
    /// The script and the modules of the code that it imports are searched for the name of the
    /// argument. This rule doesn't report scripts that pass on all parsed arguments at once
    /// (`vars(args)`, a call of an installed package). Inputs that are never read are fine: they
    /// may only set the order of steps.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// code: src
    /// command: python train.py --model_dir ${{outputs.model}}
    /// environment: azureml:training:3
    /// outputs:
    ///   model: {type: uri_folder}
    /// ```
    /// ```python bad path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--model_dir")
    /// args = parser.parse_args()
    /// print("trained")
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// code: src
    /// command: python train.py --model_dir ${{outputs.model}}
    /// environment: azureml:training:3
    /// outputs:
    ///   model: {type: uri_folder}
    /// ```
    /// ```python good path=src/train.py
    /// import argparse
    /// from pathlib import Path
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--model_dir")
    /// args = parser.parse_args()
    /// Path(args.model_dir, "model.txt").write_text("trained")
    /// ```
    "output-never-written", Script, Hint,
    summary: "an output whose path the script never uses",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-read-write-data-v2",
}

fn check(cx: &mut Context<'_>) {
    for run in cx.runs() {
        let has_outputs = run.site.scope.is_some_and(|it| !it.outputs.list.is_empty());
        let interface = has_outputs
            .then(|| interface_of(cx.workspace, cx.document.path(), run))
            .flatten()
            .filter(|interface| interface.is_closed());
        let Some((interface, script)) = interface.zip(python_script(cx, run)) else {
            continue;
        };
        let mut passed = passed(run, &interface);
        // Most scripts read the attribute themselves: then their modules don't have to be checked.
        let attributes = attributes(script.module.text());
        passed.retain(|one| !attributes.contains(&*one.argument.dest));
        if !passed.is_empty() {
            check_script(cx, &script, &passed);
        }
    }
}

/// Returns each `name` for which `.name` occurs in `text`.
fn attributes(text: &str) -> HashSet<&str> {
    let is_end = |c: char| !(c.is_alphanumeric() || c == '_');
    let after_dots = text.split('.').skip(1);
    let names = after_dots.map(|rest| rest.split(is_end).next().unwrap_or_default());
    names.collect()
}

/// An output whose path only an argument of the script gets.
struct Passed<'a> {
    output: &'a str,
    argument: &'a Argument,
    /// The range of the path in the command.
    at: TextRange,
}

/// Returns the outputs that `run` passes to its script.
fn passed<'a>(run: &'a ScriptRun<'_>, interface: &'a ScriptInterface) -> Vec<Passed<'a>> {
    let mut passed = Vec::new();
    let Some(arguments) = &run.arguments else {
        return passed;
    };
    // Environment variables may contain paths, too.
    if run.site.node.get("environment_variables").is_some() {
        return passed;
    }
    let expressions = &arguments.command.text.scan.expressions;
    let output_at = |index: usize| match &expressions.get(index)?.target {
        Target::Output(name) => Some(name.text),
        _ => None,
    };
    let mut times: HashMap<&str, usize> = HashMap::new();
    for output in (0..expressions.len()).filter_map(output_at) {
        *times.entry(output).or_default() += 1;
    }
    let flags = FlagTable::of(interface);
    for pair in run.words().windows(2) {
        let argument = pair[0]
            .literal()
            .and_then(|flag| flags.exact(flag, None)?.argument);
        let output = pair[1].whole_expression().and_then(output_at);
        if let Some((argument, output)) = argument.zip(output)
            && is_plain(argument)
            && times.get(output) == Some(&1)
        {
            passed.push(Passed {
                output,
                argument,
                at: arguments.command.range(&pair[1].range),
            });
        }
    }
    passed
}

/// Returns `true` if the value is only stored: another action or type may write to the path.
fn is_plain(argument: &Argument) -> bool {
    argument.action == ArgumentAction::Store
        && argument.nargs == Nargs::One
        && matches!(argument.kind, ValueKind::Str | ValueKind::Path)
}

fn check_script(cx: &mut Context<'_>, script: &PythonScript<'_>, passed: &[Passed<'_>]) {
    let modules = python_modules(cx, script);
    let is_read = modules
        .files
        .iter()
        .all(|file| file.module.errors().is_empty());
    if !modules.is_complete || !is_read {
        return;
    }
    let mut uses = Uses::default();
    for file in &modules.files {
        uses.add(&file.module);
    }
    for one in passed {
        if !uses.may_read(&one.argument.dest) {
            report(cx, script.name(), one);
        }
    }
}

fn report(cx: &mut Context<'_>, script: &str, passed: &Passed<'_>) {
    let (argument, output) = (passed.argument, passed.output);
    let name = argument.name();
    cx.report(
        passed.at,
        format!("`{script}` never uses the path of the output `{output}`"),
    )
    .note(format!(
        "it gets the path as `{name}`, but doesn't read `{}`, so the output stays empty",
        argument.dest
    ))
    .help(format!(
        "write the result to that path, or remove `{name}` and the output"
    ))
    .related(
        &argument.place.path,
        argument.place.range,
        format!("`{name}` is declared here"),
    );
}
