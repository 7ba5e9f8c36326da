//! Modes of the program: [`check`], [`watch`], [`baseline`], [`difference`], [`computes`], [`cost`],
//! [`explain`], [`files`], [`fmt`], [`generate`], [`graph`], [`refresh`], and [`settings`].
//! [`listing`] is what lists have in common, and [`withheld_rules`] warns about preview rules.

pub(crate) mod baseline;
pub(crate) mod check;
pub(crate) mod computes;
pub(crate) mod cost;
pub(crate) mod difference;
pub(crate) mod explain;
pub(crate) mod files;
pub(crate) mod fmt;
pub(crate) mod generate;
pub(crate) mod graph;
mod listing;
pub(crate) mod refresh;
pub(crate) mod settings;
pub(crate) mod watch;
mod withheld_rules;
