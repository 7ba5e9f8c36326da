//! A hostile repository in an editor: what it writes is shown as text in every answer.

use azml_tests::hostile::{self, ATTACKS, active_in, escaped_from};
use azml_tests::process::Project;
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

/// An editor that shows all there is.
fn client() -> Client {
    Client::default()
        .with("/textDocument/hover/contentFormat", json!(["markdown"]))
        .with(
            "/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport",
            json!(true),
        )
        .with(
            "/textDocument/completion/completionItem/labelDetailsSupport",
            json!(true),
        )
        .with(
            "/workspace/workspaceEdit/resourceOperations",
            json!(["create"]),
        )
}

/// Whether everything that `answer` shows is nothing but text.
fn assert_text(method: &str, answer: &Value) {
    let mut found = Vec::new();
    hostile::shown(answer, "", &mut found);
    for (key, text) in found {
        let lines = ["value", "message", "mermaid", "svg"].contains(&key.as_str());
        // Our own headings in Markdown start with `#`.
        let is_card = key == "value";
        let escaped = if is_card {
            text.lines()
                .find_map(|line| escaped_from(line.trim_start_matches('#')))
        } else {
            escaped_from(text)
        };
        assert_eq!(escaped, None, "{method}: {key}: {text}");
        assert!(lines || !text.contains('\n'), "{method}: {key}: {text:?}");
        if is_card {
            assert_eq!(active_in(text), None, "{method}: {text}");
        }
        if key == "svg" {
            assert_eq!(active_in_svg(text), None, "{method}: {text}");
        }
    }
}

/// The first tag of `svg` that the server does not draw with, or that does more than to draw.
fn active_in_svg(svg: &str) -> Option<&str> {
    const DRAWN: [&str; 8] = [
        "svg", "defs", "marker", "path", "g", "title", "rect", "text",
    ];
    let mut tags = svg
        .split('<')
        .skip(1)
        .map(|it| it.split('>').next().unwrap_or_default());
    tags.find(|tag| {
        let name = tag.trim_start_matches('/').split([' ', '/']).next();
        let mut attributes = tag.split('"').step_by(2).flat_map(str::split_whitespace);
        let is_active = |it: &str| {
            ["on", "style", "href", "xlink"]
                .iter()
                .any(|no| it.starts_with(no))
        };
        !name.is_some_and(|name| DRAWN.contains(&name)) || attributes.any(is_active)
    })
}

/// Asks everything that can be asked about a file.
fn ask_all(session: &mut Session<'_>, path: &str, text: &str) {
    let document = json!({"uri": session.uri(path)});
    let lines = text.lines().count();
    let whole =
        json!({"start": {"line": 0, "character": 0}, "end": {"line": lines, "character": 0}});
    let of_file = json!({"textDocument": document, "range": whole, "context": {"diagnostics": []}});
    for method in [
        "textDocument/inlayHint",
        "textDocument/codeLens",
        "textDocument/documentSymbol",
        "textDocument/documentLink",
        "textDocument/codeAction",
        "azml-ls/graph",
        "azml-ls/plan",
        "azml-ls/submission",
    ] {
        let answer = session.request_again(method, &of_file);
        let answer = match method {
            // Markdown.
            "azml-ls/plan" => json!({"value": answer}),
            _ => answer,
        };
        assert_text(method, &answer);
    }
    for (line, text) in text.lines().enumerate() {
        let ends = text
            .match_indices(": ")
            .flat_map(|(at, _)| [at, at + 3, at + 12]);
        let columns: Vec<usize> = ends.chain([2, text.len()]).collect();
        for column in columns {
            let at =
                json!({"textDocument": document, "position": {"line": line, "character": column}});
            for method in ["textDocument/hover", "textDocument/prepareCallHierarchy"] {
                let answer = session.request_again(method, &at);
                assert_text(method, &answer);
                calls(session, method, &answer);
            }
        }
        let end = json!({"line": line, "character": text.len()});
        let at = json!({"textDocument": document, "position": end});
        let answer = session.request_again("textDocument/completion", &at);
        assert_text("completion", &answer);
    }
}

fn calls(session: &mut Session<'_>, method: &str, items: &Value) {
    if method != "textDocument/prepareCallHierarchy" {
        return;
    }
    for item in items.as_array().into_iter().flatten() {
        for method in ["callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"] {
            let answer = session.request_again(method, &json!({"item": item}));
            assert_text(method, &answer);
        }
    }
}

#[test]
fn every_answer_shows_a_hostile_repository_as_text() {
    for attack in ATTACKS {
        let project = hostile::project(attack);
        let mut session = Session::of(&project, &client());
        for (path, text) in hostile::files(attack) {
            session.open(path, &text);
            let found = session.published(path);
            assert_text("publishDiagnostics", &json!(found));
            let actions = session.actions(path, &found, None);
            assert_text("codeAction", &json!(actions));
            ask_all(&mut session, path, &text);
        }
        let found = session.request_again("workspace/symbol", &json!({"query": ""}));
        assert_text("workspace/symbol", &found);
        for method in [
            "textDocument/publishDiagnostics",
            "window/showMessage",
            "window/logMessage",
        ] {
            for message in session.unread(method) {
                assert_text(method, &message);
            }
        }
    }
}

#[test]
fn a_description_keeps_its_words_and_paragraphs() {
    let project = Project::default().with(
        "comp.yml",
        "$schema: https://azuremlschemas.azureedge.net/latest/commandComponent.schema.json\n\
         type: command\nname: train\nversion: 1\ncommand: echo\nenvironment: azureml:e:1\n\
         description: |\n  Trains *one* model.\n\n  See [x](https://evil.example).\n",
    );
    let pipeline = "type: pipeline\njobs:\n  a:\n    type: command\n    component: ./comp.yml\n";
    let mut session = Session::of(&project, &client());
    session.open("p.yml", pipeline);
    let _ = session.published("p.yml");
    let card = session.hover("p.yml", 4, 20)["contents"]["value"].clone();
    let card = card.as_str().unwrap_or_default();
    assert!(
        card.contains("\n\nTrains \\*one\\* model.\n\nSee \\[x\\](https\\://evil.example).\n\n"),
        "{card}"
    );
}

#[test]
fn a_client_without_markdown_gets_plain_text() {
    let project = Project::default();
    let plain = Client::default()
        .with("/textDocument/hover/contentFormat", json!(["plaintext"]))
        .with(
            "/textDocument/completion/completionItem/documentationFormat",
            json!(["plaintext"]),
        );
    let mut session = Session::of(&project, &plain);
    session.open("c.yml", "type: amlcompute\nname: a*b\nsize: x\n");
    let card = session.hover("c.yml", 1, 1)["contents"].clone();
    assert_eq!(card["kind"], "plaintext");
    let text = card["value"].as_str().unwrap_or_default();
    assert!(
        text.starts_with("name\n\n") && !text.contains("**"),
        "{text}"
    );
    let at = json!({"textDocument": {"uri": session.uri("c.yml")}, "position": {"line": 3, "character": 0}});
    let list = session.request_again("textDocument/completion", &at);
    let about = &list["items"][0]["documentation"];
    assert_eq!(about["kind"], "plaintext", "{list}");
    let _ = session.published("c.yml");
}

#[test]
fn what_is_active_in_a_picture_is_found() {
    for active in [
        "<a>",
        "<script/>",
        "<g onclick=\"x\">",
        "<g class=\"a\" style=\"x\">",
    ] {
        assert!(active_in_svg(active).is_some(), "{active}");
    }
    assert_eq!(
        active_in_svg("<g class=\"node on-cluster\"><title>x</title></g>"),
        None
    );
}
