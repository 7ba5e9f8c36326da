//! Which rule speaks of what the walk found, and the words that these rules share. Every fault has exactly one rule.

use crate::checks::context::Context;
use crate::schema::table::{Shape, Type};
use crate::schema::words::{is_numeric, misspelled};
use crate::schema::{Fault, Problem};
use crate::similar::closest;
use crate::syntax::{Node, NodeKind, Scalar};

use super::elsewhere;
use crate::wording::with_article;

/// What the walk found for the rule called `rule`.
pub(super) fn of<'a>(cx: &Context<'a>, rule: &str) -> Vec<&'a Problem<'a>> {
    cx.walk()
        .problems
        .iter()
        .filter(|problem| rule_of(problem) == rule)
        .collect()
}

/// Whether a key of `mapping`, which stands in this document, was probably meant to be `name`; it has a finding of its own.
pub(super) fn is_misspelt(cx: &Context<'_>, mapping: Node<'_>, name: &str) -> bool {
    cx.walk().problems.iter().any(|problem| {
        matches!(problem.fault, Fault::UnknownKey { mapping: of, .. } if of.id() == mapping.id())
            && problem
                .at
                .text()
                .is_some_and(|text| closest(text, [name]).is_some())
    })
}

fn rule_of(problem: &Problem<'_>) -> &'static str {
    match &problem.fault {
        Fault::UnknownKey {
            owner, meant: None, ..
        } if elsewhere::find(owner, problem.at).is_some() => "key-belongs-elsewhere",
        Fault::UnknownKey { owner, .. } if elsewhere::is_batch_setting(owner, problem.at) => {
            "batch-settings-placement"
        }
        Fault::UnknownKey { .. } => "unknown-key",
        Fault::ReadOnlyKey { .. } => "read-only-key",
        Fault::MissingKey { .. } => "missing-required-key",
        Fault::Null { .. } => "null-where-value-needed",
        Fault::Shape { .. } => "invalid-type",
        Fault::NeedsQuotes | Fault::KeyNotText => "quote-required-string",
        Fault::NeedsDateQuotes => "unquoted-datetime",
        Fault::VersionNeedsQuotes => "unquoted-version",
        Fault::Value { wanted } => rule_of_value(wanted, problem.at),
        Fault::Discriminator { values } => {
            let text = problem.at.text().unwrap_or_default();
            if crate::schema::meant(text, values).is_some() {
                "enum-spelling"
            } else {
                "invalid-value"
            }
        }
        Fault::Expression | Fault::OtherOnDisk { .. } => "invalid-value",
        Fault::KeyPattern { pattern } | Fault::Pattern { pattern } => match *pattern {
            "step-name" | "component-name" | "endpoint-name" => pattern,
            _ => "invalid-value",
        },
        Fault::MissingFile { loads } if !loads.is_empty() => "component-file-missing",
        Fault::MissingFile { .. } if key_name(problem.at) == Some("conda_file") => {
            "conda-file-missing"
        }
        Fault::MissingFile { .. } => "local-path-missing",
        Fault::Check { check, owner } => match check.rule {
            "ignored_with_warning" => "inline-asset-name-ignored",
            "forbidden_keys" => "wrong-schema-for-content",
            "constructor_rejects" => "unknown-key",
            "key_regex" | "keys_unique_ignoring_case" => "io-name",
            "length" | "regex" if owner.name.contains("Deployment") => "deployment-name",
            "length" if owner.name.contains("Endpoint") => "endpoint-name",
            "exactly_one_of" if check.fields.contains(&"image") => "environment-source",
            "exactly_one_of" if given(problem.at, check.fields) == 0 => "missing-required-key",
            "exactly_one_of" | "mutually_exclusive" | "excludes" => "conflicting-keys",
            _ => "invalid-value",
        },
    }
}

fn rule_of_value(wanted: &'static Type, at: Node<'_>) -> &'static str {
    if is_numeric(wanted) {
        "invalid-type"
    } else if at
        .text()
        .is_some_and(|text| misspelled(wanted, text).is_some())
    {
        "enum-spelling"
    } else if matches!(
        at.scalar(),
        Some(Scalar::Int(_) | Scalar::Float(_) | Scalar::Bool(_))
    ) && !matches!(wanted.shape, Shape::Enum(..))
    {
        "invalid-type"
    } else {
        "invalid-value"
    }
}

/// How many of `fields` stand in the mapping whose key `at` is, or in which it stands.
pub(super) fn given(at: Node<'_>, fields: &[&str]) -> usize {
    let is_one = at.text().is_some_and(|text| fields.contains(&text));
    let inside = at
        .value_of_key()
        .filter(|value| value.kind() == NodeKind::Mapping && !is_one);
    let mapping = inside.or_else(|| at.parent()).unwrap_or(at);
    fields
        .iter()
        .filter(|field| mapping.get(field).is_some())
        .count()
}

/// The key that `node` is or belongs to, also through lists.
pub(super) fn key_name(node: Node<'_>) -> Option<&str> {
    if node.is_key() {
        return node.text();
    }
    match node.key() {
        Some(key) => key.text(),
        None => node
            .parent()
            .filter(|parent| parent.kind() == NodeKind::Sequence)
            .and_then(key_name),
    }
}

/// What stands in the place of `node`, in words: "`mode`" or "an item of `files`".
pub(super) fn place(node: Node<'_>) -> String {
    let name = key_name(node).unwrap_or("the document");
    if node.key().is_none() && !node.is_key() && node.parent().is_some() {
        return format!("an item of `{name}`");
    }
    format!("`{name}`")
}

/// What a mapping is, in words: "a command job" at the top, "`resources`" below.
pub(super) fn mapping_name(cx: &Context<'_>, mapping: Node<'_>) -> String {
    match mapping.parent() {
        None => cx.kind().map_or_else(
            || "the document".to_owned(),
            |kind| with_article(kind.label()),
        ),
        Some(_) => place(mapping),
    }
}

/// What stands there instead, in words.
pub(super) fn found(node: Node<'_>) -> String {
    match node.kind() {
        NodeKind::Mapping => "a mapping".to_owned(),
        NodeKind::Sequence => "a list".to_owned(),
        _ => format!("`{}`", shown(node)),
    }
}

/// The text of a scalar for a message: one line, not too long.
pub(super) fn shown(node: Node<'_>) -> String {
    let text = node
        .text()
        .unwrap_or_default()
        .lines()
        .next()
        .unwrap_or_default();
    if text.chars().count() > 60 {
        format!("{}…", text.chars().take(57).collect::<String>())
    } else {
        text.to_owned()
    }
}

/// A scalar in quotes that reads as exactly the text that is written.
pub(super) fn quoted(node: Node<'_>) -> String {
    let raw = node.raw();
    if raw.contains(['"', '\\']) {
        format!("'{}'", raw.replace('\'', "''"))
    } else {
        format!("\"{raw}\"")
    }
}
