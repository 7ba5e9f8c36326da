//! What only Windows has. These run there, and under Wine: `tests/windows/run.sh`.

use std::io::{Read as _, Write as _};
use std::process::Stdio;

use azml_tests::process::{Project, start};
use azml_tests::session::Session;
use serde_json::{Value, json};

use crate::{CLUSTER, INSTANCE, SWEEP, list, only};

/// The address of a file as VS Code writes it: `file:///c%3A/a.yml`.
fn uri_of_vs_code(session: &Session<'_>, path: &str) -> String {
    let uri = session.uri(path);
    let (drive, rest) = uri["file:///".len()..].split_once(':').expect("a drive");
    format!("file:///{}%3A{rest}", drive.to_lowercase())
}

fn at(uri: &str, line: u32, character: u32) -> Value {
    let position = json!({"line": line, "character": character});
    json!({"textDocument": {"uri": uri}, "position": position})
}

#[test]
fn a_session_with_the_addresses_of_vs_code() {
    let project = Project::default()
        .with("computes/ci.yml", INSTANCE)
        .with("jobs/sweep.yml", SWEEP);
    let mut session = Session::new(&project);
    let uri = uri_of_vs_code(&session, "jobs/sweep.yml");
    let document = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": SWEEP});
    session.notify("textDocument/didOpen", json!({"textDocument": document}));

    let published = session.expect("textDocument/publishDiagnostics");
    assert_eq!(published["uri"], uri.as_str(), "the same spelling");
    let finding = only(list(&published["diagnostics"]), "sweep-on-single-node");
    let definition = &finding["relatedInformation"][0]["location"]["uri"];
    let definition = definition.as_str().unwrap().to_lowercase();
    assert!(definition.ends_with("/computes/ci.yml"), "{definition}");

    let compute = at(&uri, 2, 18);
    let card = session.request_again("textDocument/hover", &compute);
    let card = card["contents"]["value"].as_str().unwrap();
    assert!(card.contains("ci-anna"), "{card}");
    let offered = session.request_again("textDocument/completion", &compute);
    assert!(offered.to_string().contains("ci-anna"), "{offered}");
    let params = json!({"textDocument": {"uri": uri}, "range": finding["range"],
        "context": {"diagnostics": [finding]}});
    let actions = session.request_again("textDocument/codeAction", &params);
    assert!(actions.to_string().contains(&uri), "{actions}");
    let place = session.request_again("textDocument/definition", &compute);
    assert!(place.to_string().contains("computes/ci.yml"), "{place}");
    assert_eq!(session.exit(), Some(0));
}

/// A file under another spelling of its name is the same file: the buffer counts, not the disk.
#[test]
fn letter_case_of_an_address_does_not_matter() {
    let project = Project::default()
        .with("computes/ci.yml", INSTANCE)
        .with("sweep.yml", SWEEP);
    let mut session = Session::new(&project);
    let other = INSTANCE.replace("ci-anna", "ci-other");
    session.open("Computes/CI.yml", &other);
    let _ = session.published("Computes/CI.yml");
    session.open_file("sweep.yml");
    let found = session.published("sweep.yml");
    assert!(
        found
            .iter()
            .all(|found| found["code"] != "sweep-on-single-node"),
        "{found:?}"
    );
}

#[test]
fn the_server_ends_with_the_process_that_the_client_named() {
    let project = Project::default();
    let mut named = start(
        project
            .command("--stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::null()),
    );
    let mut server = start(
        project
            .command("--stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped()),
    );
    let mut input = server.stdin.take().unwrap();
    let mut output = server.stdout.take().unwrap();
    let params = json!({"processId": named.id(), "capabilities": {}});
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
    input.write_all(&framed(&message)).unwrap();
    output.read_exact(&mut [0; 16]).unwrap();
    named.kill().unwrap();
    named.wait().unwrap();
    // To the end: the server closes its output, though `input` is open.
    output.read_to_end(&mut Vec::new()).unwrap();
    server.wait().unwrap();
    drop(input);
}

fn framed(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// No byte is translated on the way, as the text mode of C would.
#[test]
fn messages_are_bytes() {
    let project = Project::default();
    let mut server = start(
        project
            .command("--stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped()),
    );
    let mut input = server.stdin.take().unwrap();
    let uri = "file:///C:/azml-tests/cpu.yml";
    // A line end of each kind, and the character that ended files under DOS.
    let text = format!("# \u{1a}\r\n{CLUSTER}# Größe\n");
    let document = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": text});
    for message in [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": {"processId": null, "capabilities": {}}}),
        json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}),
        json!({"jsonrpc": "2.0", "method": "textDocument/didOpen",
            "params": {"textDocument": document}}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "textDocument/hover", "params": at(uri, 2, 7)}),
        json!({"jsonrpc": "2.0", "id": 3, "method": "shutdown"}),
        json!({"jsonrpc": "2.0", "method": "exit"}),
    ] {
        input.write_all(&framed(&message)).unwrap();
    }
    let mut output = Vec::new();
    let mut stdout = server.stdout.take().unwrap();
    stdout.read_to_end(&mut output).unwrap();
    assert_eq!(server.wait().unwrap().code(), Some(0));
    let mut rest = String::from_utf8(output).expect("messages are UTF-8");
    let mut ids = Vec::new();
    while !rest.is_empty() {
        let length = rest.strip_prefix("Content-Length: ").expect("a header");
        let (length, body) = length.split_once("\r\n\r\n").expect("an empty line");
        let (message, next) = body.split_at(length.parse().expect("a number"));
        let message: Value = serde_json::from_str(message).expect("JSON of that length");
        ids.extend(message["id"].as_i64());
        rest = next.to_owned();
    }
    ids.retain(|id| *id > 0);
    ids.sort_unstable();
    assert!([1, 2, 3].iter().all(|id| ids.contains(id)), "{ids:?}");
}
