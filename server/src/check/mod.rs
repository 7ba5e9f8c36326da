//! Runs the rules over many files, and repairs what they offer to repair. Nothing here prints.

mod computes;
mod diff;
mod fix;
mod run;
mod write;

pub use computes::{Known, known_computes};
pub use diff::unified;
pub use fix::{Choice, Fixed, FixedFile, fix};
pub use run::{FileReport, Report, check};
pub use write::write;
