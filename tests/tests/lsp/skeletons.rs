//! Whole documents and values, as editors ask for them.

use azml_rules::skeletons::skeletons;
use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::{list, text};

/// What is offered in a new file of this text, at its end.
fn offered(client: &Client, text: &str) -> Vec<Value> {
    let project = Project::default().with("other.yml", "a: 1\n");
    let mut session = Session::of(&project, client);
    session.open("new.yml", text);
    let line = text.matches('\n').count();
    let column = text.rsplit('\n').next().unwrap_or_default().len();
    let params = json!({
        "textDocument": {"uri": session.uri("new.yml")},
        "position": {"line": line, "character": column},
    });
    list(&session.request_again("textDocument/completion", &params)["items"]).to_vec()
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
        assert_eq!(text(&item["textEdit"]["newText"]), skeleton.plain());
        assert_eq!(item["insertTextFormat"], Value::Null);
    }
    let count = items.iter().filter(|item| named(item).is_some()).count();
    assert!(count > 20, "{count} skeletons");
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
