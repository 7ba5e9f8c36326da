//! Messages that may be large, which are written once. tower-lsp (0.20) makes a tree of values of
//! each first, and that takes longer than to find most of them out. So what they say passes it as one
//! text, and the message holds that as it is. Requests with such answers go to it under another name.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::jsonrpc::{Request, Response};
use tower_lsp::lsp_types::notification::{Notification, PublishDiagnostics};

/// The requests that have such answers, and their names within the server.
const REQUESTS: [(&str, &str); 5] = [
    ("textDocument/diagnostic", DIAGNOSTIC),
    ("textDocument/documentLink", DOCUMENT_LINK),
    ("textDocument/documentSymbol", DOCUMENT_SYMBOL),
    ("textDocument/foldingRange", FOLDING_RANGE),
    ("textDocument/semanticTokens/full", SEMANTIC_TOKENS_FULL),
];

pub(super) const DIAGNOSTIC: &str = "azml-ls/written/diagnostic";
pub(super) const DOCUMENT_LINK: &str = "azml-ls/written/documentLink";
pub(super) const DOCUMENT_SYMBOL: &str = "azml-ls/written/documentSymbol";
pub(super) const FOLDING_RANGE: &str = "azml-ls/written/foldingRange";
pub(super) const SEMANTIC_TOKENS_FULL: &str = "azml-ls/written/semanticTokens/full";

/// The name within the server of a request with such an answer.
pub(super) fn name_of(method: &str) -> Option<&'static str> {
    let (_, name) = REQUESTS.iter().find(|(known, _)| *known == method)?;
    Some(name)
}

/// The JSON of an answer, or of what the server tells. To tower-lsp it is a text.
#[derive(Serialize, Deserialize)]
pub(super) struct Written(String);

impl Written {
    pub(super) fn of(answer: &impl Serialize) -> Self {
        Self(json(answer))
    }

    /// One that is JSON already.
    pub(super) fn of_json(text: String) -> Self {
        Self(text)
    }
}

/// `value` as the protocol writes it.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what the protocol has is JSON")
}

/// What is found in a document.
pub(super) enum WrittenDiagnostics {}

impl Notification for WrittenDiagnostics {
    type Params = Written;
    const METHOD: &'static str = PublishDiagnostics::METHOD;
}

/// What the server asks or tells, as a message.
pub(super) fn message_of(request: &Request) -> String {
    match request.params() {
        Some(Value::String(params)) if request.method() == WrittenDiagnostics::METHOD => {
            let method = WrittenDiagnostics::METHOD;
            format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#)
        }
        _ => json(request),
    }
}

/// An answer on its way to the client.
pub(super) enum Answer {
    /// It is written when it is sent.
    Plain(Response),
    /// Its result is a [`Written`].
    Written(Response),
}

impl Answer {
    /// The message.
    pub(super) fn message(&self) -> String {
        let (Self::Plain(response) | Self::Written(response)) = self;
        match (self, response.result()) {
            (Self::Written(_), Some(Value::String(result))) => {
                let id = json(response.id());
                format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
            }
            _ => json(response),
        }
    }
}
