//! The keys of a mapping that are not written yet, and their order.

use super::choose::{DISCRIMINATORS, enum_values};
use super::slot::Slot;
use super::table::{Check, Field, Shape, TypeDef};
use super::walk::{effective_entries, key_text};
use crate::document::Kind;
use crate::syntax::{Entry, Node};

/// A key that can be written.
#[derive(Clone, Debug)]
pub struct FreeKey {
    /// As written.
    pub name: &'static str,
    /// The field of that name in each alternative that has it, the likeliest first; none for a key without a field.
    pub fields: Vec<(&'static TypeDef, &'static Field)>,
    /// Whether the client needs it.
    pub need: Need,
}

/// How much a key is needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Need {
    /// It says which alternative of a union is meant.
    Decides,
    /// The client refuses the mapping without it.
    Required,
    /// The client refuses the mapping without one of these.
    OneOf(&'static [&'static str]),
    /// It may be left out.
    Optional,
    /// It should not be written any more.
    Retired,
}

impl FreeKey {
    /// The words that its value may be.
    #[must_use]
    pub fn words(&self) -> Vec<&'static str> {
        let mut words = Vec::new();
        for (_, field) in &self.fields {
            enum_values(&field.ty, &mut words);
        }
        words
    }
}

pub(super) fn keys(slot: &Slot<'_>, edited: Node<'_>) -> Vec<FreeKey> {
    let entries: Vec<Entry<'_>> = effective_entries(slot.mapping)
        .into_iter()
        .filter(|entry| entry.key != edited)
        .collect();
    let written = Written {
        mapping: slot.mapping,
        entries,
    };
    let mut found: Vec<FreeKey> = Vec::new();
    for def in &slot.types {
        for field in def
            .fields
            .iter()
            .filter(|field| is_written(field) && !written.has(field.name))
        {
            if written.forbids(def, field.name) {
                continue;
            }
            match found.iter_mut().find(|key| key.name == field.name) {
                Some(key) => key.fields.push((def, field)),
                None => found.push(FreeKey {
                    name: field.name,
                    fields: vec![(def, field)],
                    need: Need::Optional,
                }),
            }
        }
    }
    for key in &mut found {
        key.need = written.need(slot, key);
    }
    let words = slot.words.iter().filter(|word| !written.has(word));
    found.extend(words.map(|name| FreeKey {
        name,
        fields: Vec::new(),
        need: Need::Optional,
    }));
    let schema = slot
        .kinds
        .first()
        .is_some_and(|kind| !kind.schema.is_empty())
        && !written.has("$schema");
    found.retain(|key| key.name != "$schema");
    found.sort_by_key(|key| (key.need.rank(), written.rank(key)));
    if schema {
        found.insert(
            0,
            FreeKey {
                name: "$schema",
                fields: Vec::new(),
                need: Need::Optional,
            },
        );
    }
    found
}

/// Keys that most people write where they are known, in the order of their files; others keep that of the catalogue.
const USUAL: [&str; 15] = [
    "type",
    "path",
    "jobs",
    "component",
    "command",
    "code",
    "model",
    "environment",
    "code_configuration",
    "inputs",
    "outputs",
    "compute",
    "resources",
    "settings",
    "instance_count",
];

/// Keys that the service fills in; people write them only in files that they got from it.
const SET_BY_SERVICE: [&str; 2] = ["id", "provisioning_state"];

/// What people write: the client reads it, and nobody asks them to stop.
fn is_written(field: &Field) -> bool {
    !field.private && !matches!(field.ty.shape, Shape::Nothing)
}

impl Need {
    fn rank(self) -> u8 {
        match self {
            Self::Decides => 0,
            Self::Required => 1,
            Self::OneOf(_) => 2,
            Self::Optional => 3,
            Self::Retired => 4,
        }
    }
}

/// What stands in the mapping already.
struct Written<'t> {
    mapping: Node<'t>,
    entries: Vec<Entry<'t>>,
}

impl Written<'_> {
    /// Whether the mapping has the key itself; one that it merges in can be written again.
    fn has(&self, name: &str) -> bool {
        let own = |entry: &&Entry<'_>| entry.key.parent() == Some(self.mapping);
        self.entries
            .iter()
            .filter(own)
            .any(|entry| key_text(*entry) == Some(name))
    }

    /// Where the key is offered among those that are needed as much.
    fn rank(&self, key: &FreeKey) -> usize {
        let is_unusual = match key.name {
            // A pipeline is usually written out, a step either runs a component or says how it is run.
            "component" => key
                .fields
                .first()
                .is_some_and(|(def, _)| def.field("jobs").is_some()),
            "command" | "code" | "environment" => self.has("component"),
            _ => false,
        };
        match USUAL.iter().position(|usual| *usual == key.name) {
            _ if key.need == Need::Required => 0,
            _ if SET_BY_SERVICE.contains(&key.name) => USUAL.len() + 1,
            Some(at) if !is_unusual => at,
            _ => USUAL.len(),
        }
    }

    /// Whether there is a value at a path with dots.
    fn is_set(&self, path: &str) -> bool {
        let (first, rest) = path.split_once('.').unwrap_or((path, ""));
        let value = self
            .entries
            .iter()
            .find(|entry| key_text(**entry) == Some(first))
            .map(|entry| entry.value);
        value.is_some_and(|value| rest.is_empty() || value.resolved().get(rest).is_some())
    }

    /// Whether what is written excludes the key, or the client does not take it at all.
    fn forbids(&self, def: &TypeDef, name: &str) -> bool {
        let names = |check: &Check| check.fields.contains(&name);
        let other_is_set = |check: &Check| {
            check
                .fields
                .iter()
                .any(|field| *field != name && self.is_set(field))
        };
        let holds = |check: &Check| {
            check
                .when
                .iter()
                .all(|(key, value)| self.mapping.get(key).and_then(Node::text) == Some(*value))
        };
        def.read_only.contains(&name)
            || def.checks.iter().any(|check| match check.rule {
                "forbidden" | "constructor_rejects" => names(check),
                "forbidden_keys" | "ignored_with_warning" => check.values.contains(&name),
                "mutually_exclusive" | "exactly_one_of" => names(check) && other_is_set(check),
                "excludes" => names(check) && holds(check),
                _ => false,
            })
    }

    fn need(&self, slot: &Slot<'_>, key: &FreeKey) -> Need {
        let is_old = |(_, field): &(&TypeDef, &Field)| field.deprecated.is_some();
        if key.fields.iter().all(is_old) {
            return Need::Retired;
        }
        if slot.types.len() > 1 && DISCRIMINATORS.contains(&key.name) && tells_apart(key) {
            return Need::Decides;
        }
        let of_kind = slot.kinds.first().is_some_and(|kind| {
            // Without a word for it, the client takes the document for another kind.
            let is_other = kind.kind.is_job() && kind.kind != Kind::JobCommand;
            kind.required.contains(&key.name) || (is_other && DISCRIMINATORS.contains(&key.name))
        });
        let everywhere = key.fields.len() == slot.types.len();
        let needed =
            |(def, field): &(&TypeDef, &Field)| field.required || self.needs(def, key.name);
        if !self.is_set(key.name) && (of_kind || (everywhere && key.fields.iter().all(needed))) {
            return Need::Required;
        }
        let checks = key
            .fields
            .first()
            .map(|(def, _)| def.checks)
            .unwrap_or_default();
        let one_of = checks
            .iter()
            .find(|check| check.rule == "exactly_one_of" && check.fields.contains(&key.name));
        one_of
            .filter(|_| everywhere)
            .map_or(Need::Optional, |check| Need::OneOf(check.fields))
    }

    /// Whether `def` cannot do without the key although its field does not say so.
    fn needs(&self, def: &TypeDef, name: &str) -> bool {
        let text = |key: &str| self.mapping.get(key).and_then(Node::text);
        def.also_required.contains(&name)
            || def
                .checks
                .iter()
                .filter(|check| check.fields.contains(&name))
                .any(|check| match check.rule {
                    "required_in_effect" => true,
                    "required_unless" => !self.is_set(check.needs),
                    "required_if" => check
                        .when
                        .iter()
                        .all(|(key, value)| text(key) == Some(*value)),
                    _ => false,
                })
    }
}

/// Whether alternatives take different words here.
fn tells_apart(key: &FreeKey) -> bool {
    let words = |field: &'static Field| {
        let mut words = Vec::new();
        enum_values(&field.ty, &mut words);
        if let Shape::Const(word) = field.ty.shape {
            words.push(word);
        }
        words
    };
    let mut all = key.fields.iter().map(|(_, field)| words(field));
    let first = all.next().unwrap_or_default();
    !first.is_empty() && all.any(|other| other != first)
}
