//! The local paths in a document, each with its base folder.

use std::collections::BTreeMap;

use azml_rules::document::{Document, Resource};
use azml_rules::expression::{AssetRef, SourceMap};
use azml_rules::path::parent;
use azml_rules::schema::resource_uses;
use azml_rules::script::commands::runs;
use azml_rules::syntax::{Node, NodeId, NodeKind, known_text};
use azml_rules::text::TextRange;

use crate::Site;

/// The base folder of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Base {
    /// The folder of the document, which may move itself.
    Document,
    /// Another folder, by its key: the code of a job, a build context.
    Folder(String),
}

/// A path in a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedPath {
    /// The path alone, without quotes and `file:`.
    pub range: TextRange,
    /// The path as written.
    pub text: String,
    /// Its base folder.
    pub base: Base,
    /// `true` if it is a word in a shell command.
    pub is_shell: bool,
}

impl NamedPath {
    /// Returns the key of its target.
    pub fn target(&self, site: &Site<'_>) -> Option<String> {
        let folder = match &self.base {
            Base::Document => parent(site.document.path()),
            Base::Folder(folder) => folder.as_str(),
        };
        site.workspace.path_style().join(folder, &self.text)
    }
}

/// Keys whose values are paths relative to the file, if they are not references.
const PATHS: [&str; 7] = [
    "additional_includes",
    "code",
    "conda_file",
    "extends",
    "inventory",
    "local_path",
    "path",
];

/// Keys whose values are references, or the path of a file.
const REFERENCES: [&str; 4] = ["component", "create_job", "job", "trial"];

/// Keys whose values are relative to the folder that another key names, in the mapping or around it.
const IN_FOLDERS: [(&str, &str); 6] = [
    ("scoring_script", "code"),
    ("entry_script", "code"),
    ("py_files", "code"),
    ("jars", "code"),
    ("dockerfile_path", "path"),
    ("script_path", "path"),
];

/// Sections whose keys are user-defined names.
const NAMED_SECTIONS: [&str; 4] = ["inputs", "outputs", "jobs", "input_data"];

/// Sections whose content is free text or another language.
const FREE: [&str; 8] = [
    "tags",
    "properties",
    "environment_variables",
    "conf",
    "search_space",
    "identity",
    "credentials",
    "traffic",
];

/// Returns the paths in the document, in no order.
pub fn named_paths(site: &Site<'_>) -> Vec<NamedPath> {
    let document = site.document;
    let mut found = in_command_lines(site);
    if !document.template_markers().is_empty() {
        return found;
    }
    let is_table = azml_rules::path::file_name(document.path()) == "MLTable";
    if document.kind().is_none() && !site.is_config() && !is_table {
        return found;
    }
    let named: BTreeMap<NodeId, Resource> = resource_uses(document)
        .into_iter()
        .map(|(node, used)| (node.id(), used.resource))
        .collect();
    for node in document.tree().nodes() {
        if !node.is_key() && matches!(node.kind(), NodeKind::Scalar(_)) {
            found.extend(of_value(
                site,
                node,
                named.get(&node.id()).copied(),
                is_table,
            ));
        }
    }
    found.extend(in_commands(site));
    found
}

fn of_value(
    site: &Site<'_>,
    node: Node<'_>,
    names: Option<Resource>,
    is_table: bool,
) -> Option<NamedPath> {
    let text = known_text(node)?;
    let path = text.strip_prefix("file:").unwrap_or(text);
    let is_local = !path.is_empty() && !path.contains([':', '\n', '\r', '{', '*']);
    let (key, mapping) = key_and_mapping(node)?;
    if !is_local || is_free(mapping) {
        return None;
    }
    let section = mapping.key().and_then(Node::text);
    let is_name = section.is_some_and(|section| NAMED_SECTIONS.contains(&section));
    let folder = IN_FOLDERS.iter().find(|(name, _)| *name == key);
    let is_entry = key == "file" && section == Some("entry");
    let base = if is_entry || folder.is_some() && !is_name {
        let other = folder.map_or("code", |(_, other)| *other);
        Base::Folder(folder_named(site, node, other)?)
    } else {
        let is_path = PATHS.contains(&key) && !is_name
            || is_table && matches!(key, "file" | "folder")
            || REFERENCES.contains(&key) && !is_name && is_file(text)
            || section == Some("inputs") && path.starts_with(['.', '/']) && is_file(text)
            || names.is_some_and(|resource| may_be_file(resource, text));
        is_path.then_some(Base::Document)?
    };
    let map = SourceMap::new(node);
    let start = text.len() - path.len();
    map.is_exact().then(|| NamedPath {
        range: map.range(start..text.len()),
        text: path.to_owned(),
        base,
        is_shell: false,
    })
}

/// Returns the key of a value, or of the list that contains it, and the mapping with that key.
fn key_and_mapping<'a>(node: Node<'a>) -> Option<(&'a str, Node<'a>)> {
    let list = node.parent().filter(|it| it.kind() == NodeKind::Sequence);
    let value = list.unwrap_or(node);
    Some((value.key()?.text()?, value.parent()?))
}

fn is_free(mapping: Node<'_>) -> bool {
    let mut around = std::iter::successors(Some(mapping), |node| node.parent());
    around.any(|node| {
        let key = node.key().and_then(Node::text);
        key.is_some_and(|key| FREE.contains(&key))
    })
}

/// Returns `true` if a reference to such a resource can be the path of a file. A single word is a name.
fn may_be_file(resource: Resource, text: &str) -> bool {
    let can_be = !matches!(
        resource,
        Resource::Compute | Resource::VmSize | Resource::Endpoint | Resource::Deployment
    );
    can_be && is_file(text)
}

/// Returns `true` if a reference is the path of a file.
fn is_file(text: &str) -> bool {
    matches!(AssetRef::parse(text), AssetRef::Other(_)) && text.contains(['/', '.'])
}

/// Returns the folder that `key` names, in the mapping of `node` or one around it.
fn folder_named(site: &Site<'_>, node: Node<'_>, key: &str) -> Option<String> {
    let mut around = std::iter::successors(node.parent(), |node| node.parent()).take(3);
    let value = around.find_map(|mapping| mapping.get(key).filter(|value| *value != node))?;
    local_folder(site, value)
}

fn local_folder(site: &Site<'_>, value: Node<'_>) -> Option<String> {
    let text = known_text(value).filter(|text| !text.contains([':', '{']))?;
    let style = site.workspace.path_style();
    style.join_beside(site.document.path(), text)
}

/// Returns the scripts that commands name.
fn in_commands(site: &Site<'_>) -> Vec<NamedPath> {
    let style = site.workspace.path_style();
    let mut found = Vec::new();
    for run in runs(site.workspace, site.document, site.program()) {
        let script = &run.script;
        let code = run.site.code.and_then(|code| local_folder(site, code));
        let (Some(code), Some(inside)) = (code, &script.inside) else {
            continue;
        };
        if script.word.is_none() || script.is_module {
            continue;
        }
        let folder = run.folder.as_deref().unwrap_or_default();
        let base = style.join(&code, folder).unwrap_or_default();
        // Files from `additional_includes` are outside the code folder.
        let full = style.join(&code, inside);
        let is_in_code = run.file().is_none_or(|file| full.as_deref() == Some(file));
        if is_in_code && style.join(&base, &script.text) == full {
            found.push(NamedPath {
                range: script.range,
                text: script.text.clone(),
                base: Base::Folder(base),
                is_shell: true,
            });
        }
    }
    found
}

/// Returns the files that commands `az ml` name: `--file jobs/train.yml`.
fn in_command_lines(site: &Site<'_>) -> Vec<NamedPath> {
    let document: &Document = site.document;
    let mut found = Vec::new();
    for line in document.commands().iter().flat_map(|all| &all.commands) {
        let Some(word) = &line.file else { continue };
        let Some(meant) = site.workspace.file_of_command(document.path(), word) else {
            continue;
        };
        let text = word.range.slice(document.text());
        let base = folder_around(site, text, &meant);
        found.extend(base.map(|folder| NamedPath {
            range: word.range,
            text: text.to_owned(),
            base: Base::Folder(folder),
            is_shell: true,
        }));
    }
    found
}

/// Returns the folder in which `text` leads to `full`; `None` if the word is not just a path.
fn folder_around(site: &Site<'_>, text: &str, full: &str) -> Option<String> {
    let style = site.workspace.path_style();
    let clean = style.clean(text)?;
    let folder = full.strip_suffix(&clean)?.strip_suffix('/')?;
    (style.join(folder, text).as_deref() == Some(full)).then(|| folder.to_owned())
}
