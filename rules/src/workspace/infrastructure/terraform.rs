//! The computes of Terraform files, with the values of variables.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::code_compute::{CodeCompute, CodeValue, Missing};
use super::created::origin;
use crate::compute::{ComputeDef, ComputeKind};
use crate::path::{PathStyle, parent};
use crate::terraform::{TerraformCompute, TerraformFile, TerraformValue, ValueForm};

/// The variables of Terraform files. The files of a folder are one module. The default of a variable
/// counts if its folder defines it once, and neither a module call nor a file of variables sets it.
#[derive(Debug, Default)]
pub(super) struct TerraformVariables<'f> {
    /// By folder and name; `None` for an unknown default.
    defaults: BTreeMap<(&'f str, &'f str), Option<&'f str>>,
    /// By folder and name.
    set: BTreeSet<(String, &'f str)>,
    /// The names that calls of modules in unknown folders set.
    set_anywhere: BTreeSet<&'f str>,
}

impl<'f> TerraformVariables<'f> {
    /// Adds the variables that the `file` at `path` defines and sets.
    pub(super) fn add(&mut self, path: &'f str, file: &'f TerraformFile, style: PathStyle) {
        let own = parent(path);
        for (name, default) in &file.defaults {
            let default = default.as_ref().and_then(TerraformValue::literal);
            let known = self.defaults.entry((own, name));
            known.and_modify(|known| *known = None).or_insert(default);
        }
        for name in &file.assigned {
            // The folders above may use the file, too.
            let mut folder = own;
            while self.set.insert((folder.to_owned(), name)) && parent(folder).len() < folder.len()
            {
                folder = parent(folder);
            }
        }
        for call in &file.calls {
            let names = call.arguments.iter().map(|name| &**name);
            match style.join(own, &call.folder) {
                Some(folder) => {
                    let folder = folder.trim_end_matches('/');
                    self.set.extend(names.map(|name| (folder.to_owned(), name)));
                }
                None => self.set_anywhere.extend(names),
            }
        }
    }

    /// Returns a compute of the file at `path`; `None` if its name is unknown.
    pub(super) fn compute(
        &self,
        compute: &TerraformCompute,
        path: &Arc<str>,
    ) -> Option<Arc<ComputeDef>> {
        let folder = parent(path);
        let value = |value: &Option<TerraformValue>| match value {
            None => CodeValue::Missing,
            Some(value) => CodeValue::of(self.text(folder, value)),
        };
        let name = compute.name.as_ref()?;
        let kind = if compute.is_cluster {
            ComputeKind::Cluster
        } else {
            ComputeKind::Instance
        };
        let values = CodeCompute {
            kind: Some(kind),
            size: value(&compute.size),
            tier: value(&compute.priority),
            min_nodes: value(&compute.min_nodes),
            max_nodes: value(&compute.max_nodes),
            location: value(&compute.location),
            // Terraform requires them, so a `dynamic` block sets one that seems to be missing.
            missing: Missing::Unknown,
        };
        let def = values.named(self.text(folder, name)?, origin(path, name.range))?;
        Some(Arc::new(def))
    }

    /// Returns the text of a literal or a variable; `None` if it is unknown.
    fn text<'v>(&'v self, folder: &str, value: &'v TerraformValue) -> Option<&'v str> {
        let name = match &value.form {
            ValueForm::Literal(text) => return Some(text),
            ValueForm::Variable(name) => &**name,
            ValueForm::Unknown => return None,
        };
        let is_set = self
            .set
            .contains(&(folder.to_owned(), name) as &(String, &str))
            || self.set_anywhere.contains(name);
        let default = self.defaults.get(&(folder, name)).copied().flatten();
        default.filter(|_| !is_set)
    }
}
