//! Messages that cannot be served: each is answered with the protocol's error, or skipped with a
//! line on standard error, and the next request is served.

use azml_tests::process::{Project, start};
use azml_tests::session::{Client, Session};
use serde_json::{Value, json};

use crate::of_rule;

const CLUSTER: &str = "type: amlcompute\nname: cpu\nmin_instances: 2\nmax_instances: 4\n";

/// A session with a file open, and the log kept.
fn session(project: &Project) -> Session<'_> {
    let client = Client {
        keeps_log: true,
        ..Client::default()
    };
    let mut session = Session::of(project, &client);
    session.open("cpu.yml", CLUSTER);
    assert!(!session.published("cpu.yml").is_empty());
    session
}

fn framed(body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let header = format!("Content-Length: {}\r\n\r\n", body.len());
    [header.as_bytes(), body].concat()
}

/// Whether a request is served, and as before.
fn assert_serves(session: &mut Session, after: &str) {
    let card = session.hover("cpu.yml", 0, 1);
    assert!(card["contents"]["value"].is_string(), "{after}: {card}");
}

#[test]
fn what_is_no_message_of_lsp_is_answered_with_the_error_of_the_protocol() {
    let project = Project::default();
    let mut session = session(&project);
    let request = |id: &str| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"x"}}"#);
    let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    for (body, id, code) in [
        (r#"{"jsonrpc":"2.0","#.to_owned(), Value::Null, -32700),
        (
            "{\"jsonrpc\":\"2.0\",\"method\":\"a\0b\"}".to_owned(),
            Value::Null,
            -32700,
        ),
        ("{}".to_owned(), Value::Null, -32600),
        ("[1,2,3]".to_owned(), Value::Null, -32600),
        (format!("[{}]", request("7")), Value::Null, -32600),
        (
            r#"{"jsonrpc":"2.0","id":"p","method":5}"#.to_owned(),
            json!("p"),
            -32600,
        ),
        (
            r#"{"jsonrpc":"1.0","id":"v","method":"x"}"#.to_owned(),
            json!("v"),
            -32600,
        ),
        (r#"{"id":"w","method":"x"}"#.to_owned(), json!("w"), -32600),
        (request("1.5"), Value::Null, -32600),
        (request("1180591620717411303424"), Value::Null, -32600),
        (request("null"), Value::Null, -32600),
        (request("{}"), Value::Null, -32600),
        (
            request("9223372036854775808"),
            json!(9_223_372_036_854_775_808_u64),
            -32600,
        ),
        (
            format!(r#"{{"jsonrpc":"2.0","id":"d","method":"x","params":{deep}}}"#),
            json!("d"),
            -32600,
        ),
        (request("\"u\""), json!("u"), -32601),
    ] {
        session.send_raw(&framed(&body));
        let error = session.refusal(&id);
        assert_eq!(error["code"], code, "{body}: {error}");
        assert_serves(&mut session, &body);
    }
    assert_eq!(session.log(), "", "who is answered needs no log");
}

#[test]
fn what_must_not_be_answered_is_skipped_with_one_line() {
    let project = Project::default();
    let mut session = session(&project);
    let deep = format!("{}1{}", r#"{"a":"#.repeat(200), "}".repeat(200));
    let method = "workspace/didChangeConfiguration";
    for (body, line) in [
        (
            format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{{"settings":{deep}}}}}"#),
            "recursion limit exceeded",
        ),
        (
            r#"{"method":"initialized"}"#.to_owned(),
            "`jsonrpc` must be",
        ),
        (
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}"#.to_owned(),
            "the client answered",
        ),
        (String::new(), "an empty message"),
    ] {
        let before = session.log();
        session.send_raw(&framed(&body));
        assert_serves(&mut session, &body);
        let log = session.log();
        let lines: Vec<&str> = log[before.len()..].lines().collect();
        assert_eq!(lines.len(), 1, "{body}: {lines:?}");
        assert!(
            lines[0].starts_with("azml-ls: skipped ") && lines[0].contains(line),
            "{lines:?}"
        );
    }
}

#[test]
fn answers_that_nobody_waits_for_change_nothing() {
    let project = Project::default();
    let mut session = session(&project);
    for members in [
        r#""id":777,"result":null"#,
        r#""id":777,"error":{"code":1,"message":"x"}"#,
        r#""id":777,"result":null,"error":null"#,
        r#""id":777"#,
        r#""id":"777","result":null"#,
        r#""id":777,"error":{"code":"x","message":"x"}"#,
    ] {
        session.send_raw(&framed(format!(r#"{{"jsonrpc":"2.0",{members}}}"#)));
        assert_serves(&mut session, members);
    }
    assert_eq!(session.log(), "");
}

#[test]
fn headers_need_not_be_written_as_in_the_specification() {
    let project = Project::default();
    let mut session = session(&project);
    let body = r#"{"jsonrpc":"2.0","id":"h","method":"unknown"}"#;
    let length = body.len();
    for header in [
        format!("content-length: {length}\r\n\r\n"),
        format!("Content-Length: {length}\n\n"),
        format!("\r\nContent-Length: {length}\r\n\r\n"),
        format!("X-A: 1\r\nX-B: 2\r\nContent-Length: {length}\r\n\r\n"),
        format!("Content-Length: {length}\r\nContent-Type: text/html; charset=latin-1\r\n\r\n"),
    ] {
        session.send_raw(format!("{header}{body}").as_bytes());
        assert_eq!(session.refusal(&json!("h"))["code"], -32601, "{header:?}");
    }
    assert_eq!(session.log(), "");
}

#[test]
fn what_stands_before_a_header_is_skipped_with_one_line() {
    let project = Project::default();
    let mut session = session(&project);
    for garbage in [
        "npm WARN something\n",
        "garbage\r\n\r\n",
        "Content-Length: abc\r\n\r\n",
        "Content-Length: -5\r\n\r\n",
        "X-Other: 1\r\n\r\n",
        "\u{1b}]0;owned\u{7}\u{202e}\n::add-mask::x\n",
        "Content-Length: 99999999999999999999\r\n\r\n{}",
        "Content-Length: 1152921504606846976\r\n\r\n",
    ] {
        let before = session.log();
        session.send_raw(garbage.as_bytes());
        assert_serves(&mut session, garbage);
        let log = session.log();
        let line = &log[before.len()..];
        assert!(
            line.starts_with("azml-ls: skipped ") && line.ends_with('\n'),
            "{line:?}"
        );
        let is_plain = |c: char| c == '\n' || c.is_ascii_graphic() || c == ' ';
        assert!(
            line.lines().count() == 1 && line.chars().all(is_plain),
            "{line:?}"
        );
    }
}

#[test]
fn a_wrong_length_costs_one_message() {
    let project = Project::default();
    let mut session = session(&project);
    let body = r#"{"jsonrpc":"2.0","id":"l","method":"unknown"}"#;
    let wrong = |length: usize| format!("Content-Length: {length}\r\n\r\n{body}");
    session.send_raw(wrong(body.len() - 3).as_bytes());
    assert_eq!(session.refusal(&Value::Null)["code"], -32700);
    assert_serves(&mut session, "too short");
    session.send_raw(wrong(body.len() + 1000).as_bytes());
    assert_serves(&mut session, "too long");
    assert_eq!(
        session.refusal(&json!("l"))["code"],
        -32601,
        "the next header ends it"
    );
}

#[test]
fn what_is_no_text_is_replaced_and_the_message_is_served() {
    let project = Project::default();
    let mut session = session(&project);
    let uri = session.uri("odd.yml");
    for odd in [&b"\\ud83d"[..], b"\xff\xfe", b"\xed\xa0\xbd"] {
        let start = format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{{"textDocument":
            {{"uri":"{uri}","languageId":"yaml","version":1,"text":"type: amlcompute\nname: c"#
        );
        let end = br#"\nmin_instances: 2\nmax_instances: 4\n"}}}"#;
        session.send_raw(&framed([start.as_bytes(), odd, end].concat()));
        let found = session.published("odd.yml");
        assert_eq!(of_rule(&found, "cluster-min-nodes").len(), 1, "{found:#?}");
        session.close("odd.yml");
        assert!(session.published("odd.yml").is_empty());
    }
    assert_eq!(session.log(), "");
}

#[test]
fn who_does_not_read_the_log_is_served_all_the_same() {
    let project = Project::default();
    let mut session = session(&project);
    session.send_raw("x\n\n".repeat(500).as_bytes());
    assert_serves(&mut session, "500 times garbage");
    assert_eq!(session.log().lines().count(), 100);
}

/// The client is gone, but another process holds its end of the pipe.
#[cfg(unix)]
#[test]
fn the_server_ends_with_the_process_that_started_it() {
    use std::io::{BufReader, Read as _, Write as _};
    use std::process::{Command, Stdio};

    let project = Project::default();
    let server = project.command("--stdio");
    let mut client = Command::new("sh")
        .args(["-c", "exec 3<&0; \"$0\" --stdio <&3 & wait"])
        .arg(server.get_program())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("every Unix has a shell");
    let mut input = client.stdin.take().unwrap();
    let mut output = BufReader::new(client.stdout.take().unwrap());
    let params = json!({"processId": client.id(), "capabilities": {}});
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
    input.write_all(&framed(message.to_string())).unwrap();
    let mut answer = [0; 16];
    output.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"Content-Length: ");
    client.kill().unwrap();
    client.wait().unwrap();
    // To the end: the server closes its output, though `input` is open.
    output.read_to_end(&mut Vec::new()).unwrap();
    drop(input);
}

/// The number of a process elsewhere, as a client outside of a container tells it. Other systems
/// have no containers that hide processes, so there the server ends with any process.
#[cfg(target_os = "linux")]
#[test]
fn a_process_that_did_not_start_the_server_may_end() {
    let project = Project::default();
    let mut stranger = project
        .command("--version")
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let client = Client {
        process: Some(stranger.id()),
        ..Client::default()
    };
    let mut session = Session::of(&project, &client);
    stranger.wait().unwrap();
    session.open("cpu.yml", CLUSTER);
    assert!(!session.published("cpu.yml").is_empty());
    assert_serves(&mut session, "the end of another process");
}

#[test]
fn a_document_may_have_an_address_of_any_depth() {
    let project = Project::default();
    let mut session = session(&project);
    let uri = format!("file:///{}x.yml", "a/".repeat(20_000));
    let document = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": CLUSTER});
    session.notify("textDocument/didOpen", json!({"textDocument": document}));
    let position = json!({"line": 0, "character": 1});
    let params = json!({"textDocument": {"uri": uri}, "position": position});
    let card = session.request("textDocument/hover", params);
    assert!(card["contents"]["value"].is_string(), "{card}");
    assert!(session.awaits("textDocument/publishDiagnostics"));
    let published = session.unread("textDocument/publishDiagnostics");
    assert!(
        published.iter().any(|one| one["uri"] == uri),
        "{published:?}"
    );
    assert_serves(&mut session, "a deep address");
}

/// A server whose input and output are pipes, without a session around it.
fn piped(project: &Project) -> std::process::Child {
    let mut command = project.command("--stdio");
    let piped = std::process::Stdio::piped;
    start(command.stdin(piped()).stdout(piped()))
}

#[test]
fn the_server_ends_where_nobody_reads_its_answers() {
    let project = Project::default();
    let mut server = piped(&project);
    drop(server.stdout.take());
    let mut input = server.stdin.take().unwrap();
    let message = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    std::io::Write::write_all(&mut input, &framed(message)).unwrap();
    assert_eq!(server.wait().unwrap().code(), Some(1));
}

/// Pipes hold little: who waits for the other one here waits for ever.
#[test]
fn who_writes_without_reading_is_not_stopped() {
    let project = Project::default();
    let mut server = piped(&project);
    let mut input = server.stdin.take().unwrap();
    let initialize =
        r#"{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"capabilities":{}}}"#;
    std::io::Write::write_all(&mut input, &framed(initialize)).unwrap();
    for id in 0..5000 {
        let request = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"unknown/method"}}"#);
        std::io::Write::write_all(&mut input, &framed(request)).unwrap();
    }
    drop(input);
    let output = server.wait_with_output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.matches("Content-Length: ").count(), 5001);
}
