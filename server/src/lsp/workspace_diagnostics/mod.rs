//! Diagnostics of files that are not open, for users who want to see the whole folder.
//!
//! [`store`] holds the diagnostics, [`run`] is the background task that computes them, and [`pull`] answers `workspace/diagnostic`.

pub(crate) mod pull;
pub(crate) mod run;
pub(crate) mod store;
