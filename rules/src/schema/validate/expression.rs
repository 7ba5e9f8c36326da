//! Expressions in values: the places that accept them, and those that do not.

use crate::schema::table::{Type, ValueShape};
use crate::syntax::Node;

use super::problem::SchemaFault;

/// Returns `true` if text with an expression is allowed for a value of this type; `expressions` is
/// `true` if the surrounding mapping accepts them.
pub fn takes_expression(ty: &'static Type, expressions: bool) -> bool {
    let is_collection = matches!(
        ty.shape,
        ValueShape::Mapping(..) | ValueShape::List(_) | ValueShape::Map { .. }
    );
    if ty.expression || (expressions && !is_collection) {
        return true;
    }
    match &ty.shape {
        ValueShape::OneOf(all) => all.iter().any(|ty| takes_expression(ty, false)),
        ValueShape::Named(named) => takes_expression(&named.ty, false),
        _ => false,
    }
}

/// Returns `true` if the `text` of `node` cannot be checked: it is an allowed expression, or a placeholder.
pub(crate) fn is_settled(ty: &'static Type, node: Node<'_>, text: &str, expressions: bool) -> bool {
    if text.contains('$') && text.contains("${{") {
        return takes_expression(ty, expressions) && has_expression(text, false);
    }
    node.is_template()
}

/// Replaces `fault` if the value is an expression in the wrong place.
pub(crate) fn expression_or<'t>(node: Node<'t>, fault: SchemaFault<'t>) -> SchemaFault<'t> {
    if node.text().is_some_and(|text| has_expression(text, false)) {
        SchemaFault::Expression
    } else {
        fault
    }
}

/// Returns `true` if `text` contains `${{...}}`; if `whole`, nothing else is allowed around it.
pub(crate) fn has_expression(text: &str, whole: bool) -> bool {
    let Some(start) = text.find("${{") else {
        return false;
    };
    let Some(end) = text[start..].find("}}") else {
        return false;
    };
    // The client's pattern allows no blanks inside an expression.
    let inner = text[start + 3..start + end].trim();
    let is_one_word = !inner.contains(char::is_whitespace);
    is_one_word && (!whole || (start == 0 && start + end + 2 == text.len()))
}

pub(crate) fn is_output_expression(text: &str) -> bool {
    text.starts_with("${{parent.outputs.") && text.ends_with("}}")
}

/// Matches `{path: ${{parent.outputs.x}}}` without other keys that would make it an output of its own.
pub(crate) fn is_output_path(mapping: Node<'_>) -> bool {
    let is_own = ["mode", "name", "version"]
        .iter()
        .any(|key| mapping.get(key).is_some());
    let path = mapping.get("path").and_then(Node::text);
    !is_own && path.is_some_and(|text| text.starts_with("${{parent.outputs."))
}
