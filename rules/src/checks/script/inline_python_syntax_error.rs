//! Code after `python -c` that Python can't read.

use std::sync::Arc;

use crate::checks::prelude::*;
use crate::checks::shared::script::command_lines::{self, is_folded};
use crate::script::Command;
use crate::script::python::{Module, PythonSyntaxError, certain_error};
use crate::shell::Word;

declare_rule! {
    /// Python reads all the code after `-c` before it runs the first line. With a syntax error, the job
    /// fails as soon as it starts, which is after the upload, the queue, and the image build.
    ///
    /// The usual cause: without `|`, YAML joins the lines of a value with spaces, so Python reads
    /// several lines as one. Write `command: |`, or move the code to a script.
    ///
    /// The rule reads the code up to the first expression or shell variable. It ignores indentation that
    /// all lines share, as Python 3.14 does.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: >-
    ///   python -c "
    ///   import sklearn
    ///   print(sklearn.__version__)"
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: |-
    ///   python -c "
    ///   import sklearn
    ///   print(sklearn.__version__)"
    /// environment: azureml:training:3
    /// ```
    "inline-python-syntax-error", Script, Error,
    summary: "code after `python -c` with a syntax error",
    since: "0.2.0",
    url: "https://docs.python.org/3/using/cmdline.html#cmdoption-c",
}

/// Bytes after an error that must be known: the parser looks a few words ahead.
const LOOKAHEAD: usize = 20;

fn check(cx: &mut Context<'_>) {
    for command in cx.commands() {
        if !command_lines::is_known(command) {
            continue;
        }
        for simple in &command.simple {
            if let [python, option, code, ..] = simple.words.as_slice()
                && ["python", "python3"].iter().any(|name| python.is(name))
                && option.is("-c")
            {
                check_code(cx, command, (python, option), code);
            }
        }
    }
}

fn check_code(
    cx: &mut Context<'_>,
    command: &Command<'_>,
    (python, option): (&Word, &Word),
    code: &Word,
) {
    let whole = code.literal();
    let text: Arc<str> = dedented(whole.unwrap_or(code.prefix())).into();
    let Some(module) = Module::cached(cx.workspace.cache(), &text) else {
        return;
    };
    // Where the rest is unknown, it can correct an error at the end of what is known.
    let is_final = |error: &PythonSyntaxError| {
        whole.is_some() || error.range.end as usize + LOOKAHEAD < text.len()
    };
    let Some(error) = certain_error(&module).filter(|error| is_final(error)) else {
        return;
    };
    let written = command.text.node.raw();
    let is_joined = is_folded(command.text.node) && written.contains('\n') && !text.contains('\n');
    let name = python.prefix();
    let place = command.range(&(python.range.start..option.range.end));
    let diagnostic = cx.report(
        place,
        format!(
            "the code after `{name} -c` has a syntax error: {}",
            error.in_words()
        ),
    );
    if is_joined {
        diagnostic
            .note(
                "YAML joins the lines of this value with spaces, so Python reads them as one line",
            )
            .help("write `command: |`, which keeps the line breaks, or move the code to a script");
    } else {
        diagnostic
            .note(
                "Python reads all the code before it runs the first line, so the job fails as soon \
                 as it starts",
            )
            .help("fix the code, or move it to a script");
    }
}

/// Returns `text` without the indentation that all its lines have.
fn dedented(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let shared = lines.map(indent).min().unwrap_or(0);
    let cut = |line: &str| line.get(shared..).unwrap_or_default().to_owned();
    text.lines().map(cut).collect::<Vec<_>>().join("\n")
}
