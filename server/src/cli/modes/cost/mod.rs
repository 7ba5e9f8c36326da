//! Modes about money: [`list`] lists what files cost, and [`plan`] shows what happens when one is submitted.

pub(in crate::cli) mod list;
pub(in crate::cli) mod plan;
