//! The trees of texts.
//!
//! An editor opens a file while its folder is read. A [`ParseCache`] lets both share the tree of a long
//! text: the second one waits for the first.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::syntax::{self, Tree};
use crate::text::TextRange;

/// Minimum length of a text whose tree is shared: a shorter one is parsed in less time.
const LONG: usize = 64 * 1024;

/// The long texts that are being parsed or whose trees are in memory, of a folder in an editor.
#[derive(Clone, Debug, Default)]
pub struct ParseCache(Arc<Mutex<Vec<Weak<LongText>>>>);

/// The tree of a text. It takes far more memory than the text.
#[derive(Debug)]
pub(super) struct ParsedText {
    pub(super) tree: Tree,
    pub(super) template: Vec<TextRange>,
    /// Its entry in the cache, which goes with it.
    _long_text: Option<Arc<LongText>>,
}

/// A long text and its tree. The thread that parses it holds the lock.
#[derive(Debug)]
struct LongText {
    text: Arc<str>,
    reading: Mutex<Weak<ParsedText>>,
}

impl ParseCache {
    /// The tree of `text`.
    pub(super) fn reading(&self, text: &Arc<str>) -> Arc<ParsedText> {
        if text.len() < LONG {
            return Arc::new(ParsedText::of(text));
        }
        let long_text = self.long_text(text);
        let mut known = lock(&long_text.reading);
        if let Some(reading) = known.upgrade() {
            return reading;
        }
        let reading = Arc::new(ParsedText {
            _long_text: Some(long_text.clone()),
            ..ParsedText::of(text)
        });
        *known = Arc::downgrade(&reading);
        reading
    }

    /// The entry of `text`.
    fn long_text(&self, text: &Arc<str>) -> Arc<LongText> {
        let mut all = lock(&self.0);
        let mut known = all.iter().filter_map(Weak::upgrade);
        if let Some(known) = known.find(|it| it.text == *text) {
            return known;
        }
        let new = Arc::new(LongText {
            text: text.clone(),
            reading: Mutex::default(),
        });
        all.retain(|it| it.strong_count() > 0);
        all.push(Arc::downgrade(&new));
        new
    }
}

impl ParsedText {
    /// Parses `text`.
    pub(super) fn of(text: &Arc<str>) -> Self {
        Self::of_tree(syntax::parse(text.clone()), &[])
    }

    /// The reading of a `tree` whose lines `edited` were changed since it last parsed.
    pub(super) fn of_tree(tree: Tree, edited: &[u32]) -> Self {
        let (tree, template) = syntax::parse_template(&tree, edited).unwrap_or((tree, Vec::new()));
        Self::of_parts(tree, template)
    }

    /// The reading of a `tree` with the markers of a `template`.
    pub(super) fn of_parts(tree: Tree, template: Vec<TextRange>) -> Self {
        Self {
            tree,
            template,
            _long_text: None,
        }
    }

    /// Returns whether nothing in it had to be repaired or filled in.
    pub(super) fn is_whole(&self) -> bool {
        self.tree.errors().is_empty() && self.template.is_empty()
    }
}

/// After a panic, the next thread parses the text.
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
    fn a_long_text_is_parsed_once_while_its_tree_is_in_memory() {
        let cache = ParseCache::default();
        let text = long("held");
        let copy: Arc<str> = text.to_string().into();
        let (one, other) = scope(|scope| {
            let one = scope.spawn(|| cache.reading(&text));
            let other = scope.spawn(|| cache.reading(&copy));
            (one.join().unwrap(), other.join().unwrap())
        });
        assert!(Arc::ptr_eq(&one, &other));
        assert!(Arc::ptr_eq(&one, &cache.reading(&text)));
        assert!(!Arc::ptr_eq(&one, &cache.reading(&long("other"))));
        assert!(!Arc::ptr_eq(&one, &ParseCache::default().reading(&text)));
    }

    #[test]
    fn an_entry_goes_with_its_tree() {
        let cache = ParseCache::default();
        let text = long("dropped");
        let is_known = || lock(&cache.0).iter().any(|it| it.strong_count() > 0);
        let reading = cache.reading(&text);
        assert!(is_known());
        drop(reading);
        assert!(!is_known());
    }
}
