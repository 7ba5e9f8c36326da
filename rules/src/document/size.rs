//! The places in a document that name a VM size.

use super::{Document, Kind};
use crate::compute::looks_like_vm_size;
use crate::syntax::{Node, known_text};

/// A value that names a VM size, or is shaped like one.
#[derive(Clone, Copy, Debug)]
pub struct SizeUse<'t> {
    /// The value.
    pub node: Node<'t>,
    /// Its text.
    pub name: &'t str,
    /// The key it belongs to: `size` or `instance_type`.
    pub key: &'t str,
}

impl Document {
    /// Every value of `size` and `instance_type` that is shaped like a VM size, in the order of the file. A Kubernetes
    /// instance type or a storage SKU is none.
    #[must_use]
    pub fn vm_sizes(&self) -> Vec<SizeUse<'_>> {
        let compute = self.kind().is_some_and(Kind::is_compute);
        let uses = self
            .tree()
            .nodes()
            .filter(|node| !node.is_key())
            .filter_map(|node| {
                let key = node.key()?.text()?;
                let names_size = key == "instance_type" || key == "size" && compute;
                let name =
                    known_text(node).filter(|name| names_size && looks_like_vm_size(name))?;
                Some(SizeUse { node, name, key })
            });
        uses.collect()
    }
}
