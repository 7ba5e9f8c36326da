//! The files that a document names, by full path.

use crate::document::Document;
use crate::path::PathStyle;
use crate::syntax::known_text;

/// The files that are named in `conda_file`; in lower case, where letter case does not count.
pub(super) fn conda_files(document: &Document, style: PathStyle) -> impl Iterator<Item = String> {
    let values = document.conda_values().filter_map(known_text);
    full_paths(document, values, style)
}

/// The YAML files that are named anywhere, as [`conda_files`].
pub(super) fn yaml_files(document: &Document, style: PathStyle) -> impl Iterator<Item = String> {
    let is_ours = document.kind().is_some();
    let nodes = document.tree().nodes().filter(move |_| is_ours);
    let texts = nodes.filter_map(|node| {
        node.text()
            .filter(|text| ends_as_yaml(text))
            .and(known_text(node))
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
