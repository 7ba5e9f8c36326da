//! Keys of the preview of CLI v2 that the first releases after it replaced.
//!
//! Version 2.2.1 of the `ml` extension (2022-03-14) flattened `code`, gave inputs `path` and `type`,
//! and renamed the paths of models and build contexts:
//! <https://learn.microsoft.com/azure/machine-learning/azure-machine-learning-release-notes-cli-v2>.
//! `compute.target` was flattened before: Azure/azure-cli-extensions issue 4207.

use crate::schema::table::TypeDef;
use crate::schema::{Fault, Problem};
use crate::syntax::{Entry, Node, NodeKind};

use super::node_words::key_name;

/// What is written in the form of the preview.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PreviewForm<'t> {
    /// A mapping with one key where the value of that key stands today.
    Flattened {
        /// The mapping.
        mapping: Node<'t>,
        /// Its only entry.
        entry: Entry<'t>,
    },
    /// A key with another name today.
    Renamed {
        /// Its entry.
        entry: Entry<'t>,
        /// Its name today.
        name: &'static str,
        /// The `type` that goes with it, where the default is another one.
        needs_type: Option<&'static str>,
    },
    /// A key that is missing because its preview name is written.
    Follows,
}

/// The form of the preview that a problem comes from.
pub(crate) fn preview_form<'t>(problem: &Problem<'t>) -> Option<PreviewForm<'t>> {
    match &problem.fault {
        Fault::Shape { .. } => flattened(problem.at),
        Fault::UnknownKey { owner, mapping, .. } => renamed(owner, *mapping, problem.at.text()?),
        Fault::MissingKey { owner, mapping, .. } => {
            let mut keys = mapping.entries().filter_map(|entry| entry.key.text());
            keys.any(|key| renamed(owner, *mapping, key).is_some())
                .then_some(PreviewForm::Follows)
        }
        _ => None,
    }
}

fn flattened(value: Node<'_>) -> Option<PreviewForm<'_>> {
    let only = match key_name(value)? {
        "code" => "local_path",
        "compute" => "target",
        _ => return None,
    };
    let mut entries = value.entries();
    let entry = entries.next()?;
    let is_all = entries.next().is_none() && entry.value.text().is_some();
    (value.kind() == NodeKind::Mapping && is_all && entry.key.text() == Some(only)).then_some(
        PreviewForm::Flattened {
            mapping: value,
            entry,
        },
    )
}

fn renamed<'t>(owner: &TypeDef, mapping: Node<'t>, key: &str) -> Option<PreviewForm<'t>> {
    let is_input = || owner.field("mode").is_some() && owner.field("type").is_some();
    let (name, needs_type) = match key {
        "local_path" | "model_uri" => ("path", None),
        "folder" if is_input() => ("path", None),
        "file" if is_input() => ("path", Some("uri_file")),
        "model_format" => ("type", None),
        _ => return None,
    };
    let takes = owner.field(name).is_some() && owner.field(key).is_none();
    if !takes || mapping.get(name).is_some() {
        return None;
    }
    Some(PreviewForm::Renamed {
        entry: mapping.entry(key)?,
        name,
        needs_type: needs_type.filter(|_| mapping.get("type").is_none()),
    })
}
