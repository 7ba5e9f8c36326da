//! The rules. Adding one: write `checks/<group>/<rule>.rs`, add its line here, write `tests/specs/<group>/<rule>.md`.

use crate::rule::Rule;

macro_rules! rules {
    ($($group:ident { $($rule:ident,)* })*) => {
        $(mod $group { $(pub(super) mod $rule;)* })*

        /// Every rule, by group and name.
        pub static RULES: &[&Rule] = &[$($(&$group::$rule::RULE,)*)*];
    };
}

mod literal;
mod names;
mod retarget;
mod unused;

rules! {
    compute {
        sweep_on_single_node,
    }
    cost {
        cluster_min_nodes,
    }
    reference {
        undefined_input_reference,
        undefined_output_reference,
        undefined_search_space_reference,
        unknown_parent_input,
        unknown_parent_output,
        unknown_pipeline_step,
        unknown_step_port,
        pipeline_cycle,
        missing_required_input,
        unknown_component_port,
        input_value_mismatch,
        default_out_of_range,
        port_type_mismatch,
        legacy_binding_syntax,
        malformed_expression,
        brace_only_expression,
        misplaced_expression_context,
        unused_search_space,
        optional_input_not_bracketed,
        required_input_in_brackets,
        optional_pipeline_input_to_required,
        binding_direction,
        binding_not_supported_here,
        shared_pipeline_output,
        mixed_text_data_binding,
        unused_input,
        unused_output,
        unused_pipeline_input,
        asset_ref_missing_prefix,
        compute_ref_missing_prefix,
        asset_ref_missing_version,
        asset_ref_malformed,
        registry_uri_malformed,
        datastore_uri_malformed,
        unresolved_asset,
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
