//! Which definitions a file can mean where several projects stand below one root.
//!
//! A folder with an `azml.yaml` is a project. A file means what its own project defines, else what
//! the folders around that one define, the innermost project first, else what projects inside it
//! define. What is in no project counts as around all of them.
//! Projects beside each other don't answer for each other. Without an `azml.yaml`, two folders
//! beside each other are separate as well if both hold jobs or deployments and both define the same
//! name: for resources of that sort.
//!
//! Start at [`Scope`]. `projects` has the folders that are projects, `lookup` finds definitions in a
//! scope, and `resolve` the compute that a value means.

mod lookup;
pub(super) mod projects;
pub(super) mod resolve;

use std::cell::RefCell;
use std::collections::HashMap;

use self::projects::is_below;
use super::index::Members;
use super::store::Store;
use crate::cancellation;
use crate::document::Resource;

/// The definitions that a file can mean by the name of a resource of one sort.
pub(crate) struct Scope<'s> {
    store: &'s Store,
    resource: Resource,
    from: &'s str,
    project: &'s str,
    members: Option<&'s Members>,
    /// `true` for two folders that are separate, once that is known.
    separate: RefCell<HashMap<(&'s str, &'s str), bool>>,
}

impl Store {
    /// Returns the definitions that the file at `from` can mean by the name of a `resource`.
    pub(super) fn scope<'s>(&'s self, from: &'s str, resource: Resource) -> Scope<'s> {
        Scope {
            store: self,
            resource,
            from,
            project: self.projects.of(from),
            members: self.index.get(resource).map(|members| &**members),
            separate: RefCell::default(),
        }
    }

    /// Returns `true` if a job or deployment is in `folder` or below it.
    fn holds_work(&self, folder: &str) -> bool {
        let sorts = [Resource::Job, Resource::Deployment];
        let mut sorts = sorts.into_iter().filter_map(|sort| self.index.get(sort));
        sorts.any(|members| members.is_any_below(folder))
    }
}

impl<'s> Scope<'s> {
    /// Returns `true` if every file of the folder is in scope.
    pub(super) fn is_everything(&self) -> bool {
        self.store.projects.see_each_other() && !self.has_repeated_names()
    }

    fn has_repeated_names(&self) -> bool {
        self.members.is_some_and(Members::has_repeated_names)
    }

    /// Returns the distance of the definitions in the file at `path`: 0 in the same project, more in
    /// those around it, most in those inside it. `None` if they are out of scope.
    pub(crate) fn distance(&self, path: &'s str) -> Option<usize> {
        let other = self.store.projects.of(path);
        if other == self.project {
            return (!self.is_separate(path)).then_some(0);
        }
        if is_below(self.project, other) {
            return Some(1 + self.project.len() - other.len());
        }
        is_below(other, self.project).then_some(usize::MAX)
    }

    /// Those of `found` that are in scope and closest.
    pub(crate) fn closest<T>(&self, found: Vec<T>, path: impl Fn(&T) -> &'s str) -> Vec<T> {
        cancellation::poll();
        if found.is_empty() || self.is_everything() && self.store.projects.is_empty() {
            return found;
        }
        let mut ranked: Vec<(usize, T)> = Vec::new();
        for one in found {
            if let Some(distance) = self.distance(path(&one)) {
                ranked.push((distance, one));
            }
        }
        let best = ranked.iter().map(|(distance, _)| *distance).min();
        ranked.retain(|(distance, _)| Some(*distance) == best);
        ranked.into_iter().map(|(_, one)| one).collect()
    }

    /// Returns `true` if the file at `path` is in a folder beside that of this one, and both are
    /// projects by their contents.
    fn is_separate(&self, path: &'s str) -> bool {
        if !self.has_repeated_names() {
            return false;
        }
        let Some((own, other)) = branches(self.from, path) else {
            return false;
        };
        if let Some(known) = self.separate.borrow().get(&(own, other)) {
            return *known;
        }
        let found = self.define_the_same(own, other)
            && self.store.holds_work(own)
            && self.store.holds_work(other);
        self.separate.borrow_mut().insert((own, other), found);
        found
    }

    /// Returns `true` if files below both folders define the same name, in the same version.
    fn define_the_same(&self, own: &str, other: &str) -> bool {
        let mut repeated = self.members.into_iter().flat_map(Members::repeated);
        repeated.any(|paths| {
            let versions = |folder: &str| -> Vec<Option<&str>> {
                let inside = paths.iter().filter(|path| is_below(path, folder));
                inside.map(|path| self.version(path)).collect()
            };
            let own = versions(own);
            !own.is_empty() && versions(other).iter().any(|version| own.contains(version))
        })
    }

    fn version(&self, path: &str) -> Option<&'s str> {
        let members = self.members.filter(|_| self.resource.is_versioned())?;
        members.version(path)
    }
}

/// The folders beside each other that the two files are in; `None` where one of them is not below
/// such a folder.
fn branches<'p>(one: &'p str, other: &'p str) -> Option<(&'p str, &'p str)> {
    let same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b);
    let same = one.get(..same.count())?;
    let top = same.rfind('/').map_or(0, |slash| slash + 1);
    let branch = |path: &'p str| {
        let end = path.get(top..)?.find('/')?;
        path.get(..top + end)
    };
    Some((branch(one)?, branch(other)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::settings::Settings;
    use crate::workspace::Workspace;

    fn compute(path: &str, name: &str) -> Document {
        let text = format!("type: amlcompute\nname: {name}\nsize: Standard_D4s_v5\n");
        Document::new(path, text)
    }

    fn job(path: &str) -> Document {
        let text = "$schema: https://x/latest/commandJob.schema.json\ncommand: echo\n";
        Document::new(path, text)
    }

    fn configured(folders: &[&str]) -> Workspace {
        let mut workspace = Workspace::default();
        for folder in folders {
            let file = format!("{folder}/azml.yaml");
            let settings = Settings {
                path: Some(file.trim_start_matches('/').into()),
                ..Settings::default()
            };
            workspace.set_settings(folder, settings);
        }
        workspace
    }

    /// The files whose compute `name` the file at `from` means.
    fn meant(workspace: &Workspace, from: &str, name: &str) -> String {
        let known = workspace.compute_named(from, name);
        let definitions = known
            .iter()
            .flat_map(crate::compute::KnownCompute::definitions);
        let paths: Vec<&str> = definitions.map(|def| &*def.origin.path).collect();
        paths.join(" ")
    }

    #[test]
    fn folders_are_told_apart_where_paths_part() {
        assert_eq!(branches("a/b/x.yml", "a/c/d/y.yml"), Some(("a/b", "a/c")));
        assert_eq!(
            branches("dev/x.yml", "deploy/y.yml"),
            Some(("dev", "deploy"))
        );
        assert_eq!(branches("a/x.yml", "a/b/y.yml"), None);
        assert_eq!(branches("x.yml", "a/y.yml"), None);
    }

    #[test]
    fn projects_beside_each_other_do_not_answer_for_each_other() {
        let mut workspace = configured(&["", "a", "b", "a/inner"]);
        for (path, name) in [
            ("top.yml", "top"),
            ("a/own.yml", "own"),
            ("b/own.yml", "own"),
            ("b/other.yml", "other"),
            ("a/inner/deep.yml", "deep"),
            ("a/top.yml", "top"),
        ] {
            workspace.insert(compute(path, name));
        }
        assert_eq!(meant(&workspace, "a/job.yml", "own"), "a/own.yml");
        assert_eq!(meant(&workspace, "a/job.yml", "other"), "");
        assert_eq!(meant(&workspace, "a/job.yml", "deep"), "a/inner/deep.yml");
        assert_eq!(meant(&workspace, "a/job.yml", "top"), "a/top.yml");
        assert_eq!(meant(&workspace, "a/inner/job.yml", "top"), "a/top.yml");
        assert_eq!(meant(&workspace, "b/job.yml", "top"), "top.yml");
        assert_eq!(meant(&workspace, "b/job.yml", "deep"), "");
        assert_eq!(meant(&workspace, "job.yml", "own"), "a/own.yml b/own.yml");
    }

    #[test]
    fn trees_with_the_same_names_are_separate_if_both_hold_work() {
        let mut workspace = Workspace::default();
        for path in ["a/cpu.yml", "b/cpu.yml"] {
            workspace.insert(compute(path, "cpu"));
        }
        workspace.insert(compute("b/gpu.yml", "gpu"));
        workspace.insert(job("a/jobs/x.yml"));
        // A folder of definitions is no project.
        assert_eq!(meant(&workspace, "a/jobs/x.yml", "gpu"), "b/gpu.yml");
        workspace.insert(job("b/jobs/x.yml"));
        assert_eq!(meant(&workspace, "a/jobs/x.yml", "gpu"), "");
        assert_eq!(meant(&workspace, "a/jobs/x.yml", "cpu"), "a/cpu.yml");
        assert_eq!(meant(&workspace, "jobs/x.yml", "gpu"), "b/gpu.yml");
        assert_eq!(
            meant(&workspace, "jobs/x.yml", "cpu"),
            "a/cpu.yml b/cpu.yml"
        );
        workspace.remove("a/cpu.yml");
        assert_eq!(meant(&workspace, "a/jobs/x.yml", "gpu"), "b/gpu.yml");
    }
}
