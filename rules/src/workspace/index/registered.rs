//! The names of resources that no file defines but something in the folder creates: commands of scripts,
//! outputs of jobs, and assets that deployments contain.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::document::{Document, Kind, Resource};
use crate::syntax::{Node, NodeKind, known_text};

/// A resource that a file creates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::workspace) struct Registered {
    resource: Resource,
    /// Its name; `None` if it is known only at run time.
    name: Option<Box<str>>,
}

impl Registered {
    /// Returns the resources that `document` creates beside the one that it defines.
    pub(in crate::workspace) fn all_of(document: &Document) -> Box<[Self]> {
        let mut found = Vec::new();
        for registered in document.commands().iter().flat_map(|it| &it.registered) {
            found.extend(of_noun(&registered.noun).map(|resource| Self {
                resource,
                name: registered.name.clone(),
            }));
        }
        let kind = document.kind();
        if let Some(root) = document.root().filter(|_| kind.is_some()) {
            outputs(root, &mut found);
            let steps = root.get("jobs").into_iter().flat_map(Node::entries);
            steps.for_each(|step| outputs(step.value, &mut found));
            let import = root.get_path(&["import_data", "name"]);
            found.extend(import.map(|name| Self::named(Resource::Data, name)));
        }
        if let Some(root) = document
            .root()
            .filter(|_| kind.is_some_and(Kind::is_deployment))
        {
            let inline = [
                ("model", Resource::Model),
                ("environment", Resource::Environment),
            ];
            for (key, resource) in inline {
                let name = root.get(key).and_then(|value| value.get("name"));
                found.extend(name.map(|name| Self::named(resource, name)));
            }
        }
        found.into()
    }

    fn named(resource: Resource, name: Node<'_>) -> Self {
        Self {
            resource,
            name: known_text(name).map(Box::from),
        }
    }
}

/// Adds the assets that the outputs of a job are registered as.
fn outputs(job: Node<'_>, found: &mut Vec<Registered>) {
    let outputs = job.get("outputs").into_iter().flat_map(Node::entries);
    for output in outputs.filter(|output| output.value.kind() == NodeKind::Mapping) {
        if let Some(name) = output.value.get("name") {
            let sorts = [Resource::Data, Resource::Model];
            found.extend(sorts.map(|sort| Registered::named(sort, name)));
        }
    }
}

/// Returns the sort of resource that `az ml NOUN create` creates.
fn of_noun(noun: &str) -> Option<Resource> {
    Some(match noun {
        "component" => Resource::Component,
        "data" | "dataset" => Resource::Data,
        "datastore" => Resource::Datastore,
        "environment" => Resource::Environment,
        "model" => Resource::Model,
        "online-endpoint" | "batch-endpoint" | "endpoint" => Resource::Endpoint,
        _ => return None,
    })
}

/// Answer to the question if something in the folder creates a resource with a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Registration {
    /// Nothing does.
    No,
    /// Something creates such resources under names that are known only at run time.
    Unknown,
    /// Something does.
    Yes,
}

/// The resources that files create, by file.
#[derive(Clone, Debug, Default)]
pub(in crate::workspace) struct RegisteredNames(BTreeMap<Arc<str>, Box<[Registered]>>);

impl RegisteredNames {
    pub(in crate::workspace) fn insert(&mut self, path: Arc<str>, registered: Box<[Registered]>) {
        if !registered.is_empty() {
            self.0.insert(path, registered);
        }
    }

    pub(in crate::workspace) fn remove(&mut self, path: &str) {
        self.0.remove(path);
    }

    /// Returns `true` if the file at `path` creates something.
    pub(in crate::workspace) fn has_file(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    /// Returns if a file creates a `resource` called `name`. Where the name is known only at run time, it
    /// is one that its file mentions, or an unknown one. `text_of` returns the text of a file.
    pub(in crate::workspace) fn registration<'d>(
        &self,
        (resource, name): (Resource, &str),
        text_of: impl Fn(&str) -> Option<&'d str>,
    ) -> Registration {
        let of_file = |path: &str, all: &[Registered]| {
            let sort = all.iter().filter(|one| one.resource == resource);
            let found = sort.map(|one| match &one.name {
                Some(own) if resource.is_same_name(own, name) => Registration::Yes,
                Some(_) => Registration::No,
                None if text_of(path).is_some_and(|text| text.contains(name)) => Registration::Yes,
                None => Registration::Unknown,
            });
            found.max()
        };
        let files = self.0.iter();
        let found = files.filter_map(|(path, all)| of_file(path, all)).max();
        found.unwrap_or(Registration::No)
    }
}
