//! What rules may know of the disk.

use std::fmt::Debug;
use std::sync::Arc;

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

/// How much there is in a folder.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Weight {
    /// How many files.
    pub files: u64,
    /// Their size.
    pub bytes: u64,
    /// Whether there is more, which was not counted.
    pub is_cut: bool,
}

/// Looks at the disk for the rules, which may not. What a disk does not say is not known.
pub trait Disk: Debug + Send + Sync {
    /// What stands at `path`, written as document paths are; `None` where nobody can tell.
    fn at(&self, _path: &str) -> Option<OnDisk> {
        None
    }

    /// What is in the folder at `path`; hidden and ignored entries are left out.
    fn list(&self, _path: &str) -> Vec<Listed> {
        Vec::new()
    }

    /// The text of the file at `path`, which the file at `from` names; `None` where there is none,
    /// or where nobody may read it.
    fn text(&self, _from: &str, _path: &str) -> Option<Arc<str>> {
        None
    }

    /// The name in `folder` that differs from `name` only in letter case; `None` where `name` itself
    /// is there, or not exactly one such name.
    fn other_case(&self, _folder: &str, _name: &str) -> Option<String> {
        None
    }

    /// What the client uploads of the folder at `path`: without what its `.amlignore`, or else its
    /// `.gitignore`, leaves out; `None` where nobody can tell.
    fn weight(&self, _path: &str) -> Option<Weight> {
        None
    }

    /// The files below the folder at `path`, which the file at `from` names, relative to it and
    /// sorted; hidden folders and those of other people's code are left out, and links are not
    /// followed. `None` where there are very many, or nobody may look.
    fn files_below(&self, _from: &str, _path: &str) -> Option<Vec<String>> {
        None
    }
}
