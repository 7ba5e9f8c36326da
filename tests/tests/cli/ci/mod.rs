//! What users copy or name in their CI: steps are run with bash, as the systems would run them.
//! Installing is pretended, unless `AZML_WHEELS` names a folder with the wheel.

#![allow(clippy::unwrap_used)] // Helpers of tests.

mod costs;
mod github;
mod machine;
mod refresh_workflow;
mod templates;
mod unexecuted;
mod workflows;
