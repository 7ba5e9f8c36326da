//! Tags, names, and descriptions that are too long.

use crate::checks::prelude::*;
use crate::compute::limits::{RUN_DESCRIPTION, RUN_NAME, RUN_TAG_KEY, RUN_TAG_VALUE, RUN_TAGS};

declare_rule! {
    /// A job can have 50 tags, with names of 100 and values of 1,000 characters. Its description has up
    /// to 5,000 characters, its display name and the name of its experiment up to 256. A step is a job,
    /// too. The CLI doesn't check them.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// tags: {kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk: a}
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// tags: {team: a}
    /// ```
    "tag-limits", Structure, Error,
    summary: "more or longer tags than a job can have, or a text that is too long",
    url: "https://learn.microsoft.com/azure/machine-learning/resource-limits-capacity",
}

fn check(cx: &mut Context<'_>) {
    if !cx.kind().is_some_and(Kind::is_job) {
        return;
    }
    let root = cx.document.root();
    let steps = cx.works().iter().map(|work| work.node);
    let steps = steps.filter(|step| Some(*step) != root);
    for job in root.into_iter().chain(steps) {
        check_job(cx, job);
    }
}

fn check_job(cx: &mut Context<'_>, root: Node<'_>) {
    for (key, most) in [
        ("description", RUN_DESCRIPTION),
        ("display_name", RUN_NAME),
        ("experiment_name", RUN_NAME),
    ] {
        if let Some(node) = root.get(key) {
            check_length(cx, &format!("`{key}`"), node, most);
        }
    }
    let Some(tags) = root.entry("tags") else {
        return;
    };
    let entries: Vec<_> = tags.value.resolved().entries().collect();
    if i64::try_from(entries.len()).is_ok_and(|count| count > RUN_TAGS) {
        cx.report(
            tags.key.range(),
            format!(
                "a job can have at most {RUN_TAGS} tags, not {}",
                entries.len()
            ),
        )
        .note("the CLI doesn't check it")
        .help("remove tags, or put several values into one");
    }
    for entry in entries {
        check_length(cx, "the name of a tag", entry.key, RUN_TAG_KEY);
        check_length(
            cx,
            "the value of a tag",
            entry.value.resolved(),
            RUN_TAG_VALUE,
        );
    }
}

fn check_length(cx: &mut Context<'_>, what: &str, node: Node<'_>, most: i64) {
    let Some(text) = known_text(node) else {
        return;
    };
    let length = text.chars().count();
    if i64::try_from(length).is_ok_and(|length| length <= most) {
        return;
    }
    cx.report(
        node.range(),
        format!("{what} can have at most {most} characters, not {length}"),
    )
    .note("the CLI doesn't check it")
    .help("make it shorter");
}
