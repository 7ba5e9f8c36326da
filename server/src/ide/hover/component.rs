//! Cards of files that a value names: a component with its inputs and outputs, a job, an
//! environment.

use std::fmt::Write as _;

use azml_rules::document::{Document, Kind};
use azml_rules::expression::{Interface, Port, Ports};
use azml_rules::syntax::{Node, known_text};

use super::wording::facts;
use crate::ide::Site;

/// The card of the file that the value `node` names.
pub(super) fn card(site: &Site<'_>, node: Node<'_>) -> Option<String> {
    if node.is_key() {
        return None;
    }
    let text = known_text(node).filter(|text| text.ends_with(".yml") || text.ends_with(".yaml"))?;
    let document = site.workspace.referenced(site.document.path(), text)?;
    (document.path() != site.document.path() && document.kind().is_some())
        .then(|| of_document(site, document))
}

/// What the document defines.
pub(super) fn of_document(site: &Site<'_>, document: &Document) -> String {
    let text = |key: &str| trimmed_text(document, key);
    let label = document.kind().map_or("file", Kind::label);
    let version =
        text("version").map_or_else(String::new, |version| format!(", version {version}"));
    let title = text("name").or_else(|| text("display_name"));
    let mut card = match title {
        Some(name) => format!("### `{name}`{version}: {label}\n\n"),
        None => format!("### {}\n\n", azml_rules::explain::sentence(label)),
    };
    for line in [
        text("display_name").filter(|name| Some(*name) != title),
        text("description"),
    ]
    .into_iter()
    .flatten()
    {
        let _ = write!(card, "{line}\n\n");
    }
    let place = document
        .get("name")
        .and_then(Node::key)
        .map_or(0, |key| key.range().start);
    let _ = write!(
        card,
        "Defined in `{}`\n\n",
        site.place(document.path(), place)
    );
    if let Some(root) = document.root().filter(|_| {
        document
            .kind()
            .is_some_and(|it| it.is_component() || it.is_job())
    }) {
        let interface = Interface::read(root, None);
        card.push_str(&listed("Inputs", &interface.inputs));
        card.push_str(&listed("Outputs", &interface.outputs));
    }
    card.trim_end().to_owned()
}

/// The text of a key at the top, if it has any.
fn trimmed_text<'t>(document: &'t Document, key: &str) -> Option<&'t str> {
    let text = document.get(key)?.text()?.trim();
    (!text.is_empty()).then_some(text)
}

/// The ports as a list (tables are raw text in many editors); nothing where there are none.
fn listed(title: &str, ports: &Ports<'_>) -> String {
    if ports.list.is_empty() {
        return String::new();
    }
    let mut text = format!("**{title}**\n\n");
    for port in &ports.list {
        let about = described(*port);
        let facts: Vec<String> = [about_port(title, *port), about]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect();
        let colon = if facts.is_empty() { "" } else { ": " };
        let _ = writeln!(text, "- `{}`{colon}{}", port.name(), facts.join(" · "));
    }
    text.push('\n');
    text
}

fn about_port(title: &str, port: Port<'_>) -> String {
    let facts = facts(port.value);
    if title == "Inputs" && port.is_required() {
        format!("{facts} · required")
    } else {
        facts
    }
}

/// In one line.
fn described(port: Port<'_>) -> String {
    let text = port
        .field("description")
        .and_then(Node::text)
        .unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
