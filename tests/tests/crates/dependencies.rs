//! Every direct dependency has its row in the table of CONTRIBUTING, with a reason, and no row is
//! left over.

use std::collections::{BTreeMap, BTreeSet};

use azml_tests::process::root;

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the folders of our crates: `members = ["rules", "server"]`.
fn members() -> Vec<String> {
    let manifest = text("Cargo.toml");
    let (_, rest) = manifest
        .split_once("\nmembers = [")
        .expect("the workspace has members");
    let (list, _) = rest.split_once(']').expect("the list ends");
    let names = list.split(',').map(|name| name.trim().trim_matches('"'));
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the names below each heading that ends with `dependencies`, without our own crates.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut listed = false;
    for line in manifest.lines() {
        if let Some(heading) = line.strip_prefix('[') {
            listed = heading.trim_end_matches(']').ends_with("dependencies");
        } else if listed && line.contains('=') {
            let end = line.find([' ', '.', '=']).unwrap_or(line.len());
            names.push(&line[..end]);
        }
    }
    names.retain(|name| !name.starts_with("azml-"));
    names
}

/// Returns the rows of the table: the crate, and the cells behind it.
fn rows(text: &str) -> BTreeMap<String, Vec<String>> {
    let (_, section) = text
        .split_once("\n## Dependencies\n")
        .expect("CONTRIBUTING has the section");
    let (section, _) = section.split_once("\n## ").unwrap_or((section, ""));
    let rows = section.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix("| `")?.split_once("` |")?;
        let cells = rest.trim_end_matches('|').split(" | ");
        Some((
            name.to_owned(),
            cells.map(|it| it.trim().to_owned()).collect(),
        ))
    });
    rows.collect()
}

#[test]
fn each_dependency_has_its_reason_and_no_reason_is_left_over() {
    let contributing = text("CONTRIBUTING.md");
    let rows = rows(&contributing);
    let manifests: Vec<String> = members()
        .iter()
        .map(|member| text(&format!("{member}/Cargo.toml")))
        .collect();
    let named: BTreeSet<&str> = manifests.iter().flat_map(|it| dependencies(it)).collect();
    assert!(named.contains("serde_yaml") && named.contains("xattr"));
    let without: Vec<_> = named.iter().filter(|it| !rows.contains_key(**it)).collect();
    assert!(without.is_empty(), "without a row: {without:?}");
    let left: Vec<_> = rows
        .keys()
        .filter(|it| !named.contains(it.as_str()))
        .collect();
    assert!(left.is_empty(), "in no Cargo.toml: {left:?}");
    for (name, cells) in &rows {
        let full = cells.len() == 4 && cells.iter().all(|cell| !cell.is_empty());
        assert!(full, "{name} needs user, reason, packages, and way back");
    }
    let listed: Vec<&str> = contributing
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` |"))
        .map(|(name, _)| name)
        .filter(|name| rows.contains_key(*name))
        .collect();
    assert_eq!(listed.len(), rows.len(), "a crate has two rows");
}

/// What the workspace declares is used by one of its crates.
#[test]
fn no_version_is_declared_for_nothing() {
    let manifest = text("Cargo.toml");
    let (_, section) = manifest
        .split_once("[workspace.dependencies]\n")
        .expect("the workspace declares versions");
    let (section, _) = section.split_once("\n[").unwrap_or((section, ""));
    let declared = dependencies(&format!("[dependencies]\n{section}"))
        .into_iter()
        .map(str::to_owned)
        .collect::<BTreeSet<String>>();
    let mut used = BTreeSet::new();
    for member in members() {
        let manifest = text(&format!("{member}/Cargo.toml"));
        used.extend(dependencies(&manifest).into_iter().map(str::to_owned));
    }
    assert_eq!(declared, used);
}
