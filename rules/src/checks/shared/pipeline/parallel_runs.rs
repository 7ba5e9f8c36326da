//! Parallel jobs, wherever they are written.

use crate::checks::context::Context;
use crate::document::{Kind, Task};
use crate::syntax::Node;

/// A parallel job or component.
pub(crate) struct ParallelRun<'a> {
    /// Its mapping.
    pub(crate) node: Node<'a>,
    /// `true` if it is complete: a step that runs a component has only what it changes.
    pub(crate) is_whole: bool,
}

/// Returns the parallel jobs of the document, and the document itself if it is a parallel component.
pub(crate) fn parallel_runs<'a>(cx: &Context<'a>) -> Vec<ParallelRun<'a>> {
    if cx.kind() == Some(Kind::ComponentParallel) {
        let root = cx.document.root().into_iter();
        return root
            .map(|node| ParallelRun {
                node,
                is_whole: true,
            })
            .collect();
    }
    let works = cx.works().iter();
    works
        .filter(|work| work.task == Task::Parallel)
        .map(|work| ParallelRun {
            node: work.node,
            is_whole: work.component.is_none(),
        })
        .collect()
}
