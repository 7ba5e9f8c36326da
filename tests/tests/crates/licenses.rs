//! `server/THIRD-PARTY-LICENSES.txt` accounts for every package of `Cargo.lock` that the program or the playground needs.

use std::collections::{BTreeMap, BTreeSet};

use azml_tests::process::root;

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the value of `key = "value"` in a block of `Cargo.lock`.
fn value<'t>(block: &'t str, key: &str) -> Option<&'t str> {
    let mut lines = block.lines();
    lines.find_map(|line| {
        line.strip_prefix(key)?
            .strip_prefix(" = \"")?
            .strip_suffix('"')
    })
}

/// Returns the packages of `Cargo.lock`, as `name version`, with what each depends on.
fn locked(lock: &str) -> BTreeMap<String, Vec<&str>> {
    let blocks = lock.split("[[package]]\n").skip(1);
    let packages = blocks.filter_map(|block| {
        let list = block.split_once("dependencies = [\n");
        let list = list.map_or("", |(_, list)| {
            list.split_once("\n]").expect("the list ends").0
        });
        let dependencies = list
            .lines()
            .map(|line| line.trim().trim_matches([',', '"']));
        let name = format!("{} {}", value(block, "name")?, value(block, "version")?);
        Some((name, dependencies.collect()))
    });
    packages.collect()
}

/// Returns the names of all dependencies of a manifest, but not of its tests.
fn named(manifest: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let mut is_listed = false;
    for line in manifest.lines() {
        if let Some(heading) = line.strip_prefix('[') {
            let heading = heading.trim_end_matches(']');
            is_listed = heading.ends_with("dependencies") && !heading.starts_with("dev-");
        } else if let Some((name, _)) = line.split_once([' ', '.', '=']).filter(|_| is_listed) {
            names.insert(name);
        }
    }
    names
}

/// Returns the packages that our crates need, but not their tests.
fn needed(lock: &str) -> BTreeSet<String> {
    let packages = locked(lock);
    let full = |name: &str| {
        let is_it =
            |package: &&String| package.as_str() == name || package.split(' ').next() == Some(name);
        packages.keys().find(is_it).expect("it is locked").clone()
    };
    let mut needed = BTreeSet::new();
    let mut open: Vec<String> = Vec::new();
    let crates = [
        ("rules", "azml-rules"),
        ("server/ide", "azml-ide"),
        ("server", "azml-ls"),
        ("editors/playground", "azml-playground"),
    ];
    for (folder, name) in crates {
        let manifest = text(&format!("{folder}/Cargo.toml"));
        let own = named(&manifest);
        let is_own = |it: &&&str| it.split(' ').next().is_some_and(|it| own.contains(it));
        open.extend(
            packages[&full(name)]
                .iter()
                .filter(is_own)
                .map(|it| full(it)),
        );
    }
    while let Some(package) = open.pop() {
        if !package.starts_with("azml-") && needed.insert(package.clone()) {
            open.extend(packages[&package].iter().map(|it| full(it)));
        }
    }
    needed
}

/// Returns the packages of a list: the indented lines after a line that ends with `end`.
fn listed(licenses: &str, end: &str) -> BTreeSet<String> {
    let lines = licenses
        .lines()
        .skip_while(|line| !line.ends_with(end))
        .skip(2);
    let lines = lines.take_while(|line| line.starts_with("  "));
    lines
        .map(|line| {
            line.split_whitespace()
                .take(2)
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect()
}

#[test]
fn every_package_has_its_license() {
    let licenses = text("server/THIRD-PARTY-LICENSES.txt");
    let shipped = listed(&licenses, " packages:");
    let others = listed(&licenses, "or are for other systems:");
    assert!(shipped.len() > 150 && shipped.is_disjoint(&others));
    let all: BTreeSet<String> = shipped.union(&others).cloned().collect();
    assert_eq!(
        all,
        needed(&text("Cargo.lock")),
        "run server/packaging/licenses.py"
    );
    // Each has a heading above a text.
    let rule = "-".repeat(80);
    let headed: BTreeSet<&str> = licenses
        .split(&format!("\n{rule}\n\n"))
        .skip(1)
        .flat_map(|part| {
            let (names, license) = part.split_once("\n\n").expect("a text follows");
            assert!(license.len() > 400, "no license: {part}");
            names.lines()
        })
        .collect();
    let without: Vec<&String> = shipped
        .iter()
        .filter(|it| !headed.contains(it.as_str()))
        .collect();
    assert!(without.is_empty(), "without a text: {without:?}");
}

#[test]
fn what_is_only_for_tests_is_not_needed() {
    let manifest = "[dependencies]\na.workspace = true\nb = \"1\"\n\n[dev-dependencies]\nc.workspace = true\n\
                    \n[target.'cfg(unix)'.dependencies]\nd.workspace = true\n\n[build-dependencies]\ne = \"1\"\n\n[lints]\nf = 1\n";
    assert_eq!(named(manifest), BTreeSet::from(["a", "b", "d", "e"]));
    let lock = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\ndependencies = [\n \"b\",\n \"c 2.0.0\",\n]\n";
    assert_eq!(locked(lock)["a 1.0.0"], ["b", "c 2.0.0"]);
}
