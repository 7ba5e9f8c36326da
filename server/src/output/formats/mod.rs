//! Formats of findings, one file each: [`agent`], [`azure`], [`concise`], [`full`], [`github`], [`gitlab`], [`json`], [`junit`], [`markdown`],
//! [`rdjson`], and [`sarif`].
//!
//! [`format`](mod@format) lists them; each has a `write` function that takes the [`findings`].

pub(crate) mod agent;
pub(crate) mod azure;
pub(crate) mod concise;
pub(crate) mod findings;
pub(crate) mod format;
pub(crate) mod full;
pub(crate) mod github;
pub(crate) mod gitlab;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod markdown;
pub(crate) mod rdjson;
pub(crate) mod sarif;
