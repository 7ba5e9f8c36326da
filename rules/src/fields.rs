//! What the fields that bear on compute mean: the table of `data/fields.yaml`, for hovers.

use crate::document::Kind;

include!(concat!(env!("OUT_DIR"), "/fields.rs"));

/// A field of some kinds of documents. The texts are for people.
#[derive(Debug)]
pub struct Field {
    at: &'static [&'static str],
    whole: bool,
    kinds: &'static [&'static str],
    /// What it does, in sentences.
    pub what: &'static str,
    /// What its number counts.
    pub unit: Option<&'static str>,
    /// What holds where it is missing.
    pub default: Option<&'static str>,
    /// Where this is written.
    pub url: &'static str,
}

/// The field reached by `keys` from the top of a document of `kind`.
#[must_use]
pub fn field(kind: Kind, keys: &[&str]) -> Option<&'static Field> {
    let of_kind = |field: &&Field| field.kinds.iter().any(|start| kind.id().starts_with(start));
    FIELDS.iter().filter(of_kind).find(|field| field.is_at(keys))
}

impl Field {
    /// Its own key.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.at.last().copied().unwrap_or_default()
    }

    fn is_at(&self, keys: &[&str]) -> bool {
        let fits = keys.len() == self.at.len() || keys.len() > self.at.len() && !self.whole;
        let same = |(wanted, key): (&&str, &&str)| *wanted == "*" || wanted == key;
        fits && self.at.iter().rev().zip(keys.iter().rev()).all(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_found_by_kind_and_path() {
        let name = |kind, keys: &[&str]| field(kind, keys).map(|field| (field.name(), field.unit));
        assert_eq!(name(Kind::ComputeAmlcompute, &["min_instances"]), Some(("min_instances", Some("nodes"))));
        assert_eq!(name(Kind::ComputeAmlcompute, &["tags", "size"]), None);
        assert_eq!(name(Kind::JobSweep, &["min_instances"]), None);
        let trials = Some(("max_total_trials", Some("trials")));
        assert_eq!(name(Kind::JobPipeline, &["jobs", "tune", "limits", "max_total_trials"]), trials);
        assert_eq!(name(Kind::JobPipeline, &["jobs", "tune", "compute"]), Some(("compute", None)));
        assert_eq!(name(Kind::JobPipeline, &["jobs", "tune", "inputs", "compute"]), None);
    }

    #[test]
    fn every_entry_names_kinds_that_exist() {
        for field in FIELDS {
            for start in field.kinds {
                assert!(Kind::ALL.iter().any(|kind| kind.id().starts_with(start)), "{start}");
            }
            assert!(field.url.starts_with("https://") && field.what.ends_with('.'), "{field:?}");
        }
    }
}
