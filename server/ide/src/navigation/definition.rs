//! Go to definition: the definitions of the name at the cursor.

use azml_rules::symbols::{Occurrence, SymbolKind, definitions, occurrence_at};
use azml_rules::syntax::known_text;
use azml_rules::text::{Location, TextRange};

use super::command_lines::file_at;
use super::links::{Link, LinkTarget, links};
use crate::Site;
pub use crate::definition_links::DefinitionLinks;
use crate::{saved_workspace, script};

/// Returns the definitions of the name at `offset`; a definition is its own.
pub fn definition(site: &Site<'_>, offset: u32) -> Option<DefinitionLinks> {
    if site.is_config()
        && let Some(found) = named_file(site, offset)
    {
        return Some(found);
    }
    if let Some(found) = script::definition(site, offset) {
        return Some(found);
    }
    if let Some(found) = file_at(site, offset) {
        return Some(found);
    }
    let found = occurrence_at(site.workspace, site.document, offset);
    let occurrence = found.or_else(|| {
        let name = behind_prefix(site, offset)?;
        occurrence_at(site.workspace, site.document, name)
    });
    let Some(occurrence) = occurrence else {
        return by_address(site, offset);
    };
    let path = site.document.path();
    let locations = if occurrence.is_definition {
        vec![Location {
            path: site.document.shared_path(),
            range: occurrence.range,
        }]
    } else {
        let mut found = definitions(site.workspace, path, &occurrence);
        if found.is_empty() {
            found.extend(in_snapshot(site, &occurrence));
        }
        found
    };
    (!locations.is_empty()).then_some(DefinitionLinks {
        origin: occurrence.range,
        locations,
    })
}

/// Returns the place in the snapshot of the workspace that lists a resource.
fn in_snapshot(site: &Site<'_>, occurrence: &Occurrence) -> Option<Location> {
    match occurrence.kind {
        SymbolKind::Resource(resource) => {
            saved_workspace::place_of(site, resource, &occurrence.name)
        }
        _ => None,
    }
}

/// Returns the place in the snapshot that lists the datastore of an address.
fn by_address(site: &Site<'_>, offset: u32) -> Option<DefinitionLinks> {
    let node = site.document.tree().node_at(offset)?;
    let (resource, name) = saved_workspace::named_by_address(known_text(node)?)?;
    Some(DefinitionLinks {
        origin: node.range(),
        locations: vec![saved_workspace::place_of(site, resource, name)?],
    })
}

/// Returns the start of the name, if `offset` is on the `azureml:` before it.
fn behind_prefix(site: &Site<'_>, offset: u32) -> Option<u32> {
    const PREFIX: &str = "azureml:";
    let node = site.document.tree().node_at(offset)?;
    let quote = u32::from(node.raw().starts_with(['"', '\'']));
    let start = node.range().start + quote;
    let name = start + u32::try_from(PREFIX.len()).ok()?;
    let is_prefixed = node.text().is_some_and(|text| text.starts_with(PREFIX));
    (is_prefixed && (start..name).contains(&offset)).then_some(name)
}

/// Returns the file that a value of `azml.yaml` names: an extended configuration, an inventory.
fn named_file(site: &Site<'_>, offset: u32) -> Option<DefinitionLinks> {
    let mut links = links(site).into_iter();
    let Link { range, target } = links.find(|link| link.range.touches(offset))?;
    let LinkTarget::File(path) = target else {
        return None;
    };
    let (path, start) = (path.into(), TextRange::empty(0));
    Some(DefinitionLinks {
        origin: range,
        locations: vec![Location { path, range: start }],
    })
}
