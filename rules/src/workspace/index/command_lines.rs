//! The lines of other files that run `az ml` on a file: found by the name of the file, then by where
//! the line leads. A line that may mean several files means none.

use std::collections::HashMap;
use std::sync::Arc;

use crate::az_ml::{CommandLine, FileWord, Place};
use crate::document::Document;
use crate::path::{PathStyle, file_name, parent};
use crate::workspace::store::Store;

/// A command that names a file.
#[derive(Clone, Debug)]
pub struct NamedBy {
    /// The file that runs it.
    pub script: Arc<Document>,
    /// Which of its commands.
    pub command: usize,
}

impl NamedBy {
    /// The command.
    pub fn line(&self) -> Option<&CommandLine> {
        self.script.commands()?.commands.get(self.command)
    }
}

/// The document that each file name in command lines means, by the address of the name: many files
/// of the same name are mentioned by one script.
pub(in crate::workspace) type Meanings = HashMap<*const FileWord, Option<Arc<str>>>;

/// The full paths that `file` may mean in the script at `script`, the closest folder first.
pub(crate) fn candidates(style: PathStyle, script: &str, file: &FileWord) -> Vec<String> {
    match &file.place {
        None => Vec::new(),
        Some(Place::Beside(path)) => style.join(parent(script), path).into_iter().collect(),
        Some(Place::Somewhere(path)) => {
            let mut found = Vec::new();
            let mut folder = parent(script);
            loop {
                found.extend(style.join(folder, path));
                let above = parent(folder);
                if above.len() >= folder.len() {
                    break;
                }
                folder = above;
            }
            found.dedup();
            // A workflow may have the name of the file that it sends.
            found.retain(|path| path != script);
            found
        }
    }
}

/// Returns `true` if `file` may mean a file called `name`, in any folder.
fn may_be_called(style: PathStyle, file: &FileWord, name: &str) -> bool {
    let Some(Place::Beside(path) | Place::Somewhere(path)) = &file.place else {
        return false;
    };
    let last = path.rsplit(|c| style.separates(c)).next();
    let last = last.unwrap_or_default();
    matches!(last, "" | "." | "..") || style.is_same(last, name)
}

impl Store {
    /// The files that run `az ml` and mention a file with the name of the one at `path`.
    pub(in crate::workspace) fn mentioning_files(&self, path: &str) -> Vec<Arc<Document>> {
        self.documents_at(self.mentioning_files.of(path, self.style))
    }

    /// The files with a command that sends a file whose name is known only when it runs.
    pub(in crate::workspace) fn senders_of_unknown(&self) -> Vec<Arc<Document>> {
        self.documents_at(self.mentioning_files.of_unknown())
    }

    fn documents_at<'p>(&self, paths: impl Iterator<Item = &'p Arc<str>>) -> Vec<Arc<Document>> {
        let found = paths.filter_map(|path| self.documents.get(path));
        found.cloned().collect()
    }

    /// The commands that name the file at `path`, by file and place.
    pub(in crate::workspace) fn commands_on(&self, path: &str) -> Vec<NamedBy> {
        self.commands_on_with(path, &mut Meanings::default())
    }

    /// As [`Self::commands_on`], for one of several documents.
    pub(in crate::workspace) fn commands_on_with(
        &self,
        path: &str,
        known: &mut Meanings,
    ) -> Vec<NamedBy> {
        let mut found = Vec::new();
        for script in self.mentioning_files(path) {
            let lines = script.commands().cloned();
            for (command, line) in lines.iter().flat_map(|lines| &lines.commands).enumerate() {
                let file = line.file.as_ref();
                let file = file.filter(|file| may_be_called(self.style, file, file_name(path)));
                let named = file.and_then(|file| {
                    let known = known.entry(std::ptr::from_ref(file));
                    known
                        .or_insert_with(|| self.meant(script.path(), file))
                        .clone()
                });
                if named.is_some_and(|named| self.style.is_same(&named, path)) {
                    let script = script.clone();
                    found.push(NamedBy { script, command });
                }
            }
        }
        found
    }

    /// The document that `file` means in the script at `script`; `None` unless it is exactly one.
    pub(in crate::workspace) fn meant(&self, script: &str, file: &FileWord) -> Option<Arc<str>> {
        let candidates = candidates(self.style, script, file).into_iter();
        let mut found = candidates.filter_map(|path| self.document(&path));
        let first = found.next()?;
        found.next().is_none().then(|| first.shared_path())
    }
}
