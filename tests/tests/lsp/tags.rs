//! Text that does nothing is faded and what is retired is struck, for clients that show such.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::only;

const JOB: &str = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
    type: command\ncommand: echo\nenvironment: azureml:e:1\ninputs:\n  never_read: 1\n";
const OLD: &str = "type: amlcompute\nname: old\nsize: Standard_NC6s_v3\nmax_instances: 2\n";

/// The tags of an unused input and of a retired size, for a client that shows `known`.
fn tags(known: Value) -> [Value; 2] {
    let project = Project::default().with("job.yml", JOB).with("old.yml", OLD);
    let client = Client::default().with("/textDocument/publishDiagnostics/tagSupport", known);
    let mut session = Session::of(&project, &client);
    session.open_file("job.yml");
    session.open_file("old.yml");
    let unused = only(&session.published("job.yml"), "unused-input")["tags"].clone();
    let retired = only(&session.published("old.yml"), "retired-vm-series")["tags"].clone();
    [unused, retired]
}

#[test]
fn clients_get_the_tags_they_show() {
    assert_eq!(tags(json!({"valueSet": [1, 2]})), [json!([1]), json!([2])]);
    assert_eq!(tags(json!({"valueSet": [1]})), [json!([1]), Value::Null]);
    assert_eq!(tags(Value::Null), [Value::Null, Value::Null]);
}
