//! Inputs and outputs of steps and components.
//!
//! Start at [`step_inputs`].
//!
//! - [`declarations`]: fixes that declare an input or output which is used.
//! - [`literal_values`]: validation of literals against declared parameters.
//! - [`parallel_runs`]: parallel jobs, as steps and as components.
//! - [`port_variables`]: the environment variables in which the service passes inputs and outputs to a script.
//! - [`reused_results`]: components whose results pipelines reuse.
//! - [`step_inputs`]: inputs that a step omits, or passes under a misspelled name.
//! - [`unused_ports`]: inputs and outputs that nothing uses.

pub(crate) mod declarations;
pub(crate) mod literal_values;
pub(crate) mod parallel_runs;
pub(crate) mod port_variables;
pub(crate) mod reused_results;
pub(crate) mod step_inputs;
pub(crate) mod unused_ports;
