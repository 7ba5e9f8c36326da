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
mod retarget;
mod running;

rules! {
    compute {
        sweep_on_single_node,
    }
    cost {
        cluster_min_nodes,
        cluster_min_over_max,
        cluster_slow_scale_down,
        fixed_size_cluster,
        instance_no_idle_shutdown,
        instance_start_without_stop,
        job_never_ends,
        low_priority_instance,
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
