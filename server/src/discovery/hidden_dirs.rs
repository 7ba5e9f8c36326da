//! Hidden folders. Most hold what tools keep for themselves; some hold files of a project.

use std::path::{Component, Path, is_separator};

use azml_rules::document::{Certainty, Document};

use crate::guarded::guarded;
use crate::sandbox::read_text;

/// Hidden folders that only tools write to, regardless of their contents.
const TOOLS: [&str; 19] = [
    ".azml",
    ".conda",
    ".direnv",
    ".eggs",
    ".git",
    ".gradle",
    ".hg",
    ".idea",
    ".ipynb_checkpoints",
    ".local",
    ".nox",
    ".npm",
    ".svn",
    ".terraform",
    ".tox",
    ".venv",
    ".vs",
    ".vscode-server",
    ".yarn",
];

/// Returns `true` if a folder of this name belongs to a tool: it is never walked.
pub(crate) fn is_tools_folder(name: &str) -> bool {
    name.starts_with('.') && (TOOLS.contains(&name) || name.contains("cache"))
}

/// Returns `true` if `path` is the folder of GitHub workflows.
pub(crate) fn is_workflows_folder(path: &Path) -> bool {
    path.ends_with(".github/workflows")
}

/// The folder that the Azure ML tools look in: what it holds is of the project.
const OF_AZURE_ML: &str = ".azureml";

/// Returns `true` if a folder between `root` and `path` is hidden, other than [`OF_AZURE_ML`].
pub(crate) fn is_in_hidden_folder(root: &Path, path: &Path) -> bool {
    // A fast test for most paths, without splitting them.
    let text = path.as_os_str().as_encoded_bytes();
    let may_be = |pair: &[u8]| pair[1] == b'.' && is_separator(char::from(pair[0]));
    if !text.windows(2).any(may_be) {
        return false;
    }
    let folder = path.parent().unwrap_or(path);
    let inside = folder.strip_prefix(root).unwrap_or(Path::new(""));
    inside.components().any(|part| match part {
        Component::Normal(name) => name.to_string_lossy().starts_with('.') && name != OF_AZURE_ML,
        _ => false,
    })
}

/// Returns `true` if the `$schema` of the file at `path` is Azure ML's. In a hidden folder the keys
/// alone are not sufficient.
pub(crate) fn names_its_schema(path: &Path) -> bool {
    let Ok(text) = read_text(path) else {
        return false;
    };
    let certainty = || Document::new(crate::sandbox::key(path), text.text).certainty();
    guarded(certainty).ok().flatten() == Some(Certainty::Schema)
}
