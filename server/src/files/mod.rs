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
//! loaded, as `Document::new(key(path), text)`. When a known YAML file changes on disk, insert what
//! [`read_again`] says. When a file comes that [`may_be_found`], or one changes that
//! [`decides_what_is_read`] or is one of [`Loaded::settings_files`], load again. A [`Watcher`] tells
//! of changes where nobody else does.

mod around;
mod below;
mod boundary;
mod changed;
mod config;
mod disk;
mod found_file;
mod hidden;
mod homes;
mod ignores;
mod in_order;
mod inventory;
mod kept_trees;
mod limits;
mod load;
mod machines;
mod name;
mod named;
mod precedence;
mod problem;
mod read_folders;
mod read_problem;
mod regular;
mod scripts;
mod system_error;
mod text;
mod today;
mod walk;
mod watch;
mod weights;

pub use around::Around;
pub use boundary::{Boundary, repository_of};
pub use changed::{decides_what_is_read, may_be_found, read_again};
pub use config::{ConfigSource, Configs, Options, project_folder};
pub use found_file::FoundFile;
pub(crate) use kept_trees::TEXT_WITH_TREES;
pub use load::{Loaded, Request, load, load_behind};
pub use name::{Names, STYLE, absolute, is_within, key, path_between};
pub use named::read_named;
pub use precedence::{GoingAhead, Precedence};
pub use problem::{FileProblem, ProblemPlace, Severity};
pub use read_folders::ReadFolders;
pub use read_problem::ReadProblem;
pub(crate) use regular::{open_regular, read_bytes, read_to_limit};
pub use scripts::is_script;
pub(crate) use system_error::{is_held, without_number};
pub use text::{Encoding, Text, decode, read_text};
pub(crate) use today::{now, time_of_day};
pub use walk::{CONTEXT_ENTRIES, FoundFiles, Scope, is_yaml, yaml_files};
pub use watch::{Change, Changes, Fallback, Watcher, next_burst, watched_folders};
