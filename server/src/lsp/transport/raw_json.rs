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

pub(crate) const DIAGNOSTIC: &str = "azml-ls/written/diagnostic";
pub(crate) const DOCUMENT_LINK: &str = "azml-ls/written/documentLink";
pub(crate) const DOCUMENT_SYMBOL: &str = "azml-ls/written/documentSymbol";
pub(crate) const FOLDING_RANGE: &str = "azml-ls/written/foldingRange";
pub(crate) const SEMANTIC_TOKENS_FULL: &str = "azml-ls/written/semanticTokens/full";

/// The name within the server of a request with such an answer.
pub(crate) fn name_of(method: &str) -> Option<&'static str> {
    let (_, name) = REQUESTS.iter().find(|(known, _)| *known == method)?;
    Some(name)
}

/// JSON of a response or notification, which tower-lsp handles as a string.
#[derive(Serialize, Deserialize)]
pub(crate) struct RawJson(String);

impl RawJson {
    pub(crate) fn of(answer: &impl Serialize) -> Self {
        Self(json(answer))
    }

    /// One that is JSON already.
    pub(crate) fn of_json(text: String) -> Self {
        Self(text)
    }
}

/// `value` as the protocol writes it.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what the protocol has is JSON")
}

/// Notification with the diagnostics of a document.
pub(crate) enum WrittenDiagnostics {}

impl Notification for WrittenDiagnostics {
    type Params = RawJson;
    const METHOD: &'static str = PublishDiagnostics::METHOD;
}

/// Serializes a request or notification of the server as a message.
pub(crate) fn message_of(request: &Request) -> String {
    match request.params() {
        Some(Value::String(params)) if request.method() == WrittenDiagnostics::METHOD => {
            let method = WrittenDiagnostics::METHOD;
            format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#)
        }
        _ => json(request),
    }
}

/// An answer on its way to the client.
pub(crate) enum Answer {
    /// It is written when it is sent.
    Plain(Response),
    /// Its result is a [`RawJson`].
    Written(Response),
}

impl Answer {
    /// The message.
    pub(crate) fn message(&self) -> String {
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
