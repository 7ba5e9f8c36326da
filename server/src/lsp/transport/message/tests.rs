use super::*;

/// Formats the parsed message: `request 7 hover {"a":1}`, `refused 7 -32600`.
fn brief(bytes: impl AsRef<[u8]>) -> String {
    let error = |answer: Value| format!("{} {}", answer["id"], answer["error"]["code"]);
    match read(bytes.as_ref()) {
        Incoming::Request(request) => {
            let (method, id, params) = request.into_parts();
            let id = id.map_or_else(|| "-".to_owned(), |id| id.to_string());
            let params = params.map_or_else(|| "-".to_owned(), |params| params.to_string());
            format!("request {id} {method} {params}")
        }
        Incoming::Response(response) => match response.into_parts() {
            (id, Ok(result)) => format!("answer {id} {result}"),
            (id, Err(error)) => format!("answer {id} error {}", error.code),
        },
        Incoming::Refused(answer) => format!("refused {}", error(answer)),
        Incoming::Skipped(reason) => format!("skipped: {reason}"),
        Incoming::Garbage(answer) => format!("garbage {}", error(answer)),
    }
}

/// A message with these members beside `jsonrpc`.
fn with(members: &str) -> String {
    brief(format!(r#"{{"jsonrpc":"2.0",{members}}}"#))
}

#[test]
fn requests_notifications_and_answers_are_told_apart() {
    assert_eq!(
        with(r#""id":1,"method":"a","params":{"b":1}"#),
        r#"request 1 a {"b":1}"#
    );
    assert_eq!(with(r#""method":"a""#), "request - a -");
    assert_eq!(with(r#""method":"a","params":null"#), "request - a -");
    assert_eq!(
        with(r#""id":1,"method":"shutdown","params":{}"#),
        "request 1 shutdown -"
    );
    assert_eq!(with(r#""id":"x","method":"a""#), r#"request "x" a -"#);
    assert_eq!(with(r#""id":-1,"method":"a","more":[1]"#), "request -1 a -");
    assert_eq!(with(r#""id":1,"result":[2]"#), "answer 1 [2]");
    assert_eq!(
        with(r#""id":1,"result":null,"error":null"#),
        "answer 1 null"
    );
    assert_eq!(
        with(r#""id":1,"error":{"code":-5,"message":"m"}"#),
        "answer 1 error -5"
    );
    // Lua leaves out what is nil.
    assert_eq!(with(r#""id":1"#), "answer 1 null");
    assert_eq!(
        with(r#""id":1,"error":{"code":"x","message":"m"}"#),
        "answer 1 error -32603"
    );
}

#[test]
fn ids_that_lsp_does_not_allow_are_told_back() {
    for (id, told) in [
        ("1.5", "null"),
        ("1180591620717411303424", "null"),
        ("9223372036854775808", "9223372036854775808"),
        ("null", "null"),
        ("{}", "null"),
        ("[1]", "null"),
        ("true", "null"),
    ] {
        let read = with(&format!(r#""id":{id},"method":"a""#));
        assert_eq!(read, format!("refused {told} -32600"));
    }
}

#[test]
fn what_is_no_json_rpc_is_refused() {
    assert_eq!(brief("{}"), "refused null -32600");
    assert_eq!(brief("[1,2]"), "refused null -32600");
    assert_eq!(
        brief(r#" [{"jsonrpc":"2.0","method":"exit"}]"#),
        "refused null -32600"
    );
    assert_eq!(brief(r#"["2.0",null,"exit"]"#), "refused null -32600");
    assert_eq!(brief("5"), "refused null -32600");
    assert_eq!(brief(r#"{"id":1,"method":"a"}"#), "refused 1 -32600");
    assert_eq!(
        brief(r#"{"jsonrpc":"1.0","id":1,"method":"a"}"#),
        "refused 1 -32600"
    );
    assert_eq!(
        brief(r#"{"jsonrpc":2.0,"id":1,"method":"a"}"#),
        "refused 1 -32600"
    );
    assert_eq!(with(r#""id":1,"method":5"#), "refused 1 -32600");
    assert_eq!(with(r#""id":1,"id":2,"method":"a""#), "refused null -32600");
}

#[test]
fn what_is_no_json_is_garbage() {
    for text in [
        r#"{"jsonrpc":"2.0","#,
        "",
        "x",
        "{\"a\":\"\0\"}",
        "{} {}",
        "[1",
        "\u{feff}{}",
    ] {
        assert_eq!(brief(text), "garbage null -32700", "{text:?}");
    }
}

#[test]
fn notifications_and_answers_that_cannot_be_served_are_skipped() {
    assert_eq!(
        brief(r#"{"method":"a"}"#),
        "skipped: `jsonrpc` must be \"2.0\""
    );
    let read = with(r#""id":null,"error":{"code":-32700,"message":"m"}"#);
    assert_eq!(
        read,
        r#"skipped: the client answered: {"code":-32700,"message":"m"}"#
    );
    assert_eq!(
        with(r#""id":1.5"#),
        "skipped: an answer without the id of a request"
    );
}

#[test]
fn what_is_no_text_is_replaced() {
    let bytes = b"{\"jsonrpc\":\"2.0\",\"method\":\"a\xff\",\"params\":[\"\\ud83d\"]}";
    assert_eq!(brief(bytes), "request - a\u{fffd} [\"\u{fffd}\"]");
}

#[test]
fn what_serde_cannot_hold_is_refused_by_its_id() {
    for value in ["[".repeat(200) + &"]".repeat(200), "1e999".to_owned()] {
        let params = format!(r#""method":"a","params":[{value}]"#);
        assert_eq!(
            with(&format!(r#""id":"x",{params}"#)),
            "refused \"x\" -32600"
        );
        assert!(with(&params).starts_with("skipped: "), "{params}");
        assert!(with(&format!(r#""id":1,"result":{value}"#)).starts_with("skipped: "));
    }
    let deep = "{\"a\":".repeat(100_000) + "1" + &"}".repeat(100_000);
    assert_eq!(brief(deep), "refused null -32600");
    assert_eq!(
        with(&format!(r#""method":"a","params":{}"#, "[".repeat(100_000))),
        "garbage null -32700"
    );
}
