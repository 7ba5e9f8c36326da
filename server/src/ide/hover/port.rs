//! Cards of the inputs and outputs that a step gives to the component it runs: what the component's
//! file says.

use std::fmt::Write as _;

use azml_rules::expression::{Interface, Port, Step};
use azml_rules::syntax::{Node, NodeKind, known_text};

use super::step;
use crate::ide::Site;

/// The card of `node`, the name of an input or output in a step.
pub(super) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<String> {
    let is_name = node.is_key() && matches!(keys, [.., "inputs" | "outputs", _]);
    if !is_name || !may_be_given(site, keys) {
        return None;
    }
    let mut calls = site.program().calls();
    calls.find_map(|(_, step)| of_call(site, step, node))
}

/// Whether inputs and outputs at `keys` may be those of a call: only steps and jobs that name a
/// component make one.
pub(super) fn may_be_given(site: &Site<'_>, keys: &[&str]) -> bool {
    keys.len() > 2 || site.document.get("component").is_some()
}

fn of_call(site: &Site<'_>, step: &Step<'_>, key: Node<'_>) -> Option<String> {
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
        String::new()
    };
    Some(of_port(site, what, port, interface, &readers))
}

fn of_port(
    site: &Site<'_>,
    what: &str,
    port: Port<'_>,
    interface: &Interface<'_>,
    readers: &str,
) -> String {
    let mut text = format!(
        "### `{}`: {what} of {}\n\n",
        port.name(),
        interface.subject()
    );
    if let Some(about) = port.field("description").and_then(known_text) {
        let _ = write!(text, "{}\n\n", about.trim());
    }
    let value = |name: &str| shown_field(port, name);
    let needed = if port.is_required() && what == "input" {
        Some("yes".to_owned())
    } else {
        None
    };
    let optional = port.is_optional().then(|| "yes".to_owned());
    let rows = [
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
            Some(readers.to_owned()).filter(|readers| !readers.is_empty()),
        ),
    ];
    for (name, value) in rows
        .iter()
        .filter_map(|(name, value)| Some((name, value.as_ref()?)))
    {
        let _ = writeln!(text, "- **{name}:** {value}");
    }
    if let Some(document) = interface.document {
        let place = site.place(document.path(), port.key.range().start);
        let _ = write!(text, "\nDeclared in `{place}`");
    }
    text.trim_end().to_owned()
}

fn shown_field(port: Port<'_>, name: &str) -> Option<String> {
    let node = port.field(name)?;
    node.text().is_some().then(|| shown(node))
}

fn words(node: Node<'_>) -> String {
    let words: Vec<String> = node.items().map(shown).collect();
    if node.kind() == NodeKind::Sequence {
        words.join(", ")
    } else {
        shown(node)
    }
}

fn shown(node: Node<'_>) -> String {
    format!(
        "`{}`",
        node.text()
            .unwrap_or_default()
            .lines()
            .next()
            .unwrap_or_default()
    )
}
