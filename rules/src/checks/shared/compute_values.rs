//! The `compute` values of a document, each once, with the work that runs there.

use crate::checks::context::Context;
use crate::document::{Inherited, Task, Work};
use crate::syntax::Node;

/// A `compute` value and what runs on it.
pub(crate) struct Target<'a> {
    /// The value.
    pub(crate) node: Node<'a>,
    /// The work, in the order of the file; never empty.
    pub(crate) works: Vec<&'a Work<'a>>,
}

impl<'a> Target<'a> {
    /// The first work on it, which stands for the others in fixes.
    pub(crate) fn first(&self) -> &'a Work<'a> {
        self.works[0]
    }

    /// The same target with only the work that `keep` wants; `None` where that is none.
    pub(crate) fn only(&self, keep: impl Fn(&Work<'a>) -> bool) -> Option<Self> {
        let works: Vec<_> = self
            .works
            .iter()
            .copied()
            .filter(|work| keep(work))
            .collect();
        (!works.is_empty()).then_some(Self {
            node: self.node,
            works,
        })
    }

    /// "step `train`", "steps `train` and `score`", "this sweep".
    pub(crate) fn subject(&self) -> String {
        match self.first().step_name() {
            None => self.first().subject(),
            Some(_) => steps(self.works.iter().filter_map(|work| work.step_name())),
        }
    }
}

/// The `compute` values that some work of the document runs on, in the order of that work.
pub(crate) fn targets<'a>(cx: &Context<'a>) -> Vec<Target<'a>> {
    let mut targets: Vec<Target<'a>> = Vec::new();
    for work in cx.works() {
        let Some(node) = work.target.node else {
            continue;
        };
        match targets.iter_mut().find(|target| target.node == node) {
            Some(target) => target.works.push(work),
            None => targets.push(Target {
                node,
                works: vec![work],
            }),
        }
    }
    targets
}

/// "step `a`", "steps `a` and `b`", "steps `a`, `b` and 3 more".
pub(crate) fn steps<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => "no step".to_owned(),
        [one] => format!("step {one}"),
        [one, two] => format!("steps {one} and {two}"),
        [one, two, three] => format!("steps {one}, {two} and {three}"),
        [one, two, rest @ ..] => format!("steps {one}, {two} and {} more", rest.len()),
    }
}

/// Whether `work` is a Spark step with `resources` of its own: it runs on serverless Spark, whatever the pipeline says.
pub(crate) fn is_serverless_spark(work: &Work<'_>) -> bool {
    work.task == Task::Spark
        && work.target.inherited != Inherited::Own
        && work.node.get("resources").is_some()
}
