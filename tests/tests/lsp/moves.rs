//! Files that move: what the server has the client write, before and after.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

const PIPELINE: &str = "type: pipeline\njobs:\n  prep:\n    type: command\n    \
    component: ./prep.yml\n    compute: azureml:cpu\n";
const COMPONENT: &str = "type: command\nname: prep\nversion: \"1\"\ncommand: echo prep\n\
    code: ./src\nenvironment: azureml:e:1\n";

fn project() -> Project {
    Project::default()
        .with("pipeline.yml", PIPELINE)
        .with("prep.yml", COMPONENT)
        .with("src/prep.py", "print()\n")
}

/// A client that moves files as part of an edit.
fn mover() -> Client {
    let operations = json!(["create", "rename", "delete"]);
    Client::default().with("/workspace/workspaceEdit/resourceOperations", operations)
}

fn move_of(session: &Session<'_>, from: &str, to: &str) -> Value {
    json!({"files": [{"oldUri": session.uri(from), "newUri": session.uri(to)}]})
}

/// `file: new text` of each edit of documents, by file.
fn edits(session: &Session<'_>, edit: &Value) -> Vec<String> {
    let mut shown = Vec::new();
    for change in edit["documentChanges"].as_array().into_iter().flatten() {
        let root = session.uri("");
        let short = |uri: &Value| {
            let uri = uri.as_str().unwrap_or_default();
            uri.strip_prefix(&root)
                .unwrap_or(uri)
                .trim_start_matches('/')
                .to_owned()
        };
        if change["kind"] == "rename" {
            let (old, new) = (short(&change["oldUri"]), short(&change["newUri"]));
            shown.push(format!("{old} -> {new}"));
        }
        for one in change["edits"].as_array().into_iter().flatten() {
            let text = one["newText"].as_str().unwrap_or_default();
            let version = &change["textDocument"]["version"];
            shown.push(format!(
                "{} {version}: {text}",
                short(&change["textDocument"]["uri"])
            ));
        }
    }
    shown.sort();
    shown
}

#[test]
fn before_files_move_the_client_is_told_what_else_to_write() {
    let project = project();
    let mut session = Session::new(&project);
    let operations = &session.server["capabilities"]["workspace"]["fileOperations"];
    assert_eq!(
        operations["willRename"]["filters"][0]["pattern"]["glob"],
        "**/*"
    );
    session.open_file("pipeline.yml");
    let _ = session.published("pipeline.yml");
    // The open text counts, one line further down.
    session.set("pipeline.yml", 2, &format!("# Two steps.\n{PIPELINE}"));
    let params = move_of(&session, "prep.yml", "components/prep/component.yml");
    let edit = session.request("workspace/willRenameFiles", params);
    assert_eq!(
        edits(&session, &edit),
        [
            "pipeline.yml 2: ./components/prep/component.yml",
            "prep.yml null: ../../src"
        ]
    );
    let change = &edit["documentChanges"][0];
    assert_eq!(
        change["edits"][0]["range"]["start"],
        json!({"line": 5, "character": 15})
    );
    let params = move_of(&session, "src/prep.py", "src/other.py");
    assert!(
        session
            .request("workspace/willRenameFiles", params)
            .is_null()
    );
    let _ = session.exit();
}

#[test]
fn who_makes_files_takes_lists_of_changes() {
    let project = project();
    let neovim = json!({"resourceOperations": ["rename", "create", "delete"]});
    let client = Client::default().with("/workspace/workspaceEdit", neovim);
    let mut session = Session::of(&project, &client);
    session.open_file("pipeline.yml");
    let _ = session.published("pipeline.yml");
    let params = json!({
        "textDocument": {"uri": session.uri("pipeline.yml")},
        "position": {"line": 4, "character": 18},
        "newName": "./clean.yml",
    });
    let edit = session.request_again("textDocument/rename", &params);
    assert_eq!(
        edits(&session, &edit),
        ["pipeline.yml 1: ./clean.yml", "prep.yml -> clean.yml"]
    );
}

#[test]
fn a_file_of_includes_follows_too() {
    let project = project()
        .with("lib/tools.py", "")
        .with("prep.additional_includes", "./lib\n./lib/tools.py\n");
    let mut session = Session::new(&project);
    session.open_file("pipeline.yml");
    let _ = session.published("pipeline.yml");
    let params = move_of(&session, "lib", "shared/lib");
    let edit = session.request("workspace/willRenameFiles", params);
    assert_eq!(
        edits(&session, &edit),
        [
            "prep.additional_includes null: ./shared/lib",
            "prep.additional_includes null: ./shared/lib/tools.py"
        ]
    );
}

#[test]
fn a_file_that_changed_on_disk_unnoticed_is_edited_as_it_is_now() {
    let project = project();
    let mut session = Session::new(&project);
    session.open_file("prep.yml");
    let _ = session.published("prep.yml");
    let text = format!("# New.\n{PIPELINE}");
    std::fs::write(project.root().join("pipeline.yml"), text).unwrap();
    let params = move_of(&session, "prep.yml", "parts/prep.yml");
    let edit = session.request("workspace/willRenameFiles", params);
    let changes = edit["documentChanges"].as_array().unwrap();
    let uri = session.uri("pipeline.yml");
    let of_pipeline = changes
        .iter()
        .find(|it| it["textDocument"]["uri"] == uri.as_str());
    let range = &of_pipeline.unwrap()["edits"][0]["range"];
    assert_eq!(range["start"], json!({"line": 5, "character": 15}));
    let _ = session.exit();
}

#[test]
fn a_client_that_does_not_ask_before_is_told_afterwards() {
    let project = project();
    let client = Client::default().with("/workspace/applyEdit", json!(true));
    let mut session = Session::of(&project, &client);
    session.open_file("pipeline.yml");
    let _ = session.published("pipeline.yml");
    let root = project.root();
    std::fs::create_dir_all(root.join("parts")).unwrap();
    std::fs::rename(root.join("prep.yml"), root.join("parts/prep.yml")).unwrap();
    let params = move_of(&session, "prep.yml", "parts/prep.yml");
    session.notify("workspace/didRenameFiles", params);
    let asked = session.expect("workspace/applyEdit");
    assert_eq!(
        edits(&session, &asked["edit"]),
        [
            "parts/prep.yml null: ../src",
            "pipeline.yml 1: ./parts/prep.yml"
        ]
    );
    let _ = session.exit();
}

#[test]
fn a_path_that_is_renamed_moves_the_file() {
    let project = project();
    let mut session = Session::of(&project, &mover());
    session.open_file("pipeline.yml");
    let _ = session.published("pipeline.yml");
    let at = json!({
        "textDocument": {"uri": session.uri("pipeline.yml")},
        "position": {"line": 4, "character": 18},
    });
    let prepared = session.request_again("textDocument/prepareRename", &at);
    assert_eq!(prepared["placeholder"], "./prep.yml");
    let mut params = at.clone();
    params["newName"] = "./parts/clean.yml".into();
    let edit = session.request_again("textDocument/rename", &params);
    assert_eq!(
        edits(&session, &edit),
        [
            "pipeline.yml 1: ./parts/clean.yml",
            "prep.yml -> parts/clean.yml",
            "prep.yml null: ../src"
        ]
    );
    let last = edit["documentChanges"].as_array().unwrap().last().unwrap();
    assert_eq!(last["kind"], "rename", "the texts first");
    // Nothing is overwritten.
    params["newName"] = "./pipeline.yml".into();
    let id = session.ask("textDocument/rename", params);
    let refused = session.answer(id)["error"]["message"].to_string();
    assert!(refused.contains("already exists"), "{refused}");
    let _ = session.exit();
}

#[test]
fn a_client_that_can_not_move_files_is_told_to_do_it_by_hand() {
    let project = project();
    let mut session = Session::new(&project);
    session.open_file("pipeline.yml");
    let _ = session.published("pipeline.yml");
    let at = json!({
        "textDocument": {"uri": session.uri("pipeline.yml")},
        "position": {"line": 4, "character": 18},
    });
    let id = session.ask("textDocument/prepareRename", at);
    let refused = session.answer(id)["error"]["message"].to_string();
    assert!(refused.contains("move the file"), "{refused}");
    let _ = session.exit();
}

#[test]
fn a_missing_file_is_offered_by_its_near_name_and_can_be_made() {
    let pipeline = PIPELINE.replace("./prep.yml", "./perp.yml");
    let job = "type: command\ncommand: python train.py\ncode: ./source\nenvironment:\n  \
        image: ubuntu:22.04\n  conda_file: env/conda.yml\ncompute: azureml:cpu\n";
    let project = project()
        .with("pipeline.yml", &pipeline)
        .with("job.yml", job)
        .with("shared/conda.yml", "dependencies: [python=3.11]\n");
    let mut session = Session::of(&project, &mover());
    let mut offered = |path: &str, rule: &str| -> Vec<(String, Value)> {
        session.open_file(path);
        let found = session.published(path);
        let found: Vec<Value> = found.into_iter().filter(|it| it["code"] == rule).collect();
        let actions = session.actions(path, &found, Some("quickfix"));
        session.close(path);
        let _ = session.published(path);
        let shown = actions.into_iter().map(|mut action| {
            let title = action["title"].as_str().unwrap_or_default().to_owned();
            (title, action["edit"].take())
        });
        shown
            .filter(|(title, _)| !title.contains("# azml"))
            .collect()
    };
    let of_component = offered("pipeline.yml", "component-file-missing");
    let titles = |of: &[(String, Value)]| -> Vec<String> {
        let told = of.iter().map(|(title, _)| title.clone());
        told.filter(|title| title.starts_with("Wr") || title.starts_with("Cr"))
            .collect()
    };
    assert_eq!(
        titles(&of_component),
        ["Write `./prep.yml`", "Create `./perp.yml`"]
    );
    let made = &of_component[1].1["documentChanges"];
    assert_eq!(made[0]["kind"], "create");
    let text = made[1]["edits"][0]["newText"].as_str().unwrap_or_default();
    assert!(text.contains("name: perp\n"), "{text}");
    let of_conda = offered("job.yml", "conda-file-missing");
    assert_eq!(
        titles(&of_conda),
        ["Write `shared/conda.yml`", "Create `env/conda.yml`"]
    );
    let of_code = offered("job.yml", "local-path-missing");
    assert_eq!(titles(&of_code), ["Create `./source/train.py`"]);
    let _ = session.exit();
}
