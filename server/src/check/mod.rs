//! Runs the rules over many files, and repairs what they offer to repair.
//!
//! Start with [`check()`], one look at every file, then [`fix()`], which looks again until nothing
//! changes. [`IncrementalCheck`] looks again at what a change affects. [`ignore()`] and [`Baseline`] leave what is found today. Nothing here prints, and only
//! [`write()`] changes a file: it is either the old one or the new one, whatever happens.

mod baseline;
mod computes;
mod fix;
mod incremental;
mod run;
mod summary;
mod write;

pub(crate) use baseline::digests;
pub use baseline::{Baseline, BaselineProblem, Compared, ignore};
pub use computes::{ComputeSource, ListedCompute, known_computes};
pub use fix::{FixChoice, Fixed, FixedFile, fix};
pub use incremental::IncrementalCheck;
pub(crate) use run::best_repair;
pub use run::{FileReport, ListedFile, Report, check, check_each, list};
pub use summary::CheckSummary;
pub use write::{WriteProblem, delete_leftovers, write, write_new, write_whole};
