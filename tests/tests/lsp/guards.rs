//! Traps of tower-lsp that were measured (P1 to P4), and what else must not stop the server.

use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::json;

use crate::{CLUSTER, INSTANCE, SWEEP, of_rule, only};

/// P1: changes are made in the order they come in.
#[test]
fn two_hundred_changes_in_a_burst_end_in_the_right_text() {
    let project = Project::default();
    let mut session = Session::new(&project);
    session.open(
        "c.yml",
        "type: amlcompute\nname: c\nmin_instances: \nmax_instances: 40\n",
    );
    for i in 0..200_u32 {
        let at = json!({"line": 2, "character": 15 + i});
        let digit = if i == 199 { "9" } else { "0" };
        session.change(
            "c.yml",
            i64::from(i) + 2,
            json!([{"range": {"start": at, "end": at}, "text": digit}]),
        );
    }
    // What is left is one digit. Before, the number begins with zeros and is none: those are octal.
    let start = json!({"line": 2, "character": 15});
    let end = json!({"line": 2, "character": 15 + 199});
    session.change(
        "c.yml",
        300,
        json!([{"range": {"start": start, "end": end}, "text": ""}]),
    );
    loop {
        let diagnostics = session.published("c.yml");
        let found = of_rule(&diagnostics, "cluster-min-nodes");
        if found.iter().any(|found| {
            found["message"]
                .as_str()
                .unwrap()
                .starts_with("`min_instances: 9`")
        }) {
            break;
        }
    }
    let hover = session.hover("c.yml", 2, 16);
    assert!(
        hover["contents"]["value"]
            .as_str()
            .unwrap()
            .contains("9 to 40 nodes"),
        "{hover}"
    );
    // What the folder adds may be told once more, or is a part of the last ones.
    assert_eq!(session.exit(), Some(0));
}

/// P2: the process ends with `exit`, also when the client keeps the pipe open.
#[test]
fn exit_ends_the_process_while_the_pipe_stays_open() {
    let project = Project::default();
    assert_eq!(Session::new(&project).exit(), Some(0));
    assert_eq!(
        Session::new(&project).exit_at_once(),
        Some(1),
        "without `shutdown`"
    );
}

/// P3: a request is answered while others are still busy with a large document.
#[test]
fn long_work_on_one_document_does_not_hold_up_another() {
    let project = Project::default();
    let mut session = Session::new(&project);
    session.open("small.yml", CLUSTER);
    let _ = session.published("small.yml");
    // Not Azure ML's: nothing is published about it, and each request waits for its tree.
    session.open(
        "large.yml",
        &format!("items:\n{}", "- {a: 1, b: [1, 2]}\n".repeat(60_000)),
    );
    let hover = |path: &str, session: &Session<'_>| {
        json!({"textDocument": {"uri": session.uri(path)}, "position": {"line": 0,
            "character": 8}})
    };
    let large = hover("large.yml", &session);
    // Fewer than there are threads.
    let busy: Vec<i64> = (0..4)
        .map(|_| session.ask("textDocument/hover", large.clone()))
        .collect();
    let small = session.ask("textDocument/hover", hover("small.yml", &session));
    let answer = session.answer(small);
    assert!(
        answer["result"]["contents"]["value"]
            .to_string()
            .contains("### Compute cluster"),
        "{answer}"
    );
    assert!(
        busy.iter().any(|id| !session.is_answered(*id)),
        "all the work before it was done first"
    );
    for id in busy {
        let _ = session.answer(id);
    }
}

/// P4: a request to the client that is never answered stops nothing.
#[test]
fn a_burst_arrives_though_the_client_answers_nothing() {
    let project = Project::default();
    let client = Client {
        answers: false,
        ..Client::default()
    };
    let client = client.with(
        "/workspace/didChangeWatchedFiles",
        json!({"dynamicRegistration": true}),
    );
    let mut session = Session::of(&project, &client);
    let registered = session.expect("client/registerCapability");
    let globs = registered["registrations"][0]["registerOptions"]["watchers"].to_string();
    assert!(
        ["**/azml.yaml", "**/.azml/*.json", "**/*.{py,sh,"]
            .iter()
            .all(|glob| globs.contains(glob)),
        "{globs}"
    );
    let large = CLUSTER.replace("max_instances: 4", "max_instances: 400");
    session.open("c.yml", &large);
    for version in 2..300 {
        session.set(
            "c.yml",
            version,
            &large.replace("min_instances: 0", &format!("min_instances: {version}")),
        );
    }
    while of_rule(&session.published("c.yml"), "cluster-min-nodes")
        .iter()
        .all(|found| !found["message"].as_str().unwrap().contains("299"))
    {}
}

#[test]
fn columns_are_counted_as_the_client_asked() {
    let text =
        "# 😀\r\ntype: amlcompute\r\nname: c\r\ntags: {\"😀中é\": 1, b: 2}\r\nmin_instances: 2\r\n";
    let flow = format!(
        "{{type: amlcompute, name: c, description: \"😀中é\", min_instances: 2}}\r\n{}",
        ""
    );
    let before = "{type: amlcompute, name: c, description: \"😀中é\", min_instances: ";
    let utf32 = Client::default().with("/general/positionEncodings", json!(["utf-32", "utf-16"]));
    for (client, unit, column) in [
        (Client::default(), "utf-16", before.encode_utf16().count()),
        (Client::default().utf8(), "utf-8", before.len()),
        (utf32, "utf-32", before.chars().count()),
    ] {
        let project = Project::default();
        let mut session = Session::of(&project, &client);
        assert_eq!(session.server["capabilities"]["positionEncoding"], unit);
        session.open("a.yml", text);
        let found = only(&session.published("a.yml"), "cluster-min-nodes");
        assert_eq!(found["range"]["start"], json!({"line": 4, "character": 15}));
        session.open("b.yml", &flow);
        let found = only(&session.published("b.yml"), "cluster-min-nodes");
        assert_eq!(
            found["range"]["start"],
            json!({"line": 0, "character": column})
        );
        // A change in the same unit: the number becomes 0.
        session.change("b.yml", 2, json!([{"range": found["range"], "text": "0"}]));
        let left = session.published("b.yml");
        assert!(of_rule(&left, "cluster-min-nodes").is_empty(), "{left:#?}");
    }
}

#[test]
fn a_request_about_an_old_text_says_so_or_answers_for_the_new_one() {
    let project = Project::default().with("ci.yml", INSTANCE);
    let mut session = Session::new(&project);
    session.open("s.yml", SWEEP);
    let _ = session.published("s.yml");
    let position = json!({"line": 2, "character": 12});
    let params = json!({"textDocument": {"uri": session.uri("s.yml")}, "position": position});
    let id = session.ask("textDocument/hover", params);
    session.set("s.yml", 2, &SWEEP.replace("ci-anna", "gone"));
    let answer = session.answer(id);
    let (code, text) = (&answer["error"]["code"], answer["result"].to_string());
    assert!(*code == -32801 || text.contains("ci-anna"), "{answer}");
    let _ = session.published("s.yml");
}

#[test]
fn nothing_is_said_about_other_files() {
    let project = Project::default();
    let mut session = Session::new(&project);
    session.open("compose.yml", "services:\n  web: {image: x}\n");
    session.open_as(
        "c.json",
        "json",
        "{\"type\": \"amlcompute\", \"name\": \"c\", \"min_instances\": 2}",
    );
    session.open("huge.yml", &format!("{CLUSTER}# {}\n", "x".repeat(6 << 20)));
    assert!(session.hover("compose.yml", 0, 1).is_null());
    assert!(session.hover("c.json", 0, 12).is_null());
    assert!(session.hover("huge.yml", 0, 8).is_null());
    // Ours comes last: what is said about the others would come before.
    session.open("z.yml", CLUSTER);
    let _ = session.published("z.yml");
}
