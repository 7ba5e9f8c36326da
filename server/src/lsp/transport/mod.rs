//! Messages between the client and the service over standard input and output, in place of tower-lsp's transport (0.20).
//!
//! [`stdio`] reads and writes; [`frames`] splits the input into messages, [`message`] reads one as JSON-RPC 2.0, [`skipped`] reports
//! input that was skipped, and [`surrogates`] repairs lone surrogates. [`raw_json`] passes large answers as text that is already
//! serialized; [`redaction`] hides secrets in all of them, and [`unwritten`] counts those
//! that the client has not read. [`tower_shim`] is the one place that works around defects of tower-lsp; [`parent_process`] ends the server when its
//! client is gone.

pub(crate) mod frames;
pub(crate) mod message;
pub(crate) mod parent_process;
pub(crate) mod raw_json;
pub(crate) mod redaction;
pub(crate) mod skipped;
pub(crate) mod stdio;
pub(crate) mod surrogates;
pub(crate) mod tower_shim;
pub(crate) mod unwritten;
