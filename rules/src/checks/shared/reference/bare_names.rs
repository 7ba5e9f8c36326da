//! Names of resources that are written without `azureml:`.

/// Returns `true` if `text` is a name with an optional version or label, and can't be a path.
pub(crate) fn is_bare_name(text: &str) -> bool {
    let file = [".yml", ".yaml", ".json"]
        .iter()
        .any(|end| text.ends_with(end));
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && !file
        && !text.starts_with("file:")
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '@'))
}
