//! The definition of a resource that a value of another document contains or names.

use crate::document::{Document, Kind, Resource};
use crate::expression::AssetRef;
use crate::syntax::{Node, NodeKind, known_text};
use crate::workspace::Workspace;

/// A resource that a file of the project defines.
#[derive(Clone, Copy)]
pub(crate) struct ProjectDefinition<'a> {
    /// The file: paths are relative to it.
    pub(crate) path: &'a str,
    /// The mapping of the resource.
    pub(crate) node: Node<'a>,
}

/// Returns the definition of the `resource` that `value` in the file at `from` contains inline,
/// names, or refers to by the path of a file of `kind`; `None` if the project has none, or several.
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
