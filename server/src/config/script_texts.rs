//! The texts of the scripts, notebooks, and workflows below a folder, and the names of its files.
//! They are read for paths that are missing: once in a revision of the disk.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use azml_rules::az_ml::{Mention, WordIndex, mentions_of};

use crate::discovery::list_files;
use crate::sandbox::disk_cache::DiskCache;

/// Searches of the texts of a folder before their words are sorted, which takes as long as several searches.
const SEARCHES: usize = 16;

/// The scripts below a folder.
#[derive(Debug)]
struct Scripts {
    /// Their texts with their paths, relative to the folder.
    texts: Vec<(String, String)>,
    searches: AtomicUsize,
    words: OnceLock<WordIndex>,
}

/// Names and texts of files by folder.
#[derive(Debug, Default)]
pub(crate) struct ScriptTexts {
    /// `None` where there are too many.
    scripts: DiskCache<PathBuf, Option<Arc<Scripts>>>,
    names: DiskCache<PathBuf, Option<Arc<[String]>>>,
    /// Held while a folder is read, so that two threads do not read the same one.
    reading: Mutex<()>,
}

impl ScriptTexts {
    /// The mentions of a file called `name` in the scripts below `folder`.
    pub(crate) fn mentions(&self, folder: &Path, name: &str) -> Option<Vec<Mention>> {
        Some(self.scripts_below(folder)?.mentions(name))
    }

    fn scripts_below(&self, folder: &Path) -> Option<Arc<Scripts>> {
        let known = self.scripts.current();
        let _reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(folder).unwrap_or_else(|| {
            let scripts = list_files::scripts_below(folder).map(|texts| {
                Arc::new(Scripts {
                    texts,
                    searches: AtomicUsize::new(0),
                    words: OnceLock::new(),
                })
            });
            known.insert(folder.to_owned(), scripts.clone(), 1);
            scripts
        })
    }

    /// The files below `folder`.
    pub(crate) fn files_below(&self, folder: &Path) -> Option<Arc<[String]>> {
        let known = self.names.current();
        known.get(folder).unwrap_or_else(|| {
            let names = list_files::files_below(folder).map(Arc::from);
            known.insert(folder.to_owned(), Option::<Arc<[String]>>::clone(&names), 1);
            names
        })
    }

    /// Forgets what was read: the disk may have changed.
    pub(crate) fn begin_revision(&self) {
        self.scripts.begin_revision();
        self.names.begin_revision();
    }
}

impl Scripts {
    fn mentions(&self, name: &str) -> Vec<Mention> {
        let words = self.words();
        let numbers: Vec<usize> = match words.and_then(|words| words.texts_with(name)) {
            Some(found) => found.collect(),
            None => (0..self.texts.len()).collect(),
        };
        let texts = numbers.into_iter().map(|number| &self.texts[number]);
        texts
            .flat_map(|(path, text)| mentions_of(path, text, name))
            .collect()
    }

    /// The words of the texts, once they are worth it.
    fn words(&self) -> Option<&WordIndex> {
        let searches = self.searches.fetch_add(1, Ordering::Relaxed);
        let sorted = || WordIndex::new(self.texts.iter().map(|(_, text)| text.as_str()));
        (searches >= SEARCHES).then(|| self.words.get_or_init(sorted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorted_words_find_what_a_search_finds() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.sh"), "cp a.yml out/b.yml\n# c.yml\n").unwrap();
        std::fs::write(
            folder.path().join("b.py"),
            "open('b.yml')\nx = 'my data.csv'\n",
        )
        .unwrap();
        let scripts = ScriptTexts::default();
        let found = |name| -> Vec<(String, String)> {
            let found = scripts.mentions(folder.path(), name).unwrap();
            found.into_iter().map(|it| (it.script, it.path)).collect()
        };
        let names = ["a.yml", "b.yml", "c.yml", "my data.csv", "d.yml"];
        let searched = names.map(found);
        for _ in 0..=SEARCHES {
            found("d.yml");
        }
        assert_eq!(names.map(found), searched);
        let counts = searched.map(|it| it.len());
        assert_eq!(counts, [1, 2, 0, 1, 0]);
    }
}
