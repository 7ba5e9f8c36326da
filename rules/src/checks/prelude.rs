//! What most rules need.

pub(crate) use super::context::Context;
pub(crate) use super::declare_rule::declare_rule;
pub(crate) use crate::compute::{ComputeDef, ComputeKind, KnownCompute, Load};
pub(crate) use crate::diagnostic::Diagnostic;
pub(crate) use crate::document::{Inherited, Kind, ScheduledJob, Task, Work};
pub(crate) use crate::fix::{self, Applicability, Edit, Fix};
pub(crate) use crate::rule::Level;
pub(crate) use crate::syntax::{Node, NodeKind, known_int, known_text};
pub(crate) use crate::text::TextRange;
pub(crate) use crate::workspace::Resolution;
