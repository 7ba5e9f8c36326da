//! An editor and the server in one process, over a pipe in memory. On a paused clock, a session is
//! the same each time: time passes only when neither end has anything left to do.

use std::path::{Path, PathBuf};
use std::time::Duration;

use azml_ls::config::Options;
use azml_ls::lsp;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf,
    WriteHalf,
};
use tokio::time::{Instant, timeout_at};

use crate::session::uri;

/// More than any session says: neither end ever waits for the other to read.
const PIPE: usize = 64 << 20;

/// Longer than the server waits for anything before it works again.
const SETTLED_AFTER: Duration = Duration::from_secs(10);

/// Clock of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// The time of day.
    Real,
    /// Goes on by itself, to the next timer, when nothing else can run.
    Paused,
}

/// The client's end.
#[derive(Debug)]
pub struct MemoryClient {
    root: PathBuf,
    input: WriteHalf<DuplexStream>,
    output: BufReader<ReadHalf<DuplexStream>>,
    requests: i64,
}

/// Runs `session` with a server for the folder `root` and an editor with `capabilities`.
///
/// # Panics
/// When the server leaves before the session ends.
pub fn with_server(
    root: &Path,
    capabilities: &Value,
    clock: Clock,
    session: impl AsyncFnOnce(&mut MemoryClient),
) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .start_paused(clock == Clock::Paused)
        .build()
        .expect("a runtime can be made");
    let (ours, theirs) = tokio::io::duplex(PIPE);
    let (input, output) = tokio::io::split(theirs);
    let (our_output, our_input) = tokio::io::split(ours);
    let mut client = MemoryClient {
        root: root.to_owned(),
        input: our_input,
        output: BufReader::new(our_output),
        requests: 0,
    };
    runtime.block_on(async {
        tokio::select! {
            end = lsp::serve(Options::default(), input, output) => panic!("the server left: {end:?}"),
            () = async {
                client.initialize(capabilities).await;
                session(&mut client).await;
                let _ = client.request("shutdown", Value::Null).await;
            } => {}
        }
    });
    runtime.shutdown_background();
}

impl MemoryClient {
    async fn initialize(&mut self, capabilities: &Value) {
        let params = json!({
            "processId": null,
            "rootUri": null,
            "workspaceFolders": [{"uri": self.uri(""), "name": "folder"}],
            "initializationOptions": {"fileWatching": "client"},
            "capabilities": capabilities,
        });
        self.request("initialize", params).await;
        self.notify("initialized", json!({})).await;
    }

    /// The address of a file in the folder.
    pub fn uri(&self, path: &str) -> String {
        match path {
            "" => uri(&self.root),
            path => uri(&self.root.join(path)),
        }
    }

    /// Opens a file with a text.
    pub async fn open(&mut self, path: &str, text: &str) {
        let document =
            json!({"uri": self.uri(path), "languageId": "yaml", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}))
            .await;
    }

    /// Replaces the whole text of a file.
    pub async fn set(&mut self, path: &str, version: i64, text: &str) {
        let document = json!({"uri": self.uri(path), "version": version});
        let params = json!({"textDocument": document, "contentChanges": [{"text": text}]});
        self.notify("textDocument/didChange", params).await;
    }

    /// Reports a file that is made (1), changed (2), or deleted (3) on the disk.
    pub async fn report(&mut self, path: &str, kind: u32) {
        let params = json!({"changes": [{"uri": self.uri(path), "type": kind}]});
        self.notify("workspace/didChangeWatchedFiles", params).await;
    }

    /// Every message until the server has nothing left to do. The clock must be paused.
    pub async fn settle(&mut self) -> Vec<Value> {
        let end = Instant::now() + SETTLED_AFTER;
        let mut messages = Vec::new();
        while let Ok(message) = timeout_at(end, self.receive()).await {
            self.acknowledge(&message).await;
            messages.push(message);
        }
        messages
    }

    /// Sends a notification.
    ///
    /// # Panics
    /// When the server does not read it.
    pub async fn notify(&mut self, method: &str, params: Value) {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        self.send(&message).await;
    }

    /// Asks and waits for the whole answer, again while the server is at work on a newer text.
    pub async fn request(&mut self, method: &str, params: Value) -> Value {
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
            if message.get("method").is_none() && message["id"] == self.requests {
                return message;
            }
            self.acknowledge(&message).await;
        }
    }

    /// Answers a request of the server with nothing.
    async fn acknowledge(&mut self, message: &Value) {
        if let (Some(_), Some(id)) = (message.get("method"), message.get("id")) {
            let answer = json!({"jsonrpc": "2.0", "id": id, "result": null});
            self.send(&answer).await;
        }
    }

    async fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let head = format!("Content-Length: {}\r\n\r\n", body.len());
        let written = self.input.write_all([head, body].concat().as_bytes()).await;
        written.expect("the server reads");
    }

    /// Sends bytes that need not be a message, under one of several headers.
    pub(crate) async fn send_odd(&mut self, header: u8, body: &[u8]) {
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
