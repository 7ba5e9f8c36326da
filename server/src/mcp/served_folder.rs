//! The folder of the agent: the current one. Nothing outside of it is read or written because of an argument.

use std::path::{Path, PathBuf};

use crate::config::Options;
use crate::loading::{Loaded, Request, load};
use crate::sandbox::restricted::Restricted;
use crate::sandbox::{DecodedText, key};

/// The folder that an agent works in.
pub(super) struct ServedFolder {
    limits: Restricted,
    options: Options,
}

impl ServedFolder {
    /// The current folder. Unless `options` allow it, nothing outside is looked at because a file says so, either.
    pub(super) fn current(options: Options) -> Self {
        let here = vec![PathBuf::from(".")];
        Self {
            limits: Restricted::to(&here),
            options: Options {
                restricted: !options.allow_outside,
                opened: here,
                ..options
            },
        }
    }

    /// Returns the path that an agent wrote.
    ///
    /// # Errors
    /// Returns an error if it leads out of the folder, by its name or by a link.
    pub(super) fn path(&self, given: &str) -> Result<PathBuf, String> {
        if given.is_empty() || given.contains('\0') {
            return Err("a path is empty or contains a null character".to_owned());
        }
        let path = PathBuf::from(given);
        if self.limits.allow(&path) {
            return Ok(path);
        }
        Err(format!(
            "`{given}` is outside the folder that azml-ls serves, or behind a link; use a path relative to that folder"
        ))
    }

    /// Loads the files at `paths`; `text` replaces the file at its path, which need not exist.
    pub(super) fn load(&self, paths: Vec<PathBuf>, text: Option<(PathBuf, String)>) -> Loaded {
        let named = text.as_ref().map(|(path, _)| path.clone());
        let text = text.map(|(path, text)| {
            let encoding = Default::default();
            (path, DecodedText { text, encoding })
        });
        let mut loaded = load(&Request {
            paths,
            text,
            options: self.options.clone(),
            ..Request::default()
        });
        if let Some(path) = named {
            loaded.names.insert(key(&path), path.to_string_lossy());
        }
        // A folder may have links to files outside.
        let is_inside = |key: &std::sync::Arc<str>| self.limits.allow(Path::new(&**key));
        loaded.requested.retain(is_inside);
        loaded.scripts.retain(is_inside);
        loaded
    }
}
