//! Reasons why a rename is refused, and the errors that tell them.

use std::path::Path;

use tower_lsp::jsonrpc::{Error, ErrorCode};
use tower_lsp::lsp_types::Url;

use crate::lsp::protocol::display_text::label;
use crate::lsp::protocol::uri;

/// The protocol's number for "valid, but cannot be done"; clients show its message.
const REQUEST_FAILED: i64 = -32803;

/// Why nothing is renamed.
pub(crate) enum Refusal {
    /// The name cannot be changed, or not now.
    Because(String),
    /// An open text is another by now.
    ContentModified,
    /// A file that is not open is another by now.
    ChangedOnDisk(Url),
    /// A file that is to be edited is not at hand.
    NotAtHand,
}

impl Refusal {
    /// The file to look at again.
    pub(crate) fn changed_on_disk(&self) -> Option<&Url> {
        match self {
            Self::ChangedOnDisk(url) => Some(url),
            _ => None,
        }
    }

    /// Returns the error for the client.
    pub(crate) fn into_error(self) -> Error {
        match self {
            Self::Because(message) => refused(&message),
            Self::ContentModified => Error::content_modified(),
            Self::ChangedOnDisk(url) => {
                let name = uri::path_of(&url).map(|file| file_name(&file));
                let name = name.unwrap_or_default();
                refused(&format!(
                    "`{name}` has changed on disk; try again in a moment"
                ))
            }
            Self::NotAtHand => Error::internal_error(),
        }
    }
}

/// The error with `message`, which clients show.
pub(super) fn refused(message: &str) -> Error {
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: label(message).into(),
        data: None,
    }
}

/// The last part of a path.
pub(super) fn file_name(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
