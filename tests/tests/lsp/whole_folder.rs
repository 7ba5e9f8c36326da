//! Findings in files that are not open (`diagnosticMode`).

use std::collections::BTreeMap;
use std::fs;

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{CLUSTER, INSTANCE, SWEEP, list, number, of_rule, only, text};

const PUBLISHED: &str = "textDocument/publishDiagnostics";

fn whole(client: Client) -> Client {
    Client {
        options: json!({"diagnosticMode": "workspace"}),
        ..client
    }
}

fn project() -> Project {
    Project::default()
        .with("ci.yml", INSTANCE)
        .with("sweep.yml", SWEEP)
}

/// Tells the server of a file that is another on disk.
fn tell(session: &mut Session<'_>, path: &str, change: u32) {
    let changes = json!([{"uri": session.uri(path), "type": change}]);
    session.notify(
        "workspace/didChangeWatchedFiles",
        json!({"changes": changes}),
    );
}

fn set_mode(session: &mut Session<'_>, mode: &str) {
    let settings = json!({"azml-ls": {"diagnosticMode": mode}});
    session.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": settings}),
    );
}

/// Rule, line, and message of what is found on the command line, by address.
fn checked(project: &Project, session: &Session<'_>) -> BTreeMap<String, Vec<String>> {
    let run = project.run("--check --format json --min-level hint");
    let checked: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for found in list(&checked["diagnostics"]) {
        let mut message = vec![text(&found["message"]).to_owned()];
        let notes = list(&found["notes"]).iter();
        message.extend(notes.map(|note| format!("note: {}", text(note))));
        message.extend(found["help"].as_str().map(|help| format!("help: {help}")));
        let line = number(&found["start"]["line"]) - 1;
        let shown = format!("{} {line} {}", found["rule"], message.join("\n"));
        let uri = session.uri(text(&found["path"]));
        all.entry(uri).or_default().push(shown);
    }
    all
}

/// The same of what the editor shows.
fn shown(diagnostics: &Value) -> Vec<String> {
    let shown = list(diagnostics).iter().map(|found| {
        let line = &found["range"]["start"]["line"];
        format!("{} {line} {}", found["code"], text(&found["message"]))
    });
    shown.collect()
}

#[test]
fn the_folder_shows_what_check_shows() {
    let project = Project::copy_of("tour");
    let mut session = Session::of(&project, &whole(Client::default()));
    let checked = checked(&project, &session);
    assert!(checked.len() >= 3, "{checked:#?}");
    let mut all = BTreeMap::new();
    for _ in &checked {
        let published = session.expect(PUBLISHED);
        assert_eq!(published.get("version"), None);
        let uri = text(&published["uri"]).to_owned();
        all.insert(uri, shown(&published["diagnostics"]));
    }
    assert_eq!(all, checked);
}

#[test]
fn who_does_not_ask_for_it_sees_open_files_only() {
    let project = project();
    let mut session = Session::of(&project, &Client::default());
    session.open_file("ci.yml");
    let _ = session.published("ci.yml");
    assert!(session.unread(PUBLISHED).is_empty());
    set_mode(&mut session, "workspace");
    let _ = only(&session.published("sweep.yml"), "sweep-on-single-node");
    set_mode(&mut session, "openFilesOnly");
    assert!(session.published("sweep.yml").is_empty());
}

#[test]
fn what_is_closed_follows_the_disk_and_what_is_typed() {
    let project = project();
    let mut session = Session::of(&project, &whole(Client::default()));
    let _ = only(&session.published("sweep.yml"), "sweep-on-single-node");

    session.open("ci.yml", &CLUSTER.replace("cpu-cluster", "ci-anna"));
    let _ = session.published("ci.yml");
    let found = session.published("sweep.yml");
    assert!(of_rule(&found, "sweep-on-single-node").is_empty(), "typed");
    session.close("ci.yml");
    let _ = only(&session.published("sweep.yml"), "sweep-on-single-node");
    session.unread(PUBLISHED);

    fs::write(project.root().join("new.yml"), SWEEP).unwrap();
    tell(&mut session, "new.yml", 1);
    let _ = only(&session.published("new.yml"), "sweep-on-single-node");
    fs::remove_file(project.root().join("new.yml")).unwrap();
    tell(&mut session, "new.yml", 3);
    assert!(session.published("new.yml").is_empty());

    fs::write(project.root().join("azml.yaml"), "rules: {no-such: off}\n").unwrap();
    tell(&mut session, "azml.yaml", 1);
    assert!(text(&session.published("azml.yaml")[0]["message"]).contains("no-such"));
    let exclude = "exclude: [sweep.yml]\n";
    fs::write(project.root().join("azml.yaml"), exclude).unwrap();
    tell(&mut session, "azml.yaml", 2);
    assert!(session.published("azml.yaml").is_empty());
    assert!(session.published("sweep.yml").is_empty());
    session.unread(PUBLISHED);
    session.unread("window/showMessage");
}

#[test]
fn an_open_file_is_told_once_and_goes_on_when_it_is_closed() {
    let project = project();
    let mut session = Session::of(&project, &whole(Client::default()));
    let _ = only(&session.published("sweep.yml"), "sweep-on-single-node");
    session.open("sweep.yml", "type: command\n");
    let typed = session.published("sweep.yml");
    assert!(of_rule(&typed, "sweep-on-single-node").is_empty());
    session.close("sweep.yml");
    let again = session.published("sweep.yml");
    assert_eq!(again, typed, "a client may have dropped it with the text");
    let _ = only(&session.published("sweep.yml"), "sweep-on-single-node");
    session.unread(PUBLISHED);
    session.open_as("sweep.yml", "plaintext", SWEEP);
    assert!(
        session.published("sweep.yml").is_empty(),
        "no YAML any more"
    );
}

#[test]
fn a_folder_that_is_removed_takes_its_findings_along() {
    let project = Project::default()
        .with("a/ci.yml", INSTANCE)
        .with("a/sweep.yml", SWEEP)
        .with("b/sweep.yml", SWEEP);
    let client = Client {
        folders: vec!["a", "b"],
        ..Client::default()
    };
    let mut session = Session::of(&project, &whole(client));
    let _ = only(&session.published("a/sweep.yml"), "sweep-on-single-node");
    let _ = session.published("b/sweep.yml");
    let removed = json!([{"uri": session.uri("a"), "name": "a"}]);
    session.notify(
        "workspace/didChangeWorkspaceFolders",
        json!({"event": {"added": [], "removed": removed}}),
    );
    assert!(session.published("a/sweep.yml").is_empty());
    session.unread(PUBLISHED);
}

/// A pull, as VS Code makes it: it knows the results of the last one.
fn pull(session: &mut Session<'_>, known: &BTreeMap<String, Value>) -> Vec<Value> {
    let id = ask(session, known);
    let mut answer = session.answer(id);
    match answer["result"]["items"].take() {
        Value::Array(items) => items,
        other => panic!("{other}"),
    }
}

fn ask(session: &mut Session<'_>, known: &BTreeMap<String, Value>) -> i64 {
    let known = known.iter();
    let known: Vec<Value> = known
        .map(|(uri, id)| json!({"uri": uri, "value": id}))
        .collect();
    session.ask("workspace/diagnostic", json!({"previousResultIds": known}))
}

fn ids(items: &[Value]) -> BTreeMap<String, Value> {
    let ids = items
        .iter()
        .map(|item| (text(&item["uri"]).to_owned(), item["resultId"].clone()));
    ids.filter(|(_, id)| !id.is_null()).collect()
}

#[test]
fn who_pulls_is_told_what_changed_and_what_is_gone() {
    let project = project().with("other.yml", SWEEP);
    let mut session = Session::of(&project, &whole(Client::default().pulling()));
    assert_eq!(
        session.server["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"],
        true
    );
    session.open_file("sweep.yml");
    let first = pull(&mut session, &BTreeMap::new());
    let known = ids(&first);
    for path in ["sweep.yml", "other.yml"] {
        let uri = session.uri(path);
        let report = first
            .iter()
            .find(|item| item["uri"] == uri.as_str())
            .unwrap();
        let _ = only(list(&report["items"]), "sweep-on-single-node");
        assert_eq!(report["version"].is_null(), path == "other.yml");
    }

    // Nothing is new, so the answer waits for something that is.
    let id = ask(&mut session, &known);
    fs::remove_file(project.root().join("other.yml")).unwrap();
    tell(&mut session, "other.yml", 3);
    let answer = session.answer(id);
    let items = list(&answer["result"]["items"]);
    let of = |path: &str| {
        let uri = session.uri(path);
        items
            .iter()
            .find(|item| item["uri"] == uri.as_str())
            .unwrap()
    };
    assert_eq!(of("sweep.yml")["kind"], "unchanged");
    assert_eq!(of("other.yml")["kind"], "full");
    assert_eq!(of("other.yml")["items"], json!([]));
    session.unread(PUBLISHED);
    session.unread("workspace/diagnostic/refresh");
}

#[test]
fn who_pulls_open_files_only_is_told_of_the_others_unasked() {
    let project = project();
    let mut session = Session::of(&project, &whole(Client::default().pulling()));
    let _ = only(&session.published("sweep.yml"), "sweep-on-single-node");
    session.open_file("sweep.yml");
    assert!(session.published("sweep.yml").is_empty(), "it asks now");
    session.close("sweep.yml");
    let _ = only(&session.published("sweep.yml"), "sweep-on-single-node");
    let _ = pull(&mut session, &BTreeMap::new());
    assert!(session.published("sweep.yml").is_empty(), "it asks for all");
    session.unread(PUBLISHED);
    session.unread("workspace/diagnostic/refresh");
}

#[test]
fn a_request_that_waits_can_be_canceled() {
    let project = Project::default();
    let mut session = Session::of(&project, &whole(Client::default().pulling()));
    assert!(pull(&mut session, &BTreeMap::new()).is_empty());
    // Who takes parts of an answer need not have one at once.
    let params = json!({"previousResultIds": [], "partialResultToken": "part"});
    let id = session.ask("workspace/diagnostic", params);
    session.open("job.yml", "type: command\n");
    let _ = session.hover("job.yml", 0, 1);
    assert!(!session.is_answered(id));
    session.notify("$/cancelRequest", json!({"id": id}));
    assert_eq!(session.answer(id)["error"]["code"], -32800);
    session.unread("workspace/diagnostic/refresh");
}

#[test]
fn files_of_tools_are_told_only_while_they_are_open() {
    let warm = CLUSTER.replace("min_instances: 0", "min_instances: 2");
    let generated = format!("# Generated by render.py. Do not edit.\n{warm}");
    let project = Project::default()
        .with("a.yml", &warm)
        .with("generated.yml", &generated)
        .with("mlruns/0/cpu.yml", &warm);
    let mut session = Session::of(&project, &whole(Client::default()));
    let _ = only(&session.published("a.yml"), "cluster-min-nodes");
    session.open("generated.yml", &generated);
    let _ = only(&session.published("generated.yml"), "cluster-min-nodes");
    session.close("generated.yml");
    let _ = session.published_once("generated.yml", <[Value]>::is_empty);
    assert!(!session.has_unread(PUBLISHED, "mlruns/0/cpu.yml"));
}
