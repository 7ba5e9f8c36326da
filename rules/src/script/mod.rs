//! The code behind the YAML: what a `command` runs, with what, and what the script makes of it.
//!
//! The way of the data: the text of a command → [`Command`]: words with their places in the file →
//! [`commands`]: programs, their working folder, the script → [`python`]: what the script takes →
//! [`argparse`]: whether the two fit.
//!
//! What must stay true: what cannot be known for certain is left open, and about what is open
//! nothing is said; every file is read through the workspace, which notes it.

pub mod argparse;
mod command_text;
pub mod commands;
pub mod python;
mod script_interface;
pub mod upload;

pub use command_text::{Command, CommandParts};
pub use script_interface::interface_of;
