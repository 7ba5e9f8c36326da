//! Places of a folder that use resources, by the definition that they mean.

use std::collections::BTreeMap;
use std::sync::Arc;

use azml_rules::document::Resource;
use azml_rules::symbols::{Occurrence, Referent, SymbolKind, definitions, resource_occurrences};
use azml_rules::syntax::known_text;
use azml_rules::text::Location;
use azml_rules::workspace::Workspace;

/// The uses of a folder.
pub(super) struct Uses {
    /// By file, sort, and name of the definition.
    by_definition: BTreeMap<(Arc<str>, Resource, String), Vec<Location>>,
    /// Those of names that no file of the folder defines.
    undefined: BTreeMap<(Resource, String), (String, Vec<Location>)>,
    /// `true` if a file of the folder describes something of Azure ML.
    pub(super) is_azure_ml: bool,
}

impl Uses {
    /// Collects the uses in the files that `is_in` accepts.
    pub(super) fn of(workspace: &Workspace, is_in: &dyn Fn(&str) -> bool) -> Self {
        let mut uses = Self {
            by_definition: BTreeMap::new(),
            undefined: BTreeMap::new(),
            is_azure_ml: false,
        };
        let documents = workspace.documents().filter(|it| is_in(it.path()));
        for document in documents {
            uses.is_azure_ml |= document.kind().is_some();
            for used in resource_occurrences(workspace, document) {
                let place = Location {
                    path: document.shared_path(),
                    range: used.range,
                };
                uses.add(workspace, &used, place);
            }
        }
        uses
    }

    fn add(&mut self, workspace: &Workspace, used: &Occurrence, place: Location) {
        let SymbolKind::Resource(resource) = used.kind else {
            return;
        };
        if used.is_definition {
            return;
        }
        let definitions = definitions(workspace, &place.path, used);
        let is_named = matches!(used.referent, Referent::Named { .. });
        if definitions.is_empty() && is_named {
            let uses = self.undefined.entry(key(resource, &used.name));
            let (_, uses) = uses.or_insert_with(|| (used.name.clone(), Vec::new()));
            uses.push(place);
            return;
        }
        for definition in definitions {
            let document = workspace.document(&definition.path);
            let named = document.filter(|it| it.kind().is_some());
            let name = match named {
                Some(document) => document.get("name").and_then(known_text),
                None => Some(used.name.as_str()),
            };
            let (sort, name) = key(resource, name.unwrap_or_default());
            let uses = self.by_definition.entry((definition.path, sort, name));
            uses.or_default().push(place.clone());
        }
    }

    /// Takes out the uses of what a file defines. The name is empty if the file has none.
    pub(super) fn take(
        &mut self,
        path: &Arc<str>,
        resource: Resource,
        name: &str,
    ) -> Vec<Location> {
        let (sort, name) = key(resource, name);
        let uses = self.by_definition.remove(&(path.clone(), sort, name));
        uses.unwrap_or_default()
    }

    /// Takes out the uses of a name that no file defines.
    pub(super) fn take_undefined(&mut self, resource: Resource, name: &str) -> Vec<Location> {
        let uses = self.undefined.remove(&key(resource, name));
        uses.map_or_else(Vec::new, |(_, places)| places)
    }

    /// Returns the names that are left, and their uses.
    pub(super) fn left(self) -> impl Iterator<Item = (Resource, String, Vec<Location>)> {
        let undefined = self.undefined.into_iter();
        undefined.map(|((resource, _), (name, places))| (resource, name, places))
    }
}

/// Returns the key of a name, which is the same for names that are equal.
pub(super) fn key(resource: Resource, name: &str) -> (Resource, String) {
    let ignores_case = resource.is_same_name("a", "A");
    let name = if ignores_case {
        name.to_ascii_lowercase()
    } else {
        name.to_owned()
    };
    (resource, name)
}
