//! Checks of the catalog that concern single keys of a mapping.

use super::table::{CheckRule, ClientCheck, Field, TypeDef};

/// Keys that are only labels: they don't change how anything runs.
pub const LABELS: [&str; 5] = ["description", "experiment_name", "id", "name", "version"];

impl TypeDef {
    fn checks_of(&self, rule: CheckRule) -> impl Iterator<Item = &'static ClientCheck> {
        let checks: &'static [ClientCheck] = self.checks;
        checks.iter().filter(move |check| check.rule == rule)
    }

    /// Returns the check that makes the client ignore the key `name`.
    pub(super) fn ignored_key(&self, name: &str) -> Option<&'static ClientCheck> {
        self.checks_of(CheckRule::IgnoredWithWarning)
            .find(|check| check.values.contains(&name))
    }

    /// Returns the keys that the client ignores with a warning.
    pub fn ignored_keys(&self) -> impl Iterator<Item = &'static str> {
        let checks = self.checks_of(CheckRule::IgnoredWithWarning);
        checks.flat_map(|check| check.values.iter().copied())
    }

    /// Returns other names of keys, each with the name of its field.
    pub fn key_aliases(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.checks_of(CheckRule::KeyAlias).flat_map(|check| {
            let field = check.fields.first().copied().unwrap_or_default();
            check.values.iter().map(move |alias| (*alias, field))
        })
    }

    /// Returns the field of the key `name`, which may also be an alias.
    pub(super) fn known_field(&self, name: &str) -> Option<&Field> {
        self.field(name).or_else(|| {
            let alias = self
                .checks_of(CheckRule::KeyAlias)
                .find(|check| check.values.contains(&name))?;
            self.field(alias.fields.first()?)
        })
    }

    /// Returns `true` if the client converts any value of `name` to text.
    pub fn becomes_text(&self, name: &str) -> bool {
        self.checks_of(CheckRule::CoerceToString)
            .any(|check| check.fields.contains(&name))
    }

    /// Returns `true` if unknown keys are rejected although the place ignores them: the client's
    /// constructor does not accept them.
    pub(super) fn refuses_unknown(&self) -> bool {
        self.checks_of(CheckRule::ConstructorRejects)
            .next()
            .is_some()
    }

    /// Returns the keys that the mapping at `name` may have, although its type allows any.
    pub(super) fn only_keys(&self, name: &str) -> Option<&'static [&'static str]> {
        self.checks_of(CheckRule::OnlyKey)
            .find(|check| check.fields.contains(&name))
            .map(|check| check.values)
    }
}
