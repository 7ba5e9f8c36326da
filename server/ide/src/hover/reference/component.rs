//! Hovers of files that a value names: a component with its inputs and outputs, a job, an
//! environment.

use azml_rules::document::{Document, Kind};
use azml_rules::explain::sentence;
use azml_rules::expression::{ComponentInterface, Port, Ports};
use azml_rules::path::is_yaml;
use azml_rules::syntax::{Node, known_text};

use crate::Site;
use crate::hover::wording::facts;
use crate::markdown::{Markdown, code, joined, md, ours, plain, prose};

/// Maximum number of inputs and outputs listed, so that the hover fits on the screen.
const INPUTS: usize = 5;
const OUTPUTS: usize = 2;

/// Returns the hover of the file that the value `node` names.
pub(crate) fn card(site: &Site<'_>, node: Node<'_>) -> Option<Markdown> {
    if node.is_key() {
        return None;
    }
    let text = known_text(node).filter(|text| is_yaml(text))?;
    let document = site.workspace.referenced(site.document.path(), text)?;
    (document.path() != site.document.path() && document.kind().is_some())
        .then(|| of_document(site, document))
}

/// Describes the resource that the document defines.
pub(crate) fn of_document(site: &Site<'_>, document: &Document) -> Markdown {
    let text = |key: &str| trimmed_text(document, key);
    let label = document.kind().map_or("file", Kind::label);
    let version =
        text("version").map_or_else(Markdown::new, |version| md!(", version {}", plain(version)));
    let title = text("name").or_else(|| text("display_name"));
    let mut card = match title {
        Some(name) => md!("### {}{}: {}\n\n", code(name), version, label),
        None => md!("### {}\n\n", ours(sentence(label))),
    };
    for line in [
        text("display_name").filter(|name| Some(*name) != title),
        text("description"),
    ]
    .into_iter()
    .flatten()
    {
        card.push(md!("{}\n\n", prose(line)));
    }
    let place = document
        .get("name")
        .and_then(Node::key)
        .map_or(0, |key| key.range().start);
    let place = site.place_link(document.path(), place);
    card.push(md!("Defined in {}\n\n", place));
    if let Some(root) = document.root().filter(|_| {
        document
            .kind()
            .is_some_and(|it| it.is_component() || it.is_job())
    }) {
        let interface = ComponentInterface::read(root, None);
        card.push(listed("Inputs", &interface.inputs, INPUTS));
        card.push(listed("Outputs", &interface.outputs, OUTPUTS));
    }
    card.trimmed()
}

/// Returns the text of a top-level key, if it has any.
fn trimmed_text<'t>(document: &'t Document, key: &str) -> Option<&'t str> {
    let text = document.get(key)?.text()?.trim();
    (!text.is_empty()).then_some(text)
}

/// Returns the ports as a list (many editors show tables as raw text); empty without ports.
fn listed(title: &'static str, ports: &Ports<'_>, most: usize) -> Markdown {
    if ports.list.is_empty() {
        return Markdown::new();
    }
    let mut text = md!("**{}**\n\n", title);
    // One more port takes no more space than the line "1 more".
    let shown = if ports.list.len() == most + 1 {
        most + 1
    } else {
        most
    };
    for port in ports.list.iter().take(shown) {
        let mut facts = vec![about_port(title, *port), described(*port)];
        facts.retain(|fact| !fact.is_empty());
        let colon = if facts.is_empty() { "" } else { ": " };
        let name = code(port.name());
        text.push(md!("- {}{}{}\n", name, colon, joined(facts, " · ")));
    }
    let more = ports.list.len().saturating_sub(shown);
    if more > 0 {
        text.push(md!("- and {} more\n", more));
    }
    text.push("\n");
    text
}

fn about_port(title: &str, port: Port<'_>) -> Markdown {
    let facts = facts(port.value);
    if title == "Inputs" && port.is_required() {
        md!("{} · required", facts)
    } else {
        facts
    }
}

/// Describes a port in one line.
fn described(port: Port<'_>) -> Markdown {
    let text = port
        .field("description")
        .and_then(Node::text)
        .unwrap_or_default();
    plain(text.split_whitespace().collect::<Vec<_>>().join(" "))
}
