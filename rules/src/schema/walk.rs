//! Holds a document against its type, in one pass.
//!
//! What must stay true: text that a repair touched, expressions and placeholders are never judged; one mistake gives one
//! problem; aliases and `<<` are followed.

use std::collections::{BTreeMap, BTreeSet};

use super::check;
use super::choose;
use super::later;
use super::near::Near;
use super::problem::{Fault, Problem};
use super::root;
use super::scalar::{self, has_expression};
use super::table::{Field, Inside, KindDef, Shape, Type, TypeDef};
use crate::document::{Document, Kind};
use crate::similar::closest;
use crate::syntax::{Entry, Node, NodeId, NodeKind, Scalar, is_template};
use crate::workspace::{OnDisk, Workspace};

/// What the walk of a document found out.
#[derive(Clone, Default, Debug)]
pub struct Walk<'t> {
    /// The mistakes, by place.
    pub problems: Vec<Problem<'t>>,
    /// What each mapping with known keys turned out to be.
    pub mappings: Vec<(NodeId, &'static TypeDef)>,
    /// The field of each known key.
    pub fields: Vec<(NodeId, &'static Field)>,
    /// What may stand in the place of each value.
    pub values: Vec<(NodeId, &'static Type)>,
    /// Mistakes that the client finds once it has read the file; they do not count when an alternative is chosen.
    pub(super) later: Vec<Problem<'t>>,
}

impl<'t> Walk<'t> {
    pub(super) fn one(problem: Problem<'t>) -> Self {
        Self {
            problems: vec![problem],
            ..Self::default()
        }
    }

    /// Whether the client takes it.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        !self.problems.iter().any(|problem| problem.refused)
    }

    pub(super) fn add(&mut self, mut other: Self) {
        self.problems.append(&mut other.problems);
        self.mappings.append(&mut other.mappings);
        self.fields.append(&mut other.fields);
        self.values.append(&mut other.values);
        self.later.append(&mut other.later);
    }
}

/// Walks the document by the type of its kind. Nothing for kinds without a type.
#[must_use]
pub fn walk<'t>(workspace: &Workspace, document: &'t Document) -> Walk<'t> {
    walk_near(workspace, document, Near::default())
}

pub(super) fn walk_near<'t>(workspace: &Workspace, document: &'t Document, near: Near) -> Walk<'t> {
    let kind = document.kind().and_then(KindDef::of);
    let (Some(kind), Some(root)) = (kind, document.root()) else {
        return Walk::default();
    };
    let walker = Walker {
        workspace,
        path: document.path(),
        kind: Some(kind.kind),
        near,
    };
    let inside = Inside {
        expressions: false,
        ignores_unknown: kind.ignores_unknown,
    };
    let mut walk = if root.kind() == NodeKind::Mapping {
        walker.mapping(kind.ty, inside, root, false)
    } else {
        Walk::default()
    };
    for name in kind
        .required
        .iter()
        .filter(|name| root.kind() == NodeKind::Mapping && root.get(name).is_none())
    {
        let already = walk.problems.iter().any(
            |p| matches!(p.fault, Fault::MissingKey { name: other, mapping, .. } if other == *name && mapping == root),
        );
        if !already && !root.is_incomplete() {
            walk.problems.push(missing(kind.ty, name, root));
        }
    }
    root::look(kind, root, &mut walk);
    let later = std::mem::take(&mut walk.later);
    for problem in later {
        if !walk
            .problems
            .iter()
            .any(|other| other.refused && other.at == problem.at)
        {
            walk.problems.push(problem);
        }
    }
    walk.problems.sort_by_key(|problem| problem.at.range());
    walk
}

/// Whether the client takes `node`, a scalar, where `ty` is wanted; files count as there.
#[must_use]
pub fn accepts(ty: &'static Type, node: Node<'_>) -> bool {
    let workspace = Workspace::default();
    Walker {
        workspace: &workspace,
        path: "",
        kind: None,
        near: Near::default(),
    }
    .check(ty, node, false)
    .is_accepted()
}

/// What the walk needs to know besides the document.
pub(super) struct Walker<'w> {
    pub(super) workspace: &'w Workspace,
    pub(super) path: &'w str,
    /// The kind of the document; `None` for a value on its own.
    pub(super) kind: Option<Kind>,
    pub(super) near: Near,
}

impl Walker<'_> {
    /// Holds `node` against `ty`; `expressions`: what is around takes them everywhere below.
    pub(super) fn check<'t>(
        &self,
        ty: &'static Type,
        node: Node<'t>,
        expressions: bool,
    ) -> Walk<'t> {
        let place = node;
        let node = node.resolved();
        let mut walk = Walk {
            values: vec![(node.id(), ty)],
            ..Walk::default()
        };
        if node.is_repaired() || node.kind() == NodeKind::Alias {
            return walk;
        }
        if node.is_null() {
            if !ty.null {
                walk.problems.push(Problem::refused(
                    place.key().unwrap_or(place),
                    Fault::Null { wanted: ty },
                ));
            }
            return walk;
        }
        if node
            .text()
            .is_some_and(|text| is_settled(ty, text, expressions))
        {
            return walk;
        }
        walk.add(self.shape(ty, node, expressions));
        walk
    }

    fn shape<'t>(&self, ty: &'static Type, node: Node<'t>, expressions: bool) -> Walk<'t> {
        let wrong = || Walk::one(Problem::refused(node, Fault::Shape { wanted: ty }));
        match &ty.shape {
            Shape::Any | Shape::Const(_) => Walk::default(),
            Shape::Named(_) | Shape::OneOf(_) => choose::one_of(self, ty, node, expressions),
            Shape::Mapping(def, inside) if node.kind() == NodeKind::Mapping => {
                self.mapping(def, *inside, node, expressions || inside.expressions)
            }
            Shape::Mapping(def, _) => match node.text().and_then(|text| text.strip_prefix("file:"))
            {
                Some(path) if def.file => self.missing(path).map_or_else(Walk::default, |fault| {
                    Walk::one(Problem::refused(node, fault))
                }),
                _ => wrong(),
            },
            Shape::List(item) if node.kind() == NodeKind::Sequence => {
                let mut walk = Walk::default();
                self.near
                    .items(node)
                    .for_each(|item_node| walk.add(self.check(item, item_node, expressions)));
                walk
            }
            Shape::Map { key, value } if node.kind() == NodeKind::Mapping => {
                self.map(*key, value, node, expressions)
            }
            Shape::OutputExpression if node.kind() == NodeKind::Mapping => output_path(ty, node),
            _ if scalar::is_scalar(node) => match scalar::fault(self, ty, node) {
                Some(fault) => {
                    let refused = !matches!(fault, Fault::VersionNeedsQuotes)
                        || node.scalar() == Some(Scalar::Timestamp);
                    Walk::one(Problem {
                        at: node,
                        refused,
                        fault: expression_or(node, fault),
                    })
                }
                None => changed_version(ty, node),
            },
            _ => wrong(),
        }
    }

    fn map<'t>(
        &self,
        key: Option<&'static Type>,
        value: &'static Type,
        node: Node<'t>,
        expressions: bool,
    ) -> Walk<'t> {
        let mut walk = Walk::default();
        for entry in self.near.entries(node) {
            let text = entry.key.text().unwrap_or_default();
            match key {
                _ if is_template(text) || entry.key.is_repaired() => {}
                None if entry.key.scalar() != Some(Scalar::Str) => {
                    walk.problems
                        .push(Problem::refused(entry.key, Fault::KeyNotText));
                }
                Some(Type {
                    shape: Shape::Text(pattern),
                    ..
                }) if !super::spelling::fits(pattern, text) => {
                    walk.problems
                        .push(Problem::refused(entry.key, Fault::KeyPattern { pattern }));
                }
                Some(
                    ty @ Type {
                        shape: Shape::Enum(..),
                        ..
                    },
                ) => walk.add(self.check(ty, entry.key, false)),
                _ => {}
            }
            walk.add(self.check(value, entry.value, expressions));
        }
        walk
    }

    /// Holds a mapping against a type with known keys.
    pub(super) fn mapping<'t>(
        &self,
        def: &'static TypeDef,
        inside: Inside,
        node: Node<'t>,
        expressions: bool,
    ) -> Walk<'t> {
        let mut walk = Walk {
            mappings: vec![(node.id(), def)],
            ..Walk::default()
        };
        let entries = effective_entries(node);
        for entry in &entries {
            self.entry(def, inside, node, *entry, expressions, &mut walk);
        }
        let has = |name: &str| entries.iter().any(|entry| key_text(*entry) == Some(name));
        for field in def
            .fields
            .iter()
            .filter(|field| field.required && !has(field.name) && !node.is_incomplete())
        {
            if !take_for_typo(&mut walk, node, field) {
                walk.problems.push(missing(def, field.name, node));
            }
        }
        check::run(self, def, node, &entries, &mut walk);
        later::run(self, def, node, &mut walk);
        walk
    }

    fn entry<'t>(
        &self,
        def: &'static TypeDef,
        inside: Inside,
        mapping: Node<'t>,
        entry: Entry<'t>,
        expressions: bool,
        walk: &mut Walk<'t>,
    ) {
        let name = key_text(entry).unwrap_or_default();
        if entry.key.is_repaired() || is_template(name) {
            return;
        }
        if let Some(ignored) = check::ignored_key(def, name) {
            walk.problems.push(Problem::silent(
                entry.key,
                Fault::Check {
                    check: ignored,
                    owner: def,
                },
            ));
            return;
        }
        let known = def.field(name).or_else(|| check::aliased(def, name));
        if let Some(field) = known.filter(|field| !field.private) {
            walk.fields.push((entry.key.id(), field));
            walk.add(
                match check::becomes_text(def, name) && !entry.value.resolved().is_null() {
                    true => written_version(entry.value.resolved()),
                    false => self.check(
                        &field.ty,
                        entry.value,
                        expressions && field.takes_expression,
                    ),
                },
            );
        } else if def.read_only.contains(&name) {
            walk.problems.push(Problem {
                at: entry.key,
                refused: def.read_only_refused,
                fault: Fault::ReadOnlyKey { owner: def },
            });
        } else {
            let fault = Fault::UnknownKey {
                owner: def,
                mapping,
                meant: None,
            };
            let refused = !def.ignores_unknown.unwrap_or(inside.ignores_unknown)
                || check::refuses_unknown(def);
            walk.problems.push(Problem {
                at: entry.key,
                refused,
                fault,
            });
        }
    }

    /// Whether a path leads nowhere, or to a document of another sort.
    pub(super) fn path_fault<'t>(
        &self,
        ty: &'static Type,
        scalar: &Scalar,
        text: &str,
    ) -> Option<Fault<'t>> {
        let is_reference = ["azureml:", "git+", "http://", "https://", "file:"]
            .iter()
            .any(|start| text.starts_with(start));
        if *scalar != Scalar::Str || is_reference {
            return Some(Fault::Value { wanted: ty });
        }
        match ty.shape {
            Shape::File(loads) => match self.workspace.on_disk(self.path, text)? {
                OnDisk::File => self
                    .other_kind(text, loads)
                    .then_some(Fault::Value { wanted: ty }),
                _ => Some(Fault::MissingFile { loads }),
            },
            _ => self.missing(text),
        }
    }

    /// Whether the document at `text` is of a sort that cannot be loaded as `loads`.
    fn other_kind(&self, text: &str, loads: &str) -> bool {
        let document = self.workspace.referenced(self.path, text);
        let kind = document.and_then(|document| document.kind());
        kind.is_some_and(|kind| !kind.loads_as(loads))
    }

    /// What stands at `path`.
    pub(super) fn on_disk(&self, path: &str) -> Option<OnDisk> {
        self.workspace.on_disk(self.path, path)
    }

    /// The fault of a path that leads nowhere.
    pub(super) fn missing<'t>(&self, path: &str) -> Option<Fault<'t>> {
        (self.workspace.on_disk(self.path, path)? == OnDisk::Nothing)
            .then_some(Fault::MissingFile { loads: "" })
    }
}

/// Whether nothing can be said of `text`: an expression that is taken here, or a placeholder.
fn is_settled(ty: &'static Type, text: &str, expressions: bool) -> bool {
    if text.contains("${{") {
        return takes_expression(ty, expressions) && has_expression(text, false);
    }
    is_template(text)
}

/// Whether text that holds an expression may stand for a value of this type.
#[must_use]
pub fn takes_expression(ty: &'static Type, expressions: bool) -> bool {
    let collection = matches!(
        ty.shape,
        Shape::Mapping(..) | Shape::List(_) | Shape::Map { .. }
    );
    ty.expression
        || (expressions && !collection)
        || match &ty.shape {
            Shape::OneOf(all) => all.iter().any(|ty| takes_expression(ty, false)),
            Shape::Named(named) => takes_expression(&named.ty, false),
            _ => false,
        }
}

/// An expression at the wrong place is that and nothing else.
pub(super) fn expression_or<'t>(node: Node<'t>, fault: Fault<'t>) -> Fault<'t> {
    if node.text().is_some_and(|text| has_expression(text, false)) {
        Fault::Expression
    } else {
        fault
    }
}

pub(super) fn key_text(entry: Entry<'_>) -> Option<&str> {
    entry
        .key
        .text()
        .filter(|_| entry.key.scalar() == Some(Scalar::Str))
}

/// The entries the client sees: the last of equal keys, then what `<<` adds.
pub(super) fn effective_entries(mapping: Node<'_>) -> Vec<Entry<'_>> {
    let mut found: Vec<Entry<'_>> = Vec::new();
    collect(mapping, &mut found, &mut BTreeSet::new(), 16);
    found
}

fn collect<'t>(
    mapping: Node<'t>,
    found: &mut Vec<Entry<'t>>,
    names: &mut BTreeSet<&'t str>,
    depth: u32,
) {
    let mut merged = Vec::new();
    let own: Vec<Entry<'t>> = mapping.entries().collect();
    let name_at = |(at, entry): (usize, &Entry<'t>)| Some((entry.key.text()?, at));
    let last: BTreeMap<&str, usize> = own.iter().enumerate().filter_map(name_at).collect();
    for (at, entry) in own.iter().enumerate() {
        match entry.key.text() {
            Some("<<") => merged.push(entry.value.resolved()),
            Some(name) if last.get(name) == Some(&at) && names.insert(name) => found.push(*entry),
            Some(_) => {}
            None => found.push(*entry),
        }
    }
    for node in merged.into_iter().filter(|_| depth > 0) {
        match node.kind() {
            NodeKind::Sequence => node
                .items()
                .for_each(|item| collect(item, found, names, depth - 1)),
            _ => collect(node, found, names, depth - 1),
        }
    }
}

/// A missing key that an unknown one was meant to be is the same mistake.
pub(super) fn take_for_typo<'t>(
    walk: &mut Walk<'t>,
    node: Node<'t>,
    field: &'static Field,
) -> bool {
    let unknown = walk.problems.iter_mut().find(|problem| {
        matches!(problem.fault, Fault::UnknownKey { mapping, meant: None, .. } if mapping == node)
            && problem
                .at
                .text()
                .is_some_and(|text| closest(text, [field.name]).is_some())
    });
    let Some(problem) = unknown else { return false };
    problem.refused = true;
    if let Fault::UnknownKey { meant, .. } = &mut problem.fault {
        *meant = Some(field);
    }
    true
}

/// Marks the key of the mapping; at the top and in a long mapping, the key before which the missing one is usually
/// written.
pub(super) fn missing<'t>(
    owner: &'static TypeDef,
    name: &'static str,
    mapping: Node<'t>,
) -> Problem<'t> {
    Problem::refused(
        place_for(owner, name, mapping),
        Fault::MissingKey {
            owner,
            name,
            mapping,
        },
    )
}

/// What to mark where `mapping` lacks the key `name`.
#[must_use]
pub fn place_for<'t>(owner: &TypeDef, name: &str, mapping: Node<'t>) -> Node<'t> {
    let short = mapping.raw().lines().count() <= 1;
    mapping
        .key()
        .filter(|_| short)
        .or_else(|| usual_place(owner, name, mapping))
        .unwrap_or(mapping)
}

/// The key behind the gap in which `name` is usually written: the one with the fewest keys on the wrong side, the last of
/// equally good ones. The last key where none is behind.
fn usual_place<'t>(owner: &TypeDef, name: &str, mapping: Node<'t>) -> Option<Node<'t>> {
    let order = |key: &str| owner.fields.iter().position(|field| field.name == key);
    let own = order(name).unwrap_or(0);
    let entries: Vec<Entry<'t>> = mapping.entries().collect();
    let usual: Vec<Option<usize>> = entries
        .iter()
        .map(|entry| entry.key.text().and_then(order))
        .collect();
    let wrong = |gap: &usize| {
        let late = usual[..*gap]
            .iter()
            .flatten()
            .filter(|at| **at > own)
            .count();
        late + usual[*gap..]
            .iter()
            .flatten()
            .filter(|at| **at < own)
            .count()
    };
    let first = usize::from(
        entries
            .first()
            .is_some_and(|entry| entry.key.text() == Some("$schema")),
    );
    let gap = (first..=entries.len()).rev().min_by_key(wrong)?;
    entries.get(gap).or(entries.last()).map(|entry| entry.key)
}

/// `{path: ${{parent.outputs.x}}}` with nothing beside it that would make it an output of its own.
fn output_path<'t>(ty: &'static Type, node: Node<'t>) -> Walk<'t> {
    let own = ["mode", "name", "version"]
        .iter()
        .any(|key| node.get(key).is_some());
    let path = node
        .get("path")
        .and_then(Node::text)
        .is_some_and(|text| text.starts_with("${{parent.outputs."));
    if path && !own {
        Walk::default()
    } else {
        Walk::one(Problem::refused(node, Fault::Shape { wanted: ty }))
    }
}

/// A version written as a number with a dot, which loses its last zeros.
fn changed_version<'t>(ty: &'static Type, node: Node<'t>) -> Walk<'t> {
    if matches!(ty.shape, Shape::Version) {
        written_version(node)
    } else {
        Walk::default()
    }
}

fn written_version(node: Node<'_>) -> Walk<'_> {
    match node.scalar() {
        Some(Scalar::Float(_) | Scalar::Timestamp) => {
            Walk::one(Problem::silent(node, Fault::VersionNeedsQuotes))
        }
        _ => Walk::default(),
    }
}
