//! Document symbols: the resource that the file describes, then every key with its details. The
//! most important sections come first; the modules are `detail` and `shortened`.
//!
//! No symbol spans a whole file, because editors with sticky scroll pin the line where a symbol
//! starts: that line would be `$schema`. Only in a file with several YAML documents, each of them
//! is a symbol with its keys below. The outline uses nodes and names only, so that a file with
//! errors still has one.

mod detail;
mod shortened;

use azml_rules::document::{Kind, KindFamily};
use azml_rules::path::file_name;
use azml_rules::syntax::{Entry, Node, NodeKind, Scalar};
use azml_rules::text::TextRange;

use crate::Site;
use detail::{of_document, of_parameter, of_port, of_step, of_value};
use shortened::shortened;

/// The type of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolSort {
    /// A job or a flow.
    Job,
    /// A component.
    Component,
    /// A compute.
    Compute,
    /// An endpoint.
    Endpoint,
    /// A deployment.
    Deployment,
    /// A schedule.
    Schedule,
    /// Any other document.
    Document,
    /// A step of a pipeline.
    Step,
    /// An input.
    Input,
    /// An output.
    Output,
    /// A hyperparameter of a sweep.
    Parameter,
    /// Text.
    Text,
    /// A number.
    Number,
    /// True or false.
    Bool,
    /// A list.
    List,
    /// A mapping.
    Mapping,
    /// Nothing.
    Nothing,
}

/// A symbol of the outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Short description.
    pub detail: String,
    /// Its type.
    pub sort: SymbolSort,
    /// Its whole range.
    pub range: TextRange,
    /// The range to jump to, inside `range`.
    pub selection: TextRange,
    /// The nested symbols.
    pub children: Vec<Symbol>,
}

/// The type of the entries of a mapping.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Keys,
    Steps,
    Inputs,
    Outputs,
    Parameters,
    /// User-defined keys, and everything below them.
    Free,
}

/// Returns the outline of the document; empty for YAML that is not Azure ML's.
pub fn symbols(site: &Site<'_>) -> Vec<Symbol> {
    let document = site.document;
    if document.kind().is_none() && !site.is_config() {
        return Vec::new();
    }
    let roots: Vec<Node<'_>> = document.tree().documents().collect();
    if let [root] = roots[..] {
        return of_only_root(site, root);
    }
    let outlines = roots
        .into_iter()
        .enumerate()
        .map(|(at, root)| of_root(site, root, at));
    outlines.flatten().collect()
}

/// Returns the symbol of the file, with the range of the line that names it, and its keys.
fn of_only_root(site: &Site<'_>, root: Node<'_>) -> Vec<Symbol> {
    let Some(whole) = of_root(site, root, 0) else {
        return Vec::new();
    };
    let mut symbols = whole.children;
    symbols.sort_by_key(|symbol| place_in_outline(&symbol.name));
    let label_key = ["name", "display_name", "type"]
        .iter()
        .filter_map(|key| root.entries().find(|entry| entry.key.text() == Some(key)))
        .find(|entry| {
            entry
                .value
                .text()
                .is_some_and(|text| !text.trim().is_empty())
        });
    let entry = label_key.or_else(|| root.entries().next());
    let Some(entry) = entry.filter(|_| whole.sort != SymbolSort::Document || label_key.is_some())
    else {
        return symbols;
    };
    // This key is shown by the symbol of the file already.
    let is_shown = |symbol: &Symbol| label_key.is_some() && symbol.selection == entry.key.range();
    symbols.retain(|symbol| !is_shown(symbol));
    let file = Symbol {
        range: entry.range(),
        selection: entry.key.range(),
        children: Vec::new(),
        ..whole
    };
    symbols.insert(0, file);
    symbols
}

/// Sort order: steps first, then inputs and outputs, then the assets a job uses; `$schema` comes last.
fn place_in_outline(key: &str) -> usize {
    const FIRST: [&str; 12] = [
        "jobs",
        "inputs",
        "outputs",
        "search_space",
        "trial",
        "component",
        "compute",
        "environment",
        "code",
        "command",
        "model",
        "settings",
    ];
    let last = FIRST.len() + usize::from(key == "$schema");
    FIRST.iter().position(|first| *first == key).unwrap_or(last)
}

/// Returns the symbol of one of several YAML documents in a file.
fn of_root(site: &Site<'_>, root: Node<'_>, at: usize) -> Option<Symbol> {
    if root.kind() != NodeKind::Mapping {
        return None;
    }
    // Only the first document of a file is read.
    let kind = site.document.kind().filter(|_| at == 0);
    let named = root.get("name").or_else(|| root.get("display_name"));
    let named = named.filter(|name| name.text().is_some_and(|text| !text.trim().is_empty()));
    let inside = |name: &Node<'_>| root.range().contains_range(name.range());
    let first = root
        .entries()
        .next()
        .map_or(root.range(), |entry| entry.key.range());
    let name = match named.and_then(Node::text) {
        Some(name) => shortened(name),
        None if at > 0 => format!("document {}", at + 1),
        None => file_name(site.document.path()).to_owned(),
    };
    Some(Symbol {
        name,
        detail: kind.map_or_else(String::new, |kind| of_document(kind, root)),
        sort: kind.map_or(SymbolSort::Document, sort_of),
        range: root.range(),
        selection: named.filter(inside).map_or(first, Node::range),
        children: of_entries(root, Section::Keys),
    })
}

fn sort_of(kind: Kind) -> SymbolSort {
    match kind.family() {
        KindFamily::Job | KindFamily::Flow => SymbolSort::Job,
        KindFamily::Component => SymbolSort::Component,
        KindFamily::Compute => SymbolSort::Compute,
        KindFamily::Endpoint | KindFamily::Alone(Kind::ServerlessEndpoint) => SymbolSort::Endpoint,
        KindFamily::Deployment => SymbolSort::Deployment,
        KindFamily::Schedule => SymbolSort::Schedule,
        _ => SymbolSort::Document,
    }
}

fn of_entries(mapping: Node<'_>, section: Section) -> Vec<Symbol> {
    mapping
        .entries()
        .filter_map(|entry| of_entry(entry, section))
        .collect()
}

fn of_entry(entry: Entry<'_>, section: Section) -> Option<Symbol> {
    let (key, value) = (entry.key, entry.value);
    let name = key.text().filter(|name| !name.trim().is_empty())?;
    let known = value.resolved();
    let (sort, detail) = match section {
        Section::Steps if known.kind() == NodeKind::Mapping => (SymbolSort::Step, of_step(known)),
        Section::Inputs => (SymbolSort::Input, of_port(known)),
        Section::Outputs => (SymbolSort::Output, of_port(known)),
        Section::Parameters => (SymbolSort::Parameter, of_parameter(known)),
        _ => (sort_of_value(known), of_value(value)),
    };
    let below = match section {
        Section::Keys => section_of(name),
        Section::Steps => Section::Keys,
        Section::Inputs | Section::Outputs | Section::Parameters | Section::Free => Section::Free,
    };
    Some(Symbol {
        name: shortened(name),
        detail,
        sort,
        range: entry.range(),
        selection: key.range(),
        children: of_children(value, below),
    })
}

fn section_of(key: &str) -> Section {
    match key {
        "jobs" => Section::Steps,
        "inputs" => Section::Inputs,
        "outputs" => Section::Outputs,
        "search_space" => Section::Parameters,
        "tags" | "properties" | "environment_variables" | "metadata" => Section::Free,
        _ => Section::Keys,
    }
}

/// Returns the children of a value as written: an alias has none, because its target is listed
/// where it is defined.
fn of_children(value: Node<'_>, section: Section) -> Vec<Symbol> {
    match value.kind() {
        NodeKind::Mapping => of_entries(value, section),
        NodeKind::Sequence => value
            .children()
            .enumerate()
            .filter_map(|(at, item)| of_item(item, at, section))
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the symbol of a list item, unless it is a scalar.
fn of_item(item: Node<'_>, at: usize, section: Section) -> Option<Symbol> {
    if !matches!(item.kind(), NodeKind::Mapping | NodeKind::Sequence) {
        return None;
    }
    let title = ["name", "type", "id", "action", "file"]
        .iter()
        .find_map(|key| item.get(key).and_then(Node::text));
    Some(Symbol {
        name: title.map_or_else(|| format!("item {}", at + 1), shortened),
        detail: if title.is_some() {
            String::new()
        } else {
            of_value(item)
        },
        sort: sort_of_value(item),
        range: item.range(),
        selection: item
            .entries()
            .next()
            .map_or(item.range(), |entry| entry.key.range()),
        children: of_children(item, section),
    })
}

fn sort_of_value(node: Node<'_>) -> SymbolSort {
    match (node.kind(), node.scalar()) {
        (NodeKind::Mapping, _) => SymbolSort::Mapping,
        (NodeKind::Sequence, _) => SymbolSort::List,
        (_, Some(Scalar::Int(_) | Scalar::Float(_))) => SymbolSort::Number,
        (_, Some(Scalar::Bool(_))) => SymbolSort::Bool,
        (_, Some(Scalar::Null)) => SymbolSort::Nothing,
        _ => SymbolSort::Text,
    }
}
