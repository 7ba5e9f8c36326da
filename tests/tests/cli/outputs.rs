//! Formats, exit codes, levels, where the output goes.

use std::io::Read as _;
use std::process::Stdio;

use azml_tests::process::{Project, root, start};

use crate::{CLUSTER, INSTANCE, SWEEP, check};

#[test]
fn json_is_one_document_with_a_number() {
    let run = Project::copy_of("tour").run("--check --format json");
    let value: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(value["version"], 1);
    assert_eq!(value["files"].as_array().unwrap().len(), 4);
    assert_eq!(run.stderr, "");
}

#[test]
fn the_exit_code_says_how_it_went() {
    let clean = Project::default().with("ci.yml", INSTANCE);
    assert_eq!(clean.run(&check("")).code, 0);
    let found = Project::default().with("cpu.yml", CLUSTER);
    assert_eq!(found.run(&check("")).code, 1);
    assert_eq!(found.run(&check("--fail-on error")).code, 0);
    assert_eq!(found.run(&check("--fail-on warning")).code, 1);
    assert_eq!(
        found.run(&check("cpu.yml missing.yml")).code,
        2,
        "what could not be done comes first"
    );
    assert_eq!(found.run("--chekc").code, 2);
    assert_eq!(found.run("cpu.yml").code, 1, "a path is checked");
}

#[test]
fn what_is_not_shown_does_not_count() {
    let found = Project::default().with("cpu.yml", CLUSTER);
    let run = found.run(&check("--min-level error"));
    assert_eq!(
        (run.code, run.stdout.as_str(), run.stderr.as_str()),
        (0, "", "1 file passed; 1 finding hidden by --min-level.\n")
    );
}

#[test]
fn rules_are_chosen_by_name() {
    let project = Project::default()
        .with("cpu.yml", CLUSTER)
        .with("a.yml", SWEEP)
        .with("ci.yml", INSTANCE);
    let found = |arguments: &str| {
        project
            .run(&format!("--check --format concise {arguments}"))
            .stdout
    };
    let only = found("--only cluster-min-nodes");
    assert!(
        only.contains("[cluster-min-nodes]") && !only.contains("[sweep-on-single-node]"),
        "{only}"
    );
    let off = found("--off cluster-min-nodes --off sweep-no-timeout");
    assert!(
        !off.contains("[cluster-min-nodes]") && off.contains("[sweep-on-single-node]"),
        "{off}"
    );
    project
        .run("--check --only cluster-min-node")
        .is_as_in("unknown-rule");
    assert_eq!(project.run("--check --off nothing-like-it").code, 2);
    let explain = project.run("--explain cluster-min-ndoes");
    assert!(
        explain.code == 2 && explain.stderr.contains("did you mean `cluster-min-nodes`?"),
        "{}",
        explain.stderr
    );
}

#[test]
fn rules_are_listed_and_explained() {
    let project = Project::default();
    let page = project.run("--explain cluster-min-nodes");
    assert!(
        page.code == 0 && page.stdout.starts_with("# cluster-min-nodes\n"),
        "{page:?}"
    );
    let page = std::fs::read_to_string(root().join("rules/RULES.md")).unwrap();
    let list = project.run("--rules");
    assert_eq!(list.stdout.lines().count(), azml_rules::checks::RULES.len());
    let json: serde_json::Value =
        serde_json::from_str(&project.run("--rules --format json").stdout).unwrap();
    assert_eq!(
        json["rules"].as_array().unwrap().len(),
        azml_rules::checks::RULES.len()
    );
    for rule in json["rules"].as_array().unwrap() {
        let (name, level) = (
            rule["name"].as_str().unwrap(),
            rule["default_level"].as_str().unwrap(),
        );
        let preview = if rule["preview"] == true {
            " (preview)"
        } else {
            ""
        };
        let row = format!("| [`{name}`](book/{name}.md) | {level}{preview} |");
        assert!(page.contains(&row), "RULES.md has no {row}");
        let listed = |line: &str| {
            let mut words = line.split_whitespace();
            words.next() == Some(name) && words.next() == Some(level)
        };
        assert!(
            list.stdout.lines().any(listed),
            "--rules has no {name} {level}"
        );
    }
    assert!(page.contains("| [`job-no-timeout`](book/job-no-timeout.md) | off |"));
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let count = format!(
        "More than {} rules",
        (json["rules"].as_array().unwrap().len() - 1) / 10 * 10
    );
    assert!(readme.contains(&count), "README.md should say: {count}");
    assert!(project.run("--version").stdout.starts_with("azml-ls "));
}

#[test]
fn colours_are_for_people() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let coloured = |arguments: &str, environment: &[(&str, &str)]| {
        project
            .run_with(&check(arguments), environment, b"")
            .stdout
            .contains('\u{1b}')
    };
    assert!(!coloured("", &[]), "a pipe");
    assert!(coloured("--color always", &[("NO_COLOR", "1")]));
    assert!(coloured("", &[("FORCE_COLOR", "1")]));
    assert!(!coloured("--color never", &[("FORCE_COLOR", "1")]));
    assert!(!coloured("", &[("FORCE_COLOR", "1"), ("NO_COLOR", "1")]));
}

#[test]
fn files_of_others_cannot_command_the_terminal() {
    let text = "type: amlcompute\nname: \"a\\e[31m\"\nmin_instances: 2 # \u{1b}[31mred\u{9b}31m\n\
        size: \"x\\ny\"\n";
    let project = Project::default().with("cpu.yml", text);
    for format in ["full", "concise"] {
        let out = project.run(&check(&format!("--format {format}"))).stdout;
        assert!(!out.contains(['\u{1b}', '\u{9b}']), "{out:?}");
    }
    assert_eq!(
        project
            .run(&check("--format concise"))
            .stdout
            .lines()
            .count(),
        1
    );
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut project = Project::default();
    for number in 0..500 {
        project = project.with(&format!("cpu{number}.yml"), CLUSTER);
    }
    let mut command = project.command(&check(""));
    let mut child = start(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
    let mut stdout = child.stdout.take().unwrap();
    let mut start = [0; 10];
    stdout.read_exact(&mut start).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(
        told.starts_with("Found 500 warnings in 500 of 500 files") && told.lines().count() == 1,
        "{told}"
    );
}

#[cfg(unix)]
#[test]
fn a_closed_standard_output_is_no_error() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    let line = format!(
        "{} {} >&-",
        azml_tests::process::binary().display(),
        check("")
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &line])
        .current_dir(project.root())
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), told.lines().count()),
        (Some(1), 1),
        "{told}"
    );
}

#[test]
fn columns_count_characters_from_one() {
    let project = Project::default().with(
        "cpu.yml",
        "{type: amlcompute, name: é😀, min_instances: 2}\n",
    );
    let found = |format: &str| project.run(&check(&format!("--format {format}"))).stdout;
    assert!(
        found("concise").starts_with("cpu.yml:1:45: "),
        "{}",
        found("concise")
    );
    assert!(
        found("full").contains("cpu.yml:1:45]\n"),
        "{}",
        found("full")
    );
    let json: serde_json::Value = serde_json::from_str(&found("json")).unwrap();
    let start = &json["diagnostics"][0]["start"];
    assert_eq!(
        (&start["line"], &start["column"], &start["offset"]),
        (&1.into(), &45.into(), &48.into())
    );
}

#[test]
fn without_options_it_serves() {
    // The end of its input ends the server; that it is one is shown by what it does not say.
    let run = Project::default().run_with("", &[], b"");
    assert!(!run.stderr.contains("--check"), "{}", run.stderr);
}

#[test]
fn an_excerpt_has_stars_in_place_of_a_secret() {
    // Not the one of the page of the rule, which `sarif` contains.
    let secret = "7d1e4b93a6c20f85e47b19d0c3f628a5914ce07b";
    let job = format!(
        "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
         type: command\ncommand: python train.py\nenvironment: azureml:training:3\n\
         environment_variables:\n  API_KEY: {secret}\n"
    );
    let full = Project::default()
        .with("job.yml", &job)
        .run("--check .")
        .stdout;
    assert!(full.contains("secret-in-yaml"), "{full}");
    assert!(full.contains(&"*".repeat(secret.len())), "{full}");
}

#[test]
fn how_far_a_run_is_goes_to_no_pipe() {
    let mut project = Project::default();
    for number in 0..500 {
        project = project.with(&format!("cpu{number}.yml"), CLUSTER);
    }
    let run = project.run(&check("--format concise"));
    assert!(
        run.stderr.starts_with("Found 500 warnings"),
        "{}",
        run.stderr
    );
    assert!(!run.stderr.contains('\r') && run.stderr.lines().count() == 1);
    assert!(!run.stdout.contains('\r'));
}

#[test]
fn an_output_never_overwrites_what_is_read() {
    let project = Project::default()
        .with("cluster.yml", CLUSTER)
        .with("train.py", "x = 1\n");
    for target in ["json=cluster.yml", "json=./train.py"] {
        let run = project.run(&format!("--check --output {target} ."));
        assert_eq!(run.code, 2, "{run:?}");
        assert!(
            run.stderr.contains("which is a file that azml-ls reads"),
            "{run:?}"
        );
    }
    assert_eq!(project.text("cluster.yml"), CLUSTER);
    assert_eq!(project.text("train.py"), "x = 1\n");
}
