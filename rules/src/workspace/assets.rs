//! The assets that files of the folder define: environments, models, data, components.

use std::sync::Arc;

use super::Workspace;
use crate::document::{Document, Kind, known_text};
use crate::expression::Slot;

impl Workspace {
    /// The names of the assets that can stand in `slot`, in the order of their files.
    #[must_use]
    pub fn asset_names(&self, slot: Slot) -> Vec<&str> {
        self.assets(slot).filter_map(|document| known_text(document.get("name")?)).collect()
    }

    /// The files that define what can stand in `slot`.
    pub fn assets(&self, slot: Slot) -> impl Iterator<Item = &Arc<Document>> {
        let wanted = move |kind: Kind| match slot {
            Slot::Environment => kind == Kind::Environment,
            Slot::Model => kind == Kind::Model,
            Slot::Component | Slot::Trial => kind.is_component(),
            // Models are inputs too.
            Slot::Data => matches!(kind, Kind::Data | Kind::DataImport | Kind::Model),
            Slot::Compute | Slot::DefaultCompute => kind.is_compute(),
            Slot::DefaultDatastore => kind.id().starts_with("datastore/"),
            Slot::Job => kind.is_job(),
        };
        self.documents().filter(move |document| document.kind().is_some_and(wanted))
    }
}
