//! Runs the rules over many files, and repairs what they offer to repair. Nothing here prints.

mod diff;
mod fix;
mod panic;
mod run;
mod write;

pub use diff::unified;
pub use fix::{Fixed, FixedFile, fix};
pub use panic::{guarded, install_panic_hook};
pub use run::{FileReport, Report, check};
pub use write::write;
