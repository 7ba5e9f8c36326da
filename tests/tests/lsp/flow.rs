//! A change flows to what looked it up, and to nothing else. The trace of the server says what it
//! analysed.

use std::collections::BTreeMap;

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{list, number, of_rule, only};

const COMPONENT: &str = "$schema: \
    https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\n\
    name: train\ntype: command\ndisplay_name: Train\nversion: '1'\n\
    command: python train.py --data ${{inputs.data}} --rate ${{inputs.rate}}\n\
    environment: azureml:training:3\n\
    inputs:\n  data: {type: uri_folder}\n  rate: {type: number}\n";

fn pipeline(component: &str) -> String {
    format!(
        "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\n\
         type: pipeline\ndisplay_name: p\nsettings: {{default_compute: azureml:cpu}}\n\
         inputs:\n  folder: {{type: uri_folder, path: azureml:wine:1}}\n\
         jobs:\n  fit:\n    type: command\n    component: {component}\n    \
         inputs: {{data: \"${{{{parent.inputs.folder}}}}\", rate: 0.1}}\n"
    )
}

/// Two pipelines that use `lib/train.yml`, one that uses another component, one that names a
/// registered one.
fn project() -> Project {
    Project::default()
        .with("lib/train.yml", COMPONENT)
        .with("lib/score.yml", COMPONENT.replace("train", "score"))
        .with("a.yml", pipeline("./lib/train.yml"))
        .with("jobs/b.yml", pipeline("../lib/train.yml"))
        .with("c.yml", pipeline("./lib/score.yml"))
        .with("d.yml", pipeline("azureml:train:1"))
}

const FILES: [&str; 6] = [
    "lib/train.yml",
    "lib/score.yml",
    "a.yml",
    "jobs/b.yml",
    "c.yml",
    "d.yml",
];

/// A session in which every file is open.
fn opened<'p>(project: &'p Project, client: &Client) -> Session<'p> {
    let mut session = Session::of(project, client);
    for path in FILES {
        session.open_file(path);
    }
    session
}

/// How often each file but `c.yml` was analysed since the last call. That one is changed and
/// published as the last of all, twice: the first time others may still be under way.
fn analysed(session: &mut Session<'_>, step: i64) -> BTreeMap<String, usize> {
    for version in [2 * step, 2 * step + 1] {
        session.set(
            "c.yml",
            version,
            &format!("# {version}\n{}", pipeline("./lib/score.yml")),
        );
        let _ = session.published("c.yml");
    }
    let mut counts = counts(session);
    counts.remove("c.yml");
    counts
}

fn counts(session: &mut Session<'_>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for trace in session.unread("$/logTrace") {
        let message = trace["message"].as_str().expect("a text").to_owned();
        let path = message
            .strip_prefix("analyzed ")
            .and_then(|rest| rest.split(": ").next())
            .expect("a path");
        let known = FILES
            .iter()
            .find(|file| path.ends_with(&format!("/{file}")))
            .expect("a file of the project");
        *counts.entry((*known).to_owned()).or_default() += 1;
    }
    counts
}

fn once(paths: &[&str]) -> BTreeMap<String, usize> {
    paths.iter().map(|path| ((*path).to_owned(), 1)).collect()
}

#[test]
fn an_edit_of_a_component_reaches_the_pipelines_that_use_it_and_nothing_else() {
    let project = project();
    let mut session = opened(
        &project,
        &Client {
            traces: true,
            ..Client::default()
        },
    );
    for path in FILES {
        let _ = session.published(path);
    }
    let _ = analysed(&mut session, 2);
    // The input that both bind is gone.
    let less = COMPONENT
        .replace(" --rate ${{inputs.rate}}", "")
        .replace("  rate: {type: number}\n", "");
    session.set("lib/train.yml", 2, &less);
    for path in ["a.yml", "jobs/b.yml"] {
        let found = only(&session.published(path), "unknown-component-port");
        assert_eq!(number(&found["range"]["start"]["line"]), 10, "{found:#?}");
    }
    let _ = session.published("lib/train.yml");
    assert_eq!(
        analysed(&mut session, 3),
        once(&["lib/train.yml", "a.yml", "jobs/b.yml"])
    );
    // It is back, but the other one is of another type.
    session.set(
        "lib/train.yml",
        3,
        &COMPONENT.replace("uri_folder", "integer"),
    );
    for path in ["a.yml", "jobs/b.yml"] {
        let found = session.published(path);
        assert!(of_rule(&found, "unknown-component-port").is_empty());
        let _ = only(&found, "port-type-mismatch");
    }
    let _ = session.published("lib/train.yml");
    assert_eq!(
        analysed(&mut session, 4),
        once(&["lib/train.yml", "a.yml", "jobs/b.yml"])
    );
    // What changes nothing in the findings is not published, and what nobody looked up is not
    // analysed.
    session.set(
        "lib/train.yml",
        4,
        &COMPONENT
            .replace("uri_folder", "integer")
            .replace("Train", "Fit"),
    );
    let _ = session.published("lib/train.yml");
    session.set("a.yml", 2, &pipeline("./lib/score.yml"));
    assert!(of_rule(&session.published("a.yml"), "port-type-mismatch").is_empty());
    let _ = analysed(&mut session, 5);
    session.set("lib/train.yml", 5, &less);
    let _ = session.published("lib/train.yml");
    let _ = session.published("jobs/b.yml");
    assert_eq!(
        analysed(&mut session, 6),
        once(&["lib/train.yml", "jobs/b.yml"]),
        "a.yml uses it no more"
    );
    // The last look at `c.yml` may still be told.
    let _ = session.exit();
}

#[test]
fn a_file_that_comes_or_goes_reaches_those_that_looked_for_it() {
    let project = project();
    std::fs::remove_file(project.root().join("lib/train.yml")).expect("it is there");
    let mut session = Session::of(
        &project,
        &Client {
            traces: true,
            ..Client::default()
        },
    );
    for path in FILES.iter().filter(|path| **path != "lib/train.yml") {
        session.open_file(path);
        let found = session.published(path);
        let missing = usize::from(["a.yml", "jobs/b.yml"].contains(path));
        assert_eq!(
            of_rule(&found, "component-file-missing").len(),
            missing,
            "{path}"
        );
    }
    let _ = analysed(&mut session, 2);
    let event = |session: &mut Session<'_>, kind: u32| {
        let uri = session.uri("lib/train.yml");
        session.notify(
            "workspace/didChangeWatchedFiles",
            json!({"changes": [{"uri": uri, "type": kind}]}),
        );
    };
    std::fs::write(project.root().join("lib/train.yml"), COMPONENT).expect("a file can be written");
    event(&mut session, 1);
    for path in ["a.yml", "jobs/b.yml"] {
        assert!(of_rule(&session.published(path), "component-file-missing").is_empty());
    }
    assert_eq!(analysed(&mut session, 3), once(&["a.yml", "jobs/b.yml"]));
    std::fs::remove_file(project.root().join("lib/train.yml")).expect("it is there");
    event(&mut session, 3);
    for path in ["a.yml", "jobs/b.yml"] {
        let _ = only(&session.published(path), "component-file-missing");
    }
    assert_eq!(analysed(&mut session, 4), once(&["a.yml", "jobs/b.yml"]));
}

/// A job that runs `script`.
fn job(script: &str) -> String {
    format!(
        "$schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json\n\
         command: python {script}\ncode: src\nenvironment: azureml:e:1\n"
    )
}

#[test]
fn a_script_that_changes_on_disk_reaches_the_jobs_that_run_it_and_nothing_else() {
    let project = Project::default()
        .with("a.yml", job("train.py"))
        .with("d.yml", job("test.py"))
        .with("c.yml", pipeline("azureml:train:1"))
        .with("src/test.py", "print(1)\n");
    let client = Client {
        traces: true,
        ..Client::default()
    };
    let mut session = Session::of(&project, &client);
    for path in ["a.yml", "d.yml", "c.yml"] {
        session.open_file(path);
    }
    let _ = only(&session.published("a.yml"), "script-missing");
    assert!(of_rule(&session.published("d.yml"), "script-missing").is_empty());
    let _ = session.published("c.yml");
    let _ = analysed(&mut session, 2);
    let script = project.root().join("src/train.py");
    let change = |session: &mut Session<'_>, text: Option<&str>, kind: u32| {
        match text {
            Some(text) => std::fs::write(&script, text).expect("a file can be written"),
            None => std::fs::remove_file(&script).expect("it is there"),
        }
        let uri = session.uri("src/train.py");
        session.notify(
            "workspace/didChangeWatchedFiles",
            json!({"changes": [{"uri": uri, "type": kind}]}),
        );
        session.published("a.yml")
    };
    let found = change(&mut session, Some(""), 1);
    assert!(of_rule(&found, "script-missing").is_empty());
    let _ = only(&found, "script-empty");
    assert_eq!(analysed(&mut session, 3), once(&["a.yml"]));
    let found = change(&mut session, Some("print(1)\n"), 2);
    assert!(of_rule(&found, "script-empty").is_empty());
    assert_eq!(analysed(&mut session, 4), once(&["a.yml"]));
    let _ = only(&change(&mut session, None, 3), "script-missing");
    assert_eq!(analysed(&mut session, 5), once(&["a.yml"]));
}

fn pull(session: &mut Session<'_>, path: &str) -> Vec<Value> {
    let params = json!({"textDocument": {"uri": session.uri(path)}});
    list(&session.request_again("textDocument/diagnostic", &params)["items"]).to_vec()
}

#[test]
fn who_pulls_is_told_to_pull_again_and_only_users_are_analysed() {
    let project = project();
    let mut session = opened(
        &project,
        &Client {
            traces: true,
            ..Client::default().pulling()
        },
    );
    for path in FILES {
        assert!(of_rule(&pull(&mut session, path), "unknown-component-port").is_empty());
    }
    // Twice only to know that nothing else is under way any more.
    for (version, name) in [(2, "pace"), (3, "rate"), (4, "pace")] {
        let _ = session.unread("$/logTrace");
        let _ = session.unread("workspace/diagnostic/refresh");
        session.set("lib/train.yml", version, &COMPONENT.replace("rate", name));
        let _ = pull(&mut session, "lib/train.yml");
        let _ = session.expect("workspace/diagnostic/refresh");
        let _ = pull(&mut session, "a.yml");
        let _ = pull(&mut session, "jobs/b.yml");
    }
    for path in FILES {
        let users = usize::from(["a.yml", "jobs/b.yml"].contains(&path));
        assert_eq!(
            of_rule(&pull(&mut session, path), "unknown-component-port").len(),
            users,
            "{path}"
        );
    }
    // One for each of the two at most; none comes after the answer to this.
    let _ = session.hover("c.yml", 0, 0);
    let _ = session.unread("workspace/diagnostic/refresh");
    let counts = counts(&mut session);
    let others = counts
        .keys()
        .filter(|path| !["lib/train.yml", "a.yml", "jobs/b.yml"].contains(&path.as_str()));
    assert_eq!(others.count(), 0, "{counts:?}");
}
