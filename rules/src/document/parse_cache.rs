//! What a text was read as.
//!
//! A long text is read once, as long as somebody holds what it was read as: an editor opens a file
//! while its folder is read. Who comes second waits for the first.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::syntax::{self, Tree};
use crate::text::TextRange;

/// A shorter text is read in less time than others are asked for it.
const LONG: usize = 64 * 1024;

/// The long texts that are being read or that somebody holds.
static LONG_TEXTS: Mutex<Vec<Weak<LongText>>> = Mutex::new(Vec::new());

/// The tree of a text. It takes far more memory than the text.
#[derive(Debug)]
pub(super) struct ParsedText {
    pub(super) tree: Tree,
    pub(super) template: Vec<TextRange>,
    /// Known to who reads the same text as long as this lives.
    _long_text: Option<Arc<LongText>>,
}

/// A long text, and what it was read as. Who reads it holds the lock.
#[derive(Debug)]
struct LongText {
    text: Arc<str>,
    reading: Mutex<Weak<ParsedText>>,
}

impl ParsedText {
    /// `text` as it stands, of which nothing is known.
    pub(super) fn of(text: &Arc<str>) -> Arc<Self> {
        if text.len() < LONG {
            return Arc::new(Self::of_tree(syntax::parse(text.clone()), &[]));
        }
        let long_text = LongText::of(text);
        let mut known = lock(&long_text.reading);
        if let Some(reading) = known.upgrade() {
            return reading;
        }
        let reading = Arc::new(Self {
            _long_text: Some(long_text.clone()),
            ..Self::of_tree(syntax::parse(text.clone()), &[])
        });
        *known = Arc::downgrade(&reading);
        reading
    }

    /// The text of `tree`, of which the lines `edited` were changed since it last parsed.
    pub(super) fn of_tree(tree: Tree, edited: &[u32]) -> Self {
        let (tree, template) = syntax::parse_template(&tree, edited).unwrap_or((tree, Vec::new()));
        Self::of_parts(tree, template)
    }

    /// It, where these are the markers of a `template`.
    pub(super) fn of_parts(tree: Tree, template: Vec<TextRange>) -> Self {
        Self {
            tree,
            template,
            _long_text: None,
        }
    }

    /// Whether nothing in it had to be repaired or filled in.
    pub(super) fn is_whole(&self) -> bool {
        self.tree.errors().is_empty() && self.template.is_empty()
    }
}

impl LongText {
    /// The one that others read or hold, or a new one.
    fn of(text: &Arc<str>) -> Arc<Self> {
        let mut all = lock(&LONG_TEXTS);
        let mut known = all.iter().filter_map(Weak::upgrade);
        if let Some(known) = known.find(|it| it.text == *text) {
            return known;
        }
        let new = Arc::new(Self {
            text: text.clone(),
            reading: Mutex::default(),
        });
        all.retain(|it| it.strong_count() > 0);
        all.push(Arc::downgrade(&new));
        new
    }
}

/// Who panics leaves nothing behind: the next one reads the text.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::thread::scope;

    use super::*;

    fn long(name: &str) -> Arc<str> {
        let steps = (0..4000).map(|n| format!("  step_{n}:\n    type: command\n"));
        format!("display_name: {name}\njobs:\n{}", steps.collect::<String>()).into()
    }

    #[test]
    fn a_long_text_is_read_once_as_long_as_somebody_holds_it() {
        let text = long("held");
        let copy: Arc<str> = text.to_string().into();
        let (one, other) = scope(|scope| {
            let one = scope.spawn(|| ParsedText::of(&text));
            let other = scope.spawn(|| ParsedText::of(&copy));
            (one.join().unwrap(), other.join().unwrap())
        });
        assert!(Arc::ptr_eq(&one, &other));
        assert!(Arc::ptr_eq(&one, &ParsedText::of(&text)));
        assert!(!Arc::ptr_eq(&one, &ParsedText::of(&long("other"))));
    }

    #[test]
    fn nothing_is_kept_that_nobody_holds() {
        let text = long("dropped");
        let is_known = || {
            let all = lock(&LONG_TEXTS);
            let mut known = all.iter().filter_map(Weak::upgrade);
            known.any(|it| it.text == text)
        };
        let reading = ParsedText::of(&text);
        assert!(is_known());
        drop(reading);
        assert!(!is_known());
    }
}
