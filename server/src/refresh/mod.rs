//! `--refresh`: saves what a workspace holds in the folder `.azml`, with the Azure CLI of the user.
//!
//! Start with [`run`]. [`target`] chooses the workspace, [`place`] the folder, [`references`] finds the assets that YAML names,
//! [`steps`] is the table of commands, and [`az`] runs them. [`answer`] and [`values`] read any shape of an answer, [`parts`] the
//! entries of each file. [`snapshot`] reads and writes the files, and [`changes`] compares two snapshots.
//!
//! Invariants: the snapshot is replaced as a whole or not at all, and only the keys of [`parts`] are written.

mod answer;
mod az;
mod changes;
mod parts;
mod place;
mod references;
mod run;
mod snapshot;
mod steps;
mod target;
mod values;

pub(crate) use az::command_line::CommandLine;
pub(crate) use run::{
    Mode, Observer, RefreshProblem, RefreshRequest, Refreshed, dry_run, known_workspace, refresh,
};
pub(crate) use target::WorkspaceName;
