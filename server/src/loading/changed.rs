//! Effect of a changed file on the loaded files: a walk may find others, or the text changed.

use std::path::{Component, Path};
use std::sync::Arc;

use azml_rules::compute::RETAIL_FILE;
use azml_rules::document::{Document, ParseCache};
use azml_rules::snapshot::{SNAPSHOT_FILE, SNAPSHOT_LISTS};

use crate::discovery::generated::RUN_FOLDERS;
use crate::discovery::hidden_dirs::is_tools_folder;
use crate::discovery::scripts::{is_script, is_terraform, read_script};
use crate::discovery::walk::{SKIPPED, is_yaml};
use crate::guarded::guarded;
use crate::sandbox::{is_within, key, read_text};

/// Returns `true` if files with the name of `path` decide which files are read, or their settings.
pub fn decides_what_is_read(path: &Path) -> bool {
    let names = ["azml.yaml", ".gitignore", ".ignore", ".git/info/exclude"];
    // A folder that comes or goes is reported without its files.
    let is_named = names.iter().any(|name| path.ends_with(name)) || path.ends_with(".azml");
    is_named || is_saved_workspace(path)
}

/// Returns `true` if `path` has the name of an inventory or a file of a snapshot: `.azml/models.json`.
pub(crate) fn is_saved_workspace(path: &Path) -> bool {
    let is_in_folder = path
        .parent()
        .is_some_and(|folder| folder.ends_with(".azml"));
    let name = path.file_name().and_then(|name| name.to_str());
    let is_named = |name: &str| {
        ["computes.json", RETAIL_FILE, SNAPSHOT_FILE].contains(&name)
            || SNAPSHOT_LISTS.contains(&name)
    };
    is_in_folder && name.is_some_and(is_named)
}

/// Returns `true` if a walk through `root` may find `path`, judging by names only: `npm install`
/// must not cause any work.
pub fn may_be_found(root: &Path, path: &Path) -> bool {
    let has_name = is_yaml(path) || is_script(path) || is_terraform(path);
    has_name && is_within(path, root) && !is_skipped(root, path)
}

/// Returns `true` if `path` is in a part of `root` that is never walked.
pub(crate) fn is_skipped(root: &Path, path: &Path) -> bool {
    let Ok(inside) = path.strip_prefix(root) else {
        return false;
    };
    inside.components().any(|part| match part {
        Component::Normal(name) => {
            let name = name.to_string_lossy();
            SKIPPED.contains(&&*name) || RUN_FOLDERS.contains(&&*name) || is_tools_folder(&name)
        }
        _ => false,
    })
}

/// The document at `path`, as a walk finds it, which follows no link; `None` where there is none.
pub fn read_again(path: &Path) -> Option<Document> {
    if path.is_symlink() {
        return None;
    }
    if is_script(path) || is_terraform(path) {
        return read_script(path);
    }
    let text = read_text(path).ok()?;
    let key: Arc<str> = key(path);
    guarded(|| Document::of_file(&ParseCache::default(), key, text.text)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_a_change_means() {
        let root = Path::new("/w/p");
        for (path, decides, found) in [
            ("/w/p/jobs/a.yml", false, true),
            ("/w/p/data/MLTable", false, true),
            ("/w/p/azml.yaml", true, true),
            ("/w/p/sub/.gitignore", true, false),
            ("/w/p/.azml", true, false),
            ("/w/p/.azml/computes.json", true, false),
            ("/w/p/.azml/snapshot.json", true, false),
            ("/w/p/.azml/quota.json", true, false),
            ("/w/p/.azml/prices.json", true, false),
            ("/w/p/.azml/notes.json", false, false),
            ("/w/p/quota.json", false, false),
            ("/w/p/infra/main.tf", false, true),
            ("/w/p/infra/dev.tfvars", false, true),
            ("/w/p/infra/terraform.tfstate", false, false),
            ("/w/p/infra/.terraform/m/main.tf", false, false),
            ("/w/p/src/train.py", false, false),
            ("/w/p/node_modules/x/a.yml", false, false),
            ("/w/p/.venv/lib/a.yml", false, false),
            ("/w/p/mlruns/0/model/conda.yaml", false, false),
            ("/w/other/a.yml", false, false),
        ] {
            let path = Path::new(path);
            assert_eq!(decides_what_is_read(path), decides, "{path:?}");
            assert_eq!(may_be_found(root, path), found, "{path:?}");
        }
    }
}
