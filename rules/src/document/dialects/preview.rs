//! Documents in the form that the preview of CLI v2 read in 2021, and the components of the SDK
//! before it. Sources: the examples of Azure/azureml-examples from 2021; azure-ai-ml 1.35.2, which
//! rejects their types.

use crate::document::classify::key_evidence::has_any;
use crate::syntax::Node;

/// Values of `type` of the preview, with those that replaced them. A component may have a label
/// (`CommandComponent@1-legacy`).
const TYPES: [(&str, &str); 13] = [
    ("command_job", "command"),
    ("sweep_job", "sweep"),
    ("pipeline_job", "pipeline"),
    ("automl_job", "automl"),
    ("parallel_job", "parallel"),
    ("command_component", "command"),
    ("parallel_component", "parallel"),
    ("pipeline_component", "pipeline"),
    ("CommandComponent", "command"),
    ("DistributedComponent", "command"),
    ("ParallelComponent", "parallel"),
    ("PipelineComponent", "pipeline"),
    ("SparkComponent", "spark"),
];

/// Values of `job_type`, the key that `type` replaced.
const JOB_TYPES: [&str; 4] = ["command", "sweep", "pipeline", "automl"];

/// Keys that show a job or a component beside its type.
const KEYS: [&str; 6] = ["command", "trial", "jobs", "task", "code", "search_space"];

/// The node by which a document is recognized as one of the preview.
#[derive(Clone, Copy, Debug)]
pub struct PreviewMark<'t> {
    /// The value of the old `type` or `job_type`, or the old key `spec` of a search space.
    pub node: Node<'t>,
    /// The current value of `type`.
    pub current: &'static str,
    /// The form of the document.
    pub form: OldForm,
}

/// A form of documents that the client no longer reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OldForm {
    /// A job of the CLI v2 preview.
    Job,
    /// A component of the CLI v2 preview.
    Component,
    /// A component of the SDK before it.
    SdkComponent,
}

/// Returns the mark of the preview in the document with `root`, if there is one.
pub fn preview_mark(root: Node<'_>) -> Option<PreviewMark<'_>> {
    if !has_any(root, &KEYS) {
        return None;
    }
    let Some(node) = root.get("type") else {
        return of_job_type(root).or_else(|| of_search_space(root));
    };
    let name = node.text()?.split('@').next()?;
    let (old, current) = TYPES.iter().find(|(old, _)| *old == name)?;
    let form = if old.ends_with("_job") {
        OldForm::Job
    } else if old.ends_with("_component") {
        OldForm::Component
    } else {
        OldForm::SdkComponent
    };
    Some(PreviewMark {
        node,
        current,
        form,
    })
}

fn of_job_type(root: Node<'_>) -> Option<PreviewMark<'_>> {
    let node = root.get("job_type")?;
    let current = JOB_TYPES.iter().find(|name| node.text() == Some(name))?;
    Some(PreviewMark {
        node,
        current,
        form: OldForm::Job,
    })
}

/// Returns the first `spec`, which is now `type`, in the search space of a sweep without a type.
fn of_search_space(root: Node<'_>) -> Option<PreviewMark<'_>> {
    let space = root.get("trial").and(root.get("search_space"))?;
    let node = space.entries().find_map(|entry| {
        let spec = entry.value.entry("spec")?;
        entry.value.get("type").is_none().then_some(spec.key)
    })?;
    Some(PreviewMark {
        node,
        current: "sweep",
        form: OldForm::Job,
    })
}
