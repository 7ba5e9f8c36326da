//! What rules may know of the disk.

use std::fmt::Debug;

/// What stands at a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnDisk {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// Nothing.
    Nothing,
}

/// Looks at the disk for the rules, which may not.
pub trait Disk: Debug + Send + Sync {
    /// What stands at `path`, written as document paths are; `None` where nobody can tell.
    fn at(&self, path: &str) -> Option<OnDisk>;
}
