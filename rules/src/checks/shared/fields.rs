//! The values of known keys, anywhere in the document.

use crate::checks::context::Context;
use crate::schema::is_bool;
use crate::syntax::Node;

/// Returns the values of every known key called `name`, in the order of the file.
pub(crate) fn values_of<'a>(cx: &Context<'a>, name: &str) -> Vec<Node<'a>> {
    let tree = cx.document.tree();
    let fields = cx.judgement().fields.iter();
    let keys = fields.filter(|(_, field)| field.name == name);
    let mut found: Vec<Node<'a>> = keys
        .filter_map(|(id, _)| tree.node(*id).value_of_key())
        .map(Node::resolved)
        .collect();
    // A key is recorded once for each alternative type of its mapping.
    found.dedup();
    found
}

/// Returns every mapping that was validated as one of the types `names`, in the order of the file.
pub(crate) fn mappings_of<'a>(cx: &Context<'a>, names: &[&str]) -> Vec<Node<'a>> {
    let tree = cx.document.tree();
    let mappings = cx.judgement().mappings.iter();
    let own = mappings.filter(|(_, def)| names.contains(&def.name));
    let mut found: Vec<Node<'a>> = own.map(|(id, _)| tree.node(*id)).collect();
    found.dedup();
    found
}

/// Returns the values of known keys that may be booleans, in the order of the file.
pub(crate) fn booleans<'a>(cx: &Context<'a>) -> Vec<Node<'a>> {
    let judgement = cx.judgement();
    let tree = cx.document.tree();
    let fields = judgement.fields.iter();
    let mut found: Vec<Node<'a>> = fields
        .filter(|(_, field)| is_bool(&field.ty))
        .filter_map(|(id, _)| tree.node(*id).value_of_key())
        .collect();
    found.dedup();
    found
}
