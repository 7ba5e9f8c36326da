//! Completions, inlay hints and code lenses, as editors ask for them.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{CLUSTER, INSTANCE, SWEEP, list, text};

fn project() -> Project {
    let project = Project::default()
        .with("jobs/sweep.yml", SWEEP)
        .with("computes/ci.yml", INSTANCE);
    project.with("computes/cpu.yml", CLUSTER)
}

fn at(session: &Session<'_>, path: &str, line: u32, column: u32) -> Value {
    json!({"textDocument": {"uri": session.uri(path)}, "position": {"line": line,
        "character": column}})
}

fn whole(session: &Session<'_>, path: &str) -> Value {
    let (start, end) = (
        json!({"line": 0, "character": 0}),
        json!({"line": 1000, "character": 0}),
    );
    json!({"textDocument": {"uri": session.uri(path)}, "range": {"start": start, "end": end}})
}

fn labels(answer: &Value, field: &str) -> Vec<String> {
    list(answer)
        .iter()
        .map(|item| text(&item[field]).to_owned())
        .collect()
}

#[test]
fn computes_are_offered_by_how_they_fit_while_typing() {
    let project = project();
    let mut session = Session::new(&project);
    let triggers =
        session.server["capabilities"]["completionProvider"]["triggerCharacters"].clone();
    assert!(list(&triggers).contains(&json!(":")), "{triggers}");
    session.open_file("jobs/sweep.yml");
    session.published("jobs/sweep.yml");
    let half = SWEEP.replace("azureml:ci-anna", "azureml:c");
    session.set("jobs/sweep.yml", 2, &half);
    let params = at(&session, "jobs/sweep.yml", 2, 18);
    let answer = session.request_again("textDocument/completion", &params);
    assert_eq!(answer["isIncomplete"], true);
    assert_eq!(
        labels(&answer["items"], "label"),
        ["cpu-cluster", "serverless", "ci-anna"]
    );
    let first = &answer["items"][0];
    assert_eq!(first["textEdit"]["newText"], "azureml:cpu-cluster");
    assert_eq!(
        first["textEdit"]["range"]["start"],
        json!({"line": 2, "character": 9})
    );
    assert_eq!(
        (&first["sortText"], &first["filterText"]),
        (&json!("00000"), &json!("azureml:cpu-cluster"))
    );
    session.published("jobs/sweep.yml");
}

#[test]
fn retired_values_are_struck_where_the_client_can() {
    let project = Project::default().with(
        "store.yml",
        "type: azure_data_lake_gen1\nstore_name: lake\nname: old\n",
    );
    let known = json!({"tagSupport": {"valueSet": [1]}});
    let strikes = Client::default().with("/textDocument/completion/completionItem", known);
    for (client, tags) in [(strikes, json!([1])), (Client::default(), json!(null))] {
        let mut session = Session::of(&project, &client);
        session.open_file("store.yml");
        session.published("store.yml");
        let params = at(&session, "store.yml", 0, 26);
        let answer = session.request_again("textDocument/completion", &params);
        let retired = list(&answer["items"])
            .iter()
            .find(|item| item["label"] == "azure_data_lake_gen1")
            .cloned();
        assert_eq!(retired.unwrap()["tags"], tags);
    }
}

#[test]
fn hints_and_lenses_follow_the_files() {
    let project = project();
    let client = Client::default().with("/workspace/inlayHint", json!({"refreshSupport": true}));
    let mut session = Session::of(&project, &client);
    session.open_file("jobs/sweep.yml");
    session.published("jobs/sweep.yml");
    session.expect("workspace/inlayHint/refresh");
    let params = whole(&session, "jobs/sweep.yml");
    let answer = session.request_again("textDocument/inlayHint", &params);
    assert_eq!(
        labels(&answer, "label"),
        [
            "compute instance · 1 node",
            "= 1 hour",
            "= 10 minutes",
            "24 rounds"
        ]
    );
    assert_eq!(answer[0]["position"], json!({"line": 2, "character": 24}));

    // The compute changes in another tab.
    session.open(
        "computes/ci.yml",
        CLUSTER.replace("cpu-cluster", "ci-anna").as_str(),
    );
    session.published("computes/ci.yml");
    session.published("jobs/sweep.yml");
    session.expect("workspace/inlayHint/refresh");
    let answer = session.request_again("textDocument/inlayHint", &params);
    assert_eq!(labels(&answer, "label")[0], "cluster · 0–4 nodes");
    assert_eq!(labels(&answer, "label")[3], "6 rounds");

    let params = json!({"textDocument": {"uri": session.uri("computes/ci.yml")}});
    let answer = session.request_again("textDocument/codeLens", &params);
    let title = text(&answer[0]["command"]["title"]).to_owned();
    assert!(
        title.starts_with("idle: no machines are billed · 4 nodes: about $"),
        "{title}"
    );
    assert!(title.contains("list price of "), "{title}");
}

#[test]
fn hints_can_be_turned_off_and_on() {
    let project = project();
    let mut session = Session::new(&project);
    session.open_file("jobs/sweep.yml");
    session.published("jobs/sweep.yml");
    let params = whole(&session, "jobs/sweep.yml");
    for (setting, count) in [("off", 0), ("on", 4)] {
        session.notify(
            "workspace/didChangeConfiguration",
            json!({"settings": {"azml-ls": {"inlayHints": setting}}}),
        );
        let answer = session.request_again("textDocument/inlayHint", &params);
        assert_eq!(list(&answer).len(), count, "{setting}");
    }
}

#[test]
fn a_client_can_list_the_workspace_with_what_is_typed() {
    let asset = |name: &str| {
        format!("[{{\"name\": \"{name}\", \"latest\": \"7\", \"versions\": [\"6\", \"7\"]}}]")
    };
    let endpoints =
        "[{\"name\": \"house\", \"kind\": \"online\", \"deployments\": [{\"name\": \"blue\"}]}]";
    let project = Project::default()
        .with("azml.yaml", "computes: {old: {type: amlcompute, max_instances: 2}}\n")
        .with("b/gpu.yml", "type: amlcompute\nname: gpu\nsize: Standard_NC6s_v3\nmin_instances: 1\nmax_instances: 4\n")
        .with("job.yml", "type: command\ncommand: echo\ncompute: azureml:GPU\nenvironment: azureml:sk:7\n")
        .with("far.yml", "type: command\ncommand: echo\ncompute: azureml:far\nenvironment: file:env.yml\n")
        .with("env.yml", "$schema: https://azuremlschemas.azureedge.net/latest/environment.schema.json\nname: own\nversion: 2\nimage: x\n")
        .with(".azml/snapshot.json", "{\"format\": 1, \"workspace\": \"dev\", \"saved\": \"2026-11-01\"}")
        .with(".azml/environments.json", asset("sk").as_str())
        .with(".azml/endpoints.json", endpoints);
    let mut session = Session::of(&project, &Client::default().pulling());
    session.open_file("b/gpu.yml");
    let answer = session.request_again("azml-ls/workspace", &json!({}));
    let titles: Vec<&str> = list(&answer).iter().map(|it| text(&it["title"])).collect();
    assert_eq!(titles, ["Computes", "Endpoints", "Environments"]);
    let lines = listing(&answer);
    assert!(
        lines[1].starts_with("gpu: $3.06/h · 1–4 nodes · NC6s_v3 · idle: about $"),
        "{}",
        lines[1]
    );
    assert!(
        lines[1].ends_with("compute cluster | b/gpu.yml:2 | job.yml:3"),
        "{}",
        lines[1]
    );
    assert_eq!(lines[0], "far: not defined here |  | far.yml:3");
    assert_eq!(
        lines[2..],
        [
            "old: 0–2 nodes · compute cluster | azml.yaml:1 | ",
            "house: online endpoint · 1 deployment | .azml/endpoints.json:1 | ",
            "own: version 2 | env.yml:2 | far.yml:4",
            "sk: version 7 | .azml/environments.json:1 | job.yml:4",
        ]
    );
    let gpu = &answer[0]["resources"][1];
    assert_eq!(
        (&gpu["compute"], &gpu["costs"]),
        (&json!("cluster"), &json!(true))
    );
    assert_eq!(gpu["place"]["location"]["uri"], session.uri("b/gpu.yml"));
    assert_eq!(
        gpu["place"]["location"]["range"]["start"],
        json!({"line": 1, "character": 6})
    );

    session.set("b/gpu.yml", 2, "type: computeinstance\nname: gpu\n");
    let answer = session.request_again("azml-ls/workspace", &json!({}));
    assert_eq!(
        listing(&answer)[1],
        "gpu: 1 node · compute instance | b/gpu.yml:2 | job.yml:3"
    );
}

#[test]
fn a_listed_compute_has_no_price_of_another_region() {
    let project = Project::default()
        .with("azml.yaml", "location: eastus\n")
        .with("workspace.yml", "$schema: https://azuremlschemas.azureedge.net/latest/workspace.schema.json\nname: w\nlocation: North Europe\n")
        .with("gpu.yml", "type: amlcompute\nname: gpu\nsize: Standard_NC6s_v3\nmin_instances: 1\nmax_instances: 4\n");
    let mut session = Session::of(&project, &Client::default().pulling());
    let answer = session.request_again("azml-ls/workspace", &json!({}));
    let line = "gpu: 1–4 nodes · NC6s_v3 · compute cluster | gpu.yml:2 | ";
    assert!(listing(&answer).iter().any(|it| it == line), "{answer}");
    let explained = "$3.06/h (East US list price of 2026-06-18; in North Europe, the price may be higher or lower)";
    assert!(answer.to_string().contains(explained), "{answer}");
}

/// "name: summary | place | uses", one line for each resource.
fn listing(answer: &Value) -> Vec<String> {
    let resources = list(answer)
        .iter()
        .flat_map(|group| list(&group["resources"]));
    let line = |it: &Value| {
        let uses: Vec<&str> = list(&it["uses"])
            .iter()
            .map(|it| text(&it["text"]))
            .collect();
        let place = it["place"]["text"].as_str().unwrap_or_default();
        format!(
            "{}: {} | {place} | {}",
            text(&it["name"]),
            text(&it["summary"]),
            uses.join(" ")
        )
    };
    resources.map(line).collect()
}

#[test]
fn a_folder_without_azure_ml_lists_nothing() {
    let project = Project::default().with("docker-compose.yml", "services: {web: {image: x}}\n");
    let mut session = Session::of(&project, &Client::default().pulling());
    let answer = session.request_again("azml-ls/workspace", &json!({}));
    assert_eq!(answer, Value::Null);
}

#[test]
fn lenses_can_be_turned_off_and_on() {
    let project = project();
    let mut session = Session::new(&project);
    session.open_file("computes/ci.yml");
    session.published("computes/ci.yml");
    let params = json!({"textDocument": {"uri": session.uri("computes/ci.yml")}});
    let count = list(&session.request_again("textDocument/codeLens", &params)).len();
    assert!(count > 0);
    for (setting, count) in [(false, 0), (true, count)] {
        session.notify(
            "workspace/didChangeConfiguration",
            json!({"settings": {"azml-ls": {"codeLens": setting}}}),
        );
        let answer = session.request_again("textDocument/codeLens", &params);
        assert_eq!(list(&answer).len(), count, "{setting}");
    }
}

#[test]
fn the_line_that_creates_it_is_for_clients_with_a_command_for_it() {
    let job = "type: command\ncommand: echo\nenvironment: azureml:e:1\n";
    let project = Project::default()
        .with("a job.yml", job)
        .with("e.yml", "$schema: https://azuremlschemas.azureedge.net/latest/batchEndpoint.schema.json\nname: e\n")
        // A project inside the folder: the line is run in the folder.
        .with("train/azml.yaml", "")
        .with("train/jobs/j.yml", job)
        .with("docker-compose.yml", "services: {web: {image: x}}\n");
    let offers = Client {
        options: json!({"createLens": true}),
        ..Client::default().pulling()
    };
    for (client, expected) in [(Client::default().pulling(), false), (offers, true)] {
        let mut session = Session::of(&project, &client);
        for (file, title) in [
            ("a job.yml", "az ml job create --file a job.yml"),
            ("e.yml", "az ml batch-endpoint create --file e.yml"),
            (
                "train/jobs/j.yml",
                "az ml job create --file train/jobs/j.yml",
            ),
            ("docker-compose.yml", ""),
        ] {
            session.open_file(file);
            let params = json!({"textDocument": {"uri": session.uri(file)}});
            let answer = session.request_again("textDocument/codeLens", &params);
            let commands: Vec<&Value> = answer
                .as_array()
                .into_iter()
                .flatten()
                .map(|lens| &lens["command"])
                .collect();
            let create = commands
                .iter()
                .find(|it| it["command"] == "azml-ls.offerCreate");
            if !expected || title.is_empty() {
                assert!(create.is_none(), "{file}: {create:?}");
                continue;
            }
            let create = create.expect("a lens");
            assert_eq!(create["title"], title);
            let line = title.split_inclusive("--file").next().unwrap_or_default();
            assert_eq!(create["arguments"], json!([session.uri(file), line]));
        }
    }
}

#[test]
fn an_inventory_of_any_name_is_watched_and_counts_when_it_changes() {
    let inventory = |name: &str| {
        format!("[{{\"name\": \"{name}\", \"type\": \"amlcompute\", \"max_instances\": 8}}]")
    };
    let project = Project::default()
        .with(
            "azml.yaml",
            "inventories: [{name: prod, file: prod.json}]\n",
        )
        .with("jobs/sweep.yml", SWEEP)
        .with("prod.json", inventory("ci-bob"));
    let watches = json!({"dynamicRegistration": true});
    let mut session = Session::of(
        &project,
        &Client::default().with("/workspace/didChangeWatchedFiles", watches),
    );
    session.expect("client/registerCapability");
    let named = session.expect("client/registerCapability").to_string();
    assert!(named.contains("**/prod.json"), "{named}");
    session.open_file("jobs/sweep.yml");
    let found = session.published("jobs/sweep.yml");
    assert!(
        found.iter().any(|it| it["code"] == "unresolved-compute"),
        "{found:#?}"
    );
    std::fs::write(project.root().join("prod.json"), inventory("ci-anna"))
        .expect("a file can be written");
    let change = json!({"changes": [{"uri": session.uri("prod.json"), "type": 2}]});
    session.notify("workspace/didChangeWatchedFiles", change);
    let found = session.published("jobs/sweep.yml");
    assert!(
        found.iter().all(|it| it["code"] != "unresolved-compute"),
        "{found:#?}"
    );
}
