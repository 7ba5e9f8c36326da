//! The resources that trials share on a compute with one node.

use crate::compute::{ComputeKind, IdleBehavior, KnownCompute, vm_size};
use crate::wording::counted;

/// Formats "the instance runs at most 4 jobs at a time (one per vCPU), which compete for its cores
/// and memory; ...". Source of the number of jobs:
/// <https://learn.microsoft.com/azure/machine-learning/concept-compute-instance>.
pub(crate) fn shared_by_trials(compute: &KnownCompute) -> String {
    let size = compute.size();
    let size = size.as_deref().and_then(vm_size);
    let parts = match size.and_then(|size| size.gpus) {
        Some(gpus) if gpus > 0.0 => "cores, memory, and GPU",
        _ => "cores and memory",
    };
    if compute.kind() != Some(ComputeKind::Instance) {
        return format!("trials that run at the same time compete for its {parts}");
    }
    let jobs = match size.and_then(|size| size.vcpus) {
        Some(vcpus) => format!("at most {} at a time", counted(i64::from(vcpus), "job")),
        None => "several jobs at a time".to_owned(),
    };
    let billed = match compute.first().rest {
        IdleBehavior::Runs => "until somebody stops it",
        _ => "for as long as it runs",
    };
    format!(
        "the instance runs {jobs} (one per vCPU), which compete for its {parts}; it is billed \
         {billed}"
    )
}
