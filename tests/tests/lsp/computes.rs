//! Completions, inlay hints and code lenses, as editors ask for them.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{CLUSTER, INSTANCE, SWEEP, list, text};

fn project() -> Project {
    let project = Project::default()
        .with("jobs/sweep.yml", SWEEP)
        .with("computes/ci.yml", INSTANCE);
    project.with("computes/cpu.yml", CLUSTER)
}

fn at(session: &Session<'_>, path: &str, line: u32, column: u32) -> Value {
    json!({"textDocument": {"uri": session.uri(path)}, "position": {"line": line,
        "character": column}})
}

fn whole(session: &Session<'_>, path: &str) -> Value {
    let (start, end) = (
        json!({"line": 0, "character": 0}),
        json!({"line": 1000, "character": 0}),
    );
    json!({"textDocument": {"uri": session.uri(path)}, "range": {"start": start, "end": end}})
}

fn labels(answer: &Value, field: &str) -> Vec<String> {
    list(answer)
        .iter()
        .map(|item| text(&item[field]).to_owned())
        .collect()
}

#[test]
fn computes_are_offered_by_how_they_fit_while_typing() {
    let project = project();
    let mut session = Session::new(&project);
    let triggers =
        session.server["capabilities"]["completionProvider"]["triggerCharacters"].clone();
    assert!(list(&triggers).contains(&json!(":")), "{triggers}");
    session.open_file("jobs/sweep.yml");
    session.published("jobs/sweep.yml");
    let half = SWEEP.replace("azureml:ci-anna", "azureml:c");
    session.set("jobs/sweep.yml", 2, &half);
    let params = at(&session, "jobs/sweep.yml", 2, 18);
    let answer = session.request_again("textDocument/completion", &params);
    assert_eq!(answer["isIncomplete"], true);
    assert_eq!(
        labels(&answer["items"], "label"),
        ["cpu-cluster", "serverless", "ci-anna"]
    );
    let first = &answer["items"][0];
    assert_eq!(first["textEdit"]["newText"], "azureml:cpu-cluster");
    assert_eq!(
        first["textEdit"]["range"]["start"],
        json!({"line": 2, "character": 9})
    );
    assert_eq!(
        (&first["sortText"], &first["filterText"]),
        (&json!("00000"), &json!("azureml:cpu-cluster"))
    );
    session.published("jobs/sweep.yml");
}

#[test]
fn retired_values_are_struck_where_the_client_can() {
    let project = Project::default().with(
        "store.yml",
        "type: azure_data_lake_gen1\nstore_name: lake\nname: old\n",
    );
    let known = json!({"tagSupport": {"valueSet": [1]}});
    let strikes = Client::default().with("/textDocument/completion/completionItem", known);
    for (client, tags) in [(strikes, json!([1])), (Client::default(), json!(null))] {
        let mut session = Session::of(&project, &client);
        session.open_file("store.yml");
        session.published("store.yml");
        let params = at(&session, "store.yml", 0, 26);
        let answer = session.request_again("textDocument/completion", &params);
        let retired = list(&answer["items"])
            .iter()
            .find(|item| item["label"] == "azure_data_lake_gen1")
            .cloned();
        assert_eq!(retired.unwrap()["tags"], tags);
    }
}

#[test]
fn hints_and_lenses_follow_the_files() {
    let project = project();
    let client = Client::default().with("/workspace/inlayHint", json!({"refreshSupport": true}));
    let mut session = Session::of(&project, &client);
    session.open_file("jobs/sweep.yml");
    session.published("jobs/sweep.yml");
    session.expect("workspace/inlayHint/refresh");
    let params = whole(&session, "jobs/sweep.yml");
    let answer = session.request_again("textDocument/inlayHint", &params);
    assert_eq!(labels(&answer, "label"), ["compute instance · 1 node"]);
    assert_eq!(answer[0]["position"], json!({"line": 2, "character": 24}));

    // The compute changes in another tab.
    session.open(
        "computes/ci.yml",
        CLUSTER.replace("cpu-cluster", "ci-anna").as_str(),
    );
    session.published("computes/ci.yml");
    session.published("jobs/sweep.yml");
    session.expect("workspace/inlayHint/refresh");
    let answer = session.request_again("textDocument/inlayHint", &params);
    assert_eq!(labels(&answer, "label"), ["cluster · 0–4 nodes"]);

    let params = json!({"textDocument": {"uri": session.uri("computes/ci.yml")}});
    let answer = session.request_again("textDocument/codeLens", &params);
    let title = text(&answer[0]["command"]["title"]).to_owned();
    assert!(
        title.starts_with("idle: nothing · 4 nodes: about $"),
        "{title}"
    );
    assert!(title.contains("list price of "), "{title}");
}

#[test]
fn hints_can_be_turned_off_and_on() {
    let project = project();
    let mut session = Session::new(&project);
    session.open_file("jobs/sweep.yml");
    session.published("jobs/sweep.yml");
    let params = whole(&session, "jobs/sweep.yml");
    for (setting, count) in [("off", 0), ("on", 1)] {
        session.notify(
            "workspace/didChangeConfiguration",
            json!({"settings": {"azml-ls": {"inlayHints": setting}}}),
        );
        let answer = session.request_again("textDocument/inlayHint", &params);
        assert_eq!(list(&answer).len(), count, "{setting}");
    }
}

#[test]
fn an_inventory_of_any_name_is_watched_and_counts_when_it_changes() {
    let inventory = |name: &str| {
        format!("[{{\"name\": \"{name}\", \"type\": \"amlcompute\", \"max_instances\": 8}}]")
    };
    let project = Project::default()
        .with(
            "azml.yaml",
            "inventories: [{name: prod, file: prod.json}]\n",
        )
        .with("jobs/sweep.yml", SWEEP)
        .with("prod.json", inventory("ci-bob"));
    let watches = json!({"dynamicRegistration": true});
    let mut session = Session::of(
        &project,
        &Client::default().with("/workspace/didChangeWatchedFiles", watches),
    );
    session.expect("client/registerCapability");
    let named = session.expect("client/registerCapability").to_string();
    assert!(named.contains("**/prod.json"), "{named}");
    session.open_file("jobs/sweep.yml");
    let found = session.published("jobs/sweep.yml");
    assert!(
        found.iter().any(|it| it["code"] == "unresolved-compute"),
        "{found:#?}"
    );
    std::fs::write(project.root().join("prod.json"), inventory("ci-anna"))
        .expect("a file can be written");
    let change = json!({"changes": [{"uri": session.uri("prod.json"), "type": 2}]});
    session.notify("workspace/didChangeWatchedFiles", change);
    let found = session.published("jobs/sweep.yml");
    assert!(
        found.iter().all(|it| it["code"] != "unresolved-compute"),
        "{found:#?}"
    );
}
