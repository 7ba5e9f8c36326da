//! The files that a document names, by full path.

use std::sync::Arc;

use crate::document::Document;
use crate::path::PathStyle;
use crate::syntax::known_text;

/// The files that a document names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::workspace) struct NamedFiles {
    /// The conda files.
    pub(in crate::workspace) conda: Vec<String>,
    /// The YAML files.
    pub(in crate::workspace) yaml: Vec<String>,
}

impl NamedFiles {
    pub(in crate::workspace) fn of(document: &Document, style: PathStyle) -> Self {
        Self {
            conda: conda_files(document, style).collect(),
            yaml: yaml_files(document, style).collect(),
        }
    }
}

/// The files that the last changed document names: usually, it is changed again.
#[derive(Clone, Debug)]
pub(in crate::workspace) struct NamedLast {
    pub(in crate::workspace) path: Arc<str>,
    pub(in crate::workspace) files: NamedFiles,
}

/// The files that are named in `conda_file`; in lower case, where letter case does not count.
fn conda_files(document: &Document, style: PathStyle) -> impl Iterator<Item = String> {
    let values = document.conda_values().filter_map(known_text);
    full_paths(document, values, style)
}

/// The YAML files that are named anywhere, as [`conda_files`].
fn yaml_files(document: &Document, style: PathStyle) -> impl Iterator<Item = String> {
    let is_ours = document.kind().is_some();
    let nodes = document.tree().nodes().filter(move |_| is_ours);
    let texts = nodes.filter_map(|node| {
        node.text()
            .filter(|text| ends_as_yaml(text))
            .and_then(|_| known_text(node))
    });
    let paths = texts.map(|text| text.strip_prefix("file:").unwrap_or(text));
    full_paths(document, paths, style)
}

fn ends_as_yaml(text: &str) -> bool {
    // Every scalar of every file is looked at.
    let [.., b'm' | b'M', b'l' | b'L'] = text.as_bytes() else {
        return false;
    };
    const ENDINGS: [&str; 3] = ["yml", "yaml", "azml"];
    let ending = text.rsplit_once('.').map_or("", |(_, ending)| ending);
    ENDINGS.iter().any(|it| ending.eq_ignore_ascii_case(it))
}

fn full_paths<'d>(
    document: &'d Document,
    paths: impl Iterator<Item = &'d str>,
    style: PathStyle,
) -> impl Iterator<Item = String> {
    let full = paths.filter_map(move |path| style.join_beside(document.path(), path));
    full.map(move |path| style.folded(&path).into_owned())
}
