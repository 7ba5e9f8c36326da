//! Hovers of names declared in the file itself: inputs, outputs, hyperparameters, environment
//! variables. They show type and default, and the places that read, write or set the name, here and
//! in the pipelines that use the file.

use azml_rules::document::Kind;
use azml_rules::expression::{Callee, Declaration, Ports};
use azml_rules::symbols::{Referent, SymbolKind, occurrence_at, references};
use azml_rules::syntax::Node;

use super::usage;
use crate::Site;
use crate::hover::reference::unknown;
use crate::hover::wording::{facts, shortened};
use crate::markdown::{Markdown, code, md, ours, prose};

/// Returns the hover of `node`, a name that is declared here.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    if !node.is_key() {
        return None;
    }
    match keys {
        [.., "environment_variables", name] => Some(variable(node, name)),
        [.., "inputs" | "outputs" | "search_space", _] => port(site, node, keys),
        _ => None,
    }
}

fn port(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Option<Markdown> {
    match Recipient::find(site, node, keys) {
        Recipient::Unknown(card) => return Some(card),
        // A name that the component does not declare is a matter for the rules.
        Recipient::Component => return None,
        Recipient::Unused => {}
    }
    let occurrence = occurrence_at(site.workspace, site.document, node.range().start)?;
    let SymbolKind::Declared(kind) = occurrence.kind else {
        return None;
    };
    if !occurrence.is_definition && kind != Declaration::SearchSpace {
        return None;
    }
    let value = node.value_of_key()?.resolved();
    let owner = owner(site, node, kind);
    let mut text = md!("### {}: {}\n\n", code(&occurrence.name), owner);
    // A binding is visible at its own position already.
    let mut shown = if value.text().is_some_and(|text| text.contains("${{")) {
        Markdown::new()
    } else {
        facts(value)
    };
    if kind == Declaration::Input && is_interface(site, node) && is_required(value) {
        shown.push(" · required");
    }
    if !shown.is_empty() {
        text.push(md!("{}\n\n", shown));
    }
    if let Some(about) = value
        .get("description")
        .and_then(Node::text)
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        text.push(md!("{}\n\n", prose(about)));
    }
    if let (Referent::Declared(place), false) = (&occurrence.referent, occurrence.is_definition) {
        text.push(md!(
            "The sweep sets it for the input declared in {}",
            site.place_link(&place.path, place.range.start)
        ));
        return Some(text);
    }
    let places = references(site.workspace, site.document.path(), &occurrence);
    let rows = usage::rows(site, kind, &places);
    for (label, users) in &rows {
        text.push_row(label, users);
    }
    if rows.is_empty() && kind != Declaration::Output && site.document.tree().errors().is_empty() {
        text.push("No expression reads it.");
    }
    Some(text.trimmed())
}

/// The recipient of an input or output.
enum Recipient {
    /// A component that is available.
    Component,
    /// A component that is not available, with the hover that says so.
    Unknown(Markdown),
    /// None: the name is declared where it is used.
    Unused,
}

impl Recipient {
    fn find(site: &Site<'_>, node: Node<'_>, keys: &[&str]) -> Self {
        if !super::port::may_be_given(site, keys) {
            return Self::Unused;
        }
        let given = |ports: &Ports<'_>| ports.list.iter().any(|port| port.key == node);
        let mut calls = site.program().calls().map(|(_, step)| step);
        let Some(step) = calls.find(|step| given(&step.inputs) || given(&step.outputs)) else {
            return Self::Unused;
        };
        match &step.callee {
            Callee::Remote => {
                let what = if given(&step.inputs) {
                    "input"
                } else {
                    "output"
                };
                Self::Unknown(unknown::given(
                    site,
                    step,
                    node.text().unwrap_or_default(),
                    what,
                ))
            }
            Callee::Component(_) => Self::Component,
            Callee::Own => Self::Unused,
        }
    }
}

/// Returns `true` if `node` is part of an interface: in a component.
fn is_interface(site: &Site<'_>, node: Node<'_>) -> bool {
    let top = node.parent().and_then(Node::parent);
    site.document.kind().is_some_and(Kind::is_component) && top == site.document.root()
}

fn is_required(value: Node<'_>) -> bool {
    azml_rules::expression::Port { key: value, value }.is_required()
}

/// "input of this pipeline", "hyperparameter of this sweep".
fn owner(site: &Site<'_>, node: Node<'_>, kind: Declaration) -> Markdown {
    let mapping = node.parent().and_then(Node::parent);
    if mapping == site.document.root() {
        let of = site.document.kind().map_or("file", Kind::label);
        return md!("{} of this {}", kind.label(), of);
    }
    let holder = mapping
        .and_then(Node::key)
        .filter(|key| key.parent().and_then(Node::key).and_then(Node::text) == Some("jobs"));
    match holder.and_then(Node::text) {
        Some(step) => md!("{} of step {}", kind.label(), code(step)),
        None => ours(kind.label()),
    }
}

/// Describes an environment variable; a command may read it, and so may any code that it runs.
fn variable(node: Node<'_>, name: &str) -> Markdown {
    let mut text = md!("### {}: environment variable\n\n", code(name));
    if let Some(value) = node.value_of_key().map(Node::resolved).and_then(Node::text) {
        let value = code(shortened(value));
        text.push(md!("Set to {} where the command runs", value));
    } else {
        text.push("Set where the command runs");
    }
    let holder = node.parent().and_then(Node::parent);
    let command = holder
        .and_then(|holder| holder.get("command"))
        .and_then(Node::text)
        .unwrap_or_default();
    let reads = [format!("${name}"), format!("${{{name}}}")];
    let is_read = reads.iter().any(|read| {
        command.match_indices(read.as_str()).any(|(at, found)| {
            let next = command[at + found.len()..].chars().next();
            found.ends_with('}') || !next.is_some_and(|c| c.is_alphanumeric() || c == '_')
        })
    });
    text.push(if is_read {
        "; the command reads it."
    } else {
        "."
    });
    text
}
