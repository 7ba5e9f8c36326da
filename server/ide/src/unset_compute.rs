//! The compute of a job that names none.
//!
//! Command, sweep and AutoML jobs then run on serverless compute, with one node for a command job
//! and a size that the service picks:
//! <https://learn.microsoft.com/azure/machine-learning/how-to-use-serverless-compute>. A Spark job
//! with `resources` runs on serverless Spark. For other jobs the compute is unknown.

use azml_rules::compute::ComputeKind;
use azml_rules::document::{Document, Task, Work};
use azml_rules::syntax::{Node, known_text};
use azml_rules::wording::counted;

use super::markdown::{Markdown, code, md, ours};

/// The compute of a job without `compute`.
pub(crate) struct UnsetCompute<'t> {
    pub(crate) kind: ComputeKind,
    /// "serverless compute · 2 × Standard_DS3_v2"
    pub(crate) in_short: String,
    /// "2 nodes of Standard_DS3_v2"; empty if unknown.
    pub(crate) machines: Markdown,
    /// The mapping of the job.
    pub(crate) job: Node<'t>,
}

impl<'t> UnsetCompute<'t> {
    /// Returns the compute of the job in `document`, if the job names none.
    pub(crate) fn of(document: &'t Document) -> Option<Self> {
        if !document.kind()?.is_job() {
            return None;
        }
        let works = document.works();
        let [work] = works.as_slice() else {
            return None;
        };
        if work.step.is_some() || work.target.node.is_some() {
            return None;
        }
        match work.task {
            Task::Command => Some(Self::serverless(work, Some(1))),
            Task::Sweep | Task::AutoMlTabular | Task::AutoMlImage | Task::AutoMlText => {
                Some(Self::serverless(work, None))
            }
            Task::Spark => {
                let resources = work.node.get("resources")?;
                (!resources.is_null()).then(|| Self::spark(work))
            }
            _ => None,
        }
    }

    /// "No `compute` is set, so this job runs on serverless compute: 1 node ..."
    pub(crate) fn sentence(&self) -> Markdown {
        let label = self.kind.label();
        let machines = if self.machines.is_empty() {
            Markdown::new()
        } else {
            md!(" ({})", self.machines)
        };
        md!(
            "No `compute` is set, so this job runs on {}{}.",
            label,
            machines
        )
    }

    /// `nodes`: the number of nodes if the job does not set it; `None` if unknown.
    fn serverless(work: &Work<'t>, nodes: Option<i64>) -> Self {
        let kind = ComputeKind::Serverless;
        let size = work.node.get_path(&["resources", "instance_type"]);
        let count = work.instance_count().map_or(nodes, Node::int);
        let (in_short, machines) = match (count, size.map(known_text)) {
            (Some(1), Some(Some(size))) => (size.to_owned(), md!("1 node of {}", code(size))),
            (Some(count), Some(Some(size))) => (
                format!("{count} × {size}"),
                md!("{} of {}", ours(counted(count, "node")), code(size)),
            ),
            (None, Some(Some(size))) => (size.to_owned(), md!("nodes of {}", code(size))),
            (Some(count), None) => (
                counted(count, "node"),
                md!(
                    "{} of a size that the service picks",
                    ours(counted(count, "node"))
                ),
            ),
            (None, None) => (String::new(), ours("the service picks the size")),
            (_, Some(None)) => (String::new(), Markdown::new()),
        };
        let in_short = match in_short.as_str() {
            "" => kind.label().to_owned(),
            more => format!("{} · {more}", kind.label()),
        };
        Self {
            kind,
            in_short,
            machines,
            job: work.node,
        }
    }

    fn spark(work: &Work<'t>) -> Self {
        let kind = ComputeKind::ServerlessSpark;
        let size = work.node.get_path(&["resources", "instance_type"]);
        let size = size.and_then(known_text);
        Self {
            kind,
            in_short: kind.label().to_owned(),
            machines: size.map_or_else(Markdown::new, |size| md!("machines of {}", code(size))),
            job: work.node,
        }
    }
}
