//! Files that say what a walk leaves out. The library that walks opens `.gitignore` and `.ignore`
//! wherever they lead and reads them to their end, so they are looked at before. A folder of a
//! stranger may have a device or a pipe there.

use std::path::Path;

use crate::sandbox::network_paths::NetworkPaths;
use crate::sandbox::problem::FileProblem;
use crate::sandbox::project_roots::is_repository;
use crate::sandbox::read_bytes;
use crate::sandbox::safe_read::only_readable;
use azml_rules::settings::Patterns;

const NAMES: [&str; 2] = [".gitignore", ".ignore"];

/// Returns the problem of an ignore file in `folder`, which must then not be walked.
pub(crate) fn problem_in(folder: &Path, machines: &NetworkPaths) -> Option<FileProblem> {
    NAMES
        .iter()
        .find_map(|name| problem_of(&folder.join(name), machines))
}

/// Like [`problem_in`], also in the parent folders, whose ignore files apply as well.
pub(crate) fn problem_around(folder: &Path, machines: &NetworkPaths) -> Option<FileProblem> {
    folder
        .ancestors()
        .find_map(|above| problem_in(above, machines))
}

fn problem_of(file: &Path, machines: &NetworkPaths) -> Option<FileProblem> {
    let found = file.symlink_metadata().ok()?;
    // A folder of this name says nothing, which is harmless.
    if found.is_dir() {
        return None;
    }
    let message = match machines.resolved(file) {
        Some(real) if real.is_dir() || !real.exists() => return None,
        Some(real) => only_readable(&real).err()?.to_string(),
        None => "is a link that is not followed".to_owned(),
    };
    Some(FileProblem::error(file, message).help("replace it with a file; its folder is skipped"))
}

/// The patterns of `.git/info/exclude`. A `.git` that is a file may lead anywhere.
pub(crate) fn of_repository(folder: &Path, machines: &NetworkPaths) -> Patterns {
    let Some(top) = folder.ancestors().find(|above| is_repository(above)) else {
        return Patterns::default();
    };
    let file = machines.resolved(&top.join(".git/info/exclude"));
    let text = file.and_then(|file| read_bytes(&file).ok());
    let text = String::from_utf8(text.unwrap_or_default()).unwrap_or_default();
    let patterns: Vec<String> = text.lines().map(str::to_owned).collect();
    Patterns::new(top, &patterns).0
}
