//! What the checks of the catalogue say of single keys of a mapping.

use super::table::{CheckRule, ClientCheck, Field, TypeDef};

impl TypeDef {
    fn checks_of(&self, rule: CheckRule) -> impl Iterator<Item = &'static ClientCheck> {
        let checks: &'static [ClientCheck] = self.checks;
        checks.iter().filter(move |check| check.rule == rule)
    }

    /// The check by which the client drops the key `name` without a word.
    pub(super) fn ignored_key(&self, name: &str) -> Option<&'static ClientCheck> {
        self.checks_of(CheckRule::IgnoredWithWarning)
            .find(|check| check.values.contains(&name))
    }

    /// The field of the key `name`, which may also be another name of it.
    pub(super) fn known_field(&self, name: &str) -> Option<&Field> {
        self.field(name).or_else(|| {
            let alias = self
                .checks_of(CheckRule::KeyAlias)
                .find(|check| check.values.contains(&name))?;
            self.field(alias.fields.first()?)
        })
    }

    /// Whether the client turns whatever stands at `name` into text.
    pub(super) fn becomes_text(&self, name: &str) -> bool {
        self.checks_of(CheckRule::CoerceToString)
            .any(|check| check.fields.contains(&name))
    }

    /// Whether unknown keys are refused although the place ignores them: the client's constructor
    /// does not take them.
    pub(super) fn refuses_unknown(&self) -> bool {
        self.checks_of(CheckRule::ConstructorRejects)
            .next()
            .is_some()
    }

    /// The keys that the mapping at `name`, free by its type, may have.
    pub(super) fn only_keys(&self, name: &str) -> Option<&'static [&'static str]> {
        self.checks_of(CheckRule::OnlyKey)
            .find(|check| check.fields.contains(&name))
            .map(|check| check.values)
    }
}
