//! Calls of reusable workflows and templates that create a compute cluster from their inputs:
//!
//! ```yaml
//! uses: Azure/mlops-templates/.github/workflows/create-compute.yml@main
//! with: {cluster_name: cpu-cluster, size: Standard_DS3_v2, min_instances: 0, max_instances: 4}
//! ```
//!
//! They are recognized by the name of the file and by the inputs, as copies of
//! <https://github.com/Azure/mlops-templates> (2026-11-24) have them.

use memchr::memmem;

use crate::path::file_name;
use crate::syntax::{Node, Tree};

/// Name of the workflows and templates, without extension.
pub const COMPUTE_TEMPLATE: &str = "create-compute";

/// The keys of a call: the file, and its inputs.
const CALLS: [(&str, &str); 2] = [("uses", "with"), ("template", "parameters")];

/// Returns `true` if the text of a workflow or pipeline may call such a template.
pub fn may_call_compute_template(text: &str) -> bool {
    memmem::find(text.as_bytes(), COMPUTE_TEMPLATE.as_bytes()).is_some()
}

/// Returns the inputs of the calls in a workflow or pipeline: mappings with `cluster_name`.
pub fn compute_template_inputs(tree: &Tree) -> impl Iterator<Item = Node<'_>> {
    tree.nodes().filter_map(|node| {
        let inputs = CALLS.iter().find_map(|(file, inputs)| {
            let file = node.get(file)?.text()?;
            is_compute_template(file).then(|| node.get(inputs))?
        })?;
        inputs.get("cluster_name").map(|_| inputs)
    })
}

/// Returns `true` for `FOLDER/create-compute.yml@REF`.
fn is_compute_template(file: &str) -> bool {
    let path = file.split_once('@').map_or(file, |(path, _)| path);
    let name = file_name(path).rsplit_once('.');
    name.is_some_and(|(name, ending)| name == COMPUTE_TEMPLATE && matches!(ending, "yml" | "yaml"))
}
