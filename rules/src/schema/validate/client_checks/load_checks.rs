//! Checks beyond single fields that the client runs while it loads a mapping.

use crate::schema::entries::{effective_entries, key_text};
use crate::schema::table::{CheckRule, ClientCheck};
use crate::syntax::{Node, NodeKind, Scalar, known_text};

use super::conditions::{
    breaks_form, count_differs, first_double, has_other_keys, is_filled,
    is_neither_text_nor_mapping, is_outside, is_too_long, is_unlisted, values_at,
};
use crate::schema::validate::mapping::Subject;
use crate::schema::validate::problem::missing_key::missing_key;
use crate::schema::validate::problem::{SchemaFault, SchemaProblem};
use crate::schema::validate::validation::Judgement;
use crate::workspace::OnDisk;

/// Prefixes of values that are not local paths.
const REMOTE: [&str; 11] = [
    "azureml:", "http:", "https:", "wasb:", "wasbs:", "abfs:", "abfss:", "adl:", "runs:", "s3:",
    "gs:",
];

/// Adds the problems of a mapping that the checks at loading find.
pub(crate) fn run<'t>(subject: &Subject<'_, 't>, judgement: &mut Judgement<'t>) {
    let checks: &'static [ClientCheck] = subject.def.checks;
    for check in checks.iter().filter(|check| check.stage.is_loading()) {
        let Some(problem) = problem(subject, check) else {
            continue;
        };
        if check.rule == CheckRule::ForbiddenKeys {
            // This check is more specific than the reports of unknown keys.
            judgement.problems.retain(|other| {
                let is_named = |text: &str| check.values.contains(&text);
                let is_here = other.at.parent() == Some(subject.node);
                !(is_here && other.at.text().is_some_and(is_named))
            });
        }
        judgement.add_unless_refused(problem);
    }
}

fn problem<'t>(
    subject: &Subject<'_, 't>,
    check: &'static ClientCheck,
) -> Option<SchemaProblem<'t>> {
    let value = subject.first(check);
    let is_needed_there = !check.needs.is_empty() && subject.get(check.needs).is_some();
    let at = match check.rule {
        CheckRule::SumOfValuesAtMost => over_sum(value?, check.max?),
        CheckRule::UniqueItems => first_double(value?),
        CheckRule::MaxItems => value.filter(|list| is_too_long(*list, check)),
        CheckRule::ExactItemCount => value.filter(|mapping| count_differs(*mapping, check)),
        CheckRule::Range => value.filter(|node| is_outside(*node, check)),
        CheckRule::OnlyKey => value.filter(|mapping| has_other_keys(*mapping, check)),
        CheckRule::Forbidden => first_key(subject, check),
        CheckRule::UniqueAcrossItems => {
            let mut paths = check.fields.iter();
            paths.find_map(|path| repeated(subject.node, path))
        }
        CheckRule::NoRegistryReference => of_registry(subject, check),
        CheckRule::ForbiddenKeys => {
            let mut entries = check.values.iter().filter_map(|key| subject.entry(key));
            entries.next().map(|entry| entry.key)
        }
        CheckRule::ConstructorRejects => rejected(subject, check),
        CheckRule::OneOfExact => value.filter(|node| is_unlisted(*node, check, str::to_owned)),
        CheckRule::OneOfIgnoreCase => {
            value.filter(|node| is_unlisted(*node, check, str::to_lowercase))
        }
        CheckRule::JsonTypeIn => value.filter(|node| is_neither_text_nor_mapping(*node)),
        CheckRule::Regex => value.filter(|node| breaks_form(check.fields[0], *node)),
        CheckRule::Requires => value
            .filter(|_| !is_needed_there)
            .and_then(|_| first_key(subject, check)),
        CheckRule::MutuallyExclusive => exclusive(subject, check),
        CheckRule::ParsesAsDeclaredType => unparsed(subject, check),
        CheckRule::RequiredInEffect => return required(subject, check),
        CheckRule::RequiredUnless if is_needed_there => None,
        CheckRule::RequiredUnless => return required(subject, check),
        CheckRule::RequiredIf if !holds(subject, check) => None,
        CheckRule::RequiredIf => return required(subject, check),
        CheckRule::LocalPathExists if is_needed_there => None,
        CheckRule::LocalPathExists => return missing_path(subject, value?),
        // These checks concern single keys and are handled in `key_checks`.
        CheckRule::CoerceToString | CheckRule::IgnoredWithWarning | CheckRule::KeyAlias => None,
        // These checks run after the mapping is loaded.
        CheckRule::BetweenExclusive
        | CheckRule::ExactlyOneOf
        | CheckRule::Excludes
        | CheckRule::IoModeOnly
        | CheckRule::KeyRegex
        | CheckRule::KeysUniqueIgnoringCase
        | CheckRule::Length
        | CheckRule::OnlyType
        | CheckRule::ScriptExistsAndParses
        | CheckRule::SparkEntryExists => None,
        // These checks are covered by types or by rules of their own.
        CheckRule::AllBindingsResolve
        | CheckRule::ArmIdOrLiteralNone
        | CheckRule::ConfKeyAliases
        | CheckRule::InputReferencesDeclared
        | CheckRule::JobReferenceWithOverrides
        | CheckRule::JsonStringIsParsed
        | CheckRule::LocalPathMatchesType
        | CheckRule::LocalTargetInstanceCount1
        | CheckRule::NotAString
        | CheckRule::RequiredConf
        | CheckRule::TypeSelectsEntity => None,
    };
    at.map(|at| subject.refused(check, at))
}

fn first_key<'t>(subject: &Subject<'_, 't>, check: &ClientCheck) -> Option<Node<'t>> {
    let entry = subject.entry(check.fields.first()?)?;
    Some(entry.key)
}

fn required<'t>(
    subject: &Subject<'_, 't>,
    check: &'static ClientCheck,
) -> Option<SchemaProblem<'t>> {
    let name = check
        .fields
        .iter()
        .find(|name| subject.get(name).is_none())?;
    // An empty value has been reported already.
    let is_absent = subject.entry(name).is_none() && !subject.node.is_incomplete();
    is_absent.then(|| missing_key(subject.def, name, subject.node))
}

fn holds(subject: &Subject<'_, '_>, check: &ClientCheck) -> bool {
    check.when.iter().all(|(key, value)| match *value {
        "any" => subject.get(key).is_some(),
        value => subject.get(key).and_then(Node::text) == Some(value),
    })
}

/// Returns the place to mark if the sum of the numbers in a mapping exceeds `max`.
fn over_sum(mapping: Node<'_>, max: f64) -> Option<Node<'_>> {
    let sum: f64 = effective_entries(mapping)
        .into_iter()
        .filter_map(|entry| entry.value.resolved().int())
        .map(|share| share as f64)
        .sum();
    (sum > max).then(|| mapping.key().unwrap_or(mapping))
}

fn of_registry<'t>(subject: &Subject<'_, 't>, check: &ClientCheck) -> Option<Node<'t>> {
    let is_of_registry = |text: &str| text.starts_with("azureml://registries/");
    let mut values = check.fields.iter().filter_map(|field| subject.get(field));
    values.find(|value| value.text().is_some_and(is_of_registry))
}

fn rejected<'t>(subject: &Subject<'_, 't>, check: &ClientCheck) -> Option<Node<'t>> {
    let is_named = |name: &str| check.fields.contains(&name);
    let mut entries = subject.entries.iter();
    entries
        .find(|entry| key_text(**entry).is_some_and(is_named))
        .map(|entry| entry.key)
}

fn exclusive<'t>(subject: &Subject<'_, 't>, check: &ClientCheck) -> Option<Node<'t>> {
    let mut last = None;
    for field in check.fields {
        last = Some(subject.get(field).filter(|node| is_filled(*node))?);
    }
    let last = last?;
    // `component` of a pipeline is allowed beside `jobs` unless it is a reference.
    if check.fields == ["jobs", "component"] && last.text().is_none() {
        return None;
    }
    Some(last.key().unwrap_or(last))
}

/// Returns a default or limit that is not a number although the parameter is.
fn unparsed<'t>(subject: &Subject<'_, 't>, check: &ClientCheck) -> Option<Node<'t>> {
    let kind = subject.get("type")?.text()?;
    if !matches!(kind, "integer" | "number") {
        return None;
    }
    let mut values = check.fields.iter().filter_map(|field| subject.get(field));
    values.find(|node| {
        let is_number = |text: &str| text.trim().parse::<f64>().is_ok();
        let is_bool = matches!(node.scalar(), Some(Scalar::Bool(_)));
        known_text(*node).is_some_and(|text| is_bool || !is_number(text))
    })
}

/// Returns the first value at `path` that already occurred in this item or one before it in the list.
fn repeated<'t>(item: Node<'t>, path: &str) -> Option<Node<'t>> {
    let list = item
        .parent()
        .filter(|parent| parent.kind() == NodeKind::Sequence)?;
    let mut seen: Vec<&str> = Vec::new();
    for before in list
        .items()
        .map(Node::resolved)
        .take_while(|it| *it != item)
    {
        seen.extend(values_at(before, path).into_iter().filter_map(known_text));
    }
    for value in values_at(item, path) {
        let text = known_text(value).unwrap_or_default();
        if !text.is_empty() && seen.contains(&text) {
            return Some(value);
        }
        seen.push(text);
    }
    None
}

fn missing_path<'t>(subject: &Subject<'_, 't>, node: Node<'t>) -> Option<SchemaProblem<'t>> {
    let text = known_text(node)?;
    if REMOTE.iter().any(|start| text.starts_with(start)) {
        return None;
    }
    let fault = subject.files.missing(text).or_else(|| {
        // The client opens it as a file.
        let is_folder = subject.files.on_disk(text) == Some(OnDisk::Folder);
        let is_conda_file = node.key().and_then(Node::text) == Some("conda_file");
        (is_folder && is_conda_file).then_some(SchemaFault::OtherOnDisk { folder: false })
    })?;
    Some(SchemaProblem::refused(node, fault))
}
