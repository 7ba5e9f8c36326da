//! Paths on the local machine in a document.
//!
//! `local_paths` finds them, and `missing_paths` judges those that do not exist.

pub(crate) mod local_paths;
pub(crate) mod missing_paths;
