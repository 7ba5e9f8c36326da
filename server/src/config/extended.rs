//! Settings of a file on top of those that it extends.

use azml_rules::settings::Settings;

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
