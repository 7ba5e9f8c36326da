//! Values that an argument of a script refuses: in the command, at the inputs of the work, and in
//! pipelines that run a component.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::script_calls::{ScriptCall, calls, interfaces};
use crate::checks::context::Context;
use crate::checks::shared::pipeline::literal_values;
use crate::diagnostic::{Diagnostic, Related};
use crate::document::Document;
use crate::expression::{PortType, Program, ScopeKind, Step, Target};
use crate::rule::Level;
use crate::script::argparse::{KnownValue, MatchedArgument, Misfit, ValuePlace, misfit};
use crate::script::commands::runs;
use crate::script::python::{Argument, Choices, Value, ValueKind};
use crate::text::TextRange;
use crate::wording::alternatives;

/// A value that an argument refuses.
pub(crate) struct Refused {
    /// The range of the value.
    pub(crate) range: TextRange,
    /// The reason.
    pub(crate) misfit: Misfit,
    /// The argument.
    pub(crate) flag: String,
    /// The script.
    pub(crate) script: String,
    /// The allowed values, listed.
    pub(crate) choices: String,
    /// `true` for the default of a component's input: a pipeline may give another value.
    pub(crate) is_default: bool,
    value: String,
    related: Vec<Related>,
}

impl Refused {
    /// Returns the value as it appears in a sentence.
    pub(crate) fn shown(&self) -> &str {
        &self.value
    }

    /// Adds the declaration that refuses the value as a related place, and what is special about a default.
    pub(crate) fn point(&self, diagnostic: &mut Diagnostic) {
        diagnostic.related.extend(self.related.iter().cloned());
        if self.is_default {
            diagnostic
                .level(Level::Warning)
                .note("this is the default: a step that gives no value fails");
        }
    }

    fn new(script: &str, argument: &Argument, range: TextRange, found: (Misfit, String)) -> Self {
        Self {
            range,
            misfit: found.0,
            flag: argument.name().to_owned(),
            script: script.to_owned(),
            choices: choices(argument),
            is_default: false,
            value: found.1,
            related: vec![Related {
                path: argument.place.path.clone(),
                range: argument.place.range,
                message: format!("`{}` is declared here", argument.name()),
            }],
        }
    }
}

/// Returns the values in the document that a script refuses.
pub(crate) fn refused_values(cx: &Context<'_>) -> Vec<Refused> {
    let mut found = Vec::new();
    for call in cx.script_calls() {
        for given in &call.matching.given {
            for value in call.values(given) {
                found.extend(in_call(cx, call, given, value));
            }
        }
    }
    found.extend(in_steps(cx));
    found
}

fn in_call(
    cx: &Context<'_>,
    call: &ScriptCall<'_>,
    given: &MatchedArgument<'_>,
    value: ValuePlace,
) -> Option<Refused> {
    let argument = given.argument;
    let Some(known) = call.known(value) else {
        let text = call.literal(value)?;
        let why = misfit(argument, text)?;
        let range = call.value_range(value);
        return Some(Refused::new(
            call.script(),
            argument,
            range,
            (why, quoted(text)),
        ));
    };
    if let Some(refused) = in_default(call, argument, value) {
        return Some(refused);
    }
    let is_searched = matches!(call.expression(value), Some(Target::SearchSpace(_)));
    let found = match known {
        // A trial gets each of the values.
        KnownValue::OneOf(texts) if is_searched => refused(argument, known).or_else(|| {
            let mut texts = texts
                .iter()
                .filter(|text| is_passed_unchanged(text) && !is_split(text));
            texts.find_map(|text| Some((misfit(argument, text)?, quoted(text))))
        })?,
        known => refused(argument, known)?,
    };
    let range = match &known {
        KnownValue::Literal(_, node) if std::ptr::eq(node.tree(), cx.document.tree()) => {
            node.range()
        }
        _ => call.value_range(value),
    };
    Some(Refused::new(call.script(), argument, range, found))
}

/// Returns the default of the component's input at `place`, if `argument` refuses it but not every value of the input.
fn in_default(call: &ScriptCall<'_>, argument: &Argument, place: ValuePlace) -> Option<Refused> {
    let Some(Target::Input(name)) = call.expression(place) else {
        return None;
    };
    let scope = call.run.site.scope?;
    let port = scope.inputs.get(name.text)?;
    let default = port.field("default")?;
    let is_own = scope.kind == ScopeKind::Component
        && !port.declared().is_none_or(PortType::is_data)
        && literal_values::problem_with(port, default).is_none();
    if !is_own || refused(argument, &KnownValue::declared(port)).is_some() {
        return None;
    }
    let why = refused(argument, &KnownValue::of_literal(default))?;
    let mut refused = Refused::new(call.script(), argument, default.range(), why);
    refused.is_default = true;
    Some(refused)
}

/// Returns `true` if every tool writes the value like this: a text, or a whole number.
fn is_passed_unchanged(text: &str) -> bool {
    let is_bool = text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false");
    !is_bool && (text.parse::<f64>().is_err() || text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the reason if `argument` refuses every value that `known` can have, with its text.
fn refused(argument: &Argument, known: &KnownValue<'_>) -> Option<(Misfit, String)> {
    match known {
        KnownValue::Literal(text, _) if !is_split(text) => {
            Some((misfit(argument, text)?, quoted(text)))
        }
        KnownValue::OneOf(texts) => {
            let mut why = None;
            if texts.iter().any(|text| is_split(text)) {
                return None;
            }
            for text in texts {
                why = Some(misfit(argument, text)?);
            }
            let shown: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
            Some((why?, alternatives(&shown)))
        }
        KnownValue::Typed(PortType::Boolean) => {
            // The letter case that the service writes is unknown, so all are tried.
            let why = misfit(argument, "true")?;
            ["True", "false", "False"]
                .iter()
                .all(|text| misfit(argument, text).is_some())
                .then(|| (why, "a boolean".to_owned()))
        }
        KnownValue::Typed(kind) if kind.is_data() => {
            // A number can't be a path; whether a text is a path can't be decided here.
            let is_number = matches!(argument.kind, ValueKind::Int | ValueKind::Float);
            let why = misfit(argument, "/path").filter(|_| is_number)?;
            Some((why, "a path".to_owned()))
        }
        _ => None,
    }
}

/// Returns `true` if the shell makes several words of the value, or none, where the command has no quotes around it.
fn is_split(text: &str) -> bool {
    text.trim().is_empty() || text.contains(char::is_whitespace)
}

/// The script argument that gets an input of a component.
struct Receiver {
    argument: Argument,
    script: String,
    path: Arc<str>,
    word: TextRange,
}

/// Returns the literals that steps pass to components whose scripts refuse them.
fn in_steps(cx: &Context<'_>) -> Vec<Refused> {
    let mut receivers: BTreeMap<Arc<str>, BTreeMap<String, Vec<Receiver>>> = BTreeMap::new();
    let mut found = Vec::new();
    for (_, step) in cx.program().calls() {
        let component = step
            .callee
            .interface()
            .and_then(|interface| interface.document);
        let Some(document) = component.filter(|_| has_literal(step)) else {
            continue;
        };
        let by_input = receivers
            .entry(document.shared_path())
            .or_insert_with(|| receivers_in(cx, document));
        found.extend(in_step(step, by_input));
    }
    found
}

fn has_literal(step: &Step<'_>) -> bool {
    let mut given = step.inputs.list.iter();
    given.any(|given| matches!(KnownValue::of_literal(given.value), KnownValue::Literal(..)))
}

fn in_step(step: &Step<'_>, receivers: &BTreeMap<String, Vec<Receiver>>) -> Vec<Refused> {
    let mut found = Vec::new();
    let Some(interface) = step.callee.interface() else {
        return found;
    };
    for given in &step.inputs.list {
        let known = KnownValue::of_literal(given.value);
        let declared = interface.inputs.get(given.name());
        let (KnownValue::Literal(..), Some(port)) = (&known, declared) else {
            continue;
        };
        let is_data = port.declared().is_none_or(PortType::is_data);
        // A value that the component itself refuses has its own finding.
        if is_data || literal_values::problem_with(port, given.value).is_some() {
            continue;
        }
        let first = receivers.get(given.name()).and_then(|receivers| {
            let mut receivers = receivers.iter();
            receivers.find_map(|receiver| Some((receiver, refused(&receiver.argument, &known)?)))
        });
        if let Some((receiver, why)) = first {
            let range = given.value.range();
            let mut refused = Refused::new(&receiver.script, &receiver.argument, range, why);
            refused.related.push(Related {
                path: receiver.path.clone(),
                range: receiver.word,
                message: "the component passes it here".to_owned(),
            });
            found.push(refused);
        }
    }
    found
}

/// Returns the arguments that get the inputs of the component in `document` unchanged.
fn receivers_in(cx: &Context<'_>, document: &Document) -> BTreeMap<String, Vec<Receiver>> {
    let program = Program::new(cx.workspace, document);
    let runs = runs(cx.workspace, document, &program);
    let interfaces = interfaces(cx.workspace, document, &runs);
    let mut receivers: BTreeMap<String, Vec<Receiver>> = BTreeMap::new();
    for call in calls(&program, &runs, &interfaces) {
        for given in &call.matching.given {
            for value in call.values(given) {
                if let Some(Target::Input(name)) = call.expression(value) {
                    let receiver = Receiver {
                        argument: given.argument.clone(),
                        script: call.script().to_owned(),
                        path: document.shared_path(),
                        word: call.range(value.token),
                    };
                    receivers
                        .entry(name.text.to_owned())
                        .or_default()
                        .push(receiver);
                }
            }
        }
    }
    receivers
}

fn quoted(text: &str) -> String {
    match text {
        "" => "an empty string".to_owned(),
        text => format!("`{text}`"),
    }
}

/// Lists the choices: "`adam` or `sgd`".
fn choices(argument: &Argument) -> String {
    let Choices::Of(values) = &argument.choices else {
        return String::new();
    };
    let shown: Vec<String> = values.iter().take(12).filter_map(shown).collect();
    alternatives(&shown)
}

fn shown(value: &Value) -> Option<String> {
    match value {
        Value::Str(text) => Some(quoted(text)),
        Value::Int(number) => Some(quoted(&number.to_string())),
        Value::Float(number) => Some(quoted(&number.to_string())),
        Value::Bool(true) => Some(quoted("True")),
        Value::Bool(false) => Some(quoted("False")),
        _ => None,
    }
}
