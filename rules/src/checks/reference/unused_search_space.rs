//! A hyperparameter that is sampled and never used.

use crate::checks::prelude::*;
use crate::expression::{Callee, ScannedText, Scope};

declare_rule! {
    /// A sweep samples every entry of `search_space` for each trial, but the trial sees only what
    /// stands on its command line (`${{search_space.name}}`), or, for a trial from a component,
    /// what is an input of the component. An entry that never arrives multiplies the trials of a
    /// grid and changes nothing.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial:
    ///   command: python train.py --lr ${{search_space.lr}}
    /// search_space:
    ///   lr: {type: uniform, min_value: 0.01, max_value: 0.9}
    ///   momentum: {type: choice, values: [0.8, 0.9]}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json
    /// type: sweep
    /// trial:
    ///   command: python train.py --lr ${{search_space.lr}} --momentum ${{search_space.momentum}}
    /// search_space:
    ///   lr: {type: uniform, min_value: 0.01, max_value: 0.9}
    ///   momentum: {type: choice, values: [0.8, 0.9]}
    /// ```
    "unused-search-space", Reference, Warning,
    summary: "a hyperparameter that is sampled and never reaches the trial",
    fix: Some(Applicability::Unsafe),
    since: "0.1.0",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-tune-hyperparameters",
}

fn check(cx: &mut Context<'_>) {
    let program = cx.program();
    for (scope, sites) in program.scopes.iter().zip(program.runs()) {
        if scope.kind == ScopeKind::Trial {
            inline_trial(cx, scope, &sites);
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

fn inline_trial(cx: &mut Context<'_>, scope: &Scope<'_>, texts: &[&ExpressionSite<'_>]) {
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
    for port in &space.list {
        let is_read = texts.iter().any(|site| reads(&site.text, port.name()));
        if is_read || scope.inputs.get(port.name()).is_some() {
            continue;
        }
        let end = command.text.trim_end().len();
        let argument = format!(" --{0} ${{{{search_space.{0}}}}}", port.name());
        let pass = command.edit(&(end..end), &argument);
        report(
            cx,
            *port,
            "no trial sees it: the command does not name it",
            pass,
        );
    }
}

/// Whether `text` names the parameter `name`, or may: a broken expression has its own finding.
fn reads(text: &ScannedText<'_>, name: &str) -> bool {
    let mut expressions = text.scan.expressions.iter();
    let mut mistakes = text.scan.mistakes.iter();
    expressions.any(|expression| is_parameter(&expression.target, name))
        || mistakes.any(|mistake| {
            let rest = text.text.get(mistake.range.start..);
            rest.is_some_and(|rest| rest.contains(name))
        })
}

fn is_parameter(target: &Target<'_>, name: &str) -> bool {
    matches!(target, Target::SearchSpace(parameter) if parameter.first() == name)
}

fn component_trial<'a>(cx: &mut Context<'a>, sweep: Node<'a>, callee: &Callee<'a>) {
    let Some(interface) = callee.interface() else {
        return;
    };
    if interface.inputs.open {
        return;
    }
    // A component written in the sweep may read it by expression.
    let command = interface.node.get("command").and_then(Node::text);
    let reads_any = command.is_some_and(|command| command.contains("search_space."));
    for port in &crate::expression::Ports::read(sweep.get("search_space")).list {
        if !reads_any && !interface.inputs.has(port.name()) {
            let note = format!(
                "no trial sees it: {} has no input of that name",
                interface.subject()
            );
            report(cx, *port, &note, None);
        }
    }
}

fn report(cx: &mut Context<'_>, port: Port<'_>, note: &str, pass: Option<Edit>) {
    let diagnostic = cx.report(
        port.key.range(),
        format!("`{}` is sampled but never reaches the trial", port.name()),
    );
    diagnostic.note(note).unnecessary();
    diagnostic.help(format!(
        "pass `${{{{search_space.{}}}}}` to the command, or remove the entry",
        port.name()
    ));
    if let Some(edit) = pass {
        diagnostic.unsafe_fix(format!("append `--{}` to the command", port.name()), edit);
    }
    let entry = Entry {
        key: port.key,
        value: port.value,
    };
    if port.key.value_of_key() == Some(port.value) {
        diagnostic.unsafe_fix(
            format!("remove `{}`", port.name()),
            fix::remove_entry(entry),
        );
    }
}
