//! Documents that look like those of `az ml`, which rejects them: [`preview`] (the form of 2021),
//! [`foundry`] (jobs of another tool), and [`unsupported_compute`] (computes of the SDK v1). They have
//! kinds of their own, so that one finding says it, and nothing else in them is checked.

mod foundry;
mod preview;
mod unsupported_compute;

pub(super) use foundry::{has_foundry_keys, is_foundry_training_job};
pub use preview::{OldForm, PreviewMark, preview_mark};
pub(super) use unsupported_compute::unsupported_compute;
