//! Whole documents and values, as editors ask for them.

use azml_rules::skeletons::skeletons;
use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{list, text};

/// What is offered in a new file of this text, at its end.
fn offered(client: &Client, text: &str) -> Vec<Value> {
    let project = Project::default().with("other.yml", "a: 1\n");
    // One that is told nothing by itself: the session may end before that.
    let mut session = Session::of(&project, &client.clone().pulling());
    session.open("new.yml", text);
    let line = text.matches('\n').count();
    let column = text.rsplit('\n').next().unwrap_or_default().len();
    let params = json!({
        "textDocument": {"uri": session.uri("new.yml")},
        "position": {"line": line, "character": column},
    });
    list(&session.request_again("textDocument/completion", &params)["items"]).to_vec()
}

/// What is found in the text of each item that is offered in an empty file of `project`, without
/// places to fill in and what is a matter of taste.
fn findings_in_offered(project: &Project, new: &str) -> (usize, Vec<String>) {
    let client = Client::default().pulling();
    let mut session = Session::of(project, &client);
    session.open(new, "");
    let uri = session.uri(new);
    let params = json!({"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}});
    let answer = session.request_again("textDocument/completion", &params);
    // Keys are offered, too.
    let is_whole = |text: &str| text.starts_with("$schema") && text.contains('\n');
    let mut items = list(&answer["items"]).to_vec();
    items.retain(|item| is_whole(text(&item["textEdit"]["newText"])));
    let mut problems = Vec::new();
    for (version, item) in (2..).zip(&items) {
        session.set(new, version, text(&item["textEdit"]["newText"]));
        session.notify(
            "textDocument/didSave",
            json!({"textDocument": {"uri": uri}}),
        );
        let params = json!({"textDocument": {"uri": uri}});
        let report = session.request_again("textDocument/diagnostic", &params);
        for found in list(&report["items"]) {
            let is_serious = found["severity"].as_u64() <= Some(2);
            if is_serious && found["code"] != "unfilled-placeholder" {
                problems.push(format!("{}: {}", item["label"], found["message"]));
            }
        }
    }
    let count = items.len();
    assert_eq!(session.exit(), Some(0));
    (count, problems)
}

#[test]
fn what_is_inserted_is_not_red_whatever_the_folder_has() {
    let empty = Project::default();
    // Scripts of other names, a compute, assets.
    let other = Project::default()
        .with("src/fit.py", "print(1)\n")
        .with("conda.yml", "name: c\ndependencies: [python=3.12]\n")
        .with("cpu.yml", crate::CLUSTER)
        .with("data.yml", "name: d\ntype: uri_file\npath: ./src/fit.py\n");
    let full = Project::default()
        .with("src/train.py", "print(1)\n")
        .with("src/prepare.py", "print(1)\n")
        .with(
            "src/score.py",
            "def init():\n    pass\n\n\ndef run(data):\n    return data\n",
        )
        .with("data/part.csv", "a\n")
        .with("model/model.pkl", "")
        .with("docker/Dockerfile", "FROM ubuntu:24.04\n");
    for project in [&empty, &other, &full] {
        let (count, problems) = findings_in_offered(project, "new.yml");
        assert!(count > 30, "{count} are offered");
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }
}

const TRAIN: &str = "import argparse, mlflow\np = argparse.ArgumentParser()\n\
    p.add_argument('--train-data', required=True)\np.add_argument('--learning-rate', type=float, default=0.1)\n\
    p.add_argument('--trees', type=int, default=100)\np.add_argument('--model', required=True)\n\
    args = p.parse_args()\nmlflow.log_metric('rmse', 1)\n";
const PREP: &str = "import argparse\np = argparse.ArgumentParser()\np.add_argument('--raw', required=True)\n\
    p.add_argument('--rows', type=int, required=True)\nargs = p.parse_args()\n";

/// What it takes has no flags.
const POSITIONAL: &str = "import argparse\np = argparse.ArgumentParser()\np.add_argument('source')\np.add_argument('target')\n\
    p.add_argument('--mode', choices=['a', 'b'], required=True)\nargs = p.parse_args()\n";

/// Folders as people have them: scripts with arguments of their own, at the top, in a folder, and beside that of the
/// new file.
#[test]
fn what_is_inserted_fits_the_scripts_of_24_folders() {
    let scripts: [&[(&str, &str)]; 6] = [
        &[("run.py", POSITIONAL)],
        &[("train.py", TRAIN)],
        &[("prep.py", PREP)],
        &[("prep.py", PREP), ("train.py", TRAIN)],
        &[("fit.py", TRAIN), ("score.py", PREP)],
        &[
            ("prepare.py", PREP),
            ("train.py", PREP),
            ("score.py", TRAIN),
        ],
    ];
    let mut problems = Vec::new();
    for scripts in scripts {
        for folder in ["", "src/"] {
            for new in ["new.yml", "components/new.yml"] {
                let mut project = Project::default().with("components/other.txt", "");
                for (name, script) in scripts {
                    project = project.with(&format!("{folder}{name}"), *script);
                }
                let (count, found) = findings_in_offered(&project, new);
                assert!(count > 30, "{count} are offered");
                let place = format!("{folder} {new}");
                problems.extend(found.into_iter().map(|found| format!("{place}: {found}")));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// A schedule whose file is called as the job it names by default would run itself.
#[test]
fn what_is_inserted_never_names_its_own_file() {
    for new in ["pipeline.yml", "component.yml"] {
        let project = Project::default().with("other.txt", "");
        let (count, problems) = findings_in_offered(&project, new);
        assert!(count > 30, "{count} are offered");
        assert!(problems.is_empty(), "{new}: {}", problems.join("\n"));
    }
}

#[test]
fn a_sweep_and_a_component_take_what_the_script_has() {
    let project = Project::default()
        .with("src/prep.py", PREP)
        .with("src/train.py", TRAIN);
    let mut session = Session::of(&project, &Client::default().pulling());
    let mut inserted = |new: &str, label: &str| {
        session.open(new, "");
        let params = json!({"textDocument": {"uri": session.uri(new)}, "position": {"line": 0, "character": 0}});
        let answer = session.request_again("textDocument/completion", &params);
        let item = list(&answer["items"])
            .iter()
            .find(|item| item["label"] == label);
        let item = item.unwrap_or_else(|| panic!("no {label} in {answer}"));
        let first = text(&answer["items"][0]["label"]).to_owned();
        (first, text(&item["textEdit"]["newText"]).to_owned())
    };
    let (first, sweep) = inserted("sweep.yml", "sweep job");
    assert_eq!(first, "sweep job");
    for line in [
        "    python train.py\n    --train-data ${{inputs.train_data}}\n    --learning-rate ${{search_space.learning_rate}}\n",
        "  model:\n    type: uri_folder\n",
        "  learning_rate:\n    type: uniform\n    min_value: 0.01\n    max_value: 1\n",
        "  trees:\n    type: choice\n    values: [50, 100, 200]\n",
        "primary_metric: rmse\n  goal: minimize\n",
    ] {
        assert!(sweep.contains(line), "{sweep}");
    }
    let (first, component) = inserted("components/train.yml", "command component");
    assert_eq!(first, "command component");
    assert!(
        component.contains("code: ../src\ncommand: >-\n  python train.py\n"),
        "{component}"
    );
    let (first, _) = inserted("job.yml", "command job");
    assert_eq!(first, "command job for train.py");
}

#[test]
fn a_deployment_names_the_endpoint_and_the_model_of_its_folder() {
    let schema = "$schema: https://azuremlschemas.azureedge.net/latest";
    let project = Project::default()
        .with(
            "a.yml",
            format!("{schema}/batchEndpoint.schema.json\nname: nightly\n"),
        )
        .with(
            "b.yml",
            format!("{schema}/managedOnlineEndpoint.schema.json\nname: houses\nauth_mode: key\n"),
        )
        .with(
            "c.yml",
            format!("{schema}/model.schema.json\nname: forest\nversion: 7\npath: ./m.pkl\n"),
        );
    let client = Client::default().pulling();
    let mut session = Session::of(&project, &client);
    session.open("deployment.yml", "");
    let params = json!({"textDocument": {"uri": session.uri("deployment.yml")}, "position": {"line": 0, "character": 0}});
    let answer = session.request_again("textDocument/completion", &params);
    for (label, lines) in [
        (
            "managed online deployment",
            "endpoint_name: houses\nmodel: azureml:forest:7\n",
        ),
        (
            "Kubernetes online deployment",
            "endpoint_name: my-k8s-endpoint\nmodel: azureml:forest:7\n",
        ),
        (
            "batch deployment",
            "endpoint_name: nightly\nmodel: azureml:forest:7\n",
        ),
        ("managed online endpoint", "name: my-endpoint\n"),
        ("model", "name: my-model\n"),
    ] {
        let mut items = list(&answer["items"]).iter();
        let item = items.find(|item| item["label"] == label);
        let item = item.unwrap_or_else(|| panic!("no {label} in {answer}"));
        let inserted = text(&item["textEdit"]["newText"]);
        assert!(inserted.contains(lines), "{inserted}");
    }
}

/// The second script reads what the first one writes: an argument of the same name, or the only output.
#[test]
fn a_pipeline_wires_the_scripts_that_prepare_and_train() {
    let prep = |output: &str| {
        format!(
            "import argparse\np = argparse.ArgumentParser()\np.add_argument('--raw-data', required=True)\n\
             p.add_argument('--share', type=float, default=0.2)\np.add_argument('--{output}', required=True)\n\
             args = p.parse_args()\n"
        )
    };
    for (output, written) in [
        ("train-data", "train_data"),
        ("output-folder", "output_folder"),
    ] {
        let project = Project::default()
            .with("src/prep.py", prep(output))
            .with("src/train.py", TRAIN);
        let (count, problems) = findings_in_offered(&project, "pipeline.yml");
        assert!(count > 30, "{count} are offered");
        assert!(problems.is_empty(), "{}", problems.join("\n"));
        let mut session = Session::of(&project, &Client::default().pulling());
        session.open("pipeline.yml", "");
        let params = json!({"textDocument": {"uri": session.uri("pipeline.yml")}, "position": {"line": 0, "character": 0}});
        let answer = session.request_again("textDocument/completion", &params);
        assert_eq!(answer["items"][0]["label"], "pipeline job");
        let pipeline = text(&answer["items"][0]["textEdit"]["newText"]);
        for lines in [
            "inputs:\n  raw_data:\n    type: uri_folder\n    path: azureml:raw-data@latest\nsettings:\n".to_owned(),
            "      raw_data: ${{parent.inputs.raw_data}}\n      share: 0.2\n".to_owned(),
            format!("    outputs:\n      {written}:\n        type: uri_folder\n  train:\n"),
            format!("      train_data: ${{{{parent.jobs.prep.outputs.{written}}}}}\n"),
            "      --train-data ${{inputs.train_data}}\n      --learning-rate ${{inputs.learning_rate}}\n".to_owned(),
        ] {
            assert!(pipeline.contains(&lines), "{lines}\n{pipeline}");
        }
    }
}

#[test]
fn without_snippets_the_defaults_stand() {
    let items = offered(&Client::default(), "");
    let named = |item: &Value| {
        skeletons()
            .iter()
            .find(|skeleton| item["label"] == skeleton.label)
    };
    for (item, skeleton) in items.iter().filter_map(|item| Some((item, named(item)?))) {
        let inserted = text(&item["textEdit"]["newText"]);
        assert_eq!(
            lines_without_paths(inserted, inserted),
            lines_without_paths(&skeleton.plain(), inserted)
        );
        assert_eq!(item["insertTextFormat"], Value::Null);
    }
    let count = items.iter().filter(|item| named(item).is_some()).count();
    assert!(count > 20, "{count} skeletons");
}

/// The lines of `text` in which nothing is missing in the folder.
fn lines_without_paths<'t>(text: &'t str, inserted: &str) -> Vec<&'t str> {
    let lines = text.lines().zip(inserted.lines());
    let known = lines.filter(|(_, inserted)| !inserted.contains('<'));
    known.map(|(line, _)| line).collect()
}

#[test]
fn with_snippets_there_are_tab_stops() {
    let client = Client::default().with(
        "/textDocument/completion/completionItem/snippetSupport",
        json!(true),
    );
    let items = offered(&client, "# new\nclus");
    let [cluster] = items.as_slice() else {
        panic!("only the cluster is meant: {items:#?}")
    };
    assert!(
        text(&cluster["textEdit"]["newText"]).contains("name: ${1:cpu-cluster}"),
        "{cluster}"
    );
    assert_eq!(
        (&cluster["insertTextFormat"], &cluster["kind"]),
        (&json!(2), &json!(15))
    );
    assert_eq!(
        cluster["textEdit"]["range"]["start"],
        json!({"line": 1, "character": 0})
    );
}

#[test]
fn a_word_says_what_it_means() {
    let items = offered(&Client::default(), "type: amlcompute\nname: c\ntier: d");
    let labels: Vec<&str> = items.iter().map(|item| text(&item["label"])).collect();
    assert_eq!(labels, ["dedicated", "low_priority"]);
    assert_eq!(
        items[0]["detail"],
        "default: nodes that stay available to you, at full price"
    );
    assert_eq!(items[0]["kind"], 20);
}
