//! Targets: the names that the path of an expression refers to.

use std::ops::Range;

use crate::work_counter;

/// A name in an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name<'t> {
    /// The name as written.
    pub text: &'t str,
    /// Range in the decoded text.
    pub range: Range<usize>,
}

impl<'t> Name<'t> {
    /// Creates the name `text`, a part of `path`, which is at offset `at` in the decoded text.
    fn within(path: &'t str, at: usize, text: &'t str) -> Self {
        let start = at + (text.as_ptr() as usize - path.as_ptr() as usize);
        Self {
            text,
            range: start..start + text.len(),
        }
    }

    /// Returns the part before the first dot: `group` of `group.learning_rate`.
    pub fn first(&self) -> &'t str {
        work_counter::spend(1);
        self.text.split('.').next().unwrap_or(self.text)
    }
}

/// Returns `true` if `name` can be declared: it has only letters, digits, `_`, dots and dashes, and
/// is not a placeholder.
pub fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))
}

/// Target of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target<'t> {
    /// `inputs.N`: an input of the job or component itself.
    Input(Name<'t>),
    /// `outputs.N`
    Output(Name<'t>),
    /// `search_space.N`
    SearchSpace(Name<'t>),
    /// `parent.inputs.N`: an input of the pipeline around the step.
    ParentInput(Name<'t>),
    /// `parent.outputs.N`
    ParentOutput(Name<'t>),
    /// `parent.jobs.S.inputs.P`
    StepInput(Name<'t>, Name<'t>),
    /// `parent.jobs.S.outputs.P`
    StepOutput(Name<'t>, Name<'t>),
    /// `parent.jobs.S`
    Step(Name<'t>),
    /// `jobs.S.outputs.P`, the spelling of the preview.
    LegacyStep(Name<'t>),
    /// `name`, `default_datastore`, `output_name`: replaced by the service at submission.
    Macro(Name<'t>),
    /// `azureml://connections/...` or `keyvault:...` in the environment of a deployment.
    Secret(Name<'t>),
    /// An incomplete path: `inputs`, `parent.jobs.S.outputs`.
    Incomplete,
    /// A path that the service does not support.
    Foreign,
}

impl<'t> Target<'t> {
    /// Returns the names of inputs, outputs, hyperparameters, and steps in it, in order.
    pub fn names(&self) -> Vec<&Name<'t>> {
        match self {
            Self::Input(name)
            | Self::Output(name)
            | Self::SearchSpace(name)
            | Self::ParentInput(name)
            | Self::ParentOutput(name)
            | Self::Step(name) => vec![name],
            Self::StepInput(step, port) | Self::StepOutput(step, port) => vec![step, port],
            _ => Vec::new(),
        }
    }
}

/// Words that the service replaces at submission.
pub(crate) const MACROS: &[&str] = &["name", "default_datastore", "output_name"];

/// Parses the trimmed text between the braces, which is at offset `at` in the decoded text.
pub(super) fn read<'t>(inner: &'t str, at: usize) -> Target<'t> {
    let name = |text: &'t str| Name::within(inner, at, text);
    if inner.starts_with("azureml://") || inner.starts_with("keyvault:") {
        return Target::Secret(name(inner));
    }
    if MACROS.contains(&inner) {
        return Target::Macro(name(inner));
    }
    let (context, rest) = inner.split_once('.').unwrap_or((inner, ""));
    match (context, rest) {
        ("inputs" | "outputs" | "search_space" | "parent" | "jobs", "") => Target::Incomplete,
        ("inputs", rest) => Target::Input(name(rest)),
        ("outputs", rest) => Target::Output(name(rest)),
        ("search_space", rest) => Target::SearchSpace(name(rest)),
        ("jobs", rest) => Target::LegacyStep(name(rest.split('.').next().unwrap_or(rest))),
        ("parent", rest) => parent(rest, name),
        _ => Target::Foreign,
    }
}

fn parent<'t>(rest: &'t str, name: impl Fn(&'t str) -> Name<'t>) -> Target<'t> {
    let (context, rest) = rest.split_once('.').unwrap_or((rest, ""));
    match (context, rest) {
        ("inputs" | "outputs" | "jobs", "") => Target::Incomplete,
        ("inputs", rest) => Target::ParentInput(name(rest)),
        ("outputs", rest) => Target::ParentOutput(name(rest)),
        ("jobs", rest) => {
            let Some((step, rest)) = rest.split_once('.') else {
                return Target::Step(name(rest));
            };
            let (context, port) = rest.split_once('.').unwrap_or((rest, ""));
            match (context, port) {
                (_, _) if step.is_empty() => Target::Incomplete,
                ("inputs" | "outputs" | "", "") => Target::Incomplete,
                ("inputs", port) => Target::StepInput(name(step), name(port)),
                ("outputs", port) => Target::StepOutput(name(step), name(port)),
                _ => Target::Foreign,
            }
        }
        _ => Target::Foreign,
    }
}
