//! A change flows to the documents that looked it up, and to nothing else. The trace of the server
//! names each analysis; on a paused clock their number is always the same.

use std::collections::BTreeMap;

use azml_tests::memory_client::{Clock, MemoryClient, with_server};
use azml_tests::process::Project;
use serde_json::{Value, json};

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

/// Capabilities of an editor that gets findings without a request.
fn published() -> Value {
    json!({"textDocument": {"publishDiagnostics": {}}})
}

/// Everything that one change led to.
#[derive(Debug, Default)]
struct Effects {
    /// How often each file was analyzed.
    analyzed: BTreeMap<String, usize>,
    /// The last findings of each file that were published.
    published: BTreeMap<String, Vec<Value>>,
    /// Requests to pull again.
    refreshes: usize,
}

impl Effects {
    /// Waits until nothing is left to do.
    async fn of(client: &mut MemoryClient) -> Self {
        let mut effects = Self::default();
        let root = client.uri("");
        let inside = |text: &str| {
            let path = text.split(&root).last().expect("a text has an end");
            path.trim_start_matches('/').to_owned()
        };
        for mut message in client.settle().await {
            let mut params = message["params"].take();
            match message["method"].as_str() {
                Some("$/logTrace") => {
                    let line = params["message"].as_str().expect("a text");
                    let line = line.strip_prefix("analyzed ").expect("an analysis");
                    let (path, _) = line.split_once(": ").expect("a path");
                    let path = inside(&format!("file://{path}"));
                    *effects.analyzed.entry(path).or_default() += 1;
                }
                Some("textDocument/publishDiagnostics") => {
                    let path = inside(params["uri"].as_str().expect("an address"));
                    let found = params["diagnostics"].as_array_mut().map(std::mem::take);
                    effects.published.insert(path, found.unwrap_or_default());
                }
                Some("workspace/diagnostic/refresh") => effects.refreshes += 1,
                _ => {}
            }
        }
        effects
    }

    /// The lines of the findings of `rule` in a file that was published.
    fn lines(&self, path: &str, rule: &str) -> Vec<u64> {
        let found = self.published.get(path);
        let found = found.unwrap_or_else(|| panic!("{path} was not published: {self:#?}"));
        lines_of(found, rule)
    }

    fn published_files(&self) -> Vec<&str> {
        self.published.keys().map(String::as_str).collect()
    }
}

/// The lines of the findings of one rule.
fn lines_of(found: &[Value], rule: &str) -> Vec<u64> {
    let found = found.iter().filter(|found| found["code"] == rule);
    found
        .filter_map(|found| found["range"]["start"]["line"].as_u64())
        .collect()
}

/// Opens files as they are on the disk, in a session whose trace is on.
async fn open(client: &mut MemoryClient, project: &Project, paths: &[&str]) -> Effects {
    client
        .notify("$/setTrace", json!({"value": "messages"}))
        .await;
    for path in paths {
        client.open(path, &project.text(path)).await;
    }
    Effects::of(client).await
}

fn once(paths: &[&str]) -> BTreeMap<String, usize> {
    paths.iter().map(|path| ((*path).to_owned(), 1)).collect()
}

#[test]
fn an_edit_of_a_component_reaches_the_pipelines_that_use_it_and_nothing_else() {
    let project = project();
    with_server(
        project.root(),
        &published(),
        Clock::Paused,
        async |client| {
            let _ = open(client, &project, &FILES).await;
            // The input that both bind is gone.
            let less = COMPONENT
                .replace(" --rate ${{inputs.rate}}", "")
                .replace("  rate: {type: number}\n", "");
            client.set("lib/train.yml", 2, &less).await;
            let effects = Effects::of(client).await;
            assert_eq!(
                effects.analyzed,
                once(&["lib/train.yml", "a.yml", "jobs/b.yml"])
            );
            assert_eq!(effects.lines("a.yml", "unknown-component-port"), [10]);
            assert_eq!(effects.lines("jobs/b.yml", "unknown-component-port"), [10]);
            // It is back, but the other one is of another type.
            let typed = COMPONENT.replace("uri_folder", "integer");
            client.set("lib/train.yml", 3, &typed).await;
            let effects = Effects::of(client).await;
            assert_eq!(
                effects.analyzed,
                once(&["lib/train.yml", "a.yml", "jobs/b.yml"])
            );
            for path in ["a.yml", "jobs/b.yml"] {
                assert!(effects.lines(path, "unknown-component-port").is_empty());
                assert_eq!(effects.lines(path, "port-type-mismatch").len(), 1);
            }
            // Findings that stay as they are are not published.
            client
                .set("lib/train.yml", 4, &typed.replace("Train", "Fit"))
                .await;
            let effects = Effects::of(client).await;
            assert!(
                effects
                    .published_files()
                    .iter()
                    .all(|it| *it == "lib/train.yml"),
                "{effects:#?}"
            );
            // A document that no longer uses it is not analyzed.
            client.set("a.yml", 2, &pipeline("./lib/score.yml")).await;
            let effects = Effects::of(client).await;
            assert_eq!(effects.analyzed, once(&["a.yml"]));
            assert!(effects.lines("a.yml", "port-type-mismatch").is_empty());
            client.set("lib/train.yml", 5, &less).await;
            let effects = Effects::of(client).await;
            assert_eq!(effects.analyzed, once(&["lib/train.yml", "jobs/b.yml"]));
        },
    );
}

#[test]
fn a_file_that_comes_or_goes_reaches_those_that_looked_for_it() {
    let project = project();
    let component = project.root().join("lib/train.yml");
    std::fs::remove_file(&component).expect("it is there");
    with_server(
        project.root(),
        &published(),
        Clock::Paused,
        async |client| {
            let others = &FILES[1..];
            let effects = open(client, &project, others).await;
            for path in others {
                let missing = usize::from(["a.yml", "jobs/b.yml"].contains(path));
                let found = effects.lines(path, "component-file-missing");
                assert_eq!(found.len(), missing, "{path}");
            }
            std::fs::write(&component, COMPONENT).expect("a file can be written");
            client.report("lib/train.yml", 1).await;
            let effects = Effects::of(client).await;
            assert_eq!(effects.analyzed, once(&["a.yml", "jobs/b.yml"]));
            for path in ["a.yml", "jobs/b.yml"] {
                assert!(effects.lines(path, "component-file-missing").is_empty());
            }
            std::fs::remove_file(&component).expect("it is there");
            client.report("lib/train.yml", 3).await;
            let effects = Effects::of(client).await;
            assert_eq!(effects.analyzed, once(&["a.yml", "jobs/b.yml"]));
            for path in ["a.yml", "jobs/b.yml"] {
                assert_eq!(effects.lines(path, "component-file-missing").len(), 1);
            }
        },
    );
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
    let script = project.root().join("src/train.py");
    with_server(
        project.root(),
        &published(),
        Clock::Paused,
        async |client| {
            let effects = open(client, &project, &["a.yml", "d.yml", "c.yml"]).await;
            assert_eq!(effects.lines("a.yml", "script-missing").len(), 1);
            assert!(effects.lines("d.yml", "script-missing").is_empty());
            for (kind, text, rule) in [
                (1, Some(""), Some("script-empty")),
                (2, Some("print(1)\n"), None),
                (3, None, Some("script-missing")),
            ] {
                match text {
                    Some(text) => std::fs::write(&script, text).expect("a file can be written"),
                    None => std::fs::remove_file(&script).expect("it is there"),
                }
                client.report("src/train.py", kind).await;
                let effects = Effects::of(client).await;
                assert_eq!(effects.analyzed, once(&["a.yml"]), "{kind}");
                assert_eq!(effects.published_files(), ["a.yml"], "{kind}");
                for one in ["script-empty", "script-missing"] {
                    let is_found = !effects.lines("a.yml", one).is_empty();
                    assert_eq!(is_found, rule == Some(one), "{kind}: {one}");
                }
            }
        },
    );
}

async fn pull(client: &mut MemoryClient, path: &str) -> Vec<u64> {
    let params = json!({"textDocument": {"uri": client.uri(path)}});
    let answer = client.request("textDocument/diagnostic", params).await;
    let found = answer["result"]["items"].as_array().expect("a list");
    lines_of(found, "unknown-component-port")
}

#[test]
fn a_client_that_pulls_pulls_again_and_only_users_are_analyzed() {
    let project = project();
    let pulls = json!({
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": true}},
    });
    with_server(project.root(), &pulls, Clock::Paused, async |client| {
        let _ = open(client, &project, &FILES).await;
        for path in FILES {
            assert!(pull(client, path).await.is_empty(), "{path}");
        }
        for (version, name) in [(2, "pace"), (3, "rate"), (4, "pace")] {
            let text = COMPONENT.replace("rate", name);
            client.set("lib/train.yml", version, &text).await;
            let effects = Effects::of(client).await;
            assert_eq!(
                effects.analyzed,
                once(&["lib/train.yml", "a.yml", "jobs/b.yml"])
            );
            assert_ne!(effects.refreshes, 0);
            for path in FILES {
                let is_user = ["a.yml", "jobs/b.yml"].contains(&path);
                let is_found = !pull(client, path).await.is_empty();
                assert_eq!(is_found, is_user && name == "pace", "{path}, {name}");
            }
            let effects = Effects::of(client).await;
            assert!(effects.analyzed.is_empty(), "a pull finds what is known");
            assert_eq!(effects.refreshes, 0);
        }
    });
}
