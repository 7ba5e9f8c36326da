//! Inlay hints after sizes and compute names: specifications, number of nodes, price of a
//! node.

use azml_rules::compute::vm_size;
use azml_rules::document::Resource;
use azml_rules::schema::resource_uses;
use azml_rules::syntax::{Node, known_text};
use azml_rules::text::TextRange;
use azml_rules::workspace::Resolution;

use super::compute_summary::summary;
use super::cost;
use super::number_hints::of_numbers;
use crate::Site;
use crate::markdown::{Markdown, joined, md};
use crate::unset_compute::UnsetCompute;

/// Maximum length of a hint in VS Code (`editor.inlayHints.maximumLength`).
const LONGEST: usize = 43;

/// An inlay hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlayHint {
    /// Offset after which it is shown.
    pub offset: u32,
    /// Its text.
    pub label: String,
    /// Its tooltip: the source of a price.
    pub about: Markdown,
}

/// Returns the hints in `range` of the document.
pub fn hints(site: &Site<'_>, range: TextRange) -> Vec<InlayHint> {
    let mut hints = Vec::new();
    for (node, used) in resource_uses(site.document) {
        if node.range().start > range.end || range.start > node.range().end {
            continue;
        }
        let about = match used.resource {
            Resource::VmSize => of_size(site, node),
            Resource::Compute => of_compute(site, node),
            _ => None,
        };
        hints.extend(about.map(|(label, about)| InlayHint {
            offset: node.range().end,
            label,
            about,
        }));
    }
    hints.extend(of_unset_compute(site, range));
    let numbers = of_numbers(site, range).into_iter();
    hints.extend(numbers.map(|(offset, label)| InlayHint {
        offset,
        label,
        about: Markdown::new(),
    }));
    hints
}

/// "serverless compute · 1 node", after the type of a job that names no compute.
fn of_unset_compute(site: &Site<'_>, range: TextRange) -> Option<InlayHint> {
    let unset = UnsetCompute::of(site.document)?;
    let written = unset.job.get("type").or_else(|| unset.job.get("command"))?;
    let lines = site.document.lines();
    let line = lines.line_of(written.range().start);
    let end = lines.line(site.document.text(), line).end;
    // For a value of several lines, the hint is after the first.
    let offset = written.range().end.min(end);
    (range.start <= offset && offset <= range.end).then(|| InlayHint {
        offset,
        about: md!("{} {}", unset.sentence(), CHOOSE_COMPUTE),
        label: unset.in_short,
    })
}

const CHOOSE_COMPUTE: &str = "Set `compute` to run it on a compute of the workspace, or `resources` \
    to choose the size and the number of nodes.";

/// "4 vCPU · 14 GiB · ~$0.29/h"
fn of_size(site: &Site<'_>, node: Node<'_>) -> Option<(String, Markdown)> {
    let size = vm_size(known_text(node)?)?;
    let rate = site.prices().rate(size.name);
    let rate =
        rate.filter(|it| azml_rules::compute::is_dedicated(node) && !it.is_of_other_region());
    let mut parts = size.figures();
    parts.extend(rate.as_ref().map(|rate| format!("~{}", rate.hourly())));
    let about = rate.map_or_else(Markdown::new, |rate| cost::around_the_clock(1, &rate));
    Some((in_short(&parts), about))
}

/// Returns the figures without the GPU vendor, and without the number of cores if VS
/// Code would truncate the price.
fn in_short(figures: &[String]) -> String {
    let all = figures.join(" · ").replace("× NVIDIA ", "× ");
    match all.split_once(" · ") {
        Some((_, rest)) if all.chars().count() > LONGEST => rest.to_owned(),
        _ => all,
    }
}

/// "cluster · 0–4 nodes"
fn of_compute(site: &Site<'_>, node: Node<'_>) -> Option<(String, Markdown)> {
    match site.workspace.resolve_compute(site.document.path(), node) {
        Resolution::Known(compute) => {
            let about = match compute.definitions() {
                [one] => cost::lines(one, site.prices()),
                _ => Vec::new(),
            };
            let about = about.iter().map(|line| md!("- {}\n", line));
            Some((summary(&compute)?, joined(about, "")))
        }
        _ => None,
    }
}
