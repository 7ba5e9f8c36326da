//! The code behind the YAML: the programs that a `command` runs, their arguments, and how their
//! scripts parse them.
//!
//! Data flow: the text of a command → [`Command`] (`command_text`): words with their ranges in the
//! file → [`commands`]: programs, their working folder, the script ([`upload`]: the files around
//! it) → [`python`] and `script_interface`: the arguments that the script declares → [`argparse`]:
//! how the words match them.
//!
//! Invariants: nothing is reported about what is unknown; every file is read through the workspace,
//! which records the read.

pub mod argparse;
mod command_text;
pub mod commands;
pub mod python;
mod script_interface;
pub mod upload;

pub use command_text::{Command, CommandParts};
pub use script_interface::interface_of;
