//! Machines that do not fit into the quota of the subscription or the workspace.

use crate::checks::prelude::*;
use crate::checks::shared::reference::snapshot_age::{SnapshotAge, is_in_its_region};
use crate::snapshot::{Quota, QuotaKind, Snapshot};

declare_rule! {
    /// Azure ML limits the vCPUs of each family of sizes, and of all sizes together, in each subscription
    /// and region. A workspace can have a smaller limit. The snapshot of the workspace (`.azml/`, saved with
    /// `azml-ls --refresh`) lists the limits.
    ///
    /// An error, because the service rejects it: a dedicated cluster or an instance of which one node has
    /// more vCPUs than the limit, also with `min_instances: 0`, and a cluster whose `min_instances` need more
    /// (reported [once](https://github.com/microsoft/InnerEye-DeepLearning/issues/253),
    /// [twice](https://github.com/Azure/mlops-v2/issues/81), and
    /// [a third time](https://github.com/MicrosoftDocs/mslearn-aml-labs/issues/8)); and a
    /// managed online deployment that needs more. It needs quota for a fifth more instances, rounded
    /// up, except on some sizes.
    ///
    /// Reports on low-priority clusters contradict each other, so they are warnings. A `max_instances`
    /// above the limit is accepted, but the cluster never gets that large: an info. The number of vCPUs that are in
    /// use changes every day, so it isn't compared.
    ///
    /// ```yaml bad path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// size: Standard_DS4_v2
    /// max_instances: 1
    /// ```
    /// ```json bad path=.azml/snapshot.json
    /// {"format": 1, "workspace": "dev", "location": "westeurope", "saved": "2026-11-20"}
    /// ```
    /// ```json bad path=.azml/sizes.json
    /// [{"name": "Standard_DS4_v2", "family": "standardDSv2Family", "vcpus": 8}]
    /// ```
    /// ```json bad path=.azml/quota.json
    /// [{"name": "Standard DSv2 Family Cluster Dedicated vCPUs", "kind": "family", "used": 0, "limit": 6}]
    /// ```
    /// ```yaml good path=cluster.yml
    /// $schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json
    /// type: amlcompute
    /// name: cpu-cluster
    /// size: Standard_DS3_v2
    /// max_instances: 1
    /// ```
    /// ```json good path=.azml/snapshot.json
    /// {"format": 1, "workspace": "dev", "location": "westeurope", "saved": "2026-11-20"}
    /// ```
    /// ```json good path=.azml/sizes.json
    /// [{"name": "Standard_DS3_v2", "family": "standardDSv2Family", "vcpus": 4}]
    /// ```
    /// ```json good path=.azml/quota.json
    /// [{"name": "Standard DSv2 Family Cluster Dedicated vCPUs", "kind": "family", "used": 0, "limit": 6}]
    /// ```
    "quota-exceeded", Compute, Error,
    marks: [Unfinished],
    summary: "machines that need more vCPUs than the quota of the workspace or subscription",
    url: "https://learn.microsoft.com/azure/machine-learning/how-to-manage-quotas",
}

fn check(cx: &mut Context<'_>) {
    let Some(snapshot) = cx.settings.snapshot.as_deref() else {
        return;
    };
    let is_here = is_in_its_region(cx.document, snapshot);
    match cx.kind() {
        Some(Kind::ComputeAmlcompute) if is_here => cluster(cx, snapshot),
        Some(Kind::ComputeComputeinstance) if is_here => instance(cx, snapshot),
        Some(Kind::DeploymentManagedOnline) => deployment(cx, snapshot),
        _ => {}
    }
}

/// A machine and the limit that holds for it.
struct Limited<'a> {
    /// The value that names the size.
    node: Node<'a>,
    size: &'a str,
    vcpus: i64,
    quota: &'a Quota,
    limit: i64,
}

/// Returns the smallest limit that holds for the size in `node`.
fn limited<'a>(snapshot: &'a Snapshot, node: Node<'a>, is_dedicated: bool) -> Option<Limited<'a>> {
    let size = known_text(node)?;
    let saved = snapshot
        .sizes
        .as_ref()
        .and_then(|sizes| sizes.named(size).next());
    let listed = vm_size(size).and_then(|size| size.vcpus).map(i64::from);
    let vcpus = saved.and_then(|saved| saved.vcpus).or(listed)?;
    let family = saved.and_then(|saved| saved.family.as_deref());
    let holds = |quota: &&Quota| match quota.kind {
        QuotaKind::Family => is_dedicated && family == Some(&*quota.family),
        QuotaKind::Dedicated => is_dedicated,
        QuotaKind::LowPriority => !is_dedicated,
        QuotaKind::Clusters => false,
    };
    let rows = snapshot.quota.as_ref()?.entries().iter().filter(holds);
    let limits = rows.filter_map(|quota| Some((quota.limit?, quota)));
    let (limit, quota) = limits.min_by_key(|(limit, _)| *limit)?;
    Some(Limited {
        node,
        size,
        vcpus,
        quota,
        limit,
    })
}

impl Limited<'_> {
    /// "the limit of `Standard DSv2 Family Cluster Dedicated vCPUs` is 6; 2 were in use on 2026-11-20"
    fn describe(&self, snapshot: &Snapshot) -> String {
        let owner = if self.quota.is_of_workspace {
            " of the workspace"
        } else {
            ""
        };
        let used = self.quota.used.zip(snapshot.saved);
        let used = used.map_or_else(String::new, |(used, day)| {
            format!("; {used} were in use on {day}")
        });
        format!(
            "the limit{owner} for `{}` is {}{used}",
            self.quota.name.text, self.limit
        )
    }
}

fn cluster(cx: &mut Context<'_>, snapshot: &Snapshot) {
    let tier = cx.document.get("tier").filter(|tier| !tier.is_null());
    let is_dedicated = match tier.map(known_text) {
        None => true,
        Some(Some(tier)) if tier.eq_ignore_ascii_case("dedicated") => true,
        Some(Some(tier)) if machine::is_low_priority(tier) => false,
        Some(_) => return,
    };
    let size = cx.document.get("size");
    let Some(found) = size.and_then(|node| limited(snapshot, node, is_dedicated)) else {
        return;
    };
    let level = if is_dedicated {
        Level::Error
    } else {
        Level::Warning
    };
    if found.vcpus > found.limit {
        return one_node(cx, snapshot, &found, level);
    }
    let count = |key: &str| {
        let node = cx.document.get(key)?;
        let count = known_int(node).filter(|count| *count > 0)?;
        let needed = count.checked_mul(found.vcpus)?;
        (needed > found.limit).then_some((node, count, needed))
    };
    let (min, max) = (count("min_instances"), count("max_instances"));
    if let Some((node, count, needed)) = min {
        let message = format!(
            "`min_instances: {count}` needs {needed} vCPUs, and the quota is {}",
            found.limit
        );
        let help = format!(
            "request more quota, or write `min_instances: {}` or less",
            found.limit / found.vcpus
        );
        report(cx, snapshot, (node, message), &found, level).help(help);
    } else if let Some((node, count, needed)) = max {
        let message = format!(
            "`max_instances: {count}` needs {needed} vCPUs, and the quota is {}",
            found.limit
        );
        let fits = found.limit / found.vcpus;
        report(cx, snapshot, (node, message), &found, Level::Info)
            .note(format!(
                "the cluster gets no more than {}",
                counted(fits, "node")
            ))
            .help(format!(
                "request more quota, or write `max_instances: {fits}`"
            ));
    }
}

fn instance(cx: &mut Context<'_>, snapshot: &Snapshot) {
    let size = cx.document.get("size");
    let found = size.and_then(|node| limited(snapshot, node, true));
    if let Some(found) = found.filter(|found| found.vcpus > found.limit) {
        one_node(cx, snapshot, &found, Level::Error);
    }
}

fn one_node(cx: &mut Context<'_>, snapshot: &Snapshot, found: &Limited<'_>, level: Level) {
    let message = format!(
        "one node of `{}` has {} vCPUs, and the quota is {}",
        found.size, found.vcpus, found.limit
    );
    report(cx, snapshot, (found.node, message), found, level)
        .help("request more quota, or use a smaller size or one of another family");
}

fn deployment(cx: &mut Context<'_>, snapshot: &Snapshot) {
    let size = cx.document.get("instance_type");
    let Some(found) = size.and_then(|node| limited(snapshot, node, true)) else {
        return;
    };
    let node = cx.document.get("instance_count");
    // The service starts one instance if none is set.
    let count = node.map_or(Some(1), known_int).filter(|count| *count > 0);
    let quota = count.zip(vm_size(found.size));
    let Some((count, (reserved, _))) =
        quota.and_then(|(count, size)| Some((count, size.online_quota(count)?)))
    else {
        return;
    };
    let needed = reserved.saturating_mul(found.vcpus);
    if needed <= found.limit {
        return;
    }
    let message = format!(
        "{} of `{}` {} quota for {needed} vCPUs, and there are {}",
        counted(count, "instance"),
        found.size,
        if count == 1 { "needs" } else { "need" },
        found.limit
    );
    let upgrade = (reserved > count).then(|| {
        format!(
            "a fifth more is reserved for upgrades: quota for {}, each with {} vCPUs",
            counted(reserved, "instance"),
            found.vcpus
        )
    });
    let at = node.filter(|_| count > 1).unwrap_or(found.node);
    let diagnostic = report(cx, snapshot, (at, message), &found, Level::Error);
    diagnostic.notes.extend(upgrade);
    diagnostic.help("request more quota, or use fewer instances or a smaller size");
}

fn report<'c>(
    cx: &'c mut Context<'_>,
    snapshot: &Snapshot,
    (node, message): (Node<'_>, String),
    found: &Limited<'_>,
    level: Level,
) -> &'c mut Diagnostic {
    let age = SnapshotAge::of(cx);
    let place = snapshot.quota.as_ref().map(|list| list.place(found.quota));
    let limit = found.describe(snapshot);
    let diagnostic = cx.report(node.range(), message);
    diagnostic.note(limit);
    if let Some(age) = age {
        age.of_listed(diagnostic, level);
    }
    if let Some(place) = place {
        diagnostic.related(
            &place.path,
            place.range,
            "the snapshot lists the quota here",
        );
    }
    diagnostic
}
