//! What was found out of whole folders, kept while their files are the same: an editor asks for code
//! actions whenever the cursor moves.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use azml_rules::document::Document;
use azml_rules::fix::Applicability;

/// Whether the files beside an open document have findings of a rule that are repaired.
#[derive(Default)]
pub(crate) struct Elsewhere(Mutex<Known>);

/// What is known of the files that were asked about last.
#[derive(Default)]
struct Known {
    files: Vec<Arc<Document>>,
    answers: HashMap<Choice, bool>,
}

/// A rule, and how far a repair must be trusted.
pub(crate) type Choice = (&'static str, Applicability);

impl Elsewhere {
    /// What is known of `choice` in `files`.
    pub(crate) fn known(&self, choice: Choice, files: &[Arc<Document>]) -> Option<bool> {
        let known = self.lock();
        let answer = known.answers.get(&choice).copied();
        answer.filter(|_| known.is_of(files))
    }

    /// Keeps what was found out of `choice` in `files`.
    pub(crate) fn keep(&self, choice: Choice, files: Vec<Arc<Document>>, answer: bool) {
        let mut known = self.lock();
        if !known.is_of(&files) {
            *known = Known {
                files,
                answers: HashMap::new(),
            };
        }
        known.answers.insert(choice, answer);
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn is_of(&self, files: &[Arc<Document>]) -> bool {
        let mut pairs = self.files.iter().zip(files);
        self.files.len() == files.len() && pairs.all(|(old, new)| Arc::ptr_eq(old, new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_holds_while_the_files_are_the_same() {
        let file = |text: &str| Arc::new(Document::new("a.yml", text));
        let (one, other) = (vec![file("a: 1")], vec![file("a: 2")]);
        let known = Elsewhere::default();
        let safe = ("rule", Applicability::Safe);
        assert_eq!(known.known(safe, &one), None);
        known.keep(safe, one.clone(), true);
        assert_eq!(known.known(safe, &one), Some(true));
        assert_eq!(known.known(("rule", Applicability::Unsafe), &one), None);
        assert_eq!(known.known(safe, &other), None);
        known.keep(safe, other, false);
        assert_eq!(known.known(safe, &one), None);
    }
}
