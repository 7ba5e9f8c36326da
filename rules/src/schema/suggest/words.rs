//! The words that a value may be, and defaults for other values.

use crate::document::Document;
use crate::schema::spelling::is_one_of;
use crate::schema::table::{KindDef, Type, TypeDef, ValueShape};
use crate::schema::union_members::{ALTERNATIVE_KEYS, leaves};
use crate::syntax::Node;
use crate::workspace::Workspace;

use super::collection::{PossibleCollection, PossibleValue};
use super::descent::{Reached, descend};
use super::evidence::Evidence;

/// A word that can be inserted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SuggestedWord {
    /// The text to insert.
    pub text: &'static str,
    /// Description; empty if there is none.
    pub means: &'static str,
    /// `true` if it is the default.
    pub is_default: bool,
    /// `true` if it is deprecated.
    pub deprecated: bool,
    /// `true` if it does nothing here.
    pub without_effect: bool,
    /// `true` for a boolean, `false` for text.
    pub is_bool: bool,
}

/// Returns the possible values of the last of `keys` in a document of one of `kinds`, the likeliest
/// first; items of lists are left out of `keys`, and `at` is the offset of the last key.
pub fn possible_values(
    workspace: &Workspace,
    document: &Document,
    kinds: &[&'static KindDef],
    keys: &[&str],
    at: u32,
) -> Vec<PossibleValue> {
    let [way @ .., key] = keys else {
        return Vec::new();
    };
    let evidence = Evidence {
        workspace,
        path: document.path(),
        at,
    };
    let mut reached = descend(kinds, document.root(), way, evidence);
    retain_named(&mut reached, key);
    let node = reached.node;
    // The more of the existing keys an alternative has, the likelier it is meant.
    let mut collections = std::mem::take(&mut reached.collections);
    collections.sort_by_key(|possible| {
        let known = possible.collection.known();
        std::cmp::Reverse(known.map_or(0, |def| count_known(def, node)))
    });
    collections
        .into_iter()
        .filter_map(|possible| possible.value_of(key))
        .filter(|value| !value.field.private)
        .collect()
}

/// Retains the alternatives selected by the words beside `key`. Other text excludes nothing: while
/// such a word is being edited, the alternative itself may change.
fn retain_named(reached: &mut Reached<'_>, key: &str) {
    for name in ALTERNATIVE_KEYS.into_iter().filter(|name| *name != key) {
        let Some(word) = reached
            .node
            .and_then(|node| node.get(name))
            .and_then(Node::text)
        else {
            continue;
        };
        let is_named = |possible: &PossibleCollection| is_named_by(*possible, name, word);
        if reached.collections.iter().any(is_named) {
            reached.collections.retain(is_named);
        }
    }
}

/// Returns `true` if the key `name` of a mapping accepts `word`.
fn is_named_by(possible: PossibleCollection, name: &str, word: &str) -> bool {
    let field = possible.collection.known().and_then(|def| def.field(name));
    field.is_some_and(|field| is_word_of(&field.ty, word))
}

/// Returns `true` if the client accepts `word` as one of the words of `ty`, also on a line with a
/// syntax error.
fn is_word_of(ty: &'static Type, word: &str) -> bool {
    leaves(ty).iter().any(|leaf| match leaf.shape {
        ValueShape::Enum(spelling, all) => is_one_of(word, spelling, all),
        ValueShape::Const(only) => word == only,
        _ => false,
    })
}

/// Counts the existing keys that `def` has.
fn count_known(def: &TypeDef, node: Option<Node<'_>>) -> usize {
    let entries = node.into_iter().flat_map(Node::entries);
    let keys = entries.filter_map(|entry| entry.key.text());
    keys.filter(|key| def.field(key).is_some()).count()
}

impl PossibleValue {
    /// Returns the words that the value may be.
    fn words(&self) -> Vec<SuggestedWord> {
        let leaves = leaves(self.ty);
        // If any text is allowed, `true` and `false` are not better than other values.
        let is_free = leaves
            .iter()
            .any(|leaf| matches!(leaf.shape, ValueShape::Text(_) | ValueShape::Any));
        let mut words = Vec::new();
        for leaf in leaves {
            match leaf.shape {
                ValueShape::Enum(_, all) => words.extend(all.iter().map(|text| self.word(text))),
                ValueShape::Const(text) => words.push(self.word(text)),
                ValueShape::Bool if !is_free => {
                    words.extend(["true", "false"].map(|text| self.bool(text)));
                }
                _ => {}
            }
        }
        words
    }

    fn word(&self, text: &'static str) -> SuggestedWord {
        let meaning = self.field.meaning(text);
        SuggestedWord {
            text,
            means: meaning.map_or("", |meaning| meaning.means),
            is_default: self.is_default(text),
            deprecated: meaning.is_some_and(|meaning| meaning.deprecated),
            without_effect: meaning.is_some_and(|meaning| meaning.without_effect),
            is_bool: false,
        }
    }

    fn bool(&self, text: &'static str) -> SuggestedWord {
        SuggestedWord {
            text,
            means: "",
            is_default: self.is_default(text),
            deprecated: false,
            without_effect: false,
            is_bool: true,
        }
    }

    fn is_default(&self, text: &str) -> bool {
        let default = self.field.default.filter(|_| self.is_whole());
        default.is_some_and(|default| default.eq_ignore_ascii_case(text))
    }

    /// Returns `true` if it is the whole value of the field, not an item of it.
    fn is_whole(&self) -> bool {
        std::ptr::eq(self.ty, &raw const self.field.ty)
    }

    /// Returns the default, if it is a single number or word.
    pub fn default(&self) -> Option<&'static str> {
        let default = self.field.default?;
        let is_one_word = !default.is_empty()
            && default != "null"
            && !default.starts_with(['{', '['])
            && !default.contains(char::is_whitespace);
        let is_plain = is_one_word && self.is_whole();
        (is_plain && leaves(self.ty).into_iter().any(has_defaults)).then_some(default)
    }

    /// Returns `true` if a number is allowed: words that look like numbers to YAML then need no quotes.
    pub fn is_number(&self) -> bool {
        leaves(self.ty).iter().any(|leaf| {
            matches!(
                leaf.shape,
                ValueShape::Int { .. } | ValueShape::Float { .. }
            )
        })
    }
}

/// Returns `true` if defaults of such a value can be written as one word.
fn has_defaults(leaf: &Type) -> bool {
    matches!(
        leaf.shape,
        ValueShape::Text(_)
            | ValueShape::Int { .. }
            | ValueShape::Float { .. }
            | ValueShape::Version
            | ValueShape::NumericVersion
    )
}

/// Returns the words that one of `values` may be, without duplicates: the default first, deprecated
/// ones and those without effect last.
pub fn suggested_words(values: &[PossibleValue]) -> Vec<SuggestedWord> {
    let mut words: Vec<SuggestedWord> = Vec::new();
    for word in values.iter().flat_map(PossibleValue::words) {
        if !words.iter().any(|known| known.text == word.text) {
            words.push(word);
        }
    }
    words.sort_by_key(|word| (!word.is_default, word.deprecated || word.without_effect));
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, Kind};

    /// Returns the words offered for the keys of `way` in a document of `kind`.
    fn words(kind: Kind, text: &str, way: &str) -> String {
        let document = Document::new("x.yml", text);
        let keys: Vec<&str> = way.split('.').collect();
        let at = u32::try_from(text.len()).unwrap();
        let kinds = [KindDef::of(kind).unwrap()];
        let values = possible_values(&Workspace::default(), &document, &kinds, &keys, at);
        suggested_words(&values)
            .iter()
            .map(|word| word.text)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn words_of_a_field_and_of_every_alternative() {
        assert_eq!(
            words(Kind::JobSweep, "", "objective.goal"),
            "minimize maximize"
        );
        assert_eq!(
            words(Kind::JobCommand, "", "distribution.type"),
            "pytorch tensorflow mpi ray"
        );
        assert_eq!(words(Kind::JobCommand, "", "description"), "");
    }

    #[test]
    fn the_type_beside_it_decides() {
        let input = |ty: &str| {
            words(
                Kind::JobCommand,
                &format!("inputs: {{x: {{type: {ty}}}}}"),
                "inputs.x.mode",
            )
        };
        assert_eq!(input("uri_file"), "download ro_mount direct");
        assert_eq!(
            input("mltable"),
            "download ro_mount eval_mount eval_download direct"
        );
        let step = |ty: &str| {
            words(
                Kind::JobPipeline,
                &format!("jobs: {{s: {{type: {ty}}}}}"),
                "jobs.s.logging_level",
            )
        };
        assert_eq!(step("parallel"), "DEBUG INFO WARNING");
        assert_eq!(step("command"), "");
    }

    #[test]
    fn what_knows_the_keys_around_comes_first() {
        let first = |text: &str| {
            words(Kind::JobCommand, text, "identity.type")
                .split(' ')
                .next()
                .map(str::to_owned)
        };
        assert_eq!(
            first("identity: {client_id: x}").as_deref(),
            Some("managed")
        );
    }
}
