//! The order in which steps start.

use azml_rules::estimate::Estimate;

/// Returns the stage of each step: 1 for those that start at once, else one more than the last of those that
/// it waits for. `None` where steps wait for each other.
pub(super) fn stages(works: &[&Estimate]) -> Vec<Option<usize>> {
    let mut stages = vec![1_usize; works.len()];
    // Steps are nearly always written in their order, so that the second round changes nothing.
    for _ in 0..=works.len() {
        let mut has_changed = false;
        for (at, work) in works.iter().enumerate() {
            let before = work.after.iter().filter_map(|it| stages.get(*it));
            let stage = before.max().map_or(1, |last| last + 1);
            has_changed |= stage != stages[at];
            stages[at] = stage;
        }
        if !has_changed {
            return stages.into_iter().map(Some).collect();
        }
    }
    vec![None; works.len()]
}
