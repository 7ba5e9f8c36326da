//! The files that a document names, which are read before the rest of their folder.

use std::collections::BTreeSet;
use std::path::Path;

use azml_rules::document::Document;

use super::changed::read_again;
use super::load::{Request, depth_of};
use crate::discovery::walk::{Scope, yaml_files};
use crate::sandbox::project_roots::project_folder;
use crate::sandbox::{STYLE, key};

/// Of the files with these `names` (full paths; folded, where letter case does not count), those
/// that [`load`](super::load()) will find in `folder` when it loads `request`. Folders on the way to
/// none of them are not looked into.
pub fn read_named(names: &BTreeSet<String>, folder: &Path, request: &Request) -> Vec<Document> {
    let depth = if request.paths.is_empty() {
        depth_of(project_folder(folder).1)
    } else {
        None
    };
    let mut configs = request.configs();
    let exclude = configs.exclude(folder);
    let ways: BTreeSet<String> = names.iter().flat_map(|name| ways_to(name)).collect();
    let leads_nowhere = move |path: &Path, is_folder| {
        let leads_on = || ways.contains(&*STYLE.folded(&key(path)));
        is_folder && (!leads_on() || exclude.covers(path, true))
    };
    let scope = Scope::Context {
        depth,
        entries: usize::MAX,
    };
    let mut found = yaml_files(folder, scope, leads_nowhere).yaml;
    found.retain(|file| {
        names.contains(&*STYLE.folded(file.key())) && !configs.leaves_out(file.path())
    });
    let found = found.iter();
    found.filter_map(|file| read_again(file.path())).collect()
}

/// The folders above the file with this full path.
fn ways_to(name: &str) -> impl Iterator<Item = String> {
    let slashes = name.match_indices('/');
    slashes.map(|(at, _)| name[..at].to_owned())
}
