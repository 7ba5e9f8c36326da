//! A pipeline as a picture: what goes in, the steps, what comes out, and the bindings between them.
//!
//! Plain data, made from the [`Program`](azml_rules::expression::Program) of the file: the same for
//! the terminal, for an editor and for tests. A pipeline that is a step of another one is a
//! [`Group`]. What the rules find wrong with a binding is told at its edge, so that the picture and
//! the list of findings cannot differ.

mod bindings;
mod build;
mod model;
mod problems;
mod words;

use azml_rules::document::Kind;

use super::Site;
pub use model::{Compute, Edge, Graph, Group, Node, NodeKind};

/// The graph of a pipeline job, a pipeline component or a schedule that holds a pipeline; `None`
/// for anything else.
#[must_use]
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
