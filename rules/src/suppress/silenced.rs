//! Applies the suppression comments of a document to its findings.

use std::collections::{HashMap, HashSet};

use super::{Suppression, line_to_silence, suppressions};
use crate::diagnostic::Diagnostic;
use crate::document::Document;

/// The effect of the suppression comments of a document.
#[derive(Default, Debug)]
pub(crate) struct Silenced {
    /// The comments.
    pub(crate) suppressions: Vec<Suppression>,
    /// The rules that a comment suppressed, by its line, `None` for the whole file.
    silenced: HashSet<(Option<u32>, &'static str)>,
    /// The remaining rules, each with the first line on which a comment would suppress it.
    left: HashMap<(Option<u32>, &'static str), u32>,
}

impl Silenced {
    /// Returns `true` if a comment for `line` suppressed a finding of `rule`.
    pub(crate) fn silences(&self, line: Option<u32>, rule: &'static str) -> bool {
        self.silenced.contains(&(line, rule))
    }

    /// Returns the line of the first remaining finding of `rule`.
    pub(crate) fn reported_on(&self, rule: &'static str) -> Option<u32> {
        self.left.get(&(None, rule)).copied()
    }

    /// Returns the rules with a finding that a comment for `line` would suppress.
    pub(crate) fn reporting(&self, line: Option<u32>) -> Vec<&'static str> {
        let left = self.left.keys().filter(|(at, _)| *at == line);
        let mut rules: Vec<&'static str> = left.map(|(_, rule)| *rule).collect();
        rules.sort_unstable();
        rules
    }
}

/// Removes the findings that the comments of `document` suppress.
pub(crate) fn apply(document: &Document, diagnostics: &mut Vec<Diagnostic>) -> Silenced {
    let suppressions = suppressions(document);
    if suppressions.is_empty() {
        return Silenced::default();
    }
    let mut named: HashSet<(Option<u32>, &str)> = HashSet::new();
    for suppression in &suppressions {
        let names = suppression.rules.iter().map(|(name, _)| name.as_str());
        named.extend(names.map(|name| (suppression.line, name)));
    }
    let mut outcome = Silenced::default();
    diagnostics.retain(|diagnostic| {
        let rule = diagnostic.rule.name;
        let own = document.lines().line_of(diagnostic.range.start);
        let start = line_to_silence(document, diagnostic.range.start);
        let places = [None, Some(own), Some(start)].map(|place| (place, rule));
        let mut is_silenced = false;
        for place in places.into_iter().filter(|place| named.contains(place)) {
            outcome.silenced.insert(place);
            is_silenced = true;
        }
        if !is_silenced {
            for place in [None, Some(start)] {
                outcome.left.entry((place, rule)).or_insert(start);
            }
        }
        !is_silenced
    });
    Silenced {
        suppressions,
        ..outcome
    }
}
