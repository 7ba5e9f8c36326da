//! Checks of the official client beyond single fields.
//!
//! [`load_checks`] run while a mapping is loaded, [`validation_checks`] after the file is loaded.
//! Both use [`conditions`] on single values, and [`local_files`] for paths.

mod conditions;
pub(super) mod load_checks;
mod local_files;
pub(super) mod validation_checks;
