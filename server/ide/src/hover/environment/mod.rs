//! Hovers of the parts of an environment: [`image`], [`dockerfile`], and [`package`] of a conda file.

pub(super) mod dockerfile;
pub(super) mod image;
pub(super) mod package;
