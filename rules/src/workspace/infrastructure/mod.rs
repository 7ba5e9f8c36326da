//! The computes that infrastructure code creates: Terraform, calls of reusable workflows and templates,
//! and `az ml compute create` in scripts and workflows. It is the last source of computes, and incomplete:
//! a compute that it doesn't have may exist.
//!
//! Start at [`Infrastructure`]. `created` has the computes that one file creates, `terraform` the values
//! of variables, and `code_compute` the values of a definition.
//!
//! Invariant: a value that several places set differently, or that depends on the run, is unknown.

mod code_compute;
mod created;
mod terraform;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

pub(super) use self::created::CodeFacts;
use self::terraform::TerraformVariables;
use crate::compute::ComputeDef;
use crate::path::PathStyle;

/// By lower-case name, each in the order of the files.
type ComputesByName = BTreeMap<String, Vec<Arc<ComputeDef>>>;

/// The computes that infrastructure code creates.
#[derive(Clone, Debug, Default)]
pub(super) struct Infrastructure {
    /// The facts of the files that may tell of computes.
    files: BTreeMap<Arc<str>, Arc<CodeFacts>>,
    /// Made at the first use: the values in a file depend on others.
    computes: OnceLock<Arc<ComputesByName>>,
}

impl Infrastructure {
    pub(super) fn insert(&mut self, path: Arc<str>, facts: Option<Arc<CodeFacts>>) {
        let was_known = self.files.remove(&path).is_some();
        if was_known || facts.is_some() {
            self.computes.take();
        }
        self.files.extend(facts.map(|facts| (path, facts)));
    }

    pub(super) fn remove(&mut self, path: &str) {
        if self.files.remove(path).is_some() {
            self.computes.take();
        }
    }

    /// Every compute, by lower-case name.
    pub(super) fn computes(&self, style: PathStyle) -> &ComputesByName {
        self.computes.get_or_init(|| Arc::new(self.find(style)))
    }

    fn find(&self, style: PathStyle) -> ComputesByName {
        let mut variables = TerraformVariables::default();
        for (path, facts) in &self.files {
            if let CodeFacts::Terraform(file) = &**facts {
                variables.add(path, file, style);
            }
        }
        let mut found = ComputesByName::new();
        let mut updates = Vec::new();
        for (path, facts) in &self.files {
            let defined: Vec<Arc<ComputeDef>> = match &**facts {
                CodeFacts::Commands(commands) => {
                    updates.extend(&commands.updated);
                    commands.created.clone()
                }
                CodeFacts::Terraform(file) => {
                    let computes = file.computes.iter();
                    computes
                        .filter_map(|it| variables.compute(it, path))
                        .collect()
                }
            };
            for def in defined {
                let name = def.name.to_ascii_lowercase();
                found.entry(name).or_default().push(def);
            }
        }
        for update in updates {
            let named = found.get_mut(&update.name.to_ascii_lowercase());
            for def in named.into_iter().flatten() {
                code_compute::weaken(Arc::make_mut(def), update);
            }
        }
        found
    }
}
