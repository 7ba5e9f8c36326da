//! Names of resources and files, and their definitions.
//!
//! Start at [`definition`].
//!
//! - [`bare_names`]: names of resources without a prefix.
//! - [`definition`]: the definition of a resource that a document contains inline or names.
//! - [`model_folders`]: the folders of MLflow models that a document names.
//! - [`referenced_names`]: the names of a document that other files or steps refer to.
//! - [`saved_assets`]: references to assets of the workspace, compared with its snapshot.
//! - [`served_model`]: the model that a deployment serves.
//! - [`snapshot_age`]: the age and the region of the snapshot, which decide how much it proves.
//! - [`unknown_names`]: reports of unknown names, with a suggestion.

pub(crate) mod bare_names;
pub(crate) mod definition;
pub(crate) mod model_folders;
pub(crate) mod referenced_names;
pub(crate) mod saved_assets;
pub(crate) mod served_model;
pub(crate) mod snapshot_age;
pub(crate) mod unknown_names;
