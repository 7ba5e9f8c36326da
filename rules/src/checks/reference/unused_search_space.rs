//! A hyperparameter that is sampled but not used.

use std::collections::HashSet;

use crate::checks::prelude::*;
use crate::checks::shared::pipeline::port_variables;
use crate::expression::{Callee, ExpressionScope, Ports, ScannedText};

declare_rule! {
    /// A sweep samples every entry of `search_space` for each trial. A value reaches the script if
    /// the command uses `${{search_space.name}}`, or if the component of the trial has an input of
    /// that name. An entry that isn't used has no effect on the result, but it multiplies the
    /// trials of a grid.
    ///
    /// A script can also read a hyperparameter from the environment variable
    /// `AZUREML_PARAMETER_<name>`; suppress the finding in that case. If none of them is used, that
    /// is reported once.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// objective: {goal: maximize, primary_metric: accuracy}
    /// limits: {max_total_trials: 20, max_concurrent_trials: 4}
    /// trial:
    ///   command: python train.py --lr ${{search_space.lr}}
    ///   code: src
    ///   environment: azureml:sklearn@latest
    /// search_space:
    ///   lr: {type: uniform, min_value: 0.01, max_value: 0.9}
    ///   momentum: {type: choice, values: [0.8, 0.9]}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// objective: {goal: maximize, primary_metric: accuracy}
    /// limits: {max_total_trials: 20, max_concurrent_trials: 4}
    /// trial:
    ///   command: python train.py --lr ${{search_space.lr}} --momentum ${{search_space.momentum}}
    ///   code: src
    ///   environment: azureml:sklearn@latest
    /// search_space:
    ///   lr: {type: uniform, min_value: 0.01, max_value: 0.9}
    ///   momentum: {type: choice, values: [0.8, 0.9]}
    /// ```
    "unused-search-space", Reference, Warning,
    summary: "a hyperparameter that is sampled but not used",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    let sites = program.sites_by_scope();
    for (at, scope) in program.scopes.iter().enumerate() {
        if scope.kind == ScopeKind::Trial {
            inline_trial(cx, scope, sites.of(at));
        }
    }
    if cx.kind() == Some(Kind::JobSweep)
        && let Some((trial, root)) = cx.document.get("trial").zip(cx.document.root())
        && trial.kind() != NodeKind::Mapping
    {
        component_trial(
            cx,
            root,
            &Callee::resolve(cx.workspace, cx.document.path(), trial),
        );
    }
    for (_, step) in program
        .steps()
        .filter(|(_, step)| step.kind == StepKind::Sweep)
    {
        component_trial(cx, step.node, &step.callee);
    }
}

fn inline_trial<'a>(
    cx: &mut Context<'a>,
    scope: &ExpressionScope<'a>,
    texts: &[&ExpressionSite<'a>],
) {
    let Some(space) = &scope.search_space else {
        return;
    };
    let Some(command) = scope
        .node
        .get_path(&["trial", "command"])
        .and_then(ScannedText::new)
    else {
        return;
    };
    let uses_none = command.scan.expressions.is_empty();
    if command.node.is_repaired() || uses_none && known_text(command.node).is_none() {
        return;
    }
    let mut unused = space.list.clone();
    let (read, variables) = (
        Read::new(texts),
        port_variables::Variables::of(command.text),
    );
    unused.retain(|port| {
        let name = port.name();
        !read.has(name) && scope.inputs.get(name).is_none() && !variables.has(name)
    });
    // The command reads a name that isn't declared: that finding has the cause.
    if read.names.iter().any(|name| !space.has(name)) {
        return;
    }
    if unused.len() > 1 && unused.len() == space.list.len() {
        return all_unused(cx, scope, &unused);
    }
    // In a pipeline, a trial is a component, which uses its own inputs only.
    let is_own_job = cx.kind() == Some(Kind::JobSweep);
    for port in unused {
        let name = port.name();
        let end = command.text.trim_end().len();
        let argument = format!(" --{name} ${{{{search_space.{name}}}}}");
        let pass = command.edit(&(end..end), &argument);
        let message = format!("`{name}` is sampled, but the command doesn't use it");
        let diagnostic = report(cx, port, message);
        diagnostic.note(format!(
            "it has no effect unless the script reads the environment variable `{}{name}`",
            port_variables::VARIABLE
        ));
        if !is_own_job {
            diagnostic.help(format!(
                "declare `{name}` in `inputs` of the trial and use `${{{{inputs.{name}}}}}` in its \
                 command, or remove the entry"
            ));
            continue;
        }
        diagnostic.help(format!(
            "add `${{{{search_space.{name}}}}}` to the command, or remove the entry"
        ));
        if let Some(edit) = pass.filter(|_| unknown_names::is_plain(name)) {
            let title = format!("append `--{name}` to the command");
            diagnostic.fixes.insert(0, Fix::unsafe_(title, vec![edit]));
        }
    }
}

/// Reports in one finding that the command uses nothing of the search space.
fn all_unused<'a>(cx: &mut Context<'a>, scope: &ExpressionScope<'a>, unused: &[Port<'a>]) {
    let Some(section) = scope.node.entry("search_space") else {
        return;
    };
    let first = unused[0].name();
    let message = format!(
        "the command uses none of the {} in `search_space`",
        counted(unused.len(), "hyperparameter")
    );
    cx.report(section.key.range(), message)
        .note(format!(
            "they have no effect unless the script reads environment variables such as `{}{first}`",
            port_variables::VARIABLE
        ))
        .help(format!(
            "pass each of them to the script, as in `--{first} ${{{{search_space.{first}}}}}`"
        ));
}

/// The hyperparameters that texts read.
struct Read<'a> {
    names: HashSet<&'a str>,
    /// The texts from the first malformed expression on: any word in them may be a use.
    broken: Vec<&'a str>,
}

impl<'a> Read<'a> {
    fn new(texts: &[&ExpressionSite<'a>]) -> Self {
        let mut read = Self {
            names: HashSet::new(),
            broken: Vec::new(),
        };
        for site in texts {
            for expression in &site.text.scan.expressions {
                if let Target::SearchSpace(parameter) = &expression.target {
                    read.names.insert(parameter.first());
                }
            }
            let mistakes = site.text.scan.mistakes.iter();
            let first = mistakes.map(|mistake| mistake.range.start).min();
            read.broken
                .extend(first.and_then(|first| site.text.text.get(first..)));
        }
        read
    }

    fn has(&self, name: &str) -> bool {
        self.names.contains(name) || self.broken.iter().any(|text| text.contains(name))
    }
}

fn component_trial<'a>(cx: &mut Context<'a>, sweep: Node<'a>, callee: &Callee<'a>) {
    let Some(interface) = callee.interface() else {
        return;
    };
    if interface.inputs.open {
        return;
    }
    // An inline component of the sweep may read it by an expression.
    let command = interface.node.get("command").and_then(Node::text);
    let reads_any = command.is_some_and(|command| command.contains("search_space."));
    if reads_any {
        return;
    }
    let space = Ports::read(sweep.get("search_space"));
    let mut unused = space.list.clone();
    unused.retain(|port| !interface.inputs.has(port.name()));
    let subject = interface.subject();
    if unused.len() > 1 && unused.len() == space.list.len() {
        let Some(section) = sweep.entry("search_space") else {
            return;
        };
        let message = format!(
            "{subject} has an input for none of the {} in `search_space`",
            counted(unused.len(), "hyperparameter")
        );
        cx.report(section.key.range(), message)
            .note("they have no effect on the trials")
            .help("declare an input of the same name in the component for each of them");
        return;
    }
    for port in unused {
        let name = port.name();
        let message = format!("`{name}` is sampled, but {subject} has no input `{name}`");
        report(cx, port, message)
            .note("the value has no effect on the trial")
            .help(format!(
                "declare the input `{name}` in the component, or remove the entry"
            ));
    }
}

fn report<'c>(cx: &'c mut Context<'_>, port: Port<'_>, message: String) -> &'c mut Diagnostic {
    let diagnostic = cx.report(port.key.range(), message);
    diagnostic.unnecessary();
    let entry = Entry {
        key: port.key,
        value: port.value,
    };
    // The client rejects a sweep without a search space.
    let is_only = port
        .key
        .parent()
        .is_some_and(|space| space.entries().count() < 2);
    let is_written = port.key.value_of_key() == Some(port.value);
    if is_written && !is_only && !fix::holds_anchor(port.value) {
        diagnostic.unsafe_fix(
            format!("remove `{}`", port.name()),
            fix::remove_entry(entry),
        );
    }
    diagnostic
}
