//! Revisions of the protocol. Those with a handshake begin with `initialize`; newer ones name the revision in every request,
//! and ask `server/discover` what there is.

use serde_json::{Map, Value, json};

use super::message::{RpcError, RpcRequest};

/// The revisions with a handshake, the newest last.
const WITH_HANDSHAKE: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The revisions without a handshake.
pub(super) const STATELESS: [&str; 1] = ["2026-07-28"];

/// Key of the revision in the `_meta` of a request.
const REVISION: &str = "io.modelcontextprotocol/protocolVersion";

/// Answer to `initialize`: the requested revision, or else the newest, which the client may refuse.
pub(super) fn agreed(requested: Option<&str>) -> &'static str {
    let known = WITH_HANDSHAKE.iter().find(|it| Some(**it) == requested);
    known.unwrap_or(&WITH_HANDSHAKE[WITH_HANDSHAKE.len() - 1])
}

/// Form of the results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ResultForm {
    Handshake,
    /// They tell that they are complete, and may be cached.
    Stateless,
}

impl ResultForm {
    /// Returns the form that `request` asks for.
    ///
    /// # Errors
    /// Returns an error if it names a revision that this server doesn't know.
    pub(super) fn of(request: &RpcRequest) -> Result<Self, RpcError> {
        match request.params.get("_meta").map(|meta| &meta[REVISION]) {
            None | Some(Value::Null) => Ok(Self::Handshake),
            Some(Value::String(named)) if STATELESS.contains(&&**named) => Ok(Self::Stateless),
            Some(Value::String(named)) if WITH_HANDSHAKE.contains(&&**named) => Ok(Self::Handshake),
            Some(Value::String(named)) => Err(RpcError::unsupported_version(named, &STATELESS)),
            Some(_) => Err(RpcError::invalid_params("the revision is a string")),
        }
    }

    /// Returns `result` in this form. A `listed` one doesn't change while the server runs, but a new version of it
    /// is the same server: clients read it again.
    pub(super) fn applied(self, mut result: Map<String, Value>, listed: bool) -> Value {
        if self == Self::Stateless {
            result.insert("resultType".to_owned(), json!("complete"));
        }
        if self == Self::Stateless && listed {
            result.insert("ttlMs".to_owned(), json!(0));
            result.insert("cacheScope".to_owned(), json!("private"));
        }
        Value::Object(result)
    }
}
