//! Completion of keys, as editors ask for it.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{list, text};

const JOB: &str = "$schema: https://azuremlschemas.azureedge.net/latest/pipelineJob.schema.json\n\
    type: pipeline\n\
                   jobs:\n  train:\n    type: command\n    dis\n";

/// The item `distribution` behind `dis` for a client that can do this.
fn distribution(client: &Client) -> Value {
    let project = Project::default().with("job.yml", JOB.replace("    dis\n", ""));
    let mut session = Session::of(&project, client);
    session.open_file("job.yml");
    session.published("job.yml");
    session.set("job.yml", 2, JOB);
    let params = json!({
        "textDocument": {"uri": session.uri("job.yml")},
        "position": {"line": 5, "character": 7},
    });
    let answer = session.request_again("textDocument/completion", &params);
    session.published("job.yml");
    let item = list(&answer["items"])
        .iter()
        .find(|item| text(&item["label"]) == "distribution")
        .cloned();
    item.expect("the key is offered")
}

#[test]
fn a_key_is_a_snippet_for_who_takes_snippets() {
    let plain = distribution(&Client::default());
    assert_eq!(plain["textEdit"]["newText"], "distribution:\n      type: ");
    assert_eq!(
        plain["textEdit"]["range"]["start"],
        json!({"line": 5, "character": 4})
    );
    assert_eq!(
        (&plain["insertTextFormat"], &plain["insertTextMode"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(
        (&plain["kind"], &plain["filterText"]),
        (&json!(5), &json!("distribution"))
    );

    let item = "/textDocument/completion/completionItem";
    let client = Client::default().with(&format!("{item}/snippetSupport"), json!(true));
    let snippet = distribution(&client);
    assert_eq!(snippet["textEdit"]["newText"], "distribution:\n  type: $0");
    assert_eq!(
        (&snippet["insertTextFormat"], &snippet["insertTextMode"]),
        (&json!(2), &Value::Null)
    );

    let modes = client.with(
        &format!("{item}/insertTextModeSupport"),
        json!({"valueSet": [1, 2]}),
    );
    assert_eq!(distribution(&modes)["insertTextMode"], 2);
}

#[test]
fn fast_typing_loses_no_list() {
    let project = Project::default().with("job.yml", "");
    // It pulls, so that nobody has to read what is found meanwhile.
    let mut session = Session::of(&project, &Client::default().pulling());
    session.open_file("job.yml");
    let head = JOB.replace("    dis\n", "");
    let word = "    distribution";
    for round in 0..20 {
        // Each letter is sent at once, without a look at what the ones before gave.
        let ask = |(count, typed): (i64, &str)| {
            session.set(
                "job.yml",
                2 + 20 * round + count,
                &format!("{head}{typed}\n"),
            );
            let params = json!({
                "textDocument": {"uri": session.uri("job.yml")},
                "position": {"line": 5, "character": typed.len()},
            });
            (
                typed.to_owned(),
                session.ask("textDocument/completion", params),
            )
        };
        let asked: Vec<(String, i64)> = (0..)
            .zip((5..=word.len()).map(|end| &word[..end]))
            .map(ask)
            .collect();
        for (typed, id) in asked {
            let answer = session.answer(id);
            let labels: Vec<&str> = list(&answer["result"]["items"])
                .iter()
                .map(|item| text(&item["label"]))
                .collect();
            assert!(
                labels.contains(&"distribution"),
                "behind `{typed}`: {answer}"
            );
        }
    }
}
