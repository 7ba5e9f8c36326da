//! What stands where, for hover and completion of values.

use super::choose::enum_values;
use super::table::{Field, Shape, Type, TypeDef, types};
use super::walk::Walk;
use crate::syntax::Node;

/// Whether a local file may stand behind `key` in some document.
#[must_use]
pub fn may_name_files(key: &str) -> bool {
    types()
        .iter()
        .filter_map(|def| def.field(key))
        .any(|field| !files(&field.ty).is_empty())
}

/// The local files that `ty` takes.
fn files(ty: &'static Type) -> Vec<&'static str> {
    let mut leaves = Vec::new();
    super::choose::collect(ty, &mut leaves);
    let file = |leaf: &&'static Type| match leaf.shape {
        Shape::File(loads) => Some(loads),
        Shape::Path => Some(""),
        _ => None,
    };
    leaves.iter().filter_map(file).collect()
}

impl<'t> Walk<'t> {
    /// What the mapping `node` is; `None` for mappings with free keys.
    #[must_use]
    pub fn mapping_type(&self, node: Node<'t>) -> Option<&'static TypeDef> {
        self.mappings
            .iter()
            .rev()
            .find(|(id, _)| *id == node.id())
            .map(|(_, def)| *def)
    }

    /// The field of a key, or of the key that a value belongs to.
    #[must_use]
    pub fn field_of(&self, node: Node<'t>) -> Option<&'static Field> {
        let key = if node.is_key() { node } else { node.key()? };
        self.fields
            .iter()
            .rev()
            .find(|(id, _)| *id == key.id())
            .map(|(_, field)| *field)
    }

    /// What may stand in the place of a value.
    #[must_use]
    pub fn type_of(&self, node: Node<'t>) -> Option<&'static Type> {
        self.values
            .iter()
            .find(|(id, _)| *id == node.id())
            .map(|(_, ty)| *ty)
    }

    /// The words that may stand in the place of a value, `true` and `false` included.
    #[must_use]
    pub fn words_for(&self, node: Node<'t>) -> Vec<&'static str> {
        let Some(ty) = self.type_of(node) else {
            return Vec::new();
        };
        let mut words = Vec::new();
        enum_values(ty, &mut words);
        let mut leaves = Vec::new();
        super::choose::collect(ty, &mut leaves);
        if leaves.iter().any(|leaf| matches!(leaf.shape, Shape::Bool)) {
            words.extend(["true", "false"]);
        }
        words
    }

    /// What local files may stand in the place of a value: documents of kinds such as `component/*`, "" for any file.
    #[must_use]
    pub fn files_for(&self, node: Node<'t>) -> Vec<&'static str> {
        self.type_of(node).map_or_else(Vec::new, files)
    }
}
