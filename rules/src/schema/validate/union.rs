//! Which alternative of a union the author meant.
//!
//! The client tries all and reports what is wrong with each. Here the key that tells them apart
//! decides, then the best match, and only what is wrong with that one is reported.

use crate::schema::spelling::is_one_of;
use crate::schema::table::{Field, Type, TypeDef, ValueShape};
use crate::schema::union_members::{ALTERNATIVE_KEYS, any_leaf, enum_values_of_all, leaves_that};
use crate::syntax::{Node, NodeKind, Scalar, known_text};

use super::expression::expression_or;
use super::files::{FileFaults, Influence};
use super::problem::{SchemaFault, SchemaProblem};
use super::scalar::is_scalar;
use super::validation::Judgement;

/// Holds a value against a type that is no union of its own.
type Trial<'f, 't> = &'f dyn Fn(&'static Type, Node<'t>) -> Judgement<'t>;

/// Holds `node` against the union `ty`; `judge` holds a value against one alternative.
pub(crate) fn one_of<'t>(
    ty: &'static Type,
    node: Node<'t>,
    influence: &Influence,
    judge: Trial<'_, 't>,
) -> Judgement<'t> {
    let mut leaves = leaves_that(ty, |leaf| may_hold(leaf, node));
    if leaves.is_empty() {
        let fault = expression_or(node, SchemaFault::Shape { expected: ty });
        return Judgement::of(SchemaProblem::refused(node, fault));
    }
    if node.kind() == NodeKind::Mapping {
        for name in ALTERNATIVE_KEYS {
            if let Some(problem) = narrow(&mut leaves, name, node, judge) {
                return Judgement::of(problem);
            }
        }
    }
    let before = influence.faults();
    let mut tried = trials(&leaves, node, judge);
    let chosen = choice(&tried, |_| true);
    if influence.faults() != before {
        note_influence(node, &tried, chosen, before, influence);
    }
    if is_scalar(node) && !tried[chosen].is_accepted() {
        let judgement = decisive(ty, node, tried);
        if influence.faults() != before && judgement.problems.iter().any(is_no_missing_file) {
            influence.add_other_kind();
        }
        return judgement;
    }
    tried.swap_remove(chosen)
}

/// What comes out for each alternative, in their order, up to the first without a mistake. One that lacks
/// a key has one: it is looked at where all of the others have one as well.
fn trials<'t>(
    leaves: &[&'static Type],
    node: Node<'t>,
    judge: Trial<'_, 't>,
) -> Vec<Judgement<'t>> {
    let mut tried: Vec<Judgement<'t>> = Vec::new();
    for leaf in leaves.iter().filter(|leaf| !lacks_key(leaf, node)) {
        let judgement = judge(leaf, node);
        let is_right = judgement.problems.is_empty();
        tried.push(judgement);
        if is_right {
            return tried;
        }
    }
    let all = leaves.iter().enumerate();
    for (at, leaf) in all.filter(|(_, leaf)| lacks_key(leaf, node)) {
        // All before it are there.
        tried.insert(at, judge(leaf, node));
    }
    tried
}

/// Whether `node`, a mapping, certainly lacks a key that the alternative needs.
fn lacks_key(leaf: &Type, node: Node<'_>) -> bool {
    let Some(def) = known_keys(leaf).filter(|_| node.kind() == NodeKind::Mapping) else {
        return false;
    };
    let lacks = |field: &Field| field.required && node.entry(field.name).is_none();
    def.fields.iter().any(lacks) && node.entry("<<").is_none() && !node.is_incomplete()
}

/// The first alternative without a mistake, else the first that the client takes, else the first of
/// those that fit best: alternatives are listed as the client tries them. Only mistakes that count
/// are looked at.
fn choice(tried: &[Judgement<'_>], counts: fn(&SchemaProblem<'_>) -> bool) -> usize {
    let is_mistake = |problem: &SchemaProblem<'_>| counts(problem);
    let is_refused = |problem: &SchemaProblem<'_>| counts(problem) && problem.refused;
    if let Some(at) = first_without(tried, is_mistake).or_else(|| first_without(tried, is_refused))
    {
        return at;
    }
    let mut best = 0;
    for at in 1..tried.len() {
        if score(&tried[at], counts) > score(&tried[best], counts) {
            best = at;
        }
    }
    best
}

/// The first alternative in which nothing `is_wrong`.
fn first_without(
    tried: &[Judgement<'_>],
    is_wrong: impl Fn(&SchemaProblem<'_>) -> bool,
) -> Option<usize> {
    tried
        .iter()
        .position(|judgement| !judgement.problems.iter().any(&is_wrong))
}

/// Notes whether something else was chosen because of files, of which there were `before` faults.
fn note_influence(
    node: Node<'_>,
    tried: &[Judgement<'_>],
    chosen: usize,
    before: FileFaults,
    influence: &Influence,
) {
    if !is_scalar(node) {
        let is_unclear = influence.faults().has_unclear_since(before);
        if is_unclear || choice(tried, is_no_missing_file) != chosen {
            influence.decides();
        }
    } else if tried[chosen].problems.is_empty() {
        // What other alternatives say of a scalar does not count: the type of the whole is that of
        // its place.
        influence.reset(before);
    }
}

fn is_no_missing_file(problem: &SchemaProblem<'_>) -> bool {
    !matches!(problem.fault, SchemaFault::MissingFile { .. })
}

/// Whether a value of the sort that `node` is can be this alternative at all.
fn may_hold(ty: &Type, node: Node<'_>) -> bool {
    match (&ty.shape, node.kind()) {
        (ValueShape::Any, _) => true,
        (ValueShape::Mapping(def, _), NodeKind::Scalar(_)) => {
            def.file && node.text().is_some_and(|text| text.starts_with("file:"))
        }
        (ValueShape::OutputExpression, NodeKind::Mapping) => {
            let path = node.get("path").and_then(Node::text);
            path.is_some_and(|path| path.contains("${{parent.outputs."))
        }
        (ValueShape::Mapping(..) | ValueShape::Map { .. }, NodeKind::Mapping) => true,
        (ValueShape::Mapping(..) | ValueShape::Map { .. }, _) | (_, NodeKind::Mapping) => false,
        (ValueShape::List(_), kind) => kind == NodeKind::Sequence,
        (_, NodeKind::Sequence) => false,
        _ => true,
    }
}

fn known_keys(ty: &Type) -> Option<&'static TypeDef> {
    match ty.shape {
        ValueShape::Mapping(def, _) => Some(def),
        _ => None,
    }
}

/// The field of the key `name` in an alternative, where its word names the alternative.
fn telling_field(leaf: &Type, name: &str) -> Option<&'static Field> {
    known_keys(leaf)
        .and_then(|def| def.field(name))
        .filter(|field| matches!(field.ty.shape, ValueShape::Const(_)) || has_words(&field.ty))
}

fn has_words(ty: &'static Type) -> bool {
    any_leaf(ty, |leaf| {
        matches!(leaf.shape, ValueShape::Enum(_, [_, ..]))
    })
}

/// Whether `value` names the alternative of which `field` tells. `word` is the value where it is text
/// that is known.
fn names<'t>(
    field: &'static Field,
    value: Node<'t>,
    word: Option<&str>,
    judge: Trial<'_, 't>,
) -> bool {
    match (&field.ty.shape, word) {
        // The client sets this word itself, whatever is written; the author still means what is
        // written.
        (ValueShape::Const(own), _) => value.text() == Some(own),
        // What a judgement comes to, for each of many alternatives.
        (ValueShape::Enum(spelling, words), Some(word)) => is_one_of(word, *spelling, words),
        _ => judge(&field.ty, value).is_accepted(),
    }
}

/// Text that is no expression or placeholder.
fn known_word(value: Node<'_>) -> Option<&str> {
    let value = value.resolved();
    known_text(value).filter(|_| value.scalar() == Some(Scalar::Str))
}

/// Keeps the alternatives that the key `name` allows; where it allows none, that is the mistake.
fn narrow<'t>(
    leaves: &mut Vec<&'static Type>,
    name: &str,
    node: Node<'t>,
    judge: Trial<'_, 't>,
) -> Option<SchemaProblem<'t>> {
    let entry = node.entry(name)?;
    let telling = leaves.iter().map(|leaf| telling_field(leaf, name));
    let telling: Vec<Option<&'static Field>> = telling.collect();
    if telling.iter().all(Option::is_none) {
        return None;
    }
    let word = known_word(entry.value);
    let is_named = |field: &'static Field| names(field, entry.value, word, judge);
    let named: Vec<bool> = telling.iter().map(|it| it.is_some_and(is_named)).collect();
    if named.contains(&true) {
        let mut named = named.into_iter();
        leaves.retain(|leaf| named.next() == Some(true) || known_keys(leaf).is_none());
        return None;
    }
    let fields: Vec<&'static Field> = telling.into_iter().flatten().collect();
    let is_fixed = |field: &&'static Field| matches!(field.ty.shape, ValueShape::Const(_));
    if fields.iter().any(is_fixed) {
        return None;
    }
    let is_free = leaves.iter().any(|leaf| known_keys(leaf).is_none());
    if is_free || fields.len() < leaves.len() || leaves.len() == 1 {
        return None;
    }
    if entry.value.is_null() {
        let expected = fields.first().map(|field| &field.ty)?;
        return Some(SchemaProblem::refused(
            entry.key,
            SchemaFault::Null { expected },
        ));
    }
    let values = enum_values_of_all(fields.iter().map(|field| &field.ty));
    let fault = expression_or(entry.value, SchemaFault::Discriminator { values });
    Some(SchemaProblem::refused(entry.value.resolved(), fault))
}

/// One problem for a scalar that fits no alternative.
fn decisive<'t>(ty: &'static Type, node: Node<'t>, mut tried: Vec<Judgement<'t>>) -> Judgement<'t> {
    if tried.len() == 1 {
        return tried.remove(0);
    }
    let most_telling = [
        |fault: &SchemaFault<'_>| matches!(fault, SchemaFault::Expression),
        |fault: &SchemaFault<'_>| {
            matches!(
                fault,
                SchemaFault::NeedsQuotes | SchemaFault::NeedsDateQuotes
            )
        },
        |fault: &SchemaFault<'_>| matches!(fault, SchemaFault::MissingFile { .. }),
        |fault: &SchemaFault<'_>| matches!(fault, SchemaFault::Pattern { .. }),
    ];
    for is_telling in most_telling {
        let at = tried
            .iter()
            .position(|judgement| judgement.problems.iter().any(|it| is_telling(&it.fault)));
        if let Some(at) = at {
            return tried.swap_remove(at);
        }
    }
    Judgement::of(SchemaProblem::refused(
        node,
        SchemaFault::Value { expected: ty },
    ))
}

/// How well an alternative fits: known keys speak for it, mistakes against it.
fn score(judgement: &Judgement<'_>, counts: fn(&SchemaProblem<'_>) -> bool) -> i32 {
    let known = i32::try_from(judgement.fields.len()).unwrap_or(i32::MAX);
    let counted = judgement.problems.iter().filter(|problem| counts(problem));
    known - counted.map(cost).sum::<i32>()
}

fn cost(problem: &SchemaProblem<'_>) -> i32 {
    match problem.fault {
        _ if !problem.refused => 1,
        SchemaFault::MissingKey { .. } => 15,
        SchemaFault::UnknownKey { .. } => 10,
        SchemaFault::Shape { .. } | SchemaFault::Discriminator { .. } => 5,
        SchemaFault::Value { .. } => 4,
        _ => 3,
    }
}
