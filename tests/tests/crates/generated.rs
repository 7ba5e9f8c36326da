//! Generated parts of committed files are what the code would generate. `UPDATE=1` rewrites them.

use std::collections::BTreeSet;
use std::path::Path;

use azml_rules::checks::RULES;
use azml_rules::{explain, rule_pages};
use azml_tests::process::{printed, root};
use azml_tests::skill::skill;

const END: &str = "<!-- /generated -->";

/// Holds the file at `path` against `wanted`, or rewrites it.
fn compare(path: &Path, wanted: &str) {
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, wanted).expect("a generated file can be written");
        return;
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == wanted,
        "{} is not fresh: run UPDATE=1 cargo test --workspace",
        path.display()
    );
}

/// The text with `content` in place of its part called `name`.
fn with_part(text: &str, name: &str, content: &str) -> String {
    let begin = format!("<!-- generated: {name} -->\n");
    let (before, rest) = text
        .split_once(&begin)
        .expect("there is a place for the part");
    let (_, after) = rest.split_once(END).expect("the place for the part ends");
    format!("{before}{begin}{content}{END}{after}")
}

#[test]
fn the_readme_shows_what_the_tool_says() {
    let path = root().join("README.md");
    let text = std::fs::read_to_string(&path).expect("there is a README");
    let arguments = "--check tests/fixtures/tour";
    let tour = format!(
        "```console\n$ azml-ls {arguments}\n{}```\n",
        printed(arguments)
    );
    let text = with_part(&text, "tour", &tour);
    let graph = format!(
        "```mermaid\n{}```\n",
        printed("--graph tests/fixtures/pipelines/wine.yml")
    );
    let text = with_part(&text, "graph", &graph);
    let text = with_part(&text, "profiles", &explain::profiles());
    let text = with_part(&text, "options", &explain::options());
    compare(&path, &with_part(&text, "rules", &rule_pages::table()));
}

#[test]
fn each_crate_has_the_license_texts() {
    // Copies, not links: git writes a link as a file with a path in it where there are no links.
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let text = std::fs::read_to_string(root().join(name)).expect("there is a license");
        for folder in ["rules", "server"] {
            compare(&root().join(folder).join(name), &text);
        }
    }
}

#[test]
fn the_pages_of_the_rules_are_fresh() {
    compare(&root().join("rules/RULES.md"), &rule_pages::index());
    let folder = root().join("rules/book");
    let mut stale: BTreeSet<String> = names(&folder);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(&folder).expect("a folder can be made");
    }
    for rule in RULES {
        compare(
            &folder.join(rule_pages::file(rule)),
            &rule_pages::page(rule),
        );
        stale.remove(&rule_pages::file(rule));
    }
    if std::env::var_os("UPDATE").is_some() {
        let remove = |name: &String| std::fs::remove_file(folder.join(name));
        assert!(stale.iter().all(|name| remove(name).is_ok()));
    } else {
        assert!(stale.is_empty(), "pages without a rule: {stale:?}");
    }
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.collect()
}

#[test]
fn the_json_schemas_are_fresh() {
    for (file, name) in [("azml", "config"), ("findings", "findings")] {
        let path = root().join(format!("server/schemas/{file}.schema.json"));
        compare(&path, &printed(&format!("--schema {name}")));
    }
}

#[test]
fn the_skill_for_coding_agents_is_fresh() {
    let path = root().join("editors/claude-code/skills/azure-ml-yaml/SKILL.md");
    compare(&path, &skill());
}

#[path = "../../../rules/examples/two_files.rs"]
mod two_files;

#[test]
fn the_readme_of_the_rules_shows_an_example_that_runs() {
    two_files::main();
    let path = root().join("rules/README.md");
    let text = std::fs::read_to_string(&path).expect("there is a README");
    let code = std::fs::read_to_string(root().join("rules/examples/two_files.rs"));
    let code = code.expect("there is an example").replace("\r\n", "\n");
    // Where it may print is of no use to readers.
    let shown: Vec<&str> = code
        .lines()
        .filter(|line| !line.starts_with("//!") && !line.starts_with("#!["))
        .collect();
    let shown = shown
        .join("\n")
        .trim()
        .replace("pub(crate) fn main", "fn main");
    compare(
        &path,
        &with_part(&text, "example", &format!("```rust\n{shown}\n```\n")),
    );
}
