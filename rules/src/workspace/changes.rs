//! Changes of documents. The command lines that name a file and the pipelines that run it tell its
//! kind, so that a document may become another one when a script or a pipeline changes.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::index::command_lines::{Meanings, NamedBy, candidates};
use super::index::facts::{ClosedDocument, Facts};
use super::index::named_files::RunFiles;
use super::store::Store;
use crate::az_ml::Action;
use crate::document::Document;
use crate::path::file_name;

/// Another document at a path, or none.
#[derive(Debug)]
struct Change {
    path: Arc<str>,
    before: Option<Arc<Document>>,
    /// The files that it runs or ran before, if they differ.
    runs: Vec<String>,
}

impl Store {
    /// Adds or replaces the document at its path.
    pub(super) fn insert(&mut self, document: Arc<Document>) {
        let facts = Facts::of(&document, self.style);
        let change = self.change(document, facts);
        self.reclassify_around([change]);
    }

    /// As [`Self::insert`], for many: command lines count once all are there.
    pub(super) fn insert_all(&mut self, closed: impl IntoIterator<Item = ClosedDocument>) {
        let mut with_tree = self.trees_made.all();
        let put = |mut one: ClosedDocument| {
            if one.document.has_tree() {
                with_tree.insert(one.document.shared_path());
            }
            one.document.tell(&self.trees_made);
            self.change(Arc::new(one.document), one.facts)
        };
        let changes: Vec<Change> = closed.into_iter().map(put).collect();
        self.reclassify_around(changes);
        // The kind of a file that others use is read from its tree.
        self.put_trees_away(|path| !with_tree.contains(path));
    }

    fn change(&mut self, document: Arc<Document>, facts: Facts) -> Change {
        let path = document.shared_path();
        let before = self.document(&path).cloned();
        let mut runs = facts.named.runs.all();
        if let Some(before) = &before {
            let ran = self.runs_of(before);
            // The kinds of the files that it runs as before stay.
            runs = match runs == ran {
                true => Vec::new(),
                false => [runs, ran].concat(),
            };
        }
        self.replace(before.as_deref(), document, facts);
        Change { path, before, runs }
    }

    /// The files that `document` runs.
    fn runs_of(&self, document: &Document) -> Vec<String> {
        match self.named_last(document) {
            Some(named) => named.runs.all(),
            None => RunFiles::of(document, self.style).all(),
        }
    }

    /// Forgets the document at `path`.
    pub(super) fn remove(&mut self, path: &str) {
        let before = self.document(path).cloned();
        self.begin_revision_unless(before.is_none());
        let mut runs = Vec::new();
        if let Some(before) = &before {
            runs = self.runs_of(before);
            self.remove_names_of(before);
        }
        self.take_out(path);
        let path = path.into();
        self.reclassify_around([Change { path, before, runs }]);
    }

    /// Finds the kinds of the files that command lines may mean or mean no more after `changes`, each
    /// once.
    fn reclassify_around(&mut self, changes: impl IntoIterator<Item = Change>) {
        let mut named: BTreeSet<Arc<str>> = BTreeSet::new();
        for Change { path, before, runs } in changes {
            let run = runs.iter().filter_map(|path| self.document(path));
            named.extend(run.map(|document| document.shared_path()));
            if self.runs_as(&path).next().is_some() {
                named.insert(path.clone());
            }
            let now = self.document(&path);
            for script in before.iter().chain(now) {
                self.add_named(script, None, &mut named);
            }
            let name = file_name(&path);
            for script in self.mentioning_files(&path) {
                self.add_named(&script, Some(name), &mut named);
            }
        }
        // No path changes, so a line goes on meaning the same.
        let mut known = Meanings::default();
        for path in named {
            self.reclassify(&path, &mut known);
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

    /// Finds the kind of the document at `path` by the command lines and pipelines that name it.
    fn reclassify(&mut self, path: &str, known: &mut Meanings) {
        let Some(document) = self.document(path).cloned() else {
            return;
        };
        let commands = self.commands_on_with(path, known);
        let lines = commands.iter().filter_map(NamedBy::line);
        let mut nouns: BTreeSet<&str> = lines
            .filter(|line| line.action != Action::Invoke)
            .map(|line| line.noun.as_str())
            .collect();
        nouns.extend(self.runs_as(path));
        let noun = nouns.first().filter(|_| nouns.len() == 1);
        if let Some(renamed) = document.with_noun(noun.copied()) {
            let facts = Facts::of(&renamed, self.style);
            self.replace(Some(&document), Arc::new(renamed), facts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Kind;
    use crate::path::PathStyle;
    use crate::workspace::Workspace;

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
    fn kinds_are_the_same_however_the_files_came() {
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
        let renamed = kinds(&at_once);
        assert!(
            renamed.contains(&("c.yml".to_owned(), Some(Kind::Environment))),
            "{renamed:?}"
        );
    }
}
