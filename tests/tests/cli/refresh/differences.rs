//! What changes between two runs, and `--refresh --check`.

use super::stand_in::StandIn;

#[test]
fn a_second_run_says_what_changed() {
    let stand_in = StandIn::new();
    stand_in.run("--refresh");
    let same = stand_in.run("--refresh");
    assert_eq!(same.stdout, "Refreshed .azml: ml-prod has not changed.\n");
    let computes = stand_in.answered("computes");
    let computes = computes
        .replace("\"max_instances\": 4", "\"max_instances\": 8")
        .replace(
            "\"ComputeInstanceState.STOPPED\"",
            "\"ComputeInstanceState.RUNNING\"",
        )
        .replace("\"gpu-cluster\"", "\"gpu-cluster-2\"");
    stand_in.answer("computes", &computes);
    let versions = stand_in.answered("environments-train-env");
    stand_in.answer(
        "environments-train-env",
        &versions.replace("\"10\"", "\"11\""),
    );
    let workspace = stand_in.answered("workspace");
    stand_in.answer(
        "workspace",
        &workspace.replace("\"Enabled\"", "\"Disabled\""),
    );
    let check = stand_in.run("--refresh --check");
    let run = stand_in.run("--refresh");
    let changes = "workspace\n  public_network_access Enabled → Disabled\n\
        computes.json\n  ci-anna: state Stopped → Running\n  cpu-cluster: max_instances 4 → 8\n  \
        added: gpu-cluster-2\n  removed: gpu-cluster\n\
        environments.json\n  train-env: versions +11 -10\n";
    assert_eq!(
        run.stdout,
        format!("{changes}Refreshed .azml from ml-prod.\n")
    );
    assert_eq!(check.code, 1, "{}", check.transcript());
    assert_eq!(
        check.stdout,
        format!("{changes}.azml is out of date; run azml-ls --refresh\n")
    );
}

#[test]
fn a_check_writes_nothing_and_its_exit_code_tells() {
    let stand_in = StandIn::new();
    let none = stand_in.run("--refresh --check");
    assert_eq!(none.code, 1, "{}", none.transcript());
    assert!(stand_in.snapshot().is_empty());
    stand_in.run("--refresh");
    let before = stand_in.snapshot();
    let current = stand_in.run("--refresh --check");
    assert_eq!(
        (current.code, current.stdout.as_str()),
        (0, ".azml is up to date with ml-prod.\n")
    );
    // The day, the client, the usage, and a state pass.
    let quota = stand_in.answered("quota");
    stand_in.answer(
        "quota",
        &quota.replace("\"currentValue\": 2", "\"currentValue\": 3"),
    );
    let computes = stand_in
        .answered("computes")
        .replace(".RUNNING", ".STOPPED");
    stand_in.answer("computes", &computes);
    let version = stand_in.answered("version").replace("2.80.0", "2.81.0");
    stand_in.answer("version", &version);
    assert_eq!(stand_in.run("--refresh --check").code, 0);
    stand_in.answer("quota", &quota.replace("\"limit\": 12", "\"limit\": 24"));
    assert_eq!(stand_in.run("--refresh --check").code, 1);
    stand_in.script("sizes", "exit 1");
    assert_eq!(stand_in.run("--refresh --check").code, 2);
    assert_eq!(stand_in.snapshot(), before);
}

/// Findings call it old then, so a nightly run has to renew its day.
#[test]
fn a_snapshot_of_last_month_is_out_of_date() {
    let stand_in = StandIn::new();
    stand_in.run("--refresh");
    let of_day = |day: &str| {
        let facts = stand_in.snapshot()["snapshot.json"].replace("2026-11-21", day);
        std::fs::write(stand_in.path(".azml/snapshot.json"), facts).unwrap();
        stand_in.run("--refresh --check").code
    };
    assert_eq!(of_day("2026-10-22"), 0);
    let facts = stand_in.snapshot()["snapshot.json"].replace("2026-10-22", "2026-10-21");
    std::fs::write(stand_in.path(".azml/snapshot.json"), facts).unwrap();
    assert_eq!(stand_in.run("--refresh --check").code, 1);
}
