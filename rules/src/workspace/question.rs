//! What can be asked of a workspace, and its answers.

use std::sync::Arc;

use super::index::Members;
use super::projects::Projects;
use super::store::Store;
use super::{NamedBy, OnDisk, Weight};
use crate::compute::ComputeDef;
use crate::date::Date;
use crate::document::{Document, Resource};
use crate::settings::Settings;

/// A question to the workspace.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Question {
    /// The document at a path.
    Document(Box<str>),
    /// Every document.
    Documents,
    /// The paths of every document.
    Paths,
    /// What stands at a full path.
    OnDisk(Box<str>),
    /// The text of the file at a full path, which the file at another one names.
    Text(Box<str>, Box<str>),
    /// The name in a folder that differs from another one only in letter case.
    OtherCase(Box<str>, Box<str>),
    /// What the folder at a full path weighs.
    Weight(Box<str>),
    /// The files below the folder at a full path, which the file at another one names.
    FilesBelow(Box<str>, Box<str>),
    /// What YAML files say of the compute with this lower-case name, as the file at a path sees it.
    Compute(Box<str>, Box<str>),
    /// Every compute of YAML files that the file at a path sees.
    Computes(Box<str>),
    /// The name of such a resource that a name may be a slip of, in the file at a path.
    Near(Resource, Box<str>, Box<str>),
    /// The documents that give such a resource a name, as the file at a path sees it.
    Named(Resource, Box<str>, Box<str>),
    /// The documents that describe such a resource.
    Members(Resource),
    /// Those that the file at a path sees.
    MembersInScope(Resource, Box<str>),
    /// The documents that refer to the conda file at a path.
    CondaUsers(Box<str>),
    /// See [`super::Workspace::yaml_users`].
    YamlUsers(Box<str>),
    /// The commands `az ml` that name the file at a path.
    CommandsOn(Box<str>),
    /// The files that run `az ml` and speak of a file with the name of the one at a path.
    SpeakersOf(Box<str>),
    /// The settings that hold at a path.
    Settings(Box<str>),
    /// The day.
    Today,
    /// Whether the editor wants no schema checks.
    NoSchemaChecks,
}

impl Question {
    /// Whether it is the disk that answers, unless a document stands there.
    pub(super) fn is_of_disk(&self) -> bool {
        matches!(
            self,
            Self::OnDisk(_)
                | Self::Text(..)
                | Self::OtherCase(..)
                | Self::Weight(_)
                | Self::FilesBelow(..)
        )
    }

    /// Whether a file of the folder that is not read yet could make `answer` another one. What the
    /// disk says holds, and so do settings that were read first.
    pub(super) fn may_change(&self, answer: &Answer, store: &Store) -> bool {
        match (self, answer) {
            (Self::Document(_), Answer::Documents(found)) => found.is_empty(),
            (Self::Settings(path), _) => !store.has_settings_beside(path),
            (Self::Today | Self::NoSchemaChecks, _) => false,
            (question, _) => !question.is_of_disk(),
        }
    }
}

/// What the workspace said.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    Documents(Vec<Arc<Document>>),
    Paths(Vec<Arc<str>>),
    /// Whether it is a document, and what the disk said.
    OnDisk(bool, Option<OnDisk>),
    /// Of the document, if it is one, and what was read.
    Text(Option<Arc<Document>>, Option<Arc<str>>),
    Name(Option<String>),
    Weight(Option<Weight>),
    FilesBelow(Option<Arc<[String]>>),
    Commands(Vec<NamedBy>),
    Computes(Vec<Arc<ComputeDef>>),
    /// The answer, and what it was found in: searching again is slow.
    Near(Option<Arc<Members>>, Arc<Projects>, Option<Box<str>>),
    Settings(Arc<Settings>),
    Today(Option<Date>),
    NoSchemaChecks(bool),
}

impl Answer {
    pub(super) fn to(question: &Question, store: &Store) -> Self {
        match question {
            Question::Document(path) => {
                Self::Documents(store.document(path).cloned().into_iter().collect())
            }
            Question::Documents => Self::Documents(store.documents.values().cloned().collect()),
            Question::Paths => Self::Paths(store.documents.keys().cloned().collect()),
            Question::OnDisk(path) => Self::OnDisk(store.document(path).is_some(), store.at(path)),
            Question::Text(from, path) => {
                Self::Text(store.document(path).cloned(), store.text(from, path))
            }
            Question::OtherCase(folder, name) => {
                let disk = store.disk.as_ref();
                Self::Name(disk.and_then(|disk| disk.other_case(folder, name)))
            }
            Question::Weight(path) => {
                Self::Weight(store.disk.as_ref().and_then(|disk| disk.weight(path)))
            }
            Question::FilesBelow(from, path) => {
                let disk = store.disk.as_ref();
                Self::FilesBelow(
                    disk.and_then(|it| it.files_below(from, path))
                        .map(Arc::from),
                )
            }
            Question::Compute(name, from) => Self::Computes(store.compute(from, name)),
            Question::Computes(from) => {
                Self::Computes(store.computes(from).into_values().flatten().collect())
            }
            Question::Near(resource, name, from) => Self::Near(
                store.index.get(*resource).cloned(),
                store.projects.clone(),
                store.near(from, *resource, name).map(Box::from),
            ),
            Question::Named(resource, name, from) => {
                let found = store.named(from, *resource, name);
                Self::Documents(found.into_iter().cloned().collect())
            }
            Question::MembersInScope(resource, from) => {
                let found = store.members(from, *resource);
                Self::Documents(found.into_iter().cloned().collect())
            }
            Question::CondaUsers(path) => {
                let users = store.conda_users(path);
                Self::Documents(users.into_iter().cloned().collect())
            }
            Question::YamlUsers(path) => {
                let users = store.yaml_users(path);
                Self::Documents(users.into_iter().cloned().collect())
            }
            Question::CommandsOn(path) => Self::Commands(store.commands_on(path)),
            Question::SpeakersOf(path) => Self::Documents(store.speakers_of(path)),
            Question::Members(resource) => match store.index.get(*resource) {
                Some(members) => Self::of_paths(members.paths(), store),
                None => Self::Documents(Vec::new()),
            },
            Question::Settings(path) => Self::Settings(store.settings(path)),
            Question::Today => Self::Today(store.today),
            Question::NoSchemaChecks => Self::NoSchemaChecks(store.no_schema_checks),
        }
    }

    /// It, without the trees of the documents.
    pub(super) fn to_keep(&self) -> Self {
        match self {
            Self::Documents(documents) => {
                Self::Documents(documents.iter().map(without_tree).collect())
            }
            Self::Text(Some(document), text) => {
                Self::Text(Some(without_tree(document)), text.clone())
            }
            other => other.clone(),
        }
    }

    fn of_paths<'p>(paths: impl Iterator<Item = &'p Arc<str>>, store: &Store) -> Self {
        let documents = paths.filter_map(|path| store.documents.get(path));
        Self::Documents(documents.cloned().collect())
    }

    /// Whether `store` still says so. The disk is asked only on demand: that is slow.
    pub(super) fn holds(&self, question: &Question, store: &Store) -> bool {
        if let (Question::OnDisk(path), Self::OnDisk(is_document, _)) = (question, self) {
            return store.document(path).is_some() == *is_document;
        }
        if matches!(self, Self::Name(_) | Self::Weight(_) | Self::FilesBelow(_)) {
            return true;
        }
        if let (Question::Text(_, path), Self::Text(old, _)) = (question, self) {
            let new = store.document(path);
            return match (old, new) {
                (Some(old), Some(new)) => old.has_text_of(new),
                (old, new) => old.is_none() && new.is_none(),
            };
        }
        // Where names are repeated, what is in scope also depends on the jobs of the folders.
        if let (Question::Near(resource, ..), Self::Near(Some(members), projects, _)) =
            (question, self)
            && !members.has_repeated_names()
            && *projects == store.projects
            && store
                .index
                .get(*resource)
                .is_some_and(|new| Arc::ptr_eq(members, new) || members == new)
        {
            return true;
        }
        self.is_same(&Self::to(question, store))
    }

    /// Whether both say the same, also of the disk.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::OnDisk(_, old), Self::OnDisk(_, new)) => old == new,
            (Self::Text(_, old), Self::Text(_, new)) => old == new,
            (Self::Name(old), Self::Name(new)) => old == new,
            (Self::Weight(old), Self::Weight(new)) => old == new,
            (Self::FilesBelow(old), Self::FilesBelow(new)) => old == new,
            (Self::Near(_, _, old), Self::Near(_, _, new)) => old == new,
            (Self::Documents(old), Self::Documents(new)) => {
                old.len() == new.len() && old.iter().zip(new).all(|(old, new)| is_same(old, new))
            }
            (Self::Paths(old), Self::Paths(new)) => old == new,
            (Self::Commands(old), Self::Commands(new)) => {
                let mut pairs = old.iter().zip(new);
                old.len() == new.len()
                    && pairs.all(|(old, new)| {
                        old.command == new.command && is_same(&old.script, &new.script)
                    })
            }
            (Self::Computes(old), Self::Computes(new)) => old == new,
            (Self::Settings(old), Self::Settings(new)) => Arc::ptr_eq(old, new) || old == new,
            (Self::Today(old), Self::Today(new)) => old == new,
            (Self::NoSchemaChecks(old), Self::NoSchemaChecks(new)) => old == new,
            _ => false,
        }
    }
}

fn without_tree(document: &Arc<Document>) -> Arc<Document> {
    if document.can_put_tree_away() {
        Arc::new(document.without_tree())
    } else {
        document.clone()
    }
}

/// Whether rules see the same in both. Texts that do not parse are repaired by what was edited
/// last, which no text tells.
fn is_same(old: &Arc<Document>, new: &Arc<Document>) -> bool {
    Arc::ptr_eq(old, new)
        || old.path() == new.path()
            && old.has_text_of(new)
            && old.kind() == new.kind()
            && old.is_whole()
            && new.is_whole()
}
