//! Notes what is asked while an analysis runs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::question::{Answer, Question};
use super::reads::Reads;
use super::store::Store;
use super::unsettled;

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
            unsettled::note();
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
        let own = own.map(|(question, answer)| (question.clone(), answer.to_keep()));
        Reads::new(own.collect(), notes.parts.as_slice().into())
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
