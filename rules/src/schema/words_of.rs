//! What may be written at a place where nothing is written yet, for completion: the way there is given as keys, and
//! alternatives that the text around rules out are left out. [`super::slot`] goes down by nodes instead, which a line that
//! is half written often has none of.

use super::choose::{DISCRIMINATORS, collect};
use super::holder::{self, Holder};
use super::spelling::is_one_of;
use super::table::{Field, KindDef, Shape, Type, TypeDef};
use crate::syntax::{Node, NodeKind};

/// A value that may stand at a place.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// What may stand there.
    pub ty: &'static Type,
    /// The field whose value it is, or in whose value it stands.
    pub field: &'static Field,
    /// How many of the keys around it its mapping knows.
    known: usize,
}

/// A word that may be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// As written.
    pub text: &'static str,
    /// What it means; empty where nobody wrote that down.
    pub means: &'static str,
    /// It holds when nothing is written.
    pub is_default: bool,
    /// Not to be used any more.
    pub deprecated: bool,
    /// True or false, not text.
    pub is_bool: bool,
}

/// A mapping into which a key goes, and the field in whose value it is.
type Above = (Holder, Option<&'static Field>);

/// What may stand behind the last of `keys` in a document of one of `kinds`; items of lists are left out of `keys`, `root`
/// is the mapping at the top, and `at` is where the last key is written.
#[must_use]
pub fn candidates(
    kinds: &[&'static KindDef],
    root: Option<Node<'_>>,
    keys: &[&str],
    at: u32,
) -> Vec<Candidate> {
    let mut above: Vec<Above> = kinds
        .iter()
        .map(|kind| (Holder::Known(kind.ty), None))
        .collect();
    let mut node = root;
    let mut found = Vec::new();
    for key in keys {
        found = behind(above, node, key);
        above = found.iter().flat_map(Candidate::holders).collect();
        node = node
            .and_then(|node| node.get(key))
            .and_then(|value| item_at(value, at));
    }
    // The more of what stands around it is known, the likelier an alternative is meant.
    found.sort_by_key(|candidate| std::cmp::Reverse(candidate.known));
    found
}

/// What may stand behind `key` in a mapping that is one of `holders`; `node` is what is there of it.
fn behind(mut holders: Vec<Above>, node: Option<Node<'_>>, key: &str) -> Vec<Candidate> {
    for name in DISCRIMINATORS.into_iter().filter(|name| *name != key) {
        let Some(word) = node.and_then(|node| node.get(name)).and_then(Node::text) else {
            continue;
        };
        let fits = |(holder, _): &Above| match holder {
            Holder::Known(def) => def
                .field(name)
                .is_some_and(|field| is_word_of(&field.ty, word)),
            _ => false,
        };
        if holders.iter().any(fits) {
            holders.retain(fits);
        }
    }
    let known = |def: &TypeDef| {
        let keys = node
            .into_iter()
            .flat_map(Node::entries)
            .filter_map(|entry| entry.key.text());
        keys.filter(|key| def.field(key).is_some()).count()
    };
    let candidate = |(holder, owner): &Above| match holder {
        Holder::Known(def) => {
            let field = def.field(key).filter(|field| !field.private)?;
            Some(Candidate {
                ty: &field.ty,
                field,
                known: known(def),
            })
        }
        Holder::Free { value, .. } | Holder::Only { value, .. } => {
            (*owner).map(|field| Candidate {
                ty: value,
                field,
                known: 0,
            })
        }
        Holder::List(_) => None,
    };
    holders.iter().filter_map(candidate).collect()
}

/// Whether the client takes `word` for one of the words of `ty`. Words on a line that is broken count too.
fn is_word_of(ty: &'static Type, word: &str) -> bool {
    leaves(ty).iter().any(|leaf| match leaf.shape {
        Shape::Enum(spelling, all) => is_one_of(word, spelling, all),
        Shape::Const(only) => word == only,
        _ => false,
    })
}

/// Itself, or the item of a list that is written at `at`.
fn item_at(value: Node<'_>, at: u32) -> Option<Node<'_>> {
    match value.kind() {
        NodeKind::Sequence => value
            .items()
            .filter(|item| item.range().start <= at)
            .last()
            .map(Node::resolved),
        _ => Some(value.resolved()),
    }
}

impl Candidate {
    /// What its items may be, where it is a list.
    #[must_use]
    pub fn items(&self) -> Vec<Self> {
        let item = |leaf: &Type| match leaf.shape {
            Shape::List(item) => Some(Self { ty: item, ..*self }),
            _ => None,
        };
        leaves(self.ty).into_iter().filter_map(item).collect()
    }

    /// The mappings that it may be; those of its items where it is a list.
    fn holders(&self) -> Vec<Above> {
        let mapping = |holder: Holder| match holder {
            Holder::List(ty) => Self { ty, ..*self }.holders(),
            mapping => vec![(mapping, Some(self.field))],
        };
        holder::holders(self.ty)
            .into_iter()
            .flat_map(mapping)
            .collect()
    }

    /// The words that it may be.
    fn words(&self) -> Vec<Word> {
        let word = |text: &'static str, is_bool: bool| {
            let meaning = self.field.meaning(text).filter(|_| !is_bool);
            Word {
                text,
                means: meaning.map_or("", |meaning| meaning.means),
                is_default: self.is_whole()
                    && self
                        .field
                        .default
                        .is_some_and(|it| it.eq_ignore_ascii_case(text)),
                deprecated: meaning.is_some_and(|meaning| meaning.deprecated),
                is_bool,
            }
        };
        // Where any text will do, true and false are no better than other values.
        let is_free = leaves(self.ty)
            .iter()
            .any(|leaf| matches!(leaf.shape, Shape::Text(_) | Shape::Any));
        let of = |leaf: &'static Type| match leaf.shape {
            Shape::Enum(_, all) => all.iter().map(|text| word(text, false)).collect(),
            Shape::Const(text) => vec![word(text, false)],
            Shape::Bool if !is_free => vec![word("true", true), word("false", true)],
            _ => Vec::new(),
        };
        leaves(self.ty).into_iter().flat_map(of).collect()
    }

    /// Whether it is all of the field's value, not an item of it.
    fn is_whole(&self) -> bool {
        std::ptr::eq(self.ty, &raw const self.field.ty)
    }

    /// What holds when nothing is written, where that is one number or one text.
    #[must_use]
    pub fn default(&self) -> Option<&'static str> {
        let scalar = |leaf: &&Type| {
            matches!(
                leaf.shape,
                Shape::Text(_)
                    | Shape::Int { .. }
                    | Shape::Float { .. }
                    | Shape::Version
                    | Shape::NumericVersion
            )
        };
        let default = self
            .field
            .default
            .filter(|text| !text.is_empty() && *text != "null")?;
        let plain = !default.starts_with(['{', '[']) && !default.contains(char::is_whitespace);
        (plain && self.is_whole() && leaves(self.ty).iter().any(scalar)).then_some(default)
    }

    /// Whether text may stand here: words that a YAML reader takes for something else then need quotes.
    #[must_use]
    pub fn is_number(&self) -> bool {
        leaves(self.ty)
            .iter()
            .any(|leaf| matches!(leaf.shape, Shape::Int { .. } | Shape::Float { .. }))
    }
}

fn leaves(ty: &'static Type) -> Vec<&'static Type> {
    let mut leaves = Vec::new();
    collect(ty, &mut leaves);
    leaves
}

/// The words that one of `candidates` may be, each once, the default first.
#[must_use]
pub fn words_of(candidates: &[Candidate]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for word in candidates.iter().flat_map(Candidate::words) {
        if !words.iter().any(|known| known.text == word.text) {
            words.push(word);
        }
    }
    words.sort_by_key(|word| !word.is_default);
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, Kind};

    /// The words behind the keys of `way` in a document of `kind`.
    fn words(kind: Kind, text: &str, way: &str) -> String {
        let document = Document::new("x.yml", text);
        let keys: Vec<&str> = way.split('.').collect();
        let at = u32::try_from(text.len()).unwrap();
        let found = candidates(&[KindDef::of(kind).unwrap()], document.root(), &keys, at);
        words_of(&found)
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
