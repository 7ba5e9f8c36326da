//! Files to a [`Workspace`](azml_rules::workspace::Workspace), the same way for the terminal and the editor.
//!
//! Start with [`load()`] in `load`. [`referenced_files`] loads the files that a document names before the rest of its folder, [`file_environment`] holds the settings and the disk for such a file,
//! [`changed`] decides what a changed file invalidates, [`ordered_map`] runs work on all threads and returns results in order,
//! [`priority_gate`] lets an urgent load go first, and [`tree_budget`] limits how many trees stay in memory.
//!
//! For the language server: [`load()`] its folders, then insert each open buffer over what was loaded. When a known YAML file
//! changes on disk, insert the result of [`read_again`]. When a file appears that [`may_be_found`], or one changes that
//! [`decides_what_is_read`] or is one of [`Loaded::settings_files`], load again.

pub(crate) mod changed;
pub(crate) mod file_environment;
pub(crate) mod load;
pub(crate) mod ordered_map;
pub(crate) mod priority_gate;
pub(crate) mod referenced_files;
pub(crate) mod tree_budget;

pub(crate) use changed::is_saved_workspace;
pub use changed::{decides_what_is_read, may_be_found, read_again};
pub use file_environment::FileEnvironment;
pub use load::{Loaded, Request, load, load_behind};
pub use priority_gate::{GoingAhead, PriorityGate};
pub use referenced_files::read_named;
pub(crate) use tree_budget::TEXT_WITH_TREES;
