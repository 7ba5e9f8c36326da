//! The specs in `tests/specs/editor`.

use azml_tests::{editor, process};

/// Runs the spec `name`.
fn spec(name: &str) {
    let path = process::root()
        .join("tests/specs/editor")
        .join(format!("{name}.md"));
    let markdown = std::fs::read_to_string(&path).expect("the spec is there");
    let (problems, count) = editor::run(&markdown);
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
    assert!(count > 0, "{name} expects nothing");
}

#[test]
fn nothing_is_offered_that_a_rule_refuses() {
    let folder = process::root().join("tests/specs/editor");
    let (mut refused, mut tried) = (Vec::new(), 0);
    for file in std::fs::read_dir(folder).expect("the folder is there") {
        let path = file.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if !name.starts_with("completion-") {
            continue;
        }
        let markdown = std::fs::read_to_string(&path).expect("the spec is there");
        let (found, count) = editor::refused(&markdown);
        refused.extend(found);
        tried += count;
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(tried > 500, "only {tried} values were offered");
}

#[test]
fn hover() {
    spec("hover");
}

#[test]
fn hover_on_keys() {
    spec("hover-keys");
}

#[test]
fn hover_on_kinds_ports_and_settings() {
    spec("hover-kinds");
}

#[test]
fn hover_on_names() {
    spec("hover-names");
}

#[test]
fn costs() {
    spec("costs");
}

#[test]
fn schedules() {
    spec("schedules");
}

#[test]
fn conda_files() {
    spec("conda");
}

#[test]
fn scripts() {
    spec("scripts");
}

#[test]
fn symbols() {
    spec("symbols");
}

#[test]
fn folds() {
    spec("folds");
}

#[test]
fn selections() {
    spec("selection");
}

#[test]
fn links() {
    spec("links");
}

#[test]
fn schema_checks_off() {
    spec("schema-checks");
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
fn completion_in_expressions() {
    spec("completion-expressions");
}

#[test]
fn completion_of_assets() {
    spec("completion-assets");
}

#[test]
fn completion_of_paths() {
    spec("completion-paths");
}

#[test]
fn completion_of_keys() {
    spec("completion-keys");
    spec("completion-keys-unions");
    spec("completion-keys-ports");
    spec("completion-keys-config");
    spec("completion-unknown");
}

#[test]
fn completion_of_values() {
    spec("completion-values");
}

#[test]
fn completion_of_schemas() {
    spec("completion-schema");
}

#[test]
fn what_completion_offers_first() {
    spec("completion-order");
}

#[test]
fn completion_of_skeletons() {
    spec("completion-skeletons");
}

#[test]
fn hover_on_references() {
    spec("hover-references");
}

#[test]
fn semantic_tokens() {
    spec("tokens");
}

#[test]
fn hints_and_lenses() {
    spec("hints");
}

#[test]
fn definitions_and_references() {
    spec("navigation");
}

#[test]
fn resources_across_files() {
    spec("resources");
}

#[test]
fn projects_beside_each_other() {
    spec("projects");
}

#[test]
fn renaming() {
    spec("rename");
}

#[test]
fn renaming_that_is_refused() {
    spec("rename-refused");
}

#[test]
fn names_of_a_folder() {
    spec("workspace-symbols");
}

#[test]
fn wrong_places_and_names_fail() {
    let files = "# x\n```yaml path=p.yml\ntype: pipeline\njobs:\n  one: {component: ./c.yml}\n  \
                 two: {component: ./c.yml, inputs: {x: \"${{parent.jobs.o│ne.outputs.y}}\"}}\n\
                 ```\n";
    for wrong in [
        "```definition\np.yml:3:4 one\n```\n",
        "```definition\n```\n",
        "```references\np.yml:3:3 one (definition)\n```\n",
        "```highlight\n3:3 one\n4:55 one (read)\n```\n",
        "```rename to=three\np.yml:3: three: {component: ./c.yml}\n```\n",
        "```rename to=two\n```\n",
        "```rename-refused to=three\n```\n",
        "```rename-refused to=two\nother words\n```\n",
        "```workspace-symbols title=\"one\"\n```\n",
        "```used-by\nused by 1 pipeline\n```\n",
    ] {
        assert_eq!(
            editor::run(&format!("{files}{wrong}")).0.len(),
            1,
            "{wrong}"
        );
    }
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
        "```tokens\nx\n```\n",
        "```lens\nfree\n```\n",
        "```symbols\n```\n",
        "```folds\n1-2\n```\n",
        "```selection\n```\n",
        "```links\n1: x -> y\n```\n",
        "```unknown\n```\n",
    ] {
        assert_eq!(editor::run(&format!("{file}{wrong}")).0.len(), 1, "{wrong}");
    }
}

#[test]
fn refactorings() {
    spec("refactor");
    spec("refactor-run-on");
    spec("refactor-new-files");
    spec("refactor-inline");
}

#[test]
fn commands_are_completed() {
    spec("completion-commands");
}

#[test]
fn scripts_lead_to_their_files() {
    spec("script-places");
}

#[test]
fn arguments_are_completed() {
    spec("completion-arguments");
}

#[test]
fn hover_on_scripts() {
    spec("hover-scripts");
}

#[test]
fn inputs_of_scripts_are_declared_and_passed() {
    spec("refactor-scripts");
}
