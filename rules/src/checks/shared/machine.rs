//! The machine that some work runs on, and the distribution and software it asks for.
//!
//! What a step leaves out may stand in its component. Everything here is `None` where nobody can know.

use std::sync::Arc;

use crate::checks::context::Context;
use crate::compute::{ComputeKind, KnownCompute, VmSize, vm_size};
use crate::document::{Document, Task, Work};
use crate::syntax::known_text;
use crate::syntax::{Node, NodeKind};
use crate::text::TextRange;
use crate::wording::counted;
use crate::workspace::Resolution;

/// The machine of some work.
pub(crate) struct Machine<'a> {
    /// Its size.
    pub(crate) size: &'static VmSize,
    /// The value that says so: the name of the compute, or of the size on serverless compute.
    pub(crate) node: Node<'a>,
    /// The compute, unless it is serverless.
    pub(crate) compute: Option<KnownCompute>,
}

/// The size of the machines that `work` runs on: of its compute, or `resources.instance_type` on serverless compute.
pub(crate) fn size_of<'a>(cx: &Context<'a>, work: &Work<'a>) -> Option<Machine<'a>> {
    match cx.resolve(work) {
        Some(Resolution::Known(compute)) => {
            let sized = [
                ComputeKind::Cluster,
                ComputeKind::Instance,
                ComputeKind::VirtualMachine,
            ];
            compute.kind().filter(|kind| sized.contains(kind))?;
            Some(Machine {
                size: vm_size(&compute.size()?)?,
                node: work.target.node?,
                compute: Some(compute),
            })
        }
        Some(Resolution::Serverless) => serverless(cx, work),
        None if work.step.is_none() && work.task != Task::Spark => serverless(cx, work),
        _ => None,
    }
}

fn serverless<'a>(cx: &Context<'a>, work: &Work<'a>) -> Option<Machine<'a>> {
    let node = value(cx, work, &["resources", "instance_type"])?;
    Some(Machine {
        size: vm_size(known_text(node)?)?,
        node,
        compute: None,
    })
}

impl Machine<'_> {
    /// How many whole GPUs it has; `None` where that is not known or a GPU is shared.
    pub(crate) fn gpus(&self) -> Option<i64> {
        let gpus = self.size.gpus.filter(|gpus| gpus.fract() == 0.0)?;
        #[allow(clippy::cast_possible_truncation)] // No machine has more than 16.
        Some(gpus as i64)
    }

    /// "`gpu-cluster` (Standard_NC6s_v3, 1 GPU)", or the size alone on serverless compute.
    pub(crate) fn describe(&self) -> String {
        let gpus = match self.gpus() {
            Some(0) => "no GPU".to_owned(),
            Some(gpus) => counted(gpus, "GPU"),
            None => "part of a GPU".to_owned(),
        };
        match &self.compute {
            Some(compute) => format!("`{}` ({}, {gpus})", compute.name(), self.size.name),
            None => format!("`{}` ({gpus})", self.size.name),
        }
    }

    /// "$3.67/h for each node (East US list price of 2026-06-18)".
    pub(crate) fn price(&self, cx: &Context<'_>) -> Option<String> {
        let low = self.compute.as_ref().is_some_and(|compute| {
            compute
                .definitions()
                .iter()
                .any(|def| def.tier.as_deref().is_some_and(is_low_priority))
        });
        let rate = cx.settings.prices.rate(self.size.name).filter(|_| !low)?;
        Some(format!(
            "{} for each node ({})",
            rate.hourly(),
            rate.basis()
        ))
    }
}

/// Whether `tier` is `low_priority`, in the spelling of the YAML or of the REST API.
pub(crate) fn is_low_priority(tier: &str) -> bool {
    tier.replace('_', "").eq_ignore_ascii_case("lowpriority")
}

/// The component file of a step, or the file that holds the trial of a sweep.
fn component_file<'a>(cx: &Context<'a>, work: &Work<'a>) -> Option<&'a Arc<Document>> {
    let trial = || {
        cx.workspace
            .referenced(cx.document.path(), work.node.get("trial")?.text()?)
    };
    cx.component(work).or_else(trial)
}

/// The value at `path` of the job or step itself, its inline trial or component, or its component file.
pub(crate) fn value<'a>(cx: &Context<'a>, work: &Work<'a>, path: &[&str]) -> Option<Node<'a>> {
    let inline = || work.node.get("trial").or(work.component)?.get_path(path);
    let file = || component_file(cx, work)?.root()?.get_path(path);
    let found = work.node.get_path(path).or_else(inline).or_else(file)?;
    (!found.is_null() && !found.is_repaired()).then_some(found)
}

/// Whether all of `work` is at hand: no part of it is a component that is not in the workspace.
pub(crate) fn is_whole<'a>(cx: &Context<'a>, work: &Work<'a>) -> bool {
    let parts = [work.component, work.node.get("trial")];
    let remote = parts
        .into_iter()
        .flatten()
        .any(|part| part.kind() != NodeKind::Mapping);
    !work.node.is_incomplete() && (!remote || component_file(cx, work).is_some())
}

/// Whether `node` stands in the document under the rule, not in a component file.
pub(crate) fn is_here(cx: &Context<'_>, node: Node<'_>) -> bool {
    std::ptr::eq(node.tree(), cx.document.tree())
}

/// Where to speak about `node`: itself, or where it stands in another file, the step that takes it from there.
pub(crate) fn place(cx: &Context<'_>, work: &Work<'_>, node: Node<'_>) -> TextRange {
    if is_here(cx, node) {
        node.range()
    } else {
        work.step.unwrap_or(work.node).range()
    }
}

/// A `distribution` with its type in lower case without separators: `mpi`, `pytorch`, `tensorflow`, `ray`.
pub(crate) struct Distribution<'a> {
    pub(crate) node: Node<'a>,
    pub(crate) kind: String,
}

impl<'a> Distribution<'a> {
    fn read(node: Node<'a>) -> Option<Self> {
        let kind = known_text(node.get("type")?)?
            .replace(['_', '-'], "")
            .to_ascii_lowercase();
        Some(Self { node, kind })
    }

    /// The value of one of its keys.
    pub(crate) fn get(&self, key: &str) -> Option<Node<'a>> {
        self.node.get(key).filter(|value| !value.is_null())
    }
}

/// The distribution of `work`.
pub(crate) fn distribution<'a>(cx: &Context<'a>, work: &Work<'a>) -> Option<Distribution<'a>> {
    Distribution::read(value(cx, work, &["distribution"])?)
}

/// Each distribution that is written in this document, with the number of nodes it spans and the work it is of; a
/// component has no work yet.
pub(crate) fn distributions<'a>(
    cx: &Context<'a>,
) -> Vec<(Distribution<'a>, Option<Node<'a>>, Option<&'a Work<'a>>)> {
    if cx.kind().is_some_and(crate::document::Kind::is_component) && cx.works().is_empty() {
        let Some(root) = cx.document.root() else {
            return Vec::new();
        };
        let found = root.get("distribution").and_then(Distribution::read);
        let nodes = root.get_path(&["resources", "instance_count"]);
        return found
            .map(|found| (found, nodes, None))
            .into_iter()
            .collect();
    }
    let of = |work: &'a Work<'a>| {
        let found = distribution(cx, work).filter(|found| is_here(cx, found.node))?;
        Some((
            found,
            value(cx, work, &["resources", "instance_count"]),
            Some(work),
        ))
    };
    cx.works().iter().filter_map(of).collect()
}

/// The command that `work` runs.
pub(crate) fn command<'a>(cx: &Context<'a>, work: &Work<'a>) -> Option<&'a str> {
    value(cx, work, &["command"])?.text()
}

/// Programs that start processes on other nodes or GPUs themselves.
const LAUNCHERS: &[&str] = &[
    "torchrun",
    "deepspeed",
    "ray",
    "mpirun",
    "mpiexec",
    "horovodrun",
    "accelerate",
    "dask",
    "spark-submit",
    "srun",
    "composer",
    "launch",
    "colossalai",
];

/// Whether `command` starts processes itself, or a shell script that may do so.
pub(crate) fn launches_itself(command: &str) -> bool {
    let mut words = command.split(|c: char| c.is_whitespace() || "/;&|=()\"'`".contains(c));
    let launches = |word: &str| {
        LAUNCHERS
            .iter()
            .any(|name| word == *name || word.starts_with(&format!("{name}-")))
    };
    words.any(|word| launches(word) || word.ends_with(".sh"))
        || ["torch.distributed", "NODE_RANK", "MASTER_ADDR", "AZ_BATCH"]
            .iter()
            .any(|part| command.contains(part))
}

/// What the name of an environment or image says about GPUs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Software {
    /// Made for CPUs.
    Cpu,
    /// Made for NVIDIA GPUs.
    Cuda,
}

/// The environment or image of `work` that says whether it is made for GPUs, by its name.
pub(crate) fn software<'a>(
    cx: &Context<'a>,
    work: &Work<'a>,
) -> Option<(Software, Node<'a>, &'a str)> {
    let environment = value(cx, work, &["environment"])?;
    let node = if environment.kind() == NodeKind::Mapping {
        environment.get("image")?
    } else {
        environment
    };
    let text = known_text(node)?;
    let name = text.to_ascii_lowercase();
    let word = |wanted: &str| {
        name.split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| word == wanted)
    };
    let software = if name.contains("cuda") || word("gpu") {
        Software::Cuda
    } else if word("cpu") || name.contains("sklearn") || name.contains("scikit-learn") {
        Software::Cpu
    } else {
        return None;
    };
    Some((software, node, text))
}

/// The compute that a step gets where it names none: that of its pipeline, or of the pipeline around that one.
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
        // A pipeline within a pipeline: out of `jobs` to the pipeline that has it.
        pipeline = pipeline.parent()?.parent()?;
    }
}
