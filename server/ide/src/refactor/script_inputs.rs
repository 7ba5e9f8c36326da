//! Inputs that a script takes: declares the missing ones, and passes the declared
//! ones.

use std::collections::{HashMap, HashSet};

use azml_rules::expression::{ExpressionScope, Ports, ScopeKind};
use azml_rules::fix::{Edit, add_below, insert_key};
use azml_rules::script::argparse::{Matching, append, letters};
use azml_rules::script::commands::{EntryPoint, ScriptRun, runs_at, sites};
use azml_rules::script::python::ScriptInterface;
use azml_rules::syntax::{Entry as KeyAndValue, Node};

use super::refactoring::{Refactoring, RefactoringSort};
use crate::Site;
use crate::script::{PlannedPort, interface_of, planned_ports, tokens};

/// Returns the refactorings if the cursor is on a command, or on the key of its inputs.
pub(crate) fn refactorings(site: &Site<'_>, cursor: u32) -> Vec<Refactoring> {
    let found = sites(site.document, site.program()).into_iter();
    let mut here = found.filter_map(|at| {
        let EntryPoint::Command(_) = at.entry else {
            return None;
        };
        let command = at.node.entry("command")?;
        let is_here = command.range().touches(cursor) || is_on_key(at.node, "inputs", cursor);
        is_here.then_some((at, command))
    });
    let Some((at, command)) = here.next() else {
        return Vec::new();
    };
    let mut runs = runs_at(site.workspace, site.document, at).into_iter();
    let known = runs.find_map(|run| {
        let interface = interface_of(site, &run).filter(|it| it.is_closed())?;
        Some((run, interface))
    });
    let Some(((run, interface), scope)) = known.zip(at.scope) else {
        return Vec::new();
    };
    let call = ScriptCall {
        run: &run,
        interface: &interface,
        scope,
        command,
        given: given(&run, &interface),
    };
    call.declare().into_iter().chain(call.pass()).collect()
}

fn is_on_key(node: Node<'_>, key: &str, cursor: u32) -> bool {
    let entry = node.entry(key);
    entry.is_some_and(|entry| entry.key.range().touches(cursor))
}

/// A script whose arguments are all known, and the command that runs it.
struct ScriptCall<'a> {
    run: &'a ScriptRun<'a>,
    interface: &'a ScriptInterface,
    scope: &'a ExpressionScope<'a>,
    command: KeyAndValue<'a>,
    given: HashSet<&'a str>,
}

/// Returns the flags of the arguments that the command passes to the script.
fn given<'i>(run: &ScriptRun<'_>, interface: &'i ScriptInterface) -> HashSet<&'i str> {
    let given = Matching::new(&tokens(run.words()), interface).given;
    let flags = given.iter().flat_map(|given| &given.argument.flags);
    flags.map(String::as_str).collect()
}

impl ScriptCall<'_> {
    /// Declares the missing inputs and passes them: an input that is only declared has no effect.
    fn declare(&self) -> Option<Refactoring> {
        let ports = [&self.scope.inputs, &self.scope.outputs];
        if ports.iter().any(|ports| ports.open) {
            return None;
        }
        let declared = ports.iter().flat_map(|ports| ports.names());
        let declared: HashSet<String> = declared.map(spelled).collect();
        let mut missing = planned_ports(self.interface);
        missing.retain(|port| {
            !declared.contains(&spelled(&port.name)) && !self.given.contains(&*port.flag)
        });
        if missing.is_empty() {
            return None;
        }
        let passed: Vec<String> = missing.iter().map(PlannedPort::passed).collect();
        let mut edits = vec![append(self.run, &passed)?];
        for section in ["inputs", "outputs"] {
            let new: Vec<&PlannedPort> = missing
                .iter()
                .filter(|port| port.section() == section)
                .collect();
            if !new.is_empty() {
                edits.push(self.declared(section, &new)?);
            }
        }
        Some(self.refactoring("Declare and pass the inputs that", "takes", edits))
    }

    /// Returns the entries of `ports` in their section, which is created if missing.
    fn declared(&self, section: &str, ports: &[&PlannedPort]) -> Option<Edit> {
        let is_component = self.scope.kind == ScopeKind::Component;
        let value = |port: &PlannedPort| declaration(port, is_component);
        let Some(entry) = self.scope.node.entry(section) else {
            let lines = ports.iter().map(|port| entry_of(&port.name, &value(port)));
            return Some(insert_key(
                self.command,
                section,
                &lines.collect::<String>(),
            ));
        };
        let mut edits = ports.iter().map(|port| match entry.value.last_entry() {
            Some(last) => Some(insert_key(last, &port.name, &value(port))),
            None => add_below(entry, &port.name, &value(port)),
        });
        let first = edits.next()??;
        edits.try_fold(first, |all, edit| {
            let edit = edit.filter(|edit| edit.range == all.range)?;
            Some(Edit::new(all.range, all.text + &edit.text))
        })
    }

    /// Passes the declared inputs that have the name of an argument.
    fn pass(&self) -> Option<Refactoring> {
        let sections = [
            ("inputs", &self.scope.inputs),
            ("outputs", &self.scope.outputs),
        ];
        let mut passed = Vec::new();
        for (section, ports) in sections {
            passed.extend(self.missing(section, ports));
        }
        if passed.is_empty() {
            return None;
        }
        let edits = vec![append(self.run, &passed)?];
        Some(self.refactoring("Pass all declared inputs to", "", edits))
    }

    fn missing(&self, section: &str, ports: &Ports<'_>) -> Vec<String> {
        let text = self.run.arguments.as_ref().map(|it| &it.command.text);
        let scan = text.map(|text| &text.scan.expressions);
        let expressions: HashSet<&str> = scan
            .into_iter()
            .flatten()
            .filter_map(|it| text?.text.get(it.path.clone()))
            .collect();
        let flags = self.flags();
        let mut missing = Vec::new();
        for port in &ports.list {
            let path = format!("{section}.{}", port.name());
            let flag = flags.get(&spelled(port.name())).copied();
            let flag = flag.filter(|flag| !self.given.contains(flag));
            let Some(flag) = flag.filter(|_| !expressions.contains(&*path)) else {
                continue;
            };
            let text = format!("{flag} ${{{{{path}}}}}");
            let may_be_missing = port.is_optional() && port.field("default").is_none();
            missing.push(if may_be_missing {
                format!("$[[{text}]]")
            } else {
                text
            });
        }
        missing
    }

    /// Returns the flags that take a value, by the names of ports that they have.
    fn flags(&self) -> HashMap<String, &str> {
        let mut flags = HashMap::new();
        for argument in &self.interface.arguments {
            if argument.action.takes_value() != Some(true) {
                continue;
            }
            for flag in &argument.flags {
                if let Some(name) = flag.strip_prefix("--") {
                    flags.entry(spelled(name)).or_insert(flag.as_str());
                }
            }
        }
        flags
    }

    fn refactoring(&self, before: &str, after: &str, edits: Vec<Edit>) -> Refactoring {
        let script = &self.run.script.text;
        Refactoring {
            sort: RefactoringSort::Rewrite,
            title: format!("{before} `{script}` {after}").trim_end().to_owned(),
            edits: joined(edits),
            new_files: Vec::new(),
        }
    }
}

/// Returns `name` without `-`, `_`, and letter case, in which a port may differ from its flag.
fn spelled(name: &str) -> String {
    letters(name).collect()
}

/// Returns `name: value`, or the lines of the value below the name.
fn entry_of(name: &str, value: &str) -> String {
    if !value.contains('\n') {
        return format!("{name}: {value}\n");
    }
    let lines = value.lines().map(|line| format!("  {line}\n"));
    format!("{name}:\n{}", lines.collect::<String>())
}

/// Returns the value of a port: in a component its declaration, in a job its value.
fn declaration(port: &PlannedPort, is_component: bool) -> String {
    let kind = port.port_type.name();
    let is_data = port.port_type.is_data();
    match &port.default {
        _ if port.is_output => format!("type: {kind}\n"),
        Some(default) if is_component => format!("type: {kind}\ndefault: {default}"),
        _ if is_component => format!("type: {kind}\n"),
        _ if is_data => format!("type: {kind}\npath: azureml:{}@latest", port.name),
        _ => port.value(),
    }
}

/// Sorts the edits by position and joins those at one position.
fn joined(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| edit.range);
    let mut all: Vec<Edit> = Vec::new();
    for edit in edits {
        match all.last_mut().filter(|last| last.range == edit.range) {
            Some(last) => last.text += &edit.text,
            None => all.push(edit),
        }
    }
    all
}
