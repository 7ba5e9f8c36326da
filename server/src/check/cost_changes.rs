//! Costs of files before, and their changes, for `--cost --diff`.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use azml_rules::document::{Document, ParseCache};
use azml_rules::estimate::{Estimate, Figure, Money, estimate};
use azml_rules::path::below;

use super::costs::month_of;
use crate::loading::Loaded;

/// The cost of one file, if it changed.
#[derive(Clone, Debug)]
pub struct CostChange {
    /// The file; before, if it was deleted.
    pub path: Arc<str>,
    /// The file before, if it had another name.
    pub renamed_from: Option<Arc<str>>,
    /// `true` if the file has a syntax error now.
    pub is_broken: bool,
    /// Its cost before; `None` for a new file.
    pub before: Option<Estimate>,
    /// Its cost now; `None` for a deleted file.
    pub now: Option<Estimate>,
}

impl CostChange {
    /// Returns how much more is paid in a month, as far as it is known.
    pub fn more_per_month(&self) -> f64 {
        self.difference(month_of)
    }

    /// Returns how much more is paid for an hour, as far as it is known.
    pub fn more_per_hour(&self) -> f64 {
        self.difference(|found| Some(&found.per_hour))
    }

    fn difference(&self, figure: impl Fn(&Estimate) -> Option<&Figure<Money>>) -> f64 {
        let amount = |found: &Option<Estimate>| {
            let figure = figure(found.as_ref()?)?;
            Some(figure.value()?.amount)
        };
        match (
            &self.before,
            &self.now,
            amount(&self.before),
            amount(&self.now),
        ) {
            (_, _, Some(before), Some(now)) => now - before,
            (None, _, _, Some(now)) => now,
            (_, None, Some(before), _) => -before,
            _ => 0.0,
        }
    }
}

/// Returns what earlier files, by key, cost, with the settings of today: prices and the snapshot, too.
pub fn earlier_costs(
    loaded: &Loaded,
    top: &str,
    files: &BTreeMap<Arc<str>, String>,
) -> Vec<Estimate> {
    let mut workspace = loaded.workspace.clone();
    let is_gone = |path: &&str| below(top, path).is_some() && !files.contains_key(*path);
    let gone: Vec<String> = workspace
        .paths()
        .filter(is_gone)
        .map(str::to_owned)
        .collect();
    for path in gone.iter().filter(|path| !path.ends_with("/azml.yaml")) {
        workspace.remove(path);
    }
    let cache = ParseCache::default();
    for (key, text) in files {
        let is_same = workspace.document(key).is_some_and(|it| it.text() == text);
        if !is_same {
            workspace.insert(Document::of_file(&cache, key.clone(), text.as_str()));
        }
    }
    let is_requested = |key: &Arc<str>| {
        // A file that is there, and was not requested, is excluded, or not in the folders that were named.
        loaded.is_requested(key) || !Path::new(&**key).exists()
    };
    let requested = files.keys().filter(|key| is_requested(key));
    let documents = requested.filter_map(|key| workspace.document(key));
    documents
        .filter_map(|document| estimate(&workspace, document))
        .collect()
}

/// Returns what changed between both, the greatest change of a month first, then of an hour.
pub fn cost_changes(loaded: &Loaded, before: Vec<Estimate>, now: &[Estimate]) -> Vec<CostChange> {
    let by_path = |it: Estimate| (it.path.clone(), it);
    let mut before: BTreeMap<Arc<str>, Estimate> = before.into_iter().map(by_path).collect();
    let mut changes = Vec::new();
    let mut new = Vec::new();
    for now in now {
        match before.remove(&now.path) {
            Some(old) => changes.extend(change(loaded, &now.path, Some(old), Some(now.clone()))),
            None => new.push(now.clone()),
        }
    }
    for now in new {
        let is_same = |it: &&Estimate| it.sort == now.sort && is_same_cost(it, &now);
        let has_name =
            |it: &&Estimate| it.sort == now.sort && !it.name.is_empty() && it.name == now.name;
        let gone = before
            .values()
            .find(is_same)
            .or_else(|| before.values().find(has_name));
        let gone = gone.map(|it| it.path.clone());
        let old = gone.as_ref().and_then(|path| before.remove(path));
        let path = now.path.clone();
        let change = change(loaded, &path, old, Some(now));
        changes.extend(change.map(|it| CostChange {
            renamed_from: gone,
            ..it
        }));
    }
    for (path, old) in before {
        changes.extend(change(loaded, &path, Some(old), None));
    }
    changes.sort_by(|a, b| {
        let month = b
            .more_per_month()
            .abs()
            .total_cmp(&a.more_per_month().abs());
        month.then_with(|| b.more_per_hour().abs().total_cmp(&a.more_per_hour().abs()))
    });
    changes
}

/// Returns the change, unless nothing changed.
fn change(
    loaded: &Loaded,
    path: &Arc<str>,
    before: Option<Estimate>,
    now: Option<Estimate>,
) -> Option<CostChange> {
    if let (Some(before), Some(now)) = (&before, &now)
        && is_same_cost(before, now)
    {
        return None;
    }
    let document = loaded.workspace.document(path);
    Some(CostChange {
        path: path.clone(),
        renamed_from: None,
        is_broken: document.is_some_and(|it| !it.tree().errors().is_empty()),
        before,
        now,
    })
}

/// Returns `true` if all figures are the same.
fn is_same_cost(a: &Estimate, b: &Estimate) -> bool {
    let machine = |it: &Estimate| {
        it.machine
            .as_ref()
            .map(|it| (it.size.clone(), it.compute.clone()))
    };
    machine(a) == machine(b)
        && a.nodes == b.nodes
        && a.per_hour == b.per_hour
        && a.time_bound_s == b.time_bound_s
        && a.run_bound == b.run_bound
        && a.runs_per_month == b.runs_per_month
        && a.per_month == b.per_month
        && a.idle_per_month == b.idle_per_month
        && a.full_per_month == b.full_per_month
}
