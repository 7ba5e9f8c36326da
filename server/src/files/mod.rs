//! All access to the file system: which files there are, what they say, which settings hold for them.
//!
//! Terminal and editor load a folder the same way, with [`load()`]. Documents are kept under their [`key`]: the absolute
//! path with `/`, so that references between files join without the disk. How a path is shown is the business of
//! [`Names`].
//!
//! The language server calls [`load()`] with its folder, [`read_text`] for one file that changed, inserts open buffers
//! over what it loaded, and [`Configs::apply`] when one of [`Loaded::settings_files`] changed.

mod config;
mod exclude;
mod load;
mod name;
mod problem;
mod text;
mod walk;

pub use config::{ConfigSource, Configs, Options, project_folder};
pub use load::{Loaded, Request, load};
pub use name::{Names, absolute, key};
pub use problem::{FileProblem, Place, Severity};
pub use text::{Encoding, ReadProblem, Text, decode, read_text};
pub use walk::{CONTEXT_ENTRIES, Found, Scope, is_yaml, yaml_files};
