//! A here-document whose lines YAML joins.

use crate::checks::prelude::*;
use crate::checks::shared::script::command_lines::{self, is_folded};
use crate::shell::{HereDocument, UnclosedKind};

declare_rule! {
    /// A here-document ends at a line with its word. Without `|`, YAML joins the lines of a value with spaces, so no
    /// such line is left: the shell takes the lines as arguments, or stops with a syntax error at a bracket, and the
    /// program doesn't get them as its input.
    ///
    /// The rule reports a here-document if the word is there twice in a line after the lines are joined.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: >-
    ///   python - <<'PY'
    ///   print("training")
    ///   PY
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: |
    ///   python - <<'PY'
    ///   print("training")
    ///   PY
    /// environment: azureml:training:3
    /// ```
    "here-document-folded", Script, Error,
    marks: [Unfinished],
    summary: "a here-document whose lines YAML joins",
    url: "https://yaml.org/spec/1.2.2/#813-folded-style",
}

fn check(cx: &mut Context<'_>) {
    for command in cx.commands() {
        let Some(open) = &command.unclosed else {
            continue;
        };
        let is_here_document = open.kind == UnclosedKind::HereDocument;
        if !is_here_document
            || !is_folded(command.text.node)
            || !command.text.node.raw().trim_end().contains('\n')
            || !command_lines::is_as_written(command)
            || !has_end_on_line(&command.text.text[open.range.start..])
            || is_shift(&command.text.text[..open.range.start])
        {
            continue;
        }
        cx.report(
            command.range(&open.range),
            "YAML joins the lines of this here-document, so it never ends",
        )
        .note(
            "the shell takes the lines as arguments, or stops at a bracket; the program doesn't \
             get them as its input",
        )
        .help("begin the value with `|`, which keeps the lines");
    }
}

/// Returns `true` if the delimiter of the here-document at the start of `text` is there once more before the line ends:
/// it was a line of its own.
fn has_end_on_line(text: &str) -> bool {
    let Some((document, len)) = HereDocument::at_start(text) else {
        return false;
    };
    let delimiter = document.delimiter();
    let word = delimiter.filter(|it| it.starts_with(|c: char| c.is_alphabetic() || c == '_'));
    let line = text[len..].lines().next().unwrap_or_default();
    word.is_some_and(|word| line.split_whitespace().any(|other| other == word))
}

/// Returns `true` if `<<` after `before` shifts a number.
fn is_shift(before: &str) -> bool {
    before.contains("((")
        || before.contains("$[")
        || before.ends_with(|c: char| c.is_alphanumeric())
}
