//! The `compute` values of a document, each once, with the work that runs there.

use std::collections::HashMap;

use crate::checks::context::Context;
use crate::document::{Inherited, Task, Work};
use crate::syntax::Node;
use crate::wording::steps_listed;

/// A `compute` value and the work that runs on it.
pub(crate) struct ComputeValue<'a> {
    /// The value.
    pub(crate) node: Node<'a>,
    /// The work, in the order of the file; never empty.
    pub(crate) works: Vec<&'a Work<'a>>,
}

impl<'a> ComputeValue<'a> {
    /// The first work on the value, which represents the others in fixes.
    pub(crate) fn first(&self) -> &'a Work<'a> {
        self.works[0]
    }

    /// Returns the same value with only the work that `keep` selects; `None` if it selects none.
    pub(crate) fn only(&self, keep: impl Fn(&Work<'a>) -> bool) -> Option<Self> {
        let mut works = self.works.clone();
        works.retain(|work| keep(work));
        (!works.is_empty()).then_some(Self {
            node: self.node,
            works,
        })
    }

    /// Names the work: "step `train`", "steps `train` and `score`", "this sweep".
    pub(crate) fn subject(&self) -> String {
        match self.first().step_name() {
            None => self.first().subject(),
            Some(_) => steps_listed(self.works.iter().filter_map(|work| work.step_name())),
        }
    }
}

/// Returns the `compute` values that the work of the document runs on, in the order of that work.
#[expect(
    clippy::mutable_key_type,
    reason = "a node is hashed and compared by its number and its tree"
)]
pub(crate) fn compute_values<'a>(cx: &Context<'a>) -> Vec<ComputeValue<'a>> {
    let mut values: Vec<ComputeValue<'a>> = Vec::new();
    // A pipeline may name a compute in each of thousands of steps.
    let mut known: HashMap<Node<'a>, usize> = HashMap::new();
    for work in cx.works() {
        let Some(node) = work.target.node else {
            continue;
        };
        let at = *known.entry(node).or_insert(values.len());
        match values.get_mut(at) {
            Some(value) => value.works.push(work),
            None => values.push(ComputeValue {
                node,
                works: vec![work],
            }),
        }
    }
    values
}

/// Returns `true` if `work` is a Spark step with its own `resources`: it runs on serverless Spark,
/// whatever the pipeline sets.
pub(crate) fn is_serverless_spark(work: &Work<'_>) -> bool {
    work.task == Task::Spark
        && work.target.inherited != Inherited::Own
        && work.node.get("resources").is_some()
}

/// Returns the compute of a step that names none: that of its pipeline, or of an outer pipeline.
pub(crate) fn default_compute<'a>(work: &Work<'a>) -> Option<Node<'a>> {
    let mut pipeline = work.step?.parent()?.parent()?;
    loop {
        let default = pipeline
            .get_path(&["settings", "default_compute"])
            .filter(|node| !node.is_null());
        if let Some(node) =
            default.or_else(|| pipeline.get("compute").filter(|node| !node.is_null()))
        {
            return Some(node);
        }
        // A nested pipeline: go up from `jobs` to the pipeline that contains it.
        pipeline = pipeline.parent()?.parent()?;
    }
}
