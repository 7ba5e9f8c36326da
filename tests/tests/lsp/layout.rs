//! Format Document, and names that are typed in several places at once.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{list, text};

fn formatting(session: &mut Session<'_>, path: &str) -> Value {
    let document = json!({"uri": session.uri(path)});
    let options = json!({"tabSize": 4, "insertSpaces": true});
    let params = json!({"textDocument": document, "options": options});
    session.request_again("textDocument/formatting", &params)
}

#[test]
fn a_document_is_formatted_by_the_edit_of_what_differs() {
    let project = Project::default();
    let mut session = Session::of(&project, &Client::default().pulling());
    let server = &session.server["capabilities"];
    assert_eq!(server["documentFormattingProvider"], true);
    session.open(
        "c.yml",
        "type: amlcompute\nname:   c\nsize: Standard_D4s_v5\n",
    );
    let range = json!({"start": {"line": 1, "character": 6}, "end": {"line": 1, "character": 8}});
    let edit = json!([{"range": range, "newText": ""}]);
    assert_eq!(formatting(&mut session, "c.yml"), edit);
    session.change("c.yml", 2, json!([{"range": range, "text": ""}]));
    assert_eq!(formatting(&mut session, "c.yml"), json!([]));
}

#[test]
fn what_is_broken_or_foreign_is_not_formatted() {
    let project = Project::default();
    let mut session = Session::of(&project, &Client::default().pulling());
    session.open("c.yml", "type: amlcompute\nname:   \"c\nsize: x\n");
    session.open("services.yml", "services: {web:   {image: x}}\n");
    for path in ["c.yml", "services.yml"] {
        assert_eq!(formatting(&mut session, path), Value::Null, "{path}");
    }
}

/// The texts of the places that are typed with the one at a place.
fn linked(session: &mut Session<'_>, document: &str, line: u32, column: u32) -> Vec<String> {
    let position = json!({"line": line, "character": column});
    let params = json!({"textDocument": {"uri": session.uri("job.yml")}, "position": position});
    let answer = session.request_again("textDocument/linkedEditingRange", &params);
    if answer.is_null() {
        return Vec::new();
    }
    assert_eq!(text(&answer["wordPattern"]), "[A-Za-z0-9_]+");
    let lines: Vec<&str> = document.lines().collect();
    let place = |range: &Value| {
        let number = |at: &str, part: &str| range[at][part].as_u64().unwrap_or(0) as usize;
        let line = number("start", "line");
        let name = &lines[line][number("start", "character")..number("end", "character")];
        format!("{line}:{name}")
    };
    list(&answer["ranges"]).iter().map(place).collect()
}

#[test]
fn the_name_of_a_port_is_typed_where_it_is_used_too() {
    let job = "\
$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
command: python train.py --data ${{inputs.data}} --again ${{inputs.data}} --out ${{outputs.model}}
environment: azureml:data:1
compute: azureml:cpu
inputs:
  data: {type: uri_folder, path: azureml:data:1}
outputs:
  model: {type: uri_folder}
";
    let project = Project::default().with("job.yml", job);
    let mut session = Session::of(&project, &Client::default().pulling());
    session.open_file("job.yml");
    let data = ["1:data", "1:data", "5:data"];
    for (line, column) in [(5, 3), (5, 6), (1, 42)] {
        assert_eq!(
            linked(&mut session, job, line, column),
            data,
            "{line}:{column}"
        );
    }
    assert_eq!(linked(&mut session, job, 7, 2), ["1:model", "7:model"]);
    // The name of a resource is changed by a rename, in all files.
    for (line, column) in [(2, 22), (5, 44), (3, 18), (1, 3)] {
        assert_eq!(
            linked(&mut session, job, line, column),
            [""; 0],
            "{line}:{column}"
        );
    }
}

#[test]
fn a_name_that_another_file_defines_is_not_typed_alone() {
    let component = "\
$schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json
name: train
command: train ${{inputs.data}}
environment: azureml:e:1
inputs: {data: {type: uri_folder}}
";
    let pipeline = "\
type: pipeline
jobs:
  a:
    component: ./train.yml
    inputs: {data: {type: uri_folder, path: azureml:d:1}}
  b:
    component: ./train.yml
    inputs: {data: {type: uri_folder, path: azureml:d:1}}
";
    let project = Project::default()
        .with("job.yml", pipeline)
        .with("train.yml", component);
    let mut session = Session::of(&project, &Client::default().pulling());
    session.open_file("job.yml");
    assert_eq!(linked(&mut session, pipeline, 4, 14), [""; 0]);
}
