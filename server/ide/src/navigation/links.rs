//! Document links: the schema URL, and files that are named by their
//! paths.

use std::collections::BTreeSet;

use azml_rules::path::{inside, is_absolute_somewhere};
use azml_rules::schema::resource_uses;
use azml_rules::script::commands::runs;
use azml_rules::syntax::{Node, NodeId, NodeKind, known_text};
use azml_rules::text::TextRange;
use azml_rules::workspace::OnDisk;

use crate::Site;

/// The target of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkTarget {
    /// A URL.
    Url(String),
    /// A file, by its key in the workspace.
    File(String),
}

/// A range of text with its target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The text, without quotes.
    pub range: TextRange,
    /// Its target.
    pub target: LinkTarget,
}

/// Keys whose values are paths relative to the file.
const PATHS: [&str; 6] = [
    "path",
    "conda_file",
    "local_path",
    "file",
    "extends",
    "inventory",
];

/// Keys whose values are paths relative to the folder that another key beside or above them names.
const IN_FOLDERS: [(&str, &str); 5] = [
    ("scoring_script", "code"),
    ("entry_script", "code"),
    ("dockerfile_path", "path"),
    ("script_path", "path"),
    ("file", "code"),
];

/// Returns the links of the document; none for YAML that is not Azure ML's.
pub fn links(site: &Site<'_>) -> Vec<Link> {
    if site.document.kind().is_none() && !site.is_config() {
        return Vec::new();
    }
    let uses = resource_uses(site.document).into_iter();
    let named: BTreeSet<NodeId> = uses.map(|(node, _)| node.id()).collect();
    let nodes = site.document.tree().nodes();
    let values = nodes.filter(|node| !node.is_key() && matches!(node.kind(), NodeKind::Scalar(_)));
    let link = |node: Node<'_>| of_value(site, node, named.contains(&node.id()));
    let mut found: Vec<Link> = values.filter_map(link).collect();
    found.extend(scripts(site));
    found.sort_by_key(|link| link.range.start);
    found
}

/// Returns the scripts that commands name.
fn scripts<'s>(site: &'s Site<'_>) -> impl Iterator<Item = Link> + 's {
    let runs = runs(site.workspace, site.document, site.program()).into_iter();
    let in_commands = runs.filter(|run| run.script.word.is_some());
    in_commands.filter_map(|run| {
        let target = LinkTarget::File(run.file()?.to_owned());
        Some(Link {
            range: run.script.range,
            target,
        })
    })
}

/// Returns the link of the value `node`; a reference to a resource can be the path of a file.
fn of_value(site: &Site<'_>, node: Node<'_>, names_resource: bool) -> Option<Link> {
    let key = key_of(node)?;
    let text = known_text(node).filter(|text| !text.contains(['\n', '\r']))?;
    let target = match key.text()? {
        "$schema" => LinkTarget::Url(address(text)?.to_owned()),
        name => {
            let may_be_path = names_resource || PATHS.contains(&name);
            LinkTarget::File(file(site, (node, name), text, may_be_path)?)
        }
    };
    Some(Link {
        range: inside_quotes(node),
        target,
    })
}

/// Returns a URL; `http://azureml/sdk-2-0/...` is only an identifier.
fn address(text: &str) -> Option<&str> {
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))?;
    rest.split('/').next()?.contains('.').then_some(text)
}

/// Returns the key of a value, or of the list that contains it.
fn key_of(node: Node<'_>) -> Option<Node<'_>> {
    node.key().or_else(|| {
        node.parent()
            .filter(|parent| parent.kind() == NodeKind::Sequence)?
            .key()
    })
}

/// Returns the file that `text` names, the value `node` of the key `name`, if it exists.
fn file(
    site: &Site<'_>,
    (node, name): (Node<'_>, &str),
    text: &str,
    may_be_path: bool,
) -> Option<String> {
    let path = text.strip_prefix("file:").unwrap_or(text).trim();
    let is_remote = path.is_empty()
        || path.contains("://")
        || path.starts_with("azureml:")
        || is_absolute_somewhere(path);
    if is_remote {
        return None;
    }
    let style = site.workspace.path_style();
    let mut parts = path.split(|c| style.separates(c));
    let is_dotted = matches!(parts.next(), Some("." | "..")) && parts.next().is_some();
    let looks_like_path = text.starts_with("file:") || is_dotted;
    let in_folder = IN_FOLDERS.iter().filter(|(key, _)| *key == name);
    let mut candidates: Vec<String> = in_folder
        .filter_map(|(_, folder)| joined(node, folder, path))
        .collect();
    if looks_like_path || may_be_path {
        candidates.push(path.to_owned());
    }
    let from = site.document.path();
    let is_file = |path: &String| site.workspace.on_disk(from, path) == Some(OnDisk::File);
    candidates
        .into_iter()
        .find(is_file)
        .and_then(|path| site.workspace.full_path(from, &path))
}

/// Returns `path` in the folder that the key `folder` names, in the mapping of `node` or one around it.
fn joined(node: Node<'_>, folder: &str, path: &str) -> Option<String> {
    let mut enclosing = std::iter::successors(node.parent(), |node| node.parent()).take(3);
    let folder =
        enclosing.find_map(|mapping| mapping.get(folder).filter(|value| *value != node)?.text())?;
    Some(inside(folder, path))
}

fn inside_quotes(node: Node<'_>) -> TextRange {
    let range = node.range();
    let quoted = node.raw().starts_with(['"', '\'']) && range.len() > 1;
    if quoted {
        TextRange::new(range.start + 1, range.end - 1)
    } else {
        range
    }
}
