//! Walls about sizes and folders: lengths, files in a folder, type names, documentation of modules.

use std::collections::BTreeMap;

use super::breaks::{Break, Counts};
use super::tree::{Source, Tree};

const FILE: usize = 450;
const FUNCTION: usize = 70;
const FOLDER: usize = 15;

/// Folders that may hold more files, with the reason.
const LONG_FOLDERS: &[(&str, &str)] = &[(
    "rules/src/checks/",
    "a group of rules has one file for each, and all are in one list",
)];

/// Folders inside of the long ones that are no groups of rules.
const NO_GROUPS: &[&str] = &["rules/src/checks/shared", "rules/src/checks/faults"];

/// A type name is unique in its crate.
pub(super) fn types(tree: &Tree) -> Vec<Break> {
    let mut named: BTreeMap<(usize, &str), Vec<String>> = BTreeMap::new();
    for (place, file) in tree.files.iter().enumerate() {
        for (name, line) in &file.facts.types {
            let sites = named.entry((file.krate, name)).or_default();
            sites.push(tree.site(place, *line, format_args!("`{name}`")));
        }
    }
    let mut found: BTreeMap<&str, Break> = BTreeMap::new();
    for ((_, name), sites) in named.into_iter().filter(|(_, sites)| sites.len() > 1) {
        let entry = found.entry(name).or_insert_with(|| Break {
            key: name.to_owned(),
            weight: 0,
            sites: Vec::new(),
        });
        entry.weight += sites.len() - 1;
        entry.sites.extend(sites);
    }
    found.into_values().collect()
}

pub(super) fn files(tree: &Tree) -> Vec<Break> {
    let long = tree.files.iter().enumerate();
    let long = long.filter(|(_, file)| file.facts.lines > FILE);
    let found = long.map(|(place, file)| {
        let lines = file.facts.lines;
        let site = tree.site(place, 1, format_args!("{lines} lines, at most {FILE}"));
        Break::new(file.stem(), lines, site)
    });
    found.collect()
}

pub(super) fn functions(tree: &Tree) -> Vec<Break> {
    let mut found = Vec::new();
    for (place, file) in tree.files.iter().enumerate() {
        for (name, line, lines) in &file.facts.functions {
            if *lines > FUNCTION {
                let text = format_args!("`{name}` has {lines} lines, at most {FUNCTION}");
                found.push(Break::new(name, *lines, tree.site(place, *line, text)));
            }
        }
    }
    found
}

pub(super) fn folders(tree: &Tree) -> Vec<Break> {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for file in &tree.files {
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        *count.entry(folder).or_default() += 1;
    }
    let may_be_long = |folder: &str| {
        let mut long = LONG_FOLDERS.iter();
        long.any(|(it, _)| folder.starts_with(it)) && !NO_GROUPS.contains(&folder)
    };
    let full = count.into_iter();
    let full = full.filter(|(folder, files)| *files > FOLDER && !may_be_long(folder));
    let found = full.map(|(folder, files)| {
        let site = format!("{folder}: {files} files, at most {FOLDER}");
        let name = folder.strip_suffix("/src").unwrap_or(folder);
        let name = name.rsplit('/').next().unwrap_or(name);
        Break::new(name, files, site)
    });
    found.collect()
}

/// The documentation of a folder's module names every module in it, or the module's declaration
/// has a line of its own.
pub(super) fn module_docs(tree: &Tree) -> Vec<Break> {
    let mut found = Counts::default();
    for (place, file) in tree.files.iter().enumerate() {
        // The modules of a crate are in CONTRIBUTING.
        if file.module.is_empty() {
            continue;
        }
        for child in &file.facts.children {
            if !child.has_docs && !names_module(file, &child.name) {
                let text = format_args!("the docs do not name `{}`", child.name);
                let key = format!("{}/{}", file.stem(), child.name);
                found.add(key, tree.site(place, child.line, text));
            }
        }
    }
    found.breaks()
}

/// Whether a word in backticks of the module's docs is `name`, `name.rs`, `name/`, or a path
/// through it.
fn names_module(file: &Source, name: &str) -> bool {
    let spans = file.facts.module_docs.split('`').skip(1).step_by(2);
    let mut words = spans.flat_map(|span| span.split(['/', ':', '.', ' ', ',', '{', '}']));
    words.any(|word| word == name)
}
