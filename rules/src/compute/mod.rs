//! What the facts say about computes: kinds and what each can do.

mod definition;
mod kind;

pub use definition::{ComputeDef, Origin, OriginKind};
pub use kind::{Capability, ComputeKind, Load, Nodes};
