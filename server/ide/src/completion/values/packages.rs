//! Completion of packages in conda files: versions of Python, and packages that Azure ML uses.

use azml_rules::compute::{PYTHON_TO_USE, common_packages, python_versions};
use azml_rules::document::Kind;
use azml_rules::path::file_name;

use crate::Site;
use crate::completion::item::{Item, ItemSort};
use crate::completion::line::Value;
use crate::cursor_context::is_package_list;
use crate::markdown::Markdown;

/// Returns `true` if the value of the last of `keys` is a list of packages.
pub(crate) fn are_listed_at(site: &Site<'_>, keys: &[&str]) -> bool {
    is_package_list(site, keys)
}

/// Returns the packages for `value`: for conda the supported versions of Python, the recommended
/// one first.
pub(crate) fn items(site: &Site<'_>, value: &Value<'_>, keys: &[&str]) -> Vec<Item> {
    let is_conda = keys.last() == Some(&"dependencies");
    if !value.is_word() {
        return Vec::new();
    }
    let mut items = Vec::new();
    if is_conda {
        items.extend(pythons(site, value));
        items.push(item(value, "pip", "installs what is listed below `pip:`"));
    }
    let packages = common_packages().iter();
    let offered = packages.filter(|package| !is_conda || !package.is_only_pip);
    items.extend(offered.map(|package| item(value, package.name, package.what)));
    items
}

fn pythons(site: &Site<'_>, value: &Value<'_>) -> Vec<Item> {
    let today = site.today();
    let versions = python_versions().iter().rev();
    let mut living: Vec<_> = versions
        .filter(|version| today.is_none_or(|today| today <= version.support_ends))
        .collect();
    living.sort_by_key(|version| version.version != PYTHON_TO_USE);
    let items = living.iter().map(|version| {
        let until = format!("gets fixes until {}", version.support_ends);
        item(value, &format!("python={}", version.version), &until)
    });
    items.collect()
}

fn item(value: &Value<'_>, text: &str, detail: &str) -> Item {
    Item {
        sort: ItemSort::Value,
        label: text.to_owned(),
        insert: value.written(text),
        filter: text.to_owned(),
        detail: detail.to_owned(),
        about: Markdown::new(),
        is_retired: false,
        is_snippet: false,
    }
}

/// Returns the rank of the file at `path` as a conda file: files with that name or content first, then
/// files that may be anything, then documents of other kinds.
pub(crate) fn conda_rank(site: &Site<'_>, path: &str) -> u8 {
    let loaded = site.workspace.referenced(site.document.path(), path);
    match loaded.and_then(|document| document.kind()) {
        Some(Kind::CondaFile) => 0,
        _ if file_name(path).to_ascii_lowercase().contains("conda") => 0,
        None => 1,
        Some(_) => 2,
    }
}
