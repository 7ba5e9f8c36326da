//! The folder whose `.azml` has the snapshot.

use std::path::{Path, PathBuf};

use azml_rules::snapshot::SNAPSHOT_FILE;

use crate::sandbox::project_roots::{has_config, upwards};
use crate::sandbox::repository_of;

/// Name of the folder with the files of a snapshot.
pub(super) const FOLDER: &str = ".azml";

/// Files that mark a saved workspace: the second may be the output of `az ml compute list`.
const MARKS: [&str; 2] = [SNAPSHOT_FILE, "computes.json"];

/// Returns the closest folder upwards from `folder` (absolute) that has a saved workspace, else an
/// `azml.yaml`; else the top of the repository, else `folder`.
pub(super) fn home(folder: &Path) -> PathBuf {
    let is_saved = |above: &&Path| {
        let mut marks = MARKS.iter();
        marks.any(|mark| above.join(FOLDER).join(mark).is_file())
    };
    let found = upwards(folder)
        .find(is_saved)
        .or_else(|| upwards(folder).find(|above| has_config(above)))
        .or_else(|| repository_of(folder));
    found.unwrap_or(folder).to_owned()
}
