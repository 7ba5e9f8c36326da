//! Every place that names what the cursor is on: in the folder, and in the document itself.

use azml_rules::symbols::{occurrence_at, references as all, references_here};
use azml_rules::text::{Location, TextRange};

use super::command_lines::lines_for;
use crate::Site;

/// Whether definitions are among the places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definitions {
    /// They are.
    Included,
    /// They are not.
    LeftOut,
}

/// The places that name what `offset` is on, by file and place; then the commands `az ml` that run
/// the whole document, where the cursor is on what stands for it.
#[must_use]
pub fn references(site: &Site<'_>, offset: u32, definitions: Definitions) -> Vec<Location> {
    let lines = lines_for(site, offset);
    let Some(occurrence) = occurrence_at(site.workspace, site.document, offset) else {
        return lines;
    };
    let places = all(site.workspace, site.document.path(), &occurrence).into_iter();
    let kept = places.filter(|place| definitions == Definitions::Included || !place.is_definition);
    kept.map(|place| place.location).chain(lines).collect()
}

/// A place in the document under the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Highlight {
    /// Where.
    pub range: TextRange,
    /// Whether it gives the name; else it uses it.
    pub is_definition: bool,
}

/// The places of this document that name what `offset` is on.
#[must_use]
pub fn highlights(site: &Site<'_>, offset: u32) -> Vec<Highlight> {
    let Some(occurrence) = occurrence_at(site.workspace, site.document, offset) else {
        return Vec::new();
    };
    let places = references_here(site.workspace, site.document.path(), &occurrence).into_iter();
    places
        .map(|place| Highlight {
            range: place.location.range,
            is_definition: place.is_definition,
        })
        .collect()
}
