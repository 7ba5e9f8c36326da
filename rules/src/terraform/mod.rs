//! Terraform files: the computes of Azure Machine Learning that they define, and the values of the
//! variables that these use.
//!
//! Start at [`TerraformFile::read`]. `tokens` finds the words, strings, and signs of a text, `blocks`
//! the blocks and attributes, `value` is the value of an attribute.
//!
//! Invariants: a value that is not a literal, or a variable, is unknown; every byte of a text is looked
//! at once, and nothing is recursive, so that a hostile text takes time in proportion to its size. The
//! crate `hcl-edit` isn't used: it compares each key of an object with all keys before it, and one
//! mistake hides the whole file.

mod blocks;
mod tokens;
mod value;

use std::collections::{BTreeMap, BTreeSet};

use self::blocks::{BlockBody, BlockHeader};
use self::tokens::HclTokens;
pub use self::value::{TerraformValue, ValueForm};

/// Maximum size of a text that is read, in bytes. Longer ones aren't written by hand.
const MAX_BYTES: usize = 1 << 20;

/// Texts of which a file contains one if it matters here.
///
/// The resources: <https://registry.terraform.io/providers/hashicorp/azurerm/latest/docs> (2026-11-24).
pub const TERRAFORM_MARKS: [&str; 3] = ["azurerm_machine_learning_compute_", "variable", "module"];

const CLUSTER: &str = "azurerm_machine_learning_compute_cluster";
const INSTANCE: &str = "azurerm_machine_learning_compute_instance";

/// The parts of a Terraform file that tell of computes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TerraformFile {
    /// The computes, in order.
    pub computes: Vec<TerraformCompute>,
    /// The variables with their defaults.
    pub defaults: BTreeMap<Box<str>, Option<TerraformValue>>,
    /// The variables that it sets: a file of variables only, `.tfvars`.
    pub assigned: BTreeSet<Box<str>>,
    /// The modules in other folders that it calls.
    pub calls: Vec<ModuleCall>,
}

/// A compute in a Terraform file. `None` means that an attribute is not set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TerraformCompute {
    /// `true` for a cluster, `false` for an instance.
    pub is_cluster: bool,
    /// Its name in the workspace.
    pub name: Option<TerraformValue>,
    /// VM size.
    pub size: Option<TerraformValue>,
    /// `Dedicated` or `LowPriority`; only clusters have it.
    pub priority: Option<TerraformValue>,
    /// Minimum number of nodes of a cluster.
    pub min_nodes: Option<TerraformValue>,
    /// Maximum number of nodes of a cluster.
    pub max_nodes: Option<TerraformValue>,
    /// Azure region of a cluster.
    pub location: Option<TerraformValue>,
}

/// A call of a module in another folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModuleCall {
    /// The folder, relative to that of the file.
    pub folder: Box<str>,
    /// The variables that it sets.
    pub arguments: BTreeSet<Box<str>>,
}

/// Returns `true` if the file at `path` is a Terraform file by its name, or one of variables.
pub fn is_terraform(path: &str) -> bool {
    path.ends_with(".tf") || is_variables(path)
}

fn is_variables(path: &str) -> bool {
    path.ends_with(".tfvars")
}

impl TerraformFile {
    /// Reads the file at `path`.
    pub fn read(path: &str, text: &str) -> Self {
        let mut found = Self::default();
        if text.len() > MAX_BYTES {
            return found;
        }
        let mut tokens = HclTokens::new(text);
        if is_variables(path) {
            let body = BlockBody::read(&mut tokens);
            found.assigned = body.names();
            return found;
        }
        while let Some(header) = BlockHeader::next(&mut tokens) {
            found.take(&header, &mut tokens);
        }
        found
    }

    /// Reads the block after `header`, if it matters.
    fn take(&mut self, header: &BlockHeader<'_>, tokens: &mut HclTokens<'_>) {
        match (header.kind, &header.labels[..]) {
            ("resource", [CLUSTER, _]) => {
                self.computes.push(cluster(&BlockBody::read(tokens)));
            }
            ("resource", [INSTANCE, _]) => {
                self.computes.push(instance(&BlockBody::read(tokens)));
            }
            ("variable", [name]) => {
                let default = BlockBody::read(tokens).value("default");
                let known = self.defaults.entry((*name).into());
                // A second definition is a mistake.
                known.and_modify(|known| *known = None).or_insert(default);
            }
            ("module", [_]) => self.calls.extend(module_call(&BlockBody::read(tokens))),
            _ => tokens.skip_block(),
        }
    }
}

fn cluster(body: &BlockBody<'_>) -> TerraformCompute {
    let scale = |name| body.block("scale_settings")?.value(name);
    TerraformCompute {
        is_cluster: true,
        name: body.value("name"),
        size: body.value("vm_size"),
        priority: body.value("vm_priority"),
        min_nodes: scale("min_node_count"),
        max_nodes: scale("max_node_count"),
        location: body.value("location"),
    }
}

fn instance(body: &BlockBody<'_>) -> TerraformCompute {
    TerraformCompute {
        name: body.value("name"),
        size: body.value("virtual_machine_size"),
        ..TerraformCompute::default()
    }
}

fn module_call(body: &BlockBody<'_>) -> Option<ModuleCall> {
    let source = body.value("source")?;
    let folder = source
        .literal()
        .filter(|folder| folder.starts_with("./") || folder.starts_with("../"))?;
    Some(ModuleCall {
        folder: folder.into(),
        arguments: body.names(),
    })
}

#[cfg(test)]
mod tests;
