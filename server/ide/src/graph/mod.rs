//! The graph of a pipeline: inputs, steps, outputs, and the bindings between them.
//!
//! Plain data, made from the [`Program`](azml_rules::expression::Program) of the file: the same for
//! the terminal, for an editor and for tests. A pipeline that is a step of another one is a
//! [`Group`]. Problems that rules find in a binding are shown at its edge, so that the picture and
//! the list of findings cannot differ.
//!
//! [`build`] and [`bindings`] draw the [`model`]; [`costs`], [`problems`], and [`words`] provide its texts.

mod bindings;
mod build;
mod costs;
mod model;
mod problems;
mod words;

use azml_rules::document::Kind;

use super::Site;
pub use model::{Compute, Edge, Graph, Group, Node, NodeKind, StepCost};

/// Returns the graph of a pipeline job, a pipeline component or a schedule with a pipeline; `None`
/// for anything else.
pub fn graph(site: &Site<'_>) -> Option<Graph> {
    if !matches!(
        site.document.kind()?,
        Kind::JobPipeline | Kind::ComponentPipeline | Kind::ScheduleJob
    ) {
        return None;
    }
    site.program().pipelines.first()?;
    Some(build::build(site))
}
