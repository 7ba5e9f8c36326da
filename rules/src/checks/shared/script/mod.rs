//! Commands and the Python scripts that they run.
//!
//! Start at [`script_calls`].
//!
//! - [`command_lines`]: the lines and words of a command as the shell gets them, and fixes of that.
//! - [`endless_commands`]: shell commands that never end.
//! - [`meant_flags`]: the flags that unknown ones were probably meant to be.
//! - [`python_modules`]: the files of the code that a Python script imports.
//! - [`python_scripts`]: the Python files that a document runs.
//! - [`scoring_scripts`]: the scripts whose functions a server or a parallel job calls.
//! - [`script_calls`]: the Python scripts that a document runs, with their arguments.
//! - [`script_inputs`]: inputs and outputs that belong to an argument of a script by their name.
//! - [`script_values`]: values that an argument of a script refuses.

pub(crate) mod command_lines;
pub(crate) mod endless_commands;
pub(crate) mod meant_flags;
pub(crate) mod python_modules;
pub(crate) mod python_scripts;
pub(crate) mod scoring_scripts;
pub(crate) mod script_calls;
pub(crate) mod script_inputs;
pub(crate) mod script_values;
