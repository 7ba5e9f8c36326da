//! Each read of a file or a folder fails, for as long as the server runs: it answers every request,
//! and ends when the client says so.

#![allow(clippy::print_stdout)] // A test that is skipped says so.

use std::process::{Command, Stdio};

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use rayon::prelude::*;
use serde_json::json;
use tempfile::NamedTempFile;

use crate::CLUSTER;

const JOB: &str = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
                   command: python train.py --lr ${{inputs.lr}}\ncode: ../src\n\
                   environment: {build: {path: ../env}}\ncompute: azureml:cpu\ninputs: {lr: 1, raw: {type: uri_file, path: ./raw.csv}}\n";

const FILES: [&str; 7] = [
    "azml.yaml",
    "cpu.yml",
    "jobs/job.yml",
    "src/train.py",
    "env/Dockerfile",
    ".gitignore",
    "deploy.sh",
];
const FOLDERS: [&str; 3] = ["", "jobs", "src"];

/// Calls that read, by the entries for which they are made.
const OF_FILES: [&str; 3] = ["openat", "read", "statx"];
const OF_FOLDERS: [&str; 3] = ["openat", "getdents64", "statx"];

const ERRORS: [&str; 2] = ["EIO", "EACCES"];

/// Requests about the job, at the place of its script.
const REQUESTS: [&str; 9] = [
    "hover",
    "completion",
    "definition",
    "references",
    "prepareRename",
    "codeAction",
    "documentLink",
    "inlayHint",
    "codeLens",
];

fn project() -> Project {
    Project::default()
        .with("azml.yaml", "rules: {compute-name: off}\n")
        .with("cpu.yml", CLUSTER)
        .with("jobs/job.yml", JOB)
        .with(
            "src/train.py",
            "import argparse\nargparse.ArgumentParser().parse_args()\n",
        )
        .with("env/Dockerfile", "FROM python:3.11\n")
        .with(".gitignore", "raw.csv\n")
        .with("deploy.sh", "az ml job create --file jobs/job.yml\n")
}

/// Whether strace may trace here.
fn may_trace() -> bool {
    let mut strace = Command::new("strace");
    strace.args(["-f", "--seccomp-bpf", "-o", "/dev/null", "true"]);
    let status = strace.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// What a session says of itself in which `call` fails for `entry`, and the number of calls that failed.
fn session(entry: &str, call: &str, error: &str) -> (String, usize) {
    let project = project();
    let path = match entry {
        "" => project.root().to_owned(),
        entry => project.root().join(entry),
    };
    let path = path.to_string_lossy();
    let calls = NamedTempFile::new().expect("a temporary file can be made");
    let trace = calls.path().to_string_lossy();
    let inject = format!("inject={call}:error={error}");
    let starter = [
        "strace",
        "-f",
        "--seccomp-bpf",
        "-qq",
        "-o",
        &trace,
        "-P",
        &path,
        "-e",
        &inject,
    ];
    let starter = starter.into_iter();
    let client = Client {
        starter: starter.map(str::to_owned).collect(),
        keeps_log: true,
        ..Client::default()
    };
    let mut session = Session::of(&project, &client);
    session.open("jobs/job.yml", JOB);
    let uri = session.uri("jobs/job.yml");
    for round in 0..2 {
        let at = json!({"line": 1, "character": 18});
        for request in REQUESTS {
            let params = json!({
                "textDocument": {"uri": uri},
                "position": at,
                "range": {"start": {"line": 0, "character": 0}, "end": {"line": 5, "character": 0}},
                "context": {"diagnostics": [], "includeDeclaration": true},
            });
            let id = session.ask(&format!("textDocument/{request}"), params);
            let _ = session.answer(id);
        }
        let _ = session.request("azml-ls/workspace", json!({}));
        let _ = session.request("workspace/symbol", json!({"query": ""}));
        if round == 0 {
            let changes = json!([{"uri": session.uri(entry), "type": 2}]);
            session.notify(
                "workspace/didChangeWatchedFiles",
                json!({"changes": changes}),
            );
        }
    }
    let found = session.published("jobs/job.yml");
    assert!(!found.is_empty(), "{entry} {call} {error}");
    session.pass_over();
    let log = session.log();
    assert_eq!(session.exit(), Some(0), "{entry} {call} {error}");
    let calls = std::fs::read_to_string(calls.path()).unwrap_or_default();
    (log, calls.matches("(INJECTED)").count())
}

#[test]
fn a_read_that_fails_ends_neither_an_answer_nor_the_server() {
    if !may_trace() {
        println!("skipped: strace is not there or may not trace");
        return;
    }
    let files = FILES
        .iter()
        .flat_map(|entry| OF_FILES.map(|call| (*entry, call)));
    let folders = FOLDERS
        .iter()
        .flat_map(|entry| OF_FOLDERS.map(|call| (*entry, call)));
    // Each error for the call that meets it first, and one of them for the others.
    let errors = |call| {
        if call == "openat" {
            &ERRORS[..]
        } else {
            &ERRORS[..1]
        }
    };
    let faults: Vec<_> = files
        .chain(folders)
        .flat_map(|(entry, call)| errors(call).iter().map(move |error| (entry, call, *error)))
        .collect();
    let logs = faults.into_par_iter().map(|(entry, call, error)| {
        let (log, failed) = session(entry, call, error);
        (format!("{entry} {call} {error}"), log, failed)
    });
    let logs: Vec<_> = logs.collect();
    let met = logs.iter().filter(|(_, _, failed)| *failed > 0).count();
    println!("{met} of {} faults met", logs.len());
    assert!(met >= 20, "{met} of {}", logs.len());
    let says_bug = |log: &str| log.contains("panicked") || log.contains("bug in azml-ls");
    let bad: Vec<_> = logs.iter().filter(|(_, log, _)| says_bug(log)).collect();
    assert!(bad.is_empty(), "{bad:#?}");
}
