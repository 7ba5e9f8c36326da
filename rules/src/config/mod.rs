//! From the text of `azml.yaml` to [`crate::settings::Settings`], with what is not understood.
//! Finding and reading files is the server's business.
//!
//! Start at [`read`]. `file` guards the text and reads it; `keys` is the table of all keys, whose
//! values have a `shape`; `check` holds the text against them, `values` turns its parts into settings.
//! What must stay true: this is the only room that knows both the text of the configuration and the
//! names of the rules; what is not understood is a problem at its place, and the rest of the file
//! still counts; a file of a stranger costs no more time than its size.

mod check;
mod file;
mod keys;
mod problem;
mod shape;
mod values;
mod versions;

pub use file::{ConfigFile, read};
pub use keys::{KEYS, ROOT, key_at, shape_at};
pub use problem::ConfigProblem;
pub use shape::{SettingShape, SettingWord, SettingsKey};
pub use values::{FileName, NamedInventory};
