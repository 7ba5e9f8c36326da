//! A key that is repeated in one mapping.

use crate::checks::prelude::*;
use crate::wording::first_names_listed;
use crate::work_counter;

declare_rule! {
    /// YAML does not allow a key twice in one mapping. The CLI accepts such a file without
    /// warning: it keeps the last value and ignores the others. So this is a warning, and an info
    /// if both values are the same.
    ///
    /// Three or more keys that are repeated from the first one on are a second document, which was pasted
    /// below the first: they have one finding.
    ///
    /// A repeated `<<` is not reported, nor are templates, in which each branch may have the key.
    ///
    /// Removing a repetition with the same value is a safe fix. If the values differ, both ways
    /// are offered as unsafe fixes: only the author knows which value was meant.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:train:1
    /// compute: azureml:cpu-cluster
    /// compute: azureml:gpu-cluster
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:train:1
    /// compute: azureml:gpu-cluster
    /// ```
    "duplicate-key", Structure, Warning,
    marks: [SchemaCheck],
    summary: "a key that is repeated in one mapping",
    fix: Safe,
    url: "https://yaml.org/spec/1.2.2/#mapping",
}

fn check(cx: &mut Context<'_>) {
    let document = cx.document;
    if !document.template_markers().is_empty() {
        return;
    }
    let seams = seams(document.text());
    let mut repeated = document.tree().duplicate_keys();
    // Each side of a merge has the key; the file is not valid YAML anyway.
    repeated.retain(|(first, again)| !is_merged(&seams, *first, *again));
    let is_pasted = report_second_document(cx, &repeated);
    for (first, again) in repeated {
        if is_pasted && again.parent() == document.root() {
            continue;
        }
        let (Some(dropped), Some(used), Some(name)) =
            (first.value_of_key(), again.value_of_key(), again.text())
        else {
            continue;
        };
        let line = document.lines().line_of(first.range().start) + 1;
        let same = same_value(dropped, used);
        let message = if same {
            format!("duplicate key `{name}` has the same value as on line {line}")
        } else {
            format!("duplicate key `{name}`: the value on line {line} is ignored")
        };
        let remove = |key: Node<'_>, value| vec![fix::remove_entry(Entry { key, value })];
        let diagnostic = cx.report(again.range(), message);
        diagnostic
            .note("the CLI reads the file without warning and keeps the last value")
            .help(if same {
                format!("remove one `{name}`")
            } else {
                format!("keep one `{name}`, or rename the other")
            });
        diagnostic.related(
            &document.shared_path(),
            first.range(),
            format!("the first `{name}`"),
        );
        if same {
            diagnostic.level(Level::Info).unnecessary();
        }
        if same && !fix::holds_anchor(used) {
            diagnostic.fix(Fix::safe(
                format!("remove the second `{name}`"),
                remove(again, used),
            ));
        } else if !same && !fix::holds_anchor(dropped) && !fix::holds_anchor(used) {
            diagnostic.fix(Fix::unsafe_(
                format!("remove the `{name}` on line {line}, which is ignored"),
                remove(first, dropped),
            ));
            diagnostic.fix(Fix::unsafe_(
                format!("keep the `{name}` on line {line}, and remove this one"),
                remove(again, used),
            ));
        }
    }
}

/// Returns where the two sides of each merge meet.
fn seams(text: &str) -> Vec<usize> {
    work_counter::spend(text.len() as u64 / 64);
    let lines = text.match_indices("\n=======");
    let is_whole = |rest: &str| rest.is_empty() || rest.starts_with(['\r', '\n']);
    let whole = lines.filter(|(at, line)| is_whole(&text[at + line.len()..]));
    whole.map(|(at, _)| at).collect()
}

/// Returns `true` if one of `seams` is between the two keys.
fn is_merged(seams: &[usize], first: Node<'_>, again: Node<'_>) -> bool {
    let behind = seams.partition_point(|seam| *seam < first.range().end as usize);
    let next = seams.get(behind);
    next.is_some_and(|seam| *seam < again.range().start as usize)
}

/// Minimum number of repeated keys of a second document.
const SECOND_DOCUMENT: usize = 3;

/// Maximum number of repeated keys that the message names.
const NAMED: usize = 4;

/// Reports a document that begins anew below itself, with its first key or the one after `$schema`, as two files that were pasted
/// into one do. Returns `true` if it does.
fn report_second_document<'a>(cx: &mut Context<'a>, pairs: &[(Node<'a>, Node<'a>)]) -> bool {
    let document = cx.document;
    let Some(root) = document.root() else {
        return false;
    };
    let in_root = |pair: &&(Node<'_>, Node<'_>)| pair.1.parent() == Some(root);
    let repeated: Vec<_> = pairs.iter().filter(in_root).collect();
    let Some((first, begin)) = repeated.first() else {
        return false;
    };
    let mut before = root
        .entries()
        .map(|it| it.key)
        .take_while(|key| key != first);
    let begins_anew = before.all(|key| key.text() == Some("$schema"));
    if !begins_anew || repeated.len() < SECOND_DOCUMENT {
        return false;
    }
    let names = repeated.iter().filter_map(|(_, again)| again.text());
    let names: Vec<&str> = names.take(NAMED).collect();
    let keys = first_names_listed(&names, repeated.len());
    cx.report(
        begin.range(),
        format!("a second document begins here: {keys} are repeated"),
    )
    .note("the CLI reads the file without warning and keeps the last values")
    .help("move each document to a file of its own");
    true
}

fn same_value(a: Node<'_>, b: Node<'_>) -> bool {
    match (a.text(), b.text()) {
        (Some(left), Some(right)) => left == right && a.scalar() == b.scalar(),
        _ => a.kind() == b.kind() && a.raw() == b.raw(),
    }
}
