//! Selects among several files that define the same name: this one, else those beside it,
//! else those of a related kind.

use azml_rules::compute::ComputeKind;
use azml_rules::document::{Document, Kind};
use azml_rules::path::parent;

/// Returns those of `found` that `here` most likely references; several if it is ambiguous.
pub(crate) fn nearest<'d>(here: &Document, mut found: Vec<&'d Document>) -> Vec<&'d Document> {
    narrow(&mut found, |document| document.path() == here.path());
    narrow(&mut found, |document| {
        parent(document.path()) == parent(here.path())
    });
    narrow(&mut found, |document| fits(document, here));
    found
}

/// Keeps those for which `is_meant` is true, if there are any.
pub(crate) fn narrow<T>(found: &mut Vec<T>, is_meant: impl Fn(&T) -> bool) {
    if found.len() > 1 && found.iter().any(&is_meant) {
        found.retain(is_meant);
    }
}

/// Returns `true` if both are of one kind, or of related kinds: an endpoint and its deployment.
fn fits(document: &Document, here: &Document) -> bool {
    let serves = |kind: Option<Kind>| kind.and_then(ComputeKind::of_document);
    let (one, other) = (document.kind(), here.kind());
    one == other || serves(one).is_some() && serves(one) == serves(other)
}
