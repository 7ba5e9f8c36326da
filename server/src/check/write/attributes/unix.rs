//! On Unix: owner, mode, extended attributes. The last hold access lists,
//! and labels of the system.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::unix::fs::{MetadataExt as _, fchown};

use xattr::FileExt as _;

use super::super::original::Original;
use super::super::problem::WriteProblem;

/// Attributes that the system gives to files itself. Only it may change most of them.
const OF_THE_SYSTEM: [&str; 4] = ["security.", "trusted.", "com.apple.", "btrfs."];

/// Gives `new` what `original` has.
pub(in super::super) fn copy(original: &Original<'_>, new: &File) -> Result<(), WriteProblem> {
    copy_owner(original, new)?;
    copy_extended(&original.file, new)?;
    // Last: a new owner takes away bits of the mode.
    new.set_permissions(original.metadata.permissions())?;
    Ok(())
}

fn copy_owner(original: &Original<'_>, new: &File) -> Result<(), WriteProblem> {
    let (expected, made) = (&original.metadata, new.metadata()?);
    let user = (expected.uid() != made.uid()).then(|| expected.uid());
    let group = (expected.gid() != made.gid()).then(|| expected.gid());
    if user.is_none() && group.is_none() {
        return Ok(());
    }
    fchown(new, user, group).map_err(|_| WriteProblem::Owner)
}

fn copy_extended(from: &File, to: &File) -> Result<(), WriteProblem> {
    let expected = names(from)?;
    for name in names(to)? {
        // A folder may give its files an access list of its own.
        if !expected.contains(&name) {
            let _ = to.remove_xattr(&name);
        }
    }
    for name in expected {
        let Some(value) = from.get_xattr(&name).ok().flatten() else {
            continue;
        };
        if to.get_xattr(&name).ok().flatten().as_ref() == Some(&value) {
            continue;
        }
        if to.set_xattr(&name, &value).is_err() && !is_of_the_system(&name) {
            let name = name.to_string_lossy().into_owned();
            return Err(WriteProblem::Attribute(name));
        }
    }
    Ok(())
}

fn names(file: &File) -> io::Result<Vec<OsString>> {
    match file.list_xattr() {
        Ok(names) => Ok(names.collect()),
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn is_of_the_system(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    OF_THE_SYSTEM
        .iter()
        .any(|start| name.starts_with(start.as_bytes()))
}
