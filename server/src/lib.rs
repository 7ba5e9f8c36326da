//! The binary azml-ls as a library: everything that touches the world.

pub mod ide;
pub mod lsp;
