//! The inputs of analyses: everything that they can read of a workspace, and its values.

use std::sync::Arc;

use super::index::registered::Registration;
use super::index::{EnvironmentUse, Members};
use super::scope::projects::Projects;
use super::store::Store;
use super::{NamedBy, OnDisk, UploadSize};
use crate::az_ml::Mention;
use crate::compute::ComputeDef;
use crate::date::Date;
use crate::document::{Document, Resource};
use crate::query::{Database, Revision};
use crate::settings::Settings;

/// Names a part of a workspace that can be read. A path comes before that of the file that sees it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Input {
    /// The document at a path.
    Document(Box<str>),
    /// Every document.
    Documents,
    /// The paths of every document.
    Paths,
    /// The first and the last of these paths.
    FirstAndLastPath,
    /// The kind of what is at a full path.
    OnDisk(Box<str>),
    /// The text of the file at the second path, which a file in the folder at the first one names.
    Text(Box<str>, Box<str>),
    /// The name in a folder that differs from another one only in letter case.
    OtherCase(Box<str>, Box<str>),
    /// The size of the upload of the folder at a full path.
    UploadSize(Box<str>),
    /// The files below the folder at the second path, which a file in the folder at the first one
    /// names.
    FilesBelow(Box<str>, Box<str>),
    /// The mentions of a name in scripts below the folder at the second path, which a file in the
    /// folder at the first one names.
    Mentions(Box<str>, Box<str>, Box<str>),
    /// The definitions of the compute with this lower-case name in YAML files and infrastructure code, as
    /// the file at a path sees it.
    Compute(Box<str>, Box<str>),
    /// Every compute of YAML files and infrastructure code that the file at a path sees.
    Computes(Box<str>),
    /// The name of a compute in infrastructure code that resembles another name, in the file at a path.
    NearInCode(Box<str>, Box<str>),
    /// The name of such a resource that resembles another name, in the file at a path.
    Near(Resource, Box<str>, Box<str>),
    /// The documents that give such a resource a name, as the file at a path sees it.
    Named(Resource, Box<str>, Box<str>),
    /// The documents that describe such a resource.
    Members(Resource),
    /// Those that the file at a path sees.
    MembersInScope(Resource, Box<str>),
    /// The documents that refer to the conda file at a path.
    CondaUsers(Box<str>),
    /// The documents that name the YAML file at a path.
    YamlUsers(Box<str>),
    /// The references of documents to the environment with a name.
    EnvironmentReferences(Box<str>),
    /// The use of environments by the documents below a folder.
    EnvironmentUse(Box<str>),
    /// The commands `az ml` that name the file at a path.
    CommandsOn(Box<str>),
    /// The files that run `az ml` and mention a file with the name of the one at a path.
    MentioningFiles(Box<str>),
    /// The files with a command that sends a file whose name is known only when it runs.
    SendersOfUnknown,
    /// The answer if something creates such a resource with a name.
    Registration(Resource, Box<str>),
    /// The settings that hold at a path.
    Settings(Box<str>),
    /// Today's date.
    Today,
    /// `true` if the editor has turned schema checks off.
    NoSchemaChecks,
}

/// The value of an input.
#[derive(Clone, Debug)]
pub enum InputValue {
    /// Documents, in order.
    Documents(Vec<Arc<Document>>),
    /// The paths of documents.
    Paths(Vec<Arc<str>>),
    /// `true` if it is a document, and the entry on the disk.
    OnDisk(bool, Option<OnDisk>),
    /// The document, if it is one, and its text.
    Text(Option<Arc<Document>>, Option<Arc<str>>),
    /// A file name.
    Name(Option<String>),
    /// The size of an upload.
    UploadSize(Option<UploadSize>),
    /// Paths of files.
    FilesBelow(Option<Arc<[String]>>),
    /// Mentions in scripts.
    Mentions(Option<Arc<[Mention]>>),
    /// References to an environment.
    References(Vec<Box<str>>),
    /// Commands.
    Commands(Vec<NamedBy>),
    /// Definitions of computes.
    Computes(Vec<Arc<ComputeDef>>),
    /// The name, and what it was found in: finding it again is slow.
    Near(Option<Arc<Members>>, Arc<Projects>, Option<Box<str>>),
    /// The answer if something creates a resource with a name.
    Registration(Registration),
    /// Settings.
    Settings(Arc<Settings>),
    /// A date.
    Today(Option<Date>),
    /// The use of environments.
    EnvironmentUse(EnvironmentUse),
    /// `true` if the editor has turned schema checks off.
    NoSchemaChecks(bool),
}

impl Database for Store {
    type Input = Input;
    type Value = InputValue;

    fn value(&self, input: &Input) -> InputValue {
        let disk = self.disk.as_ref();
        let documents = |found: Vec<&Arc<Document>>| {
            InputValue::Documents(found.into_iter().cloned().collect())
        };
        match input {
            Input::Document(path) => documents(self.document(path).into_iter().collect()),
            Input::Documents => documents(self.documents.values().collect()),
            Input::Paths => InputValue::Paths(self.documents.keys().cloned().collect()),
            Input::FirstAndLastPath => {
                InputValue::Paths(self.first_and_last_path().into_iter().cloned().collect())
            }
            Input::OnDisk(path) => InputValue::OnDisk(self.document(path).is_some(), self.at(path)),
            Input::Text(folder, path) => {
                InputValue::Text(self.document(path).cloned(), self.text(folder, path))
            }
            Input::OtherCase(folder, name) => {
                InputValue::Name(disk.and_then(|disk| disk.other_case(folder, name)))
            }
            Input::UploadSize(path) => {
                InputValue::UploadSize(disk.and_then(|disk| disk.upload_size(path)))
            }
            Input::FilesBelow(folder, path) => {
                InputValue::FilesBelow(disk.and_then(|disk| disk.files_below(folder, path)))
            }
            Input::Mentions(folder, path, name) => {
                let found = disk.and_then(|disk| disk.mentions(folder, path, name));
                InputValue::Mentions(found.map(Arc::from))
            }
            Input::Compute(name, from) => {
                let mut found = self.compute(from, name);
                found.append(&mut self.compute_in_code(from, name));
                InputValue::Computes(found)
            }
            Input::Computes(from) => {
                let found = self.computes(from).into_values();
                let code = self.computes_in_code(from).into_values();
                InputValue::Computes(found.chain(code).flatten().collect())
            }
            Input::NearInCode(name, from) => {
                InputValue::Name(self.near_compute_in_code(from, name))
            }
            Input::Near(resource, name, from) => InputValue::Near(
                self.index.get(*resource).cloned(),
                self.projects.clone(),
                self.near(from, *resource, name).map(Box::from),
            ),
            Input::Named(resource, name, from) => documents(self.named(from, *resource, name)),
            Input::Members(resource) => {
                let members = self.index.get(*resource).into_iter();
                let paths = members.flat_map(|members| members.paths());
                documents(paths.filter_map(|path| self.documents.get(path)).collect())
            }
            Input::MembersInScope(resource, from) => documents(self.members(from, *resource)),
            Input::CondaUsers(path) => documents(self.conda_users(path)),
            Input::YamlUsers(path) => documents(self.yaml_users(path)),
            Input::EnvironmentReferences(name) => {
                InputValue::References(self.environment_references(name))
            }
            Input::EnvironmentUse(folder) => {
                InputValue::EnvironmentUse(self.environment_use(folder))
            }
            Input::CommandsOn(path) => InputValue::Commands(self.commands_on(path)),
            Input::MentioningFiles(path) => InputValue::Documents(self.mentioning_files(path)),
            Input::SendersOfUnknown => InputValue::Documents(self.senders_of_unknown()),
            Input::Registration(resource, name) => {
                InputValue::Registration(self.registration(*resource, name))
            }
            Input::Settings(path) => InputValue::Settings(self.settings(path)),
            Input::Today => InputValue::Today(self.today),
            Input::NoSchemaChecks => InputValue::NoSchemaChecks(self.no_schema_checks),
        }
    }

    fn holds(&self, input: &Input, value: &InputValue) -> bool {
        match (input, value) {
            (Input::OnDisk(path), InputValue::OnDisk(is_document, found)) => {
                // What is gone is looked for on the disk anyway.
                let is_made = || *found == Some(OnDisk::Nothing) && self.has_documents_below(path);
                self.document(path).is_some() == *is_document && !is_made()
            }
            (
                Input::OtherCase(..)
                | Input::UploadSize(_)
                | Input::FilesBelow(..)
                | Input::Mentions(..),
                _,
            ) => true,
            (Input::Text(_, path), InputValue::Text(old, _)) => match (old, self.document(path)) {
                (Some(old), Some(new)) => old.has_text_of(new),
                (old, new) => old.is_none() && new.is_none(),
            },
            // Where names are repeated, the scope also depends on the jobs of the folders.
            (Input::Near(resource, ..), InputValue::Near(Some(members), projects, _))
                if !members.has_repeated_names()
                    && *projects == self.projects
                    && self
                        .index
                        .get(*resource)
                        .is_some_and(|new| Arc::ptr_eq(members, new) || members == new) =>
            {
                true
            }
            _ => Self::is_same(value, &self.value(input)),
        }
    }

    fn is_same(old: &InputValue, new: &InputValue) -> bool {
        use InputValue as Value;
        match (old, new) {
            (Value::OnDisk(_, old), Value::OnDisk(_, new)) => old == new,
            (Value::Text(_, old), Value::Text(_, new)) => old == new,
            (Value::Name(old), Value::Name(new)) => old == new,
            (Value::UploadSize(old), Value::UploadSize(new)) => old == new,
            (Value::FilesBelow(old), Value::FilesBelow(new)) => old == new,
            (Value::Mentions(old), Value::Mentions(new)) => old == new,
            (Value::Near(_, _, old), Value::Near(_, _, new)) => old == new,
            (Value::Documents(old), Value::Documents(new)) => {
                old.len() == new.len() && old.iter().zip(new).all(|(old, new)| is_same(old, new))
            }
            (Value::Paths(old), Value::Paths(new)) => old == new,
            (Value::References(old), Value::References(new)) => old == new,
            (Value::EnvironmentUse(old), Value::EnvironmentUse(new)) => old == new,
            (Value::Commands(old), Value::Commands(new)) => {
                let mut pairs = old.iter().zip(new);
                old.len() == new.len()
                    && pairs.all(|(old, new)| {
                        old.command == new.command && is_same(&old.script, &new.script)
                    })
            }
            (Value::Computes(old), Value::Computes(new)) => old == new,
            (Value::Settings(old), Value::Settings(new)) => Arc::ptr_eq(old, new) || old == new,
            (Value::Registration(old), Value::Registration(new)) => old == new,
            (Value::Today(old), Value::Today(new)) => old == new,
            (Value::NoSchemaChecks(old), Value::NoSchemaChecks(new)) => old == new,
            _ => false,
        }
    }

    fn compact(value: &InputValue) -> InputValue {
        match value {
            InputValue::Documents(documents) => {
                InputValue::Documents(documents.iter().map(without_tree).collect())
            }
            InputValue::Text(Some(document), text) => {
                InputValue::Text(Some(without_tree(document)), text.clone())
            }
            other => other.clone(),
        }
    }

    fn is_on_disk(input: &Input) -> bool {
        matches!(
            input,
            Input::OnDisk(_)
                | Input::Text(..)
                | Input::OtherCase(..)
                | Input::UploadSize(_)
                | Input::FilesBelow(..)
                | Input::Mentions(..)
        )
    }

    /// Only the texts of Azure ML's documents change within a revision.
    fn is_fixed_in_revision(&self, input: &Input) -> bool {
        match input {
            Input::Text(_, path) => {
                let document = self.document(path);
                document.is_none_or(|document| document.kind().is_none())
            }
            // A document that comes or goes begins another revision.
            Input::Paths | Input::FirstAndLastPath => true,
            input => Self::is_on_disk(input),
        }
    }

    /// Values from the disk are final, and so are settings that were read first.
    fn is_provisional(&self, input: &Input, value: &InputValue) -> bool {
        self.is_unread
            && match (input, value) {
                (Input::Document(_), InputValue::Documents(found)) => found.is_empty(),
                (Input::Settings(path), _) => !self.has_settings_beside(path),
                (Input::Today | Input::NoSchemaChecks, _) => false,
                (input, _) => !Self::is_on_disk(input),
            }
    }

    fn revision(&self) -> Option<Revision> {
        self.revision
    }
}

fn without_tree(document: &Arc<Document>) -> Arc<Document> {
    if document.can_put_tree_away() {
        Arc::new(document.without_tree())
    } else {
        document.clone()
    }
}

/// Returns whether rules see the same in both. Texts that do not parse are repaired by what was edited
/// last, which no text tells.
fn is_same(old: &Arc<Document>, new: &Arc<Document>) -> bool {
    Arc::ptr_eq(old, new)
        || old.path() == new.path()
            && old.has_text_of(new)
            && old.kind() == new.kind()
            && old.is_whole()
            && new.is_whole()
}
