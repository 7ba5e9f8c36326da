//! What was found lately, each with what was looked up for it. That it was looked up counts for who
//! asks again, since an analysis notes which files it depends on.

use std::hash::Hash;
use std::sync::Arc;

use super::reads::Reads;
use super::{Recent, Workspace};

/// Keeps what was found in the files of others, by what was asked.
#[derive(Debug)]
pub(crate) struct Remembered<K, V> {
    kept: Recent<K, Arc<(V, Arc<Reads>)>>,
}

impl<K: Eq + Hash, V: Clone> Remembered<K, V> {
    /// Keeps values until about twice `capacity` is in use.
    pub(crate) fn new(capacity: usize) -> Self {
        Self {
            kept: Recent::new(capacity),
        }
    }

    /// What `find` finds for `key` in the workspace that it gets, or has found when the same was to
    /// be seen there. It also says how much space that takes.
    pub(crate) fn get(
        &self,
        workspace: &Workspace,
        key: K,
        find: impl FnOnce(&Workspace, &K) -> (V, usize),
    ) -> V {
        self.get_where(workspace, key, |_| true, find)
    }

    /// As [`Self::get`]; what was found before counts only where it is what `is_meant` says.
    pub(crate) fn get_where(
        &self,
        workspace: &Workspace,
        key: K,
        is_meant: impl FnOnce(&V) -> bool,
        find: impl FnOnce(&Workspace, &K) -> (V, usize),
    ) -> V {
        if let Some(known) = self.kept.get(&key)
            && is_meant(&known.0)
            && workspace.repeats(&known.1)
        {
            return known.0.clone();
        }
        let inner = workspace.noting_apart();
        let (value, weight) = find(&inner, &key);
        let reads = inner.reads();
        reads.see_epoch(&workspace.store);
        let known = Arc::new((value.clone(), Arc::new(reads)));
        self.kept.insert(key, known, weight);
        value
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::HashMap;
    use std::sync::Mutex;

    use super::*;
    use crate::document::Document;
    use crate::path::PathStyle;
    use crate::workspace::{Disk, OnDisk};

    /// Files with their texts, and how often they were read.
    #[derive(Debug, Default)]
    struct Files {
        texts: Mutex<HashMap<String, String>>,
        reads: Mutex<usize>,
    }

    impl Files {
        fn write(&self, path: &str, text: &str) {
            let mut texts = self.texts.lock().expect("not poisoned");
            texts.insert(path.to_owned(), text.to_owned());
        }

        fn reads(&self) -> usize {
            std::mem::take(&mut *self.reads.lock().expect("not poisoned"))
        }
    }

    impl Disk for Files {
        fn at(&self, path: &str) -> Option<OnDisk> {
            let texts = self.texts.lock().expect("not poisoned");
            Some(if texts.contains_key(path) {
                OnDisk::File
            } else {
                OnDisk::Nothing
            })
        }

        fn text(&self, _: &str, path: &str) -> Option<Arc<str>> {
            *self.reads.lock().expect("not poisoned") += 1;
            let texts = self.texts.lock().expect("not poisoned");
            texts.get(path).map(|text| text.as_str().into())
        }
    }

    fn workspace(files: &Arc<Files>) -> Workspace {
        let mut workspace = Workspace::new(PathStyle::Unix);
        workspace.set_disk(files.clone());
        workspace
    }

    struct Asked {
        known: Remembered<&'static str, Option<Arc<str>>>,
        found: Cell<usize>,
    }

    impl Asked {
        fn new() -> Self {
            Self {
                known: Remembered::new(1000),
                found: Cell::new(0),
            }
        }

        fn text(&self, workspace: &Workspace) -> Option<Arc<str>> {
            self.known.get(workspace, "a.py", |inner, _| {
                self.found.set(self.found.get() + 1);
                (inner.text_at("job.yml", "/p/a.py"), 1)
            })
        }
    }

    #[test]
    fn what_was_looked_up_is_looked_up_again_unless_somebody_says_when_it_changes() {
        let files = Arc::new(Files::default());
        files.write("/p/a.py", "1");
        let mut workspace = workspace(&files);
        let asked = Asked::new();
        assert_eq!(asked.text(&workspace.recording()).as_deref(), Some("1"));
        assert_eq!(files.reads(), 1);
        // Nobody tells when the disk changes.
        assert_eq!(asked.text(&workspace.recording()).as_deref(), Some("1"));
        assert_eq!((files.reads(), asked.found.get()), (1, 1));
        files.write("/p/a.py", "2");
        assert_eq!(asked.text(&workspace.recording()).as_deref(), Some("2"));
        assert_eq!((files.reads(), asked.found.get()), (1, 2));
        // Somebody does.
        workspace.look_anew();
        for _ in 0..3 {
            assert_eq!(asked.text(&workspace.recording()).as_deref(), Some("2"));
        }
        assert_eq!((files.reads(), asked.found.get()), (1, 2));
        files.write("/p/a.py", "3");
        workspace.look_anew();
        assert_eq!(asked.text(&workspace.recording()).as_deref(), Some("3"));
        // On the command line, nobody does.
        files.write("/p/a.py", "4");
        assert_eq!(asked.text(&workspace.remembering()).as_deref(), Some("4"));
    }

    #[test]
    fn what_was_not_looked_up_again_is_noted() {
        let files = Arc::new(Files::default());
        files.write("/p/a.py", "1");
        let mut workspace = workspace(&files);
        workspace.look_anew();
        let asked = Asked::new();
        let _ = asked.text(&workspace.recording());
        let recording = workspace.recording();
        let _ = asked.text(&recording);
        let reads = recording.reads();
        assert!(reads.on_disk().contains("/p/a.py") && reads.len() == 1);
        assert!(workspace.confirms(&reads) && workspace.disk_confirms(&reads));
        files.write("/p/a.py", "2");
        assert!(!workspace.disk_confirms(&reads));
    }

    #[test]
    fn what_is_written_in_the_editor_counts_at_once() {
        let files = Arc::new(Files::default());
        files.write("/p/a.py", "1");
        let mut workspace = workspace(&files);
        workspace.look_anew();
        let asked = Asked::new();
        let _ = asked.text(&workspace.recording());
        let typed = |text: &str| Document::new("/p/a.py", text.to_owned());
        for text in ["2", "3"] {
            workspace.insert(typed(text));
            assert_eq!(asked.text(&workspace.recording()).as_deref(), Some(text));
        }
        workspace.remove("/p/a.py");
        assert_eq!(asked.text(&workspace.recording()).as_deref(), Some("1"));
        let found = asked.found.get();
        let job = |command: &str| {
            let text = format!("$schema: https://x/commandJob.schema.json\ncommand: {command}\n");
            Document::new("/p/job.yml", text)
        };
        workspace.insert(job("x"));
        let _ = asked.text(&workspace.recording());
        files.reads();
        // A keystroke in a job changes no script.
        workspace.insert(job("y"));
        let _ = asked.text(&workspace.recording());
        assert_eq!((files.reads(), asked.found.get()), (0, found));
    }

    #[test]
    fn what_is_not_meant_any_more_is_found_again_and_replaced() {
        let workspace = Workspace::new(PathStyle::Unix);
        let known = Remembered::new(1000);
        let found = Cell::new(0);
        let length = |text: &'static str| {
            let is_meant = |(of, _): &(&str, usize)| *of == text;
            let find = |_: &Workspace, _: &&str| {
                found.set(found.get() + 1);
                ((text, text.len()), 1)
            };
            known
                .get_where(&workspace.recording(), "place", is_meant, find)
                .1
        };
        assert_eq!((length("a"), length("a"), found.get()), (1, 1, 1));
        assert_eq!((length("ab"), length("ab"), found.get()), (2, 2, 2));
        assert_eq!((length("a"), found.get()), (1, 3));
    }
}
