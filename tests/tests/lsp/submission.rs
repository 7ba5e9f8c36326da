//! The command line that submits a file, as editors ask for it.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::text;

const JOB: &str = "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
    type: command\n\
    name: forest_7\n\
    command: python train.py --data ${{inputs.houses}} --out <not-whole>\n\
    environment: azureml:e:1\n\
    compute: <your-cluster>\n\
    inputs:\n  \
    houses: {type: uri_folder, path: }\n  \
    rate:\n";
const PIPELINE: &str =
    "type: pipeline\njobs:\n  a: {type: command, command: echo, environment: azureml:e:1}\n";
const STRANGE: &str = "jobs/-a b;$(touch x)`y`\"%PATH%\".yml";

fn project() -> Project {
    let project = Project::default()
        .with("bin/az", "#!/bin/sh\ntouch \"$0.ran\"\n")
        .with("job.yml", JOB)
        .with("pipeline.yml", PIPELINE)
        .with(STRANGE, JOB)
        .with("x=@secret.yml", JOB)
        .with("e.yml", "$schema: https://azuremlschemas.azureedge.net/latest/batchEndpoint.schema.json\nname: e\n")
        .with("store.yml", "$schema: https://azuremlschemas.azureedge.net/latest/azureBlob.schema.json\nname: s\ntype: azure_blob\naccount_name: <account>\ncredentials: {account_key: <account-key>}\n")
        .with("w.yml", "$schema: https://azuremlschemas.azureedge.net/latest/workspace.schema.json\nname: w\nlocation: eastus\n")
        .with("docker-compose.yml", "services: {web: {image: x}}\n")
        .with("prod/job.yml", PIPELINE)
        .with("prod/.azureml/config.json", r#"{"workspace_name": "--query", "resource_group": "g"}"#)
        .with(".azureml/config.json", r#"{"subscription_id": "0000-1", "resource_group": "ml group", "workspace_name": "houses"}"#);
    let az = project.root().join("bin/az");
    std::fs::set_permissions(az, Permissions::from_mode(0o755)).expect("it was just written");
    project
}

fn session<'p>(project: &'p Project, arguments: &'static str) -> Session<'p> {
    let path = format!("PATH={}", project.root().join("bin").display());
    let client = Client {
        starter: vec!["/usr/bin/env".to_owned(), path],
        options: json!({"submitCommand": true}),
        arguments,
        ..Client::default().pulling()
    };
    Session::of(project, &client)
}

fn asked(session: &mut Session<'_>, file: &str, more: &Value) -> Value {
    let mut params = json!({"textDocument": {"uri": session.uri(file)}});
    for (key, value) in more.as_object().into_iter().flatten() {
        params[key] = value.clone();
    }
    session.request_again("azml-ls/submission", &params)
}

const WORKSPACE: [&str; 6] = [
    "--workspace-name",
    "houses",
    "--resource-group",
    "ml group",
    "--subscription",
    "0000-1",
];

#[track_caller]
fn has_arguments(answer: &Value, own: &[&str]) {
    assert_eq!(
        answer["arguments"],
        json!([own, &WORKSPACE].concat()),
        "{answer}"
    );
}

#[test]
fn each_kind_has_its_command_in_the_workspace_of_the_folder() {
    let project = project();
    let mut session = session(&project, "--stdio");
    for (file, noun) in [
        ("job.yml", "job"),
        ("e.yml", "batch-endpoint"),
        ("pipeline.yml", "job"),
    ] {
        session.open_file(file);
        let answer = asked(&mut session, file, &json!({"action": "create"}));
        has_arguments(&answer, &["ml", noun, "create", "--file", file]);
        assert_eq!(answer["workspace"], "houses");
        assert_eq!(answer["folder"], text(&json!(project.root())));
        assert_eq!(answer["program"], json!(project.root().join("bin/az")));
    }
    let line = asked(&mut session, "e.yml", &json!({}));
    assert_eq!(
        line["line"],
        "az ml batch-endpoint create --file e.yml --workspace-name houses --resource-group 'ml group' --subscription 0000-1"
    );
    session.open_file("w.yml");
    let own = asked(&mut session, "w.yml", &json!({}));
    assert_eq!(
        own["arguments"],
        json!(["ml", "workspace", "create", "--file", "w.yml"])
    );
    session.open_file("docker-compose.yml");
    assert_eq!(
        asked(&mut session, "docker-compose.yml", &json!({})),
        Value::Null
    );
    assert!(
        !project.root().join("bin/az.ran").exists(),
        "the server runs nothing"
    );
}

#[test]
fn jobs_are_followed_by_their_name_and_pipelines_validated() {
    let project = project();
    let mut session = session(&project, "--stdio");
    session.open_file("job.yml");
    session.open_file("pipeline.yml");
    session.open_file("e.yml");
    for (action, words) in [
        ("stream", &["stream"][..]),
        ("cancel", &["cancel"]),
        ("open", &["show", "--web"]),
    ] {
        let answer = asked(
            &mut session,
            "job.yml",
            &json!({"action": action, "name": "calm_carrot-7"}),
        );
        has_arguments(
            &answer,
            &[&["ml", "job"], words, &["--name", "calm_carrot-7"]].concat(),
        );
        assert_eq!(answer["name"], "forest_7", "what the file says");
        assert_eq!(
            asked(&mut session, "e.yml", &json!({"action": action})),
            Value::Null
        );
        for name in ["--query", "@/etc/passwd", "a b", ""] {
            let refused = asked(
                &mut session,
                "job.yml",
                &json!({"action": action, "name": name}),
            );
            assert_eq!(
                refused["problem"],
                format!("`{name}` is not the name of a job")
            );
        }
    }
    let answer = asked(&mut session, "pipeline.yml", &json!({"action": "validate"}));
    has_arguments(
        &answer,
        &["ml", "job", "validate", "--file", "pipeline.yml"],
    );
    assert_eq!(
        asked(&mut session, "job.yml", &json!({"action": "validate"})),
        Value::Null
    );
}

#[test]
fn values_that_the_file_leaves_open_are_asked_for_and_set() {
    let project = project();
    let mut session = session(&project, "--stdio");
    session.open_file("job.yml");
    let answer = asked(&mut session, "job.yml", &json!({}));
    let open = json!([
        {"key": "compute", "text": "<your-cluster>"},
        {"key": "inputs.houses.path", "text": ""},
        {"key": "inputs.rate", "text": ""},
    ]);
    assert_eq!(answer["values"], open);
    let values = json!({"compute": "a b; touch x", "inputs.houses.path": "$(touch x)`y`'", "inputs.rate": ""});
    let answer = asked(&mut session, "job.yml", &json!({"values": values}));
    let own = [
        "ml",
        "job",
        "create",
        "--file",
        "job.yml",
        "--set",
        "compute=a b; touch x",
        "inputs.houses.path=$(touch x)`y`'",
    ];
    has_arguments(&answer, &own);
    for key in ["--query", "@x", "a=@x", ""] {
        let refused = asked(&mut session, "job.yml", &json!({"values": {key: "1"}}));
        assert_eq!(
            refused["problem"],
            format!("`{key}` is not a key that `--set` can set")
        );
    }
    session.open_file("store.yml");
    let store = asked(&mut session, "store.yml", &json!({}));
    assert_eq!(
        store["values"],
        json!([{"key": "account_name", "text": "<account>"}]),
        "no secret is asked for"
    );
}

#[test]
fn names_of_files_are_one_argument_and_no_option() {
    let project = project();
    let mut session = session(&project, "--stdio");
    session.open_file(STRANGE);
    let answer = asked(&mut session, STRANGE, &json!({}));
    has_arguments(&answer, &["ml", "job", "create", "--file", STRANGE]);
    session.open_file("x=@secret.yml");
    let refused = asked(&mut session, "x=@secret.yml", &json!({}));
    assert!(
        text(&refused["problem"]).contains("would read another file"),
        "{refused}"
    );
    session.open_file("prod/job.yml");
    let refused = asked(&mut session, "prod/job.yml", &json!({}));
    assert_eq!(
        refused["problem"],
        "`--query` is not the name of a workspace, resource group, or subscription"
    );
}

#[test]
fn a_folder_that_is_not_trusted_has_no_command() {
    let project = project();
    let mut session = session(&project, "--stdio --restricted");
    session.open_file("job.yml");
    assert_eq!(asked(&mut session, "job.yml", &json!({})), Value::Null);
}

#[test]
fn the_lens_is_above_jobs_for_clients_with_a_command_for_it() {
    let project = project();
    let mut with = session(&project, "--stdio");
    let mut without = Session::of(&project, &Client::default().pulling());
    for (session, expected) in [(&mut with, true), (&mut without, false)] {
        for (file, is_job) in [("job.yml", true), ("pipeline.yml", true), ("e.yml", false)] {
            session.open_file(file);
            let uri = session.uri(file);
            let params = json!({"textDocument": {"uri": uri}});
            let lenses = session.request_again("textDocument/codeLens", &params);
            let lens = json!({"title": "Submit", "command": "azml-ls.submit", "arguments": [uri]});
            let lenses = lenses.as_array().into_iter().flatten();
            let found = lenses.filter(|it| it["command"] == lens).count();
            assert_eq!(found, usize::from(expected && is_job), "{file}");
        }
    }
}

#[test]
fn without_the_azure_cli_it_is_said_what_to_install() {
    let project = Project::default().with("job.yml", JOB);
    let mut session = session(&project, "--stdio");
    session.open_file("job.yml");
    let answer = asked(&mut session, "job.yml", &json!({}));
    assert!(
        text(&answer["problem"]).starts_with("the Azure CLI (`az`) is not on PATH"),
        "{answer}"
    );
}
