//! What an analysis asked the workspace, with the answers: as long as all of them are the same, so
//! are the findings.
//!
//! What must stay true: the workspace answers nothing that it does not note here. Then a
//! rule cannot depend on a file without the server knowing, and no list of dependencies has to be
//! kept up by hand.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::question::{Answer, Question};
use super::store::{Epoch, Store};

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
    pub(super) fn new(own: Box<[(Question, Answer)]>, parts: Box<[Arc<Self>]>) -> Self {
        Self {
            own,
            parts,
            epoch: AtomicU64::default(),
        }
    }

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
    pub(super) fn all(&self, is_right: &mut dyn FnMut(&Question, &Answer) -> bool) -> bool {
        (self.own.iter()).all(|(question, answer)| is_right(question, answer))
            && self.parts.iter().all(|part| part.all(is_right))
    }

    fn questions(&self) -> impl Iterator<Item = &Question> {
        self.own.iter().map(|(question, _)| question)
    }

    pub(super) fn is_of_epoch(&self, store: &Store) -> bool {
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
    use crate::document::Document;
    use crate::settings::Settings;
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
