//! The rules. Adding one: write `checks/<group>/<rule>.rs`, add its line here, write `tests/specs/<group>/<rule>.md`.

use crate::rule::Rule;

macro_rules! rules {
    ($($group:ident { $($rule:ident,)* })*) => {
        $(mod $group { $(pub(super) mod $rule;)* })*

        /// Every rule, by group and name.
        pub static RULES: &[&Rule] = &[$($(&$group::$rule::RULE,)*)*];
    };
}

mod retarget;

rules! {
    compute {
        sweep_on_single_node,
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
