//! Path and name of a new file.

use azml_rules::path::file_name;
use azml_rules::workspace::OnDisk;

use crate::Site;

/// Returns the path of `name` beside the document, with its extension; `None` if the file
/// exists.
pub(crate) fn new_path(site: &Site<'_>, name: &str) -> Option<String> {
    let path = site.document.path();
    let ending = if path.ends_with(".yaml") {
        "yaml"
    } else {
        "yml"
    };
    let style = site.workspace.path_style();
    let new = style.join_beside(path, &format!("{name}.{ending}"))?;
    let taken = matches!(
        site.workspace.on_disk(path, &new),
        Some(OnDisk::File | OnDisk::Folder)
    );
    (!taken && site.workspace.document(&new).is_none()).then_some(new)
}

/// Returns the relative path to the file at `path`; `None` for names that would need quotes in YAML.
pub(crate) fn reference(path: &str) -> Option<String> {
    let file = file_name(path);
    let is_plain = file
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'));
    is_plain.then(|| format!("./{file}"))
}

/// Returns the file name without its extensions: `train` of `train.yml` and `train.job.yml`.
pub(crate) fn stem<'s>(site: &Site<'s>) -> Option<&'s str> {
    let file = file_name(site.document.path());
    let stem = file.split('.').next().unwrap_or(file);
    stem.starts_with(|c: char| c.is_ascii_alphabetic())
        .then_some(stem)
}

/// Returns a valid name for resources, steps and components: `train_job` of `Train-Job`.
pub(crate) fn identifier(name: &str) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    let name: String = lower
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    let name = name.trim_start_matches('_');
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        .then(|| name.to_owned())
}
