//! Evaluation of `add_argument`.

use ruff_text_size::TextRange as Range;

use crate::script::python::argparse_interface::{
    Argument, ArgumentAction, Choices, Nargs, UnknownInterface, Value, ValueKind,
};
use crate::script::python::interpreter::PythonInterpreter;
use crate::script::python::interpreter::calls::CallArguments;
use crate::script::python::interpreter::object::Object;
use crate::script::python::interpreter::operators::has_unknown;

/// Attributes of an argument that change only its help.
const OF_HELP: &[&str] = &["completer", "help", "metavar"];

impl<'a> PythonInterpreter<'a> {
    /// Evaluates `add_argument` of a parser, or of one of its groups.
    pub(in crate::script::python::interpreter) fn add_argument(
        &mut self,
        parser: usize,
        group: Option<usize>,
        given: &CallArguments<'a>,
        at: Range,
    ) -> Object<'a> {
        let place = self.place(&at);
        let Some(names) = names(given) else {
            self.parsers[parser].open(UnknownInterface::ComputedName(place));
            return Object::Unknown;
        };
        for keyword in ["type", "action"] {
            // A function that converts a text to a value does not touch the parser.
            if let Some(value) = given.named(keyword)
                && value.parser().is_some()
            {
                self.escape(value, at);
            }
        }
        let is_positional = !names[0].starts_with('-');
        let mut argument = Argument {
            dest: dest(&names, given),
            flags: if is_positional { Vec::new() } else { names },
            metavar: text(given, "metavar"),
            action: action(given.named("action")),
            nargs: nargs(given.named("nargs")),
            kind: kind(given.named("type")),
            choices: choices(given.named("choices")),
            default: given.named("default").map(Object::value),
            is_required: false,
            is_conditional: self.is_conditional,
            exclusive_group: group,
            help: text(given, "help"),
            place,
        };
        if argument.action.takes_value() == Some(false) {
            argument.nargs = Nargs::Zero;
            argument.kind = ValueKind::Unknown;
        }
        if argument.action == ArgumentAction::BooleanOptional {
            add_negated(&mut argument.flags);
        }
        let required = given
            .named("required")
            .map_or(Value::Bool(false), Object::value);
        argument.is_required = if is_positional {
            let nargs = argument.nargs;
            matches!(nargs, Nargs::One | Nargs::OneOrMore) || matches!(nargs, Nargs::Exactly(1..))
        } else {
            required == Value::Bool(true)
        };
        let is_known = matches!(required, Value::Bool(_))
            && given
                .named("dest")
                .is_none_or(|dest| dest.as_text().is_some());
        if given.has_more_named || !is_known {
            blur(&mut argument);
        }
        self.add(parser, argument)
    }

    /// Adds `argument`. If it exists already, from another branch, only its name is certain.
    fn add(&mut self, parser: usize, argument: Argument) -> Object<'a> {
        let arguments = &mut self.parsers[parser].arguments;
        let is_it = |other: &&mut Argument| {
            let mut flags = other.flags.iter();
            flags.any(|flag| argument.flags.contains(flag))
        };
        if let Some(other) = arguments.iter_mut().find(is_it) {
            blur(other);
            let more = argument.flags.into_iter();
            let more: Vec<String> = more.filter(|flag| !other.flags.contains(flag)).collect();
            other.flags.extend(more);
            return Object::Unknown;
        }
        if argument.flags.is_empty() && argument.is_conditional {
            // Its position depends on an unknown value, as do the positions of the arguments after it.
            let reason = UnknownInterface::ComputedName(argument.place.clone());
            self.parsers[parser].open(reason);
        }
        let arguments = &mut self.parsers[parser].arguments;
        arguments.push(argument);
        Object::Argument(parser, arguments.len() - 1)
    }

    /// Evaluates `argument.name = ...`.
    pub(in crate::script::python::interpreter) fn change_argument(
        &mut self,
        parser: usize,
        index: usize,
        name: &str,
    ) {
        if !OF_HELP.contains(&name)
            && let Some(argument) = self.parsers[parser].arguments.get_mut(index)
        {
            blur(argument);
        }
    }
}

/// Returns the names or flags that are passed; `None` if they are unknown.
fn names(given: &CallArguments<'_>) -> Option<Vec<String>> {
    if given.has_more {
        return None;
    }
    let mut names = Vec::new();
    for name in &given.positional {
        names.push(name.as_text()?.to_owned());
    }
    if names.is_empty() {
        names.push(given.named("dest")?.as_text()?.to_owned());
    }
    let flags = names.iter().filter(|name| name.starts_with('-')).count();
    let is_right = flags == names.len() || flags == 0 && names.len() == 1;
    (is_right && names.iter().all(|name| !name.is_empty())).then_some(names)
}

/// Returns the name of the attribute that gets the value:
/// <https://docs.python.org/3/library/argparse.html#dest>.
fn dest(names: &[String], given: &CallArguments<'_>) -> String {
    if let Some(dest) = given.named("dest").and_then(Object::as_text) {
        return dest.to_owned();
    }
    if !names[0].starts_with('-') {
        return names[0].clone();
    }
    let long = names.iter().find(|name| name.starts_with("--"));
    let flag = long.unwrap_or(&names[0]);
    flag.trim_start_matches('-').replace('-', "_")
}

fn text(given: &CallArguments<'_>, name: &str) -> Option<String> {
    given.named(name)?.as_text().map(str::to_owned)
}

fn action(given: Option<&Object<'_>>) -> ArgumentAction {
    let Some(given) = given else {
        return ArgumentAction::Store;
    };
    if let Object::External(name) = given {
        let is_switch = &**name == "argparse.BooleanOptionalAction";
        return if is_switch {
            ArgumentAction::BooleanOptional
        } else {
            ArgumentAction::Unknown
        };
    }
    match given.as_text() {
        Some("store") => ArgumentAction::Store,
        Some("store_const") => ArgumentAction::StoreConst,
        Some("store_true") => ArgumentAction::StoreTrue,
        Some("store_false") => ArgumentAction::StoreFalse,
        Some("append") => ArgumentAction::Append,
        Some("append_const") => ArgumentAction::AppendConst,
        Some("extend") => ArgumentAction::Extend,
        Some("count") => ArgumentAction::Count,
        Some("help") => ArgumentAction::Help,
        Some("version") => ArgumentAction::Version,
        _ => ArgumentAction::Unknown,
    }
}

fn nargs(given: Option<&Object<'_>>) -> Nargs {
    match given {
        None | Some(Object::Constant(Value::None)) => Nargs::One,
        Some(Object::Constant(Value::Int(count))) => {
            u32::try_from(*count).map_or(Nargs::Unknown, Nargs::Exactly)
        }
        Some(Object::Constant(Value::Str(text))) => match &**text {
            "?" => Nargs::Optional,
            "*" => Nargs::ZeroOrMore,
            "+" => Nargs::OneOrMore,
            "..." => Nargs::Remainder,
            _ => Nargs::Unknown,
        },
        Some(Object::External(name)) => match &**name {
            "argparse.OPTIONAL" => Nargs::Optional,
            "argparse.ZERO_OR_MORE" => Nargs::ZeroOrMore,
            "argparse.ONE_OR_MORE" => Nargs::OneOrMore,
            "argparse.REMAINDER" => Nargs::Remainder,
            _ => Nargs::Unknown,
        },
        Some(_) => Nargs::Unknown,
    }
}

fn kind(given: Option<&Object<'_>>) -> ValueKind {
    let name = match given {
        None | Some(Object::Constant(Value::None)) => return ValueKind::Str,
        Some(Object::External(name)) => name,
        Some(_) => return ValueKind::Unknown,
    };
    match &**name {
        "builtins.str" => ValueKind::Str,
        "builtins.int" => ValueKind::Int,
        "builtins.float" => ValueKind::Float,
        "builtins.bool" => ValueKind::Bool,
        "pathlib.Path" | "pathlib.PurePath" | "pathlib.PosixPath" | "pathlib.PurePosixPath" => {
            ValueKind::Path
        }
        "json.loads" => ValueKind::Json,
        _ => ValueKind::Unknown,
    }
}

fn choices(given: Option<&Object<'_>>) -> Choices {
    let values = match given {
        None | Some(Object::Constant(Value::None)) => return Choices::Any,
        Some(Object::Dict(items)) => {
            let items = items.borrow();
            let keys = items
                .as_ref()
                .map(|items| items.iter().map(|(key, _)| key.clone()));
            keys.map_or(Value::Unknown, |keys| Value::List(keys.collect()))
        }
        Some(given) => given.value(),
    };
    match values {
        Value::List(values) if !values.iter().any(has_unknown) => Choices::Of(values),
        _ => Choices::Unknown,
    }
}

/// Adds `--no-x` for each `--x`.
fn add_negated(flags: &mut Vec<String>) {
    let long = flags.iter().filter_map(|flag| flag.strip_prefix("--"));
    let negated: Vec<String> = long.map(|name| format!("--no-{name}")).collect();
    flags.extend(negated);
}

/// Marks everything but the name as unknown.
fn blur(argument: &mut Argument) {
    argument.action = ArgumentAction::Unknown;
    argument.nargs = Nargs::Unknown;
    argument.kind = ValueKind::Unknown;
    argument.choices = Choices::Unknown;
    argument.default = Some(Value::Unknown);
    argument.is_required = false;
    argument.is_conditional = true;
}
