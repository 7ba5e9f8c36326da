//! What several rules share. This is the index:
//!
//! - `compute_values`: the `compute` values of a document, each once, with the work that runs
//!   there.
//! - `compute_fixes`: repairs that send work to another compute.
//! - `work_values`: the values of some work, wherever they are written.
//! - `machine`: the machine that some work runs on.
//! - `distribution`: how some work is distributed over nodes.
//! - `mistaken_kind`: files that were written for another command than the one they say they are
//!   for.
//! - `software`: what some work runs: its command, and what the name of its environment says of
//!   GPUs.
//! - `node_counts`: how many nodes some work asks for.
//! - `single_node`: what trials share on a compute with one node.
//! - `search_space`: the hyperparameters of a sweep, how values are drawn, and its policy.
//! - `secrets`: text that is a secret, by its shape or by its name.
//! - `ended_images`: saying that an image or a curated environment is no longer maintained.
//! - `triggers`: the triggers of schedules.
//! - `cron`: cron expressions as the service reads them.
//! - `attachable`: which Azure resources can be attached, and as what.
//! - `instance_shutdown`: what stops a compute instance.
//! - `monthly_cost`: what machines cost that run all the time.
//! - `endless_commands`: shell commands that never end.
//! - `literal_values`: whether a literal is a value that a declared parameter takes.
//! - `step_inputs`: what a step does not give to its component, or under a misspelled name.
//! - `unknown_names`: saying that a name is unknown, and offering the one that was meant.
//! - `named_elsewhere`: the names of a document that something else refers to.
//! - `unused_ports`: inputs and outputs that nothing names.
//! - `declarations`: repairs that declare an input or output which is used.
//!
//! What must stay true: nothing here is a rule, and nothing here imports one. What speaks for
//! itself (a message, a fix) is worded here once; which rule says it is decided in the rule.

pub(crate) mod attachable;
pub(crate) mod compute_fixes;
pub(crate) mod compute_values;
pub(crate) mod cron;
pub(crate) mod declarations;
pub(crate) mod distribution;
pub(crate) mod ended_images;
pub(crate) mod endless_commands;
pub(crate) mod instance_shutdown;
pub(crate) mod literal_values;
pub(crate) mod machine;
pub(crate) mod mistaken_kind;
pub(crate) mod monthly_cost;
pub(crate) mod named_elsewhere;
pub(crate) mod node_counts;
pub(crate) mod search_space;
pub(crate) mod secrets;
pub(crate) mod single_node;
pub(crate) mod software;
pub(crate) mod step_inputs;
pub(crate) mod triggers;
pub(crate) mod unknown_names;
pub(crate) mod unused_ports;
pub(crate) mod work_values;
