//! The costs of the files of a folder, for `--cost`.

use azml_rules::compute::OriginKind;
use azml_rules::estimate::{
    CostSort, Estimate, Figure, Money, Reason, Total, estimate, estimate_compute,
};

use super::computes::known_computes;
use crate::loading::Loaded;

/// The costs of the files of a folder.
#[derive(Debug, Default)]
pub struct CostList {
    /// Costs of every month, used or not, and of schedules: by path.
    pub monthly: Vec<Estimate>,
    /// Costs while something runs: by path.
    pub running: Vec<Estimate>,
}

/// Sort of monthly cost. Each has a sum of its own: adding them up would hide what each depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MonthlySort {
    /// Online deployments.
    Deployments,
    /// Minimum nodes of clusters, and instances.
    IdleComputes,
    /// Runs of schedules.
    Schedules,
}

impl MonthlySort {
    /// Every sort, in the order of lists.
    pub const ALL: [Self; 3] = [Self::Deployments, Self::IdleComputes, Self::Schedules];

    /// Returns the name of its sum.
    pub fn label(self) -> &'static str {
        match self {
            Self::Deployments => "online deployments",
            Self::IdleComputes => "computes that are not used",
            Self::Schedules => "schedules",
        }
    }

    /// Returns the sort of monthly cost that something has.
    pub fn of(sort: CostSort) -> Option<Self> {
        match sort {
            CostSort::Online => Some(Self::Deployments),
            CostSort::Compute => Some(Self::IdleComputes),
            CostSort::Schedule => Some(Self::Schedules),
            CostSort::Run(_) | CostSort::Batch => None,
        }
    }
}

/// Returns the figure of a month that `found` has.
pub fn month_of(found: &Estimate) -> Option<&Figure<Money>> {
    match found.sort {
        CostSort::Compute => found.idle_per_month.as_ref(),
        CostSort::Online | CostSort::Schedule => found.per_month.as_ref(),
        CostSort::Run(_) | CostSort::Batch => None,
    }
}

impl CostList {
    /// Returns what the requested files cost, and the computes that their settings and code define.
    pub fn of(loaded: &Loaded) -> Self {
        let workspace = &loaded.workspace;
        let documents = loaded
            .requested
            .iter()
            .filter_map(|key| workspace.document(key));
        let of_files = documents.filter_map(|document| estimate(workspace, document));
        let others = known_computes(loaded).into_iter();
        let others = others.filter(|it| it.def.origin.kind != OriginKind::Yaml);
        let of_settings =
            others.map(|it| estimate_compute(workspace, &it.def.origin.path, &it.def));
        let (monthly, running) = of_files
            .chain(of_settings)
            .partition(|found| MonthlySort::of(found.sort).is_some());
        Self { monthly, running }
    }

    /// Returns everything.
    pub fn all(&self) -> impl Iterator<Item = &Estimate> {
        self.monthly.iter().chain(&self.running)
    }

    /// Returns the sum of one sort of monthly cost.
    pub fn total(&self, sort: MonthlySort) -> Total {
        let is_own = |it: &&Estimate| MonthlySort::of(it.sort) == Some(sort);
        let own = self.monthly.iter().filter(is_own);
        own.filter_map(month_of).collect()
    }

    /// Returns the greatest sum of what is paid every month, in one currency.
    pub fn greatest_month(&self) -> f64 {
        let total: Total = self.monthly.iter().filter_map(month_of).collect();
        total.known.iter().map(|it| it.amount).fold(0.0, f64::max)
    }

    /// Returns the reasons why prices are not known, the most frequent first.
    pub fn reasons(&self) -> Vec<(Reason, usize)> {
        let reasons = self.all().filter_map(unknown_price);
        let mut found = tally(reasons.map(|it| it.root().clone()));
        found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        found
    }

    /// Returns the step that would make most figures known, with the number of things that lack one for
    /// this reason.
    pub fn remedy(&self) -> Option<(&'static str, usize)> {
        let remedies = self.all().filter_map(|it| unknown_price(it)?.remedy());
        let found = tally(remedies).into_iter();
        found.max_by_key(|(_, count)| *count)
    }
}

/// Returns each item once, with its number, in the order of the first ones.
fn tally<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<(T, usize)> {
    let mut found: Vec<(T, usize)> = Vec::new();
    for item in items {
        match found.iter_mut().find(|(known, _)| *known == item) {
            Some((_, count)) => *count += 1,
            None => found.push((item, 1)),
        }
    }
    found
}

/// Returns the reason why the price of a month, or of an hour, is not known.
fn unknown_price(found: &Estimate) -> Option<&Reason> {
    month_of(found).unwrap_or(&found.per_hour).reason()
}
