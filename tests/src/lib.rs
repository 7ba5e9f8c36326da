//! The harness of azml-ls: Markdown specs of rules, the documentation's examples, the real binary as a process.

pub mod corpus;
pub mod markdown;
pub mod mutation;
pub mod spec;
