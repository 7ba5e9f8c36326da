//! A required key that is missing.

use std::collections::HashMap;

use crate::checks::prelude::*;
use crate::checks::shared::comments;
use crate::checks::shared::paths::mentions::may_mean;
use crate::checks::shared::paths::repository::repository;
use crate::checks::shared::paths::written_path::child;
use crate::checks::shared::unknown_senders::may_be_added;
use crate::document::Schedule;
use crate::path::{below, file_name};
use crate::schema::describe::any_of;
use crate::schema::table::TypeDef;
use crate::syntax::NodeId;

declare_rule! {
    /// The CLI rejects the file without this key.
    ///
    /// `name`, `version`, and `endpoint_name` at the top of a file can also come from the command
    /// line (`--name`, `--version`, `--endpoint-name`), so they are a hint. A component that a
    /// pipeline uses by its path needs no name, and a deployment that no script sends needs no `endpoint_name` where a
    /// Markdown page shows the command with its file and `--endpoint-name` on a line. This rule doesn't report a key if every `az ml`
    /// command of the repository that names the file sets it, or, where none names it, a command that sends a file of its
    /// kind that is known only when it runs. If no data input of a job has a
    /// `path`, they are probably given with `--set inputs.NAME.path=...`: this is one warning.
    ///
    /// ```yaml bad
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// ```
    /// ```yaml good
    /// $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
    /// command: python train.py
    /// code: src
    /// environment: azureml:training:3
    /// ```
    "missing-required-key", Structure, Error,
    marks: [Generic, SchemaCheck, Missing],
    summary: "a required key that is missing",
    url: "https://learn.microsoft.com/azure/machine-learning/reference-yaml-overview",
}

/// The note about a Kubernetes deployment without `type`.
const WITHOUT_KUBERNETES: &str =
    "without `type`, the client reads the file as a managed deployment and refuses it";

/// Keys that are also options of `az ml`.
const OPTIONS: [&str; 3] = ["endpoint_name", "name", "version"];

fn check(cx: &mut Context<'_>) {
    type_of_earlier_job(cx);
    let unknown = unknown_keys(cx);
    let left_open = inputs_left_open(cx);
    for problem in faults::of(cx, FaultRule::MissingRequiredKey) {
        if let SchemaFault::Check { check, .. } = problem.fault {
            let keys = any_of(check.fields);
            cx.report(problem.at.range(), format!("{keys} is missing"))
                .help(format!("add one of {keys}"));
            continue;
        }
        let SchemaFault::MissingKey {
            owner,
            name,
            mapping,
        } = problem.fault
        else {
            continue;
        };
        if runs_a_component(cx, mapping) && matches!(name, "command" | "environment") {
            continue;
        }
        // A key that exists under another name has a finding of its own.
        let others = unknown.get(&mapping.id()).into_iter().flatten();
        if others.copied().any(|other| is_meant(owner, other, name)) {
            continue;
        }
        // `default` alone is a value, which `unknown-key` reports.
        if name == "path" && faults::default_alone(mapping).is_some() {
            continue;
        }
        let is_option = is_option(mapping, name);
        let path = path_below(mapping, name);
        let is_set = cx.cli_overrides().adds(&path).is_some();
        let is_in_settings = name == "environment" && faults::environment_in_settings(cx).is_some();
        let is_given = is_option && (cx.is_used_by_path() || is_given_on_page(cx, name));
        if is_given || is_in_settings || is_set || may_be_added(cx, &path) {
            continue;
        }
        if let Some(at) = left_open.iter().position(|input| *input == mapping) {
            if at == 0 {
                report_left_open(cx, problem.at, mapping, left_open.len() - 1);
            }
            continue;
        }
        report_missing(cx, problem.at, mapping, (owner, name));
    }
}

/// Returns `true` if an option of the command line can give the key `name` of `mapping`.
fn is_option(mapping: Node<'_>, name: &str) -> bool {
    OPTIONS.contains(&name) && mapping.parent().is_none()
}

/// Reports that the key `name` of a mapping with the type `owner` is missing, or has no value.
fn report_missing(
    cx: &mut Context<'_>,
    at: Node<'_>,
    mapping: Node<'_>,
    (owner, name): (&'static TypeDef, &str),
) {
    let empty = mapping.entry(name).map(|entry| entry.key);
    let is_option = is_option(mapping, name);
    let is_kind_unsaid = name == "type" && cx.kind() == Some(Kind::DeploymentKubernetesOnline);
    let is_inline_job = name == "job" && faults::is_inline_job_of_schedule(cx, mapping);
    let place = faults::mapping_name(cx.kind(), mapping);
    let is = if empty.is_some() { "empty" } else { "missing" };
    let diagnostic = cx.report(at.range(), format!("`{name}` is {is} in {place}"));
    let doc = owner.field(name).map(|field| field.doc);
    if let Some(doc) = doc.filter(|doc| !doc.is_empty()) {
        diagnostic.note(doc);
    }
    if is_option {
        let option = name.replace('_', "-");
        diagnostic.level(Level::Hint).help(format!(
            "add `{name}`, or pass `--{option}` on the command line"
        ));
    } else if is_kind_unsaid {
        diagnostic
            .note(WITHOUT_KUBERNETES)
            .help("add `type: kubernetes`");
    } else if is_inline_job {
        diagnostic.help("put the job under `job`, or write `job: ./file.yml`");
    } else {
        diagnostic.help(match empty {
            Some(_) => format!("write the `{name}`"),
            None => format!("add `{name}`"),
        });
    }
    if empty.is_some_and(comments::tell_of_submission) {
        diagnostic.level(Level::Hint);
    }
}

/// Returns `true` if a Markdown page shows a command that gives `key` with the document, and no script sends it.
fn is_given_on_page(cx: &Context<'_>, key: &str) -> bool {
    if key != "endpoint_name" || !cx.cli_overrides().senders().is_empty() {
        return false;
    }
    let top = repository(cx).top;
    let path = cx.document.path();
    let (full, name) = (below(&top, path).unwrap_or(path), file_name(path));
    let mentions = cx.workspace.mentions(path, &top, name).unwrap_or_default();
    let mut pages = mentions
        .iter()
        .filter(|it| it.is_in_page() && may_mean(it, full));
    pages.any(|page| {
        let text = cx.workspace.text_at(path, &child(&top, &page.script));
        text.is_some_and(|text| {
            let text = text.replace("\\\r\n", " ").replace("\\\n", " ");
            text.lines().any(|line| gives_endpoint(line, name))
        })
    })
}

/// Returns `true` if a line of a page sends the deployment in the file called `name`, with its endpoint.
fn gives_endpoint(line: &str, name: &str) -> bool {
    let words = || line.split([' ', '\t', '`', '"', '\'']);
    words().any(|word| file_name(word) == name)
        && words().any(|word| word == "-e" || word.starts_with("--endpoint"))
        && line.contains("-deployment ")
}

/// Returns `true` if the mapping is a job that names a component in place of its command: `unknown-key` says that
/// only a pipeline runs one.
fn runs_a_component(cx: &Context<'_>, mapping: Node<'_>) -> bool {
    let is_job = cx.kind() == Some(Kind::JobCommand) && mapping.parent().is_none();
    is_job && mapping.get("component").is_some()
}

/// Returns the data inputs of a job without a path, if none has one.
fn inputs_left_open<'a>(cx: &Context<'a>) -> Vec<Node<'a>> {
    let Some(inputs) = cx.document.get("inputs") else {
        return Vec::new();
    };
    let is_job = cx.kind().is_some_and(Kind::is_job);
    let mut values = inputs.entries().map(|entry| entry.value);
    if !is_job || values.any(|input| input.get("path").is_some()) {
        return Vec::new();
    }
    let problems = faults::of(cx, FaultRule::MissingRequiredKey).into_iter();
    problems
        .filter_map(|problem| match problem.fault {
            SchemaFault::MissingKey {
                name: "path",
                mapping,
                ..
            } => Some(mapping),
            _ => None,
        })
        .filter(|mapping| {
            let path = path_below(*mapping, "path");
            let is_value = faults::default_alone(*mapping).is_some();
            !is_value
                && mapping.parent() == Some(inputs)
                && cx.cli_overrides().adds(&path).is_none()
        })
        .collect()
}

fn report_left_open(cx: &mut Context<'_>, at: Node<'_>, input: Node<'_>, others: usize) {
    let place = faults::mapping_name(cx.kind(), input);
    let name = input.key().map(faults::short_text).unwrap_or_default();
    let (rest, paths, each) = match others {
        0 => (String::new(), "the path", ""),
        _ => (
            format!(" and {}", counted(others, "other input")),
            "every path",
            " to each of them",
        ),
    };
    cx.report(at.range(), format!("`path` is missing in {place}{rest}"))
        .level(Level::Warning)
        .note(format!(
            "the CLI refuses the job unless the command line gives {paths}"
        ))
        .help(format!(
            "add `path`{each}, or pass `--set inputs.{name}.path=...`"
        ));
}

/// Returns the path to the key `name` of `mapping`.
fn path_below(mapping: Node<'_>, name: &str) -> Vec<Segment> {
    let mut path = mapping.path();
    path.push(Segment::Key(name.to_owned()));
    path
}

/// Returns the unknown keys of each mapping for which the client rejects the file.
fn unknown_keys<'a>(cx: &Context<'a>) -> HashMap<NodeId, Vec<&'a str>> {
    let mut found: HashMap<NodeId, Vec<&str>> = HashMap::new();
    for problem in faults::of(cx, FaultRule::UnknownKey) {
        if let (SchemaFault::UnknownKey { mapping, .. }, Some(text), true) =
            (&problem.fault, problem.at.text(), problem.refused)
        {
            found.entry(mapping.id()).or_default().push(text);
        }
    }
    found
}

/// Returns `true` if the unknown key `other` was probably meant to be `name`.
fn is_meant(owner: &'static TypeDef, other: &str, name: &str) -> bool {
    let is_older = (other, name) == ("scale_type", "type");
    is_older || faults::key_of_alias(owner, other) == Some(name) || closest(other, [name]).is_some()
}

/// Reports a `create_job` without type: the file of a previously submitted job isn't available.
fn type_of_earlier_job(cx: &mut Context<'_>) {
    let Some(Schedule {
        job: ScheduledJob::Registered(job),
        overrides: Some(changes),
    }) = cx.document.schedule()
    else {
        return;
    };
    let Some(key) = job
        .key()
        .filter(|_| changes.get("type").is_none() && !changes.is_incomplete())
    else {
        return;
    };
    cx.report(key.range(), "`type` is missing in `create_job`")
        .note("the CLI does not look up the type of a job that was submitted before")
        .help("add `type: pipeline`, or set `create_job` to the reference itself");
}
