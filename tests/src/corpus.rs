//! Whole folders of YAML as workspaces: our own fixtures, and the corpus where it is at hand.

use std::path::{Path, PathBuf};

use azml_rules::analyze;
use azml_rules::diagnostic::Diagnostic;
use azml_rules::document::Document;
use azml_rules::workspace::Workspace;

use crate::sources;

/// The pipelines of this repository that are right.
pub fn pipelines() -> PathBuf {
    sources::fixtures().join("pipelines")
}

/// The folders to look at: our own, and the corpus if it is there.
pub fn folders() -> Vec<PathBuf> {
    [Some(pipelines()), sources::examples()]
        .into_iter()
        .flatten()
        .collect()
}

/// Every YAML file below `folder`, with paths relative to it.
///
/// # Panics
/// Where a file is not in the folder it was found in.
pub fn load(folder: &Path) -> Workspace {
    let mut workspace = Workspace::default();
    for path in sources::yaml_files(folder) {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let name = path
            .strip_prefix(folder)
            .expect("it was found there")
            .to_string_lossy()
            .replace('\\', "/");
        workspace.insert(Document::new(name, text));
    }
    workspace
}

/// The findings about references in one file.
pub fn references<'w>(
    workspace: &'w Workspace,
    path: &'w str,
) -> impl Iterator<Item = Diagnostic> + 'w {
    analyze(workspace, path)
        .into_iter()
        .filter(|diagnostic| diagnostic.rule.group.name() == "reference")
}
