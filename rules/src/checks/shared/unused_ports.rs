//! Inputs and outputs that nothing names.

use std::collections::HashSet;

use crate::checks::context::Context;
use crate::expression::{Callee, ExpressionSite, Port, Program, Scope, ScopeKind, Target};
use crate::fix;
use crate::syntax::{Entry, Node};

/// Inputs or outputs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Inputs,
    Outputs,
}

/// Outputs that the service fills itself.
pub(crate) const IMPLICIT: &[&str] = &["default", "artifacts"];

/// Reports what the command of a job, component, trial or step does not name.
pub(crate) fn report_in_commands(cx: &mut Context<'_>, side: Side) {
    let program = cx.program();
    for (scope, sites) in program.scopes.iter().zip(program.runs()) {
        let foreign = scope.kind == ScopeKind::Step && !is_own_step(program, scope);
        if foreign || !has_command(scope.node) || scope.inputs.open || scope.outputs.open {
            continue;
        }
        let ports = if side == Side::Inputs {
            &scope.inputs
        } else {
            &scope.outputs
        };
        let used = Used::new(sites, |target| match (side, target) {
            (Side::Inputs, Target::Input(name)) | (Side::Outputs, Target::Output(name)) => {
                Some(name.text)
            }
            _ => None,
        });
        for port in ports
            .list
            .iter()
            .filter(|port| side == Side::Inputs || !IMPLICIT.contains(&port.name()))
        {
            if !used.has(port.name()) {
                let verb = if side == Side::Inputs {
                    "reads"
                } else {
                    "writes to"
                };
                report(
                    cx,
                    *port,
                    format!("the command never {verb} `{}`", port.name()),
                );
            }
        }
    }
}

/// Whether the step of `scope` runs a command of its own.
fn is_own_step(program: &Program<'_>, scope: &Scope<'_>) -> bool {
    scope.step.is_some_and(|(pipeline, step)| {
        matches!(program.pipelines[pipeline].steps[step].callee, Callee::Own)
    })
}

/// Reports the inputs or outputs of pipelines that no step is bound to.
pub(crate) fn report_in_pipelines(cx: &mut Context<'_>, side: Side) {
    let program = cx.program();
    let used = Used::new(program.sites.iter(), |target| match (side, target) {
        (Side::Inputs, Target::ParentInput(name)) | (Side::Outputs, Target::ParentOutput(name)) => {
            Some(name.text)
        }
        // The spelling of the preview has its own finding.
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
        for port in ports.list.iter().filter(|port| !used.has(port.name())) {
            let verb = if side == Side::Inputs {
                "reads the pipeline input"
            } else {
                "writes to the pipeline output"
            };
            report(cx, *port, format!("no step {verb} `{}`", port.name()));
        }
    }
}

/// What the expressions of some sites name.
struct Used<'a> {
    names: HashSet<&'a str>,
    /// Texts with broken expressions: a word in them counts as used.
    broken: Vec<&'a str>,
}

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
        used
    }

    /// Whether anything names `port`, or the group it is in.
    fn has(&self, port: &str) -> bool {
        let mut groups = port.match_indices('.').map(|(dot, _)| &port[..dot]);
        self.names.contains(port)
            || groups.any(|group| self.names.contains(group))
            || self.broken.iter().any(|text| text.contains(port))
    }
}

/// Whether there is a command line that is known in full.
fn has_command(node: Node<'_>) -> bool {
    let paths: [&[&str]; 4] = [
        &["command"],
        &["args"],
        &["trial", "command"],
        &["task", "program_arguments"],
    ];
    paths.iter().any(|path| {
        node.get_path(path)
            .is_some_and(|text| text.text().is_some() && !text.is_repaired())
    })
}

fn report(cx: &mut Context<'_>, port: Port<'_>, message: String) {
    // A misspelled name has its own finding.
    if cx
        .misspelled_definitions()
        .iter()
        .any(|misspelled| misspelled.key == port.key)
    {
        return;
    }
    let diagnostic = cx.report(port.key.range(), message);
    diagnostic.unnecessary();
    if port.key.value_of_key() == Some(port.value) {
        let entry = Entry {
            key: port.key,
            value: port.value,
        };
        diagnostic.unsafe_fix(
            format!("remove `{}`", port.name()),
            fix::remove_entry(entry),
        );
    }
}
