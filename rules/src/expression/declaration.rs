//! Names that jobs, components, pipelines and steps declare.

/// Type of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Declaration {
    /// An input of a job, component, pipeline or step.
    Input,
    /// An output of one of them.
    Output,
    /// A hyperparameter of a sweep.
    SearchSpace,
    /// A step of a pipeline.
    Step,
}

impl Declaration {
    /// Returns the name for messages.
    pub fn label(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
            Self::SearchSpace => "hyperparameter",
            Self::Step => "step",
        }
    }
}
