//! What the work of a file runs on: the compute it names, or what the service takes without one.

use azml_rules::compute::ComputeKind;
use azml_rules::document::{Inherited, Work};
use azml_rules::syntax::Node;
use azml_rules::wording::steps_listed;
use azml_rules::workspace::Resolution;

use super::wording::shortened;
use crate::ide::Site;
use crate::ide::unset_compute::UnsetCompute;

/// Most computes of a pipeline that are listed.
const LISTED: usize = 5;

/// "`cpu` (compute cluster, Standard_DS3_v2, 0 to 4 nodes), the pipeline default"; `None` where the
/// file sets no compute.
pub(super) fn of_work(site: &Site<'_>, work: &Work<'_>) -> Option<String> {
    let text = named(site, work)?;
    let from = match work.target.inherited {
        Inherited::DefaultCompute => ", the pipeline default",
        Inherited::Pipeline => ", set by the pipeline",
        Inherited::Own | Inherited::Unset => "",
    };
    Some(format!("{text}{from}"))
}

/// What the job in the document runs on, where that is known.
pub(super) fn of_job(site: &Site<'_>) -> Option<String> {
    let kind = site.document.kind().filter(|kind| kind.is_job())?;
    if let Some(unset) = UnsetCompute::of(site.document) {
        return Some(unset.sentence());
    }
    let works = site.document.works();
    let mut computes: Vec<(String, Vec<&str>)> = Vec::new();
    for work in &works {
        let Some(text) = named(site, work) else {
            continue;
        };
        let step = work.step.and_then(Node::text).unwrap_or_default();
        match computes.iter_mut().find(|(known, _)| *known == text) {
            Some((_, steps)) => steps.push(step),
            None => computes.push((text, vec![step])),
        }
    }
    let is_alone = computes.len() == 1 || works.iter().all(|work| work.step.is_none());
    let mut texts: Vec<String> = computes
        .iter()
        .take(LISTED)
        .map(|(text, steps)| {
            if is_alone {
                text.clone()
            } else {
                format!("{text}: {}", steps_listed(steps.iter().copied()))
            }
        })
        .collect();
    if computes.len() > LISTED {
        texts.push(format!("and {} more", computes.len() - LISTED));
    }
    let runs = if kind == azml_rules::document::Kind::JobPipeline {
        "Its steps run"
    } else {
        "It runs"
    };
    (!texts.is_empty()).then(|| format!("{runs} on {}.", texts.join("; ")))
}

fn named(site: &Site<'_>, work: &Work<'_>) -> Option<String> {
    let node = work.target.node.map(Node::resolved)?;
    Some(
        match site.workspace.resolve_compute(site.document.path(), node) {
            Resolution::Local => ComputeKind::Local.label().to_owned(),
            Resolution::Serverless => ComputeKind::Serverless.label().to_owned(),
            Resolution::Known(compute) => match compute.definitions() {
                [one] => format!("`{}` ({})", compute.name(), one.describe()),
                _ => format!("`{}`", compute.name()),
            },
            Resolution::Unknown(name) => format!("`{name}` (not defined in this folder)"),
            Resolution::Unknowable => format!("`{}`", shortened(node.text()?)),
        },
    )
}
