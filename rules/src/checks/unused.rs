//! Inputs and outputs that nothing names.

use crate::expression::{Callee, Place, Port, ScopeKind, Site, Target};
use crate::fix;
use crate::rule::Context;
use crate::syntax::{Entry, Node};

/// Inputs or outputs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Inputs,
    Outputs,
}

/// Outputs that the service fills itself.
const IMPLICIT: &[&str] = &["default", "artifacts"];

/// Reports what the command of a job, component, trial or step does not name.
pub(super) fn check(cx: &mut Context<'_>, side: Side) {
    let program = cx.program();
    for (index, scope) in program.scopes.iter().enumerate() {
        let own_step =
            |(pipeline, step): (usize, usize)| matches!(program.pipelines[pipeline].steps[step].callee, Callee::Own);
        if scope.kind == ScopeKind::Step && !scope.step.is_some_and(own_step) {
            continue;
        }
        let sites: Vec<&Site<'_>> =
            program.sites.iter().filter(|site| site.scope == Some(index) && site.place == Place::Run).collect();
        if !has_command(scope.node) || scope.inputs.open || scope.outputs.open {
            continue;
        }
        let ports = if side == Side::Inputs { &scope.inputs } else { &scope.outputs };
        for port in ports.list.iter().filter(|port| side == Side::Inputs || !IMPLICIT.contains(&port.name())) {
            let names = |target: &Target<'_>| match (side, target) {
                (Side::Inputs, Target::Input(name)) | (Side::Outputs, Target::Output(name)) => {
                    name.text == port.name() || name.first() == port.name() || port.name().starts_with(name.text)
                }
                _ => false,
            };
            if !is_named(&sites, port.name(), names) {
                let verb = if side == Side::Inputs { "reads" } else { "writes to" };
                report(cx, *port, format!("the command never {verb} `{}`", port.name()));
            }
        }
    }
}

/// Reports the inputs or outputs of pipelines that no step is bound to.
pub(super) fn check_pipelines(cx: &mut Context<'_>, side: Side) {
    let program = cx.program();
    let sites: Vec<&Site<'_>> = program.sites.iter().collect();
    for pipeline in program.pipelines.iter().filter(|pipeline| !pipeline.open && !pipeline.steps.is_empty()) {
        let ports = if side == Side::Inputs { &pipeline.inputs } else { &pipeline.outputs };
        for port in &ports.list {
            let names = |target: &Target<'_>| match (side, target) {
                (Side::Inputs, Target::ParentInput(name)) | (Side::Outputs, Target::ParentOutput(name)) => {
                    name.text == port.name() || name.first() == port.name() || port.name().starts_with(name.text)
                }
                // The spelling of the preview has its own finding.
                (Side::Inputs, Target::Input(name)) | (Side::Outputs, Target::Output(name)) => name.text == port.name(),
                _ => false,
            };
            if !is_named(&sites, port.name(), names) {
                let verb =
                    if side == Side::Inputs { "reads the pipeline input" } else { "writes to the pipeline output" };
                report(cx, *port, format!("no step {verb} `{}`", port.name()));
            }
        }
    }
}

/// Whether anything names it; a broken expression with the word in it counts.
fn is_named(sites: &[&Site<'_>], word: &str, names: impl Fn(&Target<'_>) -> bool) -> bool {
    sites.iter().any(|site| {
        let scan = &site.text.scan;
        scan.expressions.iter().any(|expression| names(&expression.target))
            || !scan.mistakes.is_empty() && site.text.text.contains(word)
    })
}

/// Whether there is a command line that is known in full.
fn has_command(node: Node<'_>) -> bool {
    let paths: [&[&str]; 4] = [&["command"], &["args"], &["trial", "command"], &["task", "program_arguments"]];
    paths.iter().any(|path| node.get_path(path).is_some_and(|text| text.text().is_some() && !text.is_repaired()))
}

fn report(cx: &mut Context<'_>, port: Port<'_>, message: String) {
    let diagnostic = cx.report(port.key.range(), message);
    if port.key.value_of_key() == Some(port.value) {
        let entry = Entry { key: port.key, value: port.value };
        diagnostic.unsafe_fix(format!("remove `{}`", port.name()), fix::remove_entry(entry));
    }
}
