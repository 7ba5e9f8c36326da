//! Hovers of names whose component is not in the folder: they state why no details are known.

use azml_rules::expression::{
    AssetRef, Callee, ExpressionSite, Name, Program, Step, StepKind, Target,
};
use azml_rules::syntax::known_text;
use azml_rules::workspace::OnDisk;

use crate::Site;
use crate::hover::wording::{named_component, shortened};
use crate::markdown::{Markdown, code, md, ours};

/// Returns the hover of the port at `at` of the decoded text, if the component of its step is not
/// available.
pub(crate) fn port(
    site: &Site<'_>,
    program: &Program<'_>,
    written: &ExpressionSite<'_>,
    target: &Target<'_>,
    at: usize,
) -> Option<Markdown> {
    let (step, port, what) = match target {
        Target::StepInput(step, port) => (step, port, "input"),
        Target::StepOutput(step, port) => (step, port, "output"),
        _ => return None,
    };
    if !touches(port, at) {
        return None;
    }
    let (_, step) = program.pipeline(written)?.step(step.text)?;
    matches!(step.callee, Callee::Remote).then(|| given(site, step, port.text, what))
}

fn touches(name: &Name<'_>, at: usize) -> bool {
    name.range.start <= at && at <= name.range.end
}

/// Returns the hover of `port`, which `step` passes to a component that is not available.
pub(crate) fn given(site: &Site<'_>, step: &Step<'_>, port: &str, what: &'static str) -> Markdown {
    md!(
        "### {}: {} of step {}\n\n{}",
        code(port),
        what,
        code(step.name()),
        component(site, step)
    )
}

/// Returns the reason why the interface of the step's component is unknown.
pub(crate) fn component(site: &Site<'_>, step: &Step<'_>) -> Markdown {
    if step.kind == StepKind::Control {
        return ours(
            "The inputs and outputs of a control-flow step are only known at run time, so they \
             aren't checked.",
        );
    }
    let Some(node) = named_component(step) else {
        return ours(
            "It isn't known what this step runs, so its inputs and outputs aren't checked.",
        );
    };
    let text = node.text().unwrap_or_default();
    let why = match (known_text(node), AssetRef::parse(text)) {
        (None, _) => "has a placeholder",
        (_, AssetRef::Registry { .. }) => "is in a registry",
        (_, AssetRef::Other(path)) => of_path(site, path),
        _ => "is a component of the workspace",
    };
    md!(
        "{} {}, so its inputs and outputs aren't known here and aren't checked.",
        code(shortened(text)),
        why
    )
}

fn of_path(site: &Site<'_>, path: &str) -> &'static str {
    let path = path.strip_prefix("file:").unwrap_or(path);
    let from = site.document.path();
    match site.workspace.referenced(from, path) {
        Some(document) if !document.tree().errors().is_empty() => "has YAML errors",
        Some(_) => "isn't a component file",
        None if site.workspace.on_disk(from, path) == Some(OnDisk::Nothing) => "doesn't exist",
        None => "isn't one of the files read here",
    }
}
