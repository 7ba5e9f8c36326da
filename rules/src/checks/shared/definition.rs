//! What a document says of a resource that a value of another one writes or names.

use crate::document::{Document, Kind, Resource};
use crate::expression::AssetRef;
use crate::syntax::{Node, NodeKind, known_text};
use crate::workspace::Workspace;

/// A resource as a file of the project defines it.
#[derive(Clone, Copy)]
pub(crate) struct ProjectDefinition<'a> {
    /// The file: paths count from there.
    pub(crate) path: &'a str,
    /// Its mapping.
    pub(crate) node: Node<'a>,
}

/// The definition of the `resource` that `value` in the file at `from` writes inline, names, or has
/// as a path to a file of `kind`; `None` where it is not in the project, or not only once.
pub(crate) fn definition<'a>(
    workspace: &'a Workspace,
    from: &'a str,
    value: Node<'a>,
    (resource, kind): (Resource, Kind),
) -> Option<ProjectDefinition<'a>> {
    if value.kind() == NodeKind::Mapping {
        return Some(ProjectDefinition {
            path: from,
            node: value,
        });
    }
    let text = known_text(value)?;
    let file = match AssetRef::parse(text) {
        AssetRef::Named { name, version, .. } => {
            only_file(workspace, from, resource, (name, version))?
        }
        AssetRef::Other(_) => workspace.referenced(from, text)?,
        _ => return None,
    };
    Some(ProjectDefinition {
        path: file.path(),
        node: file.root().filter(|_| file.kind() == Some(kind))?,
    })
}

fn only_file<'a>(
    workspace: &'a Workspace,
    from: &str,
    resource: Resource,
    (name, version): (&str, Option<&str>),
) -> Option<&'a Document> {
    let files = workspace.named(from, resource, name);
    let mut fitting = files.filter(|file| {
        let own = file.get("version").and_then(known_text);
        version.is_none() || own.is_none() || own == version
    });
    let first = fitting.next()?;
    fitting.next().is_none().then_some(first)
}
