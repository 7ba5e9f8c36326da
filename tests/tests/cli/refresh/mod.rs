//! `--refresh` with a stand-in for the Azure CLI (`tests/fixtures/azure-cli/az`), whose answers the official client made
//! (`tests/tools/az_answers.py`). `failures` has everything that can go wrong, `differences` what changes, `stand_in` the folders.

#![allow(clippy::unwrap_used)] // Helpers of tests.

mod differences;
mod failures;
pub(crate) mod stand_in;

use stand_in::{StandIn, expected, planted};

#[test]
fn a_workspace_is_saved() {
    let stand_in = StandIn::new();
    let run = stand_in.run("--refresh");
    assert_eq!(run.code, 0, "{}", run.transcript());
    assert_eq!(stand_in.snapshot(), expected(&stand_in.snapshot()));
    assert!(
        run.stdout.ends_with("Saved ml-prod in .azml.\n"),
        "{}",
        run.stdout
    );
    assert!(
        stand_in
            .calls()
            .lines()
            .all(|call| !call.contains("standard input"))
    );
}

/// Anything that is no name, number, or word of the workspace: SECURITY.md promises that it is not
/// stored.
#[test]
fn nothing_that_is_planted_is_stored_or_shown() {
    let stand_in = StandIn::new();
    let planted = planted();
    assert!(planted.len() > 8, "{planted:?}");
    let failing = "cat \"$answer.json\" >&2; exit 1";
    for script in [None, Some(("sizes", failing)), Some(("computes", failing))] {
        if let Some((name, script)) = script {
            stand_in.script(name, script);
        }
        let run = stand_in.run("--refresh");
        let shown = run.transcript();
        let saved = stand_in.snapshot();
        for text in &planted {
            assert!(!shown.contains(text.as_str()), "{text}: {shown}");
            for (name, saved) in &saved {
                assert!(!saved.contains(text.as_str()), "{text} in {name}: {saved}");
            }
        }
    }
}

#[test]
fn only_keys_of_the_contract_are_written() {
    let stand_in = StandIn::new();
    stand_in.run("--refresh");
    let allowed = "format workspace resource_group subscription location identity public_network_access saved client \
        name type size tier min_instances max_instances state idle_time_before_shutdown_minutes schedules family vcpus gpus \
        memory_gb compute_types low_priority price low_priority_price kind scope used limit is_default latest versions \
        archived_versions labels archived deployments traffic default_deployment instance_type instance_count compute \
        blue green";
    let allowed: Vec<&str> = allowed.split_whitespace().collect();
    for (name, text) in stand_in.snapshot() {
        let value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let mut open = vec![&value];
        while let Some(value) = open.pop() {
            open.extend(value.as_array().into_iter().flatten());
            for (key, inner) in value.as_object().into_iter().flatten() {
                assert!(allowed.contains(&key.as_str()), "{name}: {key}");
                open.push(inner);
            }
        }
    }
}

/// Every shape of a list says the same.
#[test]
fn shapes_of_the_rest_api_and_of_the_client_are_one() {
    let client = StandIn::new();
    client.run("--refresh");
    let rest = StandIn::new();
    rest.script("computes", "cat \"$here/answers/computes-rest.json\"");
    let run = rest.run("--refresh");
    assert_eq!(run.code, 0, "{}", run.transcript());
    assert_eq!(
        client.snapshot()["computes.json"],
        rest.snapshot()["computes.json"]
    );
}

#[test]
fn a_dry_run_starts_nothing_and_its_lines_can_be_pasted() {
    let stand_in = StandIn::new();
    let run = stand_in.run("--refresh --dry-run");
    assert_eq!(
        (run.code, stand_in.calls().as_str()),
        (0, ""),
        "{}",
        run.transcript()
    );
    assert!(stand_in.snapshot().is_empty());
    run.is_as_in("refresh-dry-run");
    stand_in.run("--refresh");
    let known = stand_in.run("--refresh --dry-run").stdout;
    assert!(
        !known.contains("LOCATION") && !known.contains("ENDPOINT"),
        "{known}"
    );
    stand_in.forget_calls();
    let script = known.lines();
    let script: String = script.map(|line| format!("{line} || exit 1\n")).collect();
    let status = stand_in.shell(&script);
    assert!(status, "{script}");
    assert_eq!(stand_in.calls().lines().count(), script.lines().count());
}

#[test]
fn each_command_is_shown_before_it_runs() {
    let stand_in = StandIn::new();
    let run = stand_in.run("--refresh");
    let lines = run
        .stderr
        .lines()
        .filter_map(|line| line.strip_prefix("+ az "));
    let mut shown: Vec<String> = lines.map(|line| line.replace('\'', "")).collect();
    let mut calls: Vec<String> = stand_in.calls().lines().map(str::to_owned).collect();
    shown.sort();
    calls.sort();
    assert_eq!(shown, calls);
}

#[test]
fn the_workspace_is_that_of_options_then_of_the_snapshot_then_of_config_json() {
    let asked = |stand_in: &StandIn, arguments: &str| {
        let lines = stand_in
            .run(&format!("--refresh --dry-run {arguments}"))
            .stdout;
        lines.lines().nth(1).unwrap_or_default().to_owned()
    };
    let stand_in = StandIn::new();
    assert_eq!(asked(&stand_in, ""), "az ml workspace show --output json");
    let config = r#"{"subscription_id": "s-1", "resource_group": "rg-1", "workspace_name": "w-1"}"#;
    let stand_in = stand_in.with(".azureml/config.json", config);
    let of_config =
        "az ml workspace show --name w-1 --resource-group rg-1 --subscription s-1 --output json";
    assert_eq!(asked(&stand_in, ""), of_config);
    let other =
        "az ml workspace show --name w-2 --resource-group rg-1 --subscription s-1 --output json";
    assert_eq!(asked(&stand_in, "--workspace w-2"), other);
    let facts =
        r#"{"format": 1, "workspace": "w-3", "resource_group": "rg 3", "subscription": "s-3"}"#;
    let stand_in = stand_in.with(".azml/snapshot.json", facts);
    let saved =
        "az ml workspace show --name w-3 --resource-group 'rg 3' --subscription s-3 --output json";
    assert_eq!(asked(&stand_in, ""), saved);
}

#[test]
fn the_snapshot_is_beside_the_configuration_or_at_the_top() {
    for (files, arguments, home) in [
        (vec![], "--refresh jobs", ".azml"),
        (
            vec![("jobs/azml.yaml", "")],
            "--refresh jobs/deep",
            "jobs/.azml",
        ),
        (
            vec![
                ("jobs/azml.yaml", ""),
                ("jobs/deep/.azml/computes.json", "[]\n"),
            ],
            "--refresh jobs/deep",
            "jobs/deep/.azml",
        ),
    ] {
        let mut stand_in = StandIn::new().with("jobs/deep/empty", "");
        for (path, text) in files {
            stand_in = stand_in.with(path, text);
        }
        let run = stand_in.run(arguments);
        assert_eq!(run.code, 0, "{}", run.transcript());
        assert!(
            stand_in.path(home).join("snapshot.json").is_file(),
            "{home}"
        );
    }
}
