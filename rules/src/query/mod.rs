//! The query layer: everything that is remembered between two computations, and when it is wrong.
//!
//! The words are those of [salsa](https://salsa-rs.github.io/salsa/). An *input* is a part of a
//! [`Database`] (`database`) that can be read: a document, the settings of a folder, a text on the disk.
//! A [`Tracker`] (`tracker`) notes the inputs that a computation reads: its `dependencies`. A [`Query`]
//! is a function whose results are remembered, each as a `memo` with its dependencies, in a table of the
//! [`QueryCache`]. A [`Revision`] (`revision`) is a state of the disk: within one, a dependency on the
//! disk is not verified twice. A result is `provisional` where a file that is not read yet could change
//! it: each [`QueryFrame`] of an analysis notes that. [`Lazy`] (`lazy`) is a value that several rules of one
//! analysis share. [`LruCache`] (`lru`) is the only bound.
//!
//! # All caches
//!
//! A cache becomes invalid in one of three ways, and there is no other one:
//! - **dependencies**: the inputs with their values, verified before each use;
//! - **revision**: the key names the text, or the table belongs to the state of the disk, that the value
//!   was computed from, so that a change leads to another key or to an empty table;
//! - **life**: it is a field of the object that it describes, and goes with it.
//!
//! A workspace and its snapshots own one [`QueryCache`], which the next load of the folder takes over;
//! two servers in a process share nothing. The only bound is [`LruCache`]: its younger half may take the
//! number below, and so may the older one.
//!
//! | cache | key | owner | invalid by | bound |
//! |---|---|---|---|---|
//! | `script::script_interface::Interfaces` | folder of the document, script | `QueryCache` | dependencies | 16 MiB |
//! | `script::commands::walk::StartedPrograms` | document, place of the command | `QueryCache` | dependencies | 4 MiB |
//! | `checks::shared::python_scripts::ModulesByPath` | folder of the document, file | `QueryCache` | dependencies | 2 MiB |
//! | `checks::shared::python_modules::ImportedModules` | script, folders of modules | `QueryCache` | dependencies | 4 MiB |
//! | `estimate::memo::Estimates` | document | `QueryCache` | dependencies | 2 MiB |
//! | `checks::shared::paths::repository::Repositories` | folder | `QueryCache` | dependencies | 2,048 |
//! | `script::commands::missing_script::GitFilesIn` | folder of the document, folder | `QueryCache` | dependencies | 4,096 |
//! | `script::python::module::ModulesByText` | text | `QueryCache` | revision (text) | 4 MiB of text |
//! | `script::command_text::CommandsByText` | text | `QueryCache` | revision (text) | 4 MiB |
//! | `schema::validate::subtree_cache::JudgedTrees` | tree of an edited text | `QueryCache` | revision (text) | 200,000 values |
//! | `syntax::revision` | earlier tree of the text | `Tree` | revision (text) | 8 trees |
//! | `document::ParseCache` | text of 64 KiB and more | request of a folder | life (of the tree) | trees in memory |
//! | `Document`: tree, resource uses | | `Document` | life | a folder: `TEXT_WITH_TREES` |
//! | `syntax::Tree`: lines, indentation, long lists | | `Tree` | life | |
//! | `workspace::Store`: ordered computes, names of the last document | | `Store` | life (of what they list) | |
//! | `workspace::Scope`: separate folders | two folders | `Scope` | life | |
//! | [`Tracker`]: values of inputs | input | one analysis | life | |
//! | `checks::Cache`: what several rules need | | one analysis | life | |
//! | `expression::{Interface, WordCounts}`, `script::argparse` words | | their object | life | |
//! | `azml_ide::Site`: program, judgement | | one request | life | |
//! | `server::lsp` open document: findings | document | open document | dependencies | |
//! | `server::lsp::workspace_diagnostics::store`: findings | document | session | dependencies | |
//! | `server::lsp` `FolderFixCache` | rule, applicability | session | dependencies, revision (disk) | rules |
//! | `server::check::incremental::IncrementalCheck`: findings | document | `--watch` | dependencies | |
//! | `server::sandbox::network_paths::NetworkPaths`: resolved folders | folder | `FileSystem`, `Boundary` | revision (disk) | 2,048 |
//! | `server::sandbox::project_roots::Homes` | folder | `Boundary` | revision (disk) | 2,048 |
//! | `server::config::upload_size::UploadSizes` | folder | `FileSystem` | revision (disk) | 2,048 |
//! | `server::config::Configs` | folder | one load | life | |
//! | `server::output`: texts, redacted texts, repositories | file | one output | life | 128 files |
//!
//! No caches: tables of embedded data that are made at the first use (`LazyLock`), and
//! `server::sandbox::document_key::SPELLINGS`, the spelling by which a file is known on systems that
//! ignore letter case.
//!
//! # Without salsa
//!
//! salsa 0.28.5 was measured on 2026-11-24 and is not used. It would replace `tracker`, `dependencies`,
//! `memo`, and `lru`: 457 of the 687 lines here. `database`, `revision`, and `provisional` would stay,
//! since an input is a part of the disk that is first read when it is needed, and a result can wait for
//! a file that is not read yet. It costs 12 more packages, 38 s of processor time in a release build, and
//! about 200 bytes for a value with three dependencies (181 in a table with a text as the key, as here).
//! A value must own its parts, but most values here borrow from a tree (`Program`, `Judgement`, `Site`): the 11
//! caches above whose life is that of an object would stay. Its bound counts values, not bytes, and a change of an input
//! waits until each reader has unwound; here a reader has its snapshot, and a change makes another one.
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
pub use dependencies::DependencySet;
pub(crate) use lazy::Lazy;
pub use lru::LruCache;
pub(crate) use memo::{Query, QueryCache};
pub(crate) use provisional::QueryFrame;
pub use revision::Revision;
pub(crate) use tracker::Tracker;
