//! On Windows a new file is made with the attributes; `ReplaceFile` adds the rest.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::windows::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

use winsafe::co::FILE_ATTRIBUTE;

use super::super::original::Original;

/// Attributes that a user sets. The system manages the others.
const CHOSEN: [FILE_ATTRIBUTE; 4] = [
    FILE_ATTRIBUTE::HIDDEN,
    FILE_ATTRIBUTE::SYSTEM,
    FILE_ATTRIBUTE::ARCHIVE,
    FILE_ATTRIBUTE::NOT_CONTENT_INDEXED,
];

/// A new file at `path` with the attributes of `original`.
pub(in super::super) fn create_like(original: &Original<'_>, path: &Path) -> io::Result<File> {
    let chosen = CHOSEN.iter().fold(0, |all, one| all | one.raw());
    OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .attributes(original.metadata.file_attributes() & chosen)
        .open(path)
}
