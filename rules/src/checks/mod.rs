//! The rules. Adding one: write `checks/<group>/<rule>.rs`, add its line here, write `tests/specs/<group>/<rule>.md`.

use crate::rule::Rule;

macro_rules! rules {
    ($($group:ident { $($rule:ident,)* })*) => {
        $(mod $group { $(pub(super) mod $rule;)* })*

        /// Every rule, by group and name.
        pub static RULES: &[&Rule] = &[$($(&$group::$rule::RULE,)*)*];
    };
}

mod elsewhere;
mod fault_words;
mod faults;
mod retarget;

rules! {
    compute {
        retired_vm_series,
        sweep_on_single_node,
        unknown_vm_size,
    }
    cost {
        cluster_min_nodes,
    }
    deployment {
        instance_type_too_small,
        oversized_online_deployment,
        unsupported_online_sku,
    }
    structure {
        batch_settings_placement,
        component_file_missing,
        component_name,
        conda_file_missing,
        conflicting_keys,
        deployment_name,
        endpoint_name,
        enum_spelling,
        environment_source,
        inline_asset_name_ignored,
        invalid_type,
        invalid_value,
        io_name,
        key_belongs_elsewhere,
        local_path_missing,
        missing_required_key,
        missing_schema,
        null_where_value_needed,
        quote_required_string,
        read_only_key,
        spark_conf_incomplete,
        step_name,
        unknown_key,
        unquoted_datetime,
        unquoted_version,
        wrong_schema_for_content,
        yaml_syntax,
    }
}

/// The rule called `name`.
#[must_use]
pub fn rule(name: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.name == name)
}
