//! Baselines, for a project that starts to use azml-ls: today's findings are ignored, new ones are reported.
//!
//! [`ignore()`] ([`add_ignore`]) writes a comment at every finding; [`Baseline`] ([`baseline_file`]) stores their
//! [`fingerprint`]s in a file. Neither changes the meaning of a file, and no text of a file gets into a baseline.

mod add_ignore;
mod baseline_file;
mod fingerprint;

pub use add_ignore::ignore;
pub use baseline_file::{Baseline, BaselineProblem};
pub(crate) use fingerprint::digests;
