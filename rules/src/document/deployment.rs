//! A lenient view of batch deployments.

use super::Document;
use crate::syntax::Node;

/// Settings of a batch deployment that concern its compute.
#[derive(Clone, Copy, Debug)]
pub struct BatchDeployment<'t> {
    /// `compute`, which runs a deployed model.
    pub compute: Option<Node<'t>>,
    /// `settings.default_compute`, which runs the steps of a deployed pipeline component.
    pub default_compute: Option<Node<'t>>,
    /// Number of nodes of each job, as written.
    pub instance_count: Option<Node<'t>>,
}

impl Document {
    /// Returns the batch deployment in this file.
    pub fn batch_deployment(&self) -> Option<BatchDeployment<'_>> {
        let root = self
            .root()
            .filter(|_| self.kind().is_some_and(super::Kind::is_batch_deployment))?;
        let at = |keys: &[&str]| root.get_path(keys).filter(|node| !node.is_null());
        Some(BatchDeployment {
            compute: at(&["compute"]),
            default_compute: at(&["settings", "default_compute"]),
            instance_count: at(&["resources", "instance_count"])
                .or_else(|| at(&["settings", "instance_count"])),
        })
    }
}
