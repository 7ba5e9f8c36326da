//! The client's end of a server in the same process, over a pipe in memory.

use std::path::Path;

use azml_ls::config::Options;
use azml_ls::lsp;
use azml_rules::text::Column;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf,
    WriteHalf,
};

use crate::session::uri;

/// More than any session says: neither end ever waits for the other to read.
const PIPE: usize = 64 << 20;

/// The client's end.
pub(super) struct Client {
    input: WriteHalf<DuplexStream>,
    output: BufReader<ReadHalf<DuplexStream>>,
    requests: i64,
}

/// Runs `session` with a server for the folder `root`.
///
/// # Panics
/// When the server leaves before the session ends.
pub(super) fn with_server(root: &Path, unit: Column, session: impl AsyncFnOnce(&mut Client)) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime can be made");
    let (ours, theirs) = tokio::io::duplex(PIPE);
    let (input, output) = tokio::io::split(theirs);
    let (our_output, our_input) = tokio::io::split(ours);
    let mut client = Client {
        input: our_input,
        output: BufReader::new(our_output),
        requests: 0,
    };
    runtime.block_on(async {
        tokio::select! {
            end = lsp::serve(Options::default(), input, output) => panic!("the server left: {end:?}"),
            () = async {
                client.initialize(root, unit).await;
                session(&mut client).await;
                let _ = client.request("shutdown", Value::Null).await;
            } => {}
        }
    });
    runtime.shutdown_background();
}

impl Client {
    async fn initialize(&mut self, root: &Path, unit: Column) {
        let encodings = match unit {
            Column::Utf8 => json!(["utf-8"]),
            _ => json!(["utf-16"]),
        };
        let params = json!({
            "processId": null,
            "rootUri": null,
            "workspaceFolders": [{"uri": uri(root), "name": "tour"}],
            "capabilities": {
                "general": {"positionEncodings": encodings},
                "workspace": {
                    "workspaceEdit": {"documentChanges": true},
                    "diagnostics": {"refreshSupport": false},
                },
                "textDocument": {"diagnostic": {}},
            },
        });
        self.request("initialize", params).await;
        self.notify("initialized", json!({})).await;
    }

    pub(super) async fn notify(&mut self, method: &str, params: Value) {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        self.send(&message).await;
    }

    /// Asks and waits for the whole answer, again while the server is at work on a newer text.
    pub(super) async fn request(&mut self, method: &str, params: Value) -> Value {
        loop {
            self.requests += 1;
            let mut message = json!({"jsonrpc": "2.0", "id": self.requests, "method": method});
            if !params.is_null() {
                message["params"] = params.clone();
            }
            self.send(&message).await;
            let answer = self.answer().await;
            if answer["error"]["code"] != -32801 {
                return answer;
            }
        }
    }

    /// The answer to the newest request; requests of the server are answered with nothing.
    async fn answer(&mut self) -> Value {
        loop {
            let message = self.receive().await;
            match (message.get("method"), message.get("id")) {
                (None, Some(id)) if *id == self.requests => return message,
                (Some(_), Some(id)) => {
                    let answer = json!({"jsonrpc": "2.0", "id": id, "result": null});
                    self.send(&answer).await;
                }
                _ => {}
            }
        }
    }

    async fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let head = format!("Content-Length: {}\r\n\r\n", body.len());
        let written = self.input.write_all([head, body].concat().as_bytes()).await;
        written.expect("the server reads");
    }

    /// Sends bytes that need not be a message, under one of several headers.
    pub(super) async fn send_odd(&mut self, header: u8, body: &[u8]) {
        let length = body.len();
        let head = match header % 4 {
            0 => format!("content-length: {length}\r\n\r\n"),
            1 => format!("Content-Type: x\r\nContent-Length: {length}\r\n\r\n"),
            2 => format!("Content-Length:{length}\r\nOdd: \u{e9}\r\n\r\n"),
            _ => format!("Content-Length: {length}\r\n\r\n"),
        };
        let written = self
            .input
            .write_all(&[head.as_bytes(), body].concat())
            .await;
        written.expect("the server reads");
    }

    async fn receive(&mut self) -> Value {
        let mut length = None;
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).await;
            assert_ne!(read.expect("the server writes"), 0, "the server left");
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("Content-Length: ") {
                length = value.parse().ok();
            }
        }
        let mut body = vec![0; length.expect("a message has a length")];
        let read = self.output.read_exact(&mut body).await;
        read.expect("the server writes what it announces");
        serde_json::from_slice(&body).expect("the server writes JSON")
    }
}
