//! Inputs and outputs that belong to an argument of a script by their name.

use crate::expression::Port;
use crate::script::commands::ScriptRun;
use crate::script::python::{Argument, ScriptInterface};

/// Returns the words that pass `argument`, if the work has an input or output of that name.
pub(crate) fn passed_as(run: &ScriptRun<'_>, argument: &Argument) -> Option<String> {
    let scope = run.site.scope?;
    let find = |list: &[Port<'_>], section| {
        let port = list.iter().find(|port| is_for(argument, port.name()))?;
        Some(match argument.is_positional() {
            true => format!("${{{{{section}.{}}}}}", port.name()),
            false => with_braces(*port, section, argument.name()),
        })
    };
    find(&scope.inputs.list, "inputs").or_else(|| find(&scope.outputs.list, "outputs"))
}

/// Formats `--flag ${{inputs.name}}`, in `$[[ ]]` if the input may have no value.
pub(crate) fn with_braces(port: Port<'_>, section: &str, flag: &str) -> String {
    let text = format!("{flag} ${{{{{section}.{}}}}}", port.name());
    if port.is_optional() && port.field("default").is_none() {
        format!("$[[{text}]]")
    } else {
        text
    }
}

/// Returns the argument of `interface` that has the name of the input or output `name`.
pub(crate) fn argument_for<'i>(interface: &'i ScriptInterface, name: &str) -> Option<&'i Argument> {
    let mut arguments = interface.arguments.iter();
    arguments.find(|argument| !argument.is_positional() && is_for(argument, name))
}

/// Returns `true` if `argument` has the name of the input or output `name`: `-` and `_` are equal.
fn is_for(argument: &Argument, name: &str) -> bool {
    let letter = |byte: u8| match byte {
        b'-' => b'_',
        byte => byte.to_ascii_lowercase(),
    };
    let same = |text: &str| {
        let text = text.trim_start_matches('-');
        text.len() == name.len() && text.bytes().map(letter).eq(name.bytes().map(letter))
    };
    if argument.is_positional() {
        return same(&argument.dest);
    }
    argument
        .flags
        .iter()
        .any(|flag| flag.starts_with("--") && same(flag))
}
