//! The plan as plain data.

use std::collections::BTreeSet;
use std::sync::Arc;

use azml_rules::estimate::{Estimate, Reason};

/// Everything that happens when a file is submitted.
#[derive(Clone, PartialEq, Debug)]
pub struct SubmissionPlan {
    /// The figures of the whole.
    pub estimate: Estimate,
    /// The job or deployment itself, or the steps of a pipeline in the order of their start.
    pub works: Vec<PlannedWork>,
    /// Everything that is uploaded from this machine, each once.
    pub uploads: Vec<PlannedUpload>,
    /// The times of a schedule, if they are known.
    pub times: Option<RunTimes>,
    /// Figures that are not known.
    pub unknown: Vec<UnknownFigure>,
}

/// The times of a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunTimes {
    /// "every day at 06:00".
    pub words: String,
    /// The next runs; empty if they are not known, or if there are none.
    pub next: Vec<String>,
}

/// A job, a step, a deployment, or a compute.
#[derive(Clone, PartialEq, Debug)]
pub struct PlannedWork {
    /// Its figures.
    pub estimate: Estimate,
    /// 1 for steps that start at once, 2 for those that wait for one of these, and so on; `None` if steps
    /// wait for each other.
    pub stage: Option<usize>,
    /// Names of the steps that must end before it starts.
    pub after: Vec<String>,
    /// File of the component that it runs.
    pub component: Option<Arc<str>>,
    /// "cpu-cluster (compute cluster, Standard_DS3_v2, 0 to 4 nodes)"
    pub compute: String,
    /// Files and offsets of the definitions of its compute.
    pub compute_places: Vec<(Arc<str>, u32)>,
    /// Its environment, as written.
    pub environment: Option<String>,
    /// File of its environment.
    pub environment_file: Option<Arc<str>>,
    /// Image of its environment.
    pub image: Option<String>,
    /// Its command, with the values that are known.
    pub command: Option<String>,
    /// Its inputs.
    pub inputs: Vec<PlannedValue>,
    /// Its outputs.
    pub outputs: Vec<PlannedValue>,
    /// Everything that it uploads.
    pub uploads: Vec<PlannedUpload>,
    /// "2 for each mini-batch, which has 60 seconds".
    pub retries: Option<String>,
}

/// An input or output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedValue {
    /// Its name.
    pub name: String,
    /// Its value, or the place where it comes from or goes to.
    pub value: String,
}

/// A folder or file that is uploaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedUpload {
    /// Its full path.
    pub path: String,
    /// Number of files; `None` if it cannot be counted.
    pub files: Option<u64>,
    /// Sum of their sizes.
    pub bytes: Option<u64>,
    /// `true` if there is more, which was not counted.
    pub is_cut: bool,
}

/// A reason for which figures are not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownFigure {
    /// The reason in words.
    pub reason: String,
    /// Names of the steps; empty for a file that is no pipeline.
    pub steps: Vec<String>,
    /// The next step that would make it known, if there is one.
    pub remedy: Option<&'static str>,
}

impl PlannedWork {
    pub(super) fn new(estimate: Estimate, stage: Option<usize>) -> Self {
        Self {
            estimate,
            stage,
            after: Vec::new(),
            component: None,
            compute: String::new(),
            compute_places: Vec::new(),
            environment: None,
            environment_file: None,
            image: None,
            command: None,
            inputs: Vec::new(),
            outputs: Vec::new(),
            uploads: Vec::new(),
            retries: None,
        }
    }
}

/// Returns the uploads of all, each once.
pub(super) fn all_uploads(works: &[PlannedWork]) -> Vec<PlannedUpload> {
    let mut paths = BTreeSet::new();
    let uploads = works.iter().flat_map(|it| &it.uploads);
    let first = uploads.filter(|it| paths.insert(&*it.path));
    first.cloned().collect()
}

/// Returns the reasons for which figures are not known, each with the steps that it concerns.
pub(super) fn unknown_figures(works: &[&Estimate]) -> Vec<UnknownFigure> {
    let mut found: Vec<UnknownFigure> = Vec::new();
    for work in works {
        for reason in reasons(work) {
            let words = reason.in_words();
            let name = work.name.clone();
            match found.iter_mut().find(|it| it.reason == words) {
                Some(known) if known.steps.contains(&name) => {}
                Some(known) => known.steps.push(name),
                None => found.push(UnknownFigure {
                    reason: words,
                    steps: vec![name],
                    remedy: reason.remedy(),
                }),
            }
        }
    }
    if works.len() == 1 {
        found.iter_mut().for_each(|it| it.steps.clear());
    }
    found
}

fn reasons(found: &Estimate) -> impl Iterator<Item = &Reason> {
    let money = [
        Some(&found.per_hour),
        found.run_bound.as_ref(),
        found.per_month.as_ref(),
        found.idle_per_month.as_ref(),
        found.full_per_month.as_ref(),
    ];
    let money = money.into_iter().flatten().filter_map(|it| it.reason());
    let time = found.time_bound_s.as_ref().and_then(|it| it.reason());
    let all = found.nodes.reason().into_iter().chain(time).chain(money);
    all.map(Reason::root)
}
