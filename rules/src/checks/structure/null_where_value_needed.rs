//! A key without a value.

use crate::checks::prelude::*;
use crate::checks::shared::comments;
use crate::checks::shared::paths::mentions::page_with;
use crate::checks::shared::paths::repository::repository;
use crate::path::file_name;
use crate::schema::describe::expected;
use crate::syntax::find_placeholder;

declare_rule! {
    /// The CLI rejects a key without a value, even if the key is optional. An output without a
    /// value is valid: `outputs: {model:}` uses the defaults. This rule doesn't report a key if
    /// every `az ml` command of the repository that names the file sets it with `--set`. It is only a
    /// hint if a comment takes the place of the value and asks for it or has a placeholder, such as
    /// `<your model>`, or a Markdown page, such as a `README.md`, names the file: its reader fills the
    /// value in.
    ///
    /// A file in which two or more keys that decide what runs have no value is an outline, unless a
    /// script sends it or another file names it. It has one finding, which is an info.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// display_name:
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// outputs:
    ///   model:
    /// ```
    "null-where-value-needed", Structure, Error,
    marks: [SchemaCheck, Missing],
    summary: "a key without a value",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

fn check(cx: &mut Context<'_>) {
    let faults = faults::of(cx, FaultRule::NullWhereValueNeeded);
    let nulls = faults.into_iter().filter_map(|problem| {
        let SchemaFault::Null { expected: ty } = problem.fault else {
            return None;
        };
        Some((problem.at, ty))
    });
    let is_set = |node: Node<'_>| cx.cli_overrides().replaces(&node.path()).is_some();
    let nulls: Vec<_> = nulls.filter(|(node, _)| !is_set(*node)).collect();
    let essential = nulls.iter().filter(|(node, _)| is_essential(*node));
    let unexplained = essential.filter(|(node, _)| filled_by_reader(cx, *node).is_none());
    let unexplained: Vec<Node<'_>> = unexplained.map(|(node, _)| *node).collect();
    if let [first, _, ..] = unexplained[..]
        && is_unused(cx)
    {
        report_outline(cx, first, nulls.len() - 1);
        return;
    }
    for (node, ty) in nulls {
        let filled = filled_by_reader(cx, node);
        let name = faults::place_name(node);
        let diagnostic = cx.report(range_of(node), format!("{name} has no value"));
        diagnostic.help(format!("add {}, or remove the key", expected(ty)));
        if let Some(evidence) = filled {
            diagnostic.level(Level::Hint).note(evidence);
        }
    }
}

/// Reports a document in which `first` and `more` other keys have no value.
fn report_outline(cx: &mut Context<'_>, first: Node<'_>, more: usize) {
    let name = faults::place_name(first);
    let others = counted(more, "other key");
    cx.report(
        range_of(first),
        format!("{name} and {others} have no value"),
    )
    .level(Level::Info)
    .note("the CLI rejects the file, which seems to be an outline: no script sends it")
    .help("fill in the values before you pass the file to the CLI");
}

fn range_of(node: Node<'_>) -> TextRange {
    let range = node.range();
    match node.parent() {
        Some(parent) if range.is_empty() => parent.range(),
        _ => range,
    }
}

/// Keys of texts for people, which are easily left empty in a file that is used.
const FOR_PEOPLE: [&str; 5] = [
    "description",
    "display_name",
    "experiment_name",
    "properties",
    "tags",
];

/// Returns `true` if the value of `node` decides what runs.
fn is_essential(node: Node<'_>) -> bool {
    let path = node.path();
    !path.iter().any(|segment| match segment {
        Segment::Key(key) => FOR_PEOPLE.contains(&key.as_str()),
        Segment::Index(_) => false,
    })
}

/// Returns `true` if no script sends the document, and no other document names it.
fn is_unused(cx: &Context<'_>) -> bool {
    let mut users = cx.workspace.yaml_users(cx.document.path());
    cx.cli_overrides().senders().is_empty() && users.next().is_none()
}

/// Returns what shows that a reader fills in the value at `node`: a comment takes its place, which has a
/// placeholder, or a page names the file.
fn filled_by_reader(cx: &Context<'_>, node: Node<'_>) -> Option<String> {
    let document = cx.document;
    let key = if node.is_key() { node } else { node.key()? };
    let after = &document.text()[key.range().end as usize..];
    let after = after.strip_prefix(':')?;
    let lines = after.lines().map(str::trim_start);
    let comment: Vec<&str> = lines
        .skip_while(|line| line.is_empty())
        .take_while(|line| line.starts_with('#'))
        .collect();
    let has_placeholder = comment.iter().any(|line| find_placeholder(line).is_some());
    let is_requested = !comment.is_empty() && comments::ask_to_fill_in(key);
    if has_placeholder || is_requested {
        return Some("the comment in its place says what the reader fills in".to_owned());
    }
    if !after.trim_start_matches([' ', '\t']).starts_with('#') {
        return None;
    }
    let top = repository(cx).top;
    let page = page_with(cx, &top, file_name(document.path()), |_| true)?;
    Some(format!(
        "`{page}` names the file, so its reader may fill the value in"
    ))
}
