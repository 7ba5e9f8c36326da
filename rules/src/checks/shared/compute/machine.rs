//! The machine that work runs on; `None` where it is unknown.

use super::price_change;
use crate::checks::context::Context;
use crate::checks::shared::work_values::value_at;
use crate::compute::{ComputeKind, KnownCompute, Rate, VmSize, vm_size};
use crate::document::{Task, Work};
use crate::syntax::{Node, known_text};
use crate::wording::counted;
use crate::workspace::Resolution;

/// The machine that work runs on.
pub(crate) struct Machine<'a> {
    /// Its size.
    pub(crate) size: &'static VmSize,
    /// The value that determines it: the name of the compute, or of the size on serverless compute.
    pub(crate) node: Node<'a>,
    /// The compute, unless it is serverless.
    pub(crate) compute: Option<KnownCompute>,
}

/// Returns the machine that `work` runs on: that of its compute, or `resources.instance_type` on
/// serverless compute.
pub(crate) fn machine_of<'a>(cx: &Context<'a>, work: &Work<'a>) -> Option<Machine<'a>> {
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
    let node = value_at(cx, work, &["resources", "instance_type"])?;
    Some(Machine {
        size: vm_size(known_text(node)?)?,
        node,
        compute: None,
    })
}

impl Machine<'_> {
    /// Returns the number of whole GPUs; `None` if it is unknown or a GPU is shared.
    pub(crate) fn gpus(&self) -> Option<i64> {
        let gpus = self.size.gpus.filter(|gpus| gpus.fract() == 0.0)?;
        #[allow(clippy::cast_possible_truncation)] // No machine has more than 16.
        Some(gpus as i64)
    }

    /// Formats "`gpu-cluster` (Standard_NC6s_v3, 1 GPU)", or the size alone on serverless compute.
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

    /// Formats ", about $3.67/h instead of $7.35/h" for `new` of its nodes in place of `old`.
    pub(crate) fn fewer_nodes(&self, cx: &Context<'_>, new: i64, old: i64) -> String {
        price_change::of_machines(self.rate(cx).as_ref(), new, Some(old))
    }

    /// Formats "$3.67/h for each node (East US list price of 2026-06-18)".
    pub(crate) fn price(&self, cx: &Context<'_>) -> Option<String> {
        let rate = self.rate(cx)?;
        Some(format!(
            "{} for each node ({})",
            rate.hourly(),
            rate.basis()
        ))
    }

    /// Returns the price of a node; only a snapshot has those of low-priority nodes.
    fn rate(&self, cx: &Context<'_>) -> Option<Rate> {
        let definitions = self.compute.iter().flat_map(KnownCompute::definitions);
        let tiers = definitions.map(|def| def.tier.as_deref().is_some_and(is_low_priority));
        let tiers: Vec<bool> = tiers.collect();
        let location = self
            .compute
            .as_ref()
            .and_then(|it| it.first().location.as_deref());
        let prices = cx.prices().at(location);
        if !tiers.contains(&true) {
            prices.rate(self.size.name)
        } else if !tiers.contains(&false) {
            prices.low_priority_rate(self.size.name)
        } else {
            None
        }
    }
}

/// Returns `true` if `tier` is `low_priority`, in the spelling of the YAML or of the REST API.
pub(crate) fn is_low_priority(tier: &str) -> bool {
    tier.replace('_', "").eq_ignore_ascii_case("lowpriority")
}
