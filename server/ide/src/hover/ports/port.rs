//! Hovers of the inputs and outputs that a step passes to its component: their declarations in the
//! component's file.

use azml_rules::expression::{ComponentInterface, Pipeline, Port, Step, Target, scan};
use azml_rules::syntax::{Node, NodeKind, known_text};

use crate::Site;
use crate::hover::step;
use crate::markdown::{Markdown, code, joined, md, ours, prose};
use crate::step_target::subject;

/// Returns the hover of `node`, the name of an input or output in a step.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    let is_name = node.is_key() && matches!(keys, [.., "inputs" | "outputs", _]);
    if !is_name || !may_be_given(site, keys) {
        return None;
    }
    let mut calls = site.program().calls();
    calls.find_map(|(pipeline, step)| of_call(site, pipeline, step, node))
}

/// Returns `true` if inputs and outputs at `keys` may be arguments of a component: only steps and
/// jobs that name a component have them.
pub(crate) fn may_be_given(site: &Site<'_>, keys: &[&str]) -> bool {
    keys.len() > 2 || site.document.get("component").is_some()
}

fn of_call(
    site: &Site<'_>,
    pipeline: &Pipeline<'_>,
    step: &Step<'_>,
    key: Node<'_>,
) -> Option<Markdown> {
    let interface = step.callee.interface()?;
    let given = |ports: &[Port<'_>]| ports.iter().any(|port| port.key == key);
    let (what, declared) = if given(&step.inputs.list) {
        ("input", &interface.inputs)
    } else if given(&step.outputs.list) {
        ("output", &interface.outputs)
    } else {
        return None;
    };
    let port = declared.get(key.text()?)?;
    let readers = if what == "output" {
        step::readers(site.program(), step, port.name())
    } else {
        Markdown::new()
    };
    let given = step.inputs.list.iter().find(|port| port.key == key);
    let source = given.and_then(|given| source(pipeline, *given));
    Some(of_port(site, what, port, interface, (source, readers)))
}

/// "`clean` of step `prep` (`uri_folder`)": the source of the value.
fn source(pipeline: &Pipeline<'_>, given: Port<'_>) -> Option<Markdown> {
    let value = given.field("path").unwrap_or(given.value);
    let scan = scan(value.text()?);
    let [only] = scan.expressions.as_slice() else {
        return None;
    };
    let (source, declared) = match &only.target {
        Target::StepOutput(step, port) => {
            let (_, from) = pipeline.step(step.text)?;
            let interface = from.callee.interface();
            let declared = interface.and_then(|it| it.outputs.get(port.text));
            (
                md!("{} of step {}", code(port.text), code(step.text)),
                declared.or_else(|| from.outputs.get(port.text)),
            )
        }
        Target::ParentInput(name) => (
            md!("input {} of the pipeline", code(name.text)),
            pipeline.inputs.get(name.text),
        ),
        _ => return None,
    };
    Some(match declared.and_then(Port::kind) {
        Some(kind) => md!("{} ({})", source, code(kind.name())),
        None => source,
    })
}

fn of_port(
    site: &Site<'_>,
    what: &'static str,
    port: Port<'_>,
    interface: &ComponentInterface<'_>,
    (source, readers): (Option<Markdown>, Markdown),
) -> Markdown {
    let mut text = md!(
        "### {}: {} of {}\n\n",
        code(port.name()),
        what,
        subject(interface)
    );
    if let Some(about) = port.field("description").and_then(known_text) {
        text.push(md!("{}\n\n", prose(about)));
    }
    let value = |name: &str| shown_field(port, name);
    let needed = if port.is_required() && what == "input" {
        Some(ours("yes"))
    } else {
        None
    };
    let optional = port.is_optional().then(|| ours("yes"));
    let rows = [
        ("From", source),
        ("Type", value("type")),
        ("Mode", value("mode")),
        ("Default", value("default")),
        ("Minimum", value("min")),
        ("Maximum", value("max")),
        ("Values", port.field("enum").map(words)),
        ("Required", needed),
        ("Optional", optional),
        (
            "Read by",
            Some(readers).filter(|readers| !readers.is_empty()),
        ),
    ];
    for (name, value) in rows {
        if let Some(value) = value {
            text.push_row(name, value);
        }
    }
    if let Some(document) = interface.document {
        let place = site.place_link(document.path(), port.key.range().start);
        text.push(md!("\nDeclared in {}", place));
    }
    text.trimmed()
}

fn shown_field(port: Port<'_>, name: &str) -> Option<Markdown> {
    let node = port.field(name)?;
    node.text().is_some().then(|| shown(node))
}

fn words(node: Node<'_>) -> Markdown {
    if node.kind() == NodeKind::Sequence {
        joined(node.items().map(shown), ", ")
    } else {
        shown(node)
    }
}

fn shown(node: Node<'_>) -> Markdown {
    let mut lines = node.text().unwrap_or_default().lines();
    code(lines.next().unwrap_or_default())
}
