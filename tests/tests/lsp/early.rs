//! Documents that are opened before the folder is read: what they say by themselves is told at once,
//! answers about other files wait. That nothing waits longer is shown where time stands still
//! (`server/src/lsp/session/loading/tests.rs`).

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{CLUSTER, INSTANCE, SWEEP, list, of_rule, text};

/// A folder that takes longer to read than an answer takes. The inventory does not know the compute
/// that the last file of the folder describes.
fn project() -> Project {
    let mut project = Project::default()
        .with(
            ".azml/computes.json",
            r#"[{"name": "x", "type": "amlcompute"}]"#,
        )
        .with("z/ci.yml", INSTANCE)
        .with("z/cpu.yml", CLUSTER)
        .with("sweep.yml", SWEEP);
    for number in 0..300 {
        project = project.with(&format!("a/job-{number}.yml"), SWEEP);
    }
    project
}

fn session(project: &Project) -> Session<'_> {
    let client = Client {
        is_early: true,
        ..Client::default()
    };
    let mut session = Session::of(project, &client);
    session.open_file("sweep.yml");
    session
}

/// What is found once the folder is read; nothing that comes before may be taken back.
fn settled(session: &mut Session<'_>) {
    let _ = session.published_once("sweep.yml", |found| {
        assert_eq!(of_rule(found, "unresolved-compute"), [Value::Null; 0]);
        !of_rule(found, "sweep-on-single-node").is_empty()
    });
}

fn at_once(project: &Project, method: &str, column: u32) -> Value {
    let mut session = session(project);
    let params = json!({
        "textDocument": {"uri": session.uri("sweep.yml")},
        "position": {"line": 2, "character": column},
    });
    let answer = session.request(method, params);
    settled(&mut session);
    answer
}

#[test]
fn nothing_that_the_folder_answers_is_called_wrong_before_it_is_read() {
    settled(&mut session(&project()));
}

#[test]
fn an_answer_waits_for_the_folder() {
    let project = project();
    let hover = at_once(&project, "textDocument/hover", 20);
    let card = text(&hover["contents"]["value"]);
    assert!(
        card.starts_with("### `ci-anna`: compute instance"),
        "{card}"
    );
    let definition = at_once(&project, "textDocument/definition", 20);
    assert!(definition.to_string().contains("/z/ci.yml"), "{definition}");
    let completion = at_once(&project, "textDocument/completion", 17);
    let items = completion.get("items").unwrap_or(&completion);
    let labels: Vec<&str> = list(items)
        .iter()
        .map(|item| text(&item["label"]))
        .collect();
    for name in ["ci-anna", "cpu-cluster"] {
        assert!(labels.iter().any(|it| it.contains(name)), "{labels:?}");
    }
}
