//! What to look at when the server does something wrong: the log, traces, and the report.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::json;

use crate::{INSTANCE, SWEEP, text};

#[test]
fn the_log_names_messages_and_says_nothing_of_what_is_in_them() {
    let project = Project::default().with("sweep.yml", SWEEP);
    let client = Client {
        arguments: "--stdio --log server.log --log-level debug",
        ..Client::default()
    };
    let mut session = Session::of(&project, &client);
    session.open_file("sweep.yml");
    let _ = session.published("sweep.yml");
    let _ = session.hover("sweep.yml", 2, 3);
    assert_eq!(session.exit(), Some(0));
    let log = project.text("server.log");
    for part in [
        "info    azml-ls 0.",
        "client Tests 1.2",
        "debug   textDocument/didOpen",
        "debug   textDocument/hover (2): done after",
        "1 documents in ",
    ] {
        assert!(log.contains(part), "{part:?} is not in {log}");
    }
    assert!(!log.contains("max_total_trials"), "{log}");
}

#[test]
fn a_log_that_cannot_be_written_ends_the_server() {
    let project = Project::default();
    let run = project.run("--stdio --log no/such/folder/server.log");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("can't write no/such/folder/server.log"));
}

#[test]
fn traces_are_turned_on_and_off() {
    let project = Project::default().with("sweep.yml", SWEEP);
    let mut session = Session::new(&project);
    session.open_file("sweep.yml");
    let _ = session.published("sweep.yml");
    assert!(session.unread("$/logTrace").is_empty());
    for (version, value) in [(2, "messages"), (3, "verbose")] {
        session.notify("$/setTrace", json!({"value": value}));
        session.set("sweep.yml", version, &format!("{SWEEP}# {value}\n"));
        let trace = session.expect("$/logTrace");
        assert!(text(&trace["message"]).starts_with("analyzed "), "{trace}");
        assert_eq!(trace["verbose"].is_string(), value == "verbose", "{trace}");
        let _ = session.published("sweep.yml");
    }
    session.notify("$/setTrace", json!({"value": "off"}));
    session.unread("$/logTrace");
    session.set("sweep.yml", 4, SWEEP);
    let _ = session.published("sweep.yml");
    assert!(session.unread("$/logTrace").is_empty());
}

#[test]
fn a_report_says_what_to_know_and_no_more() {
    let project = Project::default()
        .with("azml.yaml", "preview: true\n")
        .with("ci.yml", INSTANCE);
    let client = Client {
        arguments: "--stdio --restricted",
        options: json!({"inlayHints": "off"}),
        is_at_home: true,
        ..Client::default()
    };
    let mut session = Session::of(&project, &client);
    session.open_file("ci.yml");
    let _ = session.published("ci.yml");
    session.send_raw(b"Content-Length: 3\r\n\r\n{a}");
    let report = session.request("azml-ls/report", json!({}));
    let report = text(&report);
    for part in [
        "azml-ls 0.",
        "- client: Tests 1.2",
        "- arguments: --restricted",
        "\"inlayHints\":false",
        "\"diagnosticMode\":\"openFilesOnly\"",
        "- columns: UTF-16",
        "- settings file: ~/azml.yaml",
        "- open documents: 1",
        "warning refused",
    ] {
        assert!(report.contains(part), "{part:?} is not in {report}");
    }
    let home = project.root().to_string_lossy();
    assert!(!report.contains(&*home), "{report}");
    let _ = session.refusal(&json!(null));
}
