//! Inputs and outputs that nothing uses.

use foldhash::{HashSet, HashSetExt};

use crate::checks::context::Context;
use crate::checks::shared::comments;
use crate::checks::shared::pipeline::port_variables::{VARIABLE, Variables, reads_variables};
use crate::checks::shared::reference::referenced_names::ReferencedNames;
use crate::checks::shared::script::script_calls::ScriptCall;
use crate::checks::shared::script::script_inputs::argument_for;
use crate::diagnostic::Diagnostic;
use crate::document::Kind;
use crate::expression::{
    Callee, ExpressionScope, ExpressionSite, Port, Ports, Program, ScopeKind, Target,
};
use crate::fix::{self, Edit};
use crate::rule::RuleMark;
use crate::script::python::Argument;
use crate::settings::RuleLevel;
use crate::similar::{are_typed, closest};
use crate::syntax::{Entry, Node, PlaceholderForm, placeholders};

/// Inputs or outputs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Inputs,
    Outputs,
}

impl Side {
    /// Returns the name of one of them, and the key under which they are declared.
    pub(crate) fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Inputs => ("input", "inputs"),
            Self::Outputs => ("output", "outputs"),
        }
    }
}

/// Outputs that the service writes itself.
pub(crate) const IMPLICIT: &[&str] = &["default", "artifacts"];

/// Reports ports that neither the command of a job, component, trial or step nor its environment
/// variables use. Skips those that the script takes, if `input-not-passed-to-script` reports them, and those of
/// which a comment says why they aren't used.
pub(crate) fn report_in_commands(cx: &mut Context<'_>, side: Side) {
    let taken = crate::checks::marked(RuleMark::UnpassedInput);
    let is_reported = taken.is_some_and(|rule| cx.level(rule) != RuleLevel::Off);
    for unused in in_commands(cx, side) {
        let is_explained = comments::explain_disuse(unused.port.key);
        if !is_explained && (!is_reported || unused.taken_by(cx).is_none()) {
            report_in_command(cx, unused.port, side, unused.removal);
        }
    }
}

/// An input or output that nothing uses.
pub(crate) struct Unused<'a> {
    pub(crate) port: Port<'a>,
    /// The mapping that declares it.
    scope: Node<'a>,
    removal: Option<Edit>,
}

impl<'a> Unused<'a> {
    /// Returns the argument of a script that has the name of the port, isn't passed, and could be.
    pub(crate) fn taken_by(&self, cx: &Context<'a>) -> Option<(&'a ScriptCall<'a>, &'a Argument)> {
        let calls = cx.script_calls().iter();
        let mut own = calls.filter(|call| {
            let scope = call.run.site.scope;
            call.matching.is_complete && scope.is_some_and(|scope| scope.node == self.scope)
        });
        own.find_map(|call| {
            let argument = argument_for(call.interface, self.port.name())?;
            let is_given = call.matching.given(argument).next().is_some();
            let takes_value = argument.action.takes_value() == Some(true);
            (takes_value && !argument.is_conditional && !is_given).then_some((call, argument))
        })
    }
}

/// Returns the ports that neither the command of a job, component, trial or step nor its
/// environment variables use.
pub(crate) fn in_commands<'a>(cx: &Context<'a>, side: Side) -> Vec<Unused<'a>> {
    let mut found = Vec::new();
    if is_template(cx) || is_placeholder(cx) {
        return found;
    }
    let program = cx.program();
    let named = ReferencedNames::new(cx);
    let sites = program.sites_by_scope();
    for (at, scope) in program.scopes.iter().enumerate() {
        let ports = if side == Side::Inputs {
            &scope.inputs
        } else {
            &scope.outputs
        };
        if ports.list.is_empty() || scope.inputs.open || scope.outputs.open {
            continue;
        }
        // The command of an inline trial has a scope of its own.
        let foreign = scope.kind == ScopeKind::Step
            && (!is_own_step(program, scope) || scope.node.get("trial").is_some());
        let Some(command) = command(scope.node).filter(|_| !foreign) else {
            continue;
        };
        let used = Used::new(sites.of(at).iter().copied(), |target| {
            match (side, target) {
                (Side::Inputs, Target::Input(name)) | (Side::Outputs, Target::Output(name)) => {
                    Some(name.text)
                }
                _ => None,
            }
        });
        let is_implicit = |name| side == Side::Outputs && IMPLICIT.contains(&name);
        let unused = ports.list.iter().copied();
        let unused = unused.filter(|port| !is_implicit(port.name()) && !used.has(port.name()));
        let mut unused: Vec<Port<'a>> = unused.filter(|port| !makes_wait(*port)).collect();
        if used.names.is_empty() {
            unused.retain(|port| !joins_steps(cx, *port, side));
        }
        if unused.is_empty() {
            continue;
        }
        let variables = Variables::of(command);
        unused.retain(|port| !variables.has(port.name()));
        // A command with placeholders may use any port once a tool fills it in.
        if unused.is_empty() || !is_final(command) || reads_variables(cx, scope.node) {
            continue;
        }
        let undefined = used.undefined(ports, unused.len());
        let undefined = undefined.as_deref();
        let is_flat = is_flat(ports);
        // The mistake is in the names, and has its own finding.
        if undefined.is_some_and(|names| names.len() >= unused.len()) {
            continue;
        }
        for port in unused {
            if is_meant_by(port, undefined) || is_flat && is_of_declaration(port) {
                continue;
            }
            found.push(Unused {
                port,
                scope: scope.node,
                removal: removal(port, &named, undefined),
            });
        }
    }
    found
}

/// Returns `true` if an `undefined` name, which has its own finding, is a misspelling of `port`.
fn is_meant_by(port: Port<'_>, undefined: Option<&[&str]>) -> bool {
    undefined.is_some_and(|names| closest(port.name(), names.iter().copied()).is_some())
}

/// Returns `true` if the declaration of a port isn't indented below its name, so that each of its keys is read as
/// a port. That has its own finding.
fn is_flat(ports: &Ports<'_>) -> bool {
    ports.list.iter().any(|port| port.value.is_null())
        && ports
            .list
            .iter()
            .any(|port| DECLARATION.contains(&port.name()))
}

fn is_of_declaration(port: Port<'_>) -> bool {
    port.value.is_null() || DECLARATION.contains(&port.name())
}

/// Keys of the declaration of a port.
const DECLARATION: [&str; 6] = ["default", "description", "mode", "optional", "path", "type"];

/// Words in the names of inputs that only make a step wait for another one.
const WAITS: [&str; 9] = [
    "after",
    "dependency",
    "depends",
    "dummy",
    "gate",
    "order",
    "signal",
    "trigger",
    "wait",
];

/// Returns `true` for an input that is bound to another step and called after the order of the steps.
fn makes_wait(port: Port<'_>) -> bool {
    let name = port.name().to_ascii_lowercase();
    let mut words = name.split(['_', '-']);
    port.value.raw().contains("parent.jobs.") && words.any(|word| WAITS.contains(&word))
}

/// Returns `true` for a port of a component that a pipeline binds to another step. A component whose
/// command uses no port at all has them for the order of the steps.
fn joins_steps(cx: &Context<'_>, port: Port<'_>, side: Side) -> bool {
    let joins = |text: &str| match side {
        Side::Inputs => text.match_indices(port.name()).any(|(at, name)| {
            let rest = text[at + name.len()..].strip_prefix(':');
            let value = rest
                .unwrap_or_default()
                .trim_start_matches([' ', '"', '\'']);
            let inner = value.strip_prefix("${{").unwrap_or_default();
            inner.trim_start().starts_with("parent.jobs.")
        }),
        Side::Outputs => text.contains(&format!(".outputs.{}}}}}", port.name())),
    };
    let is_component = cx.kind().is_some_and(Kind::is_component);
    let mut users = cx.workspace.yaml_users(cx.document.path());
    is_component && users.any(|user| joins(user.text()))
}

/// Returns `true` for an output of a pipeline that names the output of a step itself, in a key that has its own
/// finding: the binding belongs in the step.
fn is_bound_backwards(port: Port<'_>) -> bool {
    port.value.raw().contains("parent.jobs.")
}

fn report_in_command(cx: &mut Context<'_>, port: Port<'_>, side: Side, removal: Option<Edit>) {
    let (word, section) = side.words();
    let name = port.name();
    let message = format!("the command doesn't use the {word} `{name}`");
    let Some(diagnostic) = report(cx, port, message, removal) else {
        return;
    };
    diagnostic.note(format!(
        "a script can also read it from the environment variable `{VARIABLE}{name}`"
    ));
    diagnostic.help(format!(
        "use `${{{{{section}.{name}}}}}` in the command, or remove the {word}"
    ));
}

/// Returns `true` if another tool fills in the file: the inserted text may use any port.
fn is_template(cx: &Context<'_>) -> bool {
    !cx.document.template_markers().is_empty()
}

/// Returns `true` if the description says that the command is only a placeholder.
fn is_placeholder(cx: &Context<'_>) -> bool {
    let description = cx.document.get("description").and_then(Node::text);
    description.is_some_and(|text| text.to_ascii_lowercase().starts_with("placeholder"))
}

/// Returns `true` if the step of `scope` runs a command of its own.
fn is_own_step(program: &Program<'_>, scope: &ExpressionScope<'_>) -> bool {
    scope.step.is_some_and(|(pipeline, step)| {
        matches!(program.pipelines[pipeline].steps[step].callee, Callee::Own)
    })
}

/// Reports the inputs or outputs of pipelines that no step is bound to.
pub(crate) fn report_in_pipelines(cx: &mut Context<'_>, side: Side) {
    if is_template(cx) {
        return;
    }
    let program = cx.program();
    let named = ReferencedNames::new(cx);
    let used = Used::new(program.sites.iter(), |target| match (side, target) {
        (Side::Inputs, Target::ParentInput(name)) | (Side::Outputs, Target::ParentOutput(name)) => {
            Some(name.text)
        }
        // The syntax of the preview has its own finding.
        (Side::Inputs, Target::Input(name)) | (Side::Outputs, Target::Output(name)) => {
            Some(name.text)
        }
        _ => None,
    });
    for pipeline in program
        .pipelines
        .iter()
        .filter(|pipeline| !pipeline.open && !pipeline.steps.is_empty())
    {
        let ports = if side == Side::Inputs {
            &pipeline.inputs
        } else {
            &pipeline.outputs
        };
        let undefined = used.undefined(ports, ports.list.len());
        let undefined = undefined.as_deref();
        let unused = ports.list.iter().filter(|port| !used.has(port.name()));
        let unused = unused.filter(|port| !is_meant_by(**port, undefined));
        for port in unused.filter(|port| side == Side::Inputs || !is_bound_backwards(**port)) {
            report_in_pipeline(cx, *port, side, removal(*port, &named, undefined));
        }
    }
}

fn report_in_pipeline(cx: &mut Context<'_>, port: Port<'_>, side: Side, removal: Option<Edit>) {
    let (word, section) = side.words();
    let name = port.name();
    let (verb, note) = match side {
        Side::Inputs => ("uses", "its value has no effect"),
        Side::Outputs => ("writes to", "it stays empty"),
    };
    let message = format!("no step {verb} the pipeline {word} `{name}`");
    let Some(diagnostic) = report(cx, port, message, removal) else {
        return;
    };
    diagnostic.note(note).help(format!(
        "bind a step to `${{{{parent.{section}.{name}}}}}`, or remove the {word}"
    ));
}

/// The names that the expressions of some sites use.
struct Used<'a> {
    names: HashSet<&'a str>,
    /// Texts with broken expressions: a word in them counts as used.
    broken: Vec<&'a str>,
    /// `true` if the broken texts are too long to search: every name counts as used.
    is_unclear: bool,
}

/// Maximum total length of the texts with broken expressions that are searched, in bytes.
const BROKEN: usize = 64 * 1024;

impl<'a> Used<'a> {
    fn new<'s>(
        sites: impl IntoIterator<Item = &'s ExpressionSite<'a>>,
        name: impl Fn(&Target<'a>) -> Option<&'a str>,
    ) -> Self
    where
        'a: 's,
    {
        let mut used = Self {
            names: HashSet::new(),
            broken: Vec::new(),
            is_unclear: false,
        };
        for site in sites {
            for found in site
                .text
                .scan
                .expressions
                .iter()
                .filter_map(|expression| name(&expression.target))
            {
                used.names.insert(found);
                used.names.insert(found.split('.').next().unwrap_or(found));
            }
            if !site.text.scan.mistakes.is_empty() {
                used.broken.push(site.text.text);
            }
        }
        let length: usize = used.broken.iter().map(|text| text.len()).sum();
        used.is_unclear = length > BROKEN;
        used
    }

    /// Returns the names that are not among `ports`; `None` for too many to compare with `unused` ports.
    fn undefined(&self, ports: &Ports<'a>, unused: usize) -> Option<Vec<&'a str>> {
        let declared: HashSet<&str> = ports.names().collect();
        let names: Vec<&str> = self.names.difference(&declared).copied().collect();
        are_typed(names.len(), unused).then_some(names)
    }

    /// Returns `true` if anything names `port`, or the group it is in.
    fn has(&self, port: &str) -> bool {
        let mut groups = port.match_indices('.').map(|(dot, _)| &port[..dot]);
        self.names.contains(port)
            || groups.any(|group| self.names.contains(group))
            || self.is_unclear
            || self.broken.iter().any(|text| text.contains(port))
    }
}

/// Returns the command line of a job, component, trial or Spark or parallel step.
fn command(node: Node<'_>) -> Option<&str> {
    let paths: [&[&str]; 4] = [
        &["command"],
        &["args"],
        &["trial", "command"],
        &["task", "program_arguments"],
    ];
    let lines = paths.iter().filter_map(|path| node.get_path(path));
    lines
        .filter(|line| !line.is_repaired())
        .find_map(Node::text)
        .filter(|line| !line.trim().is_empty())
}

/// Returns `true` if only shell variables are left to fill in.
fn is_final(command: &str) -> bool {
    placeholders(command).all(|found| found.form == PlaceholderForm::Variable)
}

/// Returns the edit that removes `port`: only if nothing refers to it, and it isn't a misspelling
/// of a name that is `undefined`. It may be one where these are not known.
fn removal(
    port: Port<'_>,
    named: &ReferencedNames<'_>,
    undefined: Option<&[&str]>,
) -> Option<Edit> {
    let is_written_here = port.key.value_of_key() == Some(port.value);
    let is_meant =
        undefined.is_none_or(|names| closest(port.name(), names.iter().copied()).is_some());
    if !is_written_here || is_meant || named.has(port.key) || fix::holds_anchor(port.value) {
        return None;
    }
    Some(fix::remove_entry(Entry {
        key: port.key,
        value: port.value,
    }))
}

fn report<'c>(
    cx: &'c mut Context<'_>,
    port: Port<'_>,
    message: String,
    removal: Option<Edit>,
) -> Option<&'c mut Diagnostic> {
    // A misspelled name has its own finding.
    if cx.misspelled_definitions().is_misspelled(port.key) {
        return None;
    }
    let diagnostic = cx.report(port.key.range(), message);
    diagnostic.unnecessary();
    if let Some(edit) = removal {
        diagnostic.unsafe_fix(format!("remove `{}`", port.name()), edit);
    }
    Some(diagnostic)
}
