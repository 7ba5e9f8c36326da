//! The alternatives of a type, with unions and named types resolved, and their common properties.

use super::table::{Type, TypeDef, ValueShape, types};

/// Keys whose words select the alternative of a union.
pub const ALTERNATIVE_KEYS: [&str; 2] = ["type", "task"];

/// Returns the alternatives that are not unions themselves, in the order in which the client tries them.
pub(super) fn leaves(ty: &'static Type) -> Vec<&'static Type> {
    leaves_that(ty, |_| true)
}

/// Returns those of [`leaves`] for which `is_it` returns `true`.
pub(super) fn leaves_that(
    ty: &'static Type,
    is_it: impl Fn(&Type) -> bool + Copy,
) -> Vec<&'static Type> {
    let mut leaves = Vec::new();
    add_leaves(ty, is_it, &mut leaves);
    leaves
}

fn add_leaves(
    ty: &'static Type,
    is_it: impl Fn(&Type) -> bool + Copy,
    leaves: &mut Vec<&'static Type>,
) {
    match &ty.shape {
        _ if ty.private => {}
        ValueShape::OneOf(all) => all.iter().for_each(|ty| add_leaves(ty, is_it, leaves)),
        ValueShape::Named(named) => add_leaves(&named.ty, is_it, leaves),
        _ if is_it(ty) => leaves.push(ty),
        _ => {}
    }
}

/// Returns `true` if one of the alternatives satisfies `is_it`.
pub(super) fn any_leaf(ty: &'static Type, is_it: impl Fn(&Type) -> bool + Copy) -> bool {
    match &ty.shape {
        _ if ty.private => false,
        ValueShape::OneOf(all) => all.iter().any(|ty| any_leaf(ty, is_it)),
        ValueShape::Named(named) => any_leaf(&named.ty, is_it),
        _ => is_it(ty),
    }
}

/// Returns the words of the enumerations in `ty`, without duplicates.
pub fn enum_values(ty: &'static Type) -> Vec<&'static str> {
    enum_values_of_all([ty])
}

/// Returns the words of the enumerations in all of `types`, without duplicates.
pub fn enum_values_of_all(types: impl IntoIterator<Item = &'static Type>) -> Vec<&'static str> {
    let mut values = Vec::new();
    for leaf in types.into_iter().flat_map(leaves) {
        let ValueShape::Enum(_, all) = leaf.shape else {
            continue;
        };
        for value in all {
            if !values.contains(value) {
                values.push(*value);
            }
        }
    }
    values
}

/// Returns `true` if only numbers or booleans are allowed: any other value then has the wrong type,
/// not just a wrong value.
pub fn is_numeric(ty: &'static Type) -> bool {
    any_leaf(ty, is_number_or_bool)
        && !any_leaf(ty, |leaf| {
            !is_number_or_bool(leaf) && !is_beside_numbers(leaf)
        })
}

/// Returns `true` if a boolean is allowed, but not text, which could look like one.
pub(crate) fn is_bool(ty: &'static Type) -> bool {
    any_leaf(ty, |leaf| matches!(leaf.shape, ValueShape::Bool))
        && !any_leaf(ty, |leaf| matches!(leaf.shape, ValueShape::Text(_)))
}

fn is_beside_numbers(leaf: &Type) -> bool {
    matches!(
        leaf.shape,
        ValueShape::Mapping(..) | ValueShape::List(_) | ValueShape::Expression { .. }
    )
}

fn is_number_or_bool(leaf: &Type) -> bool {
    matches!(
        leaf.shape,
        ValueShape::Int { .. } | ValueShape::Float { .. } | ValueShape::Bool
    )
}

/// Returns the mappings with known keys that a value of this type may be.
pub fn mappings(ty: &'static Type) -> Vec<&'static TypeDef> {
    let mut found: Vec<&TypeDef> = Vec::new();
    for leaf in leaves(ty) {
        if let ValueShape::Mapping(def, _) = leaf.shape
            && !found.iter().any(|other| std::ptr::eq(*other, def))
        {
            found.push(def);
        }
    }
    found
}

/// Returns the local files that `ty` accepts: documents of kinds such as `component/*`, "" for any file.
pub(super) fn files(ty: &'static Type) -> Vec<&'static str> {
    let mut files = Vec::new();
    for leaf in leaves(ty) {
        match leaf.shape {
            ValueShape::File(loads) => files.push(loads),
            ValueShape::Path => files.push(""),
            _ => {}
        }
    }
    files
}

/// Returns `true` if a local file is allowed at `key` in some document.
pub fn may_name_files(key: &str) -> bool {
    types()
        .iter()
        .filter_map(|def| def.field(key))
        .any(|field| !files(&field.ty).is_empty())
}
