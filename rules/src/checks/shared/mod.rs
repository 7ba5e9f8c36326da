//! What several rules share. This is the index:
//!
//! - `bare_names`: names of resources without a prefix.
//! - `compute_values`: the `compute` values of a document, each once, with the work that runs
//!   there.
//! - `compute_fixes`: repairs that send work to another compute.
//! - `work_values`: the values of some work, wherever they are written.
//! - `local_paths`: the paths of this machine in a document.
//! - `machine`: the machine that some work runs on.
//! - `distribution`: how some work is distributed over nodes.
//! - `mistaken_kind`: files that were written for another command than the one they say they are
//!   for.
//! - `software`: what some work runs: its command, and what the name of its environment says of
//!   GPUs.
//! - `parallel_runs`: parallel jobs, as steps and as components.
//! - `node_counts`: how many nodes some work asks for.
//! - `single_node`: what trials share on a compute with one node.
//! - `python_modules`: the files of the code that a Python script imports.
//! - `script_calls`: the Python scripts that a document runs, with what they take and are given.
//! - `script_inputs`: inputs and outputs that belong to an argument of a script by their name.
//! - `script_values`: values that an argument of a script refuses.
//! - `python_scripts`: the Python files that a document runs.
//! - `scoring_scripts`: the scripts whose functions a server or a parallel job calls.
//! - `search_space`: the hyperparameters of a sweep, how values are drawn, and its policy.
//! - `secrets`: text that is a secret, by its shape or by its name.
//! - `environments`: the environments that a document writes, and the folders that they are built
//!   from.
//! - `definition`: what a document says of a resource that another one writes or names.
//! - `served_model`: the model that a deployment serves.
//! - `builds`: environments that are built from a Dockerfile.
//! - `model_folders`: the folders of MLflow models that a document names.
//! - `packages`: what conda files are for, and what environments list.
//! - `ended_images`: saying that an image or a curated environment is no longer maintained.
//! - `ended_features`: saying that a feature has ended or will.
//! - `reused_results`: components whose results pipelines reuse.
//! - `attachable`: which Azure resources can be attached, and as what.
//! - `fields`: the values of known keys, and the mappings of known types.
//! - `instance_shutdown`: what stops a compute instance.
//! - `monthly_cost`: what machines cost that run all the time.
//! - `command_lines`: how the lines of a command are put together, and repairs of that.
//! - `endless_commands`: shell commands that never end.
//! - `literal_values`: whether a literal is a value that a declared parameter takes.
//! - `set_elsewhere`: what command lines set in place of the document.
//! - `step_inputs`: what a step does not give to its component, or under a misspelled name.
//! - `unknown_names`: saying that a name is unknown, and offering the one that was meant.
//! - `named_elsewhere`: the names of a document that something else refers to.
//! - `unused_ports`: inputs and outputs that nothing names.
//! - `declarations`: repairs that declare an input or output which is used.
//!
//! What must stay true: nothing here is a rule, and nothing here imports one. What speaks for
//! itself (a message, a fix) is worded here once; which rule says it is decided in the rule.

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
pub(crate) mod secrets;
pub(crate) mod served_model;
pub(crate) mod single_node;
pub(crate) mod software;
pub(crate) mod step_inputs;
pub(crate) mod unknown_names;
pub(crate) mod unused_ports;
pub(crate) mod work_values;
