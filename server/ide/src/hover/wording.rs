//! Texts that several hovers share.

use azml_rules::expression::{Port, Step};
use azml_rules::syntax::{Node, NodeKind};
use azml_rules::wording::first_line;

use crate::markdown::{Markdown, code, joined, md, ours, plain};

/// Maximum length of a text in characters.
const SHOWN: usize = 60;

/// "`uri_folder` · optional · default `1` · max `5`"
pub(crate) fn facts(value: Node<'_>) -> Markdown {
    if value.kind() != NodeKind::Mapping {
        let port = Port { key: value, value };
        let is_expression = value.text().is_some_and(|text| text.contains("${{"));
        let mut facts = Vec::new();
        if let Some(kind) = port.kind().filter(|_| !is_expression) {
            facts.push(code(kind.name()));
        }
        if let Some(text) = value.text() {
            facts.push(md!("value {}", code(shortened(text))));
        }
        return joined(facts, " · ");
    }
    let mut facts: Vec<Markdown> = Vec::new();
    if let Some(text) = value.get("type").and_then(Node::text) {
        facts.push(code(text));
    }
    for entry in value.entries() {
        let key = entry.key.text().unwrap_or_default();
        match (key, entry.value.resolved()) {
            ("type" | "description" | "<<", _) => {}
            ("optional", value) if value.bool() == Some(true) => facts.push(ours("optional")),
            ("optional", _) => {}
            (key, value) if value.is_null() => facts.push(plain(key)),
            (key, value) => facts.push(md!(
                "{} {}",
                plain(key),
                code(shortened(value.text().unwrap_or_else(|| value.raw())))
            )),
        }
    }
    joined(facts, " · ")
}

/// Returns the first line of `text`, truncated after a word to at most [`SHOWN`] characters.
pub(crate) fn shortened(text: &str) -> String {
    let line = first_line(text, SHOWN, "...");
    match line
        .strip_suffix("...")
        .and_then(|cut| cut.rsplit_once(' '))
    {
        Some((words, half)) if !half.is_empty() => format!("{words} ..."),
        _ => line,
    }
}

/// Returns the component or trial that a step names.
pub(crate) fn named_component<'t>(step: &Step<'t>) -> Option<Node<'t>> {
    let component = step
        .node
        .get("component")
        .or_else(|| step.node.get("trial"))?;
    component.text().is_some().then_some(component)
}
