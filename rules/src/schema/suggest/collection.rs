//! Possible types of a mapping or list on the way down to a place.

use crate::schema::table::{Field, Type, TypeDef, ValueShape};
use crate::schema::union_members::{enum_values, leaves};

/// A collection type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Collection {
    /// A mapping with known keys.
    Known(&'static TypeDef),
    /// A mapping with free keys.
    Free {
        /// Type of the keys, if the client checks them.
        key: Option<&'static Type>,
        /// Type of the values.
        value: &'static Type,
    },
    /// A mapping with free keys by its type, for which the owner accepts only these.
    Only {
        keys: &'static [&'static str],
        value: &'static Type,
    },
    /// A list of items of this type.
    List(&'static Type),
}

impl Collection {
    fn of(leaf: &'static Type) -> Option<Self> {
        match leaf.shape {
            ValueShape::Mapping(def, _) if !def.broken => Some(Self::Known(def)),
            ValueShape::Map { key, value } => Some(Self::Free { key, value }),
            ValueShape::List(item) => Some(Self::List(item)),
            _ => None,
        }
    }

    /// Returns the type if its keys are known.
    pub(crate) fn known(self) -> Option<&'static TypeDef> {
        match self {
            Self::Known(def) => Some(def),
            Self::Free { .. } | Self::Only { .. } | Self::List(_) => None,
        }
    }

    pub(crate) fn is_list(self) -> bool {
        matches!(self, Self::List(_))
    }

    /// Returns the words that free keys are limited to.
    pub(crate) fn free_words(self) -> Vec<&'static str> {
        match self {
            Self::Only { keys, .. } => keys.to_vec(),
            Self::Free { key: Some(ty), .. } => enum_values(ty),
            Self::Known(_) | Self::Free { key: None, .. } | Self::List(_) => Vec::new(),
        }
    }
}

/// Returns the collections that `ty` accepts; `only` are the keys to which its owner restricts it.
fn collections(ty: &'static Type, only: Option<&'static [&'static str]>) -> Vec<Collection> {
    let all: Vec<Collection> = leaves(ty).into_iter().filter_map(Collection::of).collect();
    match (only, all.first()) {
        (Some(keys), Some(Collection::Free { value, .. })) => {
            vec![Collection::Only { keys, value }]
        }
        _ => all,
    }
}

/// A possible collection at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PossibleCollection {
    pub(crate) collection: Collection,
    /// The field whose value contains it; `None` for the mapping at the top.
    pub(crate) field: Option<&'static Field>,
}

/// A possible value at a place.
#[derive(Clone, Copy, Debug)]
pub struct PossibleValue {
    /// Type of the value.
    pub ty: &'static Type,
    /// The field that has or contains the value.
    pub field: &'static Field,
    /// The keys to which the owner of a free mapping restricts it.
    only: Option<&'static [&'static str]>,
}

impl PossibleValue {
    /// Returns the possible items, if the value is a list.
    pub fn items(&self) -> Vec<Self> {
        let mut items = Vec::new();
        for leaf in leaves(self.ty) {
            if let ValueShape::List(ty) = leaf.shape {
                items.push(Self { ty, ..*self });
            }
        }
        items
    }

    /// Returns the possible collections.
    pub(crate) fn collections(&self) -> Vec<PossibleCollection> {
        let field = Some(self.field);
        collections(self.ty, self.only)
            .into_iter()
            .map(|collection| PossibleCollection { collection, field })
            .collect()
    }
}

impl PossibleCollection {
    /// Returns the possible value of `key` in it.
    pub(crate) fn value_of(self, key: &str) -> Option<PossibleValue> {
        match self.collection {
            Collection::Known(def) => {
                let field = def.known_field(key)?;
                Some(PossibleValue {
                    ty: &field.ty,
                    field,
                    only: def.only_keys(key),
                })
            }
            Collection::Free { value, .. } | Collection::Only { value, .. } => self.part(value),
            Collection::List(_) => None,
        }
    }

    /// Returns the possible collections of an item, if it is a list.
    pub(crate) fn items(self) -> Vec<Self> {
        let Collection::List(item) = self.collection else {
            return Vec::new();
        };
        self.part(item)
            .map_or_else(Vec::new, |item| item.collections())
    }

    /// Returns a part of it without a field of its own.
    fn part(self, ty: &'static Type) -> Option<PossibleValue> {
        Some(PossibleValue {
            ty,
            field: self.field?,
            only: None,
        })
    }
}
