//! `azml-ls fmt`: files in the layout of Format Document.

use azml_tests::process::Project;

const UNEVEN: &str = "type:  amlcompute\nname: 'c'   # ours\nsize:   Standard_D4s_v5\n";
const EVEN: &str = "type: amlcompute\nname: \"c\" # ours\nsize: Standard_D4s_v5\n";
const BROKEN: &str = "type: amlcompute\nname: \"c\nsize: x\n";
const FOREIGN: &str = "services: {web:   {image: x}}\n";

#[test]
fn files_are_formatted_and_a_check_writes_nothing() {
    let project = Project::default()
        .with("jobs/a.yml", UNEVEN)
        .with("b.yml", EVEN)
        .with("services.yml", FOREIGN);
    let check = project.run("fmt --check");
    assert_eq!(
        (check.code, &*check.stdout),
        (1, "Would format jobs/a.yml\n")
    );
    assert_eq!(check.stderr, "Would format 1 of 2 Azure ML files.\n");
    assert_eq!(project.text("jobs/a.yml"), UNEVEN);

    let run = project.run("fmt");
    assert_eq!((run.code, &*run.stdout), (0, "Formatted jobs/a.yml\n"));
    assert_eq!(project.text("jobs/a.yml"), EVEN);
    assert_eq!(project.text("services.yml"), FOREIGN);

    let again = project.run("fmt --check jobs");
    assert_eq!((again.code, &*again.stdout), (0, ""));
}

#[test]
fn a_file_with_a_syntax_error_is_refused_and_the_others_are_formatted() {
    let project = Project::default()
        .with("a.yml", UNEVEN)
        .with("b.yml", BROKEN);
    let run = project.run("fmt");
    assert_eq!((run.code, &*run.stdout), (2, "Formatted a.yml\n"));
    assert!(
        run.stderr
            .starts_with("azml-ls: error: b.yml has a syntax error\n"),
        "{run:?}"
    );
    assert_eq!(project.text("b.yml"), BROKEN);
}

#[test]
fn a_template_that_cannot_be_formatted_does_not_fail_a_check() {
    let template = "type: amlcompute\nname:  {{NAME}}-cpu.{{REGION}}\n";
    let project = Project::default().with("a.yml", template);
    let run = project.run("fmt");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.stderr.starts_with("azml-ls: warning: a.yml uses YAML"),
        "{run:?}"
    );
    assert_eq!(project.text("a.yml"), template);
}

#[test]
fn standard_input_is_formatted_to_standard_output() {
    let project = Project::default();
    let run = |arguments: &str, input: &str| project.run_with(arguments, &[], input.as_bytes());
    let formatted = run("fmt -", UNEVEN);
    assert_eq!((formatted.code, &*formatted.stdout), (0, EVEN));
    assert_eq!(run("fmt --check -", UNEVEN).code, 1);
    assert_eq!(run("fmt --check -", EVEN).code, 0);
    let named = run("fmt - --stdin-filename azml.yaml", "preview:   true\n");
    assert_eq!(named.stdout, "preview: true\n");
    for refused in [BROKEN, FOREIGN] {
        let refused = run("fmt -", refused);
        assert_eq!((refused.code, &*refused.stdout), (2, ""), "{refused:?}");
    }
}
