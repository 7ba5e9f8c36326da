//! Fixes, as replacements.

use std::collections::BTreeMap;

use azml_rules::fix::{Edit, Fix};

use super::model::{ArtifactChange, FixProperties, SarifFix, SarifMessage, SarifReplacement};
use super::places::Places;
use crate::output::text::sentences::whole;

/// The fixes that a tool can make, the best first; `own` is the file with the finding. An idea to
/// copy is none of them.
pub(crate) fn sarif_fixes<'f>(
    places: &Places<'_>,
    own: &str,
    fixes: impl Iterator<Item = &'f Fix>,
) -> Vec<SarifFix> {
    let fixes = fixes.filter(|fix| fix.can_be_made());
    fixes
        .filter_map(|fix| sarif_fix(places, own, fix))
        .collect()
}

/// `None` where a file that it changes went away.
fn sarif_fix(places: &Places<'_>, own: &str, fix: &Fix) -> Option<SarifFix> {
    let mut by_file: BTreeMap<&str, Vec<SarifReplacement>> = BTreeMap::new();
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
    Some(SarifFix {
        description: SarifMessage::new(whole(&fix.title)),
        artifact_changes: changes.collect(),
        properties: FixProperties {
            applicability: fix.applicability.name(),
        },
    })
}

fn replacement(places: &Places<'_>, key: &str, edit: &Edit) -> Option<SarifReplacement> {
    Some(SarifReplacement {
        deleted_region: places.region(key, edit.range)?,
        inserted_content: SarifMessage::new(edit.text.as_str()),
    })
}
