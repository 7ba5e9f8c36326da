//! The rules. Adding one: write `checks/<group>/<rule>.rs`, add its line here, write `tests/specs/<group>/<rule>.md`.

use crate::rule::Rule;

macro_rules! rules {
    ($($group:ident { $($rule:ident,)* })*) => {
        $(mod $group { $(pub(super) mod $rule;)* })*

        /// Every rule, by group and name.
        pub static RULES: &[&Rule] = &[$($(&$group::$rule::RULE,)*)*];
    };
}

mod nodes;
mod retarget;
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
        scheduled_job_on_compute_instance,
        sequential_sweep,
        spark_compute_kind,
        sweep_on_single_node,
        training_on_inference_compute,
        unresolved_compute,
    }
    cost {
        cluster_min_nodes,
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
