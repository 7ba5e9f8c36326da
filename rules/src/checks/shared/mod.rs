//! Helpers that several rules share. Each folder lists its own:
//!
//! - [`cli_extension`]: words of `az ml` that its reference doesn't list.
//! - [`cli_overrides`]: values that command lines set in place of those of a document.
//! - [`comments`]: comments about the values beside them.
//! - [`compute`]: computes that work runs on: their nodes, their cost, and fixes that change them.
//! - [`ended_features`]: reports of features that have ended or will.
//! - [`environment`]: environments of work: conda files, Dockerfiles, images, and their software.
//! - [`fields`]: the values of known keys, and the mappings of known types.
//! - [`foreign_sections`]: sections of the file of a job that belong to another purpose.
//! - [`mistaken_kind`]: files that were written for another command than that of their `$schema`.
//! - [`paths`]: the paths of the local machine in a document, and the judgement on those that do not
//!   exist.
//! - [`pipeline`]: inputs and outputs of steps and components.
//! - [`reference`]: names of resources and files, and their definitions.
//! - [`script`]: commands and the Python scripts that they run.
//! - [`syntax_errors`]: reports of text that is not valid YAML.
//! - [`unknown_senders`]: commands that may send a document.
//! - [`work_values`]: the values of some work, inline or in its component file.
//!
//! Invariants: no module here is a rule or imports one. A message or a fix that several rules use
//! is worded here once; the rule decides when to report it.

pub(crate) mod cli_extension;
pub(crate) mod cli_overrides;
pub(crate) mod comments;
pub(crate) mod compute;
pub(crate) mod ended_features;
pub(crate) mod environment;
pub(crate) mod fields;
pub(crate) mod foreign_sections;
pub(crate) mod mistaken_kind;
pub(crate) mod paths;
pub(crate) mod pipeline;
pub(crate) mod reference;
pub(crate) mod script;
pub(crate) mod syntax_errors;
pub(crate) mod unknown_senders;
pub(crate) mod work_values;
