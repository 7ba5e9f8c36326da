//! Files of other tools that run `az ml`: scripts, Makefiles, workflows. They are read only if they do,
//! or if they call a template that creates computes. Terraform files are read if they may tell of one.

use std::path::{Component, Path};

use azml_rules::az_ml::{COMPUTE_TEMPLATE, is_script as is_script_name};
use azml_rules::document::Document;
use azml_rules::terraform::{TERRAFORM_MARKS, is_terraform as is_terraform_name};
use memchr::memmem;

use crate::guarded::guarded;
use crate::sandbox::{decode, key, open_regular, read_to_limit};

/// Longer ones are not written by people.
const MOST_BYTES: u64 = 1 << 20;

/// Most of them that are looked at in one folder.
pub(crate) const MOST_SCRIPTS: usize = 5_000;

/// Most Terraform files that are looked at in one folder.
pub(crate) const MOST_TERRAFORM: usize = 2_000;

/// Hidden folders that hold the workflows and pipelines of a repository.
pub(crate) const PIPELINES: [&str; 6] = [
    ".ado",
    ".azure-pipelines",
    ".azuredevops",
    ".github",
    ".gitlab",
    ".pipelines",
];

/// Returns `true` if `path` has the name of a script or a Makefile.
pub fn is_script(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(is_script_name)
}

/// Returns `true` if `path` has the name of a Terraform file.
pub fn is_terraform(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(is_terraform_name)
}

/// Returns `true` if a folder of `path` below `root` has workflows or pipelines, and no other one is hidden.
pub(crate) fn is_in_pipelines_folder(root: &Path, path: &Path) -> bool {
    let inside = path
        .parent()
        .and_then(|folder| folder.strip_prefix(root).ok());
    let hidden = inside
        .into_iter()
        .flat_map(Path::components)
        .filter_map(|part| match part {
            Component::Normal(name) => name.to_str().filter(|name| name.starts_with('.')),
            _ => None,
        });
    let mut hidden = hidden.peekable();
    hidden.peek().is_some() && hidden.all(|name| PIPELINES.contains(&name))
}

/// The file at `path` if it runs `az ml`, or may tell of computes.
pub(crate) fn read_script(path: &Path) -> Option<Document> {
    let (file, metadata) = open_regular(path).ok()?;
    if metadata.len() > MOST_BYTES {
        return None;
    }
    let bytes = read_to_limit(file, metadata.len()).ok()?;
    let has = |mark: &str| memmem::find(&bytes, mark.as_bytes()).is_some();
    if is_terraform(path) {
        // A file of variables has no mark of its own.
        let is_main = path.extension().is_some_and(|extension| extension == "tf");
        if is_main && !TERRAFORM_MARKS.into_iter().any(has) {
            return None;
        }
        return document(path, bytes);
    }
    let is_script = is_script(path);
    let may_call = !is_script && has(COMPUTE_TEMPLATE);
    if !may_call && !has("az ml") {
        return None;
    }
    document(path, bytes).filter(|document| may_call || document.commands().is_some())
}

fn document(path: &Path, bytes: Vec<u8>) -> Option<Document> {
    let text = decode(bytes).ok()?.text;
    guarded(|| Document::new(key(path), text)).ok()
}
