//! The query layer: everything that is remembered between two computations, and when it is wrong.
//!
//! The words are those of [salsa](https://salsa-rs.github.io/salsa/). An *input* is a part of a
//! [`Database`] that can be read: a document, the settings of a folder, a text on the disk. A
//! [`Tracker`] notes the inputs that a computation reads: these are its [`Dependencies`]. A [`Query`]
//! is a function whose results are remembered, each as a memo with its dependencies, in a table of the
//! [`QueryCache`]. A [`Revision`] is a state of the disk: within one, a dependency on the disk is not
//! verified twice. A result is *provisional* where a file that is not read yet could change it: each
//! [`Frame`] of an analysis notes that. [`Lazy`] is a value that several rules of one analysis share.
//!
//! # All caches
//!
//! A cache becomes invalid in one of three ways, and there is no other one:
//! - **dependencies**: the inputs with their values, verified before each use;
//! - **revision**: the key is (or names) the text or the state of the disk that the value was computed
//!   from, so that a change leads to another key or to an empty table;
//! - **life**: it is a field of the object that it describes, and goes with it.
//!
//! A database and its snapshots own one [`QueryCache`]; two servers in a process share nothing. The
//! only [`LruCache`] bounds all tables.
//!
//! | cache | key | owner | invalid by | bound |
//! |---|---|---|---|---|
//! | `script::script_interface::Interfaces` | document, script | `QueryCache` | dependencies | 2 × 16 MiB |
//! | `script::commands::walk::StartedPrograms` | document, place of the command | `QueryCache` | dependencies | 2 × 4 MiB |
//! | `checks::shared::python_scripts::ModulesByPath` | document, file | `QueryCache` | dependencies | 2 × 2 MiB |
//! | `checks::shared::python_modules::ImportedModules` | script, its folders | `QueryCache` | dependencies | 2 × 4 MiB |
//! | `script::python::module::Modules` | text | `QueryCache` | revision of the text | 2 × 4 MiB of text |
//! | `script::shell::command::Commands` | text | `QueryCache` | revision of the text | 2 × 4 MiB |
//! | `schema::validate::subtree_cache::JudgedTrees` | tree of an edited text | `QueryCache` | revision of the text | 2 × 200,000 values |
//!
//! What must stay true: a query reads inputs through the workspace that it is given, and nothing else
//! that can change.

mod database;
mod dependencies;
mod lazy;
mod lru;
mod memo;
mod provisional;
mod revision;
mod tracker;

pub use database::Database;
pub use dependencies::Dependencies;
pub(crate) use lazy::Lazy;
pub use lru::LruCache;
pub(crate) use memo::{Query, QueryCache};
pub(crate) use provisional::Frame;
pub use revision::Revision;
pub(crate) use tracker::Tracker;
