//! Go to definition: the definitions of the name at the cursor.

use azml_rules::symbols::{definitions, occurrence_at};
use azml_rules::text::{Location, TextRange};

use super::command_lines::file_at;
use super::links::{Link, LinkTarget, links};
use crate::Site;
pub use crate::definition_links::DefinitionLinks;
use crate::script;

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
    })?;
    let path = site.document.path();
    let locations = if occurrence.is_definition {
        vec![Location {
            path: site.document.shared_path(),
            range: occurrence.range,
        }]
    } else {
        definitions(site.workspace, path, &occurrence)
    };
    (!locations.is_empty()).then_some(DefinitionLinks {
        origin: occurrence.range,
        locations,
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
