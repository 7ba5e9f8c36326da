//! What requests are answered with, in the protocol's words: one request, one file.

pub(super) mod code_actions;
pub(super) mod completion;
mod fix_all;
pub(super) mod graph;
pub(super) mod navigation;
pub(super) mod outline;
pub(super) mod refactorings;
pub(super) mod rename;
pub(super) mod semantic_tokens;
