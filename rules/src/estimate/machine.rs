//! Machines that something runs on, with their price.

use super::{Figure, Money, Reason};
use crate::compute::{ComputeDef, ComputeKind, KnownCompute, Prices, Rate, Unknown};
use crate::document::{Document, Kind, Resource};
use crate::settings::Settings;
use crate::syntax::{Node, known_text};
use crate::workspace::{Resolution, Workspace};

/// Machines that something runs on, with their price.
#[derive(Clone, PartialEq, Debug)]
pub struct PricedMachine {
    /// Name of the compute; `None` for machines of the job itself (serverless) or of a deployment.
    pub compute: Option<String>,
    /// Kind of the compute.
    pub kind: Option<ComputeKind>,
    /// VM size as written.
    pub size: Option<String>,
    /// `true` if they may be preempted.
    pub is_low_priority: bool,
    /// Number of machines that there are; `None` if there is no limit, or it is not known.
    pub most: Option<i64>,
    /// Price of one machine.
    pub rate: Figure<Rate>,
    /// Price of one dedicated machine of the size.
    pub dedicated: Option<Rate>,
}

impl PricedMachine {
    /// Returns machines whose size the service picks, or that are not known for another reason.
    pub(super) fn without_size(reason: Reason) -> Self {
        Self {
            compute: None,
            kind: None,
            size: None,
            is_low_priority: false,
            most: None,
            rate: Figure::Unknown(reason),
            dedicated: None,
        }
    }

    /// Returns the machines of the compute that `node` in the file at `path` names.
    pub(super) fn of_compute(workspace: &Workspace, path: &str, node: Node<'_>) -> Option<Self> {
        Some(match workspace.resolve_compute(path, node) {
            Resolution::Serverless => return None,
            Resolution::Local => Self::without_size(Reason::Local),
            Resolution::Unknowable => Self::without_size(Reason::Expression("compute")),
            Resolution::Unknown(name) => Self {
                compute: Some(name.to_owned()),
                ..Self::without_size(Reason::UndefinedCompute(name.to_owned()))
            },
            Resolution::Known(compute) => {
                Self::of_known(&compute, &prices(workspace, &workspace.settings(path)))
            }
        })
    }

    fn of_known(compute: &KnownCompute, prices: &Prices) -> Self {
        let mut found = Self::of_definition(compute.first(), prices);
        found.kind = compute.kind();
        found.most = compute.max_nodes();
        if !compute.is_consistent() {
            let name = compute.name().to_owned();
            found.size = compute.size();
            found.rate = Figure::Unknown(Reason::AmbiguousCompute(name));
            found.dedicated = None;
        }
        found
    }

    /// Returns the nodes of a compute.
    pub(super) fn of_definition(def: &ComputeDef, prices: &Prices) -> Self {
        let rate = match def.kind {
            Some(ComputeKind::Cluster | ComputeKind::Instance) => def.price(prices),
            Some(_) => Err(Unknown::Foreign),
            None => Err(Unknown::Unspecified),
        };
        let size = def.size.as_deref().filter(|_| !def.is_templated);
        let is_ours = rate != Err(Unknown::Foreign);
        let prices = prices.at(def.location.as_deref());
        Self {
            compute: Some(def.name.clone()),
            kind: def.kind,
            size: def.size.clone(),
            is_low_priority: def.is_low_priority(),
            most: def.max_nodes,
            rate: rate.map_err(Reason::Price).into(),
            dedicated: size.filter(|_| is_ours).and_then(|it| prices.rate(it)),
        }
    }

    /// Returns machines of a size that a job or deployment itself names.
    pub(super) fn of_size(prices: &Prices, size: Node<'_>, is_low_priority: bool) -> Self {
        let Some(name) = known_text(size) else {
            return Self::without_size(Reason::Expression("instance_type"));
        };
        let dedicated = prices.rate(name);
        let (rate, reason) = if is_low_priority {
            (prices.low_priority_rate(name), Unknown::LowPriority)
        } else {
            (dedicated.clone(), Unknown::NoPrice)
        };
        Self {
            size: Some(name.to_owned()),
            is_low_priority,
            rate: rate.ok_or(Reason::Price(reason)).into(),
            dedicated,
            ..Self::without_size(Reason::ServerlessSize)
        }
    }

    pub(super) fn is_instance(&self) -> bool {
        self.kind == Some(ComputeKind::Instance)
    }

    /// Returns the price of an hour of these nodes.
    pub(super) fn per_hour(&self, nodes: &Figure<i64>) -> Figure<Money> {
        let each = self
            .rate
            .with(&Figure::Known(()), |rate, ()| Money::of(rate));
        each.with(nodes, |each, nodes| each.of_machines(*nodes))
    }

    /// Returns the same for dedicated machines.
    pub(super) fn dedicated_per_hour(&self, nodes: &Figure<i64>) -> Option<Money> {
        let each = Money::of(self.dedicated.as_ref()?)?;
        each.of_machines(*nodes.value()?)
    }
}

/// Returns the prices for `document`: in the region of a compute itself, else as [`prices`].
pub fn document_prices(workspace: &Workspace, document: &Document) -> Prices {
    let found = prices(workspace, &workspace.settings(document.path()));
    let is_compute = document.kind().is_some_and(Kind::is_compute);
    let location = document.get("location").filter(|_| is_compute);
    found.at(location.and_then(known_text)).into_owned()
}

/// Returns the prices for files with these `settings`: in the region of the only workspace YAML of the folder,
/// else of the snapshot or `azml.yaml`.
pub fn prices(workspace: &Workspace, settings: &Settings) -> Prices {
    let mut workspaces = workspace.members(Resource::Workspace);
    let only = match (workspaces.next(), workspaces.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    };
    let location = only.and_then(|it| it.get("location")).and_then(known_text);
    settings.prices.at(location).into_owned()
}
