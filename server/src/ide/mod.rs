//! What the editor shows: computed from offsets, returned as plain structs. Nothing here knows the
//! protocol, the disk or the time, so that every feature can be tested with a text and a cursor.

pub mod callers;
pub mod completion;
mod cost;
pub mod definition;
mod fixed_words;
pub mod folding;
pub mod graph;
pub mod hints;
pub mod hover;
pub mod lens;
pub mod links;
pub mod refactor;
pub mod references;
pub mod rename;
pub mod rule_names;
pub mod selection;
pub mod silence;
mod site;
pub mod symbols;
pub mod tokens;
mod under_cursor;
pub mod workspace_symbols;

pub use site::Site;
