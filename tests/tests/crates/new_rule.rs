//! The generator of rules: what it writes is a rule that passes.

use std::path::Path;
use std::process::Command;

use azml_tests::new_rule::{TABLE, generate};
use azml_tests::process::root;

/// Builds the generated rule and runs its tests, which takes a minute or two.
const BUILD: &str = "AZML_NEW_RULE";

fn folder_with_table() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let table = folder.path().join(TABLE);
    let around = table.parent().expect("a file is in a folder");
    std::fs::create_dir_all(around).expect("a folder can be made");
    std::fs::copy(root().join(TABLE), table).expect("the table can be copied");
    folder
}

#[test]
fn writes_a_formatted_rule_its_line_and_its_spec() {
    let folder = folder_with_table();
    let [rule, table, spec] = generate(folder.path(), "search", "bayesian-no-seed").unwrap();
    assert_eq!(rule, "rules/src/checks/search/bayesian_no_seed.rs");
    assert_eq!(spec, "tests/specs/search/bayesian-no-seed.md");
    let read = |path: &str| std::fs::read_to_string(folder.path().join(path)).unwrap();
    let table = read(&table);
    assert!(table.contains("bayesian_few_trials,\n        bayesian_no_seed,\n        grid_"));
    assert_eq!(table.lines().count(), read_own(TABLE).lines().count() + 1);
    assert!(read(&rule).contains("\"bayesian-no-seed\", Search, Warning,"));
    assert!(read(&spec).starts_with("# bayesian-no-seed\n"));
    let formatted = Command::new("rustfmt")
        .args(["--edition", "2024", "--check"])
        .arg(folder.path().join(rule))
        .status();
    assert!(formatted.unwrap().success());
}

fn read_own(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("the file is there")
}

#[test]
fn refuses_what_is_no_group_no_name_or_taken() {
    let folder = folder_with_table();
    let refused = |group, name| generate(folder.path(), group, name).unwrap_err();
    assert!(refused("serch", "a-b").contains("did you mean `search`?"));
    assert!(refused("search", "A-b").contains("kebab-case"));
    assert!(refused("search", "a--b").contains("kebab-case"));
    assert!(refused("search", "../b").contains("kebab-case"));
    assert!(refused("search", "bandit-slack").contains("already"));
    generate(folder.path(), "search", "a-b").unwrap();
    assert!(refused("search", "a-b").contains("is there already"));
    let after = std::fs::read_to_string(folder.path().join(TABLE)).unwrap();
    assert_eq!(after.matches("        a_b,\n").count(), 1);
}

#[test]
fn a_generated_rule_passes_its_tests() {
    if std::env::var_os(BUILD).is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    copy(&root(), folder.path()).unwrap();
    let run = |arguments: &str| {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command
            .args(arguments.split(' '))
            .current_dir(folder.path());
        let output = command.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        assert!(output.status.success(), "{arguments}: {text}");
        text
    };
    run("run -q -p azml-tests --example new-rule -- schedule schedule-nameless");
    let tested = run("test -q -p azml-tests --test rules -- schedule-nameless");
    assert!(tested.contains("8 passed; 0 failed"), "{tested}");
}

/// Everything that is built, without what was built.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        let to = to.join(&name);
        let file_type = entry.file_type()?;
        if file_type.is_dir() {
            if !["target", "node_modules", ".git"].contains(&&*name.to_string_lossy()) {
                std::fs::create_dir(&to)?;
                copy(&entry.path(), &to)?;
            }
        } else if file_type.is_file() {
            std::fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}
