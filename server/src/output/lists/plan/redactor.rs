//! Secrets of the files that plans show values of.

use azml_ide::plan::SubmissionPlan;
use azml_rules::secrets::Redactor;
use azml_rules::workspace::Workspace;

/// Returns the redactor of every file that the plans of the files at these paths show values of.
pub(super) fn plan_redactor(workspace: &Workspace, plans: &[(&str, SubmissionPlan)]) -> Redactor {
    let mut redactor = Redactor::default();
    let mut paths: Vec<&str> = Vec::new();
    for (path, plan) in plans {
        paths.push(path);
        for work in &plan.works {
            let files = [&work.component, &work.environment_file]
                .into_iter()
                .flatten();
            paths.extend(files.map(|it| &**it));
            paths.push(&work.estimate.path);
        }
    }
    paths.sort_unstable();
    paths.dedup();
    for document in paths.iter().filter_map(|it| workspace.document(it)) {
        redactor.add(document.text(), document.secrets());
    }
    redactor
}
