//! The exit codes besides 0, which is clean.

/// Findings of at least the failing level.
pub(super) const FOUND: u8 = 1;
/// Something could not be done.
pub(super) const FAILED: u8 = 2;

/// The exit code of a mode that finds nothing, but writes: `written` has that of a failure.
pub(super) fn of_writing(written: Result<(), u8>) -> u8 {
    written.err().unwrap_or(0)
}
