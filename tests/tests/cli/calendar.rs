//! Findings that depend on the day: `as-of` and `--as-of` pin it, and `--statistics` tells which are new.

use azml_tests::process::{Project, Run};

/// Support of Python 3.9 ended on 2025-10-31; a year later it is a warning.
const ENVIRONMENT: &str = "$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json\n\
    name: training\n\
    image: mcr.microsoft.com/azureml/openmpi4.1.0-ubuntu22.04:latest\n\
    conda_file: {dependencies: [python=3.9]}\n";

fn project() -> Project {
    Project::default().with("env.yml", ENVIRONMENT)
}

/// Runs on another day than other tests.
fn on(project: &Project, day: &str, arguments: &str) -> Run {
    let format = if arguments.contains("--format") {
        ""
    } else {
        "--format full"
    };
    let arguments = format!("--check {format} {arguments}");
    project.run_with(&arguments, &[("AZML_TODAY", day)], b"")
}

#[test]
fn the_day_is_pinned_by_the_configuration_and_by_the_command_line() {
    let project = project();
    let run = on(&project, "2026-10-31", "");
    assert!(run.code == 0 && run.stdout.contains("info"), "{run:?}");
    let run = on(&project, "2026-11-01", "");
    assert!(run.code == 1 && run.stdout.contains("warning"), "{run:?}");

    let pinned = project.with("azml.yaml", "as-of: 2026-10-31\n");
    assert_eq!(on(&pinned, "2026-11-01", "").code, 0);
    assert_eq!(on(&pinned, "2030-01-01", "").code, 0);
    assert_eq!(on(&pinned, "2030-01-01", "--no-config").code, 1);
    assert_eq!(
        on(&pinned, "2030-01-01", "--as-of 2026-11-01").code,
        1,
        "the command line comes first"
    );
    let none = on(&pinned, "2030-01-01", "--as-of 2025-10-31");
    assert!(!none.stdout.contains("retired-python"), "{none:?}");

    let extended = pinned
        .with("base.yaml", "as-of: 2026-11-01\n")
        .with("azml.yaml", "extends: base.yaml\n");
    assert_eq!(on(&extended, "2026-10-01", "").code, 1);
}

#[test]
fn each_project_has_its_own_day() {
    let project = Project::default()
        .with("old/env.yml", ENVIRONMENT)
        .with("old/azml.yaml", "as-of: '2025-01-01'\n")
        .with("new/env.yml", ENVIRONMENT);
    let run = on(&project, "2026-11-01", "");
    assert!(run.stdout.contains("new/env.yml:4"), "{run:?}");
    assert!(!run.stdout.contains("old/env.yml"), "{run:?}");
    let run = project.run("--show-settings old/env.yml");
    assert!(run.stdout.contains("\nas-of: 2025-01-01\n"), "{run:?}");
}

#[test]
fn a_date_that_is_none_is_refused() {
    let run = on(&project(), "2026-11-01", "--as-of 2026-13-01");
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("such as `2026-11-01`") && run.stderr.contains("--as-of"),
        "{run:?}"
    );
    let run = on(
        &project().with("azml.yaml", "rules: {}\nas-of: tomorrow\n"),
        "2026-11-01",
        "",
    );
    assert_eq!(run.code, 2);
    assert!(
        run.stderr
            .contains("azml.yaml:2:8: `tomorrow` is not a date"),
        "{run:?}"
    );
}

#[test]
fn a_note_tells_since_when() {
    let note = |day: &str, settings: &str| {
        let run = on(&project().with("azml.yaml", settings), day, "");
        let mut lines = run.stdout.lines().map(str::trim);
        lines
            .find_map(|line| line.strip_prefix("note: reported ").map(str::to_owned))
            .unwrap_or_default()
    };
    assert_eq!(note("2026-10-31", ""), "since 2025-11-01");
    assert_eq!(
        note("2026-11-01", ""),
        "since 2025-11-01, as a warning since 2026-11-01"
    );
    let set = "rules: {retired-python: warning}\n";
    assert_eq!(note("2026-11-01", set), "since 2025-11-01");
}

#[test]
fn statistics_tell_which_findings_are_new_by_date() {
    let project = project();
    let news = |day: &str, arguments: &str| {
        let run = on(&project, day, &format!("--statistics {arguments}"));
        assert!(run.stdout.contains("retired-python"), "{run:?}");
        run.stdout.contains("(1 new since 2026-11-01)")
    };
    assert!(!news("2026-10-31", ""));
    assert!(news("2026-11-01", "") && news("2026-11-30", ""));
    assert!(!news("2026-12-01", ""));
    assert!(news("2030-01-01", "--as-of 2026-11-15"));
    assert!(news("2026-11-30", "--format markdown"));
    let run = on(&project, "2026-11-30", "--statistics --format json");
    assert!(
        run.stdout.contains("\"new_since\": \"2026-11-01\""),
        "{run:?}"
    );
    let set = project.with("azml.yaml", "rules: {retired-python: warning}\n");
    let run = on(&set, "2026-11-30", "--statistics");
    assert!(
        !run.stdout.contains("new since"),
        "its level is not new: {run:?}"
    );
}
