//! The snapshot of a workspace in `.azml/`: its assets, datastores, endpoints, VM sizes, and quota, as
//! `azml-ls --refresh` saved them.
//!
//! Start at [`Snapshot`]. [`list`] reads one file of it, [`entries`] the entries of each file by their [`fields`], which are
//! values of [`json`]; [`problem`] describes parts that cannot be read, and [`family`] names families of VM sizes.
//!
//! Invariants: a missing file means that nothing is known about its sort of resource; a list that was
//! not read completely proves of no name that it does not exist; only its own keys are read.

mod entries;
mod family;
mod fields;
mod json;
mod list;
mod problem;

use std::sync::Arc;

pub use entries::{
    Asset, Deployment, EndpointKind, Quota, QuotaKind, SavedDatastore, SavedEndpoint, SavedSize,
};
pub use fields::{Fields, SavedTexts};
pub use list::{SavedEntry, SavedList, SavedName};
pub use problem::SnapshotProblem;

use json::{JsonError, JsonValue};

use crate::compute::{RegionPrice, RegionPrices, SavedPrices, is_same_region};
use crate::date::Date;
use crate::document::Resource;
use crate::path::inside;

/// The file whose presence makes a folder a snapshot.
pub const SNAPSHOT_FILE: &str = "snapshot.json";

/// The files beside it, without `computes.json`, which is an inventory.
pub const SNAPSHOT_LISTS: [&str; 8] = [
    "sizes.json",
    "quota.json",
    "datastores.json",
    "environments.json",
    "models.json",
    "data.json",
    "components.json",
    "endpoints.json",
];

/// The newest format that is known, and the one that is written.
pub const SNAPSHOT_FORMAT: i64 = 1;

/// The number of days after which a snapshot proves little.
const DAYS_UNTIL_OLD: i16 = 30;

/// The datastores that the service creates: four in every workspace, and the one of imported data.
pub(crate) const BUILT_IN_DATASTORES: [&str; 5] = [
    "workspaceartifactstore",
    "workspaceblobstore",
    "workspacefilestore",
    "workspacemanageddatastore",
    "workspaceworkingdirectory",
];

/// The snapshot of one workspace.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Snapshot {
    /// The folder that holds it.
    pub folder: Arc<str>,
    /// Name of the workspace.
    pub workspace: Option<String>,
    /// Region of the workspace, such as `westeurope`.
    pub location: Option<String>,
    /// Identity of the workspace: `system_assigned`, `none`.
    pub identity: Option<String>,
    /// `Enabled` or `Disabled`.
    pub public_network_access: Option<String>,
    /// Day on which it was saved.
    pub saved: Option<Date>,
    /// VM sizes of the region.
    pub sizes: Option<SavedList<SavedSize>>,
    /// Limits of the subscription and the workspace.
    pub quota: Option<SavedList<Quota>>,
    /// Datastores.
    pub datastores: Option<SavedList<SavedDatastore>>,
    /// Environments.
    pub environments: Option<SavedList<Asset>>,
    /// Models.
    pub models: Option<SavedList<Asset>>,
    /// Data assets.
    pub data: Option<SavedList<Asset>>,
    /// Components.
    pub components: Option<SavedList<Asset>>,
    /// Online and batch endpoints.
    pub endpoints: Option<SavedList<SavedEndpoint>>,
    /// Prices of the sizes.
    pub prices: Option<Arc<RegionPrices>>,
}

// The prices in it are finite.
impl Eq for Snapshot {}

impl Snapshot {
    /// Reads the snapshot in `folder`. `text_of` returns the text of one of its files; `None` if the file
    /// does not exist or cannot be read. Parts that cannot be read are returned, and the rest is used;
    /// there is no snapshot without a valid [`SNAPSHOT_FILE`].
    pub fn read(
        folder: &str,
        mut text_of: impl FnMut(&'static str) -> Option<Arc<str>>,
    ) -> (Option<Self>, Vec<SnapshotProblem>) {
        let mut problems = Vec::new();
        let Some(text) = text_of(SNAPSHOT_FILE) else {
            return (None, problems);
        };
        let mut found = match Self::of_text(&text) {
            Ok(found) => found,
            Err(problem) => return (None, vec![problem]),
        };
        found.folder = folder.into();
        let mut lists = Lists {
            folder,
            text_of: &mut text_of,
            problems: &mut problems,
        };
        found.sizes = lists.read("sizes.json");
        found.quota = lists.read("quota.json");
        found.datastores = lists.read("datastores.json");
        found.environments = lists.read("environments.json");
        found.models = lists.read("models.json");
        found.data = lists.read("data.json");
        found.components = lists.read("components.json");
        found.endpoints = lists.read("endpoints.json");
        found.prices = found.region_prices().map(Arc::new);
        (Some(found), problems)
    }

    /// Reads the facts of the workspace.
    fn of_text(text: &str) -> Result<Self, SnapshotProblem> {
        let root = JsonValue::of(text).and_then(|root| match root.is_mapping() {
            true => Ok(root),
            false => Err(JsonError::not(root, "the description of a snapshot", text)),
        });
        let root = root.map_err(|error| {
            let message = if error.is_cut {
                "the file is incomplete"
            } else {
                &error.message
            };
            SnapshotProblem::new(SNAPSHOT_FILE, error.range, message)
        })?;
        let fields = Fields::of(root);
        if let Some(format) = fields.get(&["format"])
            && format.int().is_none_or(|format| format > SNAPSHOT_FORMAT)
        {
            return Err(SnapshotProblem::newer_format(
                SNAPSHOT_FILE,
                format.range_in(text),
            ));
        }
        Ok(Self {
            workspace: fields.text(&["workspace"]),
            location: fields.text(&["location"]),
            identity: fields.text(&["identity"]),
            public_network_access: fields.text(&["publicnetworkaccess"]),
            saved: fields.text(&["saved"]).as_deref().and_then(Date::parse),
            ..Self::default()
        })
    }

    /// Returns the assets of a sort; `None` if they are not known.
    pub fn assets(&self, resource: Resource) -> Option<&SavedList<Asset>> {
        match resource {
            Resource::Environment => self.environments.as_ref(),
            Resource::Model => self.models.as_ref(),
            Resource::Data => self.data.as_ref(),
            Resource::Component => self.components.as_ref(),
            _ => None,
        }
    }

    /// Returns the lists that may have such an asset, each with the sort of its assets, as far as they are
    /// known.
    pub fn asset_lists(
        &self,
        resource: Resource,
    ) -> impl Iterator<Item = (Resource, &SavedList<Asset>)> {
        let sorts = asset_sorts(resource).iter();
        sorts.filter_map(|sort| Some((*sort, self.assets(*sort)?)))
    }

    /// Returns the full path of one of its files.
    pub fn path_of(&self, file: &str) -> String {
        inside(&self.folder, file)
    }

    /// Returns its age in days on `today`; `None` if the day is unknown.
    pub fn age(&self, today: Option<Date>) -> Option<i64> {
        let seconds = today?.begins().0 - self.saved?.begins().0;
        Some((seconds / (24 * 60 * 60)).max(0))
    }

    /// Returns `true` if it is too old on `today` for a warning.
    pub fn is_old(&self, today: Option<Date>) -> bool {
        let days = self.saved.zip(today);
        days.is_some_and(|(saved, today)| is_old_on(saved, today))
    }

    /// "the workspace `dev` of 2026-11-24", "the workspace".
    pub fn describe(&self) -> String {
        let name = self.workspace.as_ref();
        let name = name.map_or_else(String::new, |name| format!(" `{name}`"));
        format!("the workspace{name}{}", self.of_day())
    }

    /// " of 2026-11-24", if the day is known.
    pub fn of_day(&self) -> String {
        self.saved
            .map_or_else(String::new, |day| format!(" of {day}"))
    }

    /// Returns `true` if `location` is the region of the workspace; also if one of them is not known.
    pub fn is_in_region(&self, location: Option<&str>) -> bool {
        let own = self.location.as_deref();
        own.zip(location)
            .is_none_or(|(own, location)| is_same_region(own, location))
    }

    fn region_prices(&self) -> Option<RegionPrices> {
        let sizes = self.sizes.as_ref()?.entries().iter();
        let per_hour = sizes.filter_map(|size| {
            let price = RegionPrice {
                dedicated: size.price,
                low_priority: size.low_priority_price,
            };
            let is_known = price != RegionPrice::default();
            is_known.then(|| (size.name.text.to_ascii_lowercase(), price))
        });
        Some(RegionPrices {
            region: self.location.as_deref()?.into(),
            currency: "USD".into(),
            source: SavedPrices::Snapshot,
            as_of: self.saved,
            per_hour: per_hour.collect(),
        })
    }
}

/// Returns `true` if the service creates a datastore of this name itself.
pub fn is_built_in_datastore(name: &str) -> bool {
    BUILT_IN_DATASTORES.contains(&name)
}

/// Returns `true` if a snapshot of the day `saved` proves little on `today`.
pub fn is_old_on(saved: Date, today: Date) -> bool {
    saved.plus_days(DAYS_UNTIL_OLD) < today
}

/// Returns the sorts of assets that a reference to such a resource can mean: an input can be a model, too.
pub fn asset_sorts(resource: Resource) -> &'static [Resource] {
    match resource {
        Resource::Data => &[Resource::Data, Resource::Model],
        Resource::Environment => &[Resource::Environment],
        Resource::Model => &[Resource::Model],
        Resource::Component => &[Resource::Component],
        _ => &[],
    }
}

/// Reads the lists of a snapshot.
struct Lists<'r> {
    folder: &'r str,
    text_of: &'r mut dyn FnMut(&'static str) -> Option<Arc<str>>,
    problems: &'r mut Vec<SnapshotProblem>,
}

impl Lists<'_> {
    fn read<T: SavedEntry>(&mut self, file: &'static str) -> Option<SavedList<T>> {
        let text = (self.text_of)(file)?;
        let (list, problem) = SavedList::read(inside(self.folder, file).into(), &text);
        let problem = problem.map(|(range, message)| SnapshotProblem::new(file, range, message));
        self.problems.extend(problem);
        Some(list)
    }
}

#[cfg(test)]
mod tests;
