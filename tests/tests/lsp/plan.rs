//! The plan of an open file, and prices of its region, as editors ask for them.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{list, text};

const PIPELINE: &str = "type: pipeline\n\
    settings: {default_compute: azureml:cpu}\n\
    jobs:\n  \
    prep:\n    \
    component: ./prep.yml\n    \
    limits: {timeout: 3600}\n  \
    train:\n    \
    type: command\n    \
    command: python train.py ${{inputs.data}}\n    \
    environment: azureml:e:1\n    \
    inputs: {data: \"${{parent.jobs.prep.outputs.clean}}\"}\n";

const TOKEN: &str = "ghp_A1bC2dE3fH4iJ5kL6mN7oP8qR9sT0uVwXyZ1";
const NAMED: &str = "4f7a91c02be85d63f1a70c9e2d48b6537ae1904c";

fn project() -> Project {
    let component = format!(
        "$schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\n\
         name: prep\ntype: command\nversion: 1\nenvironment: azureml:e:1\n\
         environment_variables: {{API_KEY: {NAMED}}}\n\
         command: curl -H {TOKEN} -H {NAMED}\noutputs: {{clean: {{type: uri_folder}}}}\n"
    );
    Project::default()
        .with("pipelines/pipeline.yml", PIPELINE)
        .with("pipelines/prep.yml", component)
        .with("env.yml", "$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json\nname: e\nimage: x\n")
        .with("azml.yaml", "location: eastus\ncomputes:\n  cpu: {type: amlcompute, size: Standard_DS3_v2, max_instances: 4}\n")
}

fn document(session: &Session<'_>, path: &str) -> Value {
    json!({"textDocument": {"uri": session.uri(path)}})
}

/// A session with the pipeline open, and the parameters of requests about it.
fn opened(project: &Project) -> (Session<'_>, Value) {
    let mut session = Session::of(project, &Client::default().pulling());
    session.open_file("pipelines/pipeline.yml");
    let params = document(&session, "pipelines/pipeline.yml");
    (session, params)
}

#[test]
fn the_plan_follows_what_is_typed() {
    let project = project();
    let (mut session, params) = opened(&project);
    let plan = session.request_again("azml-ls/plan", &params);
    let plan = text(&plan);
    for part in [
        "**Plan of pipelines/pipeline.yml: pipeline**",
        "**1. prep (command)**",
        "- component: pipelines/prep.yml",
        "**2. train (command)**",
        "- time limit: 1 hour",
        "no timeout (1 of 2 steps: train); set limits.timeout",
        "East US list price",
    ] {
        assert!(
            plan.replace(['\\', '`'], "").contains(part),
            "{part}: {plan}"
        );
    }
    let faster = format!("{PIPELINE}    limits: {{timeout: 60}}\n");
    session.set("pipelines/pipeline.yml", 2, &faster);
    let plan = session.request_again("azml-ls/plan", &params);
    assert!(text(&plan).contains("- time limit: 1 minute"), "{plan}");
    assert!(!text(&plan).contains("no timeout"), "{plan}");
}

#[test]
fn a_plan_shows_no_secret_of_another_file() {
    let project = project();
    let (mut session, params) = opened(&project);
    let plan = session.request_again("azml-ls/plan", &params);
    assert!(text(&plan).contains("command: `curl "), "{plan}");
    for secret in [TOKEN, NAMED] {
        assert!(!text(&plan).contains(secret), "{plan}");
    }
}

#[test]
fn what_is_broken_or_runs_nothing_has_a_plan_or_none() {
    let project = project();
    let mut session = Session::of(&project, &Client::default().pulling());
    let ring = "type: pipeline\njobs:\n  a: {type: command, command: 'echo ${{parent.jobs.b.outputs.x}}', inputs: {x: '${{parent.jobs.b.outputs.x}}'}}\n  b: {type: command, command: echo, inputs: {x: '${{parent.jobs.a.outputs.x}}'}}\n";
    for (version, broken) in [
        "type: command\ncommand: echo\nenvironment: azureml:e:1\nresources: {instance_count: [}\n",
        "type: pipeline\njobs: [a, b]\n",
        ring,
        "type: command\ncommand: echo\nenvironment: azureml:e:1\nresources: {instance_count: 1000000000000000000000000000000}\n",
    ]
    .into_iter()
    .enumerate()
    {
        if version == 0 {
            session.open("pipelines/pipeline.yml", broken);
        } else {
            let version = i64::try_from(version).expect("a few") + 1;
            session.set("pipelines/pipeline.yml", version, broken);
        }
        let params = document(&session, "pipelines/pipeline.yml");
        let plan = session.request_again("azml-ls/plan", &params);
        assert!(text(&plan).starts_with("**Plan of "), "{broken}: {plan}");
    }
    session.open_file("env.yml");
    let params = document(&session, "env.yml");
    assert_eq!(session.request_again("azml-ls/plan", &params), Value::Null);
    let gone = document(&session, "gone.yml");
    assert_eq!(session.request("azml-ls/plan", gone), Value::Null);
}

#[test]
fn the_lens_is_for_clients_with_a_command_for_it() {
    let project = project();
    let shows = Client {
        options: json!({"planCommand": true}),
        ..Client::default().pulling()
    };
    for (client, expected) in [(Client::default().pulling(), false), (shows, true)] {
        let mut session = Session::of(&project, &client);
        for (file, has_plan) in [
            ("pipelines/pipeline.yml", true),
            ("pipelines/prep.yml", false),
            ("env.yml", false),
        ] {
            session.open_file(file);
            let params = document(&session, file);
            let lenses = session.request_again("textDocument/codeLens", &params);
            let lenses = lenses.as_array().into_iter().flatten();
            let plans: Vec<&Value> = lenses
                .map(|lens| &lens["command"])
                .filter(|it| it["command"] == "azml-ls.showPlan")
                .collect();
            let uri = session.uri(file);
            let lens = json!({"title": "Plan", "command": "azml-ls.showPlan", "arguments": [uri]});
            if expected && has_plan {
                assert_eq!(plans, [&lens], "{file}");
            } else {
                assert!(plans.is_empty(), "{file}: {plans:?}");
            }
        }
    }
}

#[test]
fn steps_of_the_graph_have_their_costs() {
    let project = project();
    let (mut session, params) = opened(&project);
    // The compute is in a file of the folder, for whose loading the graph does not wait.
    session.request_again("azml-ls/plan", &params);
    let graph = session.request_again("azml-ls/graph", &params);
    let costs: Vec<&Value> = list(&graph["nodes"]).iter().map(|it| &it["cost"]).collect();
    let basis = "East US list price of 2026-06-18";
    let [prep, train] = [
        "1 node · $0.29/h · at most $0.29",
        "1 node · $0.29/h · no timeout",
    ]
    .map(|figures| json!({"figures": figures, "basis": basis}));
    assert_eq!(costs, [&prep, &train]);
    let svg = text(&graph["pictures"]["right"]["svg"]);
    assert!(
        svg.contains(">1 node · $0.29/h · no timeout</text>"),
        "{svg}"
    );
    assert!(svg.contains(&format!("no timeout ({basis})")), "{svg}");
}

/// A page of the price list with a price of `Standard_DS3_v2` in two regions.
fn price_list() -> String {
    let item = |region: &str, price: f64| {
        json!({"currencyCode": "USD", "retailPrice": price, "armRegionName": region, "armSkuName": "Standard_DS3_v2",
            "productName": "Virtual Machines DSv2 Series", "skuName": "DS3 v2", "meterName": "DS3 v2",
            "serviceName": "Virtual Machines", "unitOfMeasure": "1 Hour", "type": "Consumption"})
    };
    let items = [item("westeurope", 0.34), item("northeurope", 0.39)];
    json!({"Items": items, "NextPageLink": null}).to_string()
}

#[test]
fn prices_are_those_of_the_region() {
    const WORKSPACE: &str = "$schema: https://azuremlschemas.azureedge.net/latest/workspace.schema.json\nname: w\nlocation: North Europe\n";
    let project = Project::default()
        .with("workspace.yml", WORKSPACE)
        .with("azml.yaml", "location: eastus\ncomputes:\n  cpu: {type: amlcompute, size: Standard_DS3_v2, max_instances: 4}\n")
        .with(".azml/prices.json", price_list())
        .with("own.yml", "type: amlcompute\nname: own\nlocation: westeurope\nsize: Standard_DS3_v2\n")
        .with("job.yml", "type: command\ncommand: echo\nenvironment: azureml:e:1\nresources: {instance_type: Standard_DS3_v2}\n")
        .with("on.yml", "type: command\ncommand: echo\nenvironment: azureml:e:1\ncompute: azureml:cpu\n");
    let mut session = Session::of(&project, &Client::default().pulling());
    for (file, line, column, label, price) in [
        // A compute's own region, then that of the only workspace.
        ("own.yml", 3, 21, "Standard_DS3_v2", "$0.34/h"),
        ("job.yml", 3, 42, "Standard_DS3_v2", "$0.39/h"),
        ("on.yml", 3, 20, "cpu", "$0.39/h"),
    ] {
        session.open_file(file);
        let at = json!({"textDocument": {"uri": session.uri(file)}, "position": {"line": line, "character": column}});
        let found = session.request_again("textDocument/completion", &at);
        let items = found["items"].as_array().or(found.as_array());
        let mut items = items.into_iter().flatten();
        let item = items.find(|it| it["label"] == label);
        let item = item.unwrap_or_else(|| panic!("{file}: {found}"));
        assert!(item.to_string().contains(price), "{file}: {item}");
        let card = session.request_again("textDocument/hover", &at);
        assert!(
            text(&card["contents"]["value"]).contains(price),
            "{file}: {card}"
        );
    }
}
