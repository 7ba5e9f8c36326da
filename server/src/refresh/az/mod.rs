//! The Azure CLI of the user, which is started for `--refresh` only.
//!
//! [`command_line`] has its arguments, [`process`] runs it within a limit, [`pool`] runs several at a
//! time and ends them with their children (`children`), and [`failure`] puts into words why there is no answer.
//!
//! Invariants: it never runs in a folder of a repository, never waits for input, and its messages are shown without secrets, addresses
//! of people, and ids.

mod children;
pub(crate) mod command_line;
pub(crate) mod failure;
pub(crate) mod pool;
mod process;
