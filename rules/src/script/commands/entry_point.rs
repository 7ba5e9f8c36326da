//! The places where a document runs something: commands, and keys that name a script.

use crate::document::{Document, Kind};
use crate::expression::{Callee, ExpressionScope, Program, ScopeKind};
use crate::similar::closest;
use crate::syntax::Node;

/// A place in a document that runs something.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// The command or script of the place.
    pub entry: EntryPoint<'a>,
    /// The mapping of the job, step, trial, component, or deployment.
    pub node: Node<'a>,
    /// The scope of `inputs.` and `outputs.`; `None` for a deployment.
    pub scope: Option<&'a ExpressionScope<'a>>,
    /// The value of `code`.
    pub code: Option<Node<'a>>,
    /// The value of `additional_includes`.
    pub includes: Option<Node<'a>>,
    /// `true` if `code`, which is missing here, may come from a default of the pipeline, a wrong
    /// place, or a misspelled key.
    pub may_inherit_code: bool,
}

/// A command or script as a document names it.
#[derive(Clone, Copy, Debug)]
pub enum EntryPoint<'a> {
    /// A command for the shell.
    Command(Node<'a>),
    /// The `entry` of Spark, with its `args`.
    Spark(Node<'a>, Option<Node<'a>>),
    /// The `entry_script` of a parallel job, with its `program_arguments`.
    Parallel(Node<'a>, Option<Node<'a>>),
    /// The `scoring_script` of a deployment.
    Scoring(Node<'a>),
}

/// Returns the places in `document` that run something, in the order of the file. Values in a
/// component file belong to that file, not to the step that uses it. A template file has no places.
pub fn sites<'a>(document: &'a Document, program: &'a Program<'a>) -> Vec<Site<'a>> {
    if !document.template_markers().is_empty() {
        return Vec::new();
    }
    if document.kind().is_some_and(Kind::is_deployment) {
        return scoring(document).into_iter().collect();
    }
    let mut found = Vec::new();
    for scope in &program.scopes {
        if is_written_here(program, scope) {
            found.extend(of_scope(program, scope));
        }
    }
    found
}

/// Returns `true` if the scope itself contains what runs: not a step that names a component or a trial.
fn is_written_here(program: &Program<'_>, scope: &ExpressionScope<'_>) -> bool {
    let Some((pipeline, step)) = scope.step.filter(|_| scope.kind == ScopeKind::Step) else {
        return true;
    };
    let step = program
        .pipelines
        .get(pipeline)
        .and_then(|it| it.steps.get(step));
    step.is_some_and(|step| matches!(step.callee, Callee::Own))
}

fn of_scope<'a>(program: &'a Program<'a>, scope: &'a ExpressionScope<'a>) -> Option<Site<'a>> {
    let node = match scope.kind {
        ScopeKind::Trial => scope.node.get("trial")?,
        _ => scope.node,
    };
    let (entry, owner) = entry(node)?;
    let code = set(owner, "code");
    let may_inherit_code = || may_inherit_code(program, scope) || is_code_misplaced(scope, node);
    Some(Site {
        entry,
        node,
        scope: Some(scope),
        code,
        includes: set(node, "additional_includes"),
        may_inherit_code: code.is_none() && may_inherit_code(),
    })
}

/// Returns the command or script, and the mapping with its `code`.
fn entry(node: Node<'_>) -> Option<(EntryPoint<'_>, Node<'_>)> {
    if let Some(command) = scalar(node, "command") {
        return Some((EntryPoint::Command(command), node));
    }
    if let Some(file) = node.get("entry").and_then(|entry| scalar(entry, "file")) {
        return Some((EntryPoint::Spark(file, scalar(node, "args")), node));
    }
    let task = node.get("task")?;
    let script = scalar(task, "entry_script")?;
    let arguments = scalar(task, "program_arguments");
    Some((EntryPoint::Parallel(script, arguments), task))
}

fn scoring(document: &Document) -> Option<Site<'_>> {
    let node = document.root()?;
    let configuration = node.get("code_configuration")?;
    Some(Site {
        entry: EntryPoint::Scoring(scalar(configuration, "scoring_script")?),
        node,
        scope: None,
        code: set(configuration, "code"),
        includes: None,
        may_inherit_code: false,
    })
}

/// Returns `true` if `code` is written beside the trial, or probably misspelled. Another rule reports that.
fn is_code_misplaced(scope: &ExpressionScope<'_>, node: Node<'_>) -> bool {
    let keys = node.entries().filter_map(|entry| entry.key.text());
    let is_meant = |key: &str| key.eq_ignore_ascii_case("code") || closest(key, ["code"]).is_some();
    set(scope.node, "code").is_some_and(|code| set(node, "code") != Some(code))
        || keys.filter(|key| *key != "code").any(is_meant)
}

/// Returns `true` if the pipeline may set `code` for its steps, which older versions allowed.
fn may_inherit_code(program: &Program<'_>, scope: &ExpressionScope<'_>) -> bool {
    let pipeline = scope.step.and_then(|(at, _)| program.pipelines.get(at));
    pipeline.is_some_and(|pipeline| {
        let settings = pipeline.node.get_path(&["settings", "default_code"]);
        settings.is_some() || set(pipeline.node, "defaults").is_some()
    })
}

fn scalar<'a>(node: Node<'a>, key: &str) -> Option<Node<'a>> {
    node.get(key)
        .filter(|value| value.text().is_some() && !value.is_null() && !value.is_repaired())
}

fn set<'a>(node: Node<'a>, key: &str) -> Option<Node<'a>> {
    node.get(key).filter(|value| !value.is_null())
}
