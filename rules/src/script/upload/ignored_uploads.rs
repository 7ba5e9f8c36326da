//! The files in an uploaded code folder that the client ignores.

use std::path::Path;

use super::Upload;
use crate::path;
use crate::settings::Patterns;
use crate::workspace::{OnDisk, Workspace};

/// Ignore files. The client reads the first that exists, and none in subfolders:
/// <https://learn.microsoft.com/azure/machine-learning/concept-train-machine-learning-model>.
const NAMES: [&str; 2] = [".amlignore", ".gitignore"];

/// Returns the name of the ignore file that certainly excludes the file at `full`; `None` for
/// ignore files with exceptions, whose meaning is ambiguous.
pub(crate) fn left_out_by(
    workspace: &Workspace,
    upload: &Upload,
    full: &str,
) -> Option<&'static str> {
    let folder = upload.folder.as_deref()?;
    if workspace.on_disk(&upload.from, folder) == Some(OnDisk::Nothing) {
        return None;
    }
    let read = |name: &str| workspace.text(&upload.from, &path::inside(folder, name));
    let (name, text) = NAMES.iter().find_map(|name| Some((*name, read(name)?)))?;
    if text.lines().any(|line| line.starts_with('!')) {
        return None;
    }
    let top = workspace.full_path(&upload.from, folder)?;
    covers(&text, &top, full).then_some(name)
}

/// Returns `true` if one of the `patterns` of an ignore file in `folder` matches the file at `full`.
pub(crate) fn covers(patterns: &str, folder: &str, full: &str) -> bool {
    let lines: Vec<String> = patterns
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect();
    let patterns = Patterns::new(Path::new(folder), &lines).0;
    patterns.covers(Path::new(full), false)
}
