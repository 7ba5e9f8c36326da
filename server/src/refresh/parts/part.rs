//! The files of a snapshot.

/// A file of a snapshot besides `snapshot.json`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Part {
    Computes,
    Sizes,
    Quota,
    Datastores,
    Environments,
    Models,
    Data,
    Components,
    Endpoints,
}

/// The keys of `snapshot.json`, in their order.
pub(crate) const FACT_KEYS: &[&str] = &[
    "format",
    "workspace",
    "resource_group",
    "subscription",
    "location",
    "identity",
    "public_network_access",
    "saved",
    "client",
];

const ASSET_KEYS: &[&str] = &[
    "name",
    "type",
    "latest",
    "versions",
    "archived_versions",
    "labels",
    "archived",
];

impl Part {
    /// All of them, in the order in which changes are listed.
    pub(crate) const ALL: [Self; 9] = [
        Self::Computes,
        Self::Sizes,
        Self::Quota,
        Self::Datastores,
        Self::Environments,
        Self::Models,
        Self::Data,
        Self::Components,
        Self::Endpoints,
    ];

    pub(crate) fn file(self) -> &'static str {
        match self {
            Self::Computes => "computes.json",
            Self::Sizes => "sizes.json",
            Self::Quota => "quota.json",
            Self::Datastores => "datastores.json",
            Self::Environments => "environments.json",
            Self::Models => "models.json",
            Self::Data => "data.json",
            Self::Components => "components.json",
            Self::Endpoints => "endpoints.json",
        }
    }

    /// The keys of its entries, in their order.
    pub(crate) fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Computes => &[
                "name",
                "type",
                "size",
                "tier",
                "min_instances",
                "max_instances",
                "location",
                "state",
                "idle_time_before_shutdown_minutes",
                "schedules",
            ],
            Self::Sizes => &[
                "name",
                "family",
                "vcpus",
                "gpus",
                "memory_gb",
                "compute_types",
                "low_priority",
                "price",
                "low_priority_price",
            ],
            Self::Quota => &["name", "kind", "scope", "used", "limit"],
            Self::Datastores => &["name", "type", "is_default"],
            Self::Environments | Self::Models | Self::Data | Self::Components => ASSET_KEYS,
            Self::Endpoints => &[
                "name",
                "kind",
                "deployments",
                "traffic",
                "default_deployment",
                "public_network_access",
            ],
        }
    }

    /// The keys that tell entries of one name apart.
    pub(crate) fn identity(self) -> &'static [&'static str] {
        match self {
            Self::Quota => &["name", "kind", "scope"],
            Self::Endpoints => &["name", "kind"],
            _ => &["name"],
        }
    }

    /// The keys that change by the hour: a snapshot is not out of date because of them.
    pub(crate) fn fleeting(self) -> &'static [&'static str] {
        match self {
            Self::Computes => &["state"],
            Self::Quota => &["used"],
            _ => &[],
        }
    }

    /// The assets of a workspace by the name that Azure's REST API has for them.
    pub(crate) fn collection(self) -> Option<&'static str> {
        match self {
            Self::Environments => Some("environments"),
            Self::Models => Some("models"),
            Self::Data => Some("data"),
            Self::Components => Some("components"),
            _ => None,
        }
    }
}
