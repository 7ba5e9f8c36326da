//! Additions of an editor to diagnostics: [`missing_path_fixes`], [`suppress_action`] (an ignore comment), [`turn_off`]
//! (a line in `azml.yaml`), and [`writing`] (delays findings that exist only because a line is incomplete).

pub mod missing_path_fixes;
pub mod suppress_action;
pub mod turn_off;
pub mod writing;
