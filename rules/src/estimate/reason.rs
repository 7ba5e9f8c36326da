//! Reasons why a figure is not known, and what would make it known.

use crate::compute::Unknown;
use crate::wording::first_names_listed;

/// Reason why a figure is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Nothing ends the run after a time.
    NoTimeout,
    /// The service picks the size of a serverless job.
    ServerlessSize,
    /// A deployment names no size.
    NoInstanceType,
    /// Nothing describes the compute with this name.
    UndefinedCompute(String),
    /// Several places describe the compute with this name, each in its own way.
    AmbiguousCompute(String),
    /// The price of the machines is not known.
    Price(Unknown),
    /// A value of this key is an expression or a placeholder.
    Expression(&'static str),
    /// A value of this key is in a part of the file with a syntax error.
    Broken(&'static str),
    /// A value of this key is not a number that can be used.
    OutOfRange(&'static str),
    /// A value of this key is not a mapping.
    NotAMapping(&'static str),
    /// A file that the job consists of is not in the workspace.
    Unreadable(&'static str),
    /// The run needs more nodes than its compute has, so it never starts.
    TooFewNodes {
        /// Nodes that the run needs.
        needs: i64,
        /// Nodes of the compute.
        has: i64,
    },
    /// The time limit is that of a mini-batch.
    MiniBatches,
    /// Spark jobs have no time limit.
    SparkTime,
    /// The rate of serverless Spark is not in the price list.
    SparkRate,
    /// It runs on the computer that submits it.
    Local,
    /// Work that is billed otherwise than by machine and hour.
    OtherBilling(&'static str),
    /// Steps that may run again or not at all.
    ControlFlow,
    /// Nothing says how often it is called.
    Invocations,
    /// The steps wait for each other in a circle, or a pipeline contains itself.
    Ring,
    /// More steps than are reckoned.
    TooManySteps,
    /// There is no step.
    NoSteps,
    /// The times of a trigger are not known.
    Times,
    /// The schedule ends before it starts.
    NeverRuns,
    /// Parts of a sum are not known.
    Parts {
        /// The reason of the first.
        reason: Box<Self>,
        /// Their names.
        names: Vec<String>,
        /// Number of all parts.
        of: usize,
    },
    /// The parts of a sum have prices in several currencies.
    Currencies,
}

impl Reason {
    pub(super) fn parts(reason: Self, names: Vec<String>, of: usize) -> Self {
        match reason {
            // A sum in a sum: the inner parts are named already.
            Self::Parts { .. } if names.len() == 1 => reason,
            reason => Self::Parts {
                reason: Box::new(reason),
                names,
                of,
            },
        }
    }

    /// Returns the reason in words, lowercase and without a period: "no timeout".
    pub fn in_words(&self) -> String {
        match self {
            Self::NoTimeout => "no timeout".to_owned(),
            Self::ServerlessSize => {
                "serverless without instance_type: the service picks the size".to_owned()
            }
            Self::NoInstanceType => "no instance_type".to_owned(),
            Self::UndefinedCompute(name) => format!("nothing describes the compute `{name}`"),
            Self::AmbiguousCompute(name) => {
                format!("several places describe the compute `{name}`, each in its own way")
            }
            Self::Price(Unknown::LowPriority) => "low priority: no price in the list".to_owned(),
            Self::Price(reason) => reason.why().to_owned(),
            Self::Expression(key) => format!("`{key}` is an expression or a placeholder"),
            Self::Broken(key) => format!("a syntax error hides `{key}`"),
            Self::OutOfRange(what) => format!("the {what} is out of range"),
            Self::NotAMapping(key) => format!("`{key}` is not a mapping"),
            Self::Unreadable(what) => format!("the {what} is not in this folder"),
            Self::TooFewNodes { needs, has } => {
                format!("it needs {needs} nodes, and its compute has {has}, so it never starts")
            }
            Self::MiniBatches => {
                "the timeout is that of a mini-batch, and their number is not known".to_owned()
            }
            Self::SparkTime => "Spark has no timeout".to_owned(),
            Self::SparkRate => "serverless Spark: rate not in the price list".to_owned(),
            Self::Local => "it runs on the computer that submits it".to_owned(),
            Self::OtherBilling(label) => format!("the price of a {label} is not known"),
            Self::ControlFlow => "nothing says how often its steps run".to_owned(),
            Self::Invocations => "nothing says how often it is called".to_owned(),
            Self::Ring => "its steps wait for each other".to_owned(),
            Self::TooManySteps => "it has too many steps".to_owned(),
            Self::NoSteps => "it has no steps".to_owned(),
            Self::Times => "the times at which it runs are not known".to_owned(),
            Self::NeverRuns => "the schedule ends before it starts".to_owned(),
            Self::Parts { reason, names, of } => {
                let first: Vec<&str> = names.iter().take(3).map(String::as_str).collect();
                let listed = first_names_listed(&first, names.len());
                let count = names.len();
                format!("{} ({count} of {of}: {listed})", reason.in_words())
            }
            Self::Currencies => "its parts have prices in several currencies".to_owned(),
        }
    }

    /// Returns the first reason behind those of sums.
    pub fn root(&self) -> &Self {
        match self {
            Self::Parts { reason, .. } => reason.root(),
            other => other,
        }
    }

    /// Returns the next step that would make the figure known, if there is one: "set `limits.timeout`".
    pub fn remedy(&self) -> Option<&'static str> {
        Some(match self.root() {
            Self::NoTimeout => "set `limits.timeout`",
            Self::ServerlessSize => "set `resources.instance_type`",
            Self::NoInstanceType => "set `instance_type`",
            Self::UndefinedCompute(_)
            | Self::AmbiguousCompute(_)
            | Self::Price(Unknown::Unspecified) => {
                "save what the workspace holds with `azml-ls --refresh`"
            }
            Self::Price(Unknown::NoPrice | Unknown::LowPriority) => {
                "save the prices of the region with `azml-ls --refresh`, or write them under `prices` in azml.yaml"
            }
            _ => return None,
        })
    }
}
