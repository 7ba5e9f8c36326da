//! The specs in `tests/specs/editor`.

use azml_tests::{editor, process};

/// Runs the spec `name`.
fn spec(name: &str) {
    let path = process::root().join("tests/specs/editor").join(format!("{name}.md"));
    let markdown = std::fs::read_to_string(&path).expect("the spec is there");
    let (problems, count) = editor::run(&markdown);
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
    assert!(count > 0, "{name} expects nothing");
}

#[test]
fn hover() {
    spec("hover");
}

#[test]
fn completion_of_computes() {
    spec("completion-computes");
}

#[test]
fn completion_of_sizes() {
    spec("completion-sizes");
}

#[test]
fn hints_and_lenses() {
    spec("hints");
}

#[test]
fn what_is_not_as_expected_fails() {
    let file = "# x\n```yaml path=c.yml\ntype: amlcompute\nname: c\nsize: Standard_DS3_│v2\n```\n";
    for wrong in [
        "```hover\nnot in the card\n```\n",
        "```hover\n```\n",
        "```completion\nStandard_A1\n```\n",
        "```completed\nx\n```\n",
        "```hints\n```\n",
        "```lens\nfree\n```\n",
        "```unknown\n```\n",
    ] {
        assert_eq!(editor::run(&format!("{file}{wrong}")).0.len(), 1, "{wrong}");
    }
}

#[test]
fn refactorings() {
    spec("refactor");
}
