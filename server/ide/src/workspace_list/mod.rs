//! List of what a folder and its snapshot say about a workspace: computes, endpoints, datastores, and assets,
//! each with its uses in the folder.
//!
//! Start at [`listed`]. [`computes`] and [`resources`] make the entries ([`listed_resource`]), [`uses`] collects the places that name them.
//!
//! Invariant: a resource that is only named, and defined nowhere, is listed without a place.

mod computes;
mod listed_resource;
mod resources;
mod uses;

use azml_rules::workspace::Workspace;

pub use listed_resource::{ListedResource, SORTS};
use uses::Uses;

/// Returns every resource that the files of a folder define or use, or its snapshot lists, by sort and name.
/// `is_in` tells which files belong to the folder `root`. `None` if no file describes anything of Azure ML.
pub fn listed(
    workspace: &Workspace,
    root: &str,
    is_in: &dyn Fn(&str) -> bool,
) -> Option<Vec<ListedResource>> {
    let settings = workspace.settings(&format!("{root}/azml.yaml"));
    let mut uses = Uses::of(workspace, is_in);
    let mut found = computes::listed(workspace, &settings, is_in, &mut uses);
    found.extend(resources::in_files(workspace, &settings, is_in, &mut uses));
    if let Some(snapshot) = settings.snapshot.as_deref() {
        resources::add_saved(snapshot, &mut found, &mut uses);
    }
    let is_azure_ml = uses.is_azure_ml || !found.is_empty();
    found.extend(resources::undefined(uses));
    found.sort_by(|a, b| {
        let order = |it: &ListedResource| SORTS.iter().position(|(sort, _)| *sort == it.resource);
        (order(a), a.name.to_lowercase(), &a.place).cmp(&(
            order(b),
            b.name.to_lowercase(),
            &b.place,
        ))
    });
    is_azure_ml.then_some(found)
}
