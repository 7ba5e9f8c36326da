//! From the text of `azml.yaml` to [`crate::settings::Settings`], with what is not understood.
//! Finding and reading files is the server's business.
//!
//! Start at [`read`]. `file` guards the text and reads it, `values` turns its parts into settings,
//! `keys` describes every key for cards. What must stay true: this is the only room that knows both
//! the text of the configuration and the names of the rules; what is not understood is a problem at
//! its place, and the rest of the file still counts.

mod file;
mod keys;
mod problem;
mod values;

pub use file::{ConfigFile, read};
pub use keys::{KEYS, SettingsKey, key_at};
pub use problem::ConfigProblem;
pub use values::NamedInventory;
