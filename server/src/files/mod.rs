//! All access to the file system: which files there are, what they say, which settings hold for
//! them.
//!
//! Folders may be those of strangers. Every file is read by `regular`, which takes regular files up
//! to a limit; what an `azml.yaml` names stays inside of the `boundary`; no other machine is asked
//! because a path in a file says so (`machines`); what the walk reads is looked at before
//! (`ignores`); in folders that nobody trusts, nothing outside of them is looked at (`limits`).
//!
//! Terminal and editor load a folder the same way, with [`load()`]. Documents are kept under their
//! [`key`]: the absolute path with `/`, so that references between files join without the disk. How
//! a path is shown is the business of [`Names`].
//!
//! For the language server: [`load()`] its folders, then insert each open buffer over what was
//! loaded, as `Document::new(key(path), text)`. When a YAML file changes on disk, [`read_text`] and
//! insert it. When one of [`Loaded::settings_files`] or any `azml.yaml` changes,
//! `Configs::new(options)`, then [`Configs::apply`] with [`Loaded::folders`] and
//! [`Configs::take_problems`].

mod boundary;
mod config;
mod disk;
mod exclude;
mod hidden;
mod ignores;
mod inventory;
mod limits;
mod load;
mod machines;
mod name;
mod problem;
mod read_problem;
mod regular;
mod text;
mod today;
mod walk;

pub use boundary::Boundary;
pub use config::{ConfigSource, Configs, Options, project_folder};
pub use hidden::is_tools_folder;
pub use load::{Loaded, Request, load};
pub use name::{Names, absolute, key};
pub use problem::{FileProblem, ProblemPlace, Severity};
pub use read_problem::ReadProblem;
pub(crate) use read_problem::without_number;
pub(crate) use regular::{open_regular, read_bytes, read_to_limit};
pub use text::{Encoding, Text, decode, read_text};
pub use walk::{CONTEXT_ENTRIES, FoundFiles, Scope, is_yaml, yaml_files};
