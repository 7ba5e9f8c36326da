//! Keys of the preview of CLI v2 that the first releases after it replaced.
//!
//! Version 2.2.1 of the `ml` extension (2022-03-14) flattened `code`, gave inputs `path` and `type`,
//! and renamed the paths of models and build contexts:
//! <https://learn.microsoft.com/azure/machine-learning/azure-machine-learning-release-notes-cli-v2>.
//! `compute.target` was flattened before: Azure/azure-cli-extensions issue 4207. So were `data` of
//! inputs and `docker` of environments, which files from 2021 have.

use crate::schema::table::TypeDef;
use crate::schema::{SchemaFault, SchemaProblem};
use crate::syntax::{Entry, Node};

use super::node_words::key_name;

/// A syntax of the preview.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PreviewForm<'t> {
    /// A mapping that is now the value of one of its keys.
    Flattened {
        /// The mapping.
        mapping: Node<'t>,
        /// The entry with that key. The other entries belong in `resources` now.
        entry: Entry<'t>,
    },
    /// A key whose value, or the only value in it, now has another key.
    Unwrapped {
        /// Its entry.
        entry: Entry<'t>,
        /// The current key.
        name: &'static str,
        /// The value for it, if there is only one.
        value: Option<Node<'t>>,
    },
    /// A key that was renamed.
    Renamed {
        /// Its entry.
        entry: Entry<'t>,
        /// Its current name.
        name: &'static str,
        /// The `type` that it requires, if the default is another one.
        needs_type: Option<&'static str>,
    },
    /// A key that is missing because its preview name is used.
    Follows,
}

/// Returns the preview syntax that causes a problem.
pub(crate) fn preview_form<'t>(problem: &SchemaProblem<'t>) -> Option<PreviewForm<'t>> {
    match &problem.fault {
        SchemaFault::Shape { .. } => flattened(problem.at),
        SchemaFault::UnknownKey { owner, mapping, .. } => {
            key_form(owner, *mapping, problem.at.text()?)
        }
        SchemaFault::MissingKey {
            owner,
            name,
            mapping,
        } => {
            let mut keys = mapping.entries().filter_map(|entry| entry.key.text());
            keys.any(|key| {
                key_form(owner, *mapping, key).is_some_and(|form| form.current_name() == Some(name))
            })
            .then_some(PreviewForm::Follows)
        }
        _ => None,
    }
}

impl PreviewForm<'_> {
    /// Returns the current name of a renamed key.
    fn current_name(&self) -> Option<&'static str> {
        match self {
            Self::Renamed { name, .. } | Self::Unwrapped { name, .. } => Some(name),
            _ => None,
        }
    }
}

fn flattened(value: Node<'_>) -> Option<PreviewForm<'_>> {
    let (name, moved): (_, &[&str]) = match key_name(value)? {
        "code" => ("local_path", &[]),
        "compute" => ("target", &["instance_count", "instance_type"]),
        _ => return None,
    };
    let is_known = |entry: Entry<'_>| {
        let key = entry.key.text();
        entry.value.text().is_some() && key.is_some_and(|key| key == name || moved.contains(&key))
    };
    let mut entries = value.entries();
    let entry = value
        .entries()
        .find(|entry| entry.key.text() == Some(name))?;
    entries.all(is_known).then_some(PreviewForm::Flattened {
        mapping: value,
        entry,
    })
}

fn key_form<'t>(owner: &TypeDef, mapping: Node<'t>, key: &str) -> Option<PreviewForm<'t>> {
    renamed(owner, mapping, key).or_else(|| unwrapped(owner, mapping, key))
}

fn unwrapped<'t>(owner: &TypeDef, mapping: Node<'t>, key: &str) -> Option<PreviewForm<'t>> {
    let (name, inside): (_, &[&str]) = match key {
        "data" if is_input(owner) => ("path", &["path", "local_path"]),
        "docker" if owner.field("conda_file").is_some() => ("image", &["image"]),
        _ => return None,
    };
    let entry = renamed_entry(owner, mapping, key, name)?;
    let is_reference = |text: &str| name == "path" && text.starts_with("azureml:");
    if entry.value.text().is_some_and(is_reference) {
        let value = Some(entry.value);
        return Some(PreviewForm::Unwrapped { entry, name, value });
    }
    let is_inside = |entry: &Entry<'_>| entry.key.text().is_some_and(|key| inside.contains(&key));
    let inner = entry.value.entries().find(is_inside)?;
    let is_only = entry.value.entries().nth(1).is_none() && inner.value.text().is_some();
    Some(PreviewForm::Unwrapped {
        entry,
        name,
        value: is_only.then_some(inner.value),
    })
}

fn is_input(owner: &TypeDef) -> bool {
    owner.field("mode").is_some() && owner.field("type").is_some()
}

/// Returns the entry with `key`, if `owner` now has `name` instead and `mapping` has no `name` yet.
fn renamed_entry<'t>(
    owner: &TypeDef,
    mapping: Node<'t>,
    key: &str,
    name: &str,
) -> Option<Entry<'t>> {
    let takes = owner.field(name).is_some() && owner.field(key).is_none();
    if !takes || mapping.get(name).is_some() {
        return None;
    }
    mapping.entry(key)
}

fn renamed<'t>(owner: &TypeDef, mapping: Node<'t>, key: &str) -> Option<PreviewForm<'t>> {
    let (name, needs_type) = match key {
        "local_path" | "model_uri" => ("path", None),
        "folder" if is_input(owner) => ("path", None),
        "file" if is_input(owner) => ("path", Some("uri_file")),
        "model_format" => ("type", None),
        _ => return None,
    };
    Some(PreviewForm::Renamed {
        entry: renamed_entry(owner, mapping, key, name)?,
        name,
        needs_type: needs_type.filter(|_| mapping.get("type").is_none()),
    })
}
