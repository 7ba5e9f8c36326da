//! Settings of a file on top of those that it extends.

use std::path::PathBuf;

use azml_rules::config::FileName;
use azml_rules::settings::Settings;

/// Longest chain of `extends`.
const MAX_EXTENDS: usize = 16;

/// One `azml.yaml` without what it extends.
#[derive(Debug)]
pub(super) struct ConfigFile {
    pub(super) settings: Settings,
    /// The text, for the places of problems.
    pub(super) text: String,
    /// The file that it extends, with the name as it is written.
    pub(super) base: Option<(FileName, PathBuf)>,
}

/// Returns the message where the last file of `chain` extends `base`, and that leads to no end.
pub(super) fn endless(named: &FileName, base: &PathBuf, chain: &[PathBuf]) -> Option<String> {
    if chain.contains(base) {
        let name = &named.path;
        Some(format!("`extends` is circular: it leads back to {name}"))
    } else if chain.len() > MAX_EXTENDS {
        Some(format!(
            "`extends` leads through more than {MAX_EXTENDS} files"
        ))
    } else {
        None
    }
}

/// Returns `settings`, with the values of `base` that it does not set.
pub(super) fn under(mut settings: Settings, base: Settings) -> Settings {
    for (rule, setting) in base.rules {
        settings.rules.entry(rule).or_default().fill_from(setting);
    }
    settings.profiles = settings.profiles.or(base.profiles);
    settings.overrides.splice(..0, base.overrides);
    if settings.exclude.is_empty() {
        settings.exclude = base.exclude;
    }
    if settings.inventories.is_empty() {
        settings.inventories = base.inventories;
    }
    settings.preview = settings.preview.or(base.preview);
    settings.as_of = settings.as_of.or(base.as_of);
    settings.schema_checks = settings.schema_checks.or(base.schema_checks);
    settings.prices.currency = settings.prices.currency.or(base.prices.currency);
    for (size, price) in base.prices.per_hour {
        settings.prices.per_hour.entry(size).or_insert(price);
    }
    for compute in base.computes {
        if !settings
            .computes
            .iter()
            .any(|own| own.name.eq_ignore_ascii_case(&compute.name))
        {
            settings.computes.push(compute);
        }
    }
    settings
}
