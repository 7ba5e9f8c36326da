//! Maps options of `az ml` to the keys of the file that they set.
//!
//! Source: the reference of the extension, `https://learn.microsoft.com/cli/azure/ml` (2026-11-22).

/// Returns the key that `option` of `az ml <noun> create` sets instead of the file.
pub(super) fn key_of(noun: &str, option: &str) -> Option<&'static str> {
    let is_deployment = noun.ends_with("-deployment");
    let has_version = matches!(
        noun,
        "component" | "data" | "environment" | "feature-set" | "feature-store-entity" | "model"
    );
    Some(match option {
        "--name" | "-n" => "name",
        "--version" | "-v" if has_version => "version",
        "--endpoint-name" | "--endpoint" | "-e" if is_deployment => "endpoint_name",
        "--description" => "description",
        "--display-name" => "display_name",
        "--path" | "-p" if matches!(noun, "data" | "model") => "path",
        "--type" | "-t" if matches!(noun, "data" | "model" | "compute") => "type",
        "--image" | "-i" if noun == "environment" => "image",
        "--conda-file" | "-c" if noun == "environment" => "conda_file",
        "--build-context" | "-b" if noun == "environment" => "build",
        "--size" if noun == "compute" => "size",
        "--min-instances" if noun == "compute" => "min_instances",
        "--max-instances" if noun == "compute" => "max_instances",
        "--idle-time-before-scale-down" if noun == "compute" => "idle_time_before_scale_down",
        "--tier" if noun == "compute" => "tier",
        "--location" | "-l" if matches!(noun, "compute" | "workspace" | "registry") => "location",
        "--auth-mode" if noun == "online-endpoint" => "auth_mode",
        _ => return None,
    })
}

/// Returns `true` if `option` takes all words up to the next option.
pub(super) fn takes_many(option: &str) -> bool {
    matches!(
        option,
        "--set" | "--tags" | "--properties" | "--add" | "--remove"
    )
}
