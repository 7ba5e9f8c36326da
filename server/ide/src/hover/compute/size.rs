//! Hover of a VM size: specifications, price, retirement, and support on online
//! endpoints.

use azml_rules::compute::{VmSize, closest_vm_size, looks_like_vm_size, replacements, vm_size};
use azml_rules::date::Date;
use azml_rules::document::{Document, Kind, Resource};
use azml_rules::syntax::{Node, known_text};
use azml_rules::wording::counted;

use crate::Site;
use crate::hints::cost;
use crate::markdown::{Markdown, code, md, ours};

/// Returns the hover of the value `node` under `keys`, if it names a size.
pub(crate) fn card(
    site: &Site<'_>,
    node: Node<'_>,
    keys: &[&str],
    named: Resource,
) -> Option<Markdown> {
    if named != Resource::VmSize {
        return None;
    }
    let is_online = site.document.kind() == Some(Kind::DeploymentManagedOnline);
    let online = (is_online && keys == ["instance_type"]).then(|| Online::of(site.document));
    let tier = if azml_rules::compute::is_dedicated(node) {
        Tier::Dedicated
    } else {
        Tier::LowPriority
    };
    of_name(site, known_text(node)?, online, tier)
}

/// Tier of the machines; prices are those of dedicated ones.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tier {
    Dedicated,
    LowPriority,
}

/// The managed online deployment that uses the size.
pub(crate) struct Online {
    count: Option<i64>,
}

impl Online {
    fn of(deployment: &Document) -> Self {
        let count = deployment.get("instance_count").map_or(Some(1), Node::int);
        Self {
            count: count.filter(|count| *count > 0),
        }
    }
}

/// Returns the hover of `name`; `None` if it is not shaped like a size, such as an instance type of
/// Kubernetes.
pub(crate) fn of_name(
    site: &Site<'_>,
    name: &str,
    online: Option<Online>,
    tier: Tier,
) -> Option<Markdown> {
    match vm_size(name) {
        Some(size) => Some(of_size(site, size, online, tier)),
        None if looks_like_vm_size(name) => {
            let suggestion = closest_vm_size(name, site.today())
                .map(|suggestion| md!(" Did you mean {}?", code(suggestion.name)));
            Some(md!(
                "### {}: unknown size\n\nIt isn't in the list of VM sizes that azml-ls knows.{}",
                code(name),
                suggestion.unwrap_or_default()
            ))
        }
        None => None,
    }
}

fn of_size(site: &Site<'_>, size: &VmSize, online: Option<Online>, tier: Tier) -> Markdown {
    let figures = ours(size.figures().join(" · "));
    let mut text = md!("### {}\n\n{}\n\n", code(size.name), figures);
    let prices = site.prices();
    let (rate, unknown) = if tier == Tier::Dedicated {
        (prices.rate(size.name), "unknown")
    } else {
        let unknown = "variable: low-priority machines are Spot VMs since 2026-03-31";
        (prices.low_priority_rate(size.name), unknown)
    };
    let price = rate.map_or_else(|| ours(unknown), |rate| cost::around_the_clock(1, &rate));
    let serves = if size.online_endpoint {
        "supported"
    } else {
        "not in the list of supported sizes"
    };
    let mut lines = vec![("Price", price), ("Series", ours(size.series))];
    lines.extend(retirement(size, site.today()).map(|text| ("Retirement", ours(text))));
    if !size.is_retired(site.today()) {
        let restriction = size.restriction();
        lines.extend(restriction.map(|text| ("Availability", ours(text))));
        lines.push(("Managed online endpoints", ours(serves)));
    }
    lines.extend(
        online
            .and_then(|online| quota(size, online.count?))
            .map(|text| ("Quota for this deployment", ours(text))),
    );
    for (name, value) in lines {
        text.push_row(name, value);
    }
    text.push(md!("\n[Microsoft Learn]({})", URL));
    text
}

const URL: &str = "https://learn.microsoft.com/azure/virtual-machines/sizes/overview";

/// "retired on 2025-09-30 (retirement pages of 2026-09-24); recommended replacements: `A`, `B`".
fn retirement(size: &VmSize, today: Option<Date>) -> Option<String> {
    let day = size.retires_on?;
    let when = match today {
        Some(today) if day <= today => format!("retired on {day}"),
        _ => format!("will be retired on {day}"),
    };
    let instead: Vec<String> = replacements(size, today.unwrap_or(day), |_| true)
        .iter()
        .map(|size| format!("`{}`", size.name))
        .collect();
    let instead = if instead.is_empty() {
        String::new()
    } else {
        format!("; recommended replacements: {}", instead.join(", "))
    };
    Some(format!("{when} (retirement pages of 2026-09-24){instead}"))
}

/// "16 vCPU (3 instances plus 20% reserved for upgrades: 4 × 4 vCPU)".
pub(crate) fn quota(size: &VmSize, count: i64) -> Option<String> {
    let (reserved, vcpus) = size.online_quota(count)?;
    let each = size.vcpus?;
    let instances = counted(count, "instance");
    Some(if size.upgrade_reserve_exempt {
        format!(
            "{vcpus} vCPU ({instances} of {each} vCPU; this size needs no reserve for upgrades)"
        )
    } else {
        format!(
            "{vcpus} vCPU ({instances} plus 20% reserved for upgrades: {reserved} × {each} vCPU)"
        )
    })
}
