//! The existing keys of a mapping, and their effect on the missing ones.

use crate::schema::entries::{effective_entries, key_text};
use crate::schema::table::{CheckRule, ClientCheck, TypeDef};
use crate::syntax::{Entry, Node};

/// The existing entries of a mapping.
pub(crate) struct ExistingKeys<'t> {
    mapping: Node<'t>,
    entries: Vec<Entry<'t>>,
}

/// Effect of a check on a missing key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bearing {
    Nothing,
    Forbids,
    Needs,
    /// One of several keys is required, and none of them exists.
    NeedsOne,
}

impl<'t> ExistingKeys<'t> {
    /// Returns the entries of `mapping` without the one that is being edited.
    pub(crate) fn but(edited: Node<'_>, mapping: Node<'t>) -> Self {
        let mut entries = effective_entries(mapping);
        entries.retain(|entry| entry.key != edited);
        Self { mapping, entries }
    }

    /// Returns `true` if the mapping itself has the key; a merged one may be overridden.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.entries
            .iter()
            .any(|entry| entry.key.parent() == Some(self.mapping) && key_text(*entry) == Some(name))
    }

    /// Returns `true` if there is a value at a dotted path.
    pub(crate) fn is_set(&self, path: &str) -> bool {
        let (first, rest) = path.split_once('.').unwrap_or((path, ""));
        let mut entries = self.entries.iter();
        let entry = entries.find(|entry| key_text(**entry) == Some(first));
        entry.is_some_and(|entry| rest.is_empty() || entry.value.resolved().get(rest).is_some())
    }

    /// Returns `true` if the existing keys exclude the key, or the client never accepts it.
    pub(crate) fn forbids(&self, def: &TypeDef, name: &str) -> bool {
        def.read_only.contains(&name) || self.some_check(def, name, Bearing::Forbids)
    }

    /// Returns `true` if `def` requires the key, although its field is optional.
    pub(crate) fn needs(&self, def: &TypeDef, name: &str) -> bool {
        def.also_required.contains(&name) || self.some_check(def, name, Bearing::Needs)
    }

    /// Returns the keys, including this one, of which `def` requires exactly one.
    pub(crate) fn one_of(&self, def: &TypeDef, name: &str) -> Option<&'static [&'static str]> {
        let mut checks = def.checks.iter();
        checks
            .find(|check| self.bearing(check, name) == Bearing::NeedsOne)
            .map(|check| check.fields)
    }

    fn some_check(&self, def: &TypeDef, name: &str, bearing: Bearing) -> bool {
        def.checks
            .iter()
            .any(|check| self.bearing(check, name) == bearing)
    }

    /// Returns the effect of `check` on the key `name`, given the existing keys.
    fn bearing(&self, check: &ClientCheck, name: &str) -> Bearing {
        let is_looked_at = check.fields.contains(&name);
        let (bearing, holds) = match check.rule {
            CheckRule::Forbidden | CheckRule::ConstructorRejects => {
                (Bearing::Forbids, is_looked_at)
            }
            CheckRule::ForbiddenKeys | CheckRule::IgnoredWithWarning => {
                (Bearing::Forbids, check.values.contains(&name))
            }
            CheckRule::MutuallyExclusive => (
                Bearing::Forbids,
                is_looked_at && self.has_other_field(check, name),
            ),
            CheckRule::ExactlyOneOf if self.has_other_field(check, name) => {
                (Bearing::Forbids, is_looked_at)
            }
            CheckRule::ExactlyOneOf => (Bearing::NeedsOne, is_looked_at),
            CheckRule::Excludes => (Bearing::Forbids, is_looked_at && self.holds(check)),
            CheckRule::RequiredInEffect => (Bearing::Needs, is_looked_at),
            CheckRule::RequiredUnless => {
                (Bearing::Needs, is_looked_at && !self.is_set(check.needs))
            }
            CheckRule::RequiredIf => (Bearing::Needs, is_looked_at && self.holds(check)),
            // These check existing values, not missing keys.
            CheckRule::AllBindingsResolve
            | CheckRule::ArmIdOrLiteralNone
            | CheckRule::BetweenExclusive
            | CheckRule::CoerceToString
            | CheckRule::ConfKeyAliases
            | CheckRule::ExactItemCount
            | CheckRule::InputReferencesDeclared
            | CheckRule::IoModeOnly
            | CheckRule::JobReferenceWithOverrides
            | CheckRule::JsonStringIsParsed
            | CheckRule::JsonTypeIn
            | CheckRule::KeyAlias
            | CheckRule::KeyRegex
            | CheckRule::KeysUniqueIgnoringCase
            | CheckRule::Length
            | CheckRule::LocalPathExists
            | CheckRule::LocalPathMatchesType
            | CheckRule::LocalTargetInstanceCount1
            | CheckRule::MaxItems
            | CheckRule::NoRegistryReference
            | CheckRule::NotAString
            | CheckRule::OneOfExact
            | CheckRule::OneOfIgnoreCase
            | CheckRule::OnlyKey
            | CheckRule::OnlyType
            | CheckRule::ParsesAsDeclaredType
            | CheckRule::Range
            | CheckRule::Regex
            | CheckRule::RequiredConf
            | CheckRule::Requires
            | CheckRule::ScriptExistsAndParses
            | CheckRule::SparkEntryExists
            | CheckRule::SumOfValuesAtMost
            | CheckRule::TypeSelectsEntity
            | CheckRule::UniqueAcrossItems
            | CheckRule::UniqueItems => return Bearing::Nothing,
        };
        if holds { bearing } else { Bearing::Nothing }
    }

    fn has_other_field(&self, check: &ClientCheck, name: &str) -> bool {
        let mut others = check.fields.iter().filter(|field| **field != name);
        others.any(|field| self.is_set(field))
    }

    fn holds(&self, check: &ClientCheck) -> bool {
        check
            .when
            .iter()
            .all(|(key, value)| self.mapping.get(key).and_then(Node::text) == Some(*value))
    }
}
