//! `--version`: the version with what decides the findings. `-V` is the version alone.

use azml_rules::compute::vm_sizes_as_of;
use azml_rules::schema::CLIENT;

/// Returns the version, the commit of a release build, the official client, and the day of the prices. The text lives as
/// long as the program, because clap takes no other.
pub(in crate::cli) fn details() -> &'static str {
    let commit = option_env!("AZML_BUILT_FROM");
    let commit = commit.map(|commit| format!("commit: {commit}"));
    let prices = vm_sizes_as_of().map(|day| format!("prices: {day}"));
    let lines = [
        Some(env!("CARGO_PKG_VERSION").to_owned()),
        commit,
        Some(format!("client: {CLIENT}")),
        prices,
    ];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    lines.join("\n").leak()
}
