//! The files that describe a resource, by sort and name, and those that name a conda file, another
//! document, or an environment. A file can be found under two sorts: a model is an input, too.
//!
//! Start at [`Members`]. `facts` is the part of a document that it is found by, `named_files` the files
//! that it names. `command_lines` finds the lines of other files that run `az ml` on a file, and
//! `mentioning_files` the scripts by the names of files. `registered` has the names that something creates
//! without a file.

pub(super) mod command_lines;
pub(super) mod facts;
pub(super) mod mentioning_files;
pub(super) mod named_files;
pub(super) mod registered;

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

use self::facts::Definition;
use crate::document::{Document, Resource};
use crate::path::PathStyle;
use crate::similar::closest;

/// The files of one sort: by path with what each defines, and by its name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Members {
    definitions: BTreeMap<Arc<str>, Definition>,
    paths: BTreeMap<Arc<str>, Paths>,
    /// Number of names that are defined more than once.
    repeated: usize,
}

/// The files that define a name, in order. Most names have one.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Paths {
    One(Arc<str>),
    More(Vec<Arc<str>>),
}

impl Paths {
    fn all(&self) -> &[Arc<str>] {
        match self {
            Self::One(path) => std::slice::from_ref(path),
            Self::More(paths) => paths,
        }
    }

    fn insert(&mut self, path: Arc<str>) {
        let at = place_among(self.all(), &path).unwrap_or_else(|at| at);
        match self {
            Self::More(paths) => paths.insert(at, path),
            Self::One(first) => {
                let mut paths = vec![first.clone()];
                paths.insert(at, path);
                *self = Self::More(paths);
            }
        }
    }

    /// Takes out `path`; `None` where no other one is left.
    fn without(self, path: &str) -> Option<Self> {
        let Self::More(mut paths) = self else {
            return None;
        };
        if let Ok(at) = place_among(&paths, path) {
            paths.remove(at);
        }
        match &paths[..] {
            [one] => Some(Self::One(one.clone())),
            _ => Some(Self::More(paths)),
        }
    }
}

impl Members {
    fn insert(&mut self, path: Arc<str>, definition: &Definition) {
        if let Some(name) = &definition.name {
            match self.paths.get_mut(name) {
                Some(paths) => {
                    paths.insert(path.clone());
                    self.repeated += usize::from(paths.all().len() == 2);
                }
                None => {
                    self.paths.insert(name.clone(), Paths::One(path.clone()));
                }
            }
        }
        self.definitions.insert(path, definition.clone());
    }

    fn remove(&mut self, path: &str) {
        let removed = self.definitions.remove(path);
        let Some(name) = removed.and_then(|definition| definition.name) else {
            return;
        };
        if let Some(paths) = self.paths.remove(&name) {
            let was_repeated = paths.all().len() > 1;
            let left = paths.without(path);
            let is_repeated = left.as_ref().is_some_and(|it| it.all().len() > 1);
            self.repeated -= usize::from(was_repeated && !is_repeated);
            self.paths.extend(left.map(|left| (name, left)));
        }
    }

    /// Every file, in order.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Arc<str>> {
        self.definitions.keys()
    }

    /// The name, defined in a file that `is_seen`, that `name` may be a slip of; none where such a
    /// file defines `name` itself.
    pub(super) fn near<'s>(
        &'s self,
        name: &str,
        is_seen: impl Fn(&'s str) -> bool,
    ) -> Option<&'s str> {
        if self.named(name).iter().any(|path| is_seen(path)) {
            return None;
        }
        let seen = self.definitions.iter().filter(|(path, _)| is_seen(path));
        closest(name, seen.filter_map(|(_, it)| it.name.as_deref()))
    }

    /// Returns `true` if a name is defined more than once.
    pub(super) fn has_repeated_names(&self) -> bool {
        self.repeated > 0
    }

    /// The files of each name that is defined more than once.
    pub(super) fn repeated(&self) -> impl Iterator<Item = &[Arc<str>]> {
        let all = self.paths.values().map(Paths::all);
        all.filter(|paths| paths.len() > 1)
    }

    /// Returns `true` if a file is in `folder` or below it.
    pub(super) fn is_any_below(&self, folder: &str) -> bool {
        let start = format!("{folder}/");
        let from = (Bound::Included(start.as_str()), Bound::Unbounded);
        let first = self.definitions.range::<str, _>(from).next();
        first.is_some_and(|(path, _)| path.starts_with(&start))
    }

    /// The version that the file at `path` defines.
    pub(super) fn version(&self, path: &str) -> Option<&str> {
        self.definitions.get(path)?.version.as_deref()
    }

    /// The files that define `name`, in order.
    pub(super) fn named(&self, name: &str) -> &[Arc<str>] {
        self.paths.get(name).map_or(&[], Paths::all)
    }
}

/// Every sort of resource with the files that describe one.
#[derive(Clone, Debug, Default)]
pub(super) struct Index(BTreeMap<Resource, Arc<Members>>);

impl Index {
    pub(super) fn insert(&mut self, document: &Document, definition: &Definition) {
        for resource in document.kind().into_iter().flat_map(Resource::usable_as) {
            let members = Arc::make_mut(self.0.entry(resource).or_default());
            members.insert(document.shared_path(), definition);
        }
    }

    pub(super) fn remove(&mut self, document: &Document) {
        for resource in document.kind().into_iter().flat_map(Resource::usable_as) {
            if let Some(members) = self.0.get_mut(&resource) {
                Arc::make_mut(members).remove(document.path());
            }
        }
    }

    pub(super) fn get(&self, resource: Resource) -> Option<&Arc<Members>> {
        self.0.get(&resource)
    }
}

/// The use of environments by some documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnvironmentUse {
    /// No document refers to one.
    None,
    /// Documents refer to environments whose names are known.
    Known,
    /// A document refers to one whose name is known only when it is sent.
    Unknown,
}

/// The files that name other files or environments, by the path or reference of what they name.
#[derive(Clone, Debug, Default)]
pub(super) struct Users(BTreeMap<Box<str>, Vec<Arc<str>>>);

impl Users {
    /// `document` names the files at `paths`.
    pub(super) fn insert(&mut self, document: &Document, paths: &[String]) {
        for path in paths {
            let users = self.0.entry(path.as_str().into()).or_default();
            if users.is_empty() {
                // Most have no other one.
                users.reserve_exact(1);
            }
            if let Err(at) = place_among(users, document.path()) {
                users.insert(at, document.shared_path());
            }
        }
    }

    /// `document`, which named the files at `paths`, is gone.
    pub(super) fn remove(&mut self, document: &Document, paths: &[String]) {
        for path in paths {
            if let Some(users) = self.0.get_mut(&**path) {
                if let Ok(at) = place_among(users, document.path()) {
                    users.remove(at);
                }
                if users.is_empty() {
                    self.0.remove(&**path);
                }
            }
        }
    }

    /// The files that name `name`, in order.
    pub(super) fn exactly(&self, name: &str) -> &[Arc<str>] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// The files that name something, for each thing that is named.
    pub(super) fn all(&self) -> impl Iterator<Item = &[Arc<str>]> {
        self.0.values().map(Vec::as_slice)
    }

    /// The paths of what is named, in order.
    pub(super) fn named(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(|path| &**path)
    }

    /// The references to what is called `name`, each once and in order.
    pub(super) fn environment_references(&self, name: &str) -> impl Iterator<Item = &str> {
        let from = (Bound::Included(name), Bound::Unbounded);
        let references = self.0.range::<str, _>(from).map(|(it, _)| &**it);
        let starting = references.take_while(move |it| it.starts_with(name));
        starting.filter(move |it| matches!(it.as_bytes().get(name.len()), None | Some(b':' | b'@')))
    }

    /// The files that name the one at `path`, in order.
    pub(super) fn of(&self, path: &str, style: PathStyle) -> impl Iterator<Item = &Arc<str>> {
        self.0.get(&*style.folded(path)).into_iter().flatten()
    }
}

/// Returns the index of `path` in the sorted `paths`, or the one to insert it at.
fn place_among(paths: &[Arc<str>], path: &str) -> Result<usize, usize> {
    paths.binary_search_by(|other| (**other).cmp(path))
}

#[cfg(test)]
mod tests {
    use crate::document::{Document, Resource};
    use crate::syntax::known_text;
    use crate::workspace::Workspace;

    fn names(workspace: &Workspace) -> String {
        let documents = workspace.members(Resource::Data);
        let names: Vec<&str> = documents
            .filter_map(|one| known_text(one.get("name")?))
            .collect();
        names.join(" ")
    }

    #[test]
    fn names_follow_what_is_inserted_and_removed() {
        let mut workspace = Workspace::default();
        let model = |name: &str| {
            format!("$schema: https://x/latest/model.schema.json\nname: {name}\npath: .\n")
        };
        workspace.insert(Document::new("b.yml", model("two")));
        workspace.insert(Document::new("a.yml", model("one")));
        assert_eq!(
            (
                names(&workspace).as_str(),
                workspace.members(Resource::Model).count()
            ),
            ("one two", 2)
        );
        workspace.insert(Document::new("b.yml", model("one")));
        let paths: Vec<&str> = workspace
            .named("a.yml", Resource::Model, "one")
            .map(|document| document.path())
            .collect();
        assert_eq!(
            (
                paths.as_slice(),
                workspace.named("a.yml", Resource::Model, "two").count()
            ),
            (&["a.yml", "b.yml"][..], 0)
        );
        workspace.insert(Document::new("a.yml", "services: {}\n"));
        workspace.remove("b.yml");
        assert_eq!(names(&workspace), "");
        assert_eq!(workspace.named("a.yml", Resource::Data, "one").count(), 0);
    }

    #[test]
    fn the_users_of_a_conda_file_follow_what_is_inserted_and_removed() {
        let mut workspace = Workspace::default();
        let environment = |conda: &str| format!("name: e\nimage: a/b:1\nconda_file: {conda}\n");
        let users = |workspace: &Workspace| {
            let users = workspace.conda_users("envs/conda.yml");
            users.map(|one| one.path()).collect::<Vec<_>>().join(" ")
        };
        workspace.insert(Document::new("b.yml", environment("envs/conda.yml")));
        workspace.insert(Document::new("envs/a.yml", environment("./conda.yml")));
        workspace.insert(Document::new("c.yml", environment("conda.yml")));
        assert_eq!(users(&workspace), "b.yml envs/a.yml");
        workspace.insert(Document::new("b.yml", environment("{dependencies: [a]}")));
        workspace.remove("envs/a.yml");
        assert_eq!(users(&workspace), "");
    }

    #[test]
    fn the_references_to_an_environment_follow_what_is_inserted_and_removed() {
        let mut workspace = Workspace::default();
        let job = |environment: &str| {
            format!("command: x\nenvironment: {environment}\ncompute: azureml:c\n")
        };
        let references =
            |workspace: &Workspace, name: &str| workspace.environment_references(name).join(" ");
        workspace.insert(Document::new("a.yml", job("azureml:training:3")));
        workspace.insert(Document::new("b.yml", job("azureml:training@latest")));
        workspace.insert(Document::new("c.yml", job("azureml:training-gpu:1")));
        workspace.insert(Document::new("d.yml", job("azureml:training:3")));
        assert_eq!(
            references(&workspace, "training"),
            "training:3 training@latest"
        );
        assert_eq!(references(&workspace, "train"), "");
        workspace.remove("a.yml");
        workspace.insert(Document::new(
            "b.yml",
            job("azureml://registries/azureml/environments/training/versions/3"),
        ));
        assert_eq!(references(&workspace, "training"), "training training:3");
        workspace.insert(Document::new("d.yml", "services: {}\n"));
        assert_eq!(references(&workspace, "training"), "training");
        assert_eq!(references(&workspace, "training-gpu"), "training-gpu:1");
    }
}
