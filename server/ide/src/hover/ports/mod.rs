//! Hovers of inputs and outputs: where they are [`declared`], where a step passes them to the [`port`] of
//! its component, and where an [`expression`] reads them. [`usage`] lists the places of a name.

pub(super) mod declared;
pub(super) mod expression;
pub(super) mod port;
mod usage;
