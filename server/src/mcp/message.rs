//! Requests, replies, and errors of [JSON-RPC](https://www.jsonrpc.org/specification).

use serde_json::{Map, Value, json};

/// An incoming message.
pub(super) enum RpcMessage {
    Request(RpcRequest),
    /// A notification, or the reply to a request, of which this server has none: nothing to answer. Work is done
    /// before the next message is read, so that there is nothing to cancel, either.
    Silent,
    /// The id, if there is one, and the reason.
    Invalid(Value, RpcError),
}

/// A request.
pub(super) struct RpcRequest {
    pub(super) id: Value,
    pub(super) method: String,
    pub(super) params: Map<String, Value>,
}

impl RpcMessage {
    pub(super) fn of(message: Value) -> Self {
        let invalid = |id, message: &str| Self::Invalid(id, RpcError::invalid_request(message));
        let Value::Object(mut message) = message else {
            return invalid(Value::Null, "a message is an object");
        };
        let id = message.remove("id");
        if id
            .as_ref()
            .is_some_and(|id| !id.is_string() && !id.is_number())
        {
            return invalid(Value::Null, "`id` is a string or a number");
        }
        let shown = id.clone().unwrap_or_default();
        if message.get("jsonrpc") != Some(&json!("2.0")) {
            return invalid(shown, "`jsonrpc` is \"2.0\"");
        }
        let is_reply = message.contains_key("result") || message.contains_key("error");
        let params = match message.remove("params") {
            None => Map::new(),
            Some(Value::Object(params)) => params,
            Some(_) => return invalid(shown, "`params` is an object"),
        };
        match (id, message.remove("method")) {
            (Some(id), Some(Value::String(method))) => {
                Self::Request(RpcRequest { id, method, params })
            }
            (None, Some(Value::String(_))) => Self::Silent,
            (Some(_), None) if is_reply => Self::Silent,
            _ => invalid(shown, "`method` is a string"),
        }
    }
}

/// The reply to a request.
pub(super) struct Reply {
    pub(super) id: Value,
    pub(super) result: Result<Value, RpcError>,
}

impl Reply {
    pub(super) fn failed(id: Value, error: RpcError) -> Self {
        Self {
            id,
            result: Err(error),
        }
    }
}

impl From<Reply> for Value {
    fn from(Reply { id, result }: Reply) -> Self {
        match result {
            Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
            Err(RpcError {
                code,
                message,
                data: None,
            }) => json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}),
            Err(RpcError {
                code,
                message,
                data,
            }) => {
                json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message, "data": data}})
            }
        }
    }
}

/// An error of the protocol. Errors of a tool are its result, so that a model reads them.
pub(super) struct RpcError {
    code: i32,
    message: String,
    data: Option<Value>,
}

impl RpcError {
    fn new(code: i32, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    pub(super) fn parse(message: impl Into<String>) -> Self {
        Self::new(-32700, message)
    }

    pub(super) fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(-32600, message)
    }

    pub(super) fn method_not_found(method: &str) -> Self {
        Self::new(-32601, format!("there is no method `{method}`"))
    }

    pub(super) fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(-32602, message)
    }

    pub(super) fn internal(message: impl Into<String>) -> Self {
        Self::new(-32603, message)
    }

    /// Until the revision 2025-11-25; from then on, it is a wrong parameter.
    pub(super) fn resource_not_found(message: impl Into<String>) -> Self {
        Self::new(-32002, message)
    }

    pub(super) fn unsupported_version(requested: &str, supported: &[&str]) -> Self {
        let data = json!({"supported": supported, "requested": requested});
        Self {
            data: Some(data),
            ..Self::new(-32022, "this revision of the protocol is not supported")
        }
    }
}
