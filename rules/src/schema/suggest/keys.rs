//! The missing keys of a mapping, and their order.

use std::cmp::Reverse;

use crate::document::{Document, Kind};
use crate::schema::table::{Field, KindDef, TypeDef, ValueShape};
use crate::schema::union_members::{ALTERNATIVE_KEYS, enum_values, enum_values_of_all};
use crate::syntax::Node;
use crate::workspace::Workspace;

use super::descent::descend;
use super::evidence::Evidence;
use super::existing_keys::ExistingKeys;
use super::kinds::possible_kinds;

/// A mapping to which keys can be added.
#[derive(Clone, Debug)]
pub struct OpenMapping<'t> {
    /// The mapping.
    pub mapping: Node<'t>,
    /// Its possible types; empty if its keys are free.
    pub types: Vec<&'static TypeDef>,
    /// Allowed keys of a mapping without a type of its own, if they are known.
    pub words: Vec<&'static str>,
    /// Possible kinds of the document, if the mapping is the one at its top.
    pub kinds: Vec<&'static KindDef>,
}

/// A key that can be added.
#[derive(Clone, Debug)]
pub struct SuggestedKey {
    /// Name of the key.
    pub name: &'static str,
    /// The field of that name in each alternative that has it, the likeliest first; empty for a key
    /// without a field.
    pub fields: Vec<(&'static TypeDef, &'static Field)>,
    /// Necessity of the key.
    pub need: KeyNeed,
}

/// Necessity of a key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum KeyNeed {
    /// It selects the alternative of a union.
    Decides,
    /// The client rejects the mapping without it.
    Required,
    /// The client rejects the mapping without one of these.
    OneOf(&'static [&'static str]),
    /// It is optional.
    Optional,
    /// It is deprecated.
    Retired,
}

/// Returns the mapping that contains the key `edited`; `before` is the kind of the document before
/// the edit.
pub fn open_mapping<'t>(
    workspace: &Workspace,
    document: &'t Document,
    before: Option<Kind>,
    edited: Node<'t>,
) -> Option<OpenMapping<'t>> {
    let mapping = edited.parent()?;
    let mut keys = Vec::new();
    let mut top = mapping;
    while let Some(parent) = top.parent() {
        if let Some(key) = top.key() {
            keys.push(key.text().unwrap_or_default());
        }
        top = parent;
    }
    keys.reverse();
    let root = document.root().filter(|root| *root == top)?;
    let evidence = Evidence {
        workspace,
        path: document.path(),
        at: edited.range().start,
    };
    let kinds = possible_kinds(document, before, root, evidence);
    let reached = descend(&kinds, Some(root), &keys, evidence).narrowed(evidence);
    let mut open = OpenMapping {
        mapping,
        types: Vec::new(),
        words: Vec::new(),
        kinds: if mapping == root { kinds } else { Vec::new() },
    };
    for possible in reached.collections {
        open.types.extend(possible.collection.known());
        open.words.extend(possible.collection.free_words());
    }
    Some(open)
}

impl SuggestedKey {
    /// Creates a key without a field.
    fn without_field(name: &'static str) -> Self {
        Self {
            name,
            fields: Vec::new(),
            need: KeyNeed::Optional,
        }
    }

    /// Returns the words that its value may be.
    pub fn words(&self) -> Vec<&'static str> {
        enum_values_of_all(self.fields.iter().map(|(_, field)| &field.ty))
    }

    /// Returns `true` if alternatives have different words here.
    fn tells_alternatives_apart(&self) -> bool {
        let mut all = self.fields.iter().map(|(_, field)| field_words(field));
        let first = all.next().unwrap_or_default();
        !first.is_empty() && all.any(|other| other != first)
    }
}

fn field_words(field: &'static Field) -> Vec<&'static str> {
    let mut words = enum_values(&field.ty);
    if let ValueShape::Const(word) = field.ty.shape {
        words.push(word);
    }
    words
}

impl OpenMapping<'_> {
    /// Returns the missing keys, the most useful first; `edited` counts as missing.
    pub fn suggested_keys(&self, edited: Node<'_>) -> Vec<SuggestedKey> {
        let existing_keys = ExistingKeys::but(edited, self.mapping);
        let mut offered = self.keys_with_fields(&existing_keys);
        for key in &mut offered {
            key.need = self.need(&existing_keys, key);
        }
        let words = self.words.iter().filter(|word| !existing_keys.has(word));
        offered.extend(words.map(|word| SuggestedKey::without_field(word)));
        offered.retain(|key| key.name != "$schema");
        offered.sort_by_key(|key| (key.need.rank(), rank(key, &existing_keys)));
        let has_schema = self
            .kinds
            .first()
            .is_some_and(|kind| !kind.schema.is_empty());
        if has_schema && !existing_keys.has("$schema") {
            offered.insert(0, SuggestedKey::without_field("$schema"));
        }
        offered
    }

    /// Same as [`Self::suggested_keys`] for a document that may be of any of the types: the keys that
    /// most of them have come first.
    pub fn common_keys(&self, edited: Node<'_>) -> Vec<SuggestedKey> {
        let mut offered = self.suggested_keys(edited);
        offered.sort_by_key(|key| {
            let is_last = key.need == KeyNeed::Retired;
            (is_last, Reverse(key.fields.len()))
        });
        offered
    }

    fn keys_with_fields(&self, existing_keys: &ExistingKeys<'_>) -> Vec<SuggestedKey> {
        let mut offered: Vec<SuggestedKey> = Vec::new();
        for def in &self.types {
            for field in def.fields {
                if !is_written_by_people(field)
                    || existing_keys.has(field.name)
                    || existing_keys.forbids(def, field.name)
                {
                    continue;
                }
                match offered.iter_mut().find(|key| key.name == field.name) {
                    Some(key) => key.fields.push((def, field)),
                    None => offered.push(SuggestedKey {
                        fields: vec![(def, field)],
                        ..SuggestedKey::without_field(field.name)
                    }),
                }
            }
        }
        offered
    }

    fn need(&self, existing_keys: &ExistingKeys<'_>, key: &SuggestedKey) -> KeyNeed {
        if key
            .fields
            .iter()
            .all(|(_, field)| field.deprecated.is_some())
        {
            return KeyNeed::Retired;
        }
        let is_alternative_key = ALTERNATIVE_KEYS.contains(&key.name);
        if self.types.len() > 1 && is_alternative_key && key.tells_alternatives_apart() {
            return KeyNeed::Decides;
        }
        let is_everywhere = key.fields.len() == self.types.len();
        let is_needed_everywhere = is_everywhere
            && key
                .fields
                .iter()
                .all(|(def, field)| field.required || existing_keys.needs(def, key.name));
        if !existing_keys.is_set(key.name)
            && (self.is_needed_by_kind(key.name) || is_needed_everywhere)
        {
            return KeyNeed::Required;
        }
        let one_of = key
            .fields
            .first()
            .filter(|_| is_everywhere)
            .and_then(|(def, _)| existing_keys.one_of(def, key.name));
        one_of.map_or(KeyNeed::Optional, KeyNeed::OneOf)
    }

    fn is_needed_by_kind(&self, name: &str) -> bool {
        self.kinds.first().is_some_and(|def| {
            // Without a word for it, the client reads the document as another kind.
            let is_other_job = def.kind.is_job() && def.kind != Kind::JobCommand;
            def.required.contains(&name) || (is_other_job && ALTERNATIVE_KEYS.contains(&name))
        })
    }
}

/// Common keys in their usual order; others have the order of the catalog.
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

/// Returns `true` if the client reads the key, it is public, and the service doesn't set it.
fn is_written_by_people(field: &Field) -> bool {
    !field.private && field.is_offered && !matches!(field.ty.shape, ValueShape::Nothing)
}

impl KeyNeed {
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

/// Returns the position of a key among those of equal necessity.
fn rank(key: &SuggestedKey, existing_keys: &ExistingKeys<'_>) -> usize {
    let is_unusual = match key.name {
        // A pipeline usually has `jobs`; a step has either `component` or its own command.
        "component" => key
            .fields
            .first()
            .is_some_and(|(def, _)| def.field("jobs").is_some()),
        "command" | "code" | "environment" => existing_keys.has("component"),
        _ => false,
    };
    match USUAL.iter().position(|usual| *usual == key.name) {
        _ if key.need == KeyNeed::Required => 0,
        Some(at) if !is_unusual => at,
        _ => USUAL.len(),
    }
}
