//! Output other than findings: [`computes`], [`cost`], [`files`], [`plan`], [`rules`], [`settings`], [`statistics`], the closing [`summary`](mod@summary), the
//! [`diff`] of fixes, and [`run_diff`], the difference from the run before.

pub(crate) mod computes;
pub(crate) mod cost;
pub(crate) mod diff;
pub(crate) mod files;
pub(crate) mod plan;
pub(crate) mod rules;
pub(crate) mod run_diff;
pub(crate) mod settings;
pub(crate) mod statistics;
pub(crate) mod summary;
