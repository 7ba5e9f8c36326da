//! Keys that identify a file, after other keys.

use std::collections::HashSet;

use crate::checks::prelude::*;

declare_rule! {
    /// The examples of Microsoft start with `$schema`, and what a file is (`type`, `name`, `version`)
    /// comes before what it does. Readers, and this tool's hover, look there first.
    ///
    /// Fix: moves the key, with its value and the comments directly above it. To order the keys of all files,
    /// turn the rule on and run `azml-ls --check --fix --only key-order`.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// max_instances: 4
    /// name: cpu-cluster
    /// type: amlcompute
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// name: cpu-cluster
    /// type: amlcompute
    /// max_instances: 4
    /// ```
    "key-order", Style, Hint(off),
    summary: "`$schema`, `name`, `version`, or `type` after other keys",
    fix: Safe,
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

const HEAD: [&str; 7] = [
    "$schema",
    "name",
    "version",
    "type",
    "display_name",
    "description",
    "endpoint_name",
];

fn check(cx: &mut Context<'_>) {
    // MLflow and conda write their keys in another order.
    if cx.kind() == Some(Kind::CondaFile) || !cx.document.tree().errors().is_empty() {
        return;
    }
    let Some(root) = cx.document.root() else {
        return;
    };
    let entries: Vec<Entry<'_>> = root.entries().collect();
    let is =
        |entry: &Entry<'_>, keys: &[&str]| entry.key.text().is_some_and(|key| keys.contains(&key));
    if let Some(at) = entries
        .iter()
        .position(|entry| is(entry, &["$schema"]))
        .filter(|at| *at > 0)
    {
        report(cx, entries[0], &entries[at..=at]);
        return;
    }
    // The other identifying keys may be on either side.
    let Some(other) = entries
        .iter()
        .position(|entry| entry.key.text().is_some() && !is(entry, &HEAD))
    else {
        return;
    };
    let late = entries[other..]
        .iter()
        .filter(|entry| is(entry, &["name", "version", "type"]));
    let late: Vec<Entry<'_>> = late.copied().collect();
    report(cx, entries[other], &late);
}

/// Reports the first of the keys that come too late; the fix moves all of them.
fn report(cx: &mut Context<'_>, other: Entry<'_>, late: &[Entry<'_>]) {
    let Some(first) = late.first() else {
        return;
    };
    let (Some(key), Some(before)) = (first.key.text(), other.key.text()) else {
        return;
    };
    let title = match late {
        [_] => format!("move `{key}` up"),
        _ => format!("move {} up", counted(late.len(), "key")),
    };
    let edits = moved(other, late);
    let diagnostic = cx
        .report(
            first.key.range(),
            format!("`{key}` should come before `{before}`"),
        )
        .note("readers look at the first lines to see what the file is")
        .help(format!("move `{key}` up, before `{before}`"));
    if let Some(edits) = edits {
        diagnostic.fix(Fix::safe(title, edits));
    }
}

/// Returns the edits that move `late` to the lines before `other`. `None` if an alias or a key that is
/// there twice depends on the order, or if a comment at the top may belong to `other` or to the file.
fn moved(other: Entry<'_>, late: &[Entry<'_>]) -> Option<Vec<Edit>> {
    let root = other.key.parent().filter(|root| !root.is_flow())?;
    let keys: HashSet<_> = root
        .entries()
        .filter_map(|entry| entry.key.text())
        .collect();
    if keys.len() < root.entries().count() || fix::holds_anchor(root) {
        return None;
    }
    let text = root.tree().text();
    let place = fix::lines_with_comments(other);
    let has_header = place.start == 0 && place != fix::entry_lines(other);
    if has_header || place.slice(text).starts_with(['\u{feff}', '-']) {
        return None;
    }
    let lines: Vec<TextRange> = late
        .iter()
        .map(|it| fix::lines_with_comments(*it))
        .collect();
    let taken: String = lines.iter().map(|range| range.slice(text)).collect();
    let newline = if taken.ends_with('\n') {
        ""
    } else {
        fix::newline(root.tree())
    };
    let mut edits = vec![Edit::new(
        TextRange::empty(place.start),
        format!("{taken}{newline}"),
    )];
    edits.extend(lines.iter().map(|range| Edit::new(*range, "")));
    Some(edits)
}
