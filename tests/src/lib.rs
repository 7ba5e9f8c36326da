//! The harness of azml-ls: Markdown specs of rules, the documentation's examples, the real binary
//! as a process, files and chance that repeats for the parser.

pub mod catalog;
pub mod commands;
pub mod corpus;
pub mod damage;
pub mod editor;
pub mod events;
pub mod facts;
pub mod fixes;
pub mod hostile;
pub mod markdown;
pub mod memory_client;
pub mod mutation;
pub mod new_rule;
pub mod process;
pub mod properties;
pub mod random;
pub mod refresh;
pub mod session;
pub mod skill;
pub mod sources;
pub mod spec;
pub mod texts;
