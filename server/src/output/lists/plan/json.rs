//! Plans for machines. The figures are those of `--cost --format json`.

use std::collections::BTreeMap;
use std::io::{Result, Write};

use azml_ide::plan::{PlannedUpload, PlannedValue, PlannedWork, SubmissionPlan, UnknownFigure};
use serde::Serialize;

use crate::output::formats::json::{TOOL, Tool, write_json};
use crate::output::lists::cost::EstimateJson;
use crate::sandbox::Names;

#[derive(Serialize)]
struct PlansJson {
    version: u32,
    tool: Tool,
    plans: Vec<PlanJson>,
}

#[derive(Serialize)]
struct PlanJson {
    path: String,
    /// The figures of the whole.
    cost: EstimateJson,
    /// Steps in the order of their start; the job or deployment itself if it has none.
    works: Vec<PlannedWorkJson>,
    uploads: Vec<UploadJson>,
    /// The times of a schedule.
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<RunTimesJson>,
    unknown: Vec<UnknownJson>,
}

#[derive(Serialize)]
struct RunTimesJson {
    words: String,
    next: Vec<String>,
}

#[derive(Serialize)]
struct PlannedWorkJson {
    /// 1 for steps that start at once; `null` if steps wait for each other.
    stage: Option<usize>,
    after: Vec<String>,
    component: Option<String>,
    compute: String,
    compute_files: Vec<String>,
    environment: Option<String>,
    environment_file: Option<String>,
    image: Option<String>,
    command: Option<String>,
    inputs: BTreeMap<String, String>,
    outputs: BTreeMap<String, String>,
    uploads: Vec<UploadJson>,
    retries: Option<String>,
    cost: EstimateJson,
}

#[derive(Serialize)]
struct UploadJson {
    path: String,
    files: Option<u64>,
    bytes: Option<u64>,
    /// `true` if there is more, which was not counted.
    is_cut: bool,
}

#[derive(Serialize)]
struct UnknownJson {
    reason: String,
    steps: Vec<String>,
    remedy: Option<&'static str>,
}

/// Writes the plans of the files at these paths for machines.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub(super) fn plan_json(
    out: &mut impl Write,
    names: &Names,
    plans: &[(&str, SubmissionPlan)],
) -> Result<()> {
    let plans = plans.iter().map(|(path, plan)| PlanJson {
        path: names.show(path),
        // The steps are below, so they are not repeated.
        cost: EstimateJson::without_parts(names, &plan.estimate),
        works: plan.works.iter().map(|it| of_work(names, it)).collect(),
        uploads: of_uploads(names, &plan.uploads),
        runs: plan.times.as_ref().map(|it| RunTimesJson {
            words: it.words.clone(),
            next: it.next.clone(),
        }),
        unknown: plan.unknown.iter().map(of_unknown).collect(),
    });
    let plans = plans.collect();
    write_json(
        out,
        &PlansJson {
            version: 1,
            tool: TOOL,
            plans,
        },
    )
}

fn of_work(names: &Names, work: &PlannedWork) -> PlannedWorkJson {
    let file = |path: &std::sync::Arc<str>| names.show(path);
    let places = work.compute_places.iter();
    PlannedWorkJson {
        stage: work.stage,
        after: work.after.clone(),
        component: work.component.as_ref().map(file),
        compute: work.compute.clone(),
        compute_files: places.map(|(path, _)| names.show(path)).collect(),
        environment: work.environment.clone(),
        environment_file: work.environment_file.as_ref().map(file),
        image: work.image.clone(),
        command: work.command.clone(),
        inputs: of_values(&work.inputs),
        outputs: of_values(&work.outputs),
        uploads: of_uploads(names, &work.uploads),
        retries: work.retries.clone(),
        cost: EstimateJson::without_parts(names, &work.estimate),
    }
}

fn of_values(values: &[PlannedValue]) -> BTreeMap<String, String> {
    let pairs = values.iter().map(|it| (it.name.clone(), it.value.clone()));
    pairs.collect()
}

fn of_uploads(names: &Names, uploads: &[PlannedUpload]) -> Vec<UploadJson> {
    let shown = uploads.iter().map(|it| UploadJson {
        path: names.show(&it.path),
        files: it.files,
        bytes: it.bytes,
        is_cut: it.is_cut,
    });
    shown.collect()
}

fn of_unknown(found: &UnknownFigure) -> UnknownJson {
    UnknownJson {
        reason: found.reason.clone(),
        steps: found.steps.clone(),
        remedy: found.remedy,
    }
}
