//! Runs the rules over many files, and repairs what they offer to repair.
//!
//! Start with [`check()`], one look at every file, then [`fix()`], which looks again until nothing
//! changes. Nothing here prints, and only [`write()`] changes a file: it is either the old one or
//! the new one, whatever happens.

mod computes;
mod fix;
mod run;
mod write;

pub use computes::{ListedCompute, Source, known_computes};
pub use fix::{Fixed, FixedFile, RepairChoice, fix};
pub(crate) use run::best_repair;
pub use run::{FileReport, Report, check};
pub use write::{WriteProblem, delete_leftovers, write};
