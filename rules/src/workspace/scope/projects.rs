//! The folders that are projects: those with an `azml.yaml`.

use std::collections::BTreeSet;
use std::ops::Bound;
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
        if self.0.is_empty() {
            return "";
        }
        let mut folder = parent(path);
        let up_to = |folder| (Bound::Unbounded, Bound::Included(folder));
        while let Some(last) = self.0.range::<str, _>(up_to(folder)).next_back() {
            work_counter::spend(1);
            if below(last, folder).is_some() {
                return last;
            }
            // The projects around `folder` sort before `last`, which therefore begins with their names.
            let around = |folder: &&str| last.starts_with(*folder);
            let Some(above) = above(folder).find(around) else {
                break;
            };
            folder = above;
        }
        ""
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

/// Returns the folders around `folder`, the nearest one first.
fn above(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |folder| {
        let above = parent(folder);
        (above.len() < folder.len()).then_some(above)
    })
    .skip(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_the_nearest_project_around_it() {
        let folders = ["a", "a-b", "a/b", "a/b/c", "a/b-c/d", "b/a", "C:/", "C:/a"];
        for chosen in 0..1_u32 << folders.len() {
            let chosen = folders
                .iter()
                .enumerate()
                .filter(|(at, _)| chosen & (1 << at) != 0);
            let projects = Projects(chosen.map(|(_, folder)| (*folder).into()).collect());
            for folder in folders
                .iter()
                .chain(&["", "a/b/d", "a/b-c", "b", "C:/a/b", "a0"])
            {
                let path = format!(
                    "{folder}{}x.yml",
                    if folder.is_empty() || folder.ends_with('/') {
                        ""
                    } else {
                        "/"
                    }
                );
                let around = std::iter::once(*folder).chain(above(folder));
                let nearest = around
                    .into_iter()
                    .find(|folder| projects.0.contains(*folder));
                assert_eq!(
                    projects.of(&path),
                    nearest.unwrap_or(""),
                    "{path} {projects:?}"
                );
            }
        }
    }
}
