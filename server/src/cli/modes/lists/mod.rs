//! Modes that list what a folder has: [`files`], [`computes`], what they [`cost`], the [`plan`] of a
//! document that is submitted, and the [`settings`] of a file. [`listing`] has their loading and their exit codes.

pub(crate) mod computes;
pub(crate) mod cost;
pub(crate) mod files;
pub(super) mod listing;
pub(crate) mod plan;
pub(crate) mod settings;
