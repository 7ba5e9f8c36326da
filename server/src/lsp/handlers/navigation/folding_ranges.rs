//! Folding ranges, by lines.

use tower_lsp::lsp_types::{FoldingRange, FoldingRangeKind};

use crate::lsp::session::document_snapshot::DocumentSnapshot;
use azml_ide::navigation::folding;
use azml_ide::navigation::folding::Fold;

/// Returns the folding ranges of a document.
pub(crate) fn folds(current: &DocumentSnapshot) -> Vec<FoldingRange> {
    let folds = current.site(folding::folds);
    folds.into_iter().map(|fold| of_fold(&fold)).collect()
}

fn of_fold(fold: &Fold) -> FoldingRange {
    FoldingRange {
        start_line: fold.first,
        end_line: fold.last,
        kind: fold.is_comment.then_some(FoldingRangeKind::Comment),
        ..FoldingRange::default()
    }
}
