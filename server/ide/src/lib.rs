//! Editor features: computed from offsets, returned as plain structs. Nothing here knows the
//! protocol, the disk or the clock, so that every feature can be tested with a text and a cursor.
//!
//! Start at [`Site`] (in `site`): every feature takes one. A feature is a file, or a folder whose `mod.rs` is
//! its entry point: [`completion`], [`diagnostics`], [`drawing`] (of a graph), [`format`](mod@format), [`graph`], [`hints`], [`hover`],
//! [`navigation`], [`plan`], [`refactor`], and [`workspace_list`]. They share [`cursor_context`] (the context of the cursor), [`definition_links`],
//! [`fixed_words`] (reserved words of expressions), [`markdown`] (escapes text from files),
//! [`port_value`] (a value that an input accepts), [`saved_workspace`] (the snapshot of the workspace), [`script`] (the code behind the YAML),
//! [`step_target`] (what a step runs), [`suitability`] (how well a compute fits the work), and
//! [`unset_compute`] (the compute of a job that names none).
//!
//! Invariants: a feature reads the document through its site, so that it is parsed once; no
//! feature imports another's helpers.

pub mod completion;
mod cursor_context;
mod definition_links;
pub mod diagnostics;
pub mod drawing;
mod fixed_words;
pub mod format;
pub mod graph;
pub mod hints;
pub mod hover;
pub mod markdown;
pub mod navigation;
pub mod plan;
mod port_value;
pub mod refactor;
mod saved_workspace;
mod script;
mod site;
mod step_target;
mod suitability;
mod unset_compute;
pub mod workspace_list;

pub use site::Site;
