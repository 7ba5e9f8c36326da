//! Cells of notebooks that begin with `%%writefile`: they are the files that they write.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{list, text};

const TRAIN: &str =
    "import argparse\np = argparse.ArgumentParser()\np.add_argument(\"--rate\")\np.parse_args()\n";
const JOB: &str = "%%writefile jobs/train.yml\n\
    type: command\n\
    command: python train.py --rate 1 --depth 2\n\
    code: ../src\n\
    environment: azureml:e:1\n\
    compute: azureml:cpu\n";
const JOB_CELL: &str = "vscode-notebook-cell:/n.ipynb#W0";
const CODE_CELL: &str = "vscode-notebook-cell:/n.ipynb#W1";

fn project() -> Project {
    Project::default()
        .with("src/train.py", TRAIN)
        .with("jobs/empty.yml", "")
        .with("cpu.yml", "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\nname: cpu\ntype: amlcompute\nsize: Standard_DS3_v2\nmin_instances: 0\nmax_instances: 4\n")
}

fn cell(uri: &str, text: &str) -> Value {
    json!({"uri": uri, "languageId": "python", "version": 1, "text": text})
}

fn notebook(session: &Session<'_>) -> Value {
    json!({"uri": session.uri("n.ipynb"), "notebookType": "jupyter-notebook", "version": 1})
}

fn open(session: &mut Session<'_>, cells: &[Value]) {
    let mut notebook = notebook(session);
    notebook["cells"] = cells
        .iter()
        .map(|cell| json!({"kind": 2, "document": cell["uri"]}))
        .collect();
    session.notify(
        "notebookDocument/didOpen",
        json!({"notebookDocument": notebook, "cellTextDocuments": cells}),
    );
}

fn change(session: &mut Session<'_>, cells: &Value) {
    let notebook = notebook(session);
    session.notify(
        "notebookDocument/didChange",
        json!({"notebookDocument": notebook, "change": {"cells": cells}}),
    );
}

fn set(session: &mut Session<'_>, uri: &str, version: i64, text: &str) {
    let content =
        json!([{"document": {"uri": uri, "version": version}, "changes": [{"text": text}]}]);
    change(session, &json!({"textContent": content}));
}

/// The findings of a cell, as they are published next, as rule and line.
fn published(session: &mut Session<'_>, uri: &str) -> Vec<(String, u64)> {
    loop {
        let params = session.expect("textDocument/publishDiagnostics");
        if params["uri"] == uri {
            let found = list(&params["diagnostics"]).iter().map(|it| {
                let line = it["range"]["start"]["line"].as_u64().expect("a line");
                (text(&it["code"]).to_owned(), line)
            });
            return found.collect();
        }
    }
}

/// The same, once they are `expected`.
#[track_caller]
fn awaits(session: &mut Session<'_>, uri: &str, expected: &[(&str, u64)]) {
    let mut last = Vec::new();
    for _ in 0..5 {
        last = published(session, uri);
        if last
            .iter()
            .map(|(rule, line)| (rule.as_str(), *line))
            .eq(expected.iter().copied())
        {
            return;
        }
    }
    panic!("{last:?} and not {expected:?}");
}

const UNKNOWN: (&str, u64) = ("unknown-script-argument", 2);

#[test]
fn a_cell_is_the_file_that_it_writes_also_where_the_client_pulls() {
    for client in [Client::default(), Client::default().pulling()] {
        let project = project();
        let mut session = Session::of(&project, &client);
        let options =
            &session.server["capabilities"]["notebookDocumentSync"]["notebookSelector"][0];
        assert_eq!(options["notebook"]["notebookType"], "jupyter-notebook");
        open(
            &mut session,
            &[
                cell(JOB_CELL, JOB),
                cell(CODE_CELL, "import os\ntype: command\n"),
            ],
        );
        awaits(&mut session, JOB_CELL, &[UNKNOWN]);
        let at =
            json!({"textDocument": {"uri": JOB_CELL}, "position": {"line": 5, "character": 20}});
        let hover = session.request_again("textDocument/hover", &at);
        assert!(
            text(&hover["contents"]["value"]).contains("Standard_DS3_v2"),
            "{hover}"
        );
        assert_eq!(hover["range"]["start"]["line"], 5);
        let at =
            json!({"textDocument": {"uri": CODE_CELL}, "position": {"line": 1, "character": 8}});
        assert_eq!(
            session.request("textDocument/hover", at),
            Value::Null,
            "it is Python"
        );
        session.pass_over();
    }
}

#[test]
fn a_cell_that_writes_a_script_counts_before_the_disk() {
    let project = project();
    let mut session = Session::new(&project);
    open(&mut session, &[cell(JOB_CELL, JOB)]);
    awaits(&mut session, JOB_CELL, &[UNKNOWN]);
    let deep = TRAIN.replace("--rate\"", "--rate\"); p.add_argument(\"--depth\"");
    let script = cell(CODE_CELL, &format!("%%writefile src/train.py\n{deep}"));
    change(
        &mut session,
        &json!({"structure": {"array": {"start": 1, "deleteCount": 0}, "didOpen": [script]}}),
    );
    awaits(&mut session, JOB_CELL, &[]);
    set(
        &mut session,
        CODE_CELL,
        2,
        &format!("%%writefile src/train.py\n{TRAIN}"),
    );
    awaits(&mut session, JOB_CELL, &[UNKNOWN]);
    set(
        &mut session,
        CODE_CELL,
        3,
        &format!("%%writefile src/train.py\n{deep}"),
    );
    awaits(&mut session, JOB_CELL, &[]);
    let gone = json!([{"uri": CODE_CELL}]);
    change(
        &mut session,
        &json!({"structure": {"array": {"start": 1, "deleteCount": 1}, "didClose": gone}}),
    );
    awaits(&mut session, JOB_CELL, &[UNKNOWN]);
    session.pass_over();
}

#[test]
fn a_script_and_its_folder_need_not_be_on_the_disk() {
    let project = Project::default().with("a.yml", "");
    let mut session = Session::of(&project, &Client::default().pulling());
    let script = cell(CODE_CELL, &format!("%%writefile src/train.py\n{TRAIN}"));
    open(&mut session, &[cell(JOB_CELL, JOB)]);
    let first = published(&mut session, JOB_CELL);
    assert!(first.iter().all(|(rule, _)| rule != UNKNOWN.0), "{first:?}");
    let structure = json!({"array": {"start": 1, "deleteCount": 0}, "didOpen": [script]});
    change(&mut session, &json!({"structure": structure}));
    awaits(&mut session, JOB_CELL, &[UNKNOWN]);
    let deep = TRAIN.replace("--rate\"", "--rate\"); p.add_argument(\"--depth\"");
    set(
        &mut session,
        CODE_CELL,
        2,
        &format!("%%writefile src/train.py\n{deep}"),
    );
    awaits(&mut session, JOB_CELL, &[]);
    session.pass_over();
}

#[test]
fn the_first_line_decides_which_file_a_cell_is() {
    let project = project();
    let mut session = Session::new(&project);
    open(&mut session, &[cell(JOB_CELL, JOB)]);
    awaits(&mut session, JOB_CELL, &[UNKNOWN]);
    set(
        &mut session,
        JOB_CELL,
        2,
        &JOB.replace("%%writefile", "%%bash"),
    );
    awaits(&mut session, JOB_CELL, &[]);
    set(
        &mut session,
        JOB_CELL,
        3,
        &JOB.replace("jobs/train.yml", "{folder}/train.yml"),
    );
    set(
        &mut session,
        JOB_CELL,
        4,
        &JOB.replace("jobs/train.yml", "jobs/other.yml"),
    );
    awaits(&mut session, JOB_CELL, &[UNKNOWN]);
    // Typed, and not replaced as a whole.
    let typed = json!([{"document": {"uri": JOB_CELL, "version": 5}, "changes": [
        {"range": {"start": {"line": 2, "character": 33}, "end": {"line": 2, "character": 43}}, "text": ""},
    ]}]);
    change(&mut session, &json!({"textContent": typed}));
    awaits(&mut session, JOB_CELL, &[]);
    session.pass_over();
}

#[test]
fn a_file_that_is_open_counts_before_a_cell() {
    let project = project().with("jobs/train.yml", JOB);
    let mut session = Session::new(&project);
    let (_, own) = JOB.split_once('\n').expect("two lines");
    session.open("jobs/train.yml", own);
    let of_file = session.published("jobs/train.yml");
    assert_eq!(of_file.len(), 1);
    open(&mut session, &[cell(JOB_CELL, JOB)]);
    let at = json!({"textDocument": {"uri": JOB_CELL}, "position": {"line": 5, "character": 20}});
    assert_eq!(session.request("textDocument/hover", at), Value::Null);
    let at = json!({"textDocument": {"uri": session.uri("jobs/train.yml")}, "position": {"line": 4, "character": 20}});
    let hover = session.request_again("textDocument/hover", &at);
    assert!(
        text(&hover["contents"]["value"]).contains("Standard_DS3_v2"),
        "{hover}"
    );
    // The file may be published once more, when the notebook is analyzed.
    assert_eq!(session.exit(), Some(0));
}

#[test]
fn of_two_cells_for_a_file_the_last_one_counts() {
    let project = project();
    let mut session = Session::new(&project);
    open(&mut session, &[cell(JOB_CELL, JOB)]);
    awaits(&mut session, JOB_CELL, &[UNKNOWN]);
    let fine = JOB.replace(" --depth 2", "");
    let other = cell(CODE_CELL, &fine);
    change(
        &mut session,
        &json!({"structure": {"array": {"start": 1, "deleteCount": 0}, "didOpen": [other]}}),
    );
    awaits(&mut session, JOB_CELL, &[]);
    set(&mut session, CODE_CELL, 2, JOB);
    awaits(&mut session, CODE_CELL, &[UNKNOWN]);
    session.notify(
        "notebookDocument/didClose",
        json!({"notebookDocument": {"uri": session.uri("n.ipynb")}, "cellTextDocuments": [{"uri": JOB_CELL}, {"uri": CODE_CELL}]}),
    );
    awaits(&mut session, CODE_CELL, &[]);
}

#[test]
fn no_action_changes_the_line_that_names_the_file() {
    let project = project();
    let mut session = Session::of(
        &project,
        &Client::default().with("/workspace/workspaceEdit/documentChanges", json!(true)),
    );
    let broken = format!("{JOB}descripton: x\ndescription: x\ntags: {{a: no}}\n");
    open(&mut session, &[cell(JOB_CELL, &broken)]);
    let found = loop {
        let params = session.expect("textDocument/publishDiagnostics");
        if !list(&params["diagnostics"]).is_empty() {
            break params["diagnostics"].clone();
        }
    };
    let params = json!({
        "textDocument": {"uri": JOB_CELL},
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}},
        "context": {"diagnostics": found},
    });
    let actions = session.request_again("textDocument/codeAction", &params);
    let mut edits = 0;
    for action in list(&actions) {
        for document in list(&action["edit"]["documentChanges"]) {
            for edit in list(&document["edits"]) {
                let is_cell = document["textDocument"]["uri"] == JOB_CELL;
                assert!(!is_cell || edit["range"]["start"]["line"] != 0, "{action}");
                edits += 1;
            }
        }
    }
    assert!(edits > 2, "{actions}");
    session.pass_over();
}

#[test]
fn requests_about_cells_are_registered_where_the_client_wants_them() {
    let project = project();
    let client = Client {
        options: json!({"cellRequests": true}),
        ..Client::default()
    };
    let mut session = Session::of(&project, &client);
    let registered = session.expect("client/registerCapability");
    let methods: Vec<&str> = list(&registered["registrations"])
        .iter()
        .map(|it| text(&it["method"]))
        .collect();
    assert_eq!(
        methods,
        [
            "textDocument/hover",
            "textDocument/completion",
            "textDocument/definition",
            "textDocument/codeAction"
        ]
    );
}
