//! Completion of argument values: the choices, the inputs and outputs that fit, the default.

use azml_rules::expression::{Port, PortType, Target};
use azml_rules::script::python::{Argument, Choices, ValueKind};
use azml_rules::syntax::Node;

use super::argument_context::ArgumentContext;
use crate::completion::item::{Item, ItemSort};
use crate::markdown::prose;
use crate::script::{choices, shown};

/// An input, output, or hyperparameter that can be passed to an argument.
struct Candidate<'a> {
    port: Port<'a>,
    /// `inputs`, `outputs`, `search_space`
    section: &'static str,
    /// Sort key; smaller is better.
    rank: (u8, u8, bool),
}

impl Candidate<'_> {
    fn expression(&self) -> String {
        format!("${{{{{}.{}}}}}", self.section, self.port.name())
    }

    /// Returns `true` if the port can be without a value, so that its argument must be left out then.
    fn may_be_left_out(&self) -> bool {
        self.port.is_optional() && self.port.field("default").is_none()
    }
}

/// Returns the completions for the value of `argument` that starts at `start` of the word.
pub(crate) fn items(
    around: &ArgumentContext<'_, '_>,
    argument: &Argument,
    start: usize,
) -> Vec<Item> {
    let before = around.word.typed.get(..start).unwrap_or_default();
    let item = |sort, text: String, detail: &str| {
        let whole = format!("{before}{text}");
        around.word.item(sort, &text, whole, detail)
    };
    let default = argument.default.as_ref().and_then(shown);
    let is_default = |text: &String| default.as_ref() == Some(text);
    let mut items = Vec::new();
    for choice in choices(argument).into_iter().filter(|text| is_plain(text)) {
        let detail = if is_default(&choice) { "default" } else { "" };
        items.push(item(ItemSort::Value, choice, detail));
    }
    let has_choices = !items.is_empty();
    for candidate in candidates(around, argument, argument.name()) {
        // Without a value its flag would have to be left out too.
        if candidate.may_be_left_out() && !around.word.is_optional {
            continue;
        }
        let found = item(ItemSort::Name, candidate.expression(), &detail(&candidate));
        let about = candidate.port.field("description").and_then(Node::text);
        items.push(Item {
            about: about.map(prose).unwrap_or_default(),
            ..found
        });
    }
    let default = default.filter(|text| is_plain(text) && !has_choices);
    items.extend(default.map(|text| item(ItemSort::Value, text, "default")));
    items
}

/// Returns `flag` with the input or output that has its name and is not passed yet.
pub(crate) fn of_same_name(
    around: &ArgumentContext<'_, '_>,
    argument: &Argument,
    flag: &str,
) -> Option<String> {
    if argument.action.takes_value() != Some(true) {
        return None;
    }
    let mut found = candidates(around, argument, flag).into_iter();
    let candidate = found.find(|it| it.rank.0 == 0 && !it.rank.2)?;
    let text = format!("{flag} {}", candidate.expression());
    Some(if candidate.may_be_left_out() && !around.word.is_optional {
        format!("$[[{text}]]")
    } else {
        text
    })
}

/// Returns the ports that fit `argument`, the best first.
fn candidates<'a>(
    around: &'a ArgumentContext<'_, '_>,
    argument: &Argument,
    flag: &str,
) -> Vec<Candidate<'a>> {
    let Some(scope) = around.run.site.scope.filter(|_| around.word.takes_braces) else {
        return Vec::new();
    };
    let space = scope.search_space.as_ref().map(|it| ("search_space", it));
    let sections = [("inputs", &scope.inputs), ("outputs", &scope.outputs)];
    let mut found = Vec::new();
    for (section, ports) in sections.into_iter().chain(space) {
        for port in &ports.list {
            let is_required = argument.is_required && !around.word.is_optional;
            let may_be_missing = port.is_optional() && port.field("default").is_none();
            if port.name() == "<<" || is_required && may_be_missing {
                continue;
            }
            let port_type = match section {
                "inputs" => port.kind(),
                "outputs" => Some(port.declared().unwrap_or(PortType::UriFolder)),
                _ => None,
            };
            if let Some(fit) = fit(argument, port_type) {
                found.push(Candidate {
                    port: *port,
                    section,
                    rank: (
                        distance(flag, port.name()),
                        fit,
                        is_passed(around, section, port.name()),
                    ),
                });
            }
        }
    }
    found.sort_by_key(|candidate| candidate.rank);
    found
}

/// Returns the rank of a value of this type, smaller is better; `None` if the script cannot use it.
fn fit(argument: &Argument, port: Option<PortType>) -> Option<u8> {
    let Some(port) = port else {
        return Some(1);
    };
    if port.is_data() && argument.choices != Choices::Any {
        return None;
    }
    match (argument.kind, port) {
        (ValueKind::Int, PortType::Integer)
        | (ValueKind::Float, PortType::Number)
        | (ValueKind::Str | ValueKind::Json, PortType::String) => Some(0),
        // `bool("False")` is true.
        (ValueKind::Bool, PortType::Boolean) => None,
        (ValueKind::Int | ValueKind::Float, port) if port.is_data() => None,
        (ValueKind::Int | ValueKind::Float, PortType::Boolean) => None,
        (ValueKind::Str | ValueKind::Path, port) if port.is_data() => Some(0),
        (ValueKind::Path, PortType::String) => Some(1),
        (ValueKind::Path, _) => None,
        _ => Some(1),
    }
}

/// Returns the distance between the name of a port and that of an argument.
fn distance(flag: &str, port: &str) -> u8 {
    let plain = |name: &str| {
        let name = name.trim_start_matches('-').replace('-', "_");
        name.to_ascii_lowercase()
    };
    let (flag, port) = (plain(flag), plain(port));
    match () {
        () if flag == port => 0,
        () if flag.contains(&port) || port.contains(&flag) => 1,
        () => 2,
    }
}

/// Returns `true` if the command already references the port.
fn is_passed(around: &ArgumentContext<'_, '_>, section: &str, name: &str) -> bool {
    let text = around.run.arguments.as_ref().map(|it| &it.command.text);
    let mut expressions = text.into_iter().flat_map(|text| &text.scan.expressions);
    expressions.any(|expression| match &expression.target {
        Target::Input(port) => section == "inputs" && port.text == name,
        Target::Output(port) => section == "outputs" && port.text == name,
        Target::SearchSpace(port) => section == "search_space" && port.text == name,
        _ => false,
    })
}

fn detail(candidate: &Candidate<'_>) -> String {
    let what = match candidate.section {
        "inputs" => "input",
        "outputs" => "output",
        _ => "hyperparameter",
    };
    match candidate.port.kind() {
        Some(kind) => format!("{what} · {}", kind.name()),
        None => what.to_owned(),
    }
}

/// Returns `true` if a shell and YAML read `text` literally.
fn is_plain(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_-./+=@,".contains(c);
    !text.is_empty() && !text.starts_with('-') && text.chars().all(is_part)
}
