//! Hovers of values that refer to something else: an [`asset`], a file ([`component`]), an endpoint or
//! a deployment ([`resource`]), or a component that is not in the folder ([`unknown`]). [`resource_id`] formats resource
//! IDs.

pub(super) mod asset;
pub(super) mod component;
pub(super) mod resource;
pub(super) mod resource_id;
pub(super) mod unknown;
