//! Workspace symbols: every name in a folder that matches the query.

use std::sync::Arc;

use azml_rules::document::Document;
use azml_rules::path::below;
use azml_rules::symbols::{NamedThing, SymbolKind, named_things};
use azml_rules::text::Location;
use azml_rules::workspace::Workspace;

/// Maximum number of names returned: all of them are sent to the client.
const LISTED: usize = 500;

/// A named symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundName {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: SymbolKind,
    /// Location of the name.
    pub location: Location,
    /// The file, relative to the folder, with the pipeline of a step.
    pub container: String,
}

/// Returns the names in `workspace` that match `query`, the best first; paths are shown relative to
/// `root`, and `is_in` selects the files. `configs` are the `azml.yaml` files.
pub fn search(
    workspace: &Workspace,
    root: &str,
    configs: &[Document],
    query: &str,
    is_in: &dyn Fn(&str) -> bool,
) -> Vec<FoundName> {
    let mut found: Vec<(u32, &Document, NamedThing<'_>)> = Vec::new();
    let unloaded = configs
        .iter()
        .filter(|config| workspace.document(config.path()).is_none());
    let documents = workspace.documents().map(Arc::as_ref).chain(unloaded);
    for document in documents.filter(|document| is_in(document.path())) {
        let things = named_things(document).into_iter();
        found.extend(things.filter_map(|thing| Some((rank(thing.name, query)?, document, thing))));
    }
    found.sort_by(|a, b| {
        (a.0, a.2.name.len(), a.2.name, a.1.path()).cmp(&(
            b.0,
            b.2.name.len(),
            b.2.name,
            b.1.path(),
        ))
    });
    found.truncate(LISTED);
    found
        .into_iter()
        .map(|(_, document, thing)| shown(document, root, &thing))
        .collect()
}

fn shown(document: &Document, root: &str, thing: &NamedThing<'_>) -> FoundName {
    let path = document.path();
    let file = below(root, path).unwrap_or(path);
    let inside = thing
        .inside
        .filter(|inside| !file.contains(inside))
        .map_or_else(String::new, |it| format!(" · {it}"));
    FoundName {
        name: thing.name.to_owned(),
        kind: thing.kind,
        location: Location {
            path: document.shared_path(),
            range: thing.range,
        },
        container: format!("{file}{inside}"),
    }
}

/// Returns the rank of `name` for a query, the lower the better; `None` if its letters do not occur
/// in this order.
fn rank(name: &str, query: &str) -> Option<u32> {
    let (name, query) = (name.to_lowercase(), query.to_lowercase());
    if name == query {
        return Some(0);
    }
    if name.starts_with(&query) {
        return Some(1);
    }
    if name.contains(&query) {
        return Some(2);
    }
    let mut rest = name.chars();
    query
        .chars()
        .filter(|c| !c.is_whitespace())
        .all(|letter| rest.any(|c| c == letter))
        .then_some(3)
}
