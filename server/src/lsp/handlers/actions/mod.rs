//! Requests that change text: code actions, fixes, refactorings, and renames.
//!
//! [`code_actions`] collects what [`rule_actions`], [`fix_all`], and [`refactorings`] offer; [`format`](mod@format) lays the text out, [`rename`] and [`file_rename`] edit several
//! files through an [`edit_target`], or give a [`refusal`]; [`folder_fix_cache`] caches which rules have fixes anywhere in the folder.

pub(crate) mod code_actions;
pub(crate) mod edit_target;
pub(crate) mod file_rename;
pub(crate) mod fix_all;
pub(crate) mod folder_fix_cache;
pub(crate) mod format;
pub(crate) mod refactorings;
pub(crate) mod refusal;
pub(crate) mod rename;
pub(crate) mod rule_actions;
