//! Which alternative of a union the author meant.
//!
//! The client tries all and reports what is wrong with each. Here the discriminator decides, then the best match, and only
//! what is wrong with that one is reported.

use super::problem::{Fault, Problem};
use super::scalar::is_scalar;
use super::table::{Shape, Type, TypeDef};
use super::walk::{Walk, Walker, expression_or};
use crate::syntax::{Node, NodeKind};

/// Keys that tell alternatives apart.
pub(super) const DISCRIMINATORS: [&str; 2] = ["type", "task"];

/// Holds `node` against the union `ty`.
pub(super) fn one_of<'t>(
    walker: &Walker<'_>,
    ty: &'static Type,
    node: Node<'t>,
    expressions: bool,
) -> Walk<'t> {
    let walker = &walker.everywhere();
    let mut leaves = Vec::new();
    collect(ty, &mut leaves);
    leaves.retain(|leaf| may_hold(leaf, node));
    if leaves.is_empty() {
        return Walk::one(Problem::refused(
            node,
            expression_or(node, Fault::Shape { wanted: ty }),
        ));
    }
    if node.kind() == NodeKind::Mapping {
        for name in DISCRIMINATORS {
            if let Some(problem) = narrow(walker, &mut leaves, name, node, expressions) {
                return Walk::one(problem);
            }
        }
    }
    let mut walks: Vec<Walk<'t>> = Vec::new();
    for leaf in &leaves {
        let walk = walker.check(leaf, node, expressions);
        if walk.problems.is_empty() {
            return walk;
        }
        walks.push(walk);
    }
    if let Some(at) = walks.iter().position(Walk::is_accepted) {
        return walks.swap_remove(at);
    }
    if is_scalar(node) {
        return scalar(ty, node, walks);
    }
    // The first of equally good ones: alternatives are listed as the client tries them.
    let best = walks
        .into_iter()
        .enumerate()
        .max_by_key(|(at, walk)| (score(walk), std::cmp::Reverse(*at)));
    best.map_or_else(Walk::default, |(_, walk)| walk)
}

/// The alternatives that are no unions themselves.
pub(super) fn collect(ty: &'static Type, leaves: &mut Vec<&'static Type>) {
    match &ty.shape {
        _ if ty.private => {}
        Shape::OneOf(all) => all.iter().for_each(|ty| collect(ty, leaves)),
        Shape::Named(named) => collect(&named.ty, leaves),
        _ => leaves.push(ty),
    }
}

/// Whether a value of the sort that `node` is can be this alternative at all.
fn may_hold(ty: &Type, node: Node<'_>) -> bool {
    match (&ty.shape, node.kind()) {
        (Shape::Any, _) => true,
        (Shape::Mapping(def, _), NodeKind::Scalar(_)) => {
            def.file && node.text().is_some_and(|text| text.starts_with("file:"))
        }
        (Shape::OutputExpression, NodeKind::Mapping) => node
            .get("path")
            .and_then(Node::text)
            .is_some_and(|path| path.contains("${{parent.outputs.")),
        (Shape::Mapping(..) | Shape::Map { .. }, NodeKind::Mapping) => true,
        (Shape::Mapping(..) | Shape::Map { .. }, _) | (_, NodeKind::Mapping) => false,
        (Shape::List(_), kind) => kind == NodeKind::Sequence,
        (_, NodeKind::Sequence) => false,
        _ => true,
    }
}

fn known_keys(ty: &Type) -> Option<&'static TypeDef> {
    match ty.shape {
        Shape::Mapping(def, _) => Some(def),
        _ => None,
    }
}

/// Keeps the alternatives that the key `name` allows; where it allows none, that is the mistake.
fn narrow<'t>(
    walker: &Walker<'_>,
    leaves: &mut Vec<&'static Type>,
    name: &str,
    node: Node<'t>,
    expressions: bool,
) -> Option<Problem<'t>> {
    let entry = node.entry(name)?;
    let field = |leaf: &&'static Type| {
        known_keys(leaf)
            .and_then(|def| def.field(name))
            .filter(|field| tells_apart(&field.ty))
    };
    let fits = |leaf: &&'static Type| {
        field(leaf).is_some_and(|field| match field.ty.shape {
            // The client sets this word itself, whatever is written; the author still means what is written.
            Shape::Const(word) => entry.value.text() == Some(word),
            _ => walker
                .check(&field.ty, entry.value, expressions)
                .is_accepted(),
        })
    };
    let knowing = leaves.iter().filter(|leaf| field(leaf).is_some()).count();
    if knowing == 0 {
        return None;
    }
    if leaves.iter().any(fits) {
        leaves.retain(|leaf| known_keys(leaf).is_none() || fits(leaf));
        return None;
    }
    if leaves
        .iter()
        .any(|leaf| field(leaf).is_some_and(|field| matches!(field.ty.shape, Shape::Const(_))))
    {
        return None;
    }
    let free = leaves.iter().any(|leaf| known_keys(leaf).is_none());
    if free || knowing < leaves.len() || leaves.len() == 1 {
        return None;
    }
    if entry.value.is_null() {
        let wanted = leaves.iter().find_map(field).map(|field| &field.ty)?;
        return Some(Problem::refused(entry.key, Fault::Null { wanted }));
    }
    let mut values: Vec<&'static str> = Vec::new();
    for field in leaves.iter().filter_map(field) {
        enum_values(&field.ty, &mut values);
    }
    let fault = expression_or(entry.value, Fault::Discriminator { values });
    Some(Problem::refused(entry.value.resolved(), fault))
}

/// Whether a value of this type is a word that names an alternative.
fn tells_apart(ty: &'static Type) -> bool {
    let mut values = Vec::new();
    enum_values(ty, &mut values);
    !values.is_empty() || matches!(ty.shape, Shape::Const(_))
}

/// The words that `ty` may be, without doubles.
pub fn enum_values(ty: &'static Type, values: &mut Vec<&'static str>) {
    let mut leaves = Vec::new();
    collect(ty, &mut leaves);
    for leaf in leaves {
        if let Shape::Enum(_, all) = leaf.shape {
            for value in all {
                if !values.contains(value) {
                    values.push(value);
                }
            }
        }
    }
}

/// One problem for a scalar that fits no alternative.
fn scalar<'t>(ty: &'static Type, node: Node<'t>, mut walks: Vec<Walk<'t>>) -> Walk<'t> {
    if walks.len() == 1 {
        return walks.remove(0);
    }
    let first = |wanted: fn(&Fault<'_>) -> bool| {
        walks
            .iter()
            .position(|walk| walk.problems.iter().any(|p| wanted(&p.fault)))
    };
    let decisive = first(|fault| matches!(fault, Fault::Expression))
        .or_else(|| first(|fault| matches!(fault, Fault::NeedsQuotes | Fault::NeedsDateQuotes)))
        .or_else(|| first(|fault| matches!(fault, Fault::MissingFile { .. })))
        .or_else(|| first(|fault| matches!(fault, Fault::Pattern { .. })));
    match decisive {
        Some(at) => walks.swap_remove(at),
        None => Walk::one(Problem::refused(node, Fault::Value { wanted: ty })),
    }
}

/// How well an alternative fits: known keys speak for it, mistakes against it.
fn score(walk: &Walk<'_>) -> i32 {
    let cost = |problem: &Problem<'_>| match problem.fault {
        _ if !problem.refused => 1,
        Fault::MissingKey { .. } => 15,
        Fault::UnknownKey { .. } => 10,
        Fault::Shape { .. } | Fault::Discriminator { .. } => 5,
        Fault::Value { .. } => 4,
        _ => 3,
    };
    let known = i32::try_from(walk.fields.len()).unwrap_or(i32::MAX);
    known - walk.problems.iter().map(cost).sum::<i32>()
}
