//! Where what is named at the cursor is defined.

use azml_rules::symbols::{definitions, occurrence_at};
use azml_rules::text::{Location, TextRange};

use super::Site;

/// The definitions of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DefinitionLinks {
    /// The name at the cursor.
    pub origin: TextRange,
    /// Where it is defined; several versions of an asset can be.
    pub locations: Vec<Location>,
}

/// The definitions of what is named at `offset`; a definition is its own.
#[must_use]
pub fn definition(site: &Site<'_>, offset: u32) -> Option<DefinitionLinks> {
    let occurrence = occurrence_at(site.workspace, site.document, offset)?;
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
