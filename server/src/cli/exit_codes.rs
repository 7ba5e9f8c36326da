//! The exit codes besides 0, which is clean.

/// Findings as bad as asked for.
pub(super) const FOUND: u8 = 1;
/// Something could not be done.
pub(super) const FAILED: u8 = 2;
