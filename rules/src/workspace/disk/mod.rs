//! The disk as rules may see it.
//!
//! Start at [`Disk`]. `on_disk` reads it around the documents, `spelling` has the letter case of
//! paths there, and `memory` is a disk of texts in memory.

mod memory;
mod on_disk;
mod spelling;

use std::fmt::Debug;
use std::sync::Arc;

use crate::az_ml::Mention;
pub use memory::MemoryDisk;

/// The kind of what is at a path.
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
    /// `true` for a folder.
    pub is_folder: bool,
}

/// The size of what is uploaded of a folder.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct UploadSize {
    /// Number of files.
    pub files: u64,
    /// Sum of their sizes.
    pub bytes: u64,
    /// `true` if there is more, which was not counted.
    pub is_cut: bool,
}

/// First character of an ignore file in UTF-16, as [`Disk::text`] gives it: the client reads such a
/// file as UTF-8 and fails. The character occurs in no text.
pub const UTF16_MARK: char = '\u{fffe}';

/// Reads the disk for the rules, which may not. What a disk does not say is unknown.
pub trait Disk: Debug + Send + Sync {
    /// Forgets what was read: the disk may have changed.
    fn begin_revision(&self) {}

    /// The kind of what is at `path`, written as document paths are; `None` where that is unknown.
    fn at(&self, _path: &str) -> Option<OnDisk> {
        None
    }

    /// The entries of the folder at `path`, without hidden and ignored ones.
    fn list(&self, _path: &str) -> Vec<Listed> {
        Vec::new()
    }

    /// The text of the file at `path`, which a file in `folder` names; `None` where there is none,
    /// or where it may not be read.
    fn text(&self, _folder: &str, _path: &str) -> Option<Arc<str>> {
        None
    }

    /// The name in `folder` that differs from `name` only in letter case; `None` where `name` itself
    /// is there, or not exactly one such name.
    fn other_case(&self, _folder: &str, _name: &str) -> Option<String> {
        None
    }

    /// The size of what the client uploads of the folder at `path`: without what its `.amlignore`, or
    /// else its `.gitignore`, leaves out; `None` where it is unknown.
    fn upload_size(&self, _path: &str) -> Option<UploadSize> {
        None
    }

    /// The files below the folder at `path`, which a file in `folder` names, relative to it and
    /// sorted; hidden folders and those of other people's code are left out, and links are not
    /// followed. `None` where there are very many, or it may not be read.
    fn files_below(&self, _folder: &str, _path: &str) -> Option<Arc<[String]>> {
        None
    }

    /// The mentions of a file or folder called `name` in the scripts, notebooks, and workflows below
    /// the folder at `path`, which a file in `folder` names. `None` where there are very many files,
    /// or where they may not be read.
    fn mentions(&self, _folder: &str, _path: &str, _name: &str) -> Option<Vec<Mention>> {
        None
    }
}
