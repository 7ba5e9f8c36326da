//! The language server as editors see it: the real binary, spoken to over its pipes. Sessions that
//! count analyses run in one process, on a paused clock: `crates flow::`.

mod calendar;
mod client_options;
mod computes;
mod early;
mod editing;
#[cfg(target_os = "linux")]
mod faults;
mod fixes;
mod guards;
mod hostile;
mod ignore_files;
mod keys;
mod layout;
mod logging;
mod mission;
mod monkey;
mod moves;
mod navigation;
mod notebooks;
mod outline;
mod plan;
mod pull;
mod refactor;
mod references;
mod rounds;
mod rule_actions;
mod skeletons;
mod strangers;
#[cfg(unix)]
mod submission;
mod tags;
mod typing;
mod watching;
mod whole_folder;
#[cfg(windows)]
mod windows;
mod wire;
mod workspace;

use serde_json::Value;

const SWEEP: &str = "$schema: https://azuremlschemas.azureedge.net/latest/sweepJob.schema.json\n\
                     type: sweep\n\
                     compute: azureml:ci-anna\n\
                     limits: \
                     {max_total_trials: 24, max_concurrent_trials: 4, timeout: 3600, \
                     trial_timeout: 600}\n";
const INSTANCE: &str = "type: computeinstance\nname: ci-anna\nsize: Standard_D4s_v5\n\
    idle_time_before_shutdown_minutes: 60\n";
const CLUSTER: &str = "type: amlcompute\nname: cpu-cluster\nsize: Standard_D4s_v5\n\
    min_instances: 0\nmax_instances: 4\n";

/// The diagnostics of one rule: tests are about the server, not about which other rules there are.
fn of_rule(diagnostics: &[Value], rule: &str) -> Vec<Value> {
    diagnostics
        .iter()
        .filter(|found| found["code"] == rule)
        .cloned()
        .collect()
}

/// The only diagnostic of `rule`.
fn only(diagnostics: &[Value], rule: &str) -> Value {
    let found = of_rule(diagnostics, rule);
    assert_eq!(found.len(), 1, "{rule} in {diagnostics:#?}");
    found[0].clone()
}

/// The action whose title begins so.
fn titled<'a>(actions: &'a [Value], title: &str) -> &'a Value {
    let found = actions.iter().find(|action| {
        action["title"]
            .as_str()
            .is_some_and(|it| it.starts_with(title))
    });
    found.unwrap_or_else(|| panic!("no action {title:?} in {actions:#?}"))
}

/// The edits of an action for one file, as changes the client then reports.
fn changes(action: &Value) -> Value {
    let edits = action["edit"]["documentChanges"][0]["edits"]
        .as_array()
        .expect("there are edits");
    // From the last to the first: each is in the positions of the text before.
    edits
        .iter()
        .rev()
        .map(|edit| serde_json::json!({"range": edit["range"], "text": edit["newText"]}))
        .collect()
}

/// The items of a list; none of anything else.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A text; empty for anything else.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A number; 0 for anything else.
fn number(value: &Value) -> usize {
    value
        .as_u64()
        .and_then(|number| usize::try_from(number).ok())
        .unwrap_or_default()
}
