//! Jobs with a name of their own.

use crate::checks::prelude::*;
use crate::checks::shared::mistaken_kind;

declare_rule! {
    /// The `name` of a job identifies one run. The documentation says that it must be unique across
    /// all jobs of the workspace, so a file with a fixed name can be submitted only once. If the name
    /// is omitted, one is generated. `display_name` is shown in the studio and doesn't have to be
    /// unique.
    ///
    /// This rule doesn't report files that are given another name by every command line of the
    /// repository, or jobs that schedules or other files run. A name that ends in a number, such as
    /// `train-16` or `train-20261001`, is one of a series and isn't reported either.
    ///
    /// Fix: renames the key to `display_name`. It is unsafe, because scripts may use the name.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// name: train-churn
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// display_name: train-churn
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    "fixed-job-name", Structure, Info,
    summary: "a job with a fixed name, which can be submitted only once",
    fix: Unsafe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-job-command",
}

fn check(cx: &mut Context<'_>) {
    if !cx.kind().is_some_and(Kind::is_job) || cx.is_run_by_others() {
        return;
    }
    let Some(root) = cx.document.root() else {
        return;
    };
    let Some(entry) = root.entry("name") else {
        return;
    };
    let name = known_text(entry.value).filter(|name| !name.is_empty() && !is_numbered(name));
    let Some(name) = name else {
        return;
    };
    let name_path = [Segment::Key("name".into())];
    if cx.cli_overrides().replaces(&name_path).is_some() {
        return;
    }
    // With the keys of another kind, it can't be submitted at all.
    if mistaken_kind::has_keys_of_another(cx) {
        return;
    }
    let is_free = root.get("display_name").is_none();
    let diagnostic = cx.report(
        entry.key.range(),
        format!("the job is always called `{name}`, so it can be submitted only once"),
    );
    diagnostic.note("the name of a job must be unique in the workspace");
    if is_free {
        diagnostic
            .help("write `display_name`, and the name is generated")
            .unsafe_fix(
                "write `display_name`",
                Edit::new(entry.key.range(), "display_name"),
            );
    } else {
        diagnostic.help("remove `name`, and one is generated");
    }
}

/// Returns `true` for `train-16` and `train_20261001`, but not for `llama-3-8B` and `train-v1`.
fn is_numbered(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    stem.len() < name.len() && stem.ends_with(['-', '_'])
}
