//! Runs the rules over many files, and repairs what they offer to repair.
//!
//! Start with [`check()`], one look at every file, then [`fix()`], which looks again until nothing
//! changes. `file_report` has the findings of one file. [`IncrementalCheck`] looks again at what a change affects. [`ignore()`] and [`Baseline`] leave what is found today. Nothing here prints, and only
//! [`write()`] changes a file: it is either the old one or the new one, whatever happens.

mod baseline;
mod computes;
mod file_report;
mod fix;
mod incremental;
mod run;
mod summary;
mod write;

pub(crate) use baseline::digests;
pub use baseline::{Baseline, BaselineProblem, ignore};
pub use computes::{ComputeSource, ListedCompute, known_computes};
pub use file_report::FileReport;
pub(crate) use file_report::best_repair;
pub use fix::{FixChoice, Fixed, FixedFile, fix};
pub use incremental::IncrementalCheck;
pub use run::{ListedFile, Report, check, check_each, list};
pub use summary::{CheckSummary, Compared};
pub use write::{WriteProblem, delete_leftovers, write, write_new, write_whole};
