//! The lines of other files that run `az ml` on a file: found by the name of the file, then by where
//! the line leads. A line that may mean several files means none.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::facts::Facts;
use super::store::Store;
use crate::az_ml::{Action, CommandLine, FileWord, Place};
use crate::document::Document;
use crate::path::{PathStyle, file_name, parent};

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
    #[must_use]
    pub fn line(&self) -> Option<&CommandLine> {
        self.script.commands()?.commands.get(self.command)
    }
}

/// Another document at a path, or none.
#[derive(Debug)]
pub(super) struct Change {
    /// Where.
    pub(super) path: Arc<str>,
    /// What stood there before.
    pub(super) before: Option<Arc<Document>>,
}

/// The files that run `az ml`, by the names of the files that they speak of.
#[derive(Clone, Debug, Default)]
pub(super) struct Speakers(BTreeMap<String, BTreeSet<Arc<str>>>);

impl Speakers {
    pub(super) fn insert(&mut self, script: &Document, style: PathStyle) {
        for name in mentions(script, style) {
            self.0.entry(name).or_default().insert(script.shared_path());
        }
    }

    pub(super) fn remove(&mut self, script: &Document, style: PathStyle) {
        for name in mentions(script, style) {
            if let Some(scripts) = self.0.get_mut(&name) {
                scripts.remove(script.path());
                if scripts.is_empty() {
                    self.0.remove(&name);
                }
            }
        }
    }

    fn of(&self, path: &str, style: PathStyle) -> impl Iterator<Item = &Arc<str>> {
        let name = style.folded(file_name(path));
        self.0.get(&*name).into_iter().flatten()
    }
}

/// Which document each file name in command lines means, by where the name is kept: a script is
/// spoken of by many files of the same name.
type Meanings = HashMap<*const FileWord, Option<Arc<str>>>;

fn mentions(script: &Document, style: PathStyle) -> impl Iterator<Item = String> {
    let names = script
        .commands()
        .into_iter()
        .flat_map(|commands| &commands.mentions);
    names.map(move |name| style.folded(name).into_owned())
}

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

/// Whether `file` may mean a file called `name`, whatever folder that is in.
fn may_be_called(style: PathStyle, file: &FileWord, name: &str) -> bool {
    let Some(Place::Beside(path) | Place::Somewhere(path)) = &file.place else {
        return false;
    };
    let last = path.rsplit(|c| style.separates(c)).next();
    let last = last.unwrap_or_default();
    matches!(last, "" | "." | "..") || style.is_same(last, name)
}

impl Store {
    pub(super) fn speakers_of(&self, path: &str) -> Vec<Arc<Document>> {
        let scripts = self.speakers.of(path, self.style);
        scripts
            .filter_map(|script| self.documents.get(script))
            .cloned()
            .collect()
    }

    pub(super) fn commands_on(&self, path: &str) -> Vec<NamedBy> {
        self.commands_on_with(path, &mut Meanings::default())
    }

    /// As [`Self::commands_on`], for one of several documents.
    fn commands_on_with(&self, path: &str, known: &mut Meanings) -> Vec<NamedBy> {
        let mut found = Vec::new();
        for script in self.speakers_of(path) {
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
    pub(super) fn meant(&self, script: &str, file: &FileWord) -> Option<Arc<str>> {
        let candidates = candidates(self.style, script, file).into_iter();
        let mut found = candidates.filter_map(|path| self.document(&path));
        let first = found.next()?;
        found.next().is_none().then(|| first.shared_path())
    }

    /// Tells the files that may be meant otherwise after `changes` what the command lines say of
    /// them, each once.
    pub(super) fn tell_around(&mut self, changes: impl IntoIterator<Item = Change>) {
        let mut named: BTreeSet<Arc<str>> = BTreeSet::new();
        for Change { path, before } in changes {
            let now = self.document(&path);
            for script in before.iter().chain(now) {
                self.add_named(script, None, &mut named);
            }
            let name = file_name(&path);
            for speaker in self.speakers_of(&path) {
                self.add_named(&speaker, Some(name), &mut named);
            }
        }
        // What is told changes no path, so a line goes on meaning the same.
        let mut known = Meanings::default();
        for path in named {
            self.tell(&path, &mut known);
        }
    }

    /// Adds the documents that the commands of `script` may mean; those called `name`, if any.
    fn add_named(&self, script: &Document, name: Option<&str>, named: &mut BTreeSet<Arc<str>>) {
        let Some(lines) = script.commands() else {
            return;
        };
        let files = lines.commands.iter().filter_map(|line| line.file.as_ref());
        let files = files.filter(|file| {
            let own = file.name.as_deref();
            name.is_none_or(|name| own.is_some_and(|own| self.style.is_same(own, name)))
        });
        for file in files {
            let candidates = candidates(self.style, script.path(), file);
            let documents = candidates.iter().filter_map(|path| self.document(path));
            named.extend(documents.map(|document| document.shared_path()));
        }
    }

    /// Tells the document at `path` what the command lines that name it are about.
    fn tell(&mut self, path: &str, known: &mut Meanings) {
        let Some(document) = self.document(path).cloned() else {
            return;
        };
        let commands = self.commands_on_with(path, known);
        let nouns: BTreeSet<&str> = commands
            .iter()
            .filter_map(NamedBy::line)
            .filter(|line| line.action != Action::Invoke)
            .map(|line| line.noun.as_str())
            .collect();
        let noun = nouns.first().filter(|_| nouns.len() == 1);
        if let Some(told) = document.told(noun.copied()) {
            let facts = Facts::of(&told, self.style);
            self.put(Arc::new(told), facts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Kind;
    use crate::workspace::{ClosedDocument, Workspace};

    /// Files that say nothing of their kind, and scripts that do.
    const FILES: [(&str, &str); 7] = [
        ("a/job.yml", "name: x\n"),
        ("a/run.sh", "az ml compute create -f job.yml\n"),
        ("b/job.yml", "name: y\n"),
        ("b/run.sh", "az ml online-endpoint create -f ../a/job.yml\n"),
        (
            "b/sub/run.sh",
            "cd $HERE\naz ml environment create -f $B/../b/job.yml\n",
        ),
        ("c.yml", "name: z\n"),
        (
            "run.sh",
            "az ml environment create -f c.yml\naz ml environment show -f a/job.yml\n",
        ),
    ];

    fn kinds(workspace: &Workspace) -> Vec<(String, Option<Kind>)> {
        let documents = workspace.documents();
        documents
            .map(|one| (one.path().to_owned(), one.kind()))
            .collect()
    }

    #[test]
    fn what_is_told_once_is_what_is_told_after_each_file() {
        let documents = || FILES.map(|(path, text)| Document::new(path, text));
        let mut one_by_one = Workspace::default();
        for document in documents() {
            one_by_one.insert(document);
        }
        let mut backwards = Workspace::default();
        for document in documents().into_iter().rev() {
            backwards.insert(document);
        }
        let mut at_once = Workspace::default();
        let closed = documents().map(|document| ClosedDocument::new(document, PathStyle::Unix));
        at_once.insert_all(closed);
        assert_eq!(kinds(&at_once), kinds(&one_by_one));
        assert_eq!(kinds(&at_once), kinds(&backwards));
        let told = kinds(&at_once);
        assert!(
            told.contains(&("c.yml".to_owned(), Some(Kind::Environment))),
            "{told:?}"
        );
    }
}
