//! A misspelled flag that the script ignores.

use crate::checks::prelude::*;
use crate::checks::shared::script::script_calls::{ScriptCall, point_to};
use crate::script::argparse::{ArgumentFault, differs_in_spelling};

declare_rule! {
    /// A parser with `parse_known_args` ignores arguments that it doesn't declare. A flag that differs
    /// from a declared one only in `-`, `_`, or letter case is ignored, too: the script runs with the
    /// default value, without a warning.
    ///
    /// This rule doesn't report scripts that use the other arguments, which `parse_known_args` returns
    /// as its second value.
    ///
    /// Fix: writes the flag as it is declared. It is unsafe, because it changes what the script gets.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --learning-rate 0.1
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python bad path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--learning_rate", type=float, default=0.01)
    /// args, _ = parser.parse_known_args()
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --learning_rate 0.1
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```python good path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--learning_rate", type=float, default=0.01)
    /// args, _ = parser.parse_known_args()
    /// ```
    "misspelled-script-argument", Script, Warning,
    marks: [Unfinished],
    summary: "a misspelled flag that the script ignores",
    fix: Unsafe,
    url: "https://docs.python.org/3/library/argparse.html#partial-parsing",
}

fn check(cx: &mut Context<'_>) {
    for call in cx.script_calls() {
        if !call.interface.takes_unknown || !ignores_the_rest(cx, call) {
            continue;
        }
        for fault in &call.matching.faults {
            let ArgumentFault::UnknownFlag { token, name } = fault else {
                continue;
            };
            let meant = call.meant_flag(*token).filter(|(argument, flag)| {
                differs_in_spelling(name, flag) && call.matching.given(argument).next().is_none()
            });
            let Some((argument, flag)) = meant else {
                continue;
            };
            let script = call.script();
            let message =
                format!("the parser of `{script}` ignores `{name}`: its argument is `{flag}`");
            let diagnostic = cx.report(call.flag_range(*token, name), message);
            diagnostic.note(
                "with `parse_known_args`, a parser ignores arguments that it doesn't declare, so the \
                 script runs with the default",
            );
            diagnostic.help(format!("did you mean `{flag}`?"));
            point_to(diagnostic, argument);
            if let Some(edit) = call.rename(*token, name, flag) {
                diagnostic.unsafe_fix(format!("write `{flag}`"), edit);
            }
        }
    }
}

/// Returns `true` if the file with the parser certainly ignores the second value of
/// `parse_known_args`.
fn ignores_the_rest(cx: &Context<'_>, call: &ScriptCall<'_>) -> bool {
    let place = call.interface.place.as_ref();
    let text = place.and_then(|place| cx.workspace.text_at(cx.document.path(), &place.path));
    let Some(text) = text else { return false };
    let mut calls = text.match_indices("parse_known_args(").peekable();
    calls.peek().is_some()
        && calls.all(|(at, _)| {
            let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
            let after = text[at..].find('\n').map_or("", |end| &text[at..at + end]);
            let targets = text[line..at]
                .split_once('=')
                .map(|(targets, _)| targets.trim());
            match targets.and_then(|targets| targets.trim_matches(['(', ')']).split_once(',')) {
                Some((_, rest)) => occurrences(&text, rest.trim()) == 1 || rest.trim() == "_",
                None => targets.is_some() && after.trim_end().ends_with(")[0]"),
            }
        })
}

/// Returns the number of times that `name` is a whole word of `text`.
fn occurrences(text: &str, name: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c: char| !is_word(c))
        .filter(|word| *word == name)
        .count()
}
