//! The disk around the documents, as a workspace says what is there.

use std::sync::Arc;

use super::question::{Answer, Question};
use super::{Disk, Listed, OnDisk, Weight, Workspace};

impl Workspace {
    /// Lets rules ask what stands on the disk; without, no rule speaks of files that are missing.
    pub fn set_disk(&mut self, disk: Arc<dyn Disk>) {
        self.store_mut().disk = Some(disk);
    }

    /// What stands where the file at `from` names `path`; `None` where nobody can tell. Where `\`
    /// is a letter, that includes a path that leads somewhere with `/` in its place: what is wrong
    /// with it are the separators.
    #[must_use]
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
        match self.ask_disk(Question::OnDisk(full.into())) {
            Answer::OnDisk(_, found) => found,
            _ => None,
        }
    }

    /// The text of the file that the file at `from` names `path`, whatever it is: a Dockerfile, a
    /// list of packages. `None` where there is none, or where nobody may read it.
    #[must_use]
    pub fn text(&self, from: &str, path: &str) -> Option<Arc<str>> {
        self.text_at(from, &self.full_path(from, path)?)
    }

    /// As [`Self::text`], by its full path.
    #[must_use]
    pub fn text_at(&self, from: &str, full: &str) -> Option<Arc<str>> {
        match self.ask_disk(Question::Text(from.into(), full.into())) {
            Answer::Text(_, text) => text,
            _ => None,
        }
    }

    /// What the client uploads of the folder that the file at `from` names `path`; `None` where
    /// nobody can tell.
    #[must_use]
    pub fn weight(&self, from: &str, path: &str) -> Option<Weight> {
        let full = self.full_path(from, path)?;
        match self.ask_disk(Question::Weight(full.into())) {
            Answer::Weight(weight) => weight,
            _ => None,
        }
    }

    /// The files below the folder that the file at `from` names `path`, relative to it, as
    /// [`Disk::files_below`] finds them: for suggestions. `None` where nobody can tell.
    #[must_use]
    pub fn files_below(&self, from: &str, path: &str) -> Option<Arc<[String]>> {
        let full = self.full_path(from, path)?;
        match self.ask_disk(Question::FilesBelow(from.into(), full.into())) {
            Answer::FilesBelow(files) => files,
            _ => None,
        }
    }

    /// What is in the folder that the file at `from` names `path`, by name. For editors: what a
    /// rule sees must be recorded.
    #[must_use]
    pub fn list(&self, from: &str, path: &str) -> Vec<Listed> {
        let full = self.full_path(from, path);
        let mut listed = full
            .zip(self.store.disk.as_ref())
            .map_or_else(Vec::new, |(full, disk)| disk.list(&full));
        listed.sort();
        listed
    }

    /// `path` as the file at `from` means it: from the top, without `.` and `..`, a document by its
    /// own spelling; `None` where it leaves the top.
    #[must_use]
    pub fn full_path(&self, from: &str, path: &str) -> Option<String> {
        let full = self.path_style().join_beside(from, path)?;
        match self.store.spelled(&full) {
            Some(spelled) => Some(spelled.to_string()),
            None => Some(full),
        }
    }

    /// What is on the disk. An analysis that is recorded asks each question once, so what is noted is
    /// what its rules saw.
    pub(super) fn ask_disk(&self, question: Question) -> Answer {
        match &self.recorder {
            Some(recorder) => recorder.answer(question, &self.store),
            None => Answer::to(&question, &self.store),
        }
    }
}
