//! The command line, run as users run it. Whole outputs are files in `tests/fixtures/cli`;
//! `UPDATE=1` rewrites them.
//!
//! Rules come and go: where findings are compared, `RULES` limits them to the few that these tests
//! know.

mod accepted;
mod adoption;
mod agents;
#[cfg(unix)]
mod calendar;
#[cfg(unix)]
mod ci;
mod commands;
mod configuration;
mod cost;
mod escapes;
#[cfg(target_os = "linux")]
mod faults;
mod fixes;
mod fmt;
mod formats;
mod generated;
mod generated_files;
mod graph;
mod hostile_formats;
mod inputs;
mod lines;
mod mcp;
mod mistakes;
mod outputs;
mod page;
mod plan;
mod promises;
#[cfg(unix)]
mod refresh;
mod refusals;
mod reports;
mod schemas;
mod secrets;
mod settings;
mod snapshots;
mod strangers;
mod watching;
#[cfg(windows)]
mod windows;
#[cfg(unix)]
mod writing;

/// The rules these tests know.
const RULES: &str = "--only cluster-min-nodes,sweep-on-single-node,yaml-syntax";

const CLUSTER: &str = "$schema: \
    https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\n\
                       type: amlcompute\nname: cpu\nmin_instances: 2\nmax_instances: 4\n";

const SWEEP: &str = "type: sweep\ncompute: azureml:ci\ntrial: {command: python train.py}\n\
                     limits: {max_total_trials: 24}\n";

const INSTANCE: &str = "type: computeinstance\nname: ci\n";

/// What `--check` with the rules of these tests is.
fn check(rest: &str) -> String {
    format!("--check {RULES} {rest}")
}
