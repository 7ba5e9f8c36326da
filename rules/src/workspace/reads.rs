//! What an analysis asked the workspace, with the answers: as long as all of them are the same, so
//! are the findings.
//!
//! What must stay true: the workspace answers nothing that it does not note here. Then a
//! rule cannot depend on a file without the server knowing, and no list of dependencies has to be
//! kept up by hand.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::index::Members;
use super::projects::Projects;
use super::store::{Epoch, Store};
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
    fn is_of_disk(&self) -> bool {
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
    fn may_change(&self, answer: &Answer, store: &Store) -> bool {
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
    fn to_keep(&self) -> Self {
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
    fn holds(&self, question: &Question, store: &Store) -> bool {
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
    fn is_same(&self, other: &Self) -> bool {
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

/// What is noted while an analysis runs.
#[derive(Debug, Default)]
struct Notes {
    own: BTreeMap<Question, Answer>,
    /// What was found before, and not looked up again.
    parts: Vec<Arc<Reads>>,
}

/// Notes questions and answers.
#[derive(Debug, Default)]
pub(super) struct Recorder {
    notes: Mutex<Notes>,
    /// Whether only what the disk says is noted.
    is_of_disk: bool,
    /// Who is asked in place of the store, and notes it, too.
    outer: Option<Arc<Recorder>>,
}

thread_local! {
    /// Whether a file that is not read yet could have answered otherwise since this was set to `false`.
    /// Of each thread, because several look at a long document.
    static IS_UNSETTLED: Cell<bool> = const { Cell::new(false) };
}

/// Sets whether a file that is not read yet could have answered otherwise what this thread asked.
/// Returns what was set before.
pub(super) fn set_unsettled(is_unsettled: bool) -> bool {
    IS_UNSETTLED.replace(is_unsettled)
}

impl Recorder {
    /// One that notes only what the disk says.
    pub(super) fn of_disk() -> Self {
        Self {
            is_of_disk: true,
            ..Self::default()
        }
    }

    /// Whether it notes only what the disk says.
    pub(super) fn is_of_disk(&self) -> bool {
        self.is_of_disk
    }

    /// One that notes for itself what `outer` is asked.
    pub(super) fn within(outer: Option<Arc<Self>>) -> Self {
        Self {
            outer,
            ..Self::default()
        }
    }

    pub(super) fn note(&self, question: impl FnOnce() -> Question, store: &Store) {
        if !self.is_of_disk {
            self.note_question(question(), store);
        }
    }

    fn note_question(&self, question: Question, store: &Store) {
        if let Some(outer) = self.outer.as_ref().filter(|outer| !outer.is_of_disk) {
            outer.note_question(question.clone(), store);
        }
        let mut notes = self.notes();
        let asked = store.is_unread.then(|| question.clone());
        let noted = notes.own.entry(question);
        let answer = noted.or_insert_with_key(|question| Answer::to(question, store));
        if asked.is_some_and(|question| question.may_change(answer, store)) {
            set_unsettled(true);
        }
    }

    /// The answer to `question`, the same whenever it is asked.
    pub(super) fn answer(&self, question: Question, store: &Store) -> Answer {
        let mut notes = self.notes();
        let noted = notes.own.entry(question);
        let answer = noted.or_insert_with_key(|question| match &self.outer {
            Some(outer) => outer.answer(question.clone(), store),
            None => Answer::to(question, store),
        });
        answer.clone()
    }

    /// Whether what was looked up before would be the same now. If so, it is noted as if it had been
    /// looked up.
    pub(super) fn repeat(&self, reads: &Arc<Reads>, store: &Store) -> bool {
        if !self.is_of_disk && reads.is_of_epoch(store) {
            self.notes().parts.push(reads.clone());
            if let Some(outer) = &self.outer {
                outer.repeat(reads, store);
            }
            return true;
        }
        let is_same = reads.all(&mut |question, answer| {
            if question.is_of_disk() {
                return answer.is_same(&self.answer(question.clone(), store));
            }
            if !self.is_of_disk {
                self.note_question(question.clone(), store);
            }
            answer.holds(question, store)
        });
        if is_same {
            reads.see_epoch(store);
        }
        is_same
    }

    pub(super) fn reads(&self) -> Reads {
        let notes = self.notes();
        let own = notes.own.iter();
        Reads {
            own: own
                .map(|(question, answer)| (question.clone(), answer.to_keep()))
                .collect(),
            parts: notes.parts.as_slice().into(),
            epoch: AtomicU64::default(),
        }
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What an analysis asked and was told. Many are kept, so none takes more space than it needs.
#[derive(Debug, Default)]
pub struct Reads {
    own: Box<[(Question, Answer)]>,
    /// What was found before, and not looked up again.
    parts: Box<[Arc<Reads>]>,
    /// The epoch in which it was right last; 0 where that is not known.
    epoch: AtomicU64,
}

impl Clone for Reads {
    fn clone(&self) -> Self {
        Self {
            own: self.own.clone(),
            parts: self.parts.clone(),
            epoch: AtomicU64::new(self.epoch.load(Ordering::Relaxed)),
        }
    }
}

impl Reads {
    /// Whether `store` would say the same again, as far as can be told without the disk.
    pub(super) fn hold(&self, store: &Store) -> bool {
        self.is_of_epoch(store)
            || (self.own.iter()).all(|(question, answer)| answer.holds(question, store))
                && self.parts.iter().all(|part| part.hold(store))
    }

    /// Whether the disk would say the same again.
    pub(super) fn hold_on_disk(&self, store: &Store) -> bool {
        self.all(&mut |question, answer| {
            !question.is_of_disk() || answer.is_same(&Answer::to(question, store))
        })
    }

    /// Whether `is_right` says so of everything.
    fn all(&self, is_right: &mut dyn FnMut(&Question, &Answer) -> bool) -> bool {
        (self.own.iter()).all(|(question, answer)| is_right(question, answer))
            && self.parts.iter().all(|part| part.all(is_right))
    }

    fn questions(&self) -> impl Iterator<Item = &Question> {
        self.own.iter().map(|(question, _)| question)
    }

    fn is_of_epoch(&self, store: &Store) -> bool {
        let epoch = self.epoch.load(Ordering::Relaxed);
        store.epoch.is_some_and(|now| now.get() == epoch)
    }

    /// It is right in the epoch of `store`. Texts of our documents change within an epoch.
    pub(super) fn see_epoch(&self, store: &Store) {
        let is_ours = |path: &str| {
            let document = store.document(path);
            document.is_some_and(|document| document.kind().is_some())
        };
        let holds_on = |question: &Question| match question {
            Question::Text(_, path) => !is_ours(path),
            question => question.is_of_disk(),
        };
        if self.parts.iter().all(|part| part.is_of_epoch(store)) && self.questions().all(holds_on) {
            let epoch = store.epoch.map_or(0, Epoch::get);
            self.epoch.store(epoch, Ordering::Relaxed);
        }
    }

    /// The full paths that the disk was asked for.
    #[must_use]
    pub fn on_disk(&self) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        self.add_on_disk(&mut found);
        found
    }

    fn add_on_disk<'r>(&'r self, found: &mut BTreeSet<&'r str>) {
        found.extend(self.questions().filter_map(|question| match question {
            Question::OnDisk(path) | Question::Text(_, path) | Question::Weight(path) => {
                Some(&**path)
            }
            _ => None,
        }));
        for part in &self.parts {
            part.add_on_disk(found);
        }
    }

    /// How many questions there were.
    #[must_use]
    pub fn len(&self) -> usize {
        self.own.len() + self.parts.iter().map(|part| part.len()).sum::<usize>()
    }

    /// Whether nothing was asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze_recording;
    use crate::workspace::Workspace;

    const COMPONENT: &str = "$schema: https://x/commandComponent.schema.json\nname: c\ntype: \
                             command\nversion: 1\n\
                             command: echo ${{inputs.a}}\nenvironment: azureml:e:1\ninputs:\n  a: \
                             {type: string}\n";

    fn pipeline(component: &str) -> String {
        format!(
            "$schema: https://x/pipelineJob.schema.json\ntype: pipeline\ncompute: azureml:cpu\n\
             jobs:\n  s:\n    type: command\n    component: {component}\n    inputs: {{a: x}}\n"
        )
    }

    fn workspace() -> Workspace {
        let mut workspace = Workspace::default();
        workspace.insert(Document::new("lib/c.yml", COMPONENT));
        workspace.insert(Document::new("user.yml", pipeline("./lib/c.yml")));
        workspace.insert(Document::new("other.yml", pipeline("azureml:other:1")));
        workspace
    }

    fn named(name: &str) -> Document {
        let text = COMPONENT.replace("name: c", &format!("name: {name}"));
        Document::new("lib/d.yml", text)
    }

    fn compute(name: &str) -> Document {
        let text = format!("type: amlcompute\nname: {name}\nsize: x\n");
        Document::new("cpu.yml", text)
    }

    fn reads_of(workspace: &Workspace, path: &str) -> Reads {
        let analyzed = analyze_recording(workspace, path, &|| true);
        analyzed.expect("it is wanted").1
    }

    /// Which of the pipelines are outdated once `change` is made.
    fn outdated(change: impl FnOnce(&mut Workspace)) -> Vec<&'static str> {
        let before = workspace();
        let reads = ["user.yml", "other.yml"].map(|path| (path, reads_of(&before, path)));
        let mut after = before.clone();
        change(&mut after);
        let mut outdated = reads.to_vec();
        outdated.retain(|(_, reads)| !after.confirms(reads));
        outdated.into_iter().map(|(path, _)| path).collect()
    }

    #[test]
    fn only_users_of_what_changed_are_outdated() {
        let none: [&str; 0] = [];
        assert_eq!(outdated(|_| {}), none);
        assert_eq!(
            outdated(|w| w.insert(Document::new("lib/c.yml", COMPONENT))),
            none,
            "the same text again"
        );
        assert_eq!(
            outdated(|w| w.insert(Document::new("lib/c.yml", COMPONENT.replace("a:", "b:")))),
            ["user.yml"]
        );
        assert_eq!(outdated(|w| w.remove("lib/c.yml")), ["user.yml"]);
        assert_eq!(outdated(|w| w.insert(named("d"))), none);
        assert_eq!(
            outdated(|w| w.insert(named("othre"))),
            ["other.yml"],
            "its reference may be a slip"
        );
        assert_eq!(outdated(|w| w.insert(compute("training"))), none);
        assert_eq!(
            outdated(|w| w.insert(compute("CPU"))),
            ["user.yml", "other.yml"],
            "letter case does not count"
        );
        assert_eq!(
            outdated(|w| w.set_settings("lib", Settings::default())),
            none
        );
        let prices = Settings {
            path: Some("azml.yaml".into()),
            ..Settings::default()
        };
        assert_eq!(
            outdated(|w| w.set_settings("", prices)),
            ["user.yml", "other.yml"]
        );
    }

    #[test]
    fn what_was_not_there_counts_when_it_comes() {
        let mut before = workspace();
        before.remove("lib/c.yml");
        let reads = reads_of(&before, "user.yml");
        assert!(before.confirms(&reads) && before.disk_confirms(&reads));
        assert!(!workspace().confirms(&reads));
    }
}
