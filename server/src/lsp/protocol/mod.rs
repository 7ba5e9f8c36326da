//! Our data in the protocol's types, and back.
//!
//! [`capabilities`] is the server's side of `initialize`, [`client_features`] the client's. [`position`] converts byte offsets,
//! [`uri`] paths, [`convert`] diagnostics and locations, [`edits`] workspace edits, [`symbol_kind`] icons, and [`display_text`] text for
//! clients that show plain text.

pub(crate) mod capabilities;
pub(crate) mod client_features;
pub(crate) mod convert;
pub(crate) mod display_text;
pub(crate) mod edits;
pub(crate) mod position;
pub(crate) mod symbol_kind;
pub(crate) mod uri;
