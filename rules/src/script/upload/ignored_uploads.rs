//! What the client leaves out of a code folder that it uploads.

use super::Upload;
use crate::path;
use crate::script::commands::missing_script::covers;
use crate::workspace::Workspace;

/// The files that say so. The client reads the first that is there, and none in the folders below:
/// <https://learn.microsoft.com/azure/machine-learning/how-to-save-write-experiment-files>.
const NAMES: [&str; 2] = [".amlignore", ".gitignore"];

/// The ignore file that certainly leaves out the file at `full`, by its name. A file with exceptions
/// is read in more than one way.
pub(crate) fn left_out_by(
    workspace: &Workspace,
    upload: &Upload,
    full: &str,
) -> Option<&'static str> {
    let folder = upload.folder.as_deref()?;
    let read = |name: &str| workspace.text(&upload.from, &path::inside(folder, name));
    let (name, text) = NAMES.iter().find_map(|name| Some((*name, read(name)?)))?;
    if text.lines().any(|line| line.starts_with('!')) {
        return None;
    }
    let top = workspace.full_path(&upload.from, folder)?;
    covers(&text, &top, full).then_some(name)
}
