//! For a project that starts to use azml-ls: leaves what is found today and reports what is new.
//!
//! [`ignore()`] writes a comment at every finding; [`Baseline`] keeps the findings in a file. Neither
//! changes what a file means, and no text of a file gets into a baseline.

mod add_ignore;
mod baseline_file;
mod fingerprint;

pub use add_ignore::ignore;
pub use baseline_file::{Baseline, BaselineProblem};
pub(crate) use fingerprint::digests;
