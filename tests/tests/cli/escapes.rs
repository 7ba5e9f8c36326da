//! What a repository writes is shown, never obeyed: by terminals, by the logs of CI runs.

use azml_tests::hostile::{self, ATTACKS, escaped_from};
use azml_tests::process::{Project, Run};

use crate::{CLUSTER, check};

/// Everything that prints what stands in a repository.
const RUNS: [&str; 22] = [
    "--check --min-level hint",
    "--check --min-level hint --format concise",
    "--check --min-level hint --format json",
    "--check --min-level hint --format sarif",
    "--check --min-level hint --format gitlab",
    "--check --min-level hint --format junit",
    "--check --min-level hint --format rdjson",
    "--check --statistics",
    "--check --statistics --format json",
    "--check --diff --unsafe-fixes --min-level hint",
    "--check --no-config --min-level hint",
    "--list-files",
    "--list-files --format json",
    "--show-settings job.yml",
    "--computes",
    "--computes --format json",
    "--graph pipe.yml",
    "--graph pipe.yml --format dot",
    "--graph job.yml",
    "--check missing.yml --config azml.yaml",
    "--check --inventory azml.yaml",
    "--check --fix --unsafe-fixes --min-level hint --format concise",
];

fn assert_harmless(run: &Run) {
    for (name, text) in [("stdout", &run.stdout), ("stderr", &run.stderr)] {
        if let Some(what) = escaped_from(text) {
            panic!("{what:?} on {name} of {}:\n{text}", run.arguments);
        }
    }
}

#[test]
fn nothing_of_a_hostile_repository_is_obeyed() {
    for attack in ATTACKS {
        let project = hostile::project(attack);
        for arguments in RUNS {
            let run = project.run(arguments);
            assert_harmless(&run);
            if ["json", "sarif", "gitlab"]
                .iter()
                .any(|it| arguments.contains(it))
            {
                let json: Result<serde_json::Value, _> = serde_json::from_str(&run.stdout);
                assert!(json.is_ok(), "{run:?}");
            }
        }
    }
}

#[test]
fn with_colors_only_colors_pass() {
    for attack in ATTACKS {
        let run = hostile::project(attack).run("--check --min-level hint --color always");
        let mut text = String::new();
        for (at, piece) in run.stdout.split('\u{1b}').enumerate() {
            let rest = piece.strip_prefix('[').filter(|_| at > 0).map(|rest| {
                let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
                rest.strip_prefix('m').expect("the end of a color")
            });
            assert!(at == 0 || rest.is_some(), "{piece:?}");
            text.push_str(rest.unwrap_or(piece));
        }
        assert_eq!(escaped_from(&text), None, "{text}");
    }
}

/// Windows has no such names.
#[cfg(unix)]
#[test]
fn names_of_files_are_shown_in_one_line() {
    let names = [
        "n\nline.yml",
        "e\u{1b}[31m\u{7}.yml",
        "b\u{202e}lmy.yml",
        "::add-mask::x.yml",
        "##vso[x].yml",
    ];
    for name in names {
        let project = Project::default()
            .with(name, CLUSTER)
            .with(&format!("latin-1-{name}"), b"a: \xe9\n");
        for arguments in ["", "--format concise", "--format json", "--statistics"] {
            assert_harmless(&project.run(&check(arguments)));
        }
        let diff = project.run(&check("--diff --unsafe-fixes"));
        assert_harmless(&diff);
        assert_eq!(diff.stdout.lines().count(), 9, "{diff:?}");
        assert_harmless(&project.run("--computes"));
    }
}

#[test]
fn arguments_are_shown_as_text() {
    let project = Project::default().with("cpu.yml", CLUSTER);
    for arguments in [
        "--\u{1b}[31m\u{7}",
        "--check --only \u{202e}x",
        "--explain ##vso[x]",
        "--check no\u{1b}]0;x\u{7}.yml",
        "--graph no\u{9b}31m.yml",
        "--check --config \u{2066}x.yaml",
        "--check --output no\u{1b}[2J/x",
    ] {
        let run = project.run(arguments);
        assert_eq!(run.code, 2, "{run:?}");
        assert_harmless(&run);
    }
}

#[test]
fn source_lines_show_what_is_not_seen() {
    let hidden = CLUSTER.replace(
        "min_instances: 2",
        "\u{202e}x\u{1b}: 1\nmin_instances: 2 # \u{2066}y\u{1b}[2J",
    );
    let project = Project::default().with("cpu.yml", format!("\u{feff}{hidden}"));
    project.run(&check("")).is_as_in("hidden-characters");
}

#[test]
fn a_difference_is_exact_or_not_shown() {
    let project = Project::default().with(
        "cpu.yml",
        CLUSTER.replace("min_instances: 2", "min_instances: 2 # \u{202e}"),
    );
    let run = project.run(&check("--diff --unsafe-fixes"));
    assert!(
        run.stdout.contains("\n-min_instances: 2 # \u{202e}\n"),
        "patch finds the line: {run:?}"
    );
    let obeyed = CLUSTER.replace("min_instances: 2", "min_instances: 2 # ##vso[task.x]y");
    let project = Project::default()
        .with("a.yml", &obeyed)
        .with("b.yml", CLUSTER);
    project
        .run(&check("--diff --unsafe-fixes"))
        .is_as_in("diff-refused");
    let run = project.run(&check("--diff --unsafe-fixes --output x.diff"));
    assert_eq!(run.code, 1, "{run:?}");
    assert!(project.text("x.diff").contains("# ##vso[task.x]y"));
}
