//! Formats of names, ids and references that the client accepts.

use super::table::Versioned;

/// Returns `true` if `text` matches the pattern called `name`; an unknown pattern matches everything.
pub fn fits(name: &str, text: &str) -> bool {
    let small = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let starts = |first: fn(char) -> bool| text.starts_with(first);
    match name {
        "step-name" => starts(|c| c.is_ascii_lowercase() || c == '_') && text.chars().all(small),
        "component-name" => starts(|c| c.is_ascii_lowercase()) && text.chars().all(small),
        "endpoint-name" => {
            starts(|c| c.is_ascii_alphabetic())
                && !text.ends_with('-')
                && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        }
        "arm-id" => is_arm_id(text),
        _ => true,
    }
}

/// Matches `/subscriptions/GUID/resourceGroups/NAME/providers/NAMESPACE/TYPE/NAME`, ignoring case.
fn is_arm_id(text: &str) -> bool {
    let lower = text.to_lowercase();
    let Some(rest) = lower.strip_prefix("/subscriptions/") else {
        return false;
    };
    let Some((guid, rest)) = rest.split_once('/') else {
        return false;
    };
    let lengths: Vec<usize> = guid.split('-').map(str::len).collect();
    let hex = guid.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
    let Some((_, rest)) = rest
        .strip_prefix("resourcegroups/")
        .and_then(|rest| rest.split_once("/providers/"))
    else {
        return false;
    };
    hex && lengths == [8, 4, 4, 4, 12] && rest.split('/').count() >= 3
}

/// Returns `true` if `text` is `azureml:NAME` with a version as required by `version`.
pub(super) fn is_asset(text: &str, version: Versioned) -> bool {
    let Some(name) = text
        .strip_prefix("azureml:")
        .filter(|name| !name.is_empty())
    else {
        return false;
    };
    if version == Versioned::Free || is_versioned_id(name) {
        return true;
    }
    let mut parts = name.split('@');
    let (before, label, more) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    if more.is_some() {
        return false;
    }
    match label {
        Some(label) if !label.is_empty() => true,
        Some(_) => version == Versioned::Optional,
        None => {
            before
                .rsplit_once(':')
                .is_some_and(|(_, version)| !version.is_empty())
                || version == Versioned::Optional
        }
    }
}

/// Matches the full id of a version in a workspace, or a registry URI with a version.
fn is_versioned_id(name: &str) -> bool {
    let arm = (name.starts_with("/subscriptions/") || name.starts_with("subscriptions/"))
        && name.contains("/versions/");
    arm || (name.starts_with("azureml://registries/") && name.contains("/versions/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_asset_references_from_other_text() {
        assert!(is_asset("azureml:e:1", Versioned::Required));
        assert!(is_asset("azureml:e@latest", Versioned::Required));
        assert!(!is_asset("azureml:e", Versioned::Required));
        assert!(is_asset("azureml:e", Versioned::Optional));
        assert!(!is_asset("e:1", Versioned::Optional));
        assert!(is_asset(
            "azureml://registries/r/models/m/versions/1",
            Versioned::Free
        ));
    }
}
