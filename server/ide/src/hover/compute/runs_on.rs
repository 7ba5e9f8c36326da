//! The compute of the work in a file: the one it names, or the service's default.

use azml_rules::compute::ComputeKind;
use azml_rules::document::{Inherited, Work};
use azml_rules::syntax::Node;
use azml_rules::workspace::Resolution;

use crate::Site;
use crate::hover::wording::shortened;
use crate::markdown::{Markdown, code, joined, listed_up_to, md, ours, plain};
use crate::unset_compute::UnsetCompute;

/// Maximum number of computes of a pipeline listed.
const LISTED: usize = 5;

/// "`cpu` (compute cluster, Standard_DS3_v2, 0 to 4 nodes), the pipeline default"; `None` if the
/// file sets no compute.
pub(crate) fn of_work(site: &Site<'_>, work: &Work<'_>) -> Option<Markdown> {
    let text = named(site, work)?;
    let from = match work.target.inherited {
        Inherited::DefaultCompute => ", the pipeline default",
        Inherited::Pipeline => ", set by the pipeline",
        Inherited::Own | Inherited::Unset => "",
    };
    Some(md!("{}{}", text, from))
}

/// Returns the compute of the job in the document, if known.
pub(crate) fn of_job(site: &Site<'_>) -> Option<Markdown> {
    let kind = site.document.kind().filter(|kind| kind.is_job())?;
    if let Some(unset) = UnsetCompute::of(site.document) {
        return Some(unset.sentence());
    }
    let works = site.document.works();
    let mut computes: Vec<(Markdown, Vec<&str>)> = Vec::new();
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
    let mut texts: Vec<Markdown> = computes
        .iter()
        .take(LISTED)
        .map(|(text, steps)| {
            if is_alone {
                text.clone()
            } else {
                md!("{}: {}", text, steps_listed(steps))
            }
        })
        .collect();
    if computes.len() > LISTED {
        texts.push(md!("and {} more", computes.len() - LISTED));
    }
    let runs = if kind == azml_rules::document::Kind::JobPipeline {
        "Its steps run"
    } else {
        "It runs"
    };
    (!texts.is_empty()).then(|| md!("{} on {}.", runs, joined(texts, "; ")))
}

fn named(site: &Site<'_>, work: &Work<'_>) -> Option<Markdown> {
    let node = work.target.node.map(Node::resolved)?;
    Some(
        match site.workspace.resolve_compute(site.document.path(), node) {
            Resolution::Local => ours(ComputeKind::Local.label()),
            Resolution::Serverless => ours(ComputeKind::Serverless.label()),
            Resolution::Known(compute) => match compute.definitions() {
                [one] => md!("{} ({})", code(compute.name()), plain(one.describe())),
                _ => code(compute.name()),
            },
            Resolution::Unknown(name) => md!("{} (not defined in this folder)", code(name)),
            Resolution::Unknowable => code(shortened(node.text()?)),
        },
    )
}

/// Like [`azml_rules::wording::steps_listed`].
fn steps_listed(names: &[&str]) -> Markdown {
    let listed = listed_up_to(3, names.iter().map(code).collect());
    match names {
        [] => ours("no step"),
        [_] => md!("step {}", listed),
        _ => md!("steps {}", listed),
    }
}
