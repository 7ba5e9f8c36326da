//! Selects the alternative of a union that the author meant.
//!
//! The client tries all and reports the problems of each. Here the key that distinguishes them
//! decides, then the best match, and only the problems of that alternative are reported.

use crate::schema::spelling::is_one_of;
use crate::schema::table::{Field, Type, TypeDef, ValueShape};
use crate::schema::union_members::{ALTERNATIVE_KEYS, any_leaf, enum_values_of_all, leaves_that};
use crate::syntax::{Node, NodeKind, Scalar, known_text};

use super::expression::expression_or;
use super::files::{FileFaults, Influence};
use super::problem::{SchemaFault, SchemaProblem};
use super::scalar::is_scalar;
use super::validation::Judgement;

/// Validates a value against a type that is not a union itself.
type Trial<'f, 't> = &'f dyn Fn(&'static Type, Node<'t>) -> Judgement<'t>;

/// Validates `node` against the union `ty`; `judge` validates a value against one alternative.
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

/// Returns the results of the alternatives, in order, up to the first without problems. Alternatives with
/// a missing key always have problems: they are tried only if all others have problems too.
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
        // All alternatives before it have been inserted.
        tried.insert(at, judge(leaf, node));
    }
    tried
}

/// Returns `true` if `node`, a mapping, certainly lacks a required key of the alternative.
fn lacks_key(leaf: &Type, node: Node<'_>) -> bool {
    let Some(def) = known_keys(leaf).filter(|_| node.kind() == NodeKind::Mapping) else {
        return false;
    };
    let lacks = |field: &Field| field.required && node.entry(field.name).is_none();
    def.fields.iter().any(lacks) && node.entry("<<").is_none() && !node.is_incomplete()
}

/// Returns the index of the first alternative without problems, else of the first that the client
/// accepts, else of the first with the best score: alternatives are in the order in which the
/// client tries them. `counts` selects the relevant problems.
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

/// Returns the first alternative without a problem for which `is_wrong` returns `true`.
fn first_without(
    tried: &[Judgement<'_>],
    is_wrong: impl Fn(&SchemaProblem<'_>) -> bool,
) -> Option<usize> {
    tried
        .iter()
        .position(|judgement| !judgement.problems.iter().any(&is_wrong))
}

/// Records if faults of files, of which there were `before`, led to another alternative.
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
        // The problems of other alternatives of a scalar do not count: its type is that of the
        // whole union.
        influence.reset(before);
    }
}

fn is_no_missing_file(problem: &SchemaProblem<'_>) -> bool {
    !matches!(problem.fault, SchemaFault::MissingFile { .. })
}

/// Returns `true` if the type of `node` (mapping, list, scalar) is possible for this alternative.
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

/// Returns the field of the key `name` in an alternative, if its words select the alternative.
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

/// Returns `true` if `value` selects the alternative to which `field` belongs. `word` is the value
/// if it is text without placeholders.
fn names<'t>(
    field: &'static Field,
    value: Node<'t>,
    word: Option<&str>,
    judge: Trial<'_, 't>,
) -> bool {
    match (&field.ty.shape, word) {
        // The client always sets this word itself; the author still means the written one.
        (ValueShape::Const(own), _) => value.text() == Some(own),
        // Shortcut for the validation below, because there can be many alternatives.
        (ValueShape::Enum(spelling, words), Some(word)) => is_one_of(word, *spelling, words),
        _ => judge(&field.ty, value).is_accepted(),
    }
}

/// Returns text that is not an expression or placeholder.
fn known_word(value: Node<'_>) -> Option<&str> {
    let value = value.resolved();
    known_text(value).filter(|_| value.scalar() == Some(Scalar::Str))
}

/// Retains the alternatives that the key `name` allows; if it allows none, returns that problem.
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

/// Returns one problem for a scalar that fits no alternative.
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

/// Returns the score of an alternative: known keys increase it, problems decrease it.
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
