//! Computes that work runs on: their nodes, their cost, and fixes that change them.
//!
//! Start at [`machine`], the machine that work runs on.
//!
//! - [`attachable`]: Azure resources that can be attached as computes, by type.
//! - [`compute_fixes`]: fixes that send work to another compute.
//! - [`compute_values`]: the `compute` values of a document, each once, with the work that runs
//!   there.
//! - [`distribution`]: the distribution of work over nodes.
//! - [`instance_shutdown`]: idle shutdown and stop schedules of compute instances.
//! - [`machine`]: the machine that work runs on.
//! - [`monthly_cost`]: the monthly price of machines that run all the time.
//! - [`node_counts`]: the number of nodes that work requests.
//! - [`price_change`]: the change of the hourly price that a fix makes, for its title.
//! - [`retirement`]: the retirement of a VM size, and the sizes that take its place.
//! - [`single_node`]: the resources that trials share on a compute with one node.

pub(crate) mod attachable;
pub(crate) mod compute_fixes;
pub(crate) mod compute_values;
pub(crate) mod distribution;
pub(crate) mod instance_shutdown;
pub(crate) mod machine;
pub(crate) mod monthly_cost;
pub(crate) mod node_counts;
pub(crate) mod price_change;
pub(crate) mod retirement;
pub(crate) mod single_node;
