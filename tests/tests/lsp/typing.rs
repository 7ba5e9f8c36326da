//! While somebody types: what is half written is no mistake yet, and everything else is told.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{list, of_rule, only};

const JOB: &str = "type: command\ncommand: ls\nenvironment: azureml:e:1\n\
    resources:\n  instance_count: many\n";

/// Line and column behind `JOB`.
const END: (u32, u32) = (5, 0);

/// `text` inserted at a place.
fn insert(at: (u32, u32), text: &str) -> Value {
    let at = json!({"line": at.0, "character": at.1});
    json!([{"range": {"start": at, "end": at}, "text": text}])
}

/// A session in which `JOB` is open and its mistake is shown.
fn opened(project: &Project) -> Session<'_> {
    let mut session = Session::new(project);
    session.open("job.yml", JOB);
    let _ = only(&session.published("job.yml"), "invalid-type");
    session
}

#[test]
fn half_a_key_is_no_mistake_until_its_line_is_left() {
    let project = Project::default();
    let mut session = opened(&project);
    session.change("job.yml", 2, insert(END, "displ"));
    let found = session.published("job.yml");
    assert!(of_rule(&found, "yaml-syntax").is_empty(), "{found:#?}");
    let _ = only(&found, "invalid-type");
    session.change("job.yml", 3, insert((0, 0), "# A job.\n"));
    let found = session.published("job.yml");
    let _ = only(&found, "yaml-syntax");
    let _ = only(&found, "invalid-type");
}

#[test]
fn what_is_saved_is_reported() {
    let project = Project::default();
    let mut session = opened(&project);
    session.change("job.yml", 2, insert(END, "displ"));
    let found = session.published("job.yml");
    assert!(of_rule(&found, "yaml-syntax").is_empty(), "{found:#?}");
    let params = json!({"textDocument": {"uri": session.uri("job.yml")}});
    session.notify("textDocument/didSave", params);
    let _ = only(&session.published("job.yml"), "yaml-syntax");
}

#[test]
fn half_a_key_is_reported_once_the_cursor_is_in_another_line() {
    for sign in [
        "textDocument/codeAction",
        "textDocument/documentHighlight",
        "azml-ls/cursor",
    ] {
        let project = Project::default();
        let mut session = opened(&project);
        session.change("job.yml", 2, insert(END, "displ"));
        let found = session.published("job.yml");
        assert!(of_rule(&found, "yaml-syntax").is_empty(), "{found:#?}");
        for line in [5, 0] {
            assert!(!session.has_unread("textDocument/publishDiagnostics", "job.yml"));
            let at = json!({"line": line, "character": 0});
            let mut params = json!({"textDocument": {"uri": session.uri("job.yml")}});
            params["position"] = at.clone();
            params["range"] = json!({"start": at, "end": at});
            params["context"] = json!({"diagnostics": []});
            if sign == "azml-ls/cursor" {
                session.notify(sign, params);
            } else {
                let _ = session.request_again(sign, &params);
            }
        }
        let _ = only(&session.published("job.yml"), "yaml-syntax");
    }
}

#[test]
fn half_a_key_is_reported_once_its_author_stops_writing() {
    let project = Project::default();
    let mut session = opened(&project);
    session.change("job.yml", 2, insert(END, "displ"));
    let found = session.published("job.yml");
    assert!(of_rule(&found, "yaml-syntax").is_empty(), "{found:#?}");
    let params = json!({"textDocument": {"uri": session.uri("job.yml")}});
    session.notify("azml-ls/cursor", params);
    let _ = only(&session.published("job.yml"), "yaml-syntax");
}

#[test]
fn who_goes_on_in_another_file_has_left_the_line() {
    let project = Project::default();
    let mut session = opened(&project);
    session.open("other.yml", JOB);
    let _ = session.published("other.yml");
    session.change("job.yml", 2, insert(END, "displ"));
    let found = session.published("job.yml");
    assert!(of_rule(&found, "yaml-syntax").is_empty(), "{found:#?}");
    session.change("other.yml", 2, insert(END, "#"));
    let _ = only(&session.published("job.yml"), "yaml-syntax");
    let _ = session.published("other.yml");
}

#[test]
fn a_value_is_judged_once_nothing_is_written_for_a_moment() {
    let project = Project::default();
    let mut session = opened(&project);
    session.change("job.yml", 2, insert(END, "code: sr"));
    let found = session.published("job.yml");
    assert!(
        of_rule(&found, "local-path-missing").is_empty(),
        "{found:#?}"
    );
    let _ = only(&found, "invalid-type");
    let found = session.published("job.yml");
    let _ = only(&found, "local-path-missing");
    let _ = only(&found, "invalid-type");
}

#[test]
fn who_pulls_is_told_to_pull_again_after_that_moment() {
    let project = Project::default();
    let mut session = Session::of(&project, &Client::default().pulling());
    session.open("job.yml", JOB);
    session.change("job.yml", 2, insert(END, "code: sr"));
    let params = json!({"textDocument": {"uri": session.uri("job.yml")}});
    let report = session.request_again("textDocument/diagnostic", &params);
    let found = list(&report["items"]).to_vec();
    let _ = only(&found, "invalid-type");
    assert!(
        of_rule(&found, "local-path-missing").is_empty(),
        "{found:#?}"
    );
    let _ = session.expect("workspace/diagnostic/refresh");
    let report = session.request_again("textDocument/diagnostic", &params);
    let _ = only(list(&report["items"]), "local-path-missing");
}

#[test]
fn what_is_not_shown_yet_can_be_fixed_already() {
    let project = Project::default();
    let mut session = Session::new(&project);
    let schema = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json";
    session.open("job.yml", &JOB.replace("environment: azureml:e:1", schema));
    let _ = session.published("job.yml");
    session.change("job.yml", 2, insert(END, "environment: training"));
    let found = session.published("job.yml");
    assert!(
        of_rule(&found, "asset-ref-missing-prefix").is_empty(),
        "{found:#?}"
    );
    let at = json!({"line": 5, "character": 20});
    let params = json!({
        "textDocument": {"uri": session.uri("job.yml")},
        "range": {"start": at, "end": at},
        "context": {"diagnostics": [], "only": ["quickfix"]},
    });
    let actions = session.request_again("textDocument/codeAction", &params);
    let titles: Vec<&str> = list(&actions)
        .iter()
        .filter_map(|it| it["title"].as_str())
        .collect();
    assert!(
        titles
            .iter()
            .any(|title| title.contains("azureml:training")),
        "{titles:?}"
    );
    let _ = only(&session.published("job.yml"), "asset-ref-missing-prefix");
}

#[test]
fn a_value_that_is_typed_out_leaves_enter_to_the_line() {
    let project = Project::default();
    let mut session = Session::of(&project, &Client::default().pulling());
    let schema = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n";
    session.open("job.yml", schema);
    let mut labels = |version: i64, typed: &str, trigger: u32| -> Vec<String> {
        session.set("job.yml", version, &format!("{schema}{typed}"));
        let position = json!({"line": 1, "character": typed.len()});
        let document = json!({"uri": session.uri("job.yml")});
        let params = json!({"textDocument": document, "position": position,
            "context": {"triggerKind": trigger}});
        let answer = session.request_again("textDocument/completion", &params);
        let items = answer["items"].as_array().into_iter().flatten();
        items
            .filter_map(|item| item["label"].as_str())
            .map(str::to_owned)
            .collect()
    };
    // 3: the list is asked for again while it is open.
    assert!(labels(2, "type: comman", 3).contains(&"command".to_owned()));
    assert_eq!(labels(3, "type: command", 3), [""; 0]);
    // 1: the user asks for it.
    assert!(labels(4, "type: command", 1).contains(&"command".to_owned()));
    // A longer value begins with what is typed.
    assert!(labels(5, "identity: {type: user", 3).contains(&"user_identity".to_owned()));
}

#[test]
fn a_script_that_is_not_saved_yet_counts_before_the_disk() {
    let job = "\
$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
command: python train.py --data 1
code: .
environment: azureml:e:1
compute: azureml:cpu
";
    let script = |more: &str| {
        format!(
            "import argparse\np = argparse.ArgumentParser()\np.add_argument(\"--data\")\n{more}p.parse_args()\n"
        )
    };
    let project = Project::default()
        .with("job.yml", job)
        .with("train.py", script(""));
    let mut session = Session::new(&project);
    session.open_file("job.yml");
    let found = session.published("job.yml");
    assert!(
        of_rule(&found, "missing-script-argument").is_empty(),
        "{found:#?}"
    );

    let edited = script("p.add_argument(\"--trees\", required=True)\n");
    session.open_as("train.py", "python", &edited);
    let is_missing = |found: &[Value]| !of_rule(found, "missing-script-argument").is_empty();
    let _ = session.published_once("job.yml", is_missing);

    // Closed without saving, the file on the disk counts again.
    session.close("train.py");
    let _ = session.published_once("job.yml", |found| !is_missing(found));
    session.pass_over();
}
