//! Folders of strangers in the editor.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::json;

const CLUSTER: &str = "type: amlcompute\nname: cpu\nmin_instances: 2\nmax_instances: 4\n";

#[cfg(unix)]
#[test]
fn a_folder_whose_configuration_is_no_file_is_served_and_recovers() {
    for config in ["inventory: odd\n", "extends: odd\n", "extends: /dev/zero\n"] {
        let project = Project::default()
            .with("azml.yaml", config)
            .with("cpu.yml", CLUSTER);
        let made = std::process::Command::new("mkfifo")
            .arg(project.root().join("odd"))
            .status();
        assert!(made.expect("every Unix has mkfifo").success());
        let mut session = Session::new(&project);
        session.open_file("cpu.yml");
        let found = session.published("cpu.yml");
        assert!(
            found.iter().any(|it| it["code"] == "cluster-min-nodes"),
            "{config}: {found:#?}"
        );
        let told = session.unread("window/showMessage");
        assert_eq!(
            !told.is_empty(),
            config.starts_with("extends"),
            "{config}: {told:#?}"
        );
        let corrected = "rules: {cluster-min-nodes: off}\n";
        std::fs::write(project.root().join("azml.yaml"), corrected).unwrap();
        let change = json!({"changes": [{"uri": session.uri("azml.yaml"), "type": 2}]});
        session.notify("workspace/didChangeWatchedFiles", change);
        let found = session.published("cpu.yml");
        assert!(
            found.iter().all(|it| it["code"] != "cluster-min-nodes"),
            "{config}: {found:#?}"
        );
    }
}

#[test]
fn what_lies_outside_of_the_open_folder_is_read_where_the_server_may() {
    let project = Project::default()
        .with("base.yaml", "rules: {cluster-min-nodes: off}\n")
        .with("clone/.git/HEAD", "")
        .with("clone/azml.yaml", "extends: ../base.yaml\n")
        .with("clone/cpu.yml", CLUSTER);
    for (arguments, is_found) in [
        ("--stdio", true),
        ("--stdio --restricted", true),
        ("--stdio --allow-outside", false),
    ] {
        let client = Client {
            folders: vec!["clone"],
            arguments,
            ..Client::default()
        };
        let mut session = Session::of(&project, &client);
        session.open_file("clone/cpu.yml");
        let found = session.published("clone/cpu.yml");
        let mut codes = found.iter().map(|it| &it["code"]);
        assert_eq!(
            codes.any(|code| code == "cluster-min-nodes"),
            is_found,
            "{arguments}: {found:#?}"
        );
        let told = session.unread("window/showMessage");
        assert_eq!(!told.is_empty(), is_found, "{arguments}: {told:#?}");
    }
}

/// The editor has part of a repository open.
#[test]
fn a_restricted_server_stays_in_the_open_folder() {
    let project = Project::default()
        .with("base.yaml", "rules: {cluster-min-nodes: off}\n")
        .with("open/azml.yaml", "extends: ../base.yaml\n")
        .with("open/cpu.yml", CLUSTER);
    for (arguments, is_found) in [("--stdio", false), ("--stdio --restricted", true)] {
        let client = Client {
            folders: vec!["open"],
            arguments,
            ..Client::default()
        };
        let mut session = Session::of(&project, &client);
        session.open_file("open/cpu.yml");
        let found = session.published("open/cpu.yml");
        let mut codes = found.iter().map(|it| &it["code"]);
        assert_eq!(
            codes.any(|code| code == "cluster-min-nodes"),
            is_found,
            "{arguments}"
        );
        let told = session.unread("window/showMessage");
        assert_eq!(!told.is_empty(), is_found, "{arguments}: {told:#?}");
    }
}

#[test]
fn a_rename_waits_for_a_folder_that_is_read_again() {
    let mut project = Project::default()
        .with("azml.yaml", "")
        .with("cpu.yml", CLUSTER);
    for number in 0..300 {
        project = project.with(&format!("more/{number}.yml"), CLUSTER);
    }
    let mut session = Session::new(&project);
    session.open_file("cpu.yml");
    assert!(!session.published("cpu.yml").is_empty());
    let position = json!({"line": 1, "character": 7});
    let mut rename = json!({"textDocument": {"uri": session.uri("cpu.yml")}});
    rename["position"] = position;
    rename["newName"] = "gpu".into();
    std::fs::write(
        project.root().join("azml.yaml"),
        "rules: {cluster-min-nodes: off}\n",
    )
    .unwrap();
    let change = json!({"changes": [{"uri": session.uri("azml.yaml"), "type": 2}]});
    session.notify("workspace/didChangeWatchedFiles", change);
    // Some of these ask before it is read, some meanwhile.
    while !session.has_unread("textDocument/publishDiagnostics", "cpu.yml") {
        let renamed = session.request_again("textDocument/rename", &rename);
        assert!(renamed.is_object(), "{renamed}");
    }
    session.published("cpu.yml");
}

#[test]
fn a_rename_stays_inside_of_what_is_open() {
    let job = "type: command\ncommand: echo\nenvironment: azureml:e:1\ncompute: azureml:cpu\n";
    let project = Project::default()
        .with("parent/.git/HEAD", "")
        .with("parent/cpu.yml", CLUSTER)
        .with("parent/clone/job.yml", job);
    let renamed = |folders: Vec<&'static str>, opened: &[&str]| {
        let client = Client {
            folders,
            ..Client::default()
        };
        let mut session = Session::of(&project, &client);
        for path in opened {
            session.open_file(path);
            let _ = session.published(path);
        }
        let uri = session.uri("parent/clone/job.yml");
        let params = json!({"textDocument": {"uri": uri},
            "position": {"line": 3, "character": 20}, "newName": "fresh"});
        let id = session.ask("textDocument/rename", params);
        let answer = session.answer(id);
        let _ = session.unread("textDocument/publishDiagnostics");
        answer
    };
    let job = "parent/clone/job.yml";
    let refused = renamed(vec!["parent/clone"], &[job]);
    let message = refused["error"]["message"].as_str().unwrap_or_default();
    assert!(
        message.contains("parent/cpu.yml` has this name too, outside the open folder"),
        "{refused}"
    );
    for (folders, opened) in [
        (vec!["parent"], vec![job]),
        (vec!["parent/clone"], vec![job, "parent/cpu.yml"]),
        (vec![], vec![job]),
    ] {
        let edits = renamed(folders.clone(), &opened);
        let files = edits["result"]["documentChanges"].as_array();
        assert_eq!(files.map(Vec::len), Some(2), "{folders:?}: {edits}");
    }
}
