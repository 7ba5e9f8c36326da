//! Modes that list what a folder has: [`files`], [`computes`], and what they [`cost`]. [`listing`] has their loading and
//! their exit codes.

pub(crate) mod computes;
pub(crate) mod cost;
pub(crate) mod files;
pub(super) mod listing;
