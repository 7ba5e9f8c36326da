//! Refactorings and the graph over the protocol.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{of_rule, only, text, titled};

const PIPELINE: &str = "$schema: \
    https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\ntype: pipeline\n\
    inputs:\n  größe: {type: uri_folder, path: \"azureml:d:1\"}\n\
    jobs:\n  a:\n    component: ./part.yml\n    \
    compute: azureml:cpu\n    inputs: \
    {data: \"${{parent.inputs.größe}}\"}\n  b:\n    component:\n      \
    type: command\n      command: echo\n      environment: azureml:e:1\n    compute: azureml:cpu\n";
const PART: &str = "$schema: \
    https://azuremlschemas.azureedge.net/latest/pipelineComponent.schema.json\nname: part\n\
    type: pipeline\nversion: \"1\"\ninputs: {data: {type: uri_folder}}\n\
    jobs:\n  inner:\n    component: azureml:x:1\n    \
    inputs: {x: \"${{parent.inputs.data}}\"}\n";

fn project() -> Project {
    Project::default()
        .with("p/pipeline.yml", PIPELINE)
        .with("p/part.yml", PART)
}

/// The refactorings at a place.
fn refactorings(session: &mut Session<'_>, line: u32, character: u32) -> Vec<Value> {
    let at = json!({"line": line, "character": character});
    let mut params = json!({"textDocument": {"uri": session.uri("p/pipeline.yml")},
        "range": {"start": at, "end": at}});
    params["context"] = json!({"diagnostics": [], "only": ["refactor"]});
    session
        .request_again("textDocument/codeAction", &params)
        .as_array()
        .cloned()
        .unwrap_or_default()
}

#[test]
fn a_component_gets_a_file_where_the_client_can_make_one() {
    let project = project();
    let client = Client::default().with(
        "/workspace/workspaceEdit/resourceOperations",
        json!(["create"]),
    );
    let mut session = Session::of(&project, &client);
    session.open_file("p/pipeline.yml");
    let before = session.published("p/pipeline.yml");
    let actions = refactorings(&mut session, 9, 3);
    let action = titled(&actions, "Move the component of step `b` to `./b.yml`");
    assert_eq!(action["kind"], "refactor.extract");
    let changes = action["edit"]["documentChanges"]
        .as_array()
        .expect("a list")
        .clone();
    let file = session.uri("p/b.yml");
    assert_eq!(
        changes[0],
        json!({"kind": "create", "uri": file, "options": {"overwrite": false,
            "ignoreIfExists": false}})
    );
    assert_eq!(changes[1]["textDocument"]["uri"], file.as_str());
    assert_eq!(changes[2]["textDocument"]["version"], 1);

    let text = changes[1]["edits"][0]["newText"]
        .as_str()
        .expect("a text")
        .to_owned();
    assert!(text.starts_with(
        "$schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\n\
                name: b\n"
    ));
    session.open("p/b.yml", &text);
    assert_eq!(session.published("p/b.yml"), [] as [Value; 0]);
    let edits = changes[2]["edits"].as_array().expect("a list").iter().rev();
    let edits: Value = edits
        .map(|edit| json!({"range": edit["range"], "text": edit["newText"]}))
        .collect();
    session.change("p/pipeline.yml", 2, edits);
    let after = session.published("p/pipeline.yml");
    assert_eq!(after.len(), before.len(), "{after:#?}");
    let hover = session.hover("p/pipeline.yml", 11, 14);
    assert!(
        hover.to_string().contains("cpu"),
        "the compute moved up: {hover}"
    );
}

#[test]
fn without_new_files_only_edits_are_offered() {
    let project = project();
    let mut session = Session::new(&project);
    session.open_file("p/pipeline.yml");
    let _ = session.published("p/pipeline.yml");
    assert_eq!(
        refactorings(&mut session, 9, 3),
        [] as [Value; 0],
        "the client makes no files"
    );
}

#[test]
fn a_job_is_scheduled_in_a_new_file_and_stays_as_it_is() {
    let job = "type: pipeline\nsettings: {default_compute: azureml:cpu}\njobs:\n  a: {type: command, \
        command: echo, environment: azureml:e:1}\n";
    let cpu = "type: amlcompute\nname: cpu\nsize: Standard_D4s_v5\nmax_instances: 2\n";
    let project = Project::default()
        .with("p/pipeline.yml", job)
        .with("cpu.yml", cpu);
    let client = Client::default().with(
        "/workspace/workspaceEdit/resourceOperations",
        json!(["create"]),
    );
    let mut session = Session::of(&project, &client);
    session.open_file("p/pipeline.yml");
    let _ = session.published("p/pipeline.yml");
    let actions = refactorings(&mut session, 0, 7);
    let action = titled(&actions, "Schedule this job in `./pipeline-schedule.yml`");
    assert_eq!(action["kind"], "refactor.rewrite");
    let changes = action["edit"]["documentChanges"].as_array();
    let changes = changes.expect("a list");
    assert_eq!(changes.len(), 2, "a file and its text: {changes:#?}");
    let text = changes[1]["edits"][0]["newText"].as_str();
    session.open("p/pipeline-schedule.yml", text.expect("a text"));
    assert_eq!(
        session.published("p/pipeline-schedule.yml"),
        [] as [Value; 0]
    );
    let on_compute = refactorings(&mut session, 1, 32);
    let action = titled(
        &on_compute,
        "Change the default compute to serverless compute",
    );
    let edit = &action["edit"]["documentChanges"][0]["edits"][0];
    assert_eq!(edit["newText"], "azureml:serverless");
}

#[test]
fn the_graph_follows_what_is_typed() {
    let project = project();
    let mut session = Session::new(&project);
    session.open_file("p/pipeline.yml");
    let found = session.published("p/pipeline.yml");
    assert!(of_rule(&found, "unknown-parent-input").is_empty());
    let params = json!({"textDocument": {"uri": session.uri("p/pipeline.yml")}});
    let graph = session.request_again("azml-ls/graph", &params);
    let names = |graph: &Value| -> Vec<String> {
        let nodes = graph["nodes"].as_array().expect("a list").iter();
        nodes
            .map(|node| {
                format!(
                    "{} {}",
                    node["kind"].as_str().unwrap(),
                    node["name"].as_str().unwrap()
                )
            })
            .collect()
    };
    assert_eq!(
        names(&graph),
        ["input größe", "input data", "remote inner", "step b"]
    );
    assert_eq!(graph["groups"][0]["name"], "a");
    let inner = &graph["nodes"][2]["location"];
    assert_eq!(
        inner["uri"],
        session.uri("p/part.yml").as_str(),
        "a step of another file"
    );
    assert_eq!(inner["range"]["start"], json!({"line": 6, "character": 2}));
    assert_eq!(graph["nodes"][3]["compute"]["name"], "cpu");
    assert!(
        graph["mermaid"]
            .as_str()
            .unwrap()
            .starts_with("---\ntitle: ")
    );
    for direction in ["right", "down"] {
        let picture = &graph["pictures"][direction];
        let svg = picture["svg"].as_str().expect("a picture");
        let size = format!("viewBox=\"0 0 {} {}\"", picture["width"], picture["height"]);
        assert!(svg.contains(&size), "{svg}");
        for (number, node) in graph["nodes"].as_array().unwrap().iter().enumerate() {
            let kind = node["kind"].as_str().unwrap();
            let start = format!("<g class=\"node {kind}");
            let data = format!("data-node=\"{number}\" tabindex=\"0\" role=\"link\"");
            let drawn = svg
                .lines()
                .any(|it| it.starts_with(&start) && it.contains(&data));
            assert!(drawn && node["location"].is_object(), "{node}: {svg}");
        }
        assert!(svg.contains("<g class=\"group\" data-group=\"0\""), "{svg}");
        assert!(svg.contains("<g class=\"edge plain\" data-from=\"0\" data-to=\"1\""));
    }

    session.set(
        "p/pipeline.yml",
        2,
        &PIPELINE.replace("parent.inputs.größe", "parent.inputs.gone"),
    );
    let graph = session.request_again("azml-ls/graph", &params);
    assert_eq!(names(&graph).last().unwrap(), "missing gone");
    let found = session.published("p/pipeline.yml");
    let edge = graph["edges"].as_array().unwrap().last().unwrap();
    assert_eq!(edge["problem"], "the pipeline has no input `gone`");
    let svg = graph["pictures"]["right"]["svg"].as_str().unwrap();
    assert!(svg.contains("class=\"edge broken\"") && svg.contains("\nthe pipeline has no input"));
    assert!(
        only(&found, "unknown-parent-input")["message"]
            .as_str()
            .unwrap()
            .starts_with("the pipeline has no input")
    );

    let other = session.uri("p/gone.yml");
    let none = session.request("azml-ls/graph", json!({"textDocument": {"uri": other}}));
    assert_eq!(none, Value::Null, "what is not open has no graph");
}

#[test]
fn an_input_is_declared_in_the_file_of_the_component() {
    let component = "$schema: \
        https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\nname: fit\n\
        type: command\nversion: \"1\"\ncommand: echo ${{outputs.model}}\nenvironment: azureml:e:1\n\
        outputs:\n  \
        model: {type: mlflow_model}\n";
    let pipeline = "type: pipeline\nsettings: {default_compute: azureml:cpu}\ninputs: {rate: 0.5}\n\
        jobs:\n  fit:\n    \
        component: ../lib/fit.yml\n    inputs: {speed: \"${{parent.inputs.rate}}\"}\n";
    let project = Project::default()
        .with("lib/fit.yml", component)
        .with("p/pipeline.yml", pipeline);
    let mut session = Session::new(&project);
    session.open_file("p/pipeline.yml");
    let found = only(
        &session.published("p/pipeline.yml"),
        "unknown-component-port",
    );
    let actions = session.actions("p/pipeline.yml", &[found], Some("quickfix"));
    let action = titled(&actions, "Declare the input `speed` of component `fit.yml`");
    let change = &action["edit"]["documentChanges"][0];
    assert_eq!(
        change["textDocument"]["uri"],
        session.uri("lib/fit.yml").as_str()
    );
    let edit = &change["edits"][0];
    // Above the outputs, with the type that the pipeline gives.
    assert_eq!(edit["newText"], "\ninputs:\n  speed: {type: number}");
    assert_eq!(edit["range"]["start"], json!({"line": 5, "character": 24}));
}

#[test]
fn an_edit_of_another_open_file_is_of_what_was_typed_there() {
    let component = "$schema: \
        https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\nname: fit\n\
        type: command\nversion: \"1\"\ncommand: echo ${{outputs.model}}\nenvironment: azureml:e:1\n\
        outputs:\n  \
        model: {type: mlflow_model}\n";
    let pipeline = "type: pipeline\nsettings: {default_compute: azureml:cpu}\ninputs: {rate: 0.5}\n\
        jobs:\n  fit:\n    \
        component: ./fit.yml\n    inputs: {speed: \"${{parent.inputs.rate}}\"}\n";
    let project = Project::default()
        .with("fit.yml", component)
        .with("pipeline.yml", pipeline);
    let mut session = Session::of(&project, &Client::default().pulling());
    session.open_file("fit.yml");
    session.open_file("pipeline.yml");
    let params = json!({"textDocument": {"uri": session.uri("pipeline.yml")}});
    let report = session.request_again("textDocument/diagnostic", &params);
    let found = only(
        report["items"].as_array().expect("a list"),
        "unknown-component-port",
    );
    for version in 2..12 {
        let lines = "# new\n".repeat(usize::try_from(version).expect("a small number"));
        session.set("fit.yml", version, &format!("{lines}{component}"));
        let actions = session.actions(
            "pipeline.yml",
            std::slice::from_ref(&found),
            Some("quickfix"),
        );
        let action = titled(&actions, "Declare the input `speed` of component `fit.yml`");
        let change = &action["edit"]["documentChanges"][0];
        assert_eq!(change["textDocument"]["version"], version);
        let start = &change["edits"][0]["range"]["start"];
        assert_eq!(*start, json!({"line": version + 5, "character": 24}));
    }
    assert_eq!(session.exit(), Some(0));
}

#[test]
fn the_compute_of_a_scheduled_job_changes_in_the_file_of_the_job() {
    let project = Project::default()
        .with(
            "schedule.yml",
            "trigger: {type: cron, expression: \"0 3 * * *\"}\ncreate_job: ./jobs/train.yml\n",
        )
        .with(
            "jobs/train.yml",
            "command: echo\nenvironment: azureml:e:1\ncompute: azureml:ci-anna\n",
        )
        .with("cpu.yml", "{type: amlcompute, name: cpu}\n")
        .with("ci.yml", "{type: computeinstance, name: ci-anna}\n");
    let mut session = Session::new(&project);
    session.open_file("schedule.yml");
    let found = only(
        &session.published("schedule.yml"),
        "scheduled-job-on-compute-instance",
    );
    let actions = session.actions("schedule.yml", &[found], Some("quickfix"));
    for (title, compute) in [
        ("Run on `cpu` (compute cluster", "azureml:cpu"),
        (
            "Run on serverless compute in train.yml",
            "azureml:serverless",
        ),
    ] {
        let found = actions
            .iter()
            .find(|action| text(&action["title"]).starts_with(title));
        let change = &found.expect(title)["edit"]["documentChanges"][0];
        let file = &change["textDocument"];
        assert_eq!(file["uri"], session.uri("jobs/train.yml").as_str());
        assert!(file.as_object().expect("a file").contains_key("version"));
        let edit = &change["edits"][0];
        assert_eq!(edit["newText"], compute);
        assert_eq!(edit["range"]["start"], json!({"line": 2, "character": 9}));
    }
}
