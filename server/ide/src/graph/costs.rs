//! Costs of steps, from the reckoning of the whole pipeline.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use azml_rules::estimate::{Estimate, bases, memoized_estimate};
use azml_rules::text::TextRange;

use super::model::StepCost;
use crate::Site;
use crate::hints::estimate_line::run_in_short;

/// Costs of the steps of a pipeline, by the place of their keys. A pipeline that several steps run has those of
/// each of them, in their order.
#[derive(Default)]
pub(super) struct StepCosts(HashMap<(Arc<str>, u32), VecDeque<Option<StepCost>>>);

impl StepCosts {
    pub(super) fn of(site: &Site<'_>) -> Self {
        let mut costs = Self::default();
        if let Some(found) = memoized_estimate(site.workspace, site.document) {
            costs.add_parts(&found);
        }
        costs
    }

    /// Returns the cost of the next step at this place.
    pub(super) fn take(&mut self, path: Arc<str>, range: TextRange) -> Option<StepCost> {
        let of_place = self.0.get_mut(&(path, range.start))?;
        of_place.pop_front()?
    }

    fn add_parts(&mut self, found: &Estimate) {
        for part in &found.parts {
            let key = (part.path.clone(), part.range.start);
            self.0.entry(key).or_default().push_back(cost(part));
            self.add_parts(part);
        }
    }
}

fn cost(step: &Estimate) -> Option<StepCost> {
    Some(StepCost {
        figures: run_in_short(step)?,
        basis: bases([step]).join("; "),
    })
}
