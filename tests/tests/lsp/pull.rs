//! Diagnostics for clients that ask for them.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{CLUSTER, INSTANCE, SWEEP, list, of_rule, only};

fn pull(session: &mut Session<'_>, path: &str) -> Vec<Value> {
    let params = json!({"textDocument": {"uri": session.uri(path)}});
    let report = session.request_again("textDocument/diagnostic", &params);
    assert_eq!(report["kind"], "full");
    list(&report["items"]).to_vec()
}

#[test]
fn who_pulls_gets_no_pushes_and_is_told_to_pull_again() {
    let project = Project::default()
        .with("ci.yml", INSTANCE)
        .with("sweep.yml", SWEEP);
    let mut session = Session::of(&project, &Client::default().pulling());
    assert_eq!(
        session.server["capabilities"]["diagnosticProvider"]["interFileDependencies"],
        true
    );
    session.open_file("sweep.yml");
    let _ = only(&pull(&mut session, "sweep.yml"), "sweep-on-single-node");
    session.open_file("ci.yml");
    let _ = pull(&mut session, "ci.yml");
    session.set("ci.yml", 2, &CLUSTER.replace("cpu-cluster", "ci-anna"));
    let _ = pull(&mut session, "ci.yml");
    let _ = session.expect("workspace/diagnostic/refresh");
    assert!(of_rule(&pull(&mut session, "sweep.yml"), "sweep-on-single-node").is_empty());
}

#[test]
fn who_cannot_be_told_to_pull_again_gets_pushes() {
    let project = Project::default()
        .with("ci.yml", INSTANCE)
        .with("sweep.yml", SWEEP);
    let mut session = Session::of(
        &project,
        &Client::default().with("/textDocument/diagnostic", json!({})),
    );
    assert_eq!(
        session.server["capabilities"].get("diagnosticProvider"),
        None
    );
    session.open_file("sweep.yml");
    let _ = only(&session.published("sweep.yml"), "sweep-on-single-node");
}

#[test]
fn pulling_waits_for_the_folder_and_is_silent_about_others() {
    let project = Project::default()
        .with("ci.yml", INSTANCE)
        .with("sweep.yml", SWEEP);
    let mut session = Session::of(&project, &Client::default().pulling());
    session.open("compose.yml", "services:\n  web: {image: x}\n");
    assert!(pull(&mut session, "compose.yml").is_empty());
    assert!(pull(&mut session, "never-opened.yml").is_empty());
}
