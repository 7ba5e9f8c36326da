//! Descriptions of script arguments.

use azml_rules::script::python::{
    Argument, Choices, Nargs, ScriptInterface, State, UnknownInterface, Value, ValueKind,
};

use crate::Site;
use crate::markdown::{Markdown, code, listed_up_to, md, prose};

/// Maximum number of choices listed.
const CHOICES: usize = 20;

/// "required · float · default 0.1"
pub(crate) fn summary(argument: &Argument) -> String {
    let mut parts = Vec::new();
    if argument.is_required {
        parts.push("required".to_owned());
    }
    parts.push(kind(argument));
    if let Some(default) = default(argument) {
        parts.push(format!("default {default}"));
    }
    if argument.is_conditional {
        parts.push("not always there".to_owned());
    }
    parts.join(" · ")
}

/// "float", "switch", "one or more texts"
fn kind(argument: &Argument) -> String {
    if argument.action.takes_value() == Some(false) {
        return "switch".to_owned();
    }
    let (one, several) = match argument.kind {
        ValueKind::Str => ("text", "texts"),
        ValueKind::Int => ("integer", "integers"),
        ValueKind::Float => ("number", "numbers"),
        ValueKind::Bool => ("bool", "bools"),
        ValueKind::Path => ("path", "paths"),
        ValueKind::Json => ("JSON", "JSON values"),
        ValueKind::Unknown => ("value", "values"),
    };
    let one = match &argument.choices {
        Choices::Any => one,
        _ => "choice",
    };
    match argument.nargs {
        Nargs::One | Nargs::Zero | Nargs::Unknown => one.to_owned(),
        Nargs::Optional => format!("{one} or nothing"),
        Nargs::Exactly(count) => format!("{count} {several}"),
        Nargs::ZeroOrMore => format!("any number of {several}"),
        Nargs::OneOrMore => format!("one or more {several}"),
        Nargs::Remainder => "all that follows".to_owned(),
    }
}

/// Returns the default as Python shows it; `None` if it is Python's `None` or computed.
fn default(argument: &Argument) -> Option<String> {
    argument.default.as_ref().and_then(shown)
}

/// Returns a value as a command writes it; `None` for Python's `None`, and for computed values.
pub(crate) fn shown(value: &Value) -> Option<String> {
    match value {
        Value::None | Value::Unknown => None,
        Value::Bool(true) => Some("True".to_owned()),
        Value::Bool(false) => Some("False".to_owned()),
        Value::Int(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::Str(text) => Some(text.to_string()),
        Value::List(items) => {
            let items: Option<Vec<String>> = items.iter().map(shown).collect();
            Some(items?.join(", "))
        }
    }
}

/// Returns the choices as a command writes them.
pub(crate) fn choices(argument: &Argument) -> Vec<String> {
    match &argument.choices {
        Choices::Of(values) => values.iter().filter_map(shown).collect(),
        _ => Vec::new(),
    }
}

/// Returns the help text with the placeholders of `argparse` replaced.
pub(crate) fn help(argument: &Argument) -> Option<String> {
    let help = argument.help.as_deref()?.trim();
    let default = default(argument).unwrap_or_else(|| "None".to_owned());
    let filled = help
        .replace("%(default)s", &default)
        .replace("%(dest)s", &argument.dest)
        .replace("%%", "%");
    (!filled.is_empty()).then_some(filled)
}

/// Returns the description of `argument`, shown below its name.
pub(crate) fn about(site: &Site<'_>, argument: &Argument) -> Markdown {
    let mut text = Markdown::new();
    if let Some(help) = help(argument) {
        text.push(md!("{}\n\n", prose(help)));
    }
    text.push_row("Takes", crate::markdown::plain(kind(argument)));
    let choices: Vec<Markdown> = choices(argument).iter().map(code).collect();
    if !choices.is_empty() {
        text.push_row("Choices", listed_up_to(CHOICES, choices));
    }
    if let Some(default) = default(argument) {
        text.push_row("Default", code(default));
    }
    if argument.is_required {
        text.push_row("Required", "yes");
    }
    if argument.flags.len() > 1 {
        let others = argument
            .flags
            .iter()
            .filter(|flag| *flag != argument.name());
        text.push_row("Also", listed_up_to(CHOICES, others.map(code).collect()));
    }
    if argument.is_conditional {
        text.push_row("Added", "not always");
    }
    let place = &argument.place;
    text.push_row(
        "Declared in",
        site.place_link(&place.path, place.range.start),
    );
    text.trimmed()
}

/// Returns a sentence that says if all arguments of the script are known.
pub(crate) fn completeness(site: &Site<'_>, interface: &ScriptInterface) -> Markdown {
    let State::Open(reason) = &interface.state else {
        return if interface.takes_unknown {
            md!("These are all; others are ignored (`parse_known_args`).")
        } else {
            md!("These are all the arguments that it takes.")
        };
    };
    let file = |path: &str| site.file_link(path);
    match reason {
        UnknownInterface::NoParser => {
            md!("Its arguments are not known: no parser of `argparse` reads the command line.")
        }
        UnknownInterface::Unreadable(path) => {
            md!(
                "Its arguments are not known: {} cannot be read.",
                file(path)
            )
        }
        UnknownInterface::Syntax(path) => {
            md!(
                "Its arguments are not known: {} has a syntax error.",
                file(path)
            )
        }
        UnknownInterface::Library(name) => {
            md!(
                "Its arguments are not known: {} reads the command line.",
                code(name)
            )
        }
        UnknownInterface::CommandLine => {
            md!("Its arguments are not known: it reads `sys.argv` itself.")
        }
        _ => md!("There may be others: its parser cannot be followed to the end."),
    }
}
