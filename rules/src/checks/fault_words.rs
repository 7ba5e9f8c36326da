//! Words for faults that need some thought: references, checks beyond one field, names.

use crate::checks::context::Context;
use crate::fix::replace;
use crate::schema::Fault;
use crate::schema::table::{Check, Shape, Type, Versioned, pattern_words};
use crate::schema::words::{any_of, wanted};
use crate::syntax::{Node, NodeKind};

use super::faults;

/// What is wrong with a reference, and what to do; `None` where no asset can stand.
pub(super) fn reference(at: Node<'_>, ty: &'static Type) -> Option<(String, String)> {
    let text = at.text()?;
    let version = asset(ty)?;
    let place = faults::place(at);
    if let Some(name) = text
        .strip_prefix("azureml:")
        .filter(|name| !name.is_empty())
    {
        let help = format!("write `azureml:{name}:VERSION` or `azureml:{name}@latest`");
        return Some((format!("{place} names no version of `{name}`"), help));
    }
    let help = if version == Versioned::Free {
        format!("write `azureml:{text}`")
    } else {
        format!("write {}", wanted(ty))
    };
    let message = format!("{place} cannot be `{}`", faults::shown(at));
    Some((message, help))
}

/// How the asset that may stand here is versioned.
fn asset(ty: &Type) -> Option<Versioned> {
    match &ty.shape {
        Shape::Asset { version, .. } => Some(*version),
        Shape::OneOf(all) => all.iter().find_map(asset),
        Shape::Named(named) => asset(&named.ty),
        _ => None,
    }
}

/// What a check beyond one field found, and what to do.
pub(super) fn check(check: &Check, at: Node<'_>) -> (String, String) {
    let place = faults::place(at);
    let found = faults::found(at);
    let max = check.max.map_or_else(String::new, |max| max.to_string());
    match check.rule {
        "sum_of_values_at_most" => (
            format!("{place} adds up to more than {max} percent"),
            "lower the shares".to_owned(),
        ),
        "unique_items" => (
            format!(
                "{found} is listed twice in `{}`",
                faults::key_name(at).unwrap_or_default()
            ),
            "remove one".to_owned(),
        ),
        "unique_across_items" => (
            format!("{place} {found} is taken by another item of the list"),
            "give each item a value of its own".to_owned(),
        ),
        "no_registry_reference" => (
            format!("{place} cannot come from a registry in a Kubernetes deployment"),
            "refer to one of the workspace, as `azureml:NAME:VERSION`".to_owned(),
        ),
        "max_items" => (
            format!("{place} has more than {max} items"),
            "remove some".to_owned(),
        ),
        "exact_item_count" => (
            format!("{place} must have exactly {max} entries"),
            "add or remove entries".to_owned(),
        ),
        "range" => {
            let min = check.min.map_or_else(String::new, |min| min.to_string());
            (
                format!("{place} must be from {min} to {max}, not {found}"),
                format!("write a number from {min} to {max}"),
            )
        }
        "only_key" => (
            format!(
                "{place} must have the key {} and no other",
                any_of(check.values)
            ),
            String::new(),
        ),
        "forbidden" => (
            format!("{place} cannot be written here"),
            "remove it".to_owned(),
        ),
        "one_of_exact" | "one_of_ignore_case" => (
            format!("{place} cannot be {found}"),
            format!("write {}", any_of(check.values)),
        ),
        "json_type_in" => (
            format!("{place} must be a path or a mapping, not {found}"),
            "write the path of a file".to_owned(),
        ),
        "regex" if check.fields == ["mini_batch_size"] => (
            format!("{place} cannot be {found}"),
            "write a number of files such as \"10\", or a size such as 10kb or 1mb".to_owned(),
        ),
        "regex" => (
            format!("{place} cannot be {found}"),
            "use letters, digits, `_` and `-`".to_owned(),
        ),
        "requires" => (
            format!("{place} needs `{}` beside it", check.needs),
            format!("add `{}` or remove {place}", check.needs),
        ),
        "only_type" => (
            format!("{place} cannot be {found} here"),
            format!("write {}", any_of(check.values)),
        ),
        "io_mode_only" if at.is_key() => {
            let mode = any_of(check.values);
            (
                format!("{place} has no mode, and Spark takes {mode} only"),
                "add `mode: direct`".to_owned(),
            )
        }
        "io_mode_only" => (
            format!("{place} cannot be {found} in Spark"),
            format!("write {}", any_of(check.values)),
        ),
        "between_exclusive" => (
            format!("{place} cannot be {found}"),
            "use a port from 1026 to 65534".to_owned(),
        ),
        "parses_as_declared_type" => (
            format!("{place} is {found}, which is no number as `type` says"),
            "write a number".to_owned(),
        ),
        _ => (
            format!("{place} cannot be {found}"),
            "see the documentation of this key".to_owned(),
        ),
    }
}

/// "`a` and `b`"
pub(super) fn both(check: &Check) -> String {
    let names: Vec<String> = check
        .fields
        .iter()
        .map(|field| format!("`{field}`"))
        .collect();
    names.join(" and ")
}

/// Reports names that break their pattern; `filler` takes the place of what is not allowed.
pub(super) fn report_names(cx: &mut Context<'_>, rule: &'static str, what: &str, filler: char) {
    for problem in faults::of(cx, rule) {
        let (Fault::Pattern { pattern } | Fault::KeyPattern { pattern }) = problem.fault else {
            continue;
        };
        let text = faults::shown(problem.at);
        let words = pattern_words(pattern).unwrap_or_default();
        let better = repaired(&text, filler);
        let diagnostic = cx.report(problem.at.range(), format!("`{text}` is no {what}"));
        diagnostic
            .note(format!("it is made of {words}"))
            .help(format!("write `{better}`"));
        // A step's key is named by expressions; renaming it takes more than one edit.
        if problem.at.kind() != NodeKind::Mapping && !problem.at.is_key() {
            diagnostic.unsafe_fix(format!("write `{better}`"), replace(problem.at, better));
        }
    }
}

/// A name of the same letters that fits: other characters become `filler`.
fn repaired(text: &str, filler: char) -> String {
    let lower = if filler == '_' {
        text.to_lowercase()
    } else {
        text.to_owned()
    };
    let out: String = lower
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { filler })
        .collect();
    let out = out.trim_end_matches('-').trim_start_matches(['-', '_']);
    if out.starts_with(|c: char| c.is_ascii_alphabetic()) {
        out.to_owned()
    } else {
        format!("n{filler}{out}")
    }
}

/// Reports names of endpoints and deployments that are shorter than 3 or longer than 32 characters.
pub(super) fn report_lengths(cx: &mut Context<'_>, rule: &'static str, what: &str) {
    for problem in faults::of(cx, rule) {
        let Fault::Check { check, .. } = problem.fault else {
            continue;
        };
        let text = faults::shown(problem.at);
        if check.rule == "length" {
            let message = format!(
                "the {what} `{text}` has {} characters",
                text.chars().count()
            );
            cx.report(problem.at.range(), message)
                .help("use 3 to 32 characters");
        } else {
            let better = repaired(&text, '-');
            cx.report(problem.at.range(), format!("`{text}` is no {what}"))
                .note("it is made of letters, digits and `-`, starts with a letter and does not end with `-`")
                .help(format!("write `{better}`"))
                .unsafe_fix(format!("write `{better}`"), replace(problem.at, better));
        }
    }
}
