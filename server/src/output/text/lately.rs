//! What was made for the files that were written of last.

use std::cell::RefCell;
use std::collections::HashMap;

/// Of so many files.
const MOST: usize = 256;

/// What was made for each of the last files. Findings come file by file, so that none is made twice
/// as a rule.
pub(crate) struct Lately<T> {
    made: RefCell<HashMap<String, T>>,
}

impl<T> Default for Lately<T> {
    fn default() -> Self {
        Self {
            made: RefCell::default(),
        }
    }
}

impl<T: Clone> Lately<T> {
    /// What `make` makes, or has made, for the file with `key`.
    pub(crate) fn get(&self, key: &str, make: impl FnOnce() -> T) -> T {
        if let Some(made) = self.made.borrow().get(key) {
            return made.clone();
        }
        let new = make();
        let mut made = self.made.borrow_mut();
        if made.len() >= MOST {
            made.clear();
        }
        made.insert(key.to_owned(), new.clone());
        new
    }
}
