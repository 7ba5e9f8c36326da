//! Several files: what one says about another, folders, configuration, changes on disk.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{CLUSTER, INSTANCE, SWEEP, of_rule, only};

const WARM: &str =
    "type: amlcompute\nname: c\nsize: Standard_D4s_v5\nmin_instances: 2\nmax_instances: 4\n";

/// Tells the server that a file changed on disk: 1 is created, 2 changed, 3 deleted.
fn changed(session: &mut Session<'_>, path: &str, kind: u32) {
    let uri = session.uri(path);
    session.notify(
        "workspace/didChangeWatchedFiles",
        json!({"changes": [{"uri": uri, "type": kind}]}),
    );
}

fn write(project: &Project, path: &str, text: &str) {
    std::fs::write(project.root().join(path), text).expect("a file can be written");
}

#[test]
fn a_compute_edited_in_one_tab_changes_the_sweep_in_another() {
    let project = Project::default()
        .with("ci.yml", INSTANCE)
        .with("sweep.yml", SWEEP)
        .with("cpu.yml", CLUSTER);
    let mut session = Session::new(&project);
    session.open_file("sweep.yml");
    let _ = only(&session.published("sweep.yml"), "sweep-on-single-node");
    session.open_file("cpu.yml");
    let _ = session.published("cpu.yml");
    session.open_file("ci.yml");
    let _ = session.published("ci.yml");
    // The open text counts, not the file.
    session.set("ci.yml", 2, &CLUSTER.replace("cpu-cluster", "ci-anna"));
    let left = session.published("sweep.yml");
    assert!(
        of_rule(&left, "sweep-on-single-node").is_empty(),
        "{left:#?}"
    );
    let _ = session.published("ci.yml");
    // Closed without saving: the file counts again.
    session.close("ci.yml");
    let _ = session.published("ci.yml");
    let _ = only(&session.published("sweep.yml"), "sweep-on-single-node");
    assert!(
        !session.has_unread("textDocument/publishDiagnostics", "cpu.yml"),
        "nothing changed there"
    );
}

#[test]
fn files_that_change_on_disk_count() {
    let project = Project::default().with("sweep.yml", SWEEP);
    let mut session = Session::new(&project);
    session.open_file("sweep.yml");
    assert!(of_rule(&session.published("sweep.yml"), "sweep-on-single-node").is_empty());
    write(&project, "ci.yml", INSTANCE);
    changed(&mut session, "ci.yml", 1);
    let _ = only(&session.published("sweep.yml"), "sweep-on-single-node");
    write(
        &project,
        "ci.yml",
        &CLUSTER.replace("cpu-cluster", "ci-anna"),
    );
    changed(&mut session, "ci.yml", 2);
    assert!(of_rule(&session.published("sweep.yml"), "sweep-on-single-node").is_empty());
    write(&project, "ci.yml", INSTANCE);
    changed(&mut session, "ci.yml", 2);
    let _ = only(&session.published("sweep.yml"), "sweep-on-single-node");
    std::fs::remove_file(project.root().join("ci.yml")).unwrap();
    changed(&mut session, "ci.yml", 3);
    assert!(of_rule(&session.published("sweep.yml"), "sweep-on-single-node").is_empty());
}

#[test]
fn a_script_that_changes_unsaid_counts_once_nobody_types() {
    let flag = |name: &str| {
        format!(
            "import argparse\nparser = argparse.ArgumentParser()\n\
             parser.add_argument('{name}')\nprint(parser.parse_args())\n"
        )
    };
    let job = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
               command: python train.py --epochs 3\ncode: src\nenvironment: azureml:e:1\n\
               compute: azureml:cpu\n";
    let project = Project::default()
        .with("job.yml", job)
        .with("src/train.py", flag("--epochs"));
    let mut session = Session::new(&project);
    session.open_file("job.yml");
    assert!(of_rule(&session.published("job.yml"), "unknown-script-argument").is_empty());
    // Nobody says so.
    write(&project, "src/train.py", &flag("--rounds"));
    let changed = json!([{"text": job.replace("epochs 3", "epochs 4")}]);
    session.change("job.yml", 2, changed);
    loop {
        let found = session.published("job.yml");
        if !of_rule(&found, "unknown-script-argument").is_empty() {
            break;
        }
    }
}

#[test]
fn what_is_wrong_inside_the_configuration_is_shown_at_its_place() {
    let project = Project::default()
        .with("cpu.yml", CLUSTER)
        .with("azml.yaml", "rules: {}\n");
    let mut session = Session::new(&project);
    session.open_file("azml.yaml");
    let text = "required-version: '>=99'\nextends: none.yaml\nprofile: costs\noverrides:\n  - files: dev/\n    \
                rules: {cluster-min-node: off}\n";
    write(&project, "azml.yaml", text);
    changed(&mut session, "azml.yaml", 2);
    let found = session.published("azml.yaml");
    let shown = found.iter().map(|one| {
        let message = one["message"].as_str().unwrap_or_default();
        let first = message.lines().next().unwrap_or_default().to_owned();
        (one["range"]["start"]["line"].as_u64(), first)
    });
    let mut shown: Vec<_> = shown.collect();
    shown.sort();
    let lines: Vec<_> = shown.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [0, 1, 2, 5].map(Some), "{shown:?}");
    assert!(shown[0].1.contains("asks for `>=99`"), "{shown:?}");
    assert!(shown[1].1.contains("can't be read"), "{shown:?}");
    let message = session.expect("window/showMessage")["message"].to_string();
    assert!(message.contains("azml.yaml line 1"), "{message}");
}

#[test]
fn a_broken_configuration_keeps_the_last_good_one_and_says_so_once() {
    let good = "rules:\n  sweep-on-single-node: error\n";
    let project = Project::default()
        .with("ci.yml", INSTANCE)
        .with("sweep.yml", SWEEP)
        .with("azml.yaml", good);
    let mut session = Session::new(&project);
    session.open_file("sweep.yml");
    assert_eq!(
        only(&session.published("sweep.yml"), "sweep-on-single-node")["severity"],
        1
    );
    session.open("azml.yaml", good);
    write(&project, "azml.yaml", "rules: [\n");
    changed(&mut session, "azml.yaml", 2);
    assert_eq!(session.published("azml.yaml")[0]["severity"], 1);
    let message = session.expect("window/showMessage")["message"].to_string();
    assert!(
        message.contains("azml.yaml line") && message.contains("stay in effect"),
        "{message}"
    );
    // Broken in another way: the mark moves, and no second message comes (a session ends with
    // nothing unread).
    write(&project, "azml.yaml", "# so\nrules: [\n");
    changed(&mut session, "azml.yaml", 2);
    assert_eq!(session.published("azml.yaml").len(), 1);
    // The level of the last good configuration still holds.
    session.set("sweep.yml", 2, &format!("# changed\n{SWEEP}"));
    assert_eq!(
        only(&session.published("sweep.yml"), "sweep-on-single-node")["severity"],
        1
    );
    write(
        &project,
        "azml.yaml",
        "rules:\n  sweep-on-single-node: info\n",
    );
    changed(&mut session, "azml.yaml", 2);
    assert!(session.published("azml.yaml").is_empty());
    assert_eq!(
        only(&session.published("sweep.yml"), "sweep-on-single-node")["severity"],
        3
    );
}

#[test]
fn a_configuration_counts_when_it_is_saved_also_where_nothing_is_watched() {
    let project = Project::default()
        .with("c.yml", WARM)
        .with("azml.yaml", "rules: {}\n");
    let mut session = Session::new(&project);
    session.open_file("c.yml");
    let _ = only(&session.published("c.yml"), "cluster-min-nodes");
    write(&project, "azml.yaml", "rules: {cluster-min-nodes: off}\n");
    let uri = session.uri("azml.yaml");
    session.notify(
        "textDocument/didSave",
        json!({"textDocument": {"uri": uri}}),
    );
    assert!(of_rule(&session.published("c.yml"), "cluster-min-nodes").is_empty());
}

#[test]
fn an_inventory_counts_when_it_is_saved() {
    let project = Project::default()
        .with("sweep.yml", SWEEP)
        .with(".azml/computes.json", "[]");
    let mut session = Session::new(&project);
    session.open_file("sweep.yml");
    assert!(of_rule(&session.published("sweep.yml"), "sweep-on-single-node").is_empty());
    write(
        &project,
        ".azml/computes.json",
        r#"[{"name": "ci-anna", "type": "computeinstance"}]"#,
    );
    changed(&mut session, ".azml/computes.json", 2);
    let found = only(&session.published("sweep.yml"), "sweep-on-single-node");
    let related = &found["relatedInformation"][0]["location"];
    assert_eq!(related["uri"], session.uri(".azml/computes.json").as_str());
    assert_eq!(
        related["range"]["start"],
        json!({"line": 0, "character": 10})
    );
}

#[test]
fn a_file_of_the_snapshot_counts_when_it_is_saved() {
    let job = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
               command: echo\nenvironment: azureml:train-env:3\n";
    let project = Project::default().with("job.yml", job).with(
        ".azml/snapshot.json",
        r#"{"format": 1, "workspace": "dev"}"#,
    );
    let mut session = Session::new(&project);
    session.open_file("job.yml");
    assert!(of_rule(&session.published("job.yml"), "unresolved-asset").is_empty());
    write(&project, ".azml/environments.json", "[]\n");
    changed(&mut session, ".azml/environments.json", 1);
    only(&session.published("job.yml"), "unresolved-asset");
    write(
        &project,
        ".azml/environments.json",
        r#"[{"name": "train-env", "latest": "7"}]"#,
    );
    changed(&mut session, ".azml/environments.json", 2);
    let found = only(&session.published("job.yml"), "outdated-asset-version");
    let related = &found["relatedInformation"][0]["location"];
    assert_eq!(
        related["uri"],
        session.uri(".azml/environments.json").as_str()
    );
    assert_eq!(
        related["range"]["start"],
        json!({"line": 0, "character": 11})
    );
}

#[test]
fn folders_know_only_their_own_files() {
    let project = Project::default()
        .with("a/.git/x", "")
        .with("a/ci.yml", INSTANCE)
        .with("a/sweep.yml", SWEEP)
        .with("b/.git/x", "")
        .with("b/sweep.yml", SWEEP);
    let mut session = Session::of(
        &project,
        &Client {
            folders: vec!["a", "b"],
            ..Client::default()
        },
    );
    session.open_file("a/sweep.yml");
    let _ = only(&session.published("a/sweep.yml"), "sweep-on-single-node");
    session.open_file("b/sweep.yml");
    assert!(of_rule(&session.published("b/sweep.yml"), "sweep-on-single-node").is_empty());
}

#[test]
fn folders_come_and_go() {
    let project = Project::default()
        .with("a/.git/x", "")
        .with("a/sweep.yml", SWEEP)
        .with("b/.git/x", "");
    let project = project
        .with("b/ci.yml", INSTANCE)
        .with("b/sweep.yml", SWEEP);
    let mut session = Session::of(
        &project,
        &Client {
            folders: vec!["a"],
            ..Client::default()
        },
    );
    let folder =
        |path: &str, session: &Session<'_>| json!([{"uri": session.uri(path), "name": path}]);
    let event = json!({"added": folder("b", &session), "removed": folder("a", &session)});
    session.notify(
        "workspace/didChangeWorkspaceFolders",
        json!({"event": event}),
    );
    session.wait_for_folders();
    session.open_file("b/sweep.yml");
    let _ = only(&session.published("b/sweep.yml"), "sweep-on-single-node");
}

#[test]
fn a_single_file_sees_the_project_around_it() {
    let project = Project::default()
        .with("computes/ci.yml", INSTANCE)
        .with("jobs/sweep.yml", SWEEP);
    let mut session = Session::of(
        &project,
        &Client {
            folders: vec![],
            ..Client::default()
        },
    );
    session.open_file("jobs/sweep.yml");
    let is_read = |found: &[Value]| !of_rule(found, "sweep-on-single-node").is_empty();
    let found = session.published_once("jobs/sweep.yml", is_read);
    let found = only(&found, "sweep-on-single-node");
    assert_eq!(
        found["relatedInformation"][0]["location"]["uri"],
        session.uri("computes/ci.yml").as_str()
    );
}

#[test]
fn clients_that_show_no_related_places_read_them_in_the_message() {
    let project = Project::default()
        .with("ci.yml", INSTANCE)
        .with("sweep.yml", SWEEP);
    let client = Client::default().with("/textDocument/publishDiagnostics", json!({}));
    let mut session = Session::of(&project, &client);
    session.open_file("sweep.yml");
    let found = only(&session.published("sweep.yml"), "sweep-on-single-node");
    assert_eq!(found.get("relatedInformation"), None);
    let last = found["message"]
        .as_str()
        .unwrap()
        .lines()
        .last()
        .unwrap()
        .to_owned();
    assert!(
        last.starts_with("ci.yml:2: `ci-anna` is defined here"),
        "{last}"
    );
}

#[test]
fn an_unsaved_document_is_checked() {
    let project = Project::default();
    let mut session = Session::new(&project);
    let text = "type: amlcompute\nname: c\nmin_instances: 2\n";
    let document =
        json!({"uri": "untitled:Untitled-1", "languageId": "yaml", "version": 1, "text": text});
    session.notify("textDocument/didOpen", json!({"textDocument": document}));
    let published = session.expect("textDocument/publishDiagnostics");
    assert_eq!(published["uri"], "untitled:Untitled-1");
    let _ = only(
        published["diagnostics"].as_array().unwrap(),
        "cluster-min-nodes",
    );
}

#[test]
fn what_the_configuration_leaves_out_is_left_alone() {
    let project = Project::default()
        .with("old/c.yml", WARM)
        .with("c.yml", WARM)
        .with("azml.yaml", "exclude: [old/]\n");
    let mut session = Session::new(&project);
    session.open_file("old/c.yml");
    assert!(session.hover("old/c.yml", 0, 8).is_null());
    session.open_file("c.yml");
    let _ = only(&session.published("c.yml"), "cluster-min-nodes");
    write(&project, "azml.yaml", "exclude: [c.yml]\n");
    changed(&mut session, "azml.yaml", 2);
    assert!(session.published("c.yml").is_empty());
}

#[test]
fn a_folder_in_a_folder_has_its_names_once() {
    let project = Project::default()
        .with("cpu.yml", CLUSTER)
        .with("inner/ci.yml", INSTANCE)
        .with("inner2/ci2.yml", INSTANCE.replace("ci-anna", "ci-bert"));
    let client = Client {
        folders: vec!["", "inner"],
        ..Client::default()
    };
    let mut session = Session::of(&project, &client);
    session.open("inner/ci.yml", INSTANCE);
    let _ = session.published("inner/ci.yml");
    session.open("cpu.yml", CLUSTER);
    let _ = session.published("cpu.yml");
    let found = session.request("workspace/symbol", json!({"query": ""}));
    let mut names: Vec<&str> = crate::list(&found)
        .iter()
        .map(|symbol| crate::text(&symbol["name"]))
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["ci-anna", "ci-bert", "cpu-cluster"]);
}

/// As clients write the same file: VS Code `file:///c%3A/...`, others `file:///C:/...`.
#[test]
fn two_addresses_of_a_file_are_one_document() {
    let sweep = SWEEP.replace("ci-anna", "c");
    let project = Project::default()
        .with("sweep.yml", &sweep)
        .with("c.yml", CLUSTER.replace("cpu-cluster", "c"));
    let mut session = Session::new(&project);
    session.open_file("c.yml");
    session.open_file("sweep.yml");
    let _ = session.published("c.yml");
    assert!(of_rule(&session.published("sweep.yml"), "sweep-on-single-node").is_empty());
    let first = session.uri("c.yml");
    let second = first.replace("/c.yml", "/%63.yml");
    assert_ne!(first, second);

    // What is asked about and changed by the second one is the open document.
    let hover = json!({"textDocument": {"uri": second}, "position": {"line": 2, "character": 8}});
    let hover = session.request_again("textDocument/hover", &hover);
    assert!(hover["contents"]["value"].is_string(), "{hover}");
    let change = INSTANCE.replace("ci-anna", "c");
    let mut changed = json!({"textDocument": {"uri": second, "version": 2}});
    changed["contentChanges"] = json!([{"text": change}]);
    session.notify("textDocument/didChange", changed);
    let _ = only(&session.published("sweep.yml"), "sweep-on-single-node");
    let _ = session.published("c.yml");

    // Opened by the second one: what was shown at the first goes, and links lead to the second.
    let document = json!({"uri": second, "languageId": "yaml", "version": 1, "text": change});
    session.notify("textDocument/didOpen", json!({"textDocument": document}));
    assert!(session.published("c.yml").is_empty());
    let shown = session.expect("textDocument/publishDiagnostics");
    assert_eq!(shown["uri"], second.as_str());
    let at = json!({"textDocument": {"uri": session.uri("sweep.yml")},
                    "position": {"line": 2, "character": 18}});
    let definition = session.request_again("textDocument/definition", &at);
    assert_eq!(definition[0]["uri"], second.as_str(), "{definition}");

    // The first one is closed, which is none any more; then the second one: the file counts.
    session.close("c.yml");
    session.notify(
        "textDocument/didClose",
        json!({"textDocument": {"uri": second}}),
    );
    let cleared = session.expect("textDocument/publishDiagnostics");
    assert_eq!(cleared["uri"], second.as_str());
    assert_eq!(cleared["diagnostics"], json!([]));
    let left = session.published("sweep.yml");
    assert!(
        of_rule(&left, "sweep-on-single-node").is_empty(),
        "{left:#?}"
    );
}

const DEPLOYMENT: &str = "$schema: \
    https://azuremlschemas.azureedge.net/latest/managedOnlineDeployment.schema.json\n\
    name: blue\nmodel: azureml:m:1\ninstance_type: Standard_DS3_v2\ninstance_count: 1\n";

#[test]
fn a_script_that_changes_is_looked_at_for_the_files_that_it_runs() {
    let project = Project::default()
        .with("blue.yml", DEPLOYMENT)
        .with("deploy.sh", "az ml online-deployment create -f blue.yml\n");
    let mut session = Session::new(&project);
    session.open_file("blue.yml");
    let _ = only(&session.published("blue.yml"), "missing-required-key");
    write(
        &project,
        "deploy.sh",
        "az ml online-deployment create -f blue.yml -e scoring\n",
    );
    changed(&mut session, "deploy.sh", 2);
    let left = session.published("blue.yml");
    assert!(
        of_rule(&left, "missing-required-key").is_empty(),
        "{left:#?}"
    );
    // A script that is open counts as it is typed, and has findings of its own.
    let text = "az ml online-deployment create -f blue.yml\naz ml job create -f none.yml\n";
    session.open_as("deploy.sh", "shellscript", text);
    let _ = only(&session.published("deploy.sh"), "az-command-file-missing");
    let _ = only(&session.published("blue.yml"), "missing-required-key");
    let place = |path: &str, line: u32, character: u32| {
        json!({"textDocument": {"uri": path}, "position": {"line": line, "character": character},
            "context": {"includeDeclaration": false}})
    };
    let (script, yaml) = (session.uri("deploy.sh"), session.uri("blue.yml"));
    let from_word = session.request("textDocument/definition", place(&script, 0, 40));
    assert!(from_word.to_string().contains("blue.yml"), "{from_word}");
    let lines = session.request("textDocument/references", place(&yaml, 0, 3));
    assert!(lines.to_string().contains("deploy.sh"), "{lines}");
    let hover = session.request("textDocument/hover", place(&script, 0, 40));
    assert!(hover.is_null(), "scripts are not YAML: {hover}");
}
