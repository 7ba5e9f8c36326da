//! Checks that the client runs after it has loaded the file: names, dependent values, files.

use crate::document::Kind;
use crate::schema::entries::effective_entries;
use crate::schema::formats::fits;
use crate::schema::table::{CheckRule, ClientCheck};
use crate::syntax::{Node, is_template, known_text};

use super::local_files::{data_path, scoring_script, spark_entry, table_path};
use crate::schema::validate::mapping::Subject;
use crate::schema::validate::problem::missing_key::{blame_misspelled_key, missing_key};
use crate::schema::validate::problem::{SchemaFault, SchemaProblem};
use crate::schema::validate::validation::Judgement;

/// Length of the name of an endpoint or deployment in bytes.
const NAME_LENGTH: std::ops::RangeInclusive<usize> = 3..=32;

/// Adds the problems of a mapping that the checks after loading find.
pub(crate) fn run<'t>(subject: &Subject<'_, 't>, judgement: &mut Judgement<'t>) {
    let checks: &'static [ClientCheck] = subject.def.checks;
    for check in checks {
        if check.rule == CheckRule::ExactlyOneOf
            && not_exactly_one(subject, check).is_some()
            && is_one_misspelled(subject, check, judgement)
        {
            return;
        }
    }
    for check in checks.iter().filter(|check| !check.stage.is_loading()) {
        judgement.after_load.extend(problems(subject, check));
    }
    judgement.after_load.extend(data_path(subject));
    judgement.after_load.extend(table_path(subject));
    for name in subject.def.also_required {
        if subject.node.get(name).is_none() && !subject.node.is_incomplete() {
            let problem = missing_key(subject.def, name, subject.node);
            judgement.after_load.push(problem);
        }
    }
}

/// Returns `true` if an unknown key is a misspelling of one that the check requires.
fn is_one_misspelled<'t>(
    subject: &Subject<'_, 't>,
    check: &ClientCheck,
    judgement: &mut Judgement<'t>,
) -> bool {
    let mut fields = check
        .fields
        .iter()
        .filter_map(|name| subject.def.field(name));
    fields.any(|field| blame_misspelled_key(judgement, subject.node, field))
}

fn problems<'t>(subject: &Subject<'_, 't>, check: &'static ClientCheck) -> Vec<SchemaProblem<'t>> {
    let marks: Vec<Node<'t>> = match check.rule {
        CheckRule::KeyRegex => keys(subject, check, |key, _| {
            !is_io_name(key, check.pattern.contains(r"\."))
        }),
        CheckRule::KeysUniqueIgnoringCase => keys(subject, check, |key, before| {
            before.iter().any(|other| other.eq_ignore_ascii_case(key))
        }),
        CheckRule::Regex => text_unless(subject, check, |text| fits("endpoint-name", text)),
        CheckRule::Length => text_unless(subject, check, |text| {
            NAME_LENGTH.contains(&text.chars().count())
        }),
        CheckRule::ExactlyOneOf => not_exactly_one(subject, check).into_iter().collect(),
        CheckRule::OnlyType => other_type(subject, check).into_iter().collect(),
        CheckRule::Excludes => excluded(subject, check).into_iter().collect(),
        CheckRule::BetweenExclusive => ports_out_of_range(subject, check),
        CheckRule::IoModeOnly => other_modes(subject, check),
        CheckRule::Requires => return absent_beside(subject, check).into_iter().collect(),
        CheckRule::RequiredInEffect => return absent(subject, check).into_iter().collect(),
        CheckRule::ScriptExistsAndParses => return scoring_script(subject).into_iter().collect(),
        CheckRule::SparkEntryExists => return spark_entry(subject).into_iter().collect(),
        // These checks concern single keys and are handled in `key_checks`.
        CheckRule::CoerceToString | CheckRule::IgnoredWithWarning | CheckRule::KeyAlias => {
            Vec::new()
        }
        // These checks run while the mapping is loaded.
        CheckRule::ConstructorRejects
        | CheckRule::ExactItemCount
        | CheckRule::Forbidden
        | CheckRule::ForbiddenKeys
        | CheckRule::JsonTypeIn
        | CheckRule::LocalPathExists
        | CheckRule::MaxItems
        | CheckRule::MutuallyExclusive
        | CheckRule::NoRegistryReference
        | CheckRule::OneOfExact
        | CheckRule::OneOfIgnoreCase
        | CheckRule::OnlyKey
        | CheckRule::ParsesAsDeclaredType
        | CheckRule::Range
        | CheckRule::RequiredIf
        | CheckRule::RequiredUnless
        | CheckRule::SumOfValuesAtMost
        | CheckRule::UniqueAcrossItems
        | CheckRule::UniqueItems => Vec::new(),
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
        | CheckRule::TypeSelectsEntity => Vec::new(),
    };
    let refused = is_looked_at(subject, check);
    let owner = subject.def;
    let fault = SchemaFault::Check { check, owner };
    marks
        .into_iter()
        .map(|at| SchemaProblem {
            at,
            refused,
            fault: fault.clone(),
        })
        .collect()
}

/// Returns `true` if the client runs the check for such a document, `false` if it leaves it to the service.
fn is_looked_at(subject: &Subject<'_, '_>, check: &ClientCheck) -> bool {
    let is_environment = check.rule == CheckRule::ExactlyOneOf && check.fields.contains(&"image");
    !is_environment
        || subject.kind.is_some_and(|kind| {
            kind == Kind::Environment || (kind.is_job() && kind != Kind::JobPipeline)
        })
}

/// Returns the keys of the fields' mappings that are `is_bad`, given the key and those before it.
fn keys<'t>(
    subject: &Subject<'_, 't>,
    check: &ClientCheck,
    is_bad: impl Fn(&str, &[&str]) -> bool,
) -> Vec<Node<'t>> {
    let mut bad = Vec::new();
    for mapping in check.fields.iter().filter_map(|field| subject.get(field)) {
        let mut before: Vec<&str> = Vec::new();
        for entry in effective_entries(mapping) {
            let is_known = |key: &&str| !is_template(key) && !entry.key.is_repaired();
            let Some(key) = entry.key.text().filter(is_known) else {
                continue;
            };
            if is_bad(key, &before) {
                bad.push(entry.key);
            }
            before.push(key);
        }
    }
    bad
}

/// Returns the text that the check examines, unless `is_good` returns `true` for it.
fn text_unless<'t>(
    subject: &Subject<'_, 't>,
    check: &ClientCheck,
    is_good: impl Fn(&str) -> bool,
) -> Vec<Node<'t>> {
    let text = subject.first_text(check);
    let bad = text.filter(|(_, text)| !is_good(text));
    bad.map(|(node, _)| node).into_iter().collect()
}

/// Returns the node to mark if both of two fields exist, or none of them although one is required.
fn not_exactly_one<'t>(subject: &Subject<'_, 't>, check: &ClientCheck) -> Option<Node<'t>> {
    let node = subject.node;
    let given: Vec<Node<'t>> = check
        .fields
        .iter()
        .filter_map(|field| subject.get(field))
        .collect();
    match given.as_slice() {
        [] if node.is_incomplete() || subject.get("dependencies").is_some() => None,
        [] => {
            let last_key = || node.entries().last().map(|entry| entry.key);
            Some(node.key().or_else(last_key).unwrap_or(node))
        }
        [_] => None,
        [.., last] => Some(last.key().unwrap_or(*last)),
    }
}

fn other_type<'t>(subject: &Subject<'_, 't>, check: &ClientCheck) -> Option<Node<'t>> {
    let node = subject.first(check)?.get("type")?;
    let text = known_text(node)?;
    (!check.values.contains(&text.to_lowercase().as_str())).then_some(node)
}

fn excluded<'t>(subject: &Subject<'_, 't>, check: &ClientCheck) -> Option<Node<'t>> {
    let node = subject.first(check)?;
    for (key, value) in check.when {
        let text = subject.get(key).and_then(Node::text)?;
        if !text.eq_ignore_ascii_case(value) {
            return None;
        }
    }
    Some(node.key().unwrap_or(node))
}

fn ports_out_of_range<'t>(subject: &Subject<'_, 't>, check: &ClientCheck) -> Vec<Node<'t>> {
    let ports = check.fields.iter().filter_map(|field| subject.get(field));
    ports
        .filter(|port| port.int().is_some_and(|port| !is_between(port, check)))
        .collect()
}

/// Returns `true` if a number is between the limits, which are exclusive.
fn is_between(number: i64, check: &ClientCheck) -> bool {
    let number = number as f64;
    check.min.is_none_or(|min| number > min) && check.max.is_none_or(|max| number < max)
}

/// Returns inputs and outputs of Spark whose mode is missing or not allowed.
fn other_modes<'t>(subject: &Subject<'_, 't>, check: &ClientCheck) -> Vec<Node<'t>> {
    let is_component =
        subject.def.name.ends_with("Component") || subject.get("component").is_some();
    let mut marks = Vec::new();
    for section in ["inputs", "outputs"] {
        let entries = subject.get(section).map(effective_entries);
        for entry in entries.unwrap_or_default() {
            let value = entry.value.resolved();
            let Some(mode) = value.get("mode") else {
                if !is_component && value.get("path").is_some() {
                    marks.extend(value.key());
                }
                continue;
            };
            let is_other = |text: &str| !check.values.contains(&text.to_lowercase().as_str());
            if known_text(mode).is_some_and(is_other) {
                marks.push(mode);
            }
        }
    }
    marks
}

/// Returns the problem of a missing key that the checked one requires. Model packages have the same
/// mapping, but the client checks it only for deployments.
fn absent_beside<'t>(
    subject: &Subject<'_, 't>,
    check: &'static ClientCheck,
) -> Option<SchemaProblem<'t>> {
    if !subject.kind.is_some_and(Kind::is_deployment) {
        return None;
    }
    subject.first(check)?;
    let is_absent = subject.node.get(check.needs).is_none();
    is_absent.then(|| missing_key(subject.def, check.needs, subject.node))
}

fn absent<'t>(subject: &Subject<'_, 't>, check: &'static ClientCheck) -> Option<SchemaProblem<'t>> {
    let name = check.fields.first()?;
    let is_absent = subject.node.get(name).is_none();
    is_absent.then(|| missing_key(subject.def, name, subject.node))
}

/// Matches an identifier: letters, digits, and `_`, not starting with a digit; in groups, several
/// of them separated by dots.
fn is_io_name(name: &str, has_groups: bool) -> bool {
    if has_groups {
        name.split('.').all(is_identifier)
    } else {
        is_identifier(name)
    }
}

fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
