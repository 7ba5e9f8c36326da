//! A word that belongs to no argument of the script.

use crate::checks::prelude::*;
use crate::checks::shared::script::script_calls::ScriptCall;
use crate::script::argparse::ArgumentFault;

declare_rule! {
    /// A word that no flag of the script takes is a positional argument. A script that declares
    /// none, or whose positional arguments all have their values, ends with an error. A frequent
    /// cause is a space between the dashes and the name: `-- data` instead of `--data`.
    ///
    /// This rule doesn't report scripts whose arguments are not all known, or that ignore unknown
    /// arguments (`parse_known_args`), and words that may be a part of a value.
    ///
    /// Fix: removes the space after `--`, or a `--` at the end. It is unsafe, because it changes
    /// what the script gets.
    ///
    /// ```yaml bad path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py -- data ${{inputs.data}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    /// ```
    /// ```python bad path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--data")
    /// args = parser.parse_args()
    /// ```
    /// ```yaml good path=job.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py --data ${{inputs.data}}
    /// code: src
    /// environment: azureml:training:3
    /// inputs:
    ///   data: {type: uri_folder, path: azureml:wine:1}
    /// ```
    /// ```python good path=src/train.py
    /// import argparse
    ///
    /// parser = argparse.ArgumentParser()
    /// parser.add_argument("--data")
    /// args = parser.parse_args()
    /// ```
    "unexpected-script-argument", Script, Error,
    marks: [Unfinished],
    summary: "a word that belongs to no argument of the script",
    fix: Unsafe,
    url: "https://docs.python.org/3/library/argparse.html#arguments-containing",
}

fn check(cx: &mut Context<'_>) {
    for call in cx.script_calls() {
        if call.interface.takes_unknown {
            continue;
        }
        for fault in &call.matching.faults {
            match fault {
                ArgumentFault::Unexpected { token } if call.begins_with_escaped_space(*token) => {}
                ArgumentFault::Unexpected { token } => report_word(cx, call, *token),
                ArgumentFault::LoneDashes { token } => report_dashes(cx, call, *token),
                _ => {}
            }
        }
    }
}

fn report_word(cx: &mut Context<'_>, call: &ScriptCall<'_>, token: usize) {
    let script = call.script();
    let subject = match call.words().get(token).and_then(|word| word.literal()) {
        Some(text) => format!("`{text}`"),
        None => "the value".to_owned(),
    };
    let note = if call.has_positionals() {
        "no flag takes it, and the positional arguments of the script have their values: the \
         script ends with an error"
    } else {
        "no flag takes it, and the script has no positional arguments: it ends with an error"
    };
    let message = format!("{subject} belongs to no argument of `{script}`");
    cx.report(call.range(token), message)
        .note(note)
        .help("write the flag in front of it, or remove it");
}

fn report_dashes(cx: &mut Context<'_>, call: &ScriptCall<'_>, token: usize) {
    let script = call.script();
    let next = call.words().get(token + 1);
    let flag = next
        .and_then(|word| word.literal())
        .map(|name| format!("--{name}"));
    let flag = flag.filter(|flag| call.interface.flag(flag).is_some());
    let note = "`--` alone ends the flags, and what follows would be positional arguments, which \
                the script doesn't have: it ends with an error";
    let range = call.range(token);
    if let Some(flag) = flag {
        let name = &flag[2..];
        let diagnostic = cx.report(
            range,
            format!("`-- {name}` is not the argument `{flag}` of `{script}`"),
        );
        diagnostic
            .note(note)
            .help(format!("write `{flag}` without a space"));
        if let Some(edit) = call.join(token, token + 1) {
            diagnostic.unsafe_fix(format!("write `{flag}`"), edit);
        }
        return;
    }
    let diagnostic = cx.report(range, format!("`--` is not an argument of `{script}`"));
    diagnostic
        .note(note)
        .help("remove it, or write the name of the flag after it without a space");
    if next.is_none()
        && let Some(edit) = call.remove(token)
    {
        diagnostic.unsafe_fix("remove `--`", edit);
    }
}
