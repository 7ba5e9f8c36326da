//! Units of work in a document that run on a compute: a job on its own, each step of a pipeline, a
//! trial.

use super::{Document, Kind};
use crate::syntax::{Node, known_text};

/// Type of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// One command.
    Command,
    /// Trials over a search space.
    Sweep,
    /// AutoML on tables: classification, regression, forecasting.
    AutoMlTabular,
    /// AutoML on images.
    AutoMlImage,
    /// AutoML on text.
    AutoMlText,
    /// A Spark application.
    Spark,
    /// A command over the mini-batches of its data.
    Parallel,
    /// A nested pipeline, whose steps are listed too.
    Pipeline,
    /// Copying or moving data.
    DataTransfer,
    /// Fine-tuning or distillation.
    FineTuning,
    /// A step whose component is unavailable or whose type is unknown.
    Unknown,
}

impl Task {
    /// Returns `true` for the commands of a job or of the trials of a sweep.
    pub(crate) fn trains(self) -> bool {
        matches!(self, Self::Command | Self::Sweep)
    }

    /// Returns `true` for trials, of a sweep or of AutoML.
    pub(crate) fn searches(self) -> bool {
        self == Self::Sweep || self.is_automl()
    }

    /// Returns `true` for AutoML of any type.
    pub fn is_automl(self) -> bool {
        matches!(
            self,
            Self::AutoMlTabular | Self::AutoMlImage | Self::AutoMlText
        )
    }

    /// Returns the name for messages.
    pub fn label(self) -> &'static str {
        match self {
            Self::Command => "command job",
            Self::Sweep => "sweep",
            Self::AutoMlTabular | Self::AutoMlImage | Self::AutoMlText => "AutoML job",
            Self::Spark => "Spark job",
            Self::Parallel => "parallel job",
            Self::Pipeline => "pipeline",
            Self::DataTransfer => "data transfer",
            Self::FineTuning => "fine-tuning job",
            Self::Unknown => "step",
        }
    }

    /// Returns the type of work of a document of `kind`, on its own or as a component.
    pub fn of_kind(kind: Kind) -> Self {
        match kind {
            Kind::JobCommand | Kind::ComponentCommand => Self::Command,
            Kind::JobSweep => Self::Sweep,
            Kind::JobSpark | Kind::ComponentSpark => Self::Spark,
            Kind::JobParallel | Kind::ComponentParallel => Self::Parallel,
            Kind::JobPipeline | Kind::ComponentPipeline => Self::Pipeline,
            Kind::JobAutomlClassification
            | Kind::JobAutomlRegression
            | Kind::JobAutomlForecasting => Self::AutoMlTabular,
            Kind::JobAutomlImageClassification
            | Kind::JobAutomlImageClassificationMultilabel
            | Kind::JobAutomlImageObjectDetection
            | Kind::JobAutomlImageInstanceSegmentation => Self::AutoMlImage,
            Kind::JobAutomlTextClassification
            | Kind::JobAutomlTextClassificationMultilabel
            | Kind::JobAutomlTextNer => Self::AutoMlText,
            Kind::JobDataTransferCopyData
            | Kind::JobDataTransferImportData
            | Kind::JobDataTransferExportData
            | Kind::ComponentDataTransferCopyData
            | Kind::ComponentDataTransferImportData
            | Kind::ComponentDataTransferExportData => Self::DataTransfer,
            Kind::JobFinetuningAzureOpenai | Kind::JobFinetuningCustom | Kind::JobDistillation => {
                Self::FineTuning
            }
            _ => Self::Unknown,
        }
    }
}

fn automl_task(task: &str) -> Task {
    match task {
        "classification" | "regression" | "forecasting" => Task::AutoMlTabular,
        _ if task.starts_with("image_") => Task::AutoMlImage,
        _ if task.starts_with("text_") => Task::AutoMlText,
        _ => Task::Unknown,
    }
}

/// Place in which the compute of a unit of work is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inherited {
    /// On the job or step itself.
    Own,
    /// In `settings.default_compute` of the pipeline.
    DefaultCompute,
    /// In `compute` of the pipeline.
    Pipeline,
    /// Not in this file.
    Unset,
}

/// Compute of a unit of work.
#[derive(Clone, Copy, Debug)]
pub struct ComputeTarget<'t> {
    /// The value that names it; `None` if there is none.
    pub node: Option<Node<'t>>,
    /// Place of the value.
    pub inherited: Inherited,
}

/// A unit of work that runs on a compute.
#[derive(Clone, Copy, Debug)]
pub struct Work<'t> {
    /// Type of work.
    pub task: Task,
    /// The mapping of the job or the step.
    pub node: Node<'t>,
    /// The key of the step; `None` for a job on its own.
    pub step: Option<Node<'t>>,
    /// The compute it runs on.
    pub target: ComputeTarget<'t>,
    /// The component a step refers to, as written (a path, a reference or an inline mapping).
    pub component: Option<Node<'t>>,
}

impl<'t> Work<'t> {
    /// Returns the name of the step.
    pub fn step_name(self) -> Option<&'t str> {
        self.step.and_then(Node::text)
    }

    /// Returns `resources.instance_count` as written on the job, the step or the trial of a sweep.
    pub fn instance_count(self) -> Option<Node<'t>> {
        let on_node = self.node.get_path(&["resources", "instance_count"]);
        on_node.or_else(|| {
            self.node
                .get_path(&["trial", "resources", "instance_count"])
        })
    }

    /// Returns a phrase for messages, such as "step `train`" or "this sweep".
    pub fn subject(self) -> String {
        match self.step_name() {
            Some(name) => format!("step `{name}`"),
            None => format!("this {}", self.task.label()),
        }
    }
}

impl Document {
    /// Returns all units of work in this file that run on a compute; the steps of pipelines in the
    /// order of the file.
    pub fn works(&self) -> Vec<Work<'_>> {
        let (Some(root), Some(kind)) = (self.root(), self.kind()) else {
            return Vec::new();
        };
        if kind.is_job() || kind == Kind::ComponentPipeline {
            works_of(root, Task::of_kind(kind))
        } else {
            Vec::new()
        }
    }
}

/// Returns the work of the job in the mapping `node`: the steps of a pipeline, else the job itself.
pub(super) fn works_of(node: Node<'_>, task: Task) -> Vec<Work<'_>> {
    if task == Task::Pipeline {
        let mut works = Vec::new();
        steps(node, pipeline_target(node, unset()), &mut works);
        return works;
    }
    vec![Work {
        task,
        node,
        step: None,
        target: own_target(node).unwrap_or(unset()),
        component: None,
    }]
}

fn unset<'t>() -> ComputeTarget<'t> {
    ComputeTarget {
        node: None,
        inherited: Inherited::Unset,
    }
}

fn own_target(node: Node<'_>) -> Option<ComputeTarget<'_>> {
    let compute = node.get("compute").filter(|compute| !compute.is_null())?;
    Some(ComputeTarget {
        node: Some(compute),
        inherited: Inherited::Own,
    })
}

/// Returns the compute that the steps of `pipeline` inherit.
fn pipeline_target<'t>(pipeline: Node<'t>, outer: ComputeTarget<'t>) -> ComputeTarget<'t> {
    let default = pipeline
        .get_path(&["settings", "default_compute"])
        .filter(|node| !node.is_null());
    if let Some(node) = default {
        return ComputeTarget {
            node: Some(node),
            inherited: Inherited::DefaultCompute,
        };
    }
    match own_target(pipeline) {
        Some(target) => ComputeTarget {
            inherited: Inherited::Pipeline,
            ..target
        },
        None => outer,
    }
}

fn steps<'t>(pipeline: Node<'t>, inherited: ComputeTarget<'t>, works: &mut Vec<Work<'t>>) {
    let Some(jobs) = pipeline.get("jobs") else {
        return;
    };
    for entry in jobs.entries() {
        let node = entry.value.resolved();
        let component = node.get("component");
        let task = step_task(node, component);
        let target = own_target(node).unwrap_or(inherited);
        works.push(Work {
            task,
            node,
            step: Some(entry.key),
            target,
            component,
        });
        if task == Task::Pipeline {
            steps(node, pipeline_target(node, inherited), works);
        }
    }
}

/// Returns the type of work of a step, as far as the step itself determines it.
pub(crate) fn step_task(node: Node<'_>, component: Option<Node<'_>>) -> Task {
    let inline = component.filter(|component| component.get("type").is_some());
    let named = node.get("type").or_else(|| inline?.get("type"));
    match named
        .and_then(known_text)
        .map(str::to_ascii_lowercase)
        .as_deref()
    {
        Some("command") => Task::Command,
        Some("sweep") => Task::Sweep,
        Some("spark") => Task::Spark,
        Some("parallel") => Task::Parallel,
        Some("pipeline") => Task::Pipeline,
        Some("data_transfer" | "import") => Task::DataTransfer,
        Some("automl") => node
            .get("task")
            .and_then(known_text)
            .map_or(Task::Unknown, automl_task),
        Some(_) => Task::Unknown,
        None if named.is_none() && node.get("trial").is_some() => Task::Sweep,
        None if named.is_none() && node.get("command").is_some() => Task::Command,
        None => Task::Unknown,
    }
}

/// Returns the maximum number of trials of a sweep or an AutoML job, as written.
pub fn total_trials<'t>(work: &Work<'t>) -> Option<Node<'t>> {
    let key = if work.task.is_automl() {
        "max_trials"
    } else {
        "max_total_trials"
    };
    work.node.get_path(&["limits", key])
}

/// Returns the maximum number of concurrent trials of a sweep or an AutoML job, as written.
pub fn concurrent_trials<'t>(work: &Work<'t>) -> Option<Node<'t>> {
    work.node.get_path(&["limits", "max_concurrent_trials"])
}
