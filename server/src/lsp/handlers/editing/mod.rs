//! Requests about the text while it is edited: [`completion`], [`hover`], [`inlay_hints`], [`code_lenses`], [`semantic_tokens`], and
//! [`diagnostic_report`] (`textDocument/diagnostic`).

pub(crate) mod code_lenses;
pub(crate) mod completion;
pub(crate) mod diagnostic_report;
pub(crate) mod hover;
pub(crate) mod inlay_hints;
pub(crate) mod semantic_tokens;
