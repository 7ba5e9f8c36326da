//! Budgets of jobs, deployments, computes, and schedules.

use std::path::Path;

use super::{Patterns, Settings};

/// An entry of `budgets`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Budget {
    /// The files that it applies to; `None` for all.
    pub files: Option<Patterns>,
    /// The most that one run may cost.
    pub per_run: Option<f64>,
    /// The most that a month may cost.
    pub per_month: Option<f64>,
}

impl Settings {
    /// Returns the budget of the file at `path`: each amount of the last entry that has it.
    pub fn budget(&self, path: &str) -> Budget {
        let mut found = Budget::default();
        let is_of_file = |it: &&Budget| {
            let files = it.files.as_ref();
            files.is_none_or(|files| files.covers(Path::new(path), false))
        };
        for entry in self.budgets.iter().filter(is_of_file) {
            found.per_run = entry.per_run.or(found.per_run);
            found.per_month = entry.per_month.or(found.per_month);
        }
        found
    }
}
