//! The rules. Adding one: write `checks/<group>/<rule>.rs`, add its line here, write `tests/specs/<group>/<rule>.md`.

use crate::rule::Rule;

macro_rules! rules {
    ($($group:ident { $($rule:ident,)* })*) => {
        $(mod $group { $(pub(super) mod $rule;)* })*

        /// Every rule, by group and name.
        pub static RULES: &[&Rule] = &[$($(&$group::$rule::RULE,)*)*];
    };
}

mod machine;
mod retarget;

rules! {
    compute {
        attach_resource_id_mismatch,
        cluster_node_limit,
        compute_hard_coded_arm_id,
        distributed_without_rdma,
        gpu_for_cpu_step,
        gpu_required,
        image_compute_mismatch,
        instance_type_ignored,
        kubernetes_instance_type_is_vm_size,
        mpi_node_limit,
        mpi_process_count_missing,
        multinode_without_distribution,
        parallel_standalone,
        process_count_vs_gpus,
        queue_settings_ignored,
        redundant_step_compute,
        retired_vm_series,
        spark_compute_and_resources,
        spark_conf_incomplete,
        spark_instance_type,
        spark_io_mode,
        spark_runtime_retired,
        sweep_on_single_node,
        tensorflow_worker_count,
        unknown_vm_size,
    }
    cost {
        automl_no_limits,
        cluster_min_nodes,
        cross_region_cluster,
        external_data_deterministic,
        force_rerun,
        instance_idle_range,
        instance_idle_with_identity,
        instance_in_shared_job,
        instance_schedule_count,
        job_no_timeout,
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
        yaml_syntax,
    }
}

/// The rule called `name`.
#[must_use]
pub fn rule(name: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.name == name)
}
