//! The texts of the scripts, notebooks, and workflows below a folder, and the names of its files.
//! They are read for paths that are missing: once in a revision of the disk.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use azml_rules::az_ml::{Mention, mentions_of};

use crate::discovery::list_files;
use crate::sandbox::disk_cache::DiskCache;

/// The texts with their paths, relative to the folder; `None` if there are too many.
type Texts = Option<Arc<[(String, String)]>>;

/// Names and texts of files by folder.
#[derive(Debug, Default)]
pub(crate) struct ScriptTexts {
    texts: DiskCache<PathBuf, Texts>,
    names: DiskCache<PathBuf, Option<Arc<[String]>>>,
    /// Held while a folder is read, so that two threads do not read the same one.
    reading: Mutex<()>,
}

impl ScriptTexts {
    /// The mentions of a file called `name` in the scripts below `folder`.
    pub(crate) fn mentions(&self, folder: &Path, name: &str) -> Option<Vec<Mention>> {
        let known = self.texts.current();
        let _reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let texts = known.get(folder).unwrap_or_else(|| {
            let texts = list_files::scripts_below(folder).map(Arc::from);
            known.insert(folder.to_owned(), Texts::clone(&texts), 1);
            texts
        })?;
        let found = texts.iter();
        Some(
            found
                .flat_map(|(path, text)| mentions_of(path, text, name))
                .collect(),
        )
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
        self.texts.begin_revision();
        self.names.begin_revision();
    }
}
