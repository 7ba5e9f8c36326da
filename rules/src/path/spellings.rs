//! Unifies the spellings of a path on systems that accept several.

use std::collections::HashMap;
use std::sync::Arc;

use super::{PathStyle, file_name, parent, push};

/// The first spelling of each path that was seen, from the disk or from the user.
/// If letter case is significant, every spelling is a path of its own and nothing is stored.
#[derive(Clone, Debug)]
pub struct Spellings {
    style: PathStyle,
    first: HashMap<Box<str>, Arc<str>>,
}

impl Spellings {
    /// Creates an empty table.
    pub fn new(style: PathStyle) -> Self {
        Self {
            style,
            first: HashMap::new(),
        }
    }

    /// Returns `path` in its first spelling; those of its parent folders are used as well.
    pub fn settled(&mut self, path: &str) -> Arc<str> {
        if !self.style.ignores_case() {
            return path.into();
        }
        let folded = self.style.folded(path);
        if let Some(known) = self.first.get(&*folded) {
            return known.clone();
        }
        let folded = Box::from(folded);
        let folder = parent(path);
        let spelled: Arc<str> = if folder.is_empty() || folder.len() == path.len() {
            path.into()
        } else {
            let mut spelled = self.settled(folder).to_string();
            push(&mut spelled, file_name(path));
            spelled.into()
        };
        self.first.insert(folded, spelled.clone());
        spelled
    }
}
