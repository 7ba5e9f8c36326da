//! What is written in a mapping already, and what that says of the keys that are not.

use crate::schema::entries::{effective_entries, key_text};
use crate::schema::table::{CheckRule, ClientCheck, TypeDef};
use crate::syntax::{Entry, Node};

/// What stands in the mapping already.
pub(crate) struct WrittenKeys<'t> {
    mapping: Node<'t>,
    entries: Vec<Entry<'t>>,
}

/// What a check says of a key that is not written yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bearing {
    Nothing,
    Forbids,
    Needs,
    /// One of several is needed, and none of them is there.
    NeedsOne,
}

impl<'t> WrittenKeys<'t> {
    /// The entries of `mapping` but the one that is being edited.
    pub(crate) fn but(edited: Node<'_>, mapping: Node<'t>) -> Self {
        let mut entries = effective_entries(mapping);
        entries.retain(|entry| entry.key != edited);
        Self { mapping, entries }
    }

    /// Whether the mapping has the key itself; one that it merges in can be written again.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.entries
            .iter()
            .any(|entry| entry.key.parent() == Some(self.mapping) && key_text(*entry) == Some(name))
    }

    /// Whether there is a value at a path with dots.
    pub(crate) fn is_set(&self, path: &str) -> bool {
        let (first, rest) = path.split_once('.').unwrap_or((path, ""));
        let mut entries = self.entries.iter();
        let entry = entries.find(|entry| key_text(**entry) == Some(first));
        entry.is_some_and(|entry| rest.is_empty() || entry.value.resolved().get(rest).is_some())
    }

    /// Whether what is written excludes the key, or the client does not take it at all.
    pub(crate) fn forbids(&self, def: &TypeDef, name: &str) -> bool {
        def.read_only.contains(&name) || self.some_check(def, name, Bearing::Forbids)
    }

    /// Whether `def` cannot do without the key although its field does not say so.
    pub(crate) fn needs(&self, def: &TypeDef, name: &str) -> bool {
        def.also_required.contains(&name) || self.some_check(def, name, Bearing::Needs)
    }

    /// The keys, this one among them, of which `def` needs exactly one.
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

    /// What `check` says of the key `name` beside what is written.
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
            // These look at what is written, not at what is missing.
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
