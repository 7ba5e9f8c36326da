//! For a project that starts to use azml-ls: leaves what is found today and reports what is new.
//!
//! [`ignore()`] writes a comment at every finding; [`Baseline`] keeps the findings in a file. Neither
//! changes what a file means, and no text of a file gets into a baseline.

mod baseline;
mod fingerprint;
mod ignore;

pub use baseline::{Baseline, BaselineProblem, Compared};
pub(crate) use fingerprint::digests;
pub use ignore::ignore;
