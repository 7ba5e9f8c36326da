//! Parses a message as JSON-RPC 2.0, so that every invalid message gets the answer that the
//! protocol requires.

use serde::de::{Deserialize, Deserializer, IgnoredAny};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response};

use super::surrogates::without_lone_surrogates;

/// Message from a client.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A request or a notification.
    Request(Request),
    /// Response to a request of the server.
    Response(Response),
    /// Invalid request, with the error to answer.
    Refused(Value),
    /// Invalid message that must not be answered, with the reason.
    Skipped(String),
    /// It is no JSON: an error to answer with.
    Garbage(Value),
}

/// The members of a message. What is `None` is not there; what is null is `Value::Null`.
#[derive(serde::Deserialize)]
struct Message {
    #[serde(default, deserialize_with = "present")]
    jsonrpc: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    id: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    method: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    params: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    result: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    error: Option<Value>,
}

/// Fields that can be read from any message, regardless of how deeply the rest is nested.
#[derive(serde::Deserialize)]
struct Outline {
    #[serde(default, deserialize_with = "present")]
    id: Option<Value>,
    method: Option<IgnoredAny>,
}

fn present<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

/// Reads a message. Bytes that are no text become U+FFFD: most of the message is better than none.
pub(crate) fn read(bytes: &[u8]) -> Incoming {
    let text = String::from_utf8_lossy(bytes);
    // The fields of a structure may also be read from a list, but a list of messages is none.
    if !text.trim_ascii_start().starts_with('{') {
        return match serde_json::from_str::<IgnoredAny>(&text) {
            Ok(_) => refused(
                None,
                "a message must be one object; batches are not part of LSP",
            ),
            Err(error) => garbage(&error),
        };
    }
    match serde_json::from_str::<Message>(&text) {
        Ok(message) => message.sorted(),
        Err(error) => read_again(&text, &error),
    }
}

/// Reads a message that could not be read as it is.
fn read_again(text: &str, error: &serde_json::Error) -> Incoming {
    let mended = without_lone_surrogates(text);
    if let Some(Ok(message)) = mended.map(|text| serde_json::from_str::<Message>(&text)) {
        return message.sorted();
    }
    match serde_json::from_str::<Outline>(text) {
        Ok(Outline {
            id,
            method: Some(_),
        }) => refused_or_skipped(id, &error.to_string()),
        Ok(_) => Incoming::Skipped(error.to_string()),
        Err(_) => match serde_json::from_str::<IgnoredAny>(text) {
            Ok(_) => refused(None, &error.to_string()),
            Err(error) => garbage(&error),
        },
    }
}

impl Message {
    /// Distinguishes requests from responses.
    fn sorted(self) -> Incoming {
        let version = self.jsonrpc.as_ref().and_then(Value::as_str);
        match (self.method, self.id) {
            (Some(_), id) if version != Some("2.0") => {
                refused_or_skipped(id, "`jsonrpc` must be \"2.0\"")
            }
            (Some(Value::String(method)), id) => request(method, id, self.params),
            (Some(_), id) => refused(id, "`method` must be a string"),
            (None, Some(id)) => response(id, self.result, self.error),
            (None, None) => refused(None, "`method` is missing"),
        }
    }
}

fn request(method: String, id: Option<Value>, params: Option<Value>) -> Incoming {
    // JSON-RPC does not allow null there, but clients send it for absent parameters (Emacs does).
    // `shutdown` and `exit` have no parameters.
    let is_bare = matches!(method.as_str(), "shutdown" | "exit");
    let params = params.filter(|params| !params.is_null() && !is_bare);
    let mut request = Request::build(method);
    if let Some(params) = params {
        request = request.params(params);
    }
    match id.map(known_id) {
        None => Incoming::Request(request.finish()),
        Some(Ok(id)) => Incoming::Request(request.id(id).finish()),
        Some(Err(id)) => refused(Some(id), "`id` must be an integer or a string"),
    }
}

/// An answer of the client. Some leave the result out where it is null.
fn response(id: Value, result: Option<Value>, error: Option<Value>) -> Incoming {
    let error = error.filter(|error| !error.is_null());
    match (known_id(id), error) {
        (Ok(id), None) => Incoming::Response(Response::from_ok(id, result.unwrap_or_default())),
        (Ok(id), Some(error)) => {
            let error = serde_json::from_value(error);
            let error = error.unwrap_or_else(|_| Error::internal_error());
            Incoming::Response(Response::from_error(id, error))
        }
        (Err(_), Some(error)) => Incoming::Skipped(format!("the client answered: {error}")),
        (Err(_), None) => Incoming::Skipped("an answer without the id of a request".to_owned()),
    }
}

/// An id as LSP allows it.
fn known_id(id: Value) -> Result<Id, Value> {
    match id {
        Value::String(id) => Ok(Id::String(id)),
        Value::Number(ref number) => number.as_i64().map(Id::Number).ok_or(id),
        _ => Err(id),
    }
}

/// A request is answered; a notification must not be.
fn refused_or_skipped(id: Option<Value>, reason: &str) -> Incoming {
    match id {
        None => Incoming::Skipped(reason.to_owned()),
        id => refused(id, reason),
    }
}

/// Returns the error for the request `id`. JSON-RPC allows larger integers than LSP does, and null
/// for an invalid id. (Fractions lose digits, and would become the id of another request.)
fn refused(id: Option<Value>, reason: &str) -> Incoming {
    let id = id.filter(|id| id.is_i64() || id.is_u64() || id.is_string());
    Incoming::Refused(error(id.as_ref(), ErrorCode::InvalidRequest, reason))
}

fn garbage(problem: &serde_json::Error) -> Incoming {
    Incoming::Garbage(error(None, ErrorCode::ParseError, &problem.to_string()))
}

/// An answer that is an error. tower-lsp has no words for some ids, so it is made here.
fn error(id: Option<&Value>, code: ErrorCode, reason: &str) -> Value {
    let message = format!("{}: {reason}", code.description());
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code.code(), "message": message}})
}

#[cfg(test)]
mod tests;
