//! What a wall finds.

use std::collections::BTreeMap;

/// Something that breaks a wall.
#[derive(Debug)]
pub(super) struct Break {
    /// The name by which the ratchet knows it. Moving a file should not change it.
    pub key: String,
    /// How bad it is: a number of lines, files, or places.
    pub weight: usize,
    /// `file:line: ...` of each place.
    pub sites: Vec<String>,
}

impl Break {
    pub(super) fn new(key: impl Into<String>, weight: usize, site: String) -> Self {
        Self {
            key: key.into(),
            weight,
            sites: vec![site],
        }
    }
}

/// Sites by key, as breaks that weigh as much as they have sites.
#[derive(Default)]
pub(super) struct Counts(BTreeMap<String, Vec<String>>);

impl Counts {
    pub(super) fn add(&mut self, key: impl Into<String>, site: String) {
        self.0.entry(key.into()).or_default().push(site);
    }

    pub(super) fn breaks(self) -> Vec<Break> {
        let counts = self.0.into_iter();
        let counts = counts.map(|(key, sites)| Break {
            key,
            weight: sites.len(),
            sites,
        });
        counts.collect()
    }
}
