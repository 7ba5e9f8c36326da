//! What the files of a folder define, by sort and name.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::document::{Document, Kind, KindFamily};
use crate::expression::Slot;
use crate::similar::closest;
use crate::syntax::known_text;

/// A sort of thing that a file defines under a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// An environment.
    Environment,
    /// A model.
    Model,
    /// A component.
    Component,
    /// What an input can name: data, and models, which are inputs too.
    Input,
    /// A compute.
    Compute,
    /// A datastore.
    Datastore,
    /// A job.
    Job,
    /// An online or batch endpoint.
    Endpoint,
    /// A deployment of an endpoint.
    Deployment,
    /// A schedule.
    Schedule,
    /// A workspace.
    Workspace,
}

impl Family {
    /// The families of a document of this kind: a model is two things.
    pub(super) fn of(kind: Kind) -> impl Iterator<Item = Self> {
        let first = match kind.family() {
            KindFamily::Alone(Kind::Environment) => Some(Self::Environment),
            KindFamily::Alone(Kind::Model) => Some(Self::Model),
            KindFamily::Component => Some(Self::Component),
            KindFamily::Alone(Kind::Data | Kind::DataImport) => Some(Self::Input),
            KindFamily::Compute => Some(Self::Compute),
            KindFamily::Datastore => Some(Self::Datastore),
            KindFamily::Job => Some(Self::Job),
            KindFamily::Endpoint => Some(Self::Endpoint),
            KindFamily::Deployment => Some(Self::Deployment),
            KindFamily::Schedule => Some(Self::Schedule),
            // Hubs and projects are no workspaces of their own.
            _ if kind == Kind::Workspace => Some(Self::Workspace),
            _ => None,
        };
        first
            .into_iter()
            .chain((kind == Kind::Model).then_some(Self::Input))
    }
}

impl From<Slot> for Family {
    fn from(slot: Slot) -> Self {
        match slot {
            Slot::Environment => Self::Environment,
            Slot::Model => Self::Model,
            Slot::Component | Slot::Trial => Self::Component,
            Slot::Data => Self::Input,
            Slot::Compute | Slot::DefaultCompute => Self::Compute,
            Slot::DefaultDatastore => Self::Datastore,
            Slot::Job => Self::Job,
        }
    }
}

/// The files of one family: by path with the name each defines, and by that name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Members {
    names: BTreeMap<Arc<str>, Option<Arc<str>>>,
    paths: BTreeMap<Arc<str>, Vec<Arc<str>>>,
}

impl Members {
    fn insert(&mut self, document: &Document) {
        let path = document.shared_path();
        let name: Option<Arc<str>> = document.get("name").and_then(known_text).map(Arc::from);
        if let Some(name) = &name {
            let paths = self.paths.entry(name.clone()).or_default();
            let at = paths.binary_search(&path).unwrap_or_else(|at| at);
            paths.insert(at, path.clone());
        }
        self.names.insert(path, name);
    }

    fn remove(&mut self, path: &str) {
        let Some(Some(name)) = self.names.remove(path) else {
            return;
        };
        if let Some(paths) = self.paths.get_mut(&name) {
            paths.retain(|other| &**other != path);
            if paths.is_empty() {
                self.paths.remove(&name);
            }
        }
    }

    /// Every file, in order.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Arc<str>> {
        self.names.keys()
    }

    /// The names, in the order of their files.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.values().filter_map(Option::as_deref)
    }

    /// The name that `name` may be a slip of; none where it is defined itself.
    pub(super) fn near(&self, name: &str) -> Option<&str> {
        if self.paths.contains_key(name) {
            None
        } else {
            closest(name, self.names())
        }
    }

    /// The files that define `name`, in order.
    pub(super) fn named(&self, name: &str) -> &[Arc<str>] {
        self.paths.get(name).map_or(&[], Vec::as_slice)
    }
}

/// Every family with its files.
#[derive(Clone, Debug, Default)]
pub(super) struct Families(BTreeMap<Family, Arc<Members>>);

impl Families {
    pub(super) fn insert(&mut self, document: &Document) {
        for family in document.kind().into_iter().flat_map(Family::of) {
            Arc::make_mut(self.0.entry(family).or_default()).insert(document);
        }
    }

    pub(super) fn remove(&mut self, document: &Document) {
        for family in document.kind().into_iter().flat_map(Family::of) {
            if let Some(members) = self.0.get_mut(&family) {
                Arc::make_mut(members).remove(document.path());
            }
        }
    }

    pub(super) fn get(&self, family: Family) -> Option<&Arc<Members>> {
        self.0.get(&family)
    }
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::workspace::{Family, Workspace};

    fn names(workspace: &Workspace, family: Family) -> String {
        let members = workspace.store.families.get(family);
        members.map_or_else(String::new, |members| {
            members.names().collect::<Vec<_>>().join(" ")
        })
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
                names(&workspace, Family::Input).as_str(),
                names(&workspace, Family::Model).as_str()
            ),
            ("one two", "one two")
        );
        workspace.insert(Document::new("b.yml", model("one")));
        let paths: Vec<&str> = workspace
            .named(Family::Model, "one")
            .map(|document| document.path())
            .collect();
        assert_eq!(
            (
                paths.as_slice(),
                workspace.named(Family::Model, "two").count()
            ),
            (&["a.yml", "b.yml"][..], 0)
        );
        workspace.insert(Document::new("a.yml", "services: {}\n"));
        workspace.remove("b.yml");
        assert_eq!(names(&workspace, Family::Input), "");
        assert_eq!(workspace.named(Family::Input, "one").count(), 0);
    }
}
