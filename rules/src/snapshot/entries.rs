//! The entries of each file of a snapshot.

use std::collections::BTreeMap;

use super::family::family_key;
use super::fields::{Fields, SavedTexts, plain_text};
use super::json::JsonValue;
use super::list::{SavedEntry, SavedName};

/// An asset with its versions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asset {
    /// Its name.
    pub name: SavedName,
    /// Type of a model, data asset, or component: `mlflow_model`, `uri_folder`, `command`.
    pub kind: Option<String>,
    /// The version created last.
    pub latest: Option<String>,
    /// Every version, the oldest first; `None` if they are not known.
    pub versions: Option<SavedTexts>,
    /// The archived versions.
    pub archived_versions: Vec<String>,
    /// The version of each label; `None` if they are not known.
    pub labels: Option<BTreeMap<String, String>>,
    /// `true` if the whole asset is archived.
    pub is_archived: bool,
}

impl SavedEntry for Asset {
    fn read(fields: &Fields<'_>, name: SavedName) -> Option<Self> {
        Some(Self {
            name,
            kind: fields.text(&["type"]),
            latest: fields.text(&["latest", "latestversion"]),
            versions: fields.saved_texts(&["versions"]),
            archived_versions: fields.texts(&["archivedversions"]).unwrap_or_default(),
            labels: labels(fields),
            is_archived: fields.bool(&["archived", "isarchived"]) == Some(true),
        })
    }

    fn name(&self) -> &SavedName {
        &self.name
    }
}

impl Asset {
    /// Returns `true` if it has no such version.
    pub fn lacks_version(&self, version: &str) -> bool {
        let versions = self.versions.as_ref();
        self.latest.as_deref() != Some(version)
            && versions.is_some_and(|versions| !versions.contains(version))
            && !self.archived_versions.iter().any(|own| own == version)
    }

    /// Returns `true` if it has no such label. `latest` is a version, not a label that is saved.
    pub fn lacks_label(&self, label: &str) -> bool {
        let labels = self.labels.as_ref();
        label != "latest" && labels.is_some_and(|labels| !labels.contains_key(label))
    }

    /// Returns `true` if it, or this version of it, is archived.
    pub fn is_archived(&self, version: Option<&str>) -> bool {
        let mut archived = self.archived_versions.iter();
        self.is_archived || version.is_some_and(|version| archived.any(|own| own == version))
    }

    /// Returns the latest version if both versions are numbers and `version` is older.
    pub fn newer_than(&self, version: &str) -> Option<u64> {
        let newest: u64 = self.latest.as_deref()?.parse().ok()?;
        let own: u64 = version.parse().ok()?;
        (own < newest).then_some(newest)
    }
}

fn labels(fields: &Fields<'_>) -> Option<BTreeMap<String, String>> {
    let labels = fields
        .get(&["labels"])
        .filter(|labels| labels.is_mapping())?;
    let entries = labels.entries().into_iter();
    let pairs =
        entries.filter_map(|(label, version)| Some((label.into_owned(), plain_text(version)?)));
    Some(pairs.collect())
}

/// A datastore.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedDatastore {
    /// Its name.
    pub name: SavedName,
    /// Its type, such as `azure_blob`.
    pub kind: Option<String>,
    /// `true` if it is the default one.
    pub is_default: bool,
}

impl SavedEntry for SavedDatastore {
    fn read(fields: &Fields<'_>, name: SavedName) -> Option<Self> {
        Some(Self {
            name,
            kind: fields.text(&["type", "datastoretype"]),
            is_default: fields.bool(&["isdefault"]) == Some(true),
        })
    }

    fn name(&self) -> &SavedName {
        &self.name
    }
}

/// Sort of an endpoint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EndpointKind {
    /// Answers requests at once.
    Online,
    /// Runs jobs.
    Batch,
}

impl EndpointKind {
    /// "online endpoint"
    pub fn label(self) -> &'static str {
        match self {
            Self::Online => "online endpoint",
            Self::Batch => "batch endpoint",
        }
    }
}

/// A deployment of an endpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deployment {
    /// Its name.
    pub name: String,
    /// Size of its machines.
    pub instance_type: Option<String>,
    /// Number of its machines.
    pub instance_count: Option<i64>,
    /// The cluster of a batch deployment.
    pub compute: Option<String>,
}

/// An endpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedEndpoint {
    /// Its name.
    pub name: SavedName,
    /// Its sort.
    pub kind: Option<EndpointKind>,
    /// Its deployments; `None` if they are not known.
    pub deployments: Option<Vec<Deployment>>,
    /// Percentage of the traffic of each deployment.
    pub traffic: BTreeMap<String, i64>,
    /// The deployment of a batch endpoint that requests use.
    pub default_deployment: Option<String>,
    /// `Enabled` or `Disabled`.
    pub public_network_access: Option<String>,
}

impl SavedEntry for SavedEndpoint {
    fn read(fields: &Fields<'_>, name: SavedName) -> Option<Self> {
        let kind = match fields.text(&["kind"]).as_deref() {
            Some("online") => Some(EndpointKind::Online),
            Some("batch") => Some(EndpointKind::Batch),
            _ => None,
        };
        let deployments = fields.get(&["deployments"]).filter(|list| list.is_list());
        let deployments = deployments.map(JsonValue::items);
        let traffic = fields.get(&["traffic"]).into_iter();
        let shares = traffic.flat_map(JsonValue::entries);
        let shares = shares.filter_map(|(name, share)| Some((name.into_owned(), share.int()?)));
        Some(Self {
            name,
            kind,
            deployments: deployments.map(|list| list.into_iter().filter_map(deployment).collect()),
            traffic: shares.collect(),
            default_deployment: fields.text(&["defaultdeployment"]),
            public_network_access: fields.text(&["publicnetworkaccess"]),
        })
    }

    fn name(&self) -> &SavedName {
        &self.name
    }
}

fn deployment(mapping: JsonValue<'_>) -> Option<Deployment> {
    let fields = Fields::of(mapping);
    Some(Deployment {
        name: fields.text(&["name"])?,
        instance_type: fields.text(&["instancetype"]),
        instance_count: fields.int(&["instancecount"]),
        compute: fields.text(&["compute"]),
    })
}

/// A VM size of the region.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedSize {
    /// Its name.
    pub name: SavedName,
    /// Its family as quotas name it, in the form that is compared.
    pub family: Option<String>,
    /// Number of virtual CPUs.
    pub vcpus: Option<i64>,
    /// Number of GPUs.
    pub gpus: Option<i64>,
    /// The computes that can have it: `AmlCompute`, `ComputeInstance`, `MIR`; empty if not known.
    pub compute_types: Vec<String>,
    /// `true` if nodes can be low-priority ones.
    pub low_priority: Option<bool>,
    /// US dollars per hour.
    pub price: Option<f64>,
    /// US dollars per hour of a low-priority node.
    pub low_priority_price: Option<f64>,
}

impl SavedEntry for SavedSize {
    fn read(fields: &Fields<'_>, name: SavedName) -> Option<Self> {
        let family = fields.text(&["family"]);
        Some(Self {
            name,
            family: family.map(|family| family_key(&family)),
            vcpus: count(fields, "vcpus"),
            gpus: count(fields, "gpus"),
            compute_types: fields
                .texts(&["computetypes", "supportedcomputetypes"])
                .unwrap_or_default(),
            low_priority: fields.bool(&["lowpriority", "lowprioritycapable"]),
            price: price(fields, "price"),
            low_priority_price: price(fields, "lowpriorityprice"),
        })
    }

    fn name(&self) -> &SavedName {
        &self.name
    }
}

impl SavedSize {
    /// Returns `true` if the region does not offer it for this type of compute.
    pub fn lacks_use(&self, compute_type: &str) -> bool {
        let mut types = self.compute_types.iter();
        !self.compute_types.is_empty() && !types.any(|own| own.eq_ignore_ascii_case(compute_type))
    }
}

/// Sort of a quota.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum QuotaKind {
    /// Dedicated vCPUs of one family of sizes.
    Family,
    /// Dedicated vCPUs of all sizes.
    Dedicated,
    /// Low-priority vCPUs of all sizes.
    LowPriority,
    /// Number of computes.
    Clusters,
}

/// A limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quota {
    /// Its name in Azure.
    pub name: SavedName,
    /// Its sort.
    pub kind: QuotaKind,
    /// The family, in the form that is compared.
    pub family: String,
    /// `true` if it is the limit of the workspace, which may be smaller than that of the subscription.
    pub is_of_workspace: bool,
    /// The part that was used.
    pub used: Option<i64>,
    /// The limit; `None` without one.
    pub limit: Option<i64>,
}

impl SavedEntry for Quota {
    fn read(fields: &Fields<'_>, name: SavedName) -> Option<Self> {
        let row = fields
            .text(&["type"])
            .unwrap_or_default()
            .to_ascii_lowercase();
        let kind = fields.text(&["kind"]);
        // Rows of the REST API have a type such as `Microsoft.MachineLearningServices/vmFamily/usages`.
        let kind = match (kind.as_deref(), row.rsplit('/').nth(1)) {
            (Some("family"), _) => QuotaKind::Family,
            (Some("dedicated"), _) | (None, Some("dedicatedcores")) => QuotaKind::Dedicated,
            (Some("low_priority"), _) | (None, Some("lowprioritycores")) => QuotaKind::LowPriority,
            (Some("clusters"), _) | (None, Some("totalcores")) => QuotaKind::Clusters,
            (None, Some("vmfamily" | "workspaces")) => QuotaKind::Family,
            _ => return None,
        };
        let limit = fields.int(&["limit"]);
        Some(Self {
            family: family_key(&name.text),
            kind,
            is_of_workspace: fields.text(&["scope"]).as_deref() == Some("workspace")
                || row.contains("/workspaces/"),
            used: fields.int(&["used", "currentvalue"]),
            limit: limit.filter(|limit| *limit >= 0),
            name,
        })
    }

    fn name(&self) -> &SavedName {
        &self.name
    }
}

fn count(fields: &Fields<'_>, key: &str) -> Option<i64> {
    let number = fields.int(&[key])?;
    (0..=1_000_000).contains(&number).then_some(number)
}

/// Returns a finite price above zero.
fn price(fields: &Fields<'_>, key: &str) -> Option<f64> {
    let price: f64 = fields.text(&[key])?.parse().ok()?;
    (price.is_finite() && price > 0.0).then_some(price)
}
