//! Replaces the old file with the new one, on `unix` and `windows`.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::swap;
#[cfg(windows)]
pub(super) use windows::swap;
