//! Puts the new file in the place of the old one.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::swap;
#[cfg(windows)]
pub(super) use windows::swap;
