//! Inputs and outputs of a job that runs a script: one for each argument that
//! requires a value, or has a default.

use azml_rules::expression::PortType;
use azml_rules::path::file_name;
use azml_rules::script::python::{
    Argument, ArgumentAction, Choices, Nargs, ScriptInterface, Value, ValueKind,
};

/// An input or output for an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlannedPort {
    /// Its name.
    pub(crate) name: String,
    /// The flag that passes it.
    pub(crate) flag: String,
    /// `true` if the script writes it.
    pub(crate) is_output: bool,
    /// Its type.
    pub(crate) port_type: PortType,
    /// Its default as a YAML literal, if the script has one.
    pub(crate) default: Option<String>,
    /// `true` if the script fails without it.
    pub(crate) is_required: bool,
}

impl PlannedPort {
    /// `--flag ${{inputs.name}}`
    pub(crate) fn passed(&self) -> String {
        let section = self.section();
        format!("{} ${{{{{section}.{}}}}}", self.flag, self.name)
    }

    /// `inputs` or `outputs`.
    pub(crate) fn section(&self) -> &'static str {
        if self.is_output { "outputs" } else { "inputs" }
    }

    /// Returns the default of the input, else a placeholder value of its type.
    pub(crate) fn value(&self) -> String {
        if let Some(default) = &self.default {
            return default.clone();
        }
        match self.port_type {
            PortType::Integer => "1".to_owned(),
            PortType::Number => "0.1".to_owned(),
            _ => "value".to_owned(),
        }
    }
}

/// Words in the names of arguments whose values are output paths.
const WRITTEN: [&str; 6] = ["out", "output", "outputs", "save", "saved", "write"];

/// Words in the names of arguments whose values are input paths.
const READ: [&str; 9] = [
    "data", "dataset", "dir", "file", "folder", "input", "model", "path", "csv",
];

/// Returns the ports for `interface`, in the order of its arguments: the required ones, and those
/// that have a default. Switches, lists, and arguments of unknown type have none.
pub(crate) fn planned_ports(interface: &ScriptInterface) -> Vec<PlannedPort> {
    let arguments = interface.arguments.iter();
    let trains = trains(interface);
    let planned = arguments.filter_map(|argument| planned(argument, trains));
    let mut ports: Vec<PlannedPort> = planned.collect();
    let mut names = std::collections::BTreeSet::new();
    ports.retain(|port| names.insert(port.name.clone()));
    ports
}

/// Words in the names of scripts that read a model.
const USES_MODEL: [&str; 9] = [
    "deploy", "eval", "infer", "predict", "register", "scor", "serv", "test", "valid",
];

/// Returns `true` if the script reads data and is not named for what is done with a model: then it writes the
/// model.
fn trains(interface: &ScriptInterface) -> bool {
    let mut arguments = interface.arguments.iter();
    let reads_data = arguments.any(|it| it.name().contains("data") || it.name().contains("input"));
    let script = interface.place.as_ref().map(|place| file_name(&place.path));
    let uses_model = |name: &str| USES_MODEL.iter().any(|word| name.contains(word));
    reads_data && script.is_some_and(|name| !uses_model(name))
}

fn planned(argument: &Argument, trains: bool) -> Option<PlannedPort> {
    let flag = argument.name();
    let is_one = matches!(argument.nargs, Nargs::One | Nargs::Optional);
    if !flag.starts_with("--") || !is_one || argument.action != ArgumentAction::Store {
        return None;
    }
    if argument.is_conditional || argument.exclusive_group.is_some() {
        return None;
    }
    let name = flag.trim_start_matches('-').replace('-', "_");
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.starts_with(|c: char| c.is_ascii_alphabetic());
    let default = default(argument);
    if !is_name || default.is_none() && !argument.is_required {
        return None;
    }
    let parts: Vec<&str> = name.split('_').collect();
    let has = |words: &[&str]| parts.iter().any(|part| words.contains(part));
    let is_path = matches!(argument.kind, ValueKind::Str | ValueKind::Path)
        && argument.choices == Choices::Any
        && default.is_none();
    let (is_output, port_type) = match argument.kind {
        ValueKind::Int => (false, PortType::Integer),
        ValueKind::Float => (false, PortType::Number),
        _ if is_path && has(&WRITTEN) || is_path && trains && name == "model" => {
            (true, PortType::UriFolder)
        }
        _ if is_path && (has(&READ) || argument.kind == ValueKind::Path) => {
            (false, PortType::UriFolder)
        }
        ValueKind::Str => (false, PortType::String),
        _ => return None,
    };
    Some(PlannedPort {
        name,
        flag: flag.to_owned(),
        is_output,
        port_type,
        default: default.or_else(|| first_choice(argument)),
        is_required: argument.is_required,
    })
}

/// Returns the default as a YAML literal of the type, if possible.
fn default(argument: &Argument) -> Option<String> {
    literal(argument.kind, argument.default.as_ref()?)
}

fn first_choice(argument: &Argument) -> Option<String> {
    match &argument.choices {
        Choices::Of(values) => literal(argument.kind, values.first()?),
        _ => None,
    }
}

fn literal(kind: ValueKind, value: &Value) -> Option<String> {
    match (kind, value) {
        (ValueKind::Int, Value::Int(number)) => Some(number.to_string()),
        (ValueKind::Float, Value::Int(number)) => Some(format!("{number}.0")),
        (ValueKind::Float, Value::Float(number)) if number.is_finite() => {
            Some(format!("{number:?}"))
        }
        (ValueKind::Str, Value::Str(text)) => is_plain(text).then(|| text.to_string()),
        _ => None,
    }
}

/// Returns `true` if YAML and a shell read `text` literally.
fn is_plain(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let is_word = matches!(
        text.to_ascii_lowercase().as_str(),
        "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "y" | "n"
    );
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_part) && !is_word
}
