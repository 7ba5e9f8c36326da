//! Memos of estimates: the code lens, the hovers, and the rules of one text share one.

use std::sync::Arc;

use super::Estimate;
use crate::document::Document;
use crate::query::Query;
use crate::workspace::Workspace;

/// The estimates, by the path of the document.
struct Estimates;

impl Query for Estimates {
    type Key = Arc<str>;
    type Value = Arc<EstimateMemo>;
    /// In bytes.
    const CAPACITY: usize = 2 << 20;
}

struct EstimateMemo {
    text: Box<str>,
    estimate: Option<Arc<Estimate>>,
}

/// Size of an estimate, and of each of its steps, in bytes.
const SIZE: usize = 1 << 10;

/// Returns the figures of a document, as [`estimate`](super::estimate()) does; those of the same text only
/// once.
pub fn memoized_estimate(workspace: &Workspace, document: &Document) -> Option<Arc<Estimate>> {
    let is_current = |it: &Arc<EstimateMemo>| *it.text == *document.text();
    let path = document.shared_path();
    let found = workspace.query_where::<Estimates>(path, is_current, |workspace, _| {
        let estimate = super::estimate(workspace, document).map(Arc::new);
        let steps = estimate.as_ref().map_or(0, |it| it.parts.len());
        let text = document.text().into();
        let size = document.text().len() + SIZE * (1 + steps);
        (Arc::new(EstimateMemo { text, estimate }), size)
    });
    found.estimate.clone()
}
