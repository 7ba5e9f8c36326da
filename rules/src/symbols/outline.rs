//! Names of a folder for a list of symbols: its documents, their steps, the computes of its
//! configuration.

use super::named::kind_of;
use super::{SymbolKind, collect};
use crate::document::{Document, Resource};
use crate::expression::{Declaration, text_range};
use crate::path::file_name;
use crate::syntax::{Node, NodeKind, known_text};
use crate::text::TextRange;

/// A named symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedThing<'a> {
    /// Its name; for a job without one, its display name, else the name of its file.
    pub name: &'a str,
    /// Type of the symbol.
    pub kind: SymbolKind,
    /// Range of the name, else the start of the file.
    pub range: TextRange,
    /// The pipeline of a step.
    pub inside: Option<&'a str>,
}

/// Returns the names in `document`.
pub fn named_things<'a>(document: &'a Document) -> Vec<NamedThing<'a>> {
    let Some(root) = document.root() else {
        return Vec::new();
    };
    let Some(kind) = document.kind() else {
        let keys = collect::config_keys(document);
        let thing = |(node, name)| NamedThing {
            name,
            kind: SymbolKind::Resource(Resource::Compute),
            range: text_range(node),
            inside: None,
        };
        return keys.into_iter().map(thing).collect();
    };
    let own = kind_of(kind).map(|kind| own(document, root, kind));
    let name = own.as_ref().map(|own| own.name);
    let mut found: Vec<NamedThing<'a>> = own.into_iter().collect();
    if kind.is_pipeline() {
        steps(root, name, &mut found, 12);
    }
    found
}

fn own<'a>(document: &'a Document, root: Node<'a>, kind: SymbolKind) -> NamedThing<'a> {
    let written = ["name", "display_name"].iter().find_map(|key| {
        let node = root.get(key)?;
        Some((node, known_text(node).filter(|text| !text.is_empty())?))
    });
    let (name, range) = match written {
        Some((node, name)) => (name, text_range(node)),
        None => (stem(document.path()), TextRange::empty(0)),
    };
    NamedThing {
        name,
        kind,
        range,
        inside: None,
    }
}

/// Returns the file name without extension: `train` of `jobs/train.yml`.
fn stem(path: &str) -> &str {
    let file = file_name(path);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

fn steps<'a>(
    pipeline: Node<'a>,
    inside: Option<&'a str>,
    found: &mut Vec<NamedThing<'a>>,
    depth: u32,
) {
    let Some(jobs) = pipeline.entry("jobs").filter(|_| depth > 0) else {
        return;
    };
    for step in jobs.value.entries() {
        let Some(name) = known_text(step.key).filter(|name| *name != "<<") else {
            continue;
        };
        found.push(NamedThing {
            name,
            kind: SymbolKind::Declared(Declaration::Step),
            range: text_range(step.key),
            inside,
        });
        if step.value.kind() == NodeKind::Mapping {
            steps(step.value, Some(name), found, depth - 1);
        }
    }
}
