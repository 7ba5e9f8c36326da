//! Diagnostics in the editor: [`missing_path_fixes`], [`suppress_action`] (an ignore comment),
//! [`turn_off`] (a line in `azml.yaml`), and [`writing`] (delays findings in incomplete lines).

pub mod missing_path_fixes;
pub mod suppress_action;
pub mod turn_off;
pub mod writing;
