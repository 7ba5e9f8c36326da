//! Messages and help lines for references, and for checks beyond one field.

use crate::path::is_yaml;
use crate::schema::describe::{any_of, expected};
use crate::schema::table::{CheckRule, ClientCheck, Type, ValueShape, Versioned};
use crate::syntax::Node;

use super::node_words::{key_name, place_name, short_text, value_name};

/// Returns the message and the help for an invalid reference; `None` if no asset is allowed there.
pub(crate) fn reference_message(at: Node<'_>, ty: &'static Type) -> Option<(String, String)> {
    let text = at.text()?;
    let version = asset(ty)?;
    let place = place_name(at);
    if let Some(name) = text
        .strip_prefix("azureml:")
        .filter(|name| !name.is_empty())
    {
        let help = format!("use `azureml:{name}:VERSION` or `azureml:{name}@latest`");
        return Some((format!("{place} has no version of `{name}`"), help));
    }
    let file = text.strip_prefix("file:").filter(|file| {
        let is_relative = file.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        key_name(at) == Some("job") && is_yaml(file) && is_relative
    });
    let help = if let Some(file) = file {
        format!("write `./{file}`")
    } else if version == Versioned::Free {
        format!("use `azureml:{text}`")
    } else {
        format!("use {}", expected(ty))
    };
    let message = format!("{place} can't be `{}`", short_text(at));
    Some((message, help))
}

/// Returns the versioning of the asset that is allowed here.
fn asset(ty: &Type) -> Option<Versioned> {
    match &ty.shape {
        ValueShape::Asset { version, .. } => Some(*version),
        ValueShape::OneOf(all) => all.iter().find_map(asset),
        ValueShape::Named(named) => asset(&named.ty),
        _ => None,
    }
}

/// Returns the message and the help for a failed check of several fields.
pub(crate) fn check_message(check: &ClientCheck, at: Node<'_>) -> (String, String) {
    let place = place_name(at);
    let found = value_name(at);
    let max = check.max.map_or_else(String::new, |max| max.to_string());
    match check.rule {
        CheckRule::SumOfValuesAtMost => (
            format!("{place} adds up to more than {max}%"),
            format!("reduce the values to a total of at most {max}"),
        ),
        CheckRule::UniqueItems => (
            format!(
                "{found} is listed twice in `{}`",
                key_name(at).unwrap_or_default()
            ),
            "remove one of them".to_owned(),
        ),
        CheckRule::UniqueAcrossItems => (
            format!("another item of the list has the same {place}, {found}"),
            "use a different value for each item".to_owned(),
        ),
        CheckRule::NoRegistryReference => (
            format!("{place} can't come from a registry in a Kubernetes deployment"),
            "use an asset of the workspace, as `azureml:NAME:VERSION`".to_owned(),
        ),
        CheckRule::MaxItems => (
            format!("{place} can have at most {max} items"),
            "remove items".to_owned(),
        ),
        CheckRule::ExactItemCount => (
            format!("{place} must have exactly {max} entries"),
            "add or remove entries".to_owned(),
        ),
        CheckRule::Range => {
            let min = check.min.map_or_else(String::new, |min| min.to_string());
            (
                format!("{place} must be from {min} to {max}, not {found}"),
                format!("use a number from {min} to {max}"),
            )
        }
        CheckRule::OnlyKey => (
            format!("{place} can only have the key {}", any_of(check.values)),
            "remove the other keys".to_owned(),
        ),
        CheckRule::Forbidden => (
            format!("{place} isn't supported here"),
            "remove it".to_owned(),
        ),
        CheckRule::OneOfExact | CheckRule::OneOfIgnoreCase => (
            format!("{place} can't be {found}"),
            format!("use {}", any_of(check.values)),
        ),
        CheckRule::JsonTypeIn => (
            format!("{place} must be a path or a mapping, not {found}"),
            "use the path of a file".to_owned(),
        ),
        CheckRule::Regex if check.fields == ["mini_batch_size"] => (
            format!("{place} can't be {found}"),
            "use a number of files such as \"10\", or a size such as 10kb or 1mb".to_owned(),
        ),
        CheckRule::Regex => (
            format!("{place} can't be {found}"),
            "use letters, digits, `_`, and `-`".to_owned(),
        ),
        CheckRule::Requires => (
            format!("{place} requires `{}`", check.needs),
            format!("add `{}` or remove {place}", check.needs),
        ),
        CheckRule::OnlyType if check.fields == ["scale_settings"] => (
            format!("managed online deployments don't support {found}"),
            "remove `scale_settings`, and configure autoscale in Azure Monitor".to_owned(),
        ),
        CheckRule::OnlyType => (
            format!("{place} can't be {found} here"),
            format!("use {}", any_of(check.values)),
        ),
        CheckRule::IoModeOnly if at.is_key() => {
            let mode = any_of(check.values);
            (
                format!("{place} has no `mode`, and Spark only supports {mode}"),
                "add `mode: direct`".to_owned(),
            )
        }
        CheckRule::IoModeOnly => (
            format!("{place} can't be {found} in Spark"),
            format!("use {}", any_of(check.values)),
        ),
        CheckRule::BetweenExclusive => (
            format!("{place} can't be {found}"),
            "use a port from 1026 to 65534".to_owned(),
        ),
        CheckRule::ParsesAsDeclaredType => (
            format!("{place} must be a number for this `type`, not {found}"),
            "use a number".to_owned(),
        ),
        // Separate rules report these checks.
        CheckRule::ConstructorRejects
        | CheckRule::ExactlyOneOf
        | CheckRule::Excludes
        | CheckRule::ForbiddenKeys
        | CheckRule::IgnoredWithWarning
        | CheckRule::KeyRegex
        | CheckRule::KeysUniqueIgnoringCase
        | CheckRule::Length
        | CheckRule::MutuallyExclusive => general(&place, &found),
        // These checks report another fault: a missing key or file.
        CheckRule::LocalPathExists
        | CheckRule::RequiredIf
        | CheckRule::RequiredInEffect
        | CheckRule::RequiredUnless
        | CheckRule::ScriptExistsAndParses
        | CheckRule::SparkEntryExists => general(&place, &found),
        // These checks report nothing.
        CheckRule::AllBindingsResolve
        | CheckRule::ArmIdOrLiteralNone
        | CheckRule::CoerceToString
        | CheckRule::ConfKeyAliases
        | CheckRule::InputReferencesDeclared
        | CheckRule::JobReferenceWithOverrides
        | CheckRule::JsonStringIsParsed
        | CheckRule::KeyAlias
        | CheckRule::LocalPathMatchesType
        | CheckRule::LocalTargetInstanceCount1
        | CheckRule::NotAString
        | CheckRule::RequiredConf
        | CheckRule::TypeSelectsEntity => general(&place, &found),
    }
}

fn general(place: &str, found: &str) -> (String, String) {
    (
        format!("{place} can't be {found}"),
        "see the documentation of this key".to_owned(),
    )
}

/// Lists the fields: "`a` and `b`".
pub(crate) fn all_fields(check: &ClientCheck) -> String {
    let names: Vec<String> = check
        .fields
        .iter()
        .map(|field| format!("`{field}`"))
        .collect();
    names.join(" and ")
}
