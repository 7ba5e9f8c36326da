//! Repairs, as replacements.

use std::collections::BTreeMap;

use azml_rules::fix::{Edit, Fix};

use super::model::{ArtifactChange, Repair, RepairProperties, Replacement, Text};
use super::places::Places;
use crate::output::text::sentences::whole;

/// The repairs that a tool can make, the best first; `own` is the file with the finding. An idea to
/// copy is none of them.
pub(crate) fn repairs(places: &Places<'_>, own: &str, fixes: &[Fix]) -> Vec<Repair> {
    let fixes = fixes.iter().filter(|fix| fix.can_be_made());
    fixes.filter_map(|fix| repair(places, own, fix)).collect()
}

/// `None` where a file that it changes went away.
fn repair(places: &Places<'_>, own: &str, fix: &Fix) -> Option<Repair> {
    let mut by_file: BTreeMap<&str, Vec<Replacement>> = BTreeMap::new();
    for edit in &fix.edits {
        let key = edit.path.as_deref().unwrap_or(own);
        let replacements = by_file.entry(key).or_default();
        replacements.push(replacement(places, key, edit)?);
    }
    let changes = by_file
        .into_iter()
        .map(|(key, replacements)| ArtifactChange {
            artifact_location: places.file(key),
            replacements,
        });
    Some(Repair {
        description: Text::new(whole(&fix.title)),
        artifact_changes: changes.collect(),
        properties: RepairProperties {
            applicability: fix.applicability.name(),
        },
    })
}

fn replacement(places: &Places<'_>, key: &str, edit: &Edit) -> Option<Replacement> {
    Some(Replacement {
        deleted_region: places.region(key, edit.range)?,
        inserted_content: Text::new(edit.text.as_str()),
    })
}
