//! Paths on the local machine in a document.
//!
//! `local_paths` finds them, `missing_paths` judges those that do not exist (a `written_path`), and `meant_paths` finds
//! what they mean. `mentions` finds the scripts and pages of the `repository` that mention a file.

pub(crate) mod local_paths;
mod meant_paths;
pub(crate) mod mentions;
pub(crate) mod missing_paths;
pub(crate) mod repository;
pub(crate) mod written_path;
