//! Generated parts of committed files are what the code would generate. `UPDATE=1` rewrites them.

use std::path::{Path, PathBuf};

use azml_rules::checks::RULES;
use azml_rules::explain;

const BEGIN: &str = "<!-- generated: rules -->\n";
const END: &str = "<!-- /generated -->";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests folder has a parent").to_owned()
}

/// Holds the file at `path` against `wanted`, or rewrites it.
fn compare(path: &Path, wanted: &str) {
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, wanted).expect("a generated file can be written");
        return;
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(committed == wanted, "{} is not fresh: run UPDATE=1 cargo test --workspace", path.display());
}

#[test]
fn the_table_of_rules_in_the_readme_is_fresh() {
    let path = root().join("README.md");
    let text = std::fs::read_to_string(&path).expect("there is a README");
    let (before, rest) = text.split_once(BEGIN).expect("the README has a place for the table");
    let (_, after) = rest.split_once(END).expect("the place for the table ends");
    compare(&path, &format!("{before}{BEGIN}{}{END}{after}", explain::table()));
}

#[test]
fn the_pages_of_the_rules_are_fresh() {
    let pages: Vec<String> = RULES.iter().map(|rule| explain::markdown(rule).replace("\n# ", "\n## ")).collect();
    let pages: Vec<String> = pages.iter().map(|page| format!("#{page}")).collect();
    let text = format!(
        "# The rules of azml-ls\n\nGenerated from the doc comments in `src/checks/`; `azml-ls --explain RULE` shows one.\n\n{}",
        pages.join("\n")
    );
    compare(&root().join("rules/README.md"), &text);
}
