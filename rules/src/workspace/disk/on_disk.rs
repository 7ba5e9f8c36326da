//! Reads the disk around the documents.

use std::sync::Arc;

use super::{Disk, Listed, OnDisk, UploadSize};
use crate::az_ml::Mention;
use crate::path::parent;
use crate::workspace::Workspace;
use crate::workspace::input::{Input, InputValue};

/// Longest path that is looked up, in bytes: that of Linux.
const LONGEST_PATH: usize = 4_096;

impl Workspace {
    /// Lets rules read the disk; without one, no rule reports files that are missing.
    pub fn set_disk(&mut self, disk: Arc<dyn Disk>) {
        self.store_mut().disk = Some(disk);
    }

    /// The kind of what the file at `from` names `path`; `None` where that is unknown. Where `\` is a
    /// letter, `/` in its place is tried as well: what is wrong then are the separators.
    pub fn on_disk(&self, from: &str, path: &str) -> Option<OnDisk> {
        let found = self.at(from, path)?;
        let is_letter = || !self.path_style().separates('\\') && path.contains('\\');
        if found == OnDisk::Nothing && is_letter() {
            let meant = self.at(from, &path.replace('\\', "/"));
            return (meant? == OnDisk::Nothing).then_some(found);
        }
        Some(found)
    }

    fn at(&self, from: &str, path: &str) -> Option<OnDisk> {
        let full = self.full_path(from, path)?;
        match self.read_disk(Input::OnDisk(full.into())) {
            InputValue::OnDisk(_, found) => found,
            _ => None,
        }
    }

    /// The text of the file that the file at `from` names `path`, whatever it is: a Dockerfile, a
    /// list of packages. `None` where there is none, or where it may not be read.
    pub fn text(&self, from: &str, path: &str) -> Option<Arc<str>> {
        self.text_at(from, &self.full_path(from, path)?)
    }

    /// As [`Self::text`], by its full path.
    pub fn text_at(&self, from: &str, full: &str) -> Option<Arc<str>> {
        match self.read_disk(Input::Text(parent(from).into(), full.into())) {
            InputValue::Text(_, text) => text,
            _ => None,
        }
    }

    /// The size of what the client uploads of the folder that the file at `from` names `path`; `None`
    /// where it is unknown.
    pub fn upload_size(&self, from: &str, path: &str) -> Option<UploadSize> {
        let full = self.full_path(from, path)?;
        match self.read_disk(Input::UploadSize(full.into())) {
            InputValue::UploadSize(size) => size,
            _ => None,
        }
    }

    /// The files below the folder that the file at `from` names `path`, relative to it, as
    /// [`Disk::files_below`] finds them: for suggestions. `None` where they are unknown.
    pub fn files_below(&self, from: &str, path: &str) -> Option<Arc<[String]>> {
        self.files_below_at(from, &self.full_path(from, path)?)
    }

    /// As [`Self::files_below`], by the full path of the folder.
    pub fn files_below_at(&self, from: &str, full: &str) -> Option<Arc<[String]>> {
        match self.read_disk(Input::FilesBelow(parent(from).into(), full.into())) {
            InputValue::FilesBelow(files) => files,
            _ => None,
        }
    }

    /// The mentions of a file or folder called `name` in the scripts below the folder at the full
    /// path `folder`, without those that only read it; `None` where they are unknown.
    pub fn mentions(&self, from: &str, folder: &str, name: &str) -> Option<Arc<[Mention]>> {
        let all = self.all_mentions(from, folder, name)?;
        if all.iter().any(|mention| mention.is_read) {
            let others = all.iter().filter(|mention| !mention.is_read);
            return Some(others.cloned().collect());
        }
        Some(all)
    }

    /// The mentions of a file or folder called `name` in the scripts below the folder at the full
    /// path `folder`, as [`Disk::mentions`] finds them; `None` where they are unknown.
    pub fn all_mentions(&self, from: &str, folder: &str, name: &str) -> Option<Arc<[Mention]>> {
        let input = Input::Mentions(parent(from).into(), folder.into(), name.into());
        match self.read_disk(input) {
            InputValue::Mentions(found) => found,
            _ => None,
        }
    }

    /// The entries of the folder that the file at `from` names `path`, by name. For editors: what a
    /// rule sees must be noted.
    pub fn list(&self, from: &str, path: &str) -> Vec<Listed> {
        let full = self.full_path(from, path);
        let mut listed = full
            .zip(self.store.disk.as_ref())
            .map_or_else(Vec::new, |(full, disk)| disk.list(&full));
        listed.sort();
        listed
    }

    /// `path` as the file at `from` means it: from the top, without `.` and `..`, a document by its
    /// own spelling; `None` where it leaves the top, or is longer than any system takes.
    pub fn full_path(&self, from: &str, path: &str) -> Option<String> {
        if path.len() > LONGEST_PATH {
            return None;
        }
        let full = self.path_style().join_beside(from, path)?;
        match self.store.spelled(&full) {
            Some(spelled) => Some(spelled.to_string()),
            None => Some(full),
        }
    }
}
