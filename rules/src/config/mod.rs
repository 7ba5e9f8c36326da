//! Parses the text of `azml.yaml` into [`crate::settings::Settings`], with its problems.
//! The server finds and reads the files.
//!
//! Start at [`read`]. [`file`] limits the text and parses it; [`keys`] is the table of all keys, whose
//! values have a [`shape`]; [`check`] validates the text against them, [`values`] converts its parts
//! to settings, [`versions`] checks `required-version`, and [`problem`] is the type of a message.
//!
//! Invariants: only this module depends on both the text of the configuration and the names of the
//! rules; an entry that is not understood is a problem with its range, and the rest of the file is
//! used; an untrusted file takes time proportional to its size.

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
