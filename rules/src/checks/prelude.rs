//! Imports that most rules need, so that the imports of a rule show what is specific to it.

pub(crate) use super::context::Context;
pub(crate) use super::declare_rule::declare_rule;
pub(crate) use super::faults::{self, FaultRule};
pub(crate) use super::shared::compute::compute_values::{ComputeValue, compute_values};
pub(crate) use super::shared::compute::distribution::{self, Distribution};
pub(crate) use super::shared::compute::instance_shutdown::{self, Shutdown};
pub(crate) use super::shared::compute::machine::{self, Machine};
pub(crate) use super::shared::compute::node_counts::{NodeCount, node_count, nodes_per_trial};
pub(crate) use super::shared::compute::{
    attachable, compute_fixes, monthly_cost, price_change, single_node,
};
pub(crate) use super::shared::environment::packages;
pub(crate) use super::shared::environment::software::{self, Software};
pub(crate) use super::shared::pipeline::{declarations, literal_values, step_inputs, unused_ports};
pub(crate) use super::shared::reference::unknown_names;
pub(crate) use super::shared::{ended_features, work_values};
pub(crate) use crate::compute::{ComputeDef, ComputeKind, KnownCompute, Load, vm_size};
pub(crate) use crate::diagnostic::Diagnostic;
pub(crate) use crate::document::{
    CondaFile, Document, Inherited, Installer, Kind, KindFamily, Requirement, Resource,
    ScheduledJob, Task, Work, concurrent_trials, search_space, total_trials,
};
pub(crate) use crate::expression::{
    AssetRef, ComponentInterface, Expression, ExpressionRole, ExpressionSite, Pipeline, Port,
    PortType, Program, ScopeKind, Step, StepKind, Target,
};
pub(crate) use crate::fix::{self, Edit, Fix, remove_entries, remove_entry, replace};
pub(crate) use crate::rule::{Level, RuleOption};
pub(crate) use crate::schema::SchemaFault;
pub(crate) use crate::similar::closest;
pub(crate) use crate::syntax::{
    Entry, Node, NodeKind, Segment, is_template, known_int, known_text,
};
pub(crate) use crate::text::TextRange;
pub(crate) use crate::wording::{counted, duration, with_article};
pub(crate) use crate::workspace::Resolution;
