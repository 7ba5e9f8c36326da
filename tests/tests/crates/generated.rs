//! Generated parts of committed files are what the code would generate. `UPDATE=1` rewrites them.

use std::path::Path;

use azml_rules::checks::RULES;
use azml_rules::explain;
use azml_tests::process::{printed, root};

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
    compare(&path, &with_part(&text, "rules", &explain::table()));
}

#[test]
fn the_pages_of_the_rules_are_fresh() {
    let pages: Vec<String> = RULES.iter().map(|rule| explain::markdown(rule)).collect();
    let pages: Vec<String> = pages.iter().map(|page| format!("#{page}")).collect();
    let text = format!(
        "# The rules of azml-ls\n\nGenerated from the doc comments in `src/checks/`; `azml-ls \
            --explain RULE` shows one.\n\n{}",
        pages.join("\n")
    );
    compare(&root().join("rules/RULES.md"), &text);
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
