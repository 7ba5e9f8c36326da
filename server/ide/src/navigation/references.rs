//! Find references: every place that names the symbol at the cursor, in the folder and in the document.

use azml_rules::symbols::{occurrence_at, references as all, references_here};
use azml_rules::text::{Location, TextRange};

use super::command_lines::lines_for;
use crate::Site;

/// Selects if definitions are among the places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definitions {
    /// Definitions are returned.
    Included,
    /// Definitions are left out.
    LeftOut,
}

/// Returns the places that name the symbol at `offset`, by file and position; then the commands `az
/// ml` that run the whole document, if the cursor is on a key that represents it.
pub fn references(site: &Site<'_>, offset: u32, definitions: Definitions) -> Vec<Location> {
    let lines = lines_for(site, offset);
    let Some(occurrence) = occurrence_at(site.workspace, site.document, offset) else {
        return lines;
    };
    let places = all(site.workspace, site.document.path(), &occurrence).into_iter();
    let included =
        places.filter(|place| definitions == Definitions::Included || !place.is_definition);
    included.map(|place| place.location).chain(lines).collect()
}

/// A place in the document under the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Highlight {
    /// Its range.
    pub range: TextRange,
    /// `true` if it defines the name, `false` if it uses it.
    pub is_definition: bool,
}

/// Returns the places of this document that name the symbol at `offset`.
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

/// Returns the places of this document that are typed together with the name at `offset`: of an input, an output, or a step
/// that is defined here.
pub fn linked(site: &Site<'_>, offset: u32) -> Vec<TextRange> {
    let Some(occurrence) = occurrence_at(site.workspace, site.document, offset) else {
        return Vec::new();
    };
    if !occurrence.kind.is_declared() {
        return Vec::new();
    }
    let places = references_here(site.workspace, site.document.path(), &occurrence);
    let text = site.document.text();
    let is_defined_here = places.iter().any(|place| place.is_definition);
    let mut ranges: Vec<TextRange> = places.iter().map(|place| place.location.range).collect();
    ranges.retain(|range| range.slice(text) == occurrence.range.slice(text));
    if is_defined_here && ranges.len() > 1 {
        ranges
    } else {
        Vec::new()
    }
}
