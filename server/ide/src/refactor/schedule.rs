//! Creates a schedule for a job: a new file that submits it every day, a time that is easy to
//! change. Only pipelines can be scheduled, so any other job is wrapped in a pipeline too.

use azml_rules::document::Kind;
use azml_rules::fix::newline;

use super::as_step;
use super::new_file::{identifier, new_path, reference, stem};
use super::refactoring::{NewFile, Refactoring, RefactoringSort};
use crate::Site;

/// Returns the refactoring of a job document.
pub(crate) fn refactoring(site: &Site<'_>) -> Option<Refactoring> {
    let name = format!("{}-schedule", stem(site)?);
    let path = new_path(site, &name)?;
    if site.document.kind() == Some(Kind::JobPipeline) {
        let title = format!("Schedule this job in `{}`", reference(&path)?);
        let text = text(site, &name, &reference(site.document.path())?)?;
        return Some(rewrite(title, vec![NewFile { path, text }]));
    }
    let pipeline = as_step::of_job(site)?;
    let title = format!(
        "Schedule this job as a pipeline in `{}` and `{}`",
        reference(&pipeline.path)?,
        reference(&path)?
    );
    let text = text(site, &name, &reference(&pipeline.path)?)?;
    Some(rewrite(title, vec![pipeline, NewFile { path, text }]))
}

fn rewrite(title: String, new_files: Vec<NewFile>) -> Refactoring {
    Refactoring {
        sort: RefactoringSort::Rewrite,
        title,
        edits: Vec::new(),
        new_files,
    }
}

/// Returns a schedule for the job in the file `job`.
fn text(site: &Site<'_>, name: &str, job: &str) -> Option<String> {
    let name = identifier(name)?;
    let text = format!(
        "$schema: https://azuremlschemas.azureedge.net/latest/schedule.schema.json\n\
         name: {name}\n\
         display_name: Run {} every day\n\
         trigger:\n  \
           type: recurrence\n  \
           frequency: day\n  \
           interval: 1\n  \
           schedule:\n    \
             hours: [6]\n    \
             minutes: [0]\n  \
           time_zone: UTC\n\
         create_job: {job}\n",
        job.trim_start_matches("./")
    );
    Some(text.replace('\n', newline(site.document.tree())))
}
