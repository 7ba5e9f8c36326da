//! Finding places: [`definition`], [`references`], [`links`], [`folding`], [`selection`], [`symbols`] (the outline), [`workspace_symbols`],
//! and [`used_by`] (callers of a component).
//!
//! [`command_lines`] finds the file that an `az ml` line names; [`nearest`] chooses among files that define the same name.

pub(crate) mod command_lines;
pub mod definition;
pub mod folding;
pub mod links;
pub(crate) mod nearest;
pub mod references;
pub mod selection;
pub mod symbols;
pub mod used_by;
pub mod workspace_symbols;
