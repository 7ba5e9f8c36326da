//! What the comments of a document silence, and what they leave.

use std::collections::{HashMap, HashSet};

use super::{Suppression, line_to_silence, suppressions};
use crate::diagnostic::Diagnostic;
use crate::document::Document;

/// What the comments of a document silence.
#[derive(Default, Debug)]
pub(crate) struct Silenced {
    /// The comments.
    pub(crate) suppressions: Vec<Suppression>,
    /// By line, `None` for the whole file, the rules that a comment there silenced.
    silenced: HashSet<(Option<u32>, &'static str)>,
    /// The rules that still report, each with the first line where a comment would silence it.
    left: HashMap<(Option<u32>, &'static str), u32>,
}

impl Silenced {
    /// Whether a comment for `line` silenced something that `rule` reported.
    pub(crate) fn silences(&self, line: Option<u32>, rule: &'static str) -> bool {
        self.silenced.contains(&(line, rule))
    }

    /// The line of the first finding of `rule` that is still there.
    pub(crate) fn reported_on(&self, rule: &'static str) -> Option<u32> {
        self.left.get(&(None, rule)).copied()
    }

    /// The rules with a finding that a comment for `line` would silence.
    pub(crate) fn reporting(&self, line: Option<u32>) -> Vec<&'static str> {
        let left = self.left.keys().filter(|(at, _)| *at == line);
        let mut rules: Vec<&'static str> = left.map(|(_, rule)| *rule).collect();
        rules.sort_unstable();
        rules
    }
}

/// Drops what the comments of `document` silence.
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
