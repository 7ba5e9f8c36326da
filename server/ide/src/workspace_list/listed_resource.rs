//! An entry of the list.

use azml_rules::compute::ComputeKind;
use azml_rules::document::Resource;
use azml_rules::text::Location;

/// The sorts of resources that are listed, in order, with their titles.
pub const SORTS: [(Resource, &str); 7] = [
    (Resource::Compute, "Computes"),
    (Resource::Endpoint, "Endpoints"),
    (Resource::Environment, "Environments"),
    (Resource::Data, "Data"),
    (Resource::Model, "Models"),
    (Resource::Component, "Components"),
    (Resource::Datastore, "Datastores"),
];

/// One resource of the list.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedResource {
    /// Its sort.
    pub resource: Resource,
    /// Its name.
    pub name: String,
    /// Its kind, if it is a compute of a known kind.
    pub compute: Option<ComputeKind>,
    /// The most important facts: "$0.29/h · 0–4 nodes · DS3_v2", "version 7 · uri_folder".
    pub summary: String,
    /// Everything that is known, with names for people.
    pub facts: Vec<(&'static str, String)>,
    /// `true` if it costs money while it is idle.
    pub costs_while_idle: bool,
    /// The place that defines it; `None` if nothing here does.
    pub place: Option<Location>,
    /// The places that use it.
    pub uses: Vec<Location>,
}
