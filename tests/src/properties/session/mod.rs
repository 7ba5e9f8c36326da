//! An editor as a state machine: what it does is read out of the bytes. Every request is answered
//! with places that are in the texts, and in the end the server says of each document what it says
//! of one that is opened with the same text: the changes came to the same as the whole. `places` reads
//! the answers and `step` is what an editor does; `client` also applies the edits that it gets, and
//! `disk` changes files instead.

mod client;
mod disk;
mod places;
mod step;

use std::collections::BTreeMap;
use std::path::Path;

use arbitrary::{Arbitrary as _, Unstructured};
use azml_rules::syntax::parse;
use azml_rules::text::{Column, LineIndex};
use serde_json::{Value, json};

use super::folder::between;
use crate::memory_client::{Clock, MemoryClient, with_server};
use crate::session::uri;
use crate::sources::{fixtures, yaml_files};
use places::Places;
use step::{Change, Step};

/// Requests about a place in a file.
pub const AT_A_PLACE: [&str; 9] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/prepareCallHierarchy",
    "textDocument/selectionRange",
];

/// Requests about a whole file.
pub const OF_A_FILE: [&str; 11] = [
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/documentLink",
    "textDocument/codeLens",
    "textDocument/codeAction",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/inlayHint",
    "azml-ls/graph",
    "azml-ls/plan",
    "azml-ls/submission",
];

/// What is the same of a text that was typed and of one that was opened.
const COMPARED: [&str; 5] = [
    "textDocument/diagnostic",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/codeLens",
    "textDocument/semanticTokens/full",
];

/// More steps only take longer.
const MOST: usize = 40;

/// The files that are edited: one with its settings, one that is not on the disk.
const FILES: [&str; 3] = ["jobs/sweep.yml", "azml.yaml", "new.yml"];
const NEW: &str = "type: pipeline\ninputs: {a: 1}\njobs:\n  one:\n    type: command\n    \
    compute: azureml:cpu-cluster\n    command: echo ${{inputs.x}} > ${{outputs.o}}\n    \
    inputs: {x: '${{parent.inputs.a}}'}\n    outputs: {o: {type: uri_file}}\n  two:\n    \
    type: command\n    command: cat ${{inputs.y}}\n    inputs:\n      \
    y: ${{parent.jobs.one.outputs.o}}\n";

pub(super) use client::check as client;
pub(super) use disk::check as disk;

pub(super) fn check(bytes: &[u8]) {
    with_editor(bytes, async |editor, bytes| {
        for _ in 0..MOST {
            match Step::arbitrary(bytes) {
                Ok(step) if !bytes.is_empty() => editor.step(step).await,
                _ => break,
            }
        }
    });
}

/// Runs `session` in an editor that has opened its files, and compares what is said in the end.
fn with_editor(bytes: &[u8], session: impl AsyncFnOnce(&mut Editor<'_>, &mut Unstructured<'_>)) {
    let mut bytes = Unstructured::new(bytes);
    let unit = match bytes.arbitrary() {
        Ok(true) => Column::Utf8,
        _ => Column::Utf16,
    };
    let root = fixtures().join("tour");
    let encodings = match unit {
        Column::Utf8 => ["utf-8"],
        _ => ["utf-16"],
    };
    let capabilities = json!({
        "general": {"positionEncodings": encodings},
        "workspace": {
            "workspaceEdit": {"documentChanges": true},
            "diagnostics": {"refreshSupport": false},
        },
        "textDocument": {"diagnostic": {}},
    });
    with_server(&root, &capabilities, Clock::Real, async |client| {
        let mut editor = Editor::new(client, &root, unit);
        for file in 0..FILES.len() {
            editor.open(file).await;
        }
        session(&mut editor, &mut bytes).await;
        editor.end().await;
    });
}

/// An editor with three files.
struct Editor<'c> {
    client: &'c mut MemoryClient,
    texts: [String; FILES.len()],
    is_open: [bool; FILES.len()],
    uris: [String; FILES.len()],
    /// The texts on the disk, by address.
    on_disk: BTreeMap<String, String>,
    unit: Column,
    version: i64,
}

impl<'c> Editor<'c> {
    fn new(client: &'c mut MemoryClient, root: &Path, unit: Column) -> Self {
        let on_disk: BTreeMap<String, String> = yaml_files(root)
            .into_iter()
            .filter_map(|path| Some((uri(&path), std::fs::read_to_string(&path).ok()?)))
            .collect();
        let uris = FILES.map(|path| uri(&root.join(path)));
        let texts = uris.clone().map(|uri| match on_disk.get(&uri) {
            Some(text) => text.clone(),
            None => NEW.to_owned(),
        });
        Self {
            client,
            texts,
            is_open: [false; FILES.len()],
            uris,
            on_disk,
            unit,
            version: 1,
        }
    }

    async fn open(&mut self, file: usize) {
        let document = json!({
            "uri": self.uris[file],
            "languageId": "yaml",
            "version": self.version,
            "text": self.texts[file],
        });
        let params = json!({"textDocument": document});
        self.client.notify("textDocument/didOpen", params).await;
        self.is_open[file] = true;
    }

    async fn close(&mut self, file: usize) {
        let params = json!({"textDocument": {"uri": self.uris[file]}});
        self.client.notify("textDocument/didClose", params).await;
        self.is_open[file] = false;
    }

    async fn step(&mut self, step: Step) {
        let file = usize::from(step.file()) % FILES.len();
        match step {
            Step::Change { changes, .. } if self.is_open[file] => self.change(file, changes).await,
            Step::Replace { text, .. } if self.is_open[file] => {
                self.texts[file] = text.text().replace('\0', "");
                let change = json!([{"text": self.texts[file]}]);
                self.changed(file, change).await;
            }
            Step::Toggle { .. } if self.is_open[file] => self.close(file).await,
            Step::Toggle { .. } => self.open(file).await,
            Step::Ask { method, at, .. } => {
                let method = AT_A_PLACE[usize::from(method) % AT_A_PLACE.len()];
                self.ask(method, file, usize::from(at)).await;
            }
            Step::Look { method, at, .. } => {
                let method = OF_A_FILE[usize::from(method) % OF_A_FILE.len()];
                self.ask(method, file, usize::from(at)).await;
            }
            Step::Odd { header, body } => self.client.send_odd(header, &body).await,
            Step::Change { .. } | Step::Replace { .. } => {}
        }
    }

    /// One notification with some changes, each in the text after the one before.
    async fn change(&mut self, file: usize, changes: Vec<Change>) {
        let mut told = Vec::new();
        for change in changes.into_iter().take(3) {
            let text = &self.texts[file];
            let from = place(text, usize::from(change.at));
            let to = place(text, usize::from(change.at) + usize::from(change.longest))
                .clamp(from, text.len());
            let new = change.text.text();
            let range = json!({"start": self.position(text, from), "end": self.position(text, to)});
            told.push(json!({"range": range, "text": new}));
            self.texts[file] = format!("{}{new}{}", &text[..from], &text[to..]);
        }
        self.changed(file, told.into()).await;
    }

    async fn changed(&mut self, file: usize, changes: Value) {
        self.version += 1;
        let document = json!({"uri": self.uris[file], "version": self.version});
        let params = json!({"textDocument": document, "contentChanges": changes});
        self.client.notify("textDocument/didChange", params).await;
    }

    fn position(&self, text: &str, at: usize) -> Value {
        let at = u32::try_from(at).expect("a small file");
        let at = LineIndex::new(text).position(text, at, self.unit);
        json!({"line": at.line, "character": at.column})
    }

    async fn ask(&mut self, method: &str, file: usize, at: usize) -> Value {
        self.ask_about(method, file, at, "other").await
    }

    /// Like [`Self::ask`], with a name for what is renamed.
    async fn ask_about(&mut self, method: &str, file: usize, at: usize, name: &str) -> Value {
        let text = &self.texts[file];
        let at = self.position(text, place(text, at));
        let end = self.position(text, text.len());
        let params = json!({
            "textDocument": {"uri": self.uris[file]},
            "position": at,
            "positions": [at, at],
            "range": {"start": at, "end": end},
            "context": {"includeDeclaration": true, "diagnostics": []},
            "newName": name,
        });
        let mut answer = self.client.request(method, params).await;
        let code = &answer["error"]["code"];
        assert!(code != -32603, "{method}: {answer}");
        let result = answer["result"].take();
        let places = Places {
            unit: self.unit,
            text_of: &|uri| self.text_of(uri),
        };
        places.check(&result, &self.uris[file]);
        result
    }

    /// What stands in a file now.
    fn text_of(&self, uri: &str) -> Option<&str> {
        let edited = (0..FILES.len()).find(|file| self.uris[*file] == uri && self.is_open[*file]);
        match edited {
            Some(file) => Some(&self.texts[file]),
            None => self.on_disk.get(uri).map(String::as_str),
        }
    }

    async fn end(&mut self) {
        let open: Vec<usize> = (0..FILES.len())
            .filter(|file| self.is_open[*file])
            .collect();
        // While a line is being written, not all is said of it.
        for file in &open {
            let params = json!({"textDocument": {"uri": self.uris[*file]}});
            self.client.notify("textDocument/didSave", params).await;
        }
        let typed = self.compared().await;
        for file in &open {
            self.close(*file).await;
        }
        for file in &open {
            self.open(*file).await;
        }
        let opened = self.compared().await;
        // Which of two mistakes is meant depends on what was typed last; a file that is opened has
        // no last edit.
        let is_broken = |file: &usize| !parse(self.texts[*file].as_str()).errors().is_empty();
        if !open.iter().any(is_broken) {
            assert_eq!(typed, opened, "{:#?}", self.texts);
        }
    }

    async fn compared(&mut self) -> Vec<Value> {
        let mut answers = Vec::new();
        let open = (0..FILES.len()).filter(|file| self.is_open[*file]);
        for file in open.collect::<Vec<_>>() {
            // What is around it counts once the folder is read, for which a card waits.
            self.ask("textDocument/hover", file, 0).await;
            for method in COMPARED {
                answers.push(self.ask(method, file, 0).await);
            }
        }
        answers
    }
}

/// An offset in `text` between two characters; a line end of two counts as one.
fn place(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    between(text, at)
}
