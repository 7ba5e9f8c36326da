//! Metadata of a file: owner, mode, and attributes, on `unix` and `windows`.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::copy;
#[cfg(windows)]
pub(super) use windows::create_like;
