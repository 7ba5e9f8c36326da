//! An editor in miniature: speaks the language server protocol with the real binary over its real
//! pipes.
//!
//! A session ends by asking the server to shut down, and fails if a message was left that the test
//! did not look at. Waiting is bounded only so that a test that hangs ends: nothing is said about
//! how fast the server is.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::process::{Project, start};

/// A test that waits longer hangs.
const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// How a session begins.
#[derive(Clone, Debug)]
pub struct Client {
    /// What the editor can do.
    pub capabilities: Value,
    /// Folders of the project that are open; none is an editor that opened a single file.
    pub folders: Vec<&'static str>,
    /// Whether requests of the server are answered. One that is not stays open for ever.
    pub answers: bool,
    /// Whether the server is asked to say what it does.
    pub traces: bool,
    /// What the editor passes on from its settings.
    pub options: Value,
    /// How the server is started.
    pub arguments: &'static str,
    /// The program that starts the server, with its arguments; none where it is started directly.
    pub starter: Vec<String>,
    /// The process that the server is told to end with.
    pub process: Option<u32>,
    /// Whether the server may watch the disk by itself. In most tests it looks only when it is told
    /// to, so that what it says is always the same.
    pub server_watches: bool,
    /// Whether the project is the home folder of the user.
    pub is_at_home: bool,
    /// Whether documents may be opened before the folders are read. In most tests they are read by
    /// then, so that what the server says is always the same.
    pub is_early: bool,
    /// Whether what the server writes to standard error is kept for [`Session::log`].
    pub keeps_log: bool,
}

impl Default for Client {
    fn default() -> Self {
        let capabilities = json!({
            "general": {"positionEncodings": ["utf-16"]},
            "workspace": {"workspaceEdit": {"documentChanges": true}},
            "textDocument": {"publishDiagnostics": {"relatedInformation": true,
            "dataSupport": true}},
        });
        Self {
            capabilities,
            folders: vec![""],
            answers: true,
            traces: false,
            options: Value::Null,
            arguments: "--stdio",
            starter: Vec::new(),
            process: None,
            server_watches: false,
            is_at_home: false,
            is_early: false,
            keeps_log: false,
        }
    }
}

impl Client {
    /// With a capability at a JSON pointer.
    #[must_use]
    pub fn with(mut self, pointer: &str, value: Value) -> Self {
        let mut at = &mut self.capabilities;
        for key in pointer.trim_start_matches('/').split('/') {
            at = &mut at[key];
        }
        *at = value;
        self
    }

    /// Offers UTF-8 columns.
    #[must_use]
    pub fn utf8(self) -> Self {
        self.with("/general/positionEncodings", json!(["utf-8", "utf-16"]))
    }

    /// Asks for diagnostics.
    #[must_use]
    pub fn pulling(self) -> Self {
        let pulls = self.with("/textDocument/diagnostic", json!({}));
        pulls.with("/workspace/diagnostics", json!({"refreshSupport": true}))
    }
}

/// A running server and what it said.
#[derive(Debug)]
pub struct Session<'p> {
    project: &'p Project,
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Value>,
    /// Read, but not looked at.
    unread: VecDeque<Value>,
    answers: bool,
    requests: i64,
    ended: bool,
    log: Option<NamedTempFile>,
    /// The answer to `initialize`.
    pub server: Value,
}

impl<'p> Session<'p> {
    /// Starts the server in `project`.
    pub fn new(project: &'p Project) -> Self {
        Self::of(project, &Client::default())
    }

    /// Starts the server for `client`.
    pub fn of(project: &'p Project, client: &Client) -> Self {
        let mut command = project.command_within(&client.starter, client.arguments);
        if client.is_at_home {
            command.env("HOME", project.root());
            command.env("USERPROFILE", project.root());
        }
        let log = client.keeps_log.then(log_file);
        if let Some(log) = &log {
            command.stderr(log.reopen().expect("it was just made"));
        }
        let mut child = start(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
        let input = child.stdin.take();
        let stdout = child.stdout.take().expect("standard output is a pipe");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Some(message) = read_message(&mut stdout) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let unread = VecDeque::new();
        let mut session = Self {
            project,
            child,
            input,
            output,
            unread,
            answers: client.answers,
            requests: 0,
            ended: false,
            log,
            server: Value::Null,
        };
        let folders: Vec<Value> = client
            .folders
            .iter()
            .map(|path| json!({"uri": session.uri(path), "name": path}))
            .collect();
        let folders = if folders.is_empty() {
            Value::Null
        } else {
            folders.into()
        };
        let mut params =
            json!({"processId": client.process, "rootUri": null, "workspaceFolders": folders});
        params["clientInfo"] = json!({"name": "Tests", "version": "1.2"});
        params["capabilities"] = client.capabilities.clone();
        params["initializationOptions"] = client.options.clone();
        if !client.server_watches {
            params["initializationOptions"]["fileWatching"] = "client".into();
        }
        params["trace"] = if client.traces {
            "verbose".into()
        } else {
            "off".into()
        };
        session.server = session.request("initialize", params);
        session.notify("initialized", json!({}));
        if !client.is_early {
            session.wait_for_folders();
        }
        session
    }

    /// Waits until every folder is read. It does not count as a request.
    pub fn wait_for_folders(&mut self) {
        let id = 0;
        self.send(
            &json!({"jsonrpc": "2.0", "id": id, "method": "azml-ls/workspace", "params": {}}),
        );
        let _ = self.answer(id);
    }

    /// The address of a file of the project.
    pub fn uri(&self, path: &str) -> String {
        uri(&if path.is_empty() {
            self.project.root().to_owned()
        } else {
            self.project.root().join(path)
        })
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Value) {
        let mut message = json!({"jsonrpc": "2.0", "method": method});
        message["params"] = params;
        self.send(&message);
    }

    /// Sends a request and returns its id.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.requests += 1;
        let mut message = json!({"jsonrpc": "2.0", "id": self.requests, "method": method});
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(&message);
        self.requests
    }

    /// Sends bytes, which need not be a message.
    ///
    /// # Panics
    /// When the server does not read them.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the pipe is open");
        input.write_all(bytes).expect("the server reads");
        input.flush().expect("the server reads");
    }

    /// What the server wrote to standard error so far.
    ///
    /// # Panics
    /// When the client does not keep it.
    pub fn log(&self) -> String {
        let log = self.log.as_ref().expect("the client keeps the log");
        std::fs::read_to_string(log.path()).expect("the log is UTF-8")
    }

    /// Waits for the error that answers the message with this id, null where it has none.
    pub fn refusal(&mut self, id: &Value) -> Value {
        self.take(|message| message.get("error").is_some() && message["id"] == *id)["error"].take()
    }

    /// Waits for the whole answer to the request with this id.
    pub fn answer(&mut self, id: i64) -> Value {
        self.take(|message| message.get("method").is_none() && message["id"] == id)
    }

    /// Sends a request and waits for its result.
    ///
    /// # Panics
    /// When the answer is an error.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let mut answer = self.answer(id);
        assert!(
            answer.get("error").is_none(),
            "{method}: {}",
            answer["error"]
        );
        answer["result"].take()
    }

    /// As [`Self::request`], asking again while the text is being worked on ("content modified").
    pub fn request_again(&mut self, method: &str, params: &Value) -> Value {
        loop {
            let id = self.ask(method, params.clone());
            let mut answer = self.answer(id);
            if answer["error"]["code"] != -32801 {
                return answer["result"].take();
            }
        }
    }

    /// Waits for the next notification or request of this method and returns its parameters.
    pub fn expect(&mut self, method: &str) -> Value {
        self.take(|message| message["method"] == method)["params"].take()
    }

    /// Waits for a request of the server of this method and answers it with an error.
    pub fn refuse(&mut self, method: &str) {
        let id = self.take(|message| message["method"] == method)["id"].take();
        let error = json!({"code": -32601, "message": "not supported"});
        self.send(&json!({"jsonrpc": "2.0", "id": id, "error": error}));
    }

    /// Waits for the next diagnostics of a file.
    pub fn published(&mut self, path: &str) -> Vec<Value> {
        let uri = self.uri(path);
        let mut message = self.take(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri.as_str()
        });
        match message["params"]["diagnostics"].take() {
            Value::Array(diagnostics) => diagnostics,
            other => panic!("no list of diagnostics: {other}"),
        }
    }

    /// Waits for diagnostics of a file that are `so`. Others that come before are passed over: what is
    /// found in a document is told before what its folder adds.
    pub fn published_once(&mut self, path: &str, so: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        loop {
            let found = self.published(path);
            if so(&found) {
                return found;
            }
        }
    }

    /// Waits until a message of this method is there, and leaves it. Returns `false` if none comes.
    pub fn awaits(&mut self, method: &str) -> bool {
        while !self
            .unread
            .iter()
            .any(|message| message["method"] == method)
        {
            match self.output.recv_timeout(LONGEST_WAIT) {
                Ok(message) => self.receive(message),
                Err(_) => return false,
            }
        }
        true
    }

    /// Whether a message is waiting that nobody looked at, of this method and about this file.
    pub fn has_unread(&mut self, method: &str, path: &str) -> bool {
        while let Ok(message) = self.output.try_recv() {
            self.receive(message);
        }
        let uri = self.uri(path);
        self.unread
            .iter()
            .any(|message| message["method"] == method && message["params"]["uri"] == uri.as_str())
    }

    /// The parameters of every message of this method that came so far and was not looked at.
    pub fn unread(&mut self, method: &str) -> Vec<Value> {
        while let Ok(message) = self.output.try_recv() {
            self.receive(message);
        }
        let (of_method, others) = self
            .unread
            .drain(..)
            .partition(|message| message["method"] == method);
        self.unread = others;
        let of_method: VecDeque<Value> = of_method;
        of_method
            .into_iter()
            .map(|mut message| message["params"].take())
            .collect()
    }

    /// Passes over every message that came so far.
    pub fn pass_over(&mut self) {
        while let Ok(message) = self.output.try_recv() {
            self.receive(message);
        }
        self.unread.clear();
    }

    /// Whether the answer to the request with this id is waiting.
    pub fn is_answered(&mut self, id: i64) -> bool {
        while let Ok(message) = self.output.try_recv() {
            self.receive(message);
        }
        self.unread
            .iter()
            .any(|message| message.get("method").is_none() && message["id"] == id)
    }

    /// Opens a file with a text.
    pub fn open(&mut self, path: &str, text: &str) {
        self.open_as(path, "yaml", text);
    }

    /// Opens a file as it is on disk.
    pub fn open_file(&mut self, path: &str) -> String {
        let text = self.project.text(path);
        self.open(path, &text);
        text
    }

    /// Opens a file in a language.
    pub fn open_as(&mut self, path: &str, language: &str, text: &str) {
        let document =
            json!({"uri": self.uri(path), "languageId": language, "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Replaces the whole text.
    pub fn set(&mut self, path: &str, version: i64, text: &str) {
        self.change(path, version, json!([{"text": text}]));
    }

    /// Sends changes as they are.
    pub fn change(&mut self, path: &str, version: i64, changes: Value) {
        let mut params = json!({"textDocument": {"uri": self.uri(path), "version": version}});
        params["contentChanges"] = changes;
        self.notify("textDocument/didChange", params);
    }

    /// Closes a file.
    pub fn close(&mut self, path: &str) {
        self.notify(
            "textDocument/didClose",
            json!({"textDocument": {"uri": self.uri(path)}}),
        );
    }

    /// The hover at a line and a column.
    pub fn hover(&mut self, path: &str, line: u32, column: u32) -> Value {
        let position = json!({"line": line, "character": column});
        let params = json!({"textDocument": {"uri": self.uri(path)}, "position": position});
        self.request_again("textDocument/hover", &params)
    }

    /// The code actions for diagnostics, with `only` as asked for.
    pub fn actions(&mut self, path: &str, diagnostics: &[Value], only: Option<&str>) -> Vec<Value> {
        let start = json!({"line": 0, "character": 0});
        let range = diagnostics
            .first()
            .map_or(json!({"start": start, "end": start}), |found| {
                found["range"].clone()
            });
        let mut context = json!({"diagnostics": diagnostics});
        if let Some(only) = only {
            context["only"] = json!([only]);
        }
        let params =
            json!({"textDocument": {"uri": self.uri(path)}, "range": range, "context": context});
        match self.request_again("textDocument/codeAction", &params) {
            Value::Array(actions) => actions,
            _ => Vec::new(),
        }
    }

    /// Says `shutdown` and `exit` and returns the exit code, with the pipe still open.
    pub fn exit(mut self) -> Option<i32> {
        let _ = self.request("shutdown", Value::Null);
        self.exit_at_once()
    }

    /// Says `exit` and returns the exit code, with the pipe still open.
    pub fn exit_at_once(mut self) -> Option<i32> {
        self.notify("exit", Value::Null);
        self.ended = true;
        self.wait().code()
    }

    /// Waits for the process to end, which closes its standard output. Messages that come meanwhile
    /// are passed over: an editor that leaves reads no more.
    fn wait(&mut self) -> ExitStatus {
        loop {
            match self.output.recv_timeout(LONGEST_WAIT) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the server does not end"),
            }
        }
        self.child.wait().expect("the server is our child")
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.send_raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// The first message that `wanted` holds for; others stay for later.
    fn take(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            if let Some(at) = self.unread.iter().position(&wanted) {
                return self.unread.remove(at).expect("it is there");
            }
            match self.output.recv_timeout(LONGEST_WAIT) {
                Ok(message) => self.receive(message),
                Err(error) => panic!("{error}; not looked at: {:#?}", self.unread),
            }
        }
    }

    /// Keeps a message; requests of the server are answered with nothing.
    fn receive(&mut self, message: Value) {
        let id = message
            .get("id")
            .filter(|_| message.get("method").is_some());
        if let Some(id) = id.filter(|_| self.answers) {
            let answer = json!({"jsonrpc": "2.0", "id": id, "result": null});
            self.send(&answer);
        }
        self.unread.push_back(message);
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        if self.ended || std::thread::panicking() {
            let _ = self.child.kill();
            let _ = self.child.wait();
            return;
        }
        let _ = self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        let status = self.wait();
        assert!(self.unread.is_empty(), "not looked at: {:#?}", self.unread);
        assert!(status.success(), "{status}");
    }
}

fn log_file() -> NamedTempFile {
    NamedTempFile::new().expect("a temporary file can be made")
}

fn read_message(input: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.parse().ok();
        }
    }
    let mut body = vec![0; length?];
    input.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

/// The address of a file.
pub fn uri(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let path: String = path
        .bytes()
        .map(|byte| match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' | b':' => char::from(byte).to_string(),
            _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect();
    if path.starts_with('/') {
        format!("file://{path}")
    } else {
        format!("file:///{path}")
    }
}
