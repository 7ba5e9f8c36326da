//! Which spellings the client accepts: letter case of enumerations, patterns of names and references.

use super::table::{Spelling, Versioned};

/// Whether the client takes `text` for one of `values`.
#[must_use]
pub(super) fn is_one_of(text: &str, spelling: Spelling, values: &[&str]) -> bool {
    let has = |text: &str| values.contains(&text);
    match spelling {
        Spelling::Exact => has(text),
        Spelling::Lower => has(&text.to_lowercase()),
        Spelling::Upper => has(&text.to_uppercase()),
        Spelling::Snake => has(&snake_list(text)),
        Spelling::Camel => has(&camel(text)),
        Spelling::Pascal => has(&pascal(text)),
    }
}

/// The allowed value that `text` is but for letter case, hyphens and underscores.
#[must_use]
pub fn meant<'v>(text: &str, values: &[&'v str]) -> Option<&'v str> {
    let squash = |text: &str| -> String {
        text.chars()
            .filter(|c| !matches!(c, '_' | '-' | ' '))
            .collect::<String>()
            .to_lowercase()
    };
    let wanted = squash(text);
    let plural = |value: &str| {
        squash(value) == wanted
            || squash(value) + "s" == wanted
            || squash(value) == wanted.clone() + "s"
    };
    values
        .iter()
        .copied()
        .find(|value| squash(value) == wanted)
        .or_else(|| values.iter().copied().find(|v| plural(v)))
}

/// A list with commas is converted part by part.
fn snake_list(text: &str) -> String {
    if text.contains(',') {
        return text
            .split(',')
            .map(|part| snake(part.trim()))
            .collect::<Vec<_>>()
            .join(", ");
    }
    snake(text)
}

/// As the client does it: `_` before a capital that starts a lower-case word, then between a small letter or digit and
/// a capital.
fn snake(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut out = String::new();
    for (at, c) in letters.iter().enumerate() {
        let word =
            c.is_ascii_uppercase() && letters.get(at + 1).is_some_and(char::is_ascii_lowercase);
        let after_small =
            at > 0 && (letters[at - 1].is_ascii_lowercase() || letters[at - 1].is_ascii_digit());
        if at > 0 && (word || (c.is_ascii_uppercase() && after_small)) {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

fn camel(text: &str) -> String {
    let mut out = String::new();
    let mut raise = false;
    for c in text.chars() {
        match c {
            '_' => raise = true,
            _ if raise => {
                out.extend(c.to_uppercase());
                raise = false;
            }
            _ => out.push(c),
        }
    }
    out
}

fn pascal(text: &str) -> String {
    let title = |part: &str| -> String {
        let mut letters = part.chars();
        letters.next().map_or_else(String::new, |first| {
            first
                .to_uppercase()
                .chain(letters.flat_map(char::to_lowercase))
                .collect()
        })
    };
    text.split('_').map(title).collect()
}

/// Whether `text` fits the pattern called `name`; one that is not known fits everything.
#[must_use]
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

/// `/subscriptions/GUID/resourceGroups/NAME/providers/NAMESPACE/TYPE/NAME`, letter case aside.
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

/// Whether `text` is `azureml:NAME` with as much of a version as `version` asks for.
#[must_use]
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

/// The full id of a version in a workspace, or a registry's address with a version.
fn is_versioned_id(name: &str) -> bool {
    let arm = (name.starts_with("/subscriptions/") || name.starts_with("subscriptions/"))
        && name.contains("/versions/");
    arm || (name.starts_with("azureml://registries/") && name.contains("/versions/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_the_spellings_the_client_accepts() {
        let managed = &["managed_identity", "managed"];
        for text in [
            "managed_identity",
            "MANAGED_IDENTITY",
            "ManagedIdentity",
            "managedIdentity",
            "Managed",
        ] {
            assert!(is_one_of(text, Spelling::Snake, managed), "{text}");
        }
        for text in ["managedidentity", "Managed_Identity", "managed-identity"] {
            assert!(!is_one_of(text, Spelling::Snake, managed), "{text}");
        }
        assert!(is_one_of(
            "Low_Priority",
            Spelling::Lower,
            &["low_priority"]
        ));
        assert!(!is_one_of(
            "LowPriority",
            Spelling::Lower,
            &["low_priority"]
        ));
        assert!(is_one_of("ENABLED", Spelling::Pascal, &["Enabled"]));
        assert_eq!(
            meant("LowPriority", &["dedicated", "low_priority"]),
            Some("low_priority")
        );
    }

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
