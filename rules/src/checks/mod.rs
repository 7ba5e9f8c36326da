//! The rules: one file each, below the folder of its group. Adding one: write
//! `checks/<group>/<rule>.rs`, add its line here, write `tests/specs/<group>/<rule>.md`.
//!
//! Start with any rule: `declare_rule!` (in `declare_rule`) holds its page and metadata, the function
//! `check` its logic. `context` holds the input of a rule, `prelude` the common imports, `once`
//! values that are computed once, `shared` helpers of several rules (its index is in its own
//! `mod.rs`), `faults` the messages for mistakes that the schema finds.
//!
//! Invariants: everything about a rule is in its own file; [`RULES`] and `CHECKS` come from the
//! same lines; only the engine runs a check; no rule imports another one.

mod context;
mod declare_rule;
pub(crate) mod faults;
mod prelude;
mod shared;

pub(crate) use context::{Cache, CheckFunction, Context};
pub(crate) use shared::cli_overrides::CliOverrides;

use crate::rule::{Rule, RuleMark};

macro_rules! rules {
    ($($group:ident { $($rule:ident,)* })*) => {
        $(mod $group { $(pub(super) mod $rule;)* })*

        /// Every rule, by group and name.
        pub static RULES: &[&Rule] = &[$($(&$group::$rule::RULE,)*)*];

        /// Every rule with its logic, in the same order.
        pub(crate) static CHECKS: &[(&Rule, CheckFunction)] =
            &[$($((&$group::$rule::RULE, $group::$rule::CHECK),)*)*];
    };
}

rules! {
    compute {
        attach_resource_id_mismatch,
        attach_resource_id_missing,
        attached_compute_limited,
        automl_on_compute_instance,
        batch_deployment_compute,
        cluster_node_limit,
        compute_definitions_differ,
        compute_hard_coded_arm_id,
        compute_on_managed_endpoint,
        concurrency_exceeds_nodes,
        distributed_without_rdma,
        endpoint_compute_not_kubernetes,
        gpu_for_cpu_step,
        gpu_required,
        image_compute_mismatch,
        instance_type_ignored,
        kubernetes_instance_type_is_vm_size,
        local_compute_for_cloud_data,
        local_compute_not_allowed,
        mpi_node_limit,
        mpi_process_count_missing,
        multinode_on_single_node,
        multinode_without_distribution,
        nodes_exceed_cluster_max,
        parallel_standalone,
        pipeline_compute_not_set,
        process_count_vs_gpus,
        quota_exceeded,
        queue_settings_ignored,
        redundant_step_compute,
        resource_id_ignored,
        retired_vm_series,
        scheduled_job_on_compute_instance,
        sequential_sweep,
        size_not_in_region,
        spark_compute_and_resources,
        spark_compute_kind,
        spark_conf_incomplete,
        spark_instance_type,
        spark_io_mode,
        spark_runtime_retired,
        sweep_on_single_node,
        tensorflow_worker_count,
        torchrun_in_each_process,
        training_on_inference_compute,
        unknown_vm_size,
        unresolved_compute,
        unsupported_compute_type,
    }
    cost {
        automl_no_limits,
        cluster_min_nodes,
        cluster_min_over_max,
        cluster_slow_scale_down,
        cost_over_budget,
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
        low_priority_retired,
        registration_reused,
        sweep_no_early_termination,
        sweep_no_timeout,
        sweep_trials_missing,
        sweep_unbounded_concurrency,
        timeout_over_lifetime,
    }
    search {
        automl_limit_range,
        bandit_slack,
        bayesian_distribution,
        bayesian_few_trials,
        grid_needs_choice,
        grid_not_exhaustive,
        loguniform_bounds,
        parallel_data_division,
        parallel_input_data,
        parallel_retry_range,
        search_space_range,
        step_count_limit,
        sweep_concurrency_over_total,
        sweep_limit_range,
        sweep_timeout_short,
        sweep_timeout_under_minute,
        trial_timeout_in_step,
        truncation_range,
    }
    environment {
        build_context_limits,
        conda_python_unpinned,
        docker_copy_source_missing,
        dockerfile_missing,
        duplicate_package,
        local_file_in_conda_file,
        malformed_mlmodel,
        malformed_requirement,
        mlmodel_file_missing,
        mlmodel_missing,
        mlmodel_without_pyfunc,
        not_a_conda_file,
        packages_installed_by_command,
        pip_not_listed,
        retired_base_image,
        retired_curated_environment,
        retired_package,
        retired_python,
        unpinned_environment,
        unpinned_image,
        unpinned_package,
    }
    deployment {
        batch_auth_mode,
        batch_deployment_without_type,
        batch_pipeline_needs_component,
        batch_timeout_low,
        curated_environment_in_batch,
        egress_flag_legacy,
        endpoint_auth_mode,
        endpoint_file_missing,
        environment_not_inference_ready,
        instance_count_limit,
        instance_type_too_small,
        kubernetes_name_length,
        kubernetes_resources,
        mirror_traffic_range,
        missing_instance_count,
        missing_scoring_config,
        mlflow_extra_config,
        online_deployment_low_count,
        oversized_online_deployment,
        probe_range,
        queue_wait_deprecated,
        request_timeout_limit,
        scoring_script_without_environment,
        traffic_on_create,
        traffic_sum,
        unresolved_endpoint,
        unsupported_online_sku,
        worker_count_mismatch,
    }
    path {
        absolute_local_path,
        code_is_root,
        hard_coded_workspace,
        ignore_file_in_parent,
        ignore_file_utf16,
        mltable_file_missing,
        mltable_file_pattern,
        output_named_default,
        output_path_not_datastore,
        output_path_not_unique,
        path_letter_case,
        path_type_mismatch,
        shared_output_path,
        uri_file_output_name,
        windows_path,
    }
    reference {
        archived_asset,
        asset_ref_as_path,
        asset_ref_malformed,
        asset_ref_missing_prefix,
        asset_ref_missing_version,
        binding_direction,
        binding_not_supported_here,
        brace_only_expression,
        compute_ref_missing_prefix,
        datastore_uri_malformed,
        default_out_of_range,
        input_value_mismatch,
        latest_as_version,
        legacy_binding_syntax,
        malformed_expression,
        misplaced_expression_context,
        missing_required_input,
        mixed_text_data_binding,
        optional_input_not_bracketed,
        optional_pipeline_input_to_required,
        outdated_asset_version,
        pipeline_cycle,
        port_type_mismatch,
        registry_uri_malformed,
        required_input_in_brackets,
        shared_pipeline_output,
        undeclared_trial_input,
        undefined_input_reference,
        undefined_output_reference,
        undefined_search_space_reference,
        unknown_component_port,
        unknown_parent_input,
        unknown_parent_output,
        unknown_pipeline_step,
        unknown_step_port,
        unresolved_asset,
        unresolved_asset_version,
        unresolved_datastore,
        unused_input,
        unused_output,
        unused_pipeline_input,
        unused_search_space,
    }
    schedule {
        cron_day_month_ignored,
        cron_fields,
        recurrence_range,
        schedule_offset_and_zone,
        schedule_time_zone,
        schedule_too_frequent,
        schedule_window,
        schedule_without_time_zone,
    }
    security {
        docker_privileged,
        endpoint_key_auth,
        endpoint_public_access,
        malformed_secret_reference,
        node_public_ip,
        plain_http_input,
        public_ssh,
        secret_as_input,
        secret_flag_with_uai,
        secret_in_yaml,
        ssh_password,
        ssh_service_without_key,
    }
    script {
        az_command_file_missing,
        bool_argument_always_true,
        code_folder_import,
        command_backslash_newline,
        command_split_by_newline,
        command_swallowed_by_fold,
        command_unclosed_quote,
        input_not_passed_to_script,
        key_as_az_option,
        missing_script_argument,
        misspelled_script_argument,
        optional_input_for_required_argument,
        output_never_written,
        requirements_file_missing,
        scoring_function_missing,
        script_argument_choice,
        script_argument_type,
        script_argument_without_value,
        script_empty,
        script_missing,
        script_syntax_error,
        script_without_code,
        sweep_metric_not_logged,
        unexpected_script_argument,
        unknown_script_argument,
        value_for_script_switch,
    }
    structure {
        aliases_repeat_too_much,
        batch_settings_placement,
        component_file_missing,
        component_name,
        compute_name,
        conda_file_as_environment,
        conda_file_missing,
        conflicting_keys,
        deployment_name,
        duplicate_key,
        endpoint_name,
        enum_spelling,
        environment_name,
        environment_source,
        fixed_job_name,
        foundry_training_job,
        identity_config,
        inline_asset_name_ignored,
        invalid_type,
        invalid_value,
        io_name,
        io_name_reserved,
        key_belongs_elsewhere,
        legacy_schema_host,
        literal_typed_in_job,
        local_path_missing,
        missing_required_key,
        missing_schema,
        null_where_value_needed,
        preview_schema_key,
        quote_required_string,
        read_only_key,
        step_name,
        tag_limits,
        unfilled_placeholder,
        unknown_key,
        unquoted_datetime,
        unquoted_version,
        wrong_schema_for_content,
        yaml_syntax,
    }
    migration {
        adls_gen1_datastore,
        cli_v1_command,
        data_import_retired,
        deprecated_key,
        preview_document,
        prompt_flow_retired,
    }
    style {
        boolean_spelling,
        description_missing,
        explicit_type,
        expression_spacing,
        key_order,
        unused_suppression,
    }
}

/// Returns the first rule that has `mark`.
pub(crate) fn marked(mark: RuleMark) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.is(mark))
}

/// Returns the rule called `name`.
pub fn rule(name: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.name == name)
}
