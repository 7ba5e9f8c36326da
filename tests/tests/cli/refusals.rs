//! What cannot be done is said on standard error, with exit code 2 and nothing on standard output.

use azml_tests::process::Project;

use crate::{CLUSTER, check};

const PIPELINE: &str =
    "type: pipeline\njobs:\n  a: {type: command, command: x, environment: azureml:e:1}\n";

fn refused(project: &Project, arguments: &str, input: &[u8], told: &str) {
    let run = project.run_with(arguments, &[], input);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    assert!(run.stderr.contains(told), "{run:?}");
}

#[test]
fn a_graph_needs_one_readable_pipeline() {
    let project = Project::default()
        .with("p.yml", PIPELINE)
        .with("latin.yml", b"type: pipeline\nname: \xe9\n");
    for (arguments, told) in [
        ("--graph", "a value is required"),
        ("--graph p.yml p.yml", "cannot be used with"),
        ("--graph p.yml --check", "cannot be used with"),
        (
            "--graph p.yml --format png",
            "possible values: mermaid, dot, svg",
        ),
        (
            "--graph latin.yml",
            "latin.yml is not UTF-8 (byte 21, line 2); save it as UTF-8",
        ),
        (
            "--graph p.yml --output no/folder",
            "no/folder cannot be written",
        ),
    ] {
        refused(&project, arguments, b"", told);
    }
    refused(
        &project,
        "--graph -",
        b"",
        "is not Azure ML YAML; a graph needs",
    );
    refused(
        &project,
        "--graph -",
        b"type: pipeline\nname: \xe9\n",
        "is not UTF-8",
    );
}

#[test]
fn a_rule_is_explained_by_its_name() {
    let project = Project::default();
    for (arguments, told) in [
        ("--explain", "a value is required"),
        (
            "--explain nothing",
            "unknown rule; `azml-ls --rules` lists all rules",
        ),
        ("--explain cluster-min-node", "unknown rule; did you mean"),
        ("--explain cluster-min-nodes --check", "cannot be used with"),
    ] {
        refused(&project, arguments, b"", told);
    }
}

#[test]
fn a_check_needs_what_it_is_told_to_read() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    for (arguments, told) in [
        (
            "--check --format xml",
            "[possible values: full, concise, json, github, azure, markdown, sarif, gitlab, junit, rdjson, agent]",
        ),
        ("--check --only nothing cpu.yml", "unknown rule"),
        ("--check --nonsense", "unexpected argument"),
    ] {
        refused(&project, arguments, b"", told);
    }
    // What can be checked is checked all the same.
    for (arguments, told) in [
        ("--config no.yaml cpu.yml", "no.yaml can't be read"),
        ("--inventory no.json cpu.yml", "no.json can't be read"),
    ] {
        let run = project.run(&check(arguments));
        assert!(
            run.code == 2 && run.stderr.contains(told) && run.stdout.contains("cluster-min-nodes"),
            "{run:?}"
        );
    }
    refused(
        &project,
        "--check -",
        b"type: amlcompute\nname: \xe9\n",
        "is not UTF-8",
    );
}
