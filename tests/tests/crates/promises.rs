//! What SECURITY.md promises, as far as the sources tell: every test that it and the fault table
//! name exists, and nothing that is built in can open a connection or start a program.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use azml_tests::process::root;

/// The pages that name tests.
const PAGES: [&str; 2] = ["SECURITY.md", "tests/faults.md"];

/// Where the tests of a binary are: `crates: promises::nothing_...` is in one of these files.
const BINARIES: [(&str, &str); 8] = [
    ("crates", "tests/tests/crates"),
    ("cli", "tests/tests/cli"),
    ("lsp", "tests/tests/lsp"),
    ("rules", "tests/specs"),
    ("azml-ls", "server/src"),
    ("azml-ide", "server/ide/src"),
    ("azml-rules", "rules/src"),
    ("vscode", "editors/vscode/test"),
];

/// What opens connections or starts programs.
const FORBIDDEN: [&str; 8] = [
    "std::net",
    "TcpStream",
    "UdpSocket",
    "UnixStream",
    "process::Command",
    "Command::new",
    "tokio::net",
    "tokio::process",
];

/// The only files that start a program: the Azure CLI, for `--refresh`, and git, for `--cost --diff`.
const STARTS_A_PROGRAM: [&str; 2] = [
    "server/src/refresh/az/process.rs",
    "server/src/git/process.rs",
];

/// Crates that do so.
const CONNECTED: [&str; 9] = [
    "socket2",
    "hyper",
    "reqwest",
    "ureq",
    "curl",
    "rustls",
    "native-tls",
    "openssl",
    "libloading",
];

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

/// All files below `folder`.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found
}

/// What stands between backticks as ``binary: name`` in `page`.
fn named(page: &str) -> Vec<(&str, &str)> {
    let quoted = page.split('`').skip(1).step_by(2);
    quoted
        .filter_map(|quoted| quoted.split_once(": "))
        .filter(|(binary, _)| BINARIES.iter().any(|known| known.0 == *binary))
        .collect()
}

/// Whether a test of `sources` is called `name`: a function behind `#[test]`, a test of
/// JavaScript, or the spec of a rule.
fn is_test(name: &str, sources: &[(PathBuf, String)]) -> bool {
    let function = name.rsplit("::").next().unwrap_or(name);
    let modules: Vec<&str> = name
        .rsplit("::")
        .skip(1)
        .filter(|module| *module != "tests")
        .collect();
    sources.iter().any(|(path, text)| {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy());
        if path.extension().is_some_and(|end| end == "md") {
            return stem.is_some_and(|stem| stem == name);
        }
        if !modules.is_empty() && !modules.iter().any(|module| in_module(path, module)) {
            return false;
        }
        let declared = format!("fn {function}(");
        let before = text
            .split(&declared)
            .next()
            .filter(|_| text.contains(&declared));
        before.is_some_and(|before| before.trim_end().ends_with(']') && before.contains("#[test]"))
            || text.contains(&format!("test('{name}'"))
            || text.contains(&format!("test(\"{name}\""))
    })
}

fn in_module(path: &Path, module: &str) -> bool {
    path.with_extension("")
        .components()
        .any(|part| part.as_os_str() == module)
}

#[test]
fn every_test_that_is_named_exists() {
    let sources: BTreeMap<&str, Vec<(PathBuf, String)>> = BINARIES
        .iter()
        .map(|(binary, folder)| {
            let files = files(&root().join(folder)).into_iter();
            (
                *binary,
                files.map(|path| (path.clone(), text(&path))).collect(),
            )
        })
        .collect();
    for page in PAGES {
        let text = text(&root().join(page));
        let named = named(&text);
        assert!(named.len() > 10, "{page} names {} tests", named.len());
        for (binary, name) in named {
            assert!(
                is_test(name, &sources[binary]),
                "{page}: there is no test `{binary}: {name}`"
            );
        }
    }
}

#[test]
fn every_row_of_the_fault_table_names_a_test() {
    let table = text(&root().join("tests/faults.md"));
    let rows: Vec<&str> = table
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| what "))
        .collect();
    assert!(rows.len() > 10, "{} rows", rows.len());
    for row in rows {
        assert!(!named(row).is_empty(), "no test: {row}");
    }
}

/// The crates that `Cargo.lock` lists below the crate `top`, but for those of build scripts, which
/// it does not tell apart.
fn below(top: &str, lock: &str) -> BTreeSet<String> {
    let mut needs: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let mut quoted = package.split('"').skip(1).step_by(2);
        let name = quoted.next().unwrap_or_default();
        let list = package.split_once("dependencies = [").map_or("", |it| it.1);
        let list = list.split('"').skip(1).step_by(2);
        let names = list.filter_map(|entry| entry.split(' ').next());
        needs.entry(name).or_default().extend(names);
    }
    let mut found = BTreeSet::new();
    let mut open = vec![top];
    while let Some(name) = open.pop() {
        if found.insert(name.to_owned()) {
            open.extend(needs.get(name).into_iter().flatten());
        }
    }
    found
}

#[test]
fn nothing_can_reach_the_network_or_start_a_program() {
    for folder in [
        "server/src",
        "server/ide/src",
        "rules/src",
        "editors/playground/src",
    ] {
        for path in files(&root().join(folder)) {
            // Tests may.
            let is_tests = path.file_stem().is_some_and(|stem| stem == "tests");
            let text = text(&path);
            let built = text.split("mod tests").next().filter(|_| !is_tests);
            let built = built.unwrap_or_default();
            let found = FORBIDDEN.iter().find(|word| built.contains(*word));
            let mut starters = STARTS_A_PROGRAM.iter();
            if starters.any(|starter| path == root().join(starter)) {
                assert_eq!(built.matches("Command::new(").count(), 1);
                continue;
            }
            assert_eq!(found, None, "{}", path.display());
        }
    }
    let crates = below("azml-ls", &text(&root().join("Cargo.lock")));
    assert!(crates.contains("tokio"), "{crates:?}");
    for name in CONNECTED {
        assert!(!crates.contains(name), "azml-ls is built with {name}");
    }
}

/// `mio` waits for the system to tell of files that change; with one of its features, it connects.
#[test]
fn what_waits_for_files_is_built_without_sockets() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = "tree --offline --package azml-ls --edges normal,features --invert mio";
    let output = std::process::Command::new(cargo)
        .args(arguments.split(' '))
        .current_dir(root())
        .output()
        .expect("cargo can be started");
    let tree = String::from_utf8_lossy(&output.stdout);
    if cfg!(target_os = "linux") {
        assert!(tree.contains("mio feature \"os-ext\""), "{tree}");
    }
    assert!(!tree.contains("mio feature \"net\""), "{tree}");
}
