//! What a mapping or a list may be, on the way down to a place.

use super::choose::{collect, enum_values};
use super::table::{Shape, Type, TypeDef};

/// A collection in which something stands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holder {
    /// A mapping with known keys.
    Known(&'static TypeDef),
    /// A mapping with free keys.
    Free {
        /// What the keys are, where the client looks at them.
        key: Option<&'static Type>,
        /// What stands behind each.
        value: &'static Type,
    },
    /// A mapping that is free by its type, of which the owner takes these keys only.
    Only {
        keys: &'static [&'static str],
        value: &'static Type,
    },
    /// A list of such items.
    List(&'static Type),
}

impl Holder {
    /// Its type, where its keys are known.
    pub(super) fn known(self) -> Option<&'static TypeDef> {
        match self {
            Self::Known(def) => Some(def),
            _ => None,
        }
    }

    /// The keys that it takes although they are free.
    pub(super) fn words(self) -> Vec<&'static str> {
        let mut words = Vec::new();
        match self {
            Self::Only { keys, .. } => words.extend(keys),
            Self::Free { key: Some(ty), .. } => enum_values(ty, &mut words),
            _ => {}
        }
        words
    }
}

/// The collections that `ty` takes.
pub(super) fn holders(ty: &'static Type) -> Vec<Holder> {
    let mut leaves = Vec::new();
    collect(ty, &mut leaves);
    let holder = |leaf: &'static Type| match leaf.shape {
        Shape::Mapping(def, _) if !def.broken => Some(Holder::Known(def)),
        Shape::Map { key, value } => Some(Holder::Free { key, value }),
        Shape::List(item) => Some(Holder::List(item)),
        _ => None,
    };
    leaves.into_iter().filter_map(holder).collect()
}
