//! Modes of the program: [`check`], [`watch`], [`baseline`], [`difference`], [`explain`], [`fmt`],
//! [`generate`], [`graph`], [`lists`], [`mcp`], [`new`], [`refresh`], and [`version`]. [`withheld_rules`]
//! warns about preview rules; [`verbose`] describes a check.

pub(crate) mod baseline;
pub(crate) mod check;
pub(crate) mod difference;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod generate;
pub(crate) mod graph;
pub(crate) mod lists;
pub(crate) mod mcp;
pub(crate) mod new;
pub(crate) mod refresh;
pub(crate) mod verbose;
pub(crate) mod version;
pub(crate) mod watch;
mod withheld_rules;
