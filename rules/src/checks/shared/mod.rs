//! Helpers that several rules share:
//!
//! - [`attachable`]: Azure resources that can be attached as computes, by type.
//! - [`bare_names`]: names of resources without a prefix.
//! - [`cli_overrides`]: values that command lines set in place of those of a document.
//! - [`command_lines`]: the lines and words of a command as the shell gets them, and repairs of
//!   that.
//! - [`compute_fixes`]: fixes that send work to another compute.
//! - [`compute_values`]: the `compute` values of a document, each once, with the work that runs
//!   there.
//! - [`declarations`]: fixes that declare an input or output which is used.
//! - [`definition`]: the definition of a resource that a document contains inline or names.
//! - [`distribution`]: the distribution of work over nodes.
//! - [`ended_features`]: reports of features that have ended or will.
//! - [`ended_images`]: reports of images and curated environments that are no longer maintained.
//! - [`endless_commands`]: shell commands that never end.
//! - [`environments`]: the environments that a document writes, and the folders they are built
//!   from.
//! - [`fields`]: the values of known keys, and the mappings of known types.
//! - [`instance_shutdown`]: idle shutdown and stop schedules of compute instances.
//! - [`literal_values`]: validation of literals against declared parameters.
//! - [`local_paths`]: the paths of the local machine in a document.
//! - [`machine`]: the machine that work runs on.
//! - [`mistaken_kind`]: files that were written for another command than that of their `$schema`.
//! - [`model_folders`]: the folders of MLflow models that a document names.
//! - [`monthly_cost`]: the monthly price of machines that run all the time.
//! - [`named_elsewhere`]: the names of a document that other files or steps refer to.
//! - [`node_counts`]: the number of nodes that work requests.
//! - [`packages`]: the purpose of conda files, and the packages of environments.
//! - [`parallel_runs`]: parallel jobs, as steps and as components.
//! - [`price_change`]: the change of the hourly price that a fix makes, for its title.
//! - [`python_modules`]: the files of the code that a Python script imports.
//! - [`python_scripts`]: the Python files that a document runs.
//! - [`reused_results`]: components whose results pipelines reuse.
//! - [`scoring_scripts`]: the scripts whose functions a server or a parallel job calls.
//! - [`script_calls`]: the Python scripts that a document runs, with their arguments.
//! - [`script_inputs`]: inputs and outputs that belong to an argument of a script by their name.
//! - [`script_values`]: values that an argument of a script refuses.
//! - [`search_space`]: the hyperparameters of a sweep, how values are drawn, and its policy.
//! - [`served_model`]: the model that a deployment serves.
//! - [`single_node`]: the resources that trials share on a compute with one node.
//! - [`software`]: the command of some work, and the hardware that its environment indicates.
//! - [`step_inputs`]: inputs that a step omits, or passes under a misspelled name.
//! - [`unknown_names`]: reports of unknown names, with a suggestion.
//! - [`unused_ports`]: inputs and outputs that nothing uses.
//! - [`work_values`]: the values of some work, inline or in its component file.
//!
//! Invariants: no module here is a rule or imports one. A message or a fix that several rules use
//! is worded here once; the rule decides when to report it.

pub(crate) mod attachable;
pub(crate) mod bare_names;
pub(crate) mod cli_overrides;
pub(crate) mod command_lines;
pub(crate) mod compute_fixes;
pub(crate) mod compute_values;
pub(crate) mod declarations;
pub(crate) mod definition;
pub(crate) mod distribution;
pub(crate) mod ended_features;
pub(crate) mod ended_images;
pub(crate) mod endless_commands;
pub(crate) mod environments;
pub(crate) mod fields;
pub(crate) mod instance_shutdown;
pub(crate) mod literal_values;
pub(crate) mod local_paths;
pub(crate) mod machine;
pub(crate) mod mistaken_kind;
pub(crate) mod model_folders;
pub(crate) mod monthly_cost;
pub(crate) mod named_elsewhere;
pub(crate) mod node_counts;
pub(crate) mod packages;
pub(crate) mod parallel_runs;
pub(crate) mod price_change;
pub(crate) mod python_modules;
pub(crate) mod python_scripts;
pub(crate) mod reused_results;
pub(crate) mod scoring_scripts;
pub(crate) mod script_calls;
pub(crate) mod script_inputs;
pub(crate) mod script_values;
pub(crate) mod search_space;
pub(crate) mod served_model;
pub(crate) mod single_node;
pub(crate) mod software;
pub(crate) mod step_inputs;
pub(crate) mod unknown_names;
pub(crate) mod unused_ports;
pub(crate) mod work_values;
