//! Profiles, options, overrides, required versions, and where each level comes from.

use azml_tests::process::{Project, Run};
use serde_json::Value;

use crate::CLUSTER;

const JOB: &str = "type: command\ncommand: python -m train\nenvironment: azureml:e:1\n";

fn project(settings: &str) -> Project {
    Project::default()
        .with("azml.yaml", settings)
        .with("jobs/a.yml", JOB)
        .with("dev/b.yml", JOB)
}

fn checked(project: &Project, arguments: &str) -> Run {
    project.run(&format!(
        "--check --format concise --min-level hint {arguments}"
    ))
}

/// The files in which `job-no-timeout`, an opt-in rule about costs, reports, each with its level.
fn reported(settings: &str, arguments: &str) -> String {
    let run = checked(&project(settings), arguments);
    assert!(run.code < 2, "{run:?}");
    let found = run.stdout.lines().filter_map(|line| {
        let (place, rest) = line.split_once(": ")?;
        let (level, rule) = rest.split_once('[')?;
        let file = place.split(':').next()?.replace('\\', "/");
        rule.starts_with("job-no-timeout]")
            .then(|| format!("{file} {level}"))
    });
    found.collect::<Vec<_>>().join(", ")
}

const BOTH: &str = "dev/b.yml info, jobs/a.yml info";

#[test]
fn profiles_turn_on_their_opt_in_rules_as_infos() {
    for (settings, expected) in [
        ("rules: {}\n", ""),
        ("profile: recommended\n", ""),
        ("profile: security\n", ""),
        ("profile: correctness\n", ""),
        ("profile: cost\n", BOTH),
        ("profile: [security, cost]\n", BOTH),
        ("profile: strict\n", BOTH),
        ("profile: strict\nrules: {job-no-timeout: off}\n", ""),
    ] {
        assert_eq!(reported(settings, ""), expected, "{settings}");
    }
}

#[test]
fn overrides_hold_for_their_files_and_the_last_one_wins() {
    let settings = "rules: {job-no-timeout: info}\n\
        overrides:\n\
        - {files: [dev/, old/], rules: {job-no-timeout: off}}\n";
    assert_eq!(reported(settings, ""), "jobs/a.yml info");
    assert_eq!(
        reported(settings, "--only job-no-timeout dev"),
        "dev/b.yml hint"
    );
    let settings = format!("{settings}- {{files: b.yml, rules: {{job-no-timeout: error}}}}\n");
    assert_eq!(reported(&settings, ""), "dev/b.yml error, jobs/a.yml info");
}

#[test]
fn overrides_and_options_of_a_base_hold_unless_the_file_says_otherwise() {
    let slow = "type: amlcompute\nname: c\nidle_time_before_scale_down: 2400\n";
    let reported = |settings: &str| {
        let project = Project::default()
            .with(
                "base/azml.yaml",
                "rules: {cluster-slow-scale-down: {options: {idle_minutes: 60}}}\n\
                 overrides: [{files: dev/, rules: {cluster-slow-scale-down: off}}]\n",
            )
            .with("top.yaml", "extends: base/azml.yaml\nprofile: cost\n")
            .with("azml.yaml", settings)
            .with("cpu.yml", slow)
            .with("dev/cpu.yml", slow);
        let run = checked(&project, "");
        assert!(run.code < 2, "{run:?}");
        let lines = run.stdout.lines();
        let found = lines.filter(|line| line.contains("[cluster-slow-scale-down]"));
        found.count()
    };
    assert_eq!(reported("rules: {}\n"), 2);
    assert_eq!(reported("extends: top.yaml\n"), 0);
    let own =
        "extends: top.yaml\nrules: {cluster-slow-scale-down: {options: {idle_minutes: 39}}}\n";
    assert_eq!(reported(own), 1);
    let own = "extends: top.yaml\nrules: {cluster-slow-scale-down: error}\n";
    assert_eq!(reported(own), 0, "the option of the base stays");
}

#[test]
fn another_version_is_a_failure_with_its_place() {
    let run = checked(&project("required-version: '>=99'\n"), "");
    assert_eq!(run.code, 2, "{run:?}");
    let message = "azml-ls: error: azml.yaml:1:19: this is azml-ls ";
    assert!(run.stderr.starts_with(message), "{run:?}");
    assert!(run.stderr.contains("asks for `>=99`"), "{run:?}");
    assert_eq!(checked(&project("required-version: '>=0.1'\n"), "").code, 0);
}

#[test]
fn what_a_file_extends_is_told_where_it_is_written() {
    let long = (0..20).fold(Project::default().with("cpu.yml", CLUSTER), |project, n| {
        let name = if n == 0 {
            "azml.yaml".to_owned()
        } else {
            format!("{n}.yaml")
        };
        project.with(&name, format!("extends: {}.yaml\n", n + 1))
    });
    let run = checked(&long, "");
    assert!(
        run.stderr
            .contains("16.yaml:1:10: `extends` leads through more than 16 files"),
        "{run:?}"
    );
    let missing = Project::default()
        .with("azml.yaml", "extends: none.yaml\n")
        .with("cpu.yml", CLUSTER);
    let run = checked(&missing, "");
    assert!(
        run.code == 2
            && run
                .stderr
                .contains("azml.yaml:1:10: none.yaml can't be read"),
        "{run:?}"
    );
}

#[test]
fn the_settings_of_a_file_are_shown_with_where_they_come_from() {
    let project = Project::default()
        .with("base.yaml", "profile: cost\nrules:\n  unused-input: off\n")
        .with(
            "azml.yaml",
            "extends: base.yaml\nschemaChecks: off\nrules:\n  cluster-min-nodes: error\n  \
             cluster-slow-scale-down: {options: {idle_minutes: 60}}\noverrides:\n  - files: dev/\n    \
             rules: {cluster-min-nodes: off}\n",
        )
        .with("dev/cpu.yml", CLUSTER)
        .with("cpu.yml", CLUSTER);
    let run = project.run("--show-settings dev/cpu.yml --off unused-output");
    assert_eq!(run.code, 0, "{run:?}");
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = run.stdout.lines().map(words).collect();
    for line in [
        "file: dev/cpu.yml",
        "configuration: azml.yaml",
        "profile: cost",
        "preview: off",
        "cluster-min-nodes off override 1 (azml.yaml:8)",
        "cluster-slow-scale-down info default; idle_minutes = 60 (azml.yaml:5)",
        "job-no-timeout info profile cost (base.yaml:1)",
        "unused-input off base.yaml:3",
        "unused-output off command line",
        "unknown-key off schemaChecks: off",
        "instance-no-idle-shutdown warning default",
    ] {
        assert!(
            lines.iter().any(|found| found == line),
            "{line}\n{lines:#?}"
        );
    }
    let run = project.run("--show-settings cpu.yml --format json");
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    let rules = found["rules"].as_array().unwrap();
    assert_eq!(rules.len(), azml_rules::checks::RULES.len());
    let one = rules
        .iter()
        .find(|rule| rule["name"] == "cluster-min-nodes");
    let one = one.unwrap();
    assert_eq!(
        (&one["level"], &one["source"]["kind"]),
        (&"error".into(), &"rules".into())
    );
    assert_eq!(one["source"]["place"]["line"], 4);
    let missing = project.run("--show-settings none.yml");
    assert_eq!(missing.code, 2, "{missing:?}");
}
