//! Configuration from disk: `azml.yaml` and inventory files.
//!
//! [`files`] finds and reads `azml.yaml` with its `extends`, [`inventory`] reads saved lists of computes, and [`problem`] describes
//! failures in files that configure the tool, which are never findings.

pub(crate) mod files;
pub(crate) mod inventory;
pub(crate) mod problem;

pub use files::{ConfigSource, Configs, Options};
pub use problem::{FileProblem, ProblemPlace, Severity};
