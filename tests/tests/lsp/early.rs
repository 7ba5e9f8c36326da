//! Questions that come before the folder is read: their answers wait for it.

use azml_tests::process::Project;
use azml_tests::session::Session;
use serde_json::{Value, json};

use crate::{INSTANCE, SWEEP, list, text};

/// A folder that takes longer to read than an answer takes.
fn project() -> Project {
    let mut project = Project::default()
        .with("z/ci.yml", INSTANCE)
        .with("sweep.yml", SWEEP);
    for number in 0..300 {
        project = project.with(&format!("a/job-{number}.yml"), SWEEP);
    }
    project
}

fn at_once(project: &Project, method: &str, column: u32) -> Value {
    let mut session = Session::new(project);
    session.open_file("sweep.yml");
    let params = json!({
        "textDocument": {"uri": session.uri("sweep.yml")},
        "position": {"line": 2, "character": column},
    });
    let answer = session.request(method, params);
    let _ = session.published("sweep.yml");
    answer
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
    assert!(
        labels.iter().any(|label| label.contains("ci-anna")),
        "{labels:?}"
    );
}
