//! azml-ls: everything that touches the world. `rules` says what the YAML means; this crate reads
//! files, runs the checks in parallel, prints what they find, and speaks the language server
//! protocol.

pub mod check;
pub mod cli;
pub mod config;
pub mod discovery;
mod git;
pub mod guarded;
pub mod loading;
pub mod lsp;
mod mcp;
pub mod output;
mod programs;
mod refresh;
pub mod sandbox;
mod signals;
mod threads;
mod times;
pub mod watch;
