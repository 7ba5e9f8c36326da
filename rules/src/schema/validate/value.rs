//! Validates a value against its type, and its content against the types inside.
//!
//! Invariants: repaired text, expressions and placeholders are not validated; one mistake gives one
//! problem; aliases and `<<` are followed. The whole recursion is in this file: the functions it
//! calls do not call back, except that a union gets a function to try an alternative.

use crate::document::Kind;
use crate::schema::entries::{effective_entries, key_text};
use crate::schema::formats::fits;
use crate::schema::table::{Inside, Type, TypeDef, UnknownKeys, ValueShape};
use crate::syntax::{Entry, Node, NodeKind, Scalar};
use crate::threads;

use super::client_checks::{load_checks, validation_checks};
use super::expression::{expression_or, is_output_path, is_settled};
use super::files::{DocumentFiles, Influence};
use super::isolated_node::Apart;
use super::mapping::Subject;
use super::problem::missing_key::{blame_misspelled_key, missing_key};
use super::problem::{SchemaFault, SchemaProblem};
use super::scope::Focus;
use super::subtree_cache::PreviousResults;
use super::validation::Judgement;
use super::{scalar, union};

/// Context of a validation.
#[derive(Clone, Copy)]
pub(crate) struct Judge<'w> {
    pub(crate) files: DocumentFiles<'w>,
    /// Kind of the document; `None` for a value on its own.
    pub(crate) kind: Option<Kind>,
    pub(crate) focus: Focus,
    /// Results from before an edit.
    pub(crate) previous: Option<&'w PreviousResults>,
}

/// A mapping with its type and the settings of its place.
#[derive(Clone, Copy)]
struct ValidatedMapping<'t> {
    def: &'static TypeDef,
    node: Node<'t>,
    unknown: UnknownKeys,
    expressions: bool,
}

/// Minimum number of entries with free keys that are validated in several threads.
const MANY: usize = 200;

/// Types of the entries of a mapping with free keys.
#[derive(Clone, Copy)]
struct Free {
    key: Option<&'static Type>,
    value: &'static Type,
    expressions: bool,
}

impl<'w> Judge<'w> {
    /// Creates the context for a value on its own.
    pub(crate) fn of_value(files: DocumentFiles<'w>) -> Self {
        Self {
            files,
            kind: None,
            focus: Focus::default(),
            previous: None,
        }
    }

    /// Validates `node` against `ty`; `expressions` is `true` if they are accepted everywhere below.
    pub(crate) fn value<'t>(
        &self,
        ty: &'static Type,
        node: Node<'t>,
        expressions: bool,
    ) -> Judgement<'t> {
        let mut judgement = Judgement::default();
        self.add_value(ty, node, expressions, &mut judgement);
        judgement
    }

    /// Same as [`Self::value`], for a part of a collection: the result is added to `judgement`.
    fn add_value<'t>(
        &self,
        ty: &'static Type,
        node: Node<'t>,
        expressions: bool,
        judgement: &mut Judgement<'t>,
    ) {
        let place = node;
        let node = node.resolved();
        judgement.values.push((node.id(), ty));
        if node.is_repaired() || node.kind() == NodeKind::Alias {
            return;
        }
        if node.is_null() {
            if !ty.null {
                let at = place.key().unwrap_or(place);
                let fault = SchemaFault::Null { expected: ty };
                judgement.problems.push(SchemaProblem::refused(at, fault));
            }
            return;
        }
        let text = node.text();
        if !text.is_some_and(|text| is_settled(ty, node, text, expressions)) {
            self.add_shape(ty, node, expressions, judgement);
        }
    }

    fn add_free<'t>(&self, free: Free, entries: &[Entry<'t>], judgement: &mut Judgement<'t>) {
        for entry in entries {
            self.add_free_key(free.key, entry.key, judgement);
            self.add_entry_value(free.value, entry.value, free.expressions, judgement);
        }
    }

    /// Same as [`Self::add_free`], in several threads.
    fn add_many<'t>(&self, free: Free, entries: &[Entry<'t>], judgement: &mut Judgement<'t>) {
        let (workspace, path) = (self.files.workspace, self.files.path);
        let (kind, focus, previous) = (self.kind, self.focus, self.previous);
        let parts: Vec<&[Entry<'t>]> = entries.chunks(MANY / 2).collect();
        let judged = threads::each(parts.len(), true, &|at| {
            let influence = Influence::default();
            let mut judgement = Judgement::default();
            let judge = Judge {
                files: DocumentFiles {
                    workspace,
                    path,
                    influence: &influence,
                },
                kind,
                focus,
                previous,
            };
            judge.add_free(free, parts[at], &mut judgement);
            (judgement, influence)
        });
        for (part, influence) in judged {
            judgement.add(part);
            self.files.influence.add(&influence);
        }
    }

    /// Same as [`Self::add_value`], for a value in a mapping with free keys, such as a step. If it
    /// does not depend on its context and did not change in an edit, the earlier result is reused.
    fn add_entry_value<'t>(
        &self,
        ty: &'static Type,
        node: Node<'t>,
        expressions: bool,
        judgement: &mut Judgement<'t>,
    ) {
        if node.kind() != NodeKind::Mapping || self.focus.is_somewhere() {
            return self.add_value(ty, node, expressions, judgement);
        }
        let part = Apart::new(node, ty, expressions);
        if self
            .previous
            .is_some_and(|previous| previous.add(&part, judgement))
        {
            return;
        }
        let outside = |judgement: &Judgement<'t>| {
            let lookups = self.files.influence.lookups();
            (
                lookups,
                judgement.problems.len(),
                judgement.after_load.len(),
            )
        };
        let before = outside(judgement);
        self.add_value(ty, node, expressions, judgement);
        if outside(judgement) == before {
            judgement.apart.push(part);
        }
    }

    fn add_shape<'t>(
        &self,
        ty: &'static Type,
        node: Node<'t>,
        expressions: bool,
        judgement: &mut Judgement<'t>,
    ) {
        match &ty.shape {
            ValueShape::Any | ValueShape::Const(_) => {}
            ValueShape::Named(_) | ValueShape::OneOf(_) => {
                // The selection of an alternative must not depend on the focus.
                let judge = Judge {
                    focus: Focus::default(),
                    ..*self
                };
                let influence = self.files.influence;
                judgement.add(union::one_of(ty, node, influence, &|ty, node| {
                    judge.value(ty, node, expressions)
                }));
            }
            ValueShape::Mapping(def, inside) if node.kind() == NodeKind::Mapping => {
                let expressions = expressions || inside.expressions;
                judgement.add(self.mapping(def, *inside, node, expressions));
            }
            ValueShape::Mapping(def, _) => {
                judgement.problems.extend(self.named_file(ty, def, node));
            }
            ValueShape::List(item) if node.kind() == NodeKind::Sequence => {
                for item_node in self.focus.items(node) {
                    self.add_value(item, item_node, expressions, judgement);
                }
            }
            ValueShape::Map { key, value } if node.kind() == NodeKind::Mapping => {
                let entries = self.focus.entries(node);
                let free = Free {
                    key: *key,
                    value,
                    expressions,
                };
                if entries.len() > MANY {
                    self.add_many(free, &entries, judgement);
                } else {
                    self.add_free(free, &entries, judgement);
                }
            }
            ValueShape::OutputExpression if node.kind() == NodeKind::Mapping => {
                if !is_output_path(node) {
                    judgement.problems.push(wrong_shape(ty, node));
                }
            }
            _ if scalar::is_scalar(node) => judgement.problems.extend(self.scalar(ty, node)),
            _ => judgement.problems.push(wrong_shape(ty, node)),
        }
    }

    /// Checks `file:PATH` in place of a mapping.
    fn named_file<'t>(
        &self,
        ty: &'static Type,
        def: &TypeDef,
        node: Node<'t>,
    ) -> Option<SchemaProblem<'t>> {
        let path = node.text().and_then(|text| text.strip_prefix("file:"));
        let Some(path) = path.filter(|_| def.file) else {
            return Some(wrong_shape(ty, node));
        };
        let fault = self.files.missing(path)?;
        Some(SchemaProblem::refused(node, fault))
    }

    fn scalar<'t>(&self, ty: &'static Type, node: Node<'t>) -> Option<SchemaProblem<'t>> {
        let Some(fault) = scalar::fault(self.files, ty, node) else {
            return written_version(node).filter(|_| matches!(ty.shape, ValueShape::Version));
        };
        let refused = !matches!(fault, SchemaFault::VersionNeedsQuotes)
            || node.scalar() == Some(Scalar::Timestamp);
        Some(SchemaProblem {
            at: node,
            refused,
            fault: expression_or(node, fault),
        })
    }

    /// Validates a key of a mapping with free keys.
    fn add_free_key<'t>(
        &self,
        ty: Option<&'static Type>,
        key: Node<'t>,
        judgement: &mut Judgement<'t>,
    ) {
        let text = key.text().unwrap_or_default();
        if key.is_template() || key.is_repaired() {
            return;
        }
        let fault = match ty.map(|ty| (ty, &ty.shape)) {
            None if key.scalar() != Some(Scalar::Str) => SchemaFault::KeyNotText,
            Some((_, ValueShape::Text(pattern))) if !fits(pattern, text) => {
                SchemaFault::KeyPattern { pattern }
            }
            Some((ty, ValueShape::Enum(..))) => return self.add_value(ty, key, false, judgement),
            _ => return,
        };
        judgement.problems.push(SchemaProblem::refused(key, fault));
    }

    /// Validates a mapping against a type with known keys.
    pub(crate) fn mapping<'t>(
        &self,
        def: &'static TypeDef,
        inside: Inside,
        node: Node<'t>,
        expressions: bool,
    ) -> Judgement<'t> {
        let mut judgement = Judgement {
            mappings: vec![(node.id(), def)],
            ..Judgement::default()
        };
        let known = ValidatedMapping {
            def,
            node,
            unknown: def.unknown.unwrap_or(inside.unknown),
            expressions,
        };
        let entries = effective_entries(node);
        for entry in &entries {
            self.entry(known, *entry, &mut judgement);
        }
        let is_key = |entry: &Entry<'t>, name: &str| {
            entry.key.text() == Some(name) && key_text(*entry).is_some()
        };
        let has = |name: &str| entries.iter().any(|entry| is_key(entry, name));
        for field in def.fields {
            if field.required
                && !has(field.name)
                && !node.is_incomplete()
                && !blame_misspelled_key(&mut judgement, node, field)
            {
                judgement.problems.push(missing_key(def, field.name, node));
            }
        }
        let subject = Subject {
            files: self.files,
            kind: self.kind,
            def,
            node,
            entries: &entries,
        };
        load_checks::run(&subject, &mut judgement);
        validation_checks::run(&subject, &mut judgement);
        judgement
    }

    fn entry<'t>(
        &self,
        known: ValidatedMapping<'t>,
        entry: Entry<'t>,
        judgement: &mut Judgement<'t>,
    ) {
        let def = known.def;
        let name = key_text(entry).unwrap_or_default();
        if entry.key.is_repaired() || entry.key.is_template() {
            return;
        }
        if let Some(check) = def.ignored_key(name) {
            let fault = SchemaFault::Check { check, owner: def };
            judgement
                .problems
                .push(SchemaProblem::silent(entry.key, fault));
            return;
        }
        if let Some(field) = def.known_field(name).filter(|field| !field.private) {
            judgement.fields.push((entry.key.id(), field));
            let value = entry.value.resolved();
            if def.becomes_text(name) && !value.is_null() {
                judgement.problems.extend(written_version(value));
            } else {
                let expressions = known.expressions && field.takes_expression;
                self.add_value(&field.ty, entry.value, expressions, judgement);
            }
            return;
        }
        judgement.problems.push(if def.read_only.contains(&name) {
            SchemaProblem {
                at: entry.key,
                refused: def.read_only_refused,
                fault: SchemaFault::ReadOnlyKey { owner: def },
            }
        } else {
            SchemaProblem {
                at: entry.key,
                refused: known.unknown == UnknownKeys::Refused || def.refuses_unknown(),
                fault: SchemaFault::UnknownKey {
                    owner: def,
                    mapping: known.node,
                    meant: None,
                    sent: known.unknown == UnknownKeys::Sent && !def.without_effect.contains(&name),
                },
            }
        });
    }
}

fn wrong_shape<'t>(ty: &'static Type, node: Node<'t>) -> SchemaProblem<'t> {
    SchemaProblem::refused(node, SchemaFault::Shape { expected: ty })
}

/// Reports a version written as a number with a dot, which loses its trailing zeros.
fn written_version(node: Node<'_>) -> Option<SchemaProblem<'_>> {
    let loses_zeros = matches!(node.scalar(), Some(Scalar::Float(_) | Scalar::Timestamp));
    loses_zeros.then(|| SchemaProblem::silent(node, SchemaFault::VersionNeedsQuotes))
}
