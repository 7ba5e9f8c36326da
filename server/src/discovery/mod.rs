//! Discovery of the files in a folder.
//!
//! Start with [`walk`], which lists the YAML files of a folder. [`ignore_files`] checks `.gitignore` and `.ignore` before the
//! walking library opens them, [`hidden_dirs`] decides which hidden folders are walked, [`generated`] recognizes files that a tool wrote, [`scripts`] recognizes scripts and
//! workflows that run `az ml`, and Terraform, [`entry`] is a file that was found, and [`list_files`] lists names for completion.

pub(crate) mod entry;
pub(crate) mod generated;
pub(crate) mod hidden_dirs;
pub(crate) mod ignore_files;
pub(crate) mod list_files;
pub(crate) mod scripts;
pub(crate) mod walk;

pub use scripts::{is_script, is_terraform};
pub use walk::{CONTEXT_ENTRIES, Scope, is_yaml, yaml_files};
