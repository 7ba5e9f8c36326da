//! A quote in a command that is never closed.

use crate::checks::prelude::*;
use crate::checks::shared::script::command_lines;
use crate::shell::UnclosedKind;

declare_rule! {
    /// The shell reads from an opening quote to the next one of the same kind, across spaces and
    /// lines. If the closing quote is missing, it stops with a syntax error and the job fails.
    ///
    /// An apostrophe in a text is such a quote: write the text in double quotes, or `\'`. Comments
    /// and here-documents may contain single quotes. This rule doesn't report commands that have
    /// other errors, or that a template fills in.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: echo it's running && python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: echo "it's running" && python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    "command-unclosed-quote", Script, Error,
    marks: [Unfinished],
    summary: "a quote in a command that is never closed",
    since: "0.2.0",
    url: "https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html",
}

fn check(cx: &mut Context<'_>) {
    for command in cx.commands() {
        let Some(open) = &command.unclosed else {
            continue;
        };
        let quote = match open.kind {
            UnclosedKind::SingleQuote => '\'',
            UnclosedKind::DoubleQuote => '"',
            UnclosedKind::Substitution | UnclosedKind::HereDocument => continue,
        };
        if !command_lines::is_as_written(command) {
            continue;
        }
        cx.report(
            command.range(&open.range),
            format!("the quote `{quote}` is never closed"),
        )
        .note("the shell stops here with a syntax error, so the job fails")
        .help(format!(
            "add the closing `{quote}`, or write `\\{quote}` if it is part of the text"
        ));
    }
}
