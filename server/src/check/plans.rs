//! The plan of a file that is submitted, for `--plan`.

use azml_ide::Site;
use azml_ide::plan::{SubmissionPlan, plan};

use crate::config::now;
use crate::guarded::guarded;
use crate::loading::Loaded;

/// Returns the plan of the file with `key`.
///
/// # Errors
/// Returns an error if it is not YAML, or nothing of it runs.
pub fn submission_plan(loaded: &Loaded, key: &str) -> Result<SubmissionPlan, String> {
    let Some(document) = loaded.workspace.document(key) else {
        return Err("can't be read as YAML".to_owned());
    };
    let site = Site::new(document, &loaded.workspace, "", &|_| None).at(now());
    guarded(|| plan(&site))?.ok_or_else(|| {
        "nothing of it runs or costs anything: it is no job, deployment, compute, or schedule"
            .to_owned()
    })
}
