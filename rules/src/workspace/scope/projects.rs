//! The folders that are projects: those with an `azml.yaml`.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::path::{below, parent};
use crate::settings::Settings;
use crate::work_counter;

/// The folders that have an `azml.yaml`, as the settings say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Projects(BTreeSet<Arc<str>>);

impl Projects {
    pub(in crate::workspace) fn insert(&mut self, settings: &Settings) {
        let Some(file) = &settings.path else {
            return;
        };
        let folder = parent(file);
        if !self.0.contains(folder) {
            self.0.insert(folder.into());
        }
    }

    pub(in crate::workspace) fn clear(&mut self) {
        self.0.clear();
    }

    pub(in crate::workspace) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The project that the file at `path` belongs to; "" where none is marked.
    pub(in crate::workspace) fn of(&self, path: &str) -> &str {
        let around = std::iter::successors(Some(parent(path)), |folder| {
            let above = parent(folder);
            (above.len() < folder.len()).then_some(above)
        });
        let mut around = around.inspect(|_| work_counter::spend(1));
        let nearest = around.find_map(|folder| self.0.get(folder));
        nearest.map_or("", |folder| folder)
    }

    /// Returns `true` if every file belongs to the same project, or one lies around the other.
    pub(super) fn see_each_other(&self) -> bool {
        self.0.len() <= 1
    }
}

/// Returns `true` if `path` is in `folder` or below it.
pub(super) fn is_below(path: &str, folder: &str) -> bool {
    below(folder, path).is_some_and(|inside| !inside.is_empty())
}
