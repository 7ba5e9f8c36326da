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

/// An entry of a folder.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Listed {
    /// Its name, without the folders it is in.
    pub name: String,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// Looks at the disk for the rules, which may not.
pub trait Disk: Debug + Send + Sync {
    /// What stands at `path`, written as document paths are; `None` where nobody can tell.
    fn at(&self, path: &str) -> Option<OnDisk>;

    /// What is in the folder at `path`; hidden and ignored entries are left out.
    fn list(&self, path: &str) -> Vec<Listed>;
}
