//! What the editor shows: computed from offsets, returned as plain structs. Nothing here knows the
//! protocol, the disk or the time, so that every feature can be tested with a text and a cursor.
//!
//! [`Site`] is where to start: every feature takes one. A feature is a file, or a folder whose
//! `mod.rs` is its way in. Below them stand [`under_cursor`] (what hover, completion and hints ask
//! alike), [`command_lines`] (lines that run `az ml`), [`compute_summary`], [`cost`] (money in sentences), [`fixed_words`] (the words of
//! expressions), [`markdown`] (text of files as text), [`nearest`] (which of several files is meant),
//! [`port_word`] (a value that an input takes),
//! [`script`] (the code behind the YAML), [`subject`] (what a step runs), [`suitability`] (how a compute fits some work) and [`unset_compute`] (what a job
//! runs on that names no compute).
//!
//! What must stay true: a feature reads the document through its site, so that it is read once; no
//! feature imports another's helpers.

pub mod completion;
pub mod computes;
mod cursor_context;
pub mod diagnostics;
mod fixed_words;
pub mod graph;
pub mod hints;
pub mod hover;
pub mod markdown;
pub mod navigation;
mod port_value;
pub mod refactor;
mod script;
mod site;
mod step_target;
mod suitability;
mod unset_compute;

pub use site::Site;
