//! Runs the rules over many files, and applies their fixes.
//!
//! Start with [`check()`], one analysis of every file ([`unrecognized`](mod@unrecognized): those that can't be analyzed), then [`fix`](mod@fix), which repeats it until
//! nothing changes. [`file_report`] has the findings of one file. [`incremental`] analyzes the files that a change affects, [`run`] all of them;
//! [`summary`] counts findings, [`computes`] lists computes, [`costs`] what files cost, [`plans`] what happens when one is submitted, [`cost_changes`] what that was before. [`baseline`] ignores today's findings.
//! Nothing here prints, and only [`write`](mod@write) changes a file, atomically.

mod baseline;
mod computes;
mod cost_changes;
mod costs;
mod file_report;
mod fix;
mod incremental;
mod plans;
mod run;
mod summary;
mod unrecognized;
mod write;

pub(crate) use baseline::digests;
pub use baseline::{Baseline, BaselineProblem, ignore};
pub use computes::{ComputeSource, ListedCompute, known_computes};
pub use cost_changes::{CostChange, cost_changes, earlier_costs};
pub use costs::{CostList, MonthlySort, month_of};
pub use file_report::FileReport;
pub(crate) use file_report::best_fix;
pub use fix::{FixChoice, Fixed, FixedFile, fix};
pub use incremental::IncrementalCheck;
pub use plans::submission_plan;
pub use run::{ListedFile, Report, check, check_each, list};
pub use summary::{CheckSummary, Compared};
pub use unrecognized::unrecognized;
pub use write::{
    LEADS_OUTSIDE, WriteProblem, delete_leftovers, leads_outside, write, write_new, write_together,
    write_whole,
};
