//! Errors on files that the official client accepts: each has a proof that the run fails.

use std::collections::BTreeSet;

use azml_tests::process::{Project, root};
use azml_tests::sources;

const PROOFS: &str = "tests/survey/proofs.md";

/// A rule that the command line silences: it gives the missing name.
const SET_BY_COMMAND: &str = "missing-required-key";

/// The files and rules of the table.
fn proven() -> BTreeSet<(String, String)> {
    let text = std::fs::read_to_string(root().join(PROOFS)).expect("the table is there");
    let rows = text.lines().filter(|line| line.starts_with("| cli/"));
    let cells = rows.map(|row| row.split('|').map(str::trim).skip(1));
    let read = cells.map(|mut cells| {
        let mut next = || cells.next().expect("a row has three cells").to_owned();
        (next(), next())
    });
    read.collect()
}

#[test]
fn every_error_on_an_accepted_file_is_proven() {
    let Some(examples) = sources::examples() else {
        return;
    };
    let project = Project::copy_of(&examples.to_string_lossy());
    let run = project.run("--check --no-config --format json");
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let diagnostics = report["diagnostics"].as_array().unwrap().iter();
    let errors = diagnostics.filter(|found| found["level"] == "error");
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let errors = errors.map(|found| {
        let path = text(&found["path"]);
        (
            path.trim_start_matches("./").to_owned(),
            text(&found["rule"]),
        )
    });
    let errors: BTreeSet<(String, String)> = errors.collect();
    let verdicts = std::fs::read_to_string(examples.with_extension("verdicts.jsonl")).unwrap();
    let verdicts = verdicts
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let mut accepted = BTreeSet::new();
    for verdict in verdicts.filter(|verdict: &serde_json::Value| verdict["kind"].is_string()) {
        let is_sent_by_command = verdict["ok_with_cli_args"] == true;
        if verdict["ok"] == true || is_sent_by_command {
            let file = text(&verdict["file"]);
            let own = errors.iter().filter(|(path, _)| *path == file);
            let own = own.filter(|(_, rule)| !(is_sent_by_command && rule == SET_BY_COMMAND));
            accepted.extend(own.cloned());
        }
    }
    assert_eq!(accepted, proven(), "see {PROOFS}");
}
