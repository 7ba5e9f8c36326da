//! The rules. Adding one: write `checks/<group>/<rule>.rs`, add its line here, write `tests/specs/<group>/<rule>.md`.

use crate::rule::Rule;

macro_rules! rules {
    ($($group:ident { $($rule:ident,)* })*) => {
        $(mod $group { $(pub(super) mod $rule;)* })*

        /// Every rule, by group and name.
        pub static RULES: &[&Rule] = &[$($(&$group::$rule::RULE,)*)*];
    };
}

mod endless;
mod instance;
mod nodes;
mod retarget;
mod running;
mod targets;

rules! {
    compute {
        attached_compute_limited,
        automl_on_compute_instance,
        batch_deployment_compute,
        compute_on_managed_endpoint,
        concurrency_exceeds_nodes,
        endpoint_compute_not_kubernetes,
        local_compute_for_cloud_data,
        local_compute_not_allowed,
        multinode_on_single_node,
        nodes_exceed_cluster_max,
        pipeline_compute_not_set,
        retired_vm_series,
        scheduled_job_on_compute_instance,
        sequential_sweep,
        spark_compute_kind,
        sweep_on_single_node,
        training_on_inference_compute,
        unknown_vm_size,
        unresolved_compute,
    }
    cost {
        automl_no_limits,
        cluster_min_nodes,
        cluster_min_over_max,
        cluster_slow_scale_down,
        cross_region_cluster,
        external_data_deterministic,
        fixed_size_cluster,
        force_rerun,
        instance_idle_range,
        instance_idle_with_identity,
        instance_in_shared_job,
        instance_no_idle_shutdown,
        instance_schedule_count,
        instance_start_without_stop,
        job_never_ends,
        job_no_timeout,
        low_priority_instance,
        low_priority_long_job,
        sweep_no_early_termination,
        sweep_no_timeout,
        sweep_trials_missing,
        sweep_unbounded_concurrency,
    }
    deployment {
        instance_type_too_small,
        oversized_online_deployment,
        unsupported_online_sku,
    }
    structure {
        duplicate_key,
        unfilled_placeholder,
        yaml_syntax,
    }
}

/// The rule called `name`.
#[must_use]
pub fn rule(name: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.name == name)
}
